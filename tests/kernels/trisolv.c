// Linear algebra: forward and backward substitution with a triangular matrix, whose loops have bounds that depend on other loops.
#include <stdio.h>
#include "dynamatic/Integration.h"

#define N 16

void forward(int n, double l[N][N], const double b[N], double x[N]) {
  for (int i = 0; i < n; i++) {
    x[i] = b[i];
    for (int j = 0; j < i; j++)
      x[i] -= l[i][j] * x[j];
    x[i] = x[i] / l[i][i];
  }
}

// The same matrix read as its transpose.
void backward(int n, double l[N][N], const double b[N], double x[N]) {
  for (int i = n - 1; i >= 0; i--) {
    double s = b[i];
    for (int j = n - 1; j > i; j--)
      s -= l[j][i] * x[j];
    x[i] = s / l[i][i];
  }
}

int main(void) {
  double l[N][N], b[N], y[N], x[N];
  for (int i = 0; i < N; i++) {
    b[i] = 1.0 + i % 5;
    y[i] = x[i] = 0;
    for (int j = 0; j < N; j++)
      l[i][j] = j > i ? 0.0 : j == i ? 4.0 + i : (double)((i + j) % 7) / 3 - 0.5;
  }
  CALL_KERNEL(forward, N, l, b, y);
  CALL_KERNEL(backward, N, l, y, x);
  for (int i = 0; i < N; i++)
    printf("%d %+.8f %+.8e\n", i, y[i], x[i]);
  return 0;
}
