// A factorial, three factors an iteration, and one by one at the end: 30 iterations and none.
#include "dynamatic/Integration.h"

unsigned factorial(int n) {
  unsigned product = 1;
  for (; n >= 3; n -= 3)
    product *= (unsigned)(n * (n - 1) * (n - 2));
  for (; n > 0; n--)
    product *= (unsigned)n;
  return product;
}

int main(void) {
  int n = 90;
  CALL_KERNEL(factorial, n);
  return 0;
}
