// Linear algebra: the product of two integer matrices, the first kernel of every benchmark suite.
#include <stdio.h>
#include <stdlib.h>
#include "dynamatic/Integration.h"

#define N 12
#define M 10
#define P 8

void matmul(int a[N][M], int b[M][P], int c[N][P]) {
  for (int i = 0; i < N; i++) {
    for (int j = 0; j < P; j++) {
      int sum = 0;
      for (int k = 0; k < M; k++)
        sum += a[i][k] * b[k][j];
      c[i][j] = sum;
    }
  }
}

int main(void) {
  int a[N][M], b[M][P], c[N][P] = {0};

  srand(7);
  for (int i = 0; i < N; i++)
    for (int j = 0; j < M; j++)
      a[i][j] = rand() % 200 - 100;
  for (int i = 0; i < M; i++)
    for (int j = 0; j < P; j++)
      b[i][j] = rand() % 50;

  CALL_KERNEL(matmul, a, b, c);

  for (int i = 0; i < N; i++) {
    for (int j = 0; j < P; j++)
      printf("%7d", c[i][j]);
    printf("\n");
  }
  return 0;
}
