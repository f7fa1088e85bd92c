// Branches without a loop, of which the first is taken.
#include "dynamatic/Integration.h"

int test_loop_free(int p, int q, int r, int s) {
  if (p > 0)
    return q + r + s;
  if (q < 0)
    return p + s;
  return p;
}

int main(void) {
  int p = 4, q = -7, r = 11, s = 20;
  CALL_KERNEL(test_loop_free, p, q, r, s);
  return 0;
}
