// The sum of a matrix of 3 × 3 and a constant one: 3 bursts of 3.
#include "dynamatic/Integration.h"

#define SIZE 3

const int weights[SIZE][SIZE] = {{2, 3, 5}, {7, 11, 13}, {17, 19, 23}};

int test_constant_array(const int numbers[SIZE][SIZE]) {
  int sum = 0;
  for (unsigned row = 0; row < SIZE; row++)
    for (unsigned column = 0; column < SIZE; column++)
      sum += numbers[row][column] + weights[row][column];
  return sum;
}

int main(void) {
  int numbers[SIZE][SIZE];
  for (int r = 0; r < SIZE; r++)
    for (int c = 0; c < SIZE; c++)
      numbers[r][c] = r * 30 + c * 9;
  CALL_KERNEL(test_constant_array, numbers);
  return 0;
}
