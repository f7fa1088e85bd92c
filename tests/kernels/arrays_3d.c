// Arrays of three dimensions: a transport step in a box, sums over each axis, planes handed to a helper, rows through pointers.
#include "dynamatic/Integration.h"
#include <stdio.h>

#define X 5
#define Y 6
#define Z 7

static int plane_sum(const int plane[Y][Z]) {
  int sum = 0;
  for (int y = 0; y < Y; y++)
    for (int z = 0; z < Z; z++)
      sum += plane[y][z];
  return sum;
}

static int row_max(const int *row) {
  int best = *row;
  for (const int *p = row + 1; p != row + Z; p++)
    if (*p > best)
      best = *p;
  return best;
}

int reduce(int a[X][Y][Z], int b[X][Y][Z], int by_x[X], int by_y[Y], int by_z[Z], int top[X][Y]) {
  int border = 0;
  for (int x = 0; x < X; x++)
    for (int y = 0; y < Y; y++)
      for (int z = 0; z < Z; z++) {
        if (x == 0 || y == 0 || z == 0 || x == X - 1 || y == Y - 1 || z == Z - 1) {
          b[x][y][z] = a[x][y][z];
          border++;
          continue;
        }
        int around = a[x - 1][y][z] + a[x + 1][y][z] + a[x][y - 1][z] + a[x][y + 1][z] + a[x][y][z - 1] + a[x][y][z + 1];
        b[x][y][z] = (around + 2 * a[x][y][z]) / 8;
      }
  for (int x = 0; x < X; x++) {
    by_x[x] = plane_sum(b[x]);
    for (int y = 0; y < Y; y++)
      top[x][y] = row_max(b[x][y]);
  }
  for (int y = 0; y < Y; y++)
    by_y[y] = 0;
  for (int z = 0; z < Z; z++)
    by_z[z] = 0;
  for (int x = 0; x < X; x++)
    for (int y = 0; y < Y; y++)
      for (int z = 0; z < Z; z++) {
        by_y[y] += b[x][y][z];
        by_z[z] += *(*(*(b + x) + y) + z);
      }
  return border;
}

int main(void) {
  int a[X][Y][Z], b[X][Y][Z], by_x[X], by_y[Y], by_z[Z], top[X][Y];
  for (int x = 0; x < X; x++)
    for (int y = 0; y < Y; y++)
      for (int z = 0; z < Z; z++)
        a[x][y][z] = (x * 31 + y * 17 + z * 7) % 100 - 30;
  printf("%d at the border\n", CALL_KERNEL(reduce, a, b, by_x, by_y, by_z, top));
  for (int x = 0; x < X; x++)
    printf("%d ", by_x[x]);
  for (int y = 0; y < Y; y++)
    printf("%d ", by_y[y]);
  for (int z = 0; z < Z; z++)
    printf("%d ", by_z[z]);
  printf("\n%lu %lu %lu\n", sizeof a, sizeof a[0], sizeof a[0][0] / sizeof a[0][0][0]);
  for (int i = 0; i < X * Y; i++)
    printf("%d ", top[i / Y][i % Y]);
  printf("\n");
  return 0;
}
