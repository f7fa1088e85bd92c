// Pointers: kernels over a flat array with computed indices, over rows given as pointers, and over a matrix whose outer size is open.
#include <stdio.h>
#include "dynamatic/Integration.h"

#define R 7
#define C 5

void transpose(const int *from, int *to, int rows, int columns) {
  for (int i = 0; i < rows; i++)
    for (int j = 0; j < columns; j++)
      to[j * rows + i] = from[i * columns + j];
}

int row_sums(int m[][C], int rows, int sums[]) {
  int total = 0;
  for (int i = 0; i < rows; i++) {
    int *row = m[i];
    sums[i] = 0;
    for (int j = 0; j < C; j++)
      sums[i] += row[j];
    total += sums[i];
  }
  return total;
}

static void exchange(int *x, int *y, int n) {
  for (int j = 0; j < n; j++) {
    int t = x[j];
    x[j] = y[j];
    y[j] = t;
  }
}

void sort_rows(int m[R][C]) {
  for (int i = 0; i < R; i++) {
    int smallest = i;
    for (int k = i + 1; k < R; k++)
      if (m[k][0] < m[smallest][0])
        smallest = k;
    if (smallest != i)
      exchange(m[i], m[smallest], C);
  }
}

int main(void) {
  int flat[R * C], turned[C * R] = {0}, m[R][C], sums[R] = {0};
  for (int i = 0; i < R * C; i++) {
    flat[i] = i * i % 37;
    m[i / C][i % C] = (i * 11 + 5) % 41;
  }
  CALL_KERNEL(transpose, flat, turned, R, C);
  for (int i = 0; i < C; i++, printf("\n"))
    for (int j = 0; j < R; j++)
      printf("%3d", turned[i * R + j]);
  CALL_KERNEL(sort_rows, m);
  int total = CALL_KERNEL(row_sums, m, R, sums);
  for (int i = 0; i < R; i++) {
    for (int j = 0; j < C; j++)
      printf("%3d", m[i][j]);
    printf(" = %d of %d\n", sums[i], total);
  }
  int few[2] = {0};
  total = row_sums(m + 3, 2, few);
  printf("%d %d\n", total, few[1]);
  return 0;
}
