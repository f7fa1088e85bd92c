// Sums of two arrays into one of them until a sum is large, which is the 901st: whether there is a next iteration is known when a sum is. Dynamatic has a
// load-store queue for the array that is read and written.
#include "dynamatic/Integration.h"

#define COUNT 1000

void while_loop_1(int sums[COUNT], const int others[COUNT]) {
  int i = 0, sum = 0;
  while (sum < 1000) {
    sum = sums[i] + others[i];
    sums[i] = sum;
    i++;
  }
}

int main(void) {
  int sums[COUNT], others[COUNT];
  for (int i = 0; i < COUNT; i++) {
    sums[i] = i * 3 % 10;
    others[i] = i * 7 % 10;
  }
  sums[900] = others[900] = 700;
  CALL_KERNEL(while_loop_1, sums, others);
  return 0;
}
