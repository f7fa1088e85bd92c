// An array of 4 × 8 × 16 with its last two dimensions turned round: 32 bursts of 16.
#include "dynamatic/Integration.h"

#define PLANES 4
#define ROWS 8
#define COLUMNS 16

void test_flatten_array(const int in[PLANES][ROWS][COLUMNS], int out[PLANES][ROWS][COLUMNS]) {
  for (int plane = 0; plane < PLANES; plane++)
    for (int row = 0; row < ROWS; row++)
      for (int column = 0; column < COLUMNS; column++)
        out[plane][row][column] = in[plane][ROWS - 1 - row][COLUMNS - 1 - column];
}

int main(void) {
  int in[PLANES][ROWS][COLUMNS], out[PLANES][ROWS][COLUMNS];
  for (int p = 0; p < PLANES; p++)
    for (int r = 0; r < ROWS; r++)
      for (int c = 0; c < COLUMNS; c++)
        in[p][r][c] = p * 1000 + r * 100 + c;
  CALL_KERNEL(test_flatten_array, in, out);
  return 0;
}
