// Stencils: relaxation along a line, from one array to another and back, with time as the outer loop.
#include <stdio.h>
#include "dynamatic/Integration.h"

#define N 60
#define STEPS 20

void jacobi_1d(double a[N], double b[N]) {
  for (int t = 0; t < STEPS; t++) {
    for (int i = 1; i < N - 1; i++)
      b[i] = 0.33333 * (a[i - 1] + a[i] + a[i + 1]);
    for (int i = 1; i < N - 1; i++)
      a[i] = 0.33333 * (b[i - 1] + b[i] + b[i + 1]);
  }
}

int main(void) {
  double a[N], b[N];
  for (int i = 0; i < N; i++) {
    a[i] = (i * 7 % 13 + 2.0) / N;
    b[i] = (i * 5 % 11 + 3.0) / N;
  }
  CALL_KERNEL(jacobi_1d, a, b);
  for (int i = 0; i < N; i++)
    printf("%.10f\n", a[i]);
  return 0;
}
