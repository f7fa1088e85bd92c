// The sums of 8 rows of 30 numbers.
#include "dynamatic/Integration.h"

#define ROWS 8
#define COLUMNS 30

void ii_nested_int(const int numbers[ROWS][COLUMNS], int sums[ROWS]) {
  for (unsigned row = 0; row < ROWS; row++) {
    int sum = 0;
    for (unsigned column = 0; column < COLUMNS; column++)
      sum += numbers[row][column];
    sums[row] = sum;
  }
}

int main(void) {
  int numbers[ROWS][COLUMNS], sums[ROWS];
  for (int r = 0; r < ROWS; r++)
    for (int c = 0; c < COLUMNS; c++)
      numbers[r][c] = (r * 13 + c * 37) % 100;
  CALL_KERNEL(ii_nested_int, numbers, sums);
  return 0;
}
