// Reads what was written one round before, at both residues modulo 2.
#include "dynamatic/Integration.h"

void banks_1(int x[41]) {
  for (int i = 2; i < 40; i += 2) {
    x[i] = x[i - 2] + 3 * x[i - 1];
    x[i + 1] = x[i - 1] - x[i + 1];
  }
}

int main(void) {
  int x[41];
  for (int i = 0; i < 41; i++)
    x[i] = i * 7 % 11;
  CALL_KERNEL(banks_1, x);
  return 0;
}
