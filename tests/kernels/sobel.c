// Stencils: edges of an image of bytes by the two masks of Sobel, from constant tables, with clamping to a byte.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include "dynamatic/Integration.h"

#define H 20
#define W 24

static const int8_t across[3][3] = {{-1, 0, 1}, {-2, 0, 2}, {-1, 0, 1}};
static const int8_t down[3][3] = {{-1, -2, -1}, {0}, {1, 2, 1}};

int sobel(const uint8_t in[H][W], uint8_t out[H][W]) {
  int edges = 0;
  for (int y = 1; y < H - 1; y++)
    for (int x = 1; x < W - 1; x++) {
      int gx = 0, gy = 0;
      for (int v = 0; v < 3; v++)
        for (int u = 0; u < 3; u++) {
          uint8_t pixel = in[y + v - 1][x + u - 1];
          gx += pixel * across[v][u];
          gy += pixel * down[v][u];
        }
      int magnitude = abs(gx) + abs(gy);
      out[y][x] = magnitude > 255 ? 255 : magnitude;
      edges += magnitude > 255;
    }
  return edges;
}

int main(void) {
  uint8_t in[H][W], out[H][W] = {{0}};
  for (int y = 0; y < H; y++)
    for (int x = 0; x < W; x++) {
      int inside = (x - 12) * (x - 12) + (y - 10) * (y - 10) < 40;
      in[y][x] = (uint8_t)((inside ? 200 : 30) + (x * y) % 9);
    }
  printf("%d edges\n", CALL_KERNEL(sobel, in, out));
  for (int y = 0; y < H; y++) {
    for (int x = 0; x < W; x++)
      printf("%02X", out[y][x]);
    printf("\n");
  }
  return 0;
}
