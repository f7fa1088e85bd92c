// Stencils: relaxation in the plane until the largest change is small, between two layers of an array of three dimensions that swap roles.
#include <math.h>
#include <stdio.h>
#include "dynamatic/Integration.h"

#define N 14

int jacobi_2d(float grid[2][N][N], float tolerance, int limit) {
  int from = 0, steps = 0;
  float change;
  do {
    int to = 1 - from;
    change = 0.0f;
    for (int i = 1; i < N - 1; i++)
      for (int j = 1; j < N - 1; j++) {
        float v = 0.25f * (grid[from][i - 1][j] + grid[from][i + 1][j] + grid[from][i][j - 1] + grid[from][i][j + 1]);
        change = fmaxf(change, fabsf(v - grid[from][i][j]));
        grid[to][i][j] = v;
      }
    from = to;
  } while (++steps < limit && change > tolerance);
  return steps;
}

int main(void) {
  static float grid[2][N][N];
  for (int i = 0; i < N; i++)
    for (int layer = 0; layer < 2; layer++) {
      grid[layer][0][i] = 100.0f;
      grid[layer][i][N - 1] = 10.0f * i;
    }
  int steps = CALL_KERNEL(jacobi_2d, grid, 0.05f, 300);
  printf("%d steps\n", steps);
  for (int i = 0; i < N; i++) {
    for (int j = 0; j < N; j++)
      printf("%8.3f", grid[steps % 2][i][j]);
    printf("\n");
  }
  return 0;
}
