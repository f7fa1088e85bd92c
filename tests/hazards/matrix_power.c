// Rows of a matrix times a vector, again and again, through lists of places.
#include "dynamatic/Integration.h"

void matrix_power(int x[6][8], const int row[8], const int col[8], const int a[8]) {
  for (int k = 1; k < 6; k++)
    for (int p = 0; p < 8; p++)
      x[k][row[p]] += a[p] * x[k - 1][col[p]];
}

int main(void) {
  int x[6][8], row[8], col[8], a[8];
  for (int k = 0; k < 6; k++)
    for (int i = 0; i < 8; i++)
      x[k][i] = k == 0 ? i + 1 : 0;
  for (int i = 0; i < 8; i++) {
    row[i] = i * 3 % 5;
    col[i] = i * 5 % 8;
    a[i] = i % 3 + 1;
  }
  CALL_KERNEL(matrix_power, x, row, col, a);
  return 0;
}
