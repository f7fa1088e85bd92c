// Structures by value: a kernel that takes and returns one, helpers that return them, assignment, compound literals.
#include "dynamatic/Integration.h"
#include <stdio.h>

typedef struct {
  int re, im;
} Complex;

static Complex make(int re, int im) {
  Complex c = {re, im};
  return c;
}

static Complex add(Complex a, Complex b) { return make(a.re + b.re, a.im + b.im); }

static Complex multiply(Complex a, Complex b) {
  return (Complex){.im = a.re * b.im + a.im * b.re, .re = a.re * b.re - a.im * b.im};
}

static Complex conjugate(Complex a) {
  a.im = -a.im;
  return a;
}

Complex power(Complex base, unsigned exponent) {
  Complex result = {1, 0};
  while (exponent) {
    if (exponent & 1)
      result = multiply(result, base);
    exponent >>= 1;
    if (exponent)
      base = multiply(base, base);
  }
  return result;
}

Complex horner(Complex x, int n) {
  Complex sum = make(0, 0), turned;
  for (int k = n; k > 0; k--) {
    turned = k % 2 ? conjugate(make(k, k - 1)) : make(k, k - 1);
    sum = add(multiply(sum, x), turned);
  }
  return sum.re < 0 ? make(-sum.re, sum.im) : sum;
}

int main(void) {
  Complex z = {2, -1};
  for (unsigned e = 0; e < 10; e++) {
    Complex p = CALL_KERNEL(power, z, e);
    printf("(2 - i)^%u = %d%+di, length %d\n", e, p.re, p.im, multiply(p, conjugate(p)).re);
  }
  for (int n = 1; n < 8; n++) {
    Complex h = CALL_KERNEL(horner, z, n);
    printf("%d %d\n", h.re, h.im);
  }
  return 0;
}
