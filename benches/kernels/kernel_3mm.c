// Three products of matrices of 10 × 10, the last of what the first two left in memory; Dynamatic has two load-store queues for that.
#include "dynamatic/Integration.h"

#define SIZE 10

void kernel_3mm(const int a[SIZE][SIZE], const int b[SIZE][SIZE], const int c[SIZE][SIZE], const int d[SIZE][SIZE],
                int ab[SIZE][SIZE], int cd[SIZE][SIZE], int product[SIZE][SIZE]) {
  for (unsigned i = 0; i < SIZE; i++)
    for (unsigned j = 0; j < SIZE; j++) {
      int sum = 0;
      for (unsigned k = 0; k < SIZE; k++)
        sum += a[i][k] * b[k][j];
      ab[i][j] = sum;
    }
  for (unsigned i = 0; i < SIZE; i++)
    for (unsigned j = 0; j < SIZE; j++) {
      int sum = 0;
      for (unsigned k = 0; k < SIZE; k++)
        sum += c[i][k] * d[k][j];
      cd[i][j] = sum;
    }
  for (unsigned i = 0; i < SIZE; i++)
    for (unsigned j = 0; j < SIZE; j++) {
      int sum = 0;
      for (unsigned k = 0; k < SIZE; k++)
        sum += ab[i][k] * cd[k][j];
      product[i][j] = sum;
    }
}

int main(void) {
  int a[SIZE][SIZE], b[SIZE][SIZE], c[SIZE][SIZE], d[SIZE][SIZE];
  int ab[SIZE][SIZE], cd[SIZE][SIZE], product[SIZE][SIZE];
  for (int i = 0; i < SIZE; i++)
    for (int j = 0; j < SIZE; j++) {
      a[i][j] = (i + j * 3) % 10;
      b[i][j] = (i * 7 + j) % 10;
      c[i][j] = (i * 3 + j * 9) % 10;
      d[i][j] = (i + j) % 10;
      ab[i][j] = cd[i][j] = product[i][j] = 0;
    }
  CALL_KERNEL(kernel_3mm, a, b, c, d, ab, cd, product);
  return 0;
}
