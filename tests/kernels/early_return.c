// Early returns from void kernels and from helpers in loops, and a status that tells how far the kernel came.
#include "dynamatic/Integration.h"
#include <stdio.h>
#include <stdlib.h>

#define N 40

static int is_prime(int n) {
  if (n < 2)
    return 0;
  if (n % 2 == 0)
    return n == 2;
  for (int d = 3; d * d <= n; d += 2)
    if (n % d == 0)
      return 0;
  return 1;
}

static int next_prime(int n) {
  while (1) {
    if (is_prime(++n))
      return n;
  }
}

void primes_until(int out[N], int start, int limit) {
  int p = start;
  if (limit <= start)
    return;
  for (int i = 0; i < N; i++) {
    p = next_prime(p);
    if (p > limit)
      return;
    out[i] = p;
    if (i > 2 && out[i] - out[i - 1] == 2 && out[i - 1] - out[i - 2] > 6) {
      out[i] = -p;
      return;
    }
  }
  out[N - 1] = 0;
}

int main(void) {
  int out[N] = {0};
  static const int start[] = {0, 100, 90, 1000, 5000}, limit[] = {2000, 100, 600, 1060, 5100};
  for (unsigned t = 0; t < sizeof start / sizeof *start; t++) {
    CALL_KERNEL(primes_until, out, start[t], limit[t]);
    for (int i = 0; i < N; i++)
      printf("%d ", out[i]);
    printf("\n");
  }
  return out[0] == 0 ? 1 : out[3] & 31;
}
