// Permutations of bits: reversal, byte order, rotation, Gray code and back, and the interleaving of Morton codes.
#include "dynamatic/Integration.h"
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#define N 16
#define ROTATE(x, n) ((x) << (n) | (x) >> (32 - (n)))

static uint32_t reverse(uint32_t x) {
  x = (x & 0xAAAAAAAA) >> 1 | (x & 0x55555555) << 1;
  x = (x & 0xCCCCCCCC) >> 2 | (x & 0x33333333) << 2;
  x = (x & 0xF0F0F0F0) >> 4 | (x & 0x0F0F0F0F) << 4;
  x = (x & 0xFF00FF00) >> 8 | (x & 0x00FF00FF) << 8;
  return ROTATE(x, 16);
}

static uint32_t swap_bytes(uint32_t x) {
  return x >> 24 | (x >> 8 & 0xFF00) | (x << 8 & 0xFF0000) | x << 24;
}

static uint32_t gray(uint32_t x) { return x ^ x >> 1; }

static uint32_t from_gray(uint32_t g) {
  for (unsigned shift = 1; shift < 32; shift *= 2)
    g ^= g >> shift;
  return g;
}

static uint64_t spread(uint32_t v) {
  uint64_t x = v;
  x = (x | x << 16) & 0x0000FFFF0000FFFFull;
  x = (x | x << 8) & 0x00FF00FF00FF00FFull;
  x = (x | x << 4) & 0x0F0F0F0F0F0F0F0Full;
  x = (x | x << 2) & 0x3333333333333333ull;
  return (x | x << 1) & 0x5555555555555555ull;
}

void permute(const uint32_t x[N], uint32_t reversed[N], uint32_t swapped[N], uint32_t rotated[N], uint32_t coded[N],
             uint64_t morton[N]) {
  for (int i = 0; i < N; i++) {
    reversed[i] = reverse(x[i]);
    swapped[i] = swap_bytes(x[i]);
    rotated[i] = ROTATE(x[i], i + 1);
    coded[i] = from_gray(gray(x[i])) == x[i] ? gray(x[i]) : 0xBAD;
    morton[i] = spread(x[i]) | spread(x[(i + 1) % N]) << 1;
  }
}

int main(void) {
  uint32_t x[N], reversed[N], swapped[N], rotated[N], coded[N];
  uint64_t morton[N];
  for (int i = 0; i < N; i++)
    x[i] = (uint32_t)rand() * 2u + (uint32_t)(i & 1);
  CALL_KERNEL(permute, x, reversed, swapped, rotated, coded, morton);
  for (int i = 0; i < N; i++)
    printf("%08x: %08x %08x %08x %08x %016lx\n", x[i], reversed[i], swapped[i], rotated[i], coded[i], morton[i]);
  return 0;
}
