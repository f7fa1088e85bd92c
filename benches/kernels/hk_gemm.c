// The product of two matrices of 16 × 16: 256 bursts of 16.
#include "dynamatic/Integration.h"

#define SIZE 16

void hk_gemm(const int left[SIZE][SIZE], const int right[SIZE][SIZE], int product[SIZE][SIZE]) {
  for (int row = 0; row < SIZE; row++)
    for (int column = 0; column < SIZE; column++) {
      int sum = 0;
      for (int k = 0; k < SIZE; k++)
        sum += left[row][k] * right[k][column];
      product[row][column] = sum;
    }
}

int main(void) {
  int left[SIZE][SIZE], right[SIZE][SIZE], product[SIZE][SIZE];
  for (int r = 0; r < SIZE; r++)
    for (int c = 0; c < SIZE; c++) {
      left[r][c] = (r * 3 + c) % 10;
      right[r][c] = (r + c * 7) % 10;
    }
  CALL_KERNEL(hk_gemm, left, right, product);
  return 0;
}
