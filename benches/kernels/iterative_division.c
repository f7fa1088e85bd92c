// A division by subtracting, one time.
#include "dynamatic/Integration.h"

int iterative_division(int dividend, int divisor) {
  if (divisor == 0)
    return -1;
  int quotient = 0;
  int is_negative = (dividend < 0) != (divisor < 0);
  dividend = dividend >= 0 ? dividend : -dividend;
  divisor = divisor >= 0 ? divisor : -divisor;
  while (dividend >= divisor) {
    dividend -= divisor;
    quotient++;
  }
  return is_negative ? -quotient : quotient;
}

int main(void) {
  int dividend = 90, divisor = 81;
  CALL_KERNEL(iterative_division, dividend, divisor);
  return 0;
}
