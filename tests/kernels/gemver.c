// Linear algebra: a rank-two update followed by two matrix-vector products, with typedef'd element and vector types.
#include <stdio.h>
#include "dynamatic/Integration.h"

#define N 14

typedef double real;
typedef real vector[N];
typedef real matrix[N][N];

void gemver(real alpha, real beta, matrix a, vector u1, vector v1, vector u2, vector v2, vector w, vector x, vector y, vector z) {
  int i, j;
  for (i = 0; i < N; i++)
    for (j = 0; j < N; j++)
      a[i][j] = a[i][j] + u1[i] * v1[j] + u2[i] * v2[j];
  for (i = 0; i < N; i++)
    for (j = 0; j < N; j++)
      x[i] = x[i] + beta * a[j][i] * y[j];
  for (i = 0; i < N; i++)
    x[i] += z[i];
  for (i = 0; i < N; i++)
    for (j = 0; j < N; j++)
      w[i] += alpha * a[i][j] * x[j];
}

int main(void) {
  matrix a;
  vector u1, v1, u2, v2, w, x, y, z;
  for (int i = 0; i < N; i++) {
    u1[i] = i;
    u2[i] = (i + 1) / (real)N / 2.0;
    v1[i] = (i + 1) / (real)N / 4.0;
    v2[i] = (i + 1) / (real)N / 6.0;
    y[i] = (i + 1) / (real)N / 8.0;
    z[i] = (i + 1) / (real)N / 9.0;
    x[i] = w[i] = 0;
    for (int j = 0; j < N; j++)
      a[i][j] = (real)(i * j % N) / N;
  }
  CALL_KERNEL(gemver, 1.5, 1.2, a, u1, v1, u2, v2, w, x, y, z);
  for (int i = 0; i < N; i++)
    printf("%2d: %12.6f %14.6f\n", i, x[i], w[i]);
  return 0;
}
