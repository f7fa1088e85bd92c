// Filters: a layer of a convolutional network: several channels in and out (arrays of four dimensions), a bias, rectification and pooling.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include "dynamatic/Integration.h"

#define IN 2
#define OUT 3
#define H 10
#define W 8
#define K 3

void conv2d(int8_t image[IN][H][W], int8_t weights[OUT][IN][K][K], int32_t bias[OUT], int32_t result[OUT][H - K + 1][W - K + 1]) {
  for (int o = 0; o < OUT; o++)
    for (int y = 0; y <= H - K; y++)
      for (int x = 0; x <= W - K; x++) {
        int32_t acc = bias[o];
        for (int i = 0; i < IN; i++)
          for (int v = 0; v < K; v++)
            for (int u = 0; u < K; u++)
              acc += image[i][y + v][x + u] * weights[o][i][v][u];
        result[o][y][x] = acc > 0 ? acc : 0;
      }
}

void pool(int32_t from[OUT][H - K + 1][W - K + 1], uint8_t to[OUT][(H - K + 1) / 2][(W - K + 1) / 2]) {
  for (int o = 0; o < OUT; o++)
    for (int y = 0; y < (H - K + 1) / 2; y++)
      for (int x = 0; x < (W - K + 1) / 2; x++) {
        int32_t best = from[o][2 * y][2 * x];
        for (int d = 1; d < 4; d++) {
          int32_t v = from[o][2 * y + d / 2][2 * x + d % 2];
          best = v > best ? v : best;
        }
        best >>= 7;
        to[o][y][x] = (uint8_t)(best > 255 ? 255 : best);
      }
}

int main(void) {
  int8_t image[IN][H][W], weights[OUT][IN][K][K];
  int32_t bias[OUT] = {100, -200, 3000}, result[OUT][H - K + 1][W - K + 1] = {{{0}}};
  uint8_t pooled[OUT][(H - K + 1) / 2][(W - K + 1) / 2] = {{{0}}};
  srand(99);
  for (int i = 0; i < IN; i++)
    for (int y = 0; y < H; y++)
      for (int x = 0; x < W; x++)
        image[i][y][x] = (int8_t)(rand() % 256 - 128);
  for (int o = 0; o < OUT; o++)
    for (int i = 0; i < IN; i++)
      for (int v = 0; v < K; v++)
        for (int u = 0; u < K; u++)
          weights[o][i][v][u] = (int8_t)(rand() % 256 - 128);
  CALL_KERNEL(conv2d, image, weights, bias, result);
  CALL_KERNEL(pool, result, pooled);
  for (int o = 0; o < OUT; o++) {
    printf("channel %d\n", o);
    for (int y = 0; y <= H - K; y++) {
      for (int x = 0; x <= W - K; x++)
        printf(" %6d", result[o][y][x]);
      printf("\n");
    }
    for (int y = 0; y < (H - K + 1) / 2; y++)
      printf(" %3u %3u %3u\n", pooled[o][y][0], pooled[o][y][1], pooled[o][y][2]);
  }
  return 0;
}
