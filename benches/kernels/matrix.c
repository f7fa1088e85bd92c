// The product of two matrices of 30 × 30: 900 bursts of 30 iterations.
#include "dynamatic/Integration.h"

#define SIZE 30

void matrix(const int left[SIZE][SIZE], const int right[SIZE][SIZE], int product[SIZE][SIZE]) {
  for (unsigned row = 0; row < SIZE; row++)
    for (unsigned column = 0; column < SIZE; column++) {
      int sum = 0;
      for (unsigned k = 0; k < SIZE; k++)
        sum += left[row][k] * right[k][column];
      product[row][column] = sum;
    }
}

int main(void) {
  int left[SIZE][SIZE], right[SIZE][SIZE], product[SIZE][SIZE];
  for (int r = 0; r < SIZE; r++)
    for (int c = 0; c < SIZE; c++) {
      left[r][c] = (r * 3 + c) % 10;
      right[r][c] = (r + c * 7) % 10;
    }
  CALL_KERNEL(matrix, left, right, product);
  return 0;
}
