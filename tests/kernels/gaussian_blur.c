// Stencils: a separable blur with binomial weights: rows into a buffer of the kernel, then columns; borders repeat the last pixel.
#include <stdio.h>
#include <stdlib.h>
#include "dynamatic/Integration.h"

#define H 16
#define W 18

static int clamp(int v, int low, int high) { return v < low ? low : v > high ? high : v; }

void gaussian_blur(unsigned char image[H][W]) {
  static const unsigned char weights[] = {1, 4, 6, 4, 1};
  enum { REACH = sizeof weights / 2 };
  unsigned short buffer[H][W];
  for (int y = 0; y < H; y++)
    for (int x = 0; x < W; x++) {
      unsigned short acc = 0;
      for (int k = -REACH; k <= REACH; k++)
        acc += weights[k + REACH] * image[y][clamp(x + k, 0, W - 1)];
      buffer[y][x] = acc;
    }
  for (int x = 0; x < W; x++)
    for (int y = 0; y < H; y++) {
      unsigned acc = 128;
      for (int k = -REACH; k <= REACH; k++)
        acc += weights[k + REACH] * buffer[clamp(y + k, 0, H - 1)][x];
      image[y][x] = acc >> 8;
    }
}

int main(void) {
  unsigned char image[H][W];
  srand(8);
  for (int y = 0; y < H; y++)
    for (int x = 0; x < W; x++)
      image[y][x] = rand() & 0xff;
  for (int round = 0; round < 2; round++) {
    CALL_KERNEL(gaussian_blur, image);
    for (int y = 0; y < H; y++) {
      for (int x = 0; x < W; x++)
        printf("%4hhu", image[y][x]);
      printf("\n");
    }
    printf("\n");
  }
  return 0;
}
