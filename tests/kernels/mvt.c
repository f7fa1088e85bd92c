// Linear algebra: a matrix and its transpose times two vectors, in floats, with the loops asked to be unrolled and pipelined.
#include <stdio.h>
#include <stdlib.h>
#include "dynamatic/Integration.h"

#define N 20

void mvt(float a[N][N], float x1[N], float x2[N], const float y1[N], const float y2[N]) {
  for (int i = 0; i < N; ++i) {
    float t = x1[i];
#pragma HLS pipeline II=1
    for (int j = 0; j < N; ++j)
      t += a[i][j] * y1[j];
    x1[i] = t;
  }
  for (int i = 0; i < N; ++i) {
    float t = x2[i];
#pragma unroll 4
    for (int j = 0; j < N; ++j)
      t += a[j][i] * y2[j];
    x2[i] = t;
  }
}

int main(void) {
  static float a[N][N];
  float x1[N], x2[N], y1[N], y2[N];
  srand(3);
  for (int i = 0; i < N; i++) {
    x1[i] = (float)(rand() % 100) / 10;
    x2[i] = (float)(rand() % 100) / 20;
    y1[i] = (float)(rand() % 100) / 30;
    y2[i] = (float)(rand() % 100) / 40;
    for (int j = 0; j < N; j++)
      a[i][j] = (float)(rand() % 1000) / 128 - 3.5f;
  }
  CALL_KERNEL(mvt, a, x1, x2, y1, y2);
  for (int i = 0; i < N; i++)
    printf("%g %g\n", x1[i], x2[i]);
  return 0;
}
