// Linear algebra: A'(Ax) and the two products of the biconjugate gradient, both of which use a row of a matrix twice. A helper takes rows by pointer.
#include <stdio.h>
#include <stdlib.h>
#include "dynamatic/Integration.h"

#define M 13
#define N 17

static int dot(const int *x, const int *y, int n) {
  int s = 0;
  while (n-- > 0)
    s += *x++ * *y++;
  return s;
}

static void add_scaled(int *y, const int *x, int factor, int n) {
  for (int i = 0; i < n; i++)
    y[i] += factor * x[i];
}

void atax(int a[M][N], const int x[N], int y[N], int tmp[M]) {
  for (int i = 0; i < N; i++)
    y[i] = 0;
  for (int i = 0; i < M; i++) {
    tmp[i] = dot(a[i], x, N);
    add_scaled(y, a[i], tmp[i], N);
  }
}

void bicg(int a[M][N], int s[N], int q[M], const int p[N], const int r[M]) {
  for (int j = 0; j < N; j++)
    s[j] = 0;
  for (int i = 0; i < M; i++) {
    add_scaled(s, &a[i][0], r[i], N);
    q[i] = dot(&a[i][0], p, N);
  }
}

int main(void) {
  int a[M][N], x[N], y[N] = {0}, tmp[M] = {0}, s[N] = {0}, q[M] = {0}, r[M];
  srand(11);
  for (int j = 0; j < N; j++)
    x[j] = rand() % 21 - 10;
  for (int i = 0; i < M; i++) {
    r[i] = rand() % 31 - 15;
    for (int j = 0; j < N; j++)
      a[i][j] = rand() % 101 - 50;
  }
  CALL_KERNEL(atax, a, x, y, tmp);
  CALL_KERNEL(bicg, a, s, q, x, r);
  for (int j = 0; j < N; j++)
    printf("%d %d\n", y[j], s[j]);
  for (int i = 0; i < M; i++)
    printf("%d %d\n", tmp[i], q[i]);
  return 0;
}
