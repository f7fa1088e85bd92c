// Linear algebra: symmetric rank-k updates of the lower triangle, of one matrix and then of two, in 64-bit integers.
#include <stdio.h>
#include "dynamatic/Integration.h"

#define N 11
#define M 9

void syrk(long alpha, long beta, long c[N][N], const long a[N][M]) {
  for (int i = 0; i < N; i++) {
    for (int j = 0; j <= i; j++)
      c[i][j] *= beta;
    for (int k = 0; k < M; k++)
      for (int j = 0; j <= i; j++)
        c[i][j] += alpha * a[i][k] * a[j][k];
  }
}

void syr2k(long alpha, long c[N][N], const long a[N][M], const long b[N][M]) {
  for (int i = 0; i < N; i++)
    for (int k = 0; k < M; k++)
      for (int j = 0; j <= i; j++)
        c[i][j] += a[j][k] * alpha * b[i][k] + b[j][k] * alpha * a[i][k];
}

int main(void) {
  long a[N][M], b[N][M], c[N][N];
  for (int i = 0; i < N; i++) {
    for (int j = 0; j < M; j++) {
      a[i][j] = (i * j + 1) % N - 4;
      b[i][j] = 100000L * ((i * j + 2) % M) - 3;
    }
    for (int j = 0; j < N; j++)
      c[i][j] = i + j;
  }
  CALL_KERNEL(syrk, -2, 3, c, a);
  CALL_KERNEL(syr2k, 1000L * 1000, c, a, b);
  for (int i = 0; i < N; i++)
    for (int j = 0; j <= i; j++)
      printf("%ld%s", c[i][j], i == j ? "\n" : " ");
  return 0;
}
