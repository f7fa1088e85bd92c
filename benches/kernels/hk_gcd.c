// The greatest common divisor by subtraction: 157 iterations.
#include "dynamatic/Integration.h"

int hk_gcd(int m, int n) {
  while (m != n) {
    if (m > n)
      m -= n;
    else
      n -= m;
  }
  return m;
}

int main(void) {
  int m = 2117, n = 1361;
  CALL_KERNEL(hk_gcd, m, n);
  return 0;
}
