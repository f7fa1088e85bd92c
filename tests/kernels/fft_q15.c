// Fast Fourier transform of 32 points in Q15 fixed point, radix 2, with halving in every stage so that nothing overflows.
#include "dynamatic/Integration.h"
#include <stdint.h>
#include <stdio.h>

#define LOG 5
#define N (1 << LOG)

static const int16_t SINE[N] = {0,      6393,   12539,  18204,  23170,  27245,  30273,  32137,  32767,  32137,  30273,
                                27245,  23170,  18204,  12539,  6393,   0,      -6393,  -12539, -18204, -23170, -27245,
                                -30273, -32137, -32767, -32137, -30273, -27245, -23170, -18204, -12539, -6393};

static int16_t q15_mul(int16_t a, int16_t b) {
  return (int16_t)(((int32_t)a * b + (1 << 14)) >> 15);
}

void fft(int16_t re[N], int16_t im[N]) {
  for (unsigned i = 0; i < N; i++) {
    unsigned j = 0;
    for (int b = 0; b < LOG; b++)
      j |= (i >> b & 1u) << (LOG - 1 - b);
    if (j > i) {
      int16_t t = re[i];
      re[i] = re[j];
      re[j] = t;
      t = im[i];
      im[i] = im[j];
      im[j] = t;
    }
  }
  for (int half = 1, step = N / 2; half < N; half <<= 1, step >>= 1)
    for (int group = 0; group < N; group += 2 * half)
      for (int k = 0; k < half; k++) {
        int16_t wr = SINE[(k * step + N / 4) % N], wi = -SINE[k * step];
        int a = group + k, b = a + half;
        int16_t tr = q15_mul(re[b], wr) - q15_mul(im[b], wi);
        int16_t ti = q15_mul(re[b], wi) + q15_mul(im[b], wr);
        int16_t ar = re[a], ai = im[a];
        re[a] = (ar + tr) >> 1;
        im[a] = (ai + ti) >> 1;
        re[b] = (ar - tr) >> 1;
        im[b] = (ai - ti) >> 1;
      }
}

int main(void) {
  int16_t re[N], im[N];
  for (int i = 0; i < N; i++) {
    re[i] = SINE[3 * i % N] / 4 + SINE[7 * i % N] / 8 + (i % 5 - 2) * 100;
    im[i] = 0;
  }
  CALL_KERNEL(fft, re, im);
  for (int i = 0; i < N; i++)
    printf("%6hd %6hd\n", re[i], im[i]);
  return 0;
}
