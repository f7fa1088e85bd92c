// Stencils: nine points in place, so that each point needs those just computed; integers, with division of negative numbers.
#include <stdio.h>
#include <stdlib.h>
#include "dynamatic/Integration.h"

#define N 18

void seidel_2d(int steps, int a[N][N]) {
  for (int t = 0; t < steps; t++)
    for (int i = 1; i <= N - 2; i++)
      for (int j = 1; j <= N - 2; j++)
        a[i][j] = (a[i - 1][j - 1] + a[i - 1][j] + a[i - 1][j + 1] + a[i][j - 1] + a[i][j] + a[i][j + 1] + a[i + 1][j - 1] +
                   a[i + 1][j] + a[i + 1][j + 1]) /
                  9;
}

int main(void) {
  int a[N][N];
  srand(77);
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      a[i][j] = rand() % 20001 - 10000;
  CALL_KERNEL(seidel_2d, 4, a);
  for (int i = 0; i < N; i++) {
    for (int j = 0; j < N; j++)
      printf("%d ", a[i][j]);
    printf("\n");
  }
  return 0;
}
