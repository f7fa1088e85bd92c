// How many steps a number takes to one: 118 for 97.
#include "dynamatic/Integration.h"

unsigned hk_collatz(unsigned n) {
  unsigned steps = 0;
  while (n != 1) {
    n = n & 1 ? 3 * n + 1 : n >> 1;
    steps++;
  }
  return steps;
}

int main(void) {
  unsigned n = 97;
  CALL_KERNEL(hk_collatz, n);
  return 0;
}
