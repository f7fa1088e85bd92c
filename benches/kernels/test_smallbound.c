// A matrix of 2 × 2 made from a vector and its own first element, which the first iteration changes. Dynamatic has a load-store queue for that.
#include "dynamatic/Integration.h"

#define SIZE 2

void test_smallbound(int matrix[SIZE][SIZE], const int vector[SIZE]) {
  for (unsigned row = 0; row < SIZE; row++)
    for (unsigned column = 0; column < SIZE; column++)
      matrix[row][column] = vector[row] + matrix[0][0];
}

int main(void) {
  int matrix[SIZE][SIZE] = {{11, 22}, {33, 44}}, vector[SIZE] = {5, 7};
  CALL_KERNEL(test_smallbound, matrix, vector);
  return 0;
}
