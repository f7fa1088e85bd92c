// Filters: a recursive filter whose next sample needs the last ones, with its state in scalars that are carried by the loop.
#include <stdio.h>
#include "dynamatic/Integration.h"

#define N 150

double iir(const double x[N], double y[N], const double b[4], const double a[3]) {
  double x1 = 0, x2 = 0, x3 = 0, y1 = 0, y2 = 0, y3 = 0;
  double peak = -1e30;
  for (int i = 0; i < N; i++) {
    double in = x[i];
    double out = b[0] * in + b[1] * x1 + b[2] * x2 + b[3] * x3 - a[0] * y1 - a[1] * y2 - a[2] * y3;
    x3 = x2, x2 = x1, x1 = in;
    y3 = y2, y2 = y1, y1 = out;
    y[i] = out;
    if (out > peak)
      peak = out;
  }
  return peak;
}

int main(void) {
  double x[N], y[N] = {0};
  double b[4] = {0.018, 0.054, 0.054, 0.018};
  double a[3] = {-1.76, 1.1829, -0.2781};
  for (int i = 0; i < N; i++)
    x[i] = (i > 10) + 0.25 * (i % 4) - 0.125 * (i & 1);
  double peak = CALL_KERNEL(iir, x, y, b, a);
  printf("peak %.9f\n", peak);
  for (int i = 0; i < N; i += 7)
    printf("y[%3d] = % .9f\n", i, y[i]);
  return 0;
}
