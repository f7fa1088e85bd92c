// Shifts: of negative numbers, by variable amounts, of each width, whose type is that of the promoted left side.
#include "dynamatic/Integration.h"
#include <stdint.h>
#include <stdio.h>

#define N 64

void shift(int64_t x, int64_t right[N], uint64_t logical[N], uint64_t left[N], int32_t narrow[N], uint16_t half[N], int8_t byte[N]) {
  for (int n = 0; n < N; n++) {
    right[n] = x >> n;
    logical[n] = (uint64_t)x >> n;
    left[n] = (uint64_t)x << n;
    narrow[n] = ((int32_t)x >> n % 32) ^ (int32_t)((uint32_t)x << n % 32);
    half[n] = (uint16_t)x >> n % 16 | (uint16_t)x << (16 - n % 16) % 16;
    byte[n] = (int8_t)x >> (n & 7u);
    byte[n] = (uint8_t)byte[n] << 1;
    byte[n] ^= 1ull << n;
    narrow[n] >>= (uint8_t)(n / 2);
    left[n] >>= x < 0 ? 1 : 2;
  }
}

int main(void) {
  static const int64_t x[] = {1, -1, 0x123456789ABCDEF0, -0x7654321076543210, 0x80};
  int64_t right[N];
  uint64_t logical[N], left[N];
  int32_t narrow[N];
  uint16_t half[N];
  int8_t byte[N];
  for (int i = 0; i < 5; i++) {
    CALL_KERNEL(shift, x[i], right, logical, left, narrow, half, byte);
    for (int n = 0; n < N; n += 7)
      printf("%d: %ld %lx %lx %x %hx %d\n", n, right[n], logical[n], left[n], narrow[n], half[n], byte[n]);
  }
  return 0;
}
