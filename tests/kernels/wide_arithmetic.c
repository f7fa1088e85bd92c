// 64-bit arithmetic: the upper half of a product, multiplication modulo a prime, powers, division by parts, Fibonacci numbers.
#include "dynamatic/Integration.h"
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#define MODULUS 2305843009213693951ll

uint64_t high_product(uint64_t a, uint64_t b) {
  uint64_t al = (uint32_t)a, ah = a >> 32, bl = (uint32_t)b, bh = b >> 32;
  uint64_t low = al * bl, first = ah * bl, second = al * bh;
  uint64_t middle = (low >> 32) + (uint32_t)first + (uint32_t)second;
  return ah * bh + (first >> 32) + (second >> 32) + (middle >> 32);
}

int64_t multiply_modulo(int64_t a, int64_t b) {
  int64_t product = 0;
  for (; b > 0; b >>= 1) {
    if (b & 1)
      product = (product + a) % MODULUS;
    a = a * 2 % MODULUS;
  }
  return product;
}

long long power_modulo(long long base, int exponent) {
  long long result = 1;
  while (exponent > 0) {
    if (exponent % 2)
      result = multiply_modulo(result, base);
    base = multiply_modulo(base, base);
    exponent /= 2;
  }
  return result;
}

int64_t divisions(int64_t a, int32_t b) {
  int64_t q = a / b, r = a % b;
  uint64_t u = (uint64_t)a / (uint32_t)b + (uint64_t)a % (uint32_t)b;
  return q * b + r == a ? q ^ r ^ (int64_t)(u >> 3) : -1;
}

unsigned long fibonacci(int n) {
  unsigned long a = 0, b = 1;
  while (n-- > 0) {
    unsigned long next = a + b;
    a = b;
    b = next;
  }
  return a;
}

int main(void) {
  for (int i = 0; i < 8; i++) {
    uint64_t a = (uint64_t)rand() << 33 ^ (uint64_t)rand() << 11, b = (uint64_t)rand() << 30 ^ (uint64_t)rand();
    printf("%016lx\n", CALL_KERNEL(high_product, a, b));
    printf("%ld\n", CALL_KERNEL(multiply_modulo, a >> 4, b >> 4));
    printf("%lld\n", CALL_KERNEL(power_modulo, (long long)(a >> 8), i * 1000 + 7));
    printf("%ld\n", CALL_KERNEL(divisions, (int64_t)a, (int32_t)b | 1));
    printf("%lu\n", CALL_KERNEL(fibonacci, 12 * i));
  }
  return 0;
}
