// Functions of the library that compute, and those on memory.
#include <math.h>
#include <stdlib.h>
#include <string.h>
int main(void) {
  double x = 2.25;
  float f = -3.75f;
  double s = sqrt(x) + fabs(-x) + fmin(x, 1.0) + fmax(x, 1.0) + floor(-x) + ceil(x) + round(2.5) + trunc(-2.7) + fmod(7.5, 2.0);
  s += fabsf(f) + fminf(f, 1) + copysign(3.0, -1.0) + fma(2.0, 3.0, 1.0);
  int r = (int)(s * 1000) + abs(-7) + (int)labs(-8L);
  r += __builtin_clz(255) + __builtin_ctz(8) + __builtin_popcountll(0xf0f0ull);
  double nan = 0.0 / 0.0, inf = 1 / 0.0;
  r += (isnan(nan) != 0) + 2 * (isinf(inf) != 0) + 4 * (isfinite(x) != 0) + 8 * (isnan(x) != 0) + 16 * (isinf(nan) != 0);
  r += (nan != nan) * 100 + (nan < 1) + (inf > 1e300) * 1000;
  int a[8], b[8], m[2][3];
  char text[10];
  memset(a, 0, sizeof a);
  memset(b, -1, sizeof(b));
  memset(text, 'x', 9);
  text[9] = 0;
  memset(m, 0, sizeof m);
  memset(&m[1][0], 1, 2 * sizeof(int));
  for (int i = 0; i < 8; i++) a[i] += i * i;
  memcpy(b + 2, a + 1, 4 * sizeof(int));
  memmove(a + 1, a, 6 * sizeof *a);
  memmove(a, a + 2, 3 * sizeof *a);
  for (int i = 0; i < 8; i++) r = r * 3 % 1000003 + a[i] * 5 + b[i];
  return r + text[3] + m[1][1] % 1000 + m[0][2];
}
