// Filters: full and strided convolution in one dimension, with the borders cut by conditions inside of the loops.
#include <stdio.h>
#include <stdlib.h>
#include "dynamatic/Integration.h"

#define N 60
#define K 7

void full(const int x[N], const int h[K], int y[N + K - 1]) {
  for (int n = 0; n < N + K - 1; n++) {
    int low = n >= K - 1 ? n - (K - 1) : 0;
    int high = n < N - 1 ? n : N - 1;
    int acc = 0;
    for (int k = low; k <= high; k++)
      acc += x[k] * h[n - k];
    y[n] = acc;
  }
}

int strided(const int x[N], const int h[K], int y[N], int stride, int dilation) {
  int count = 0;
  for (int n = 0; n < N; n += stride) {
    int acc = 0;
    for (int k = 0; k < K; k++) {
      int at = n + (k - K / 2) * dilation;
      if (at < 0 || at >= N)
        continue;
      acc += x[at] * h[k];
    }
    y[count++] = acc;
  }
  return count;
}

int main(void) {
  int x[N], h[K] = {1, -2, 3, 4, 3, -2, 1}, y[N + K - 1] = {0}, z[N] = {0};
  srand(5);
  for (int i = 0; i < N; i++)
    x[i] = rand() % 100;
  CALL_KERNEL(full, x, h, y);
  for (int i = 0; i < N + K - 1; i++)
    printf("%d\n", y[i]);
  for (int stride = 1; stride < 5; stride++) {
    int count = CALL_KERNEL(strided, x, h, z, stride, 5 - stride);
    printf("stride %d:", stride);
    for (int i = 0; i < count; i++)
      printf(" %d", z[i]);
    putchar('\n');
  }
  return 0;
}
