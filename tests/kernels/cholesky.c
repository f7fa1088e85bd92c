// Linear algebra: the Cholesky decomposition in single precision; a kernel that gives up and returns an error when there is none.
#include <math.h>
#include <stdio.h>
#include "dynamatic/Integration.h"

#define N 12

int cholesky(float a[N][N]) {
  for (int i = 0; i < N; i++) {
    for (int j = 0; j < i; j++) {
      float s = a[i][j];
      for (int k = 0; k < j; k++)
        s -= a[i][k] * a[j][k];
      a[i][j] = s / a[j][j];
    }
    float d = a[i][i];
    for (int k = 0; k < i; k++)
      d -= a[i][k] * a[i][k];
    if (d <= 0.0f)
      return i + 1;
    a[i][i] = sqrtf(d);
  }
  return 0;
}

int main(void) {
  float good[N][N], bad[N][N];
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) {
      float x = 1.0f / (float)(1 + (i > j ? i - j : j - i));
      good[i][j] = x + (i == j ? 2.0f : 0.0f);
      bad[i][j] = x - (i == j && i == 7 ? 3.0f : 0.0f);
    }
  printf("status %d\n", CALL_KERNEL(cholesky, good));
  printf("status %d\n", CALL_KERNEL(cholesky, bad));
  for (int i = 0; i < N; i++) {
    for (int j = 0; j <= i; j++)
      printf(" %.5f", good[i][j]);
    puts("");
  }
  return 0;
}
