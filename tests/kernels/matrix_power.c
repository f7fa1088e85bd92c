// Linear algebra: powers of a matrix modulo a prime by repeated squaring; 64-bit remainders, and arrays that only the kernel has.
#include <stdint.h>
#include <stdio.h>
#include "dynamatic/Integration.h"

#define N 4
#define P UINT64_C(1000000007)

static void multiply(uint64_t to[N][N], uint64_t x[N][N], uint64_t y[N][N]) {
  uint64_t product[N][N];
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) {
      uint64_t s = 0;
      for (int k = 0; k < N; k++)
        s = (s + x[i][k] * y[k][j]) % P;
      product[i][j] = s;
    }
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      to[i][j] = product[i][j];
}

unsigned matrix_power(uint64_t m[N][N], uint64_t result[N][N], uint64_t exponent) {
  uint64_t square[N][N];
  unsigned steps = 0;
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) {
      square[i][j] = m[i][j];
      result[i][j] = i == j;
    }
  while (exponent != 0) {
    if (exponent & 1)
      multiply(result, result, square);
    multiply(square, square, square);
    exponent >>= 1;
    steps++;
  }
  return steps;
}

int main(void) {
  uint64_t m[N][N] = {{1, 1, 1, 1}, {[0] = 1}, {[1] = 1}, {[2] = 1}};
  uint64_t result[N][N] = {{0}};
  static const uint64_t exponents[] = {0, 1, 2, 10, 1000, 123456789012345ull};
  for (unsigned i = 0; i < sizeof exponents / sizeof exponents[0]; i++) {
    unsigned steps = CALL_KERNEL(matrix_power, m, result, exponents[i]);
    printf("%llu (%u steps):", (unsigned long long)exponents[i], steps);
    for (int j = 0; j < N; j++)
      printf(" %llu", (unsigned long long)result[0][j]);
    printf("\n");
  }
  return 0;
}
