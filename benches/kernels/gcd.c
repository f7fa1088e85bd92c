// The greatest common divisor by halving and subtracting: loops in a loop whose lengths the data decide. The first loop has 5 iterations
// for these arguments, and the last one 18 with 29 halvings in them, as in the published run.
#include "dynamatic/Integration.h"

int gcd(int m, int n) {
  if (m == 0)
    return n;
  if (n == 0)
    return m;
  // What both have of powers of two comes back at the end.
  unsigned twos = 0;
  for (; ((m | n) & 1) == 0; twos++) {
    m >>= 1;
    n >>= 1;
  }
  while (m > 0 && (m & 1) == 0)
    m >>= 1;
  while (n > 0 && (n & 1) == 0)
    n >>= 1;
  while (m != 0) {
    int apart = m - n;
    if (m < n)
      n = m;
    m = apart >= 0 ? apart : -apart;
    while (m > 0 && (m & 1) == 0)
      m >>= 1;
  }
  return n << twos;
}

int main(void) {
  int m = 23899488, n = 942241248;
  CALL_KERNEL(gcd, m, n);
  return 0;
}
