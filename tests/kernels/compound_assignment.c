// Every compound assignment with sides of different types: the operation is done in the common type and converted back, and the
// place is evaluated once.
#include "dynamatic/Integration.h"
#include <stdio.h>
#include <stdlib.h>

#define N 20

int compound(unsigned char c[N], short s[N], int i[N], unsigned u[N], long l[N], float f[N], double d[N]) {
  int k = 0, chained;
  c[k++] += 200;
  c[k++] -= 250;
  c[k++] *= 3;
  c[k++] /= -2;
  c[k++] %= 7;
  c[k++] <<= 3;
  c[k++] >>= 1;
  c[k++] &= ~15;
  c[k++] |= 0x101;
  c[k++] ^= -1;
  c[k++] *= 0.75;
  for (int n = 0; n < N; n++) {
    s[n] += i[n] % 1000;
    s[n] *= 3u;
    i[n] = i[n] % 10000 - (int)c[n];
    i[n] *= 1.5f;
    i[n] /= s[n] | 1l;
    u[n] += i[n];
    u[n] *= s[n];
    u[n] /= (unsigned char)(c[n] | 1);
    u[n] >>= c[n] & 15;
    l[n] -= u[n];
    l[n] %= 100003;
    l[n] ^= i[n];
    f[n] += i[n];
    f[n] /= 3;
    f[n] -= d[n];
    d[n] *= f[n];
    d[n] += c[n];
    s[n] -= d[n] > 1000 ? 1000 : d[n] < -1000 ? -1000 : (short)d[n];
    chained = c[n] = s[n] = n * 100;
    i[n] += chained - c[n]++;
    i[n] -= ++c[n] * 2 + s[n]--;
    u[n] ^= --s[n];
    l[n] += (i[n] += 3) * 2;
  }
  return k;
}

int main(void) {
  unsigned char c[N];
  short s[N];
  int i[N];
  unsigned u[N];
  long l[N];
  float f[N];
  double d[N];
  for (int n = 0; n < N; n++) {
    c[n] = rand();
    s[n] = rand();
    i[n] = rand();
    u[n] = rand();
    l[n] = (long)rand() << 20;
    f[n] = (rand() % 1000) / 8.0f;
    d[n] = (rand() % 1000) / 16.0;
  }
  printf("%d\n", CALL_KERNEL(compound, c, s, i, u, l, f, d));
  for (int n = 0; n < N; n++)
    printf("%d %d %d %u %ld %.6g %.6g\n", c[n], s[n], i[n], u[n], l[n], f[n], d[n]);
  return 0;
}
