// Linear algebra: D = alpha * A * B * C + beta * D, two products of which the second waits for the first; in unsigned wrap-around arithmetic.
#include <stdint.h>
#include <stdio.h>
#include "dynamatic/Integration.h"

#define NI 9
#define NJ 10
#define NK 11
#define NL 12

void two_mm(uint32_t alpha, uint32_t beta, uint32_t tmp[NI][NJ], uint32_t a[NI][NK], uint32_t b[NK][NJ], uint32_t c[NJ][NL],
            uint32_t d[NI][NL]) {
  for (unsigned i = 0; i < NI; i++)
    for (unsigned j = 0; j < NJ; j++) {
      tmp[i][j] = 0;
      for (unsigned k = 0; k < NK; ++k)
        tmp[i][j] += alpha * a[i][k] * b[k][j];
    }
  for (unsigned i = 0; i < NI; i++)
    for (unsigned j = 0; j < NL; j++) {
      d[i][j] *= beta;
      for (unsigned k = 0; k < NJ; ++k)
        d[i][j] += tmp[i][k] * c[k][j];
    }
}

static uint32_t state = 12345;

static uint32_t next(void) {
  state = state * 1664525u + 1013904223u;
  return state >> 4;
}

int main(void) {
  static uint32_t tmp[NI][NJ], a[NI][NK], b[NK][NJ], c[NJ][NL], d[NI][NL];
  for (int i = 0; i < NI; i++)
    for (int j = 0; j < NK; j++)
      a[i][j] = next();
  for (int i = 0; i < NK; i++)
    for (int j = 0; j < NJ; j++)
      b[i][j] = next();
  for (int i = 0; i < NJ; i++)
    for (int j = 0; j < NL; j++)
      c[i][j] = next();
  for (int i = 0; i < NI; i++)
    for (int j = 0; j < NL; j++)
      d[i][j] = next();
  CALL_KERNEL(two_mm, 3, 5, tmp, a, b, c, d);
  for (int i = 0; i < NI; i++) {
    for (int j = 0; j < NL; j++)
      printf("%08x%c", d[i][j], j == NL - 1 ? '\n' : ' ');
  }
  return 0;
}
