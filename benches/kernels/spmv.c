// A sparse matrix of 10 rows times a vector: bursts from 0 to 9 iterations, some of them empty, 17 together, and an indirect access. `rand` gives the lengths of
// the published run.
#include "dynamatic/Integration.h"
#include <stdlib.h>

#define ROWS 10

int spmv(int rows, const int starts[ROWS + 1], const int columns[ROWS], const int values[ROWS], const int vector[ROWS],
         int product[ROWS]) {
  int start = 0;
  for (int row = 0; row < rows; row++) {
    int sum = 0;
    start = starts[row];
    int end = starts[row + 1];
    for (int at = start; at < end; at++)
      sum += values[at] * vector[columns[at]];
    product[row] = sum;
  }
  return start;
}

int main(void) {
  int starts[ROWS + 1], columns[ROWS], values[ROWS], vector[ROWS], product[ROWS];
  int rows = ROWS;
  for (int i = 0; i < ROWS; i++) {
    starts[i] = rand() % 10;
    columns[i] = rand() % 5;
    values[i] = rand() % 10;
    vector[i] = rand() % 10;
    product[i] = rand() % 10;
  }
  starts[ROWS] = rand() % 10;
  CALL_KERNEL(spmv, rows, starts, columns, values, vector, product);
  return 0;
}
