// Hamming's code (7, 4) with a bit of parity over all: encoding, a bit upset on the way, and decoding that mends it.
#include "dynamatic/Integration.h"
#include <stdio.h>
#include <stdlib.h>

#define BIT(x, n) (((x) >> (n)) & 1)
#define N 64

void encode(const unsigned char data[N], unsigned char code[N]) {
  for (int i = 0; i < N; i++) {
    unsigned char d = data[i] & 15;
    unsigned char p1 = BIT(d, 0) ^ BIT(d, 1) ^ BIT(d, 3);
    unsigned char p2 = BIT(d, 0) ^ BIT(d, 2) ^ BIT(d, 3);
    unsigned char p4 = BIT(d, 1) ^ BIT(d, 2) ^ BIT(d, 3);
    unsigned char word = p1 | p2 << 1 | BIT(d, 0) << 2 | p4 << 3 | (d & 14) << 3;
    unsigned char all = word;
    all ^= all >> 4;
    all ^= all >> 2;
    all ^= all >> 1;
    code[i] = word | (all & 1) << 7;
  }
}

void decode(unsigned char code[N], signed char data[N]) {
  for (int i = 0; i < N; i++) {
    int syndrome = 0, odd = 0;
    for (int bit = 0; bit < 8; bit++)
      if (code[i] & 1 << bit) {
        odd = !odd;
        if (bit != 7)
          syndrome ^= bit + 1;
      }
    if (syndrome != 0 && !odd) {
      data[i] = -1;
      continue;
    }
    if (syndrome)
      code[i] ^= 1 << (syndrome - 1);
    else if (odd)
      code[i] ^= 0x80;
    data[i] = BIT(code[i], 2) | (code[i] >> 3 & 14);
  }
}

int main(void) {
  unsigned char data[N], code[N];
  signed char back[N];
  for (int i = 0; i < N; i++)
    data[i] = i % 16;
  CALL_KERNEL(encode, data, code);
  for (int i = 0; i < N; i++) {
    printf("%02x ", code[i]);
    for (int upset = rand() % 3; upset > 0; upset--)
      code[i] ^= 1 << rand() % 8;
  }
  CALL_KERNEL(decode, code, back);
  int same = 0;
  for (int i = 0; i < N; i++) {
    same += back[i] == data[i];
    printf("%d ", back[i]);
  }
  printf("\n%d of %d\n", same, N);
  return 0;
}
