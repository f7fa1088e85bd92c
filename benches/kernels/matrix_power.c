// Rows of a matrix of 20 × 20, each made from the one above it at places that other arrays give: 19 bursts of 20. Where an iteration writes, the next may read; Dynamatic
// has a load-store queue for that. The places decide how long it takes: `rand` gives those of the published run.
#include "dynamatic/Integration.h"
#include <stdlib.h>

#define SIZE 20

void matrix_power(unsigned matrix[SIZE][SIZE], const int to[SIZE], const int from[SIZE], const unsigned factors[SIZE]) {
  for (unsigned row = 1; row < SIZE; row++)
    for (unsigned k = 0; k < SIZE; k++)
      matrix[row][to[k]] += factors[k] * matrix[row - 1][from[k]];
}

int main(void) {
  unsigned matrix[SIZE][SIZE], factors[SIZE];
  int to[SIZE], from[SIZE];
  for (int i = 0; i < SIZE; i++) {
    from[i] = rand() % SIZE;
    to[i] = rand() % SIZE;
    factors[i] = (unsigned)rand();
    for (int j = 0; j < SIZE; j++)
      matrix[i][j] = i == 0;
  }
  CALL_KERNEL(matrix_power, matrix, to, from, factors);
  return 0;
}
