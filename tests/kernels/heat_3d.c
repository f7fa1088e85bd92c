// Stencils: heat in a cube, seven points in three dimensions.
#include <stdio.h>
#include "dynamatic/Integration.h"

#define N 10
#define STEPS 5

void heat_3d(double a[N][N][N], double b[N][N][N]) {
  for (int t = 1; t <= STEPS; t++) {
    for (int i = 1; i < N - 1; i++)
      for (int j = 1; j < N - 1; j++)
        for (int k = 1; k < N - 1; k++)
          b[i][j][k] = 0.125 * (a[i + 1][j][k] - 2.0 * a[i][j][k] + a[i - 1][j][k]) +
                       0.125 * (a[i][j + 1][k] - 2.0 * a[i][j][k] + a[i][j - 1][k]) +
                       0.125 * (a[i][j][k + 1] - 2.0 * a[i][j][k] + a[i][j][k - 1]) + a[i][j][k];
    for (int i = 1; i < N - 1; i++)
      for (int j = 1; j < N - 1; j++)
        for (int k = 1; k < N - 1; k++)
          a[i][j][k] = b[i][j][k];
  }
}

double a[N][N][N], b[N][N][N];

int main(void) {
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      for (int k = 0; k < N; k++)
        a[i][j][k] = b[i][j][k] = (double)(i + j + (N - k)) * 10 / N;
  a[4][5][6] = 1000.0;
  CALL_KERNEL(heat_3d, a, b);
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j += 3)
      printf("%d %d: %.5f %.5f %.5f\n", i, j, a[i][j][0], a[i][j][5], a[i][j][6]);
  return 0;
}
