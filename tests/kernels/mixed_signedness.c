// Comparisons and arithmetic between signed and unsigned of different widths: where C converts, and where it does not.
#include "dynamatic/Integration.h"
#include <limits.h>
#include <stdio.h>

#define N 8

unsigned compare(const int s[N], const unsigned u[N], const long l[N], const unsigned long w[N], unsigned mask[N], long out[5][N]) {
  unsigned all = 0;
  for (unsigned i = 0; i < N; i++) {
    unsigned m = 0;
    m |= (s[i] < u[i]) << 0;
    m |= (s[i] < l[i]) << 1;
    m |= (u[i] < l[i]) << 2;
    m |= (l[i] < w[i]) << 3;
    m |= (s[i] < w[i]) << 4;
    m |= (s[i] == u[i]) << 5;
    m |= ((long)s[i] == u[i]) << 6;
    m |= (s[i] > -1) << 7;
    m |= (u[i] > -1) << 8;
    m |= (s[i] >= sizeof(int)) << 9;
    m |= ((short)u[i] < s[i]) << 10;
    m |= ((unsigned short)s[i] < (unsigned char)u[i]) << 11;
    mask[i] = m;
    out[0][i] = s[i] + u[i];
    out[1][i] = s[i] / (int)(i + 2) + u[i] / (i + 2);
    out[2][i] = s[i] + 1l - u[i];
    out[3][i] = u[i] - w[i];
    out[4][i] = (i & 1 ? s[i] : u[i]) % 1000;
    all ^= m * (i + 1);
  }
  return all;
}

int main(void) {
  const int s[N] = {0, -1, INT_MAX, INT_MIN, 7, -7, 65535, -32768};
  const unsigned u[N] = {0, 4294967295u, 2147483647, 2147483648u, 3, 4294967289u, 1, 32768};
  const long l[N] = {0, -1, LONG_MAX, LONG_MIN, 4294967295, -4294967296, 5, -32768};
  const unsigned long w[N] = {0, ULONG_MAX, LONG_MAX, 9223372036854775808ul, 7, 4294967289ul, 0, 32768};
  unsigned mask[N];
  long out[5][N];
  printf("%u\n", CALL_KERNEL(compare, s, u, l, w, mask, out));
  for (int i = 0; i < N; i++)
    printf("%03x %ld %ld %ld %ld %ld\n", mask[i], out[0][i], out[1][i], out[2][i], out[3][i], out[4][i]);
  return 0;
}
