// Digits of numbers by do-while loops: reversal, sums until one digit is left, palindromes, numerals in any base into a buffer.
#include "dynamatic/Integration.h"
#include <stdio.h>

static int reversed(int n) {
  int r = 0;
  do {
    r = r * 10 + n % 10;
  } while ((n /= 10) != 0);
  return r;
}

int digits(int from, int to, int out[3]) {
  int n = from;
  out[0] = out[1] = out[2] = 0;
  do {
    int root = n;
    do {
      int sum = 0;
      do
        sum += root % 10;
      while (root /= 10);
      root = sum;
    } while (root > 9);
    out[0] += root;
    if (reversed(n) == n)
      out[1]++;
    else if (n % 10 == 0)
      continue;
    out[2] ^= reversed(n);
  } while (++n < to);
  return n;
}

int numeral(unsigned n, unsigned base, char out[33]) {
  char backwards[32];
  int length = 0, i = 0;
  do
    backwards[length++] = "0123456789abcdef"[n % base];
  while (n /= base);
  do
    out[i] = backwards[length - 1 - i];
  while (++i < length);
  for (; i < 33; i++)
    out[i] = 0;
  return length;
}

int main(void) {
  int out[3];
  char text[33];
  int end = CALL_KERNEL(digits, 95, 1305, out);
  printf("%d: %d %d %d\n", end, out[0], out[1], out[2]);
  for (unsigned base = 2; base <= 16; base += 7) {
    int length = CALL_KERNEL(numeral, 3735928559u, base, text);
    printf("%s (%d)\n", text, length);
  }
  CALL_KERNEL(numeral, 0, 10, text);
  printf("%s\n", text);
  return 0;
}
