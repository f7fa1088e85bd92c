// Rows of both parities, each written from itself and the other one, under a condition.
#include "dynamatic/Integration.h"

void banks_rows(int m[5][9]) {
  for (int row = 0; row < 4; row += 2)
    for (int i = 1; i < 9; i++) {
      m[row][i] = m[row][i - 1] + m[row + 1][i];
      if (m[row + 1][i - 1] > 4)
        m[row + 1][i] = m[row][i] - i;
    }
}

int main(void) {
  int m[5][9];
  for (int row = 0; row < 5; row++)
    for (int i = 0; i < 9; i++)
      m[row][i] = (row * 9 + i) * 5 % 13;
  CALL_KERNEL(banks_rows, m);
  CALL_KERNEL(banks_rows, m);
  return 0;
}
