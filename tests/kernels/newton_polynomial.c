// A root of a polynomial by Newton's steps with Horner's scheme for value and slope in double precision; gives up by a return in
// the middle of loops.
#include "dynamatic/Integration.h"
#include <math.h>
#include <stdio.h>

#define DEGREE 5

double newton(const double c[DEGREE + 1], double x) {
  for (int step = 0; step < 50; step++) {
    double value = c[DEGREE], slope = 0;
    for (int k = DEGREE - 1; k >= 0; k--) {
      slope = slope * x + value;
      value = value * x + c[k];
    }
    if (fabs(value) < 1e-9)
      return x;
    if (fabs(slope) < 1e-12)
      return -1000.0 - step;
    x -= value / slope;
  }
  return 1000.0;
}

int main(void) {
  const double c[][DEGREE + 1] = {
      {-6, 11, -6, 1, 0, 0}, {1, 0, 1, 0, 0, 0}, {-1, -1, 0, 0, 0, 1}, {5, 0, 0, 0, 0, 0}, {0.5, -2, 0.25, 1, -1, 0.125},
  };
  for (int p = 0; p < (int)(sizeof c / sizeof c[0]); p++)
    for (double start = -2; start <= 4; start += 1.5)
      printf("%d from %.1f: %.7f\n", p, start, CALL_KERNEL(newton, c[p], start));
  return 0;
}
