// A matrix of 32 × 32 times a vector: 32 bursts of 32.
#include "dynamatic/Integration.h"

#define SIZE 32

void hk_matvec(const int matrix[SIZE][SIZE], const int vector[SIZE], int product[SIZE]) {
  for (int row = 0; row < SIZE; row++) {
    int sum = 0;
    for (int column = 0; column < SIZE; column++)
      sum += matrix[row][column] * vector[column];
    product[row] = sum;
  }
}

int main(void) {
  int matrix[SIZE][SIZE], vector[SIZE], product[SIZE];
  for (int r = 0; r < SIZE; r++) {
    vector[r] = r * 7 % 90 + 3;
    for (int c = 0; c < SIZE; c++)
      matrix[r][c] = (r * 13 + c * 29) % 97;
  }
  CALL_KERNEL(hk_matvec, matrix, vector, product);
  return 0;
}
