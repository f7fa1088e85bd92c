// Two products of matrices of 10 × 10, the second of what the first left in memory; Dynamatic has a load-store queue for that.
#include "dynamatic/Integration.h"

#define SIZE 10

void kernel_2mm(int scale, int keep, int half[SIZE][SIZE], const int a[SIZE][SIZE], const int b[SIZE][SIZE],
                const int c[SIZE][SIZE], int result[SIZE][SIZE]) {
  for (unsigned i = 0; i < SIZE; i++)
    for (unsigned j = 0; j < SIZE; j++) {
      int sum = 0;
      for (unsigned k = 0; k < SIZE; k++)
        sum += scale * a[i][k] * b[k][j];
      half[i][j] = sum;
    }
  for (unsigned i = 0; i < SIZE; i++)
    for (unsigned j = 0; j < SIZE; j++) {
      int sum = result[i][j] * keep;
      for (unsigned k = 0; k < SIZE; k++)
        sum += half[i][k] * c[k][j];
      result[i][j] = sum;
    }
}

int main(void) {
  int half[SIZE][SIZE], a[SIZE][SIZE], b[SIZE][SIZE], c[SIZE][SIZE], result[SIZE][SIZE];
  for (int i = 0; i < SIZE; i++)
    for (int j = 0; j < SIZE; j++) {
      half[i][j] = 0;
      a[i][j] = (i * 7 + j * 3) % 20;
      b[i][j] = (i * 5 + j * 11) % 20;
      c[i][j] = (i * 13 + j) % 20;
      result[i][j] = (i + j * 17) % 100;
    }
  int scale = 5, keep = 3;
  CALL_KERNEL(kernel_2mm, scale, keep, half, a, b, c, result);
  return 0;
}
