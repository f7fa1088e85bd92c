// Generators of pseudo-random numbers: xorshift in 32 and 64 bits, a multiply and add, a feedback register, and their state kept
// in static variables.
#include "dynamatic/Integration.h"
#include <stdint.h>
#include <stdio.h>

#define N 12

static uint32_t xorshift32(void) {
  static uint32_t x = 2463534242u;
  x ^= x << 13;
  x ^= x >> 17;
  x ^= x << 5;
  return x;
}

static uint64_t state = 88172645463325252ull;

static uint64_t xorshift64(void) {
  state ^= state << 13;
  state ^= state >> 7;
  return state ^= state << 17;
}

static uint16_t feedback(uint16_t x) {
  uint16_t bit = (x ^ x >> 2 ^ x >> 3 ^ x >> 5) & 1;
  return x >> 1 | bit << 15;
}

void generate(uint32_t a[N], uint64_t b[N], uint32_t c[N], uint16_t d[N]) {
  uint32_t linear = 12345;
  uint16_t reg = 0xACE1;
  for (int i = 0; i < N; i++) {
    a[i] = xorshift32();
    b[i] = xorshift64();
    linear = linear * 1664525u + 1013904223u;
    c[i] = linear;
    d[i] = reg = feedback(reg);
  }
}

int main(void) {
  uint32_t a[N], c[N];
  uint64_t b[N];
  uint16_t d[N];
  for (int times = 0; times < 2; times++) {
    CALL_KERNEL(generate, a, b, c, d);
    for (int i = 0; i < N; i++)
      printf("%u %lu %u %u\n", a[i], b[i], c[i], d[i]);
  }
  return 0;
}
