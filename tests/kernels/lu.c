// Linear algebra: the LU decomposition in place, and the solution of a system by it, checked by multiplying back.
#include <assert.h>
#include <math.h>
#include <stdio.h>
#include "dynamatic/Integration.h"

enum { N = 13 };

void lu(double a[N][N]) {
  for (int i = 0; i < N; i++) {
    for (int j = 0; j < i; j++) {
      for (int k = 0; k < j; k++)
        a[i][j] -= a[i][k] * a[k][j];
      a[i][j] /= a[j][j];
    }
    for (int j = i; j < N; j++)
      for (int k = 0; k < i; k++)
        a[i][j] -= a[i][k] * a[k][j];
  }
}

static void solve(double a[N][N], const double b[N], double x[N]) {
  double y[N];
  for (int i = 0; i < N; i++) {
    double s = b[i];
    for (int j = 0; j < i; j++)
      s -= a[i][j] * y[j];
    y[i] = s;
  }
  for (int i = N; i-- > 0;) {
    double s = y[i];
    for (int j = i + 1; j < N; j++)
      s -= a[i][j] * x[j];
    x[i] = s / a[i][i];
  }
}

int main(void) {
  double a[N][N], kept[N][N], b[N], x[N] = {0};
  for (int i = 0; i < N; i++) {
    b[i] = i * i - 20;
    for (int j = 0; j < N; j++)
      kept[i][j] = a[i][j] = (i == j) * 30 + (3 * i + 5 * j) % 11;
  }
  CALL_KERNEL(lu, a);
  solve(a, b, x);
  for (int i = 0; i < N; i++) {
    double s = 0;
    for (int j = 0; j < N; j++)
      s += kept[i][j] * x[j];
    assert(fabs(s - b[i]) < 1e-9);
    printf("x[%02d] = %10.6f, u = %9.5f\n", i, x[i], a[i][i]);
  }
  return 0;
}
