// Both products of the biconjugate gradient step, with a matrix and its transpose, 30 × 30 in one pass over the matrix. One of the two is collected in
// an array that each burst goes through, for which Dynamatic has a load-store queue.
#include "dynamatic/Integration.h"

#define SIZE 30

int bicg(const int matrix[SIZE][SIZE], int down[SIZE], int across[SIZE], const int p[SIZE], const int r[SIZE]) {
  int sum = 0;
  for (unsigned i = 0; i < SIZE; i++) {
    sum = across[i];
    for (unsigned j = 0; j < SIZE; j++) {
      int element = matrix[i][j];
      down[j] += r[i] * element;
      sum += element * p[j];
    }
    across[i] = sum;
  }
  return sum;
}

int main(void) {
  int matrix[SIZE][SIZE], down[SIZE], across[SIZE], p[SIZE], r[SIZE];
  for (int i = 0; i < SIZE; i++) {
    down[i] = i * 17 % 100;
    across[i] = i * 23 % 100;
    p[i] = i * 31 % 100;
    r[i] = i * 43 % 100;
    for (int j = 0; j < SIZE; j++)
      matrix[i][j] = (i * 59 + j * 61) % 100;
  }
  CALL_KERNEL(bicg, matrix, down, across, p, r);
  return 0;
}
