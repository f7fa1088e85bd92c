// Linear algebra: the inverse of a matrix by elimination with the largest pivot, which swaps rows as the data says and stops when it finds none.
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include "dynamatic/Integration.h"

#define N 6

bool invert(double a[N][N], double inverse[N][N]) {
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      inverse[i][j] = i == j ? 1 : 0;
  for (int column = 0; column < N; column++) {
    int pivot = column;
    for (int i = column + 1; i < N; i++)
      if (fabs(a[i][column]) > fabs(a[pivot][column]))
        pivot = i;
    if (fabs(a[pivot][column]) < 1e-12)
      return false;
    if (pivot != column)
      for (int j = 0; j < N; j++) {
        double t = a[pivot][j];
        a[pivot][j] = a[column][j];
        a[column][j] = t;
        t = inverse[pivot][j];
        inverse[pivot][j] = inverse[column][j];
        inverse[column][j] = t;
      }
    double scale = 1.0 / a[column][column];
    for (int j = 0; j < N; j++) {
      a[column][j] *= scale;
      inverse[column][j] *= scale;
    }
    for (int i = 0; i < N; i++) {
      if (i == column)
        continue;
      double factor = a[i][column];
      for (int j = 0; j < N; j++) {
        a[i][j] -= factor * a[column][j];
        inverse[i][j] -= factor * inverse[column][j];
      }
    }
  }
  return true;
}

int main(void) {
  double a[N][N], inverse[N][N] = {{0}};
  for (int trial = 0; trial < 3; trial++) {
    for (int i = 0; i < N; i++)
      for (int j = 0; j < N; j++)
        a[i][j] = trial == 2 ? i * 2 + j * 3 : (i * (trial + 3) * 5 + j * j * 7 + i * j) % 13 - 4;
    bool found = CALL_KERNEL(invert, a, inverse);
    printf("trial %d: %s\n", trial, found ? "found" : "singular");
    if (!found)
      continue;
    for (int i = 0; i < N; i++)
      for (int j = 0; j < N; j++)
        printf("%9.5f%c", inverse[i][j], j < N - 1 ? ' ' : '\n');
  }
  return 0;
}
