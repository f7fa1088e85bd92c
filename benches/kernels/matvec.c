// A matrix of 100 × 100 times a vector: 100 bursts of 100 iterations.
#include "dynamatic/Integration.h"

#define SIZE 100

int matvec(const int matrix[SIZE][SIZE], const int vector[SIZE], int product[SIZE]) {
  int sum = 0;
  for (unsigned row = 0; row < SIZE; row++) {
    sum = 0;
    for (unsigned column = 0; column < SIZE; column++)
      sum += vector[column] * matrix[row][column];
    product[row] = sum;
  }
  return sum;
}

int main(void) {
  static int matrix[SIZE][SIZE];
  int vector[SIZE], product[SIZE];
  for (int r = 0; r < SIZE; r++) {
    vector[r] = r * 7 % 90 + 3;
    for (int c = 0; c < SIZE; c++)
      matrix[r][c] = (r * 13 + c * 29) % 97;
  }
  CALL_KERNEL(matvec, matrix, vector, product);
  return 0;
}
