// All shortest paths by Floyd and Warshall: a triple loop over one matrix that is read and written in place.
#include "dynamatic/Integration.h"
#include <stdio.h>
#include <stdlib.h>

#define N 16
#define NONE 10000

void floyd_warshall(int d[N][N]) {
  for (int k = 0; k < N; k++)
    for (int i = 0; i < N; i++)
      for (int j = 0; j < N; j++) {
        int through = d[i][k] + d[k][j];
        if (through < d[i][j])
          d[i][j] = through;
      }
}

int main(void) {
  int d[N][N];
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      d[i][j] = i == j ? 0 : rand() % 4 == 0 ? rand() % 50 + 1 : NONE;
  CALL_KERNEL(floyd_warshall, d);
  for (int i = 0; i < N; i++) {
    for (int j = 0; j < N; j++)
      printf("%5d", d[i][j]);
    printf("\n");
  }
  return 0;
}
