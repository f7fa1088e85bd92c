// Compression of one block as a cryptographic hash does it: message schedule, rotations, choice and majority over eight words.
#include "dynamatic/Integration.h"
#include <stdint.h>
#include <stdio.h>

#define ROUNDS 64
#define ROR(x, n) (((x) >> (n)) | ((x) << (32 - (n))))
#define CHOOSE(e, f, g) (((e) & (f)) ^ (~(e) & (g)))
#define MAJORITY(a, b, c) (((a) & (b)) ^ ((a) & (c)) ^ ((b) & (c)))

void compress(uint32_t hash[8], const uint32_t block[16]) {
  uint32_t w[ROUNDS];
  uint32_t a = hash[0], b = hash[1], c = hash[2], d = hash[3];
  uint32_t e = hash[4], f = hash[5], g = hash[6], h = hash[7];
  for (int t = 0; t < ROUNDS; t++) {
    if (t < 16)
      w[t] = block[t];
    else {
      uint32_t near = w[t - 2], far = w[t - 15];
      w[t] = (ROR(near, 17) ^ ROR(near, 19) ^ near >> 10) + w[t - 7] + (ROR(far, 7) ^ ROR(far, 18) ^ far >> 3) + w[t - 16];
    }
    uint32_t constant = (uint32_t)(t + 1) * 0x9E3779B9u;
    uint32_t first = h + (ROR(e, 6) ^ ROR(e, 11) ^ ROR(e, 25)) + CHOOSE(e, f, g) + constant + w[t];
    uint32_t second = (ROR(a, 2) ^ ROR(a, 13) ^ ROR(a, 22)) + MAJORITY(a, b, c);
    h = g, g = f, f = e;
    e = d + first;
    d = c, c = b, b = a;
    a = first + second;
  }
  hash[0] += a, hash[1] += b, hash[2] += c, hash[3] += d;
  hash[4] += e, hash[5] += f, hash[6] += g, hash[7] += h;
}

int main(void) {
  uint32_t hash[8] = {0x6A09E667, 0xBB67AE85, 0x3C6EF372, 0xA54FF53A, 0x510E527F, 0x9B05688C, 0x1F83D9AB, 0x5BE0CD19};
  uint32_t block[16];
  const char *text = "the quick brown fox jumps over the lazy dog, and then once again";
  for (int i = 0; i < 16; i++) {
    block[i] = 0;
    for (int k = 0; k < 4; k++)
      block[i] = block[i] << 8 | (unsigned char)text[4 * i + k];
  }
  for (int times = 0; times < 3; times++) {
    CALL_KERNEL(compress, hash, block);
    for (int i = 0; i < 8; i++)
      printf("%08x", hash[i]);
    printf("\n");
  }
  return 0;
}
