// Linear algebra: a QR decomposition by Gram and Schmidt, with columns that are orthogonal afterwards.
#include <math.h>
#include <stdio.h>
#include "dynamatic/Integration.h"

#define M 12
#define N 8

void gram_schmidt(double a[M][N], double r[N][N], double q[M][N]) {
  for (int k = 0; k < N; k++) {
    double norm = 0.0;
    for (int i = 0; i < M; i++)
      norm += a[i][k] * a[i][k];
    r[k][k] = sqrt(norm);
    for (int i = 0; i < M; i++)
      q[i][k] = a[i][k] / r[k][k];
    for (int j = k + 1; j < N; j++) {
      r[k][j] = 0.0;
      for (int i = 0; i < M; i++)
        r[k][j] += q[i][k] * a[i][j];
      for (int i = 0; i < M; i++)
        a[i][j] -= q[i][k] * r[k][j];
    }
  }
}

int main(void) {
  double a[M][N], r[N][N] = {{0}}, q[M][N] = {{0}};
  for (int i = 0; i < M; i++)
    for (int j = 0; j < N; j++)
      a[i][j] = ((i * 7 + j * 13) % 17) / 17.0 * 10 + (i == j);
  CALL_KERNEL(gram_schmidt, a, r, q);
  for (int i = 0; i < N; i++) {
    for (int j = 0; j < N; j++) {
      double dot = 0;
      for (int k = 0; k < M; k++)
        dot += q[k][i] * q[k][j];
      if (fabs(dot - (i == j)) > 1e-9)
        printf("columns %d and %d are wrong\n", i, j);
    }
    printf("%.6f %.6f\n", r[i][i], r[i][N - 1]);
  }
  return 0;
}
