// Stencils: cells on a torus, alive or not (_Bool), for some generations; printed as pictures. The population is the kernel's result.
#include <stdbool.h>
#include <stdio.h>
#include "dynamatic/Integration.h"

#define H 12
#define W 16

unsigned life(bool cells[H][W], bool next[H][W]) {
  unsigned population = 0;
  for (int y = 0; y < H; y++)
    for (int x = 0; x < W; x++) {
      int neighbours = 0;
      for (int dy = -1; dy <= 1; dy++)
        for (int dx = -1; dx <= 1; dx++)
          if (dy != 0 || dx != 0)
            neighbours += cells[(y + dy + H) % H][(x + dx + W) % W];
      next[y][x] = neighbours == 3 || (cells[y][x] && neighbours == 2);
    }
  for (int y = 0; y < H; y++)
    for (int x = 0; x < W; x++)
      population += cells[y][x] = next[y][x];
  return population;
}

int main(void) {
  bool cells[H][W] = {
      [1] = {[2] = 1},
      [2] = {[3] = true},
      [3] = {0, 1, 1, 1},
      [7] = {[9] = 1, 1, 1},
      [8] = {[8] = 1, 1, 1},
  };
  bool next[H][W] = {{false}};
  for (int generation = 0; generation < 30; generation++) {
    unsigned population = CALL_KERNEL(life, cells, next);
    printf("generation %d: %u\n", generation, population);
    if (generation % 10 == 9)
      for (int y = 0; y < H; y++) {
        for (int x = 0; x < W; x++)
          putchar(cells[y][x] ? '#' : '.');
        putchar('\n');
      }
  }
  return 0;
}
