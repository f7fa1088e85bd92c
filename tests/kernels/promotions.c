// Arithmetic on small integers: promotion to int, truncation on assignment, sign extension, and characters as numbers.
#include "dynamatic/Integration.h"
#include <stdio.h>
#include <stdlib.h>

#define N 16

void promote(const signed char s[N], const unsigned char u[N], const short h[N], const unsigned short w[N], int out[12][N],
             unsigned char small[6][N], short mid[4][N]) {
  for (int i = 0; i < N; i++) {
    out[0][i] = s[i] + u[i];
    out[1][i] = s[i] * u[i];
    out[2][i] = ~u[i];
    out[3][i] = -u[i];
    out[4][i] = u[i] << 4;
    out[5][i] = s[i] >> 2;
    out[6][i] = s[i] < u[i];
    out[7][i] = h[i] / (s[i] | 1);
    out[8][i] = w[i] % (h[i] | 1);
    out[9][i] = w[i] - h[i];
    out[10][i] = (unsigned char)s[i] == u[i] || !h[i];
    out[11][i] = (signed char)u[i] - (short)w[i];
    small[0][i] = u[i] + u[(i + 1) % N];
    small[1][i] = s[i];
    small[2][i] = h[i] * h[i];
    small[3][i] = u[i] >> 1 | u[i] << 7;
    small[4][i] = ~u[i] >> 4;
    small[5][i] = (unsigned char)~u[i] >> 4;
    mid[0][i] = w[i];
    mid[1][i] = w[i] * 3;
    mid[2][i] = s[i] * s[i] * s[i];
    mid[3][i] = 'a' + u[i] % 26 + '\xff';
  }
}

int main(void) {
  signed char s[N];
  unsigned char u[N], small[6][N];
  short h[N], mid[4][N];
  unsigned short w[N];
  int out[12][N];
  for (int i = 0; i < N; i++) {
    s[i] = rand();
    u[i] = rand();
    h[i] = rand();
    w[i] = rand();
  }
  CALL_KERNEL(promote, s, u, h, w, out, small, mid);
  for (int i = 0; i < N; i++) {
    printf("%hhd %hhu %hd %hu:", s[i], u[i], h[i], w[i]);
    for (int k = 0; k < 12; k++)
      printf(" %d", out[k][i]);
    printf(" |");
    for (int k = 0; k < 6; k++)
      printf(" %d", small[k][i]);
    printf(" |");
    for (int k = 0; k < 4; k++)
      printf(" %d", mid[k][i]);
    printf("\n");
  }
  return 0;
}
