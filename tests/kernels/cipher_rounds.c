// Rounds of a block cipher of the substitution and permutation kind: a box computed in GF(256), rows shifted, columns mixed.
#include "dynamatic/Integration.h"
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#define ROUNDS 5

static uint8_t times_two(uint8_t x) {
  return (uint8_t)(x << 1 ^ (x & 0x80 ? 0x1B : 0));
}

static uint8_t multiply(uint8_t a, uint8_t b) {
  uint8_t product = 0;
  while (b) {
    if (b & 1)
      product ^= a;
    a = times_two(a);
    b >>= 1;
  }
  return product;
}

void make_box(uint8_t box[256]) {
  for (int i = 0; i < 256; i++) {
    uint8_t inverse = 1, power = (uint8_t)i;
    for (int bits = 254; bits; bits >>= 1) {
      if (bits & 1)
        inverse = multiply(inverse, power);
      power = multiply(power, power);
    }
    uint8_t out = 0x63;
    for (int turn = 0; turn < 5; turn++)
      out ^= (uint8_t)(inverse << turn | inverse >> (8 - turn));
    box[i] = out;
  }
}

void encrypt(const uint8_t box[256], const uint8_t key[16], uint8_t state[4][4]) {
  for (int round = 0; round < ROUNDS; round++) {
    uint8_t moved[4][4];
    for (int r = 0; r < 4; r++)
      for (int c = 0; c < 4; c++)
        moved[r][c] = box[state[r][(c + r) & 3] ^ key[(4 * r + c + round) % 16]];
    for (int c = 0; c < 4; c++) {
      uint8_t all = moved[0][c] ^ moved[1][c] ^ moved[2][c] ^ moved[3][c];
      for (int r = 0; r < 4; r++)
        state[r][c] = moved[r][c] ^ all ^ times_two(moved[r][c] ^ moved[(r + 1) % 4][c]);
    }
  }
}

int main(void) {
  uint8_t box[256], key[16], state[4][4];
  CALL_KERNEL(make_box, box);
  for (int i = 0; i < 256; i++)
    printf("%02x%c", box[i], i % 16 == 15 ? '\n' : ' ');
  for (int i = 0; i < 16; i++) {
    key[i] = rand() & 0xFF;
    state[i / 4][i % 4] = i * 11;
  }
  CALL_KERNEL(encrypt, box, key, state);
  for (int r = 0; r < 4; r++)
    printf("%02hhx %02hhx %02hhx %02hhx\n", state[r][0], state[r][1], state[r][2], state[r][3]);
  return 0;
}
