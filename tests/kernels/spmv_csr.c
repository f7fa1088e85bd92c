// Product of a sparse matrix in compressed rows with a vector in double precision: indirect loads and rows of uneven length.
#include "dynamatic/Integration.h"
#include <stdio.h>
#include <stdlib.h>

#define ROWS 40
#define COLUMNS 32
#define STORED 200

void spmv(const int row[ROWS + 1], const int column[STORED], const double value[STORED], const double x[COLUMNS], double y[ROWS]) {
  for (int i = 0; i < ROWS; i++) {
    double sum = 0.0;
    for (int k = row[i]; k < row[i + 1]; k++)
      sum += value[k] * x[column[k]];
    y[i] = sum;
  }
}

int main(void) {
  int row[ROWS + 1], column[STORED];
  double value[STORED], x[COLUMNS], y[ROWS];
  int stored = 0;
  for (int i = 0; i < ROWS; i++) {
    row[i] = stored;
    for (int j = 0; j < COLUMNS && stored < STORED; j++)
      if (rand() % (5 + i % 4) == 0) {
        column[stored] = j;
        value[stored++] = (rand() % 2000 - 1000) / 64.0;
      }
  }
  row[ROWS] = stored;
  for (int k = stored; k < STORED; k++) {
    column[k] = 0;
    value[k] = 0;
  }
  for (int j = 0; j < COLUMNS; j++)
    x[j] = 1.0 / (j + 1);
  CALL_KERNEL(spmv, row, column, value, x, y);
  printf("%d stored\n", stored);
  for (int i = 0; i < ROWS; i++)
    printf("%.9g%c", y[i], i % 5 == 4 ? '\n' : ' ');
  return 0;
}
