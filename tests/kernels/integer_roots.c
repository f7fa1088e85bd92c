// Square roots of integers, bit by bit and by Newton's steps, and a Q16 reciprocal: division, 64-bit products, loops of unknown
// length.
#include "dynamatic/Integration.h"
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

uint32_t root_by_bits(uint32_t x) {
  uint32_t root = 0, bit = 1u << 30;
  while (bit > x)
    bit >>= 2;
  while (bit != 0) {
    if (x >= root + bit) {
      x -= root + bit;
      root = (root >> 1) + bit;
    } else
      root >>= 1;
    bit >>= 2;
  }
  return root;
}

uint32_t root_by_newton(uint64_t x) {
  if (x < 2)
    return (uint32_t)x;
  uint64_t guess = x / 2 < 0xFFFFFFFF ? x / 2 : 0xFFFFFFFF;
  for (;;) {
    uint64_t next = (guess + x / guess) / 2;
    if (next >= guess)
      return (uint32_t)guess;
    guess = next;
  }
}

uint32_t reciprocal_q16(uint32_t x) {
  uint32_t guess = 1;
  for (int shift = 31; shift >= 0; shift--)
    if (x >> shift) {
      guess = 1u << (31 - shift > 16 ? 16 : 31 - shift);
      break;
    }
  for (int i = 0; i < 6; i++) {
    uint64_t product = (uint64_t)x * guess >> 16;
    uint64_t rest = product < 131072 ? 131072 - product : 0;
    guess = (uint32_t)(guess * rest >> 16);
  }
  return guess;
}

int main(void) {
  for (int i = 0; i < 12; i++) {
    uint32_t x = (uint32_t)rand() >> 2 * i;
    uint64_t wide = (uint64_t)x * x + (uint64_t)i;
    printf("%u: %u\n", x, CALL_KERNEL(root_by_bits, x));
    printf("%lu: %u\n", wide, CALL_KERNEL(root_by_newton, wide));
  }
  printf("%u\n", CALL_KERNEL(root_by_bits, 0));
  printf("%u\n", CALL_KERNEL(root_by_bits, 4294967295u));
  printf("%u\n", CALL_KERNEL(root_by_newton, 18446744073709551615ul));
  for (uint32_t x = 40000; x < 400000; x += 60001)
    printf("1/%.3f = %.4f\n", x / 65536.0, CALL_KERNEL(reciprocal_q16, x) / 65536.0);
  return 0;
}
