// The integer square root of a number below 100 by halving an interval.
#include "dynamatic/Integration.h"

int iterative_sqrt(int n) {
  int low = 0, high = n;
  while (low <= high) {
    int middle = (low + high) >> 1;
    if (middle * middle == n)
      return middle;
    if (middle * middle < n)
      low = middle + 1;
    else
      high = middle - 1;
  }
  return high;
}

int main(void) {
  int n = 90;
  CALL_KERNEL(iterative_sqrt, n);
  return 0;
}
