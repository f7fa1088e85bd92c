// Products of the elements of three arrays of 20 × 32 by way of an array inside of the kernel: two times 20 bursts of 32. Dynamatic has a load-store queue for
// the array inside.
#include "dynamatic/Integration.h"

#define ROWS 20
#define COLUMNS 32

void test_internal_array(const int first[ROWS][COLUMNS], const int second[ROWS][COLUMNS],
                         const int third[ROWS][COLUMNS], int product[ROWS][COLUMNS]) {
  int between[ROWS][COLUMNS];
  for (int row = 0; row < ROWS; row++)
    for (int column = 0; column < COLUMNS; column++)
      between[row][column] = first[row][column] * second[row][column];
  for (int row = 0; row < ROWS; row++)
    for (int column = 0; column < COLUMNS; column++)
      product[row][column] = between[row][column] * third[row][column];
}

int main(void) {
  int first[ROWS][COLUMNS], second[ROWS][COLUMNS], third[ROWS][COLUMNS], product[ROWS][COLUMNS];
  for (int r = 0; r < ROWS; r++)
    for (int c = 0; c < COLUMNS; c++) {
      first[r][c] = (r * 7 + c * 3) % 100;
      second[r][c] = (r * 11 + c * 5) % 100;
      third[r][c] = (r * 13 + c * 17) % 100;
    }
  CALL_KERNEL(test_internal_array, first, second, third, product);
  return 0;
}
