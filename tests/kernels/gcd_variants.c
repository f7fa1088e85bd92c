// Greatest common divisors by remainder, by subtraction and by halving, and Bezout's numbers: loops whose length is the data's.
#include "dynamatic/Integration.h"
#include <stdio.h>
#include <stdlib.h>

unsigned by_remainder(unsigned a, unsigned b) {
  while (b) {
    unsigned t = a % b;
    a = b;
    b = t;
  }
  return a;
}

int by_subtraction(int a, int b) {
  while (a != b)
    if (a > b)
      a -= b;
    else
      b -= a;
  return a;
}

unsigned long by_halving(unsigned long a, unsigned long b) {
  if (a == 0 || b == 0)
    return a | b;
  int twos = 0;
  while (!((a | b) & 1))
    a >>= 1, b >>= 1, twos++;
  while (!(a & 1))
    a >>= 1;
  do {
    while (!(b & 1))
      b >>= 1;
    if (a > b) {
      unsigned long t = a;
      a = b;
      b = t;
    }
    b -= a;
  } while (b);
  return a << twos;
}

int bezout(int a, int b, int factor[2]) {
  int x = 1, y = 0, u = 0, v = 1;
  while (b != 0) {
    int q = a / b, t;
    t = a - q * b, a = b, b = t;
    t = x - q * u, x = u, u = t;
    t = y - q * v, y = v, v = t;
  }
  factor[0] = x;
  factor[1] = y;
  return a;
}

int main(void) {
  int factor[2];
  for (int i = 0; i < 10; i++) {
    int common = rand() % 30 + 1, a = common * (rand() % 50 + 1), b = common * (rand() % 50 + 1);
    printf("gcd(%d, %d) = %u", a, b, CALL_KERNEL(by_remainder, a, b));
    printf(" = %d", CALL_KERNEL(by_subtraction, a, b));
    printf(" = %lu", CALL_KERNEL(by_halving, a, b));
    printf(" = %d", CALL_KERNEL(bezout, a, b, factor));
    printf(" = %d * %d + %d * %d\n", a, factor[0], b, factor[1]);
  }
  printf("%u\n", CALL_KERNEL(by_remainder, 0, 12));
  printf("%lu\n", CALL_KERNEL(by_halving, 0xFFFFFFFF00000000ul, 0xF0F0F0F000ul));
  return 0;
}
