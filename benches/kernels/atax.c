// A matrix of 20 × 20 times a vector, and its transpose times that: two bursts of 20 a row, of which the second goes through an array that the one before
// it has written. Dynamatic has a load-store queue for that.
#include "dynamatic/Integration.h"

#define SIZE 20

void atax(const int matrix[SIZE][SIZE], const int vector[SIZE], int result[SIZE], int between[SIZE]) {
  for (int row = 0; row < SIZE; row++) {
    int sum = between[row];
    for (int column = 0; column < SIZE; column++)
      sum += matrix[row][column] * vector[column];
    for (int column = 0; column < SIZE; column++)
      result[column] += matrix[row][column] * sum;
    between[row] = sum;
  }
}

int main(void) {
  int matrix[SIZE][SIZE], vector[SIZE], result[SIZE], between[SIZE];
  for (int i = 0; i < SIZE; i++) {
    vector[i] = i * 3 % 41;
    result[i] = 0;
    between[i] = 0;
    for (int j = 0; j < SIZE; j++)
      matrix[i][j] = (i * 19 + j * 7) % 43;
  }
  CALL_KERNEL(atax, matrix, vector, result, between);
  return 0;
}
