// Break, continue and return from loops within loops and switches: each leaves the right one.
#include "dynamatic/Integration.h"
#include <stdio.h>
#include <stdlib.h>

#define ROWS 12
#define COLUMNS 10

int exits(const int grid[ROWS][COLUMNS], int note[ROWS]) {
  int work = 0;
  for (int i = 0; i < ROWS; i++) {
    note[i] = 0;
    if (grid[i][0] % 11 == 0)
      continue;
    int j = 0;
    while (1) {
      if (j == COLUMNS)
        break;
      int x = grid[i][j++];
      if (x < 0)
        continue;
      switch (x % 5) {
      case 0:
        note[i] += 1000;
        break;
      case 1:
        for (int k = 0; k < x; k++) {
          if (k == 3)
            break;
          work += k;
        }
        continue;
      case 2:
        do {
          x /= 2;
          if (x % 3 == 1)
            continue;
          work++;
        } while (x > 4);
        break;
      case 3:
        if (x > 90)
          return -(i * COLUMNS + j);
        // fall through
      default:
        work += 2;
      }
      note[i] += j;
      if (note[i] > 5000)
        break;
    }
    note[i] += 100 * j;
  }
  return work;
}

int main(void) {
  int grid[ROWS][COLUMNS], note[ROWS];
  for (int times = 0; times < 4; times++) {
    for (int i = 0; i < ROWS; i++) {
      note[i] = -1;
      for (int j = 0; j < COLUMNS; j++)
        grid[i][j] = rand() % (100 + 10 * (times & 1)) - 20;
    }
    int work = CALL_KERNEL(exits, grid, note);
    printf("work %d:", work);
    for (int i = 0; i < ROWS; i++)
      printf(" %d", note[i]);
    printf("\n");
  }
  return 0;
}
