// Counting bits in several ways: by halves, by clearing the lowest, by a table of nibbles, and by the compiler's own; parity and
// leading zeros.
#include "dynamatic/Integration.h"
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#define N 32

static const uint8_t nibble[16] = {0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4};

static int by_halves(uint32_t x) {
  x = x - (x >> 1 & 0x55555555);
  x = (x & 0x33333333) + (x >> 2 & 0x33333333);
  x = (x + (x >> 4)) & 0x0F0F0F0F;
  return x * 0x01010101u >> 24;
}

static int by_clearing(uint32_t x) {
  int n = 0;
  for (; x; x &= x - 1)
    n++;
  return n;
}

static int by_nibbles(uint32_t x) {
  int n = 0;
  do
    n += nibble[x & 15];
  while (x >>= 4);
  return n;
}

static unsigned parity(uint64_t x) {
  x ^= x >> 32;
  x ^= x >> 16;
  x ^= x >> 8;
  x ^= x >> 4;
  return 0x6996 >> (x & 15) & 1;
}

static int leading_zeros(uint32_t x) {
  if (x == 0)
    return 32;
  int n = 0;
  if (!(x & 0xFFFF0000)) n += 16, x <<= 16;
  if (!(x & 0xFF000000)) n += 8, x <<= 8;
  if (!(x & 0xF0000000)) n += 4, x <<= 4;
  if (!(x & 0xC0000000)) n += 2, x <<= 2;
  return n + !(x >> 31);
}

int bit_counts(const uint32_t x[N], uint8_t count[N], uint8_t odd[N], int8_t zeros[N]) {
  int wrong = 0;
  for (int i = 0; i < N; i++) {
    count[i] = by_halves(x[i]);
    wrong += count[i] != by_clearing(x[i]);
    wrong += count[i] != by_nibbles(x[i]);
    wrong += count[i] != __builtin_popcount(x[i]);
    odd[i] = parity((uint64_t)x[i] << (i & 31));
    zeros[i] = leading_zeros(x[i]);
    wrong += x[i] && zeros[i] != __builtin_clz(x[i]);
  }
  return wrong;
}

int main(void) {
  uint32_t x[N];
  uint8_t count[N], odd[N];
  int8_t zeros[N];
  for (int i = 0; i < N; i++)
    x[i] = i % 9 == 8 ? 0 : (uint32_t)rand() << 1 >> (i * 5 & 31);
  printf("%d wrong\n", CALL_KERNEL(bit_counts, x, count, odd, zeros));
  for (int i = 0; i < N; i++)
    printf("%08X %2d %d %d\n", x[i], count[i], odd[i], zeros[i]);
  return 0;
}
