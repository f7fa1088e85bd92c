// Functions of the mathematical library that are exact, in both precisions, and conversions between floats and integers.
#include "dynamatic/Integration.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define N 20

void singles(const float a[N], const float b[N], float out[8][N]) {
  for (int i = 0; i < N; i++) {
    out[0][i] = sqrtf(fabsf(a[i]));
    out[1][i] = fminf(a[i], b[i]);
    out[2][i] = fmaxf(a[i], b[i]);
    out[3][i] = floorf(a[i]) + ceilf(b[i]);
    out[4][i] = truncf(a[i]) - roundf(b[i]);
    out[5][i] = copysignf(a[i], b[i]);
    out[6][i] = fmodf(a[i], 3.0f);
    out[7][i] = a[i] < b[i] ? -a[i] : +b[i];
  }
}

void doubles(const double a[N], int whole[N], unsigned char small[N], double out[4][N]) {
  for (int i = 0; i < N; i++) {
    whole[i] = (int)a[i];
    small[i] = (unsigned char)(fabs(a[i]) + 0.5);
    out[0][i] = sqrt(fabs(a[i])) / 3;
    out[1][i] = fmax(fmin(a[i], 10.0), -10.0);
    out[2][i] = rint(a[i] * 2) - floor(a[i]);
    out[3][i] = whole[i] ? 1.0 / whole[i] : (float)0.1;
  }
}

int main(void) {
  float a[N], b[N], out[8][N];
  double c[N], wide[4][N];
  int whole[N];
  unsigned char small[N];
  for (int i = 0; i < N; i++) {
    a[i] = (rand() % 4001 - 2000) / 64.0f;
    b[i] = (rand() % 4001 - 2000) / 96.0f;
    c[i] = a[i] * b[i] / 7.0;
  }
  CALL_KERNEL(singles, a, b, out);
  CALL_KERNEL(doubles, c, whole, small, wide);
  for (int i = 0; i < N; i++) {
    printf("%f %f:", a[i], b[i]);
    for (int k = 0; k < 8; k++)
      printf(" %.7g", out[k][i]);
    printf("\n%f: %d %u", c[i], whole[i], small[i]);
    for (int k = 0; k < 4; k++)
      printf(" %.10g", wide[k][i]);
    printf("\n");
  }
  return 0;
}
