// Rows of a matrix of 20 × 20 reduced by each row above them: 153 bursts of 19. Rows are read and written in one array; Dynamatic has a load-store queue for
// that.
#include "dynamatic/Integration.h"

#define SIZE 20

unsigned gaussian(const unsigned factors[SIZE], unsigned matrix[SIZE][SIZE]) {
  unsigned columns = 0;
  for (unsigned by = 1; by <= SIZE - 2; by++)
    for (unsigned row = by + 1; row <= SIZE - 2; row++)
      for (unsigned column = 1; column <= SIZE - 1; column++) {
        matrix[row][column] -= factors[by] * matrix[by][column];
        columns += column;
      }
  return columns;
}

int main(void) {
  unsigned factors[SIZE], matrix[SIZE][SIZE];
  for (unsigned r = 0; r < SIZE; r++) {
    factors[r] = r % 3 + 1;
    for (unsigned c = 0; c < SIZE; c++)
      matrix[r][c] = (r * 7 + c * 3) % 11;
  }
  CALL_KERNEL(gaussian, factors, matrix);
  return 0;
}
