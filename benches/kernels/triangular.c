// The column behind the last of a triangle of 10 rows reduced by each other column: bursts from 0 to 9 iterations, 45 together. That column is where the next row
// begins, so it is written where others are read; Dynamatic has a load-store queue for that.
#include "dynamatic/Integration.h"

#define SIZE 10

void triangular(const int x[SIZE], int size, int matrix[SIZE * SIZE]) {
  for (int column = size - 1; column >= 0; column--)
    for (int row = column - 1; row >= 0; row--)
      matrix[row * SIZE + size] -= matrix[row * SIZE + column] * x[column];
}

int main(void) {
  int x[SIZE], matrix[SIZE * SIZE], size = SIZE;
  for (int i = 0; i < SIZE; i++)
    x[i] = i * 3 % 10;
  for (int i = 0; i < SIZE * SIZE; i++)
    matrix[i] = i * 29 % 100;
  CALL_KERNEL(triangular, x, size, matrix);
  return 0;
}
