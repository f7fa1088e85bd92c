// Neighbours become their sum and difference, in several runs of a loop over an array of odd size: each run reads what the one before it wrote.
#include "dynamatic/Integration.h"

void banks_butterfly(int x[33], int runs) {
  for (int run = 0; run < runs; run++)
    for (int i = 0; i < 32; i += 2) {
      int a = x[i], b = x[i + 1];
      x[i] = a + b;
      x[i + 1] = a - b;
    }
}

int main(void) {
  int x[33], runs = 3;
  for (int i = 0; i < 33; i++)
    x[i] = i * 5 % 13;
  CALL_KERNEL(banks_butterfly, x, runs);
  runs = 0;
  CALL_KERNEL(banks_butterfly, x, runs);
  return 0;
}
