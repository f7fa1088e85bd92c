// Filters: a cascade of biquad sections in fixed point, with saturation; the state of the sections is an array of structures.
#include <stdint.h>
#include <stdio.h>
#include "dynamatic/Integration.h"

#define SECTIONS 3
#define N 128

typedef struct {
  int32_t b0, b1, b2, a1, a2;
} coefficients;

typedef struct {
  int32_t x1, x2, y1, y2;
} history;

static inline int32_t saturate(int64_t v) {
  if (v > INT16_MAX)
    return INT16_MAX;
  if (v < INT16_MIN)
    return INT16_MIN;
  return (int32_t)v;
}

int biquad(coefficients c[SECTIONS], history h[SECTIONS], int16_t samples[N]) {
  int saturated = 0;
  for (int n = 0; n < N; n++) {
    int32_t v = samples[n];
    for (int s = 0; s < SECTIONS; s++) {
      int64_t acc = (int64_t)c[s].b0 * v;
      acc += (int64_t)c[s].b1 * h[s].x1 + (int64_t)c[s].b2 * h[s].x2;
      acc -= (int64_t)c[s].a1 * h[s].y1 + (int64_t)c[s].a2 * h[s].y2;
      int32_t out = saturate(acc >> 14);
      saturated += out == INT16_MAX || out == INT16_MIN;
      h[s].x2 = h[s].x1;
      h[s].x1 = v;
      h[s].y2 = h[s].y1;
      h[s].y1 = out;
      v = out;
    }
    samples[n] = (int16_t)v;
  }
  return saturated;
}

int main(void) {
  coefficients c[SECTIONS] = {
      {.b0 = 4000, .b1 = 8000, .b2 = 4000, .a1 = -12000, .a2 = 5000},
      {9000, -3000, 9000, -2000, 7000},
      {.a2 = 3000, .a1 = 1000, .b0 = 30000},
  };
  history h[SECTIONS] = {{0}};
  int16_t samples[N];
  for (int i = 0; i < N; i++)
    samples[i] = (int16_t)((i * 2531) % 40000 - 20000);
  int saturated = CALL_KERNEL(biquad, c, h, samples);
  printf("saturated %d times\n", saturated);
  for (int i = 0; i < N; i++)
    printf("%hd%c", samples[i], (i + 1) % 16 ? ' ' : '\n');
  for (int s = 0; s < SECTIONS; s++)
    printf("%d %d %d %d\n", h[s].x1, h[s].x2, h[s].y1, h[s].y2);
  return 0;
}
