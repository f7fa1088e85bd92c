// Kernels called by `main`: whole arrays, larger ones, rows of others, structures, scalars, results.
#include "dynamatic/Integration.h"
#include <stdlib.h>
#include <string.h>
struct pair { int a; short b; };
static int fir(int in[10], int w[10]) {
  int s = 0;
  for (int i = 0; i < 10; i++) s += in[i] * w[9 - i];
  return s;
}
static void scale(int *a, int n, int by) { for (int i = 0; i < n; i++) a[i] *= by; }
static void transpose(int m[][4], int out[4][3]) {
  for (int i = 0; i < 3; i++) for (int j = 0; j < 4; j++) out[j][i] = m[i][j];
}
static struct pair step(struct pair p, int k) { p.a += k; p.b -= k; return p; }
static void store(int *out, float x) { *out = (int)(x * 2); }
static void pairs(struct pair p[3]) { for (int i = 0; i < 3; i++) { p[i].a = i; p[i].b = i * i; } }
int main(void) {
  int in[12], w[10], rows[3][10], m[3][4], t[4][3], one = 1;
  for (int i = 0; i < 12; i++) in[i] = i;
  for (int i = 0; i < 10; i++) w[i] = 10 - i;
  for (int i = 0; i < 3; i++) for (int j = 0; j < 10; j++) rows[i][j] = i + j;
  for (int i = 0; i < 3; i++) for (int j = 0; j < 4; j++) m[i][j] = i * j;
  int r = CALL_KERNEL(fir, in, w);
  int k = 1;
  r += CALL_KERNEL(fir, rows[k], w);
  CALL_KERNEL(scale, in, 12, 2);
  CALL_KERNEL(scale, rows[2], 10, 3);
  CALL_KERNEL(scale, in + 4, 5, 7);
  CALL_KERNEL(transpose, m, t);
  CALL_KERNEL(store, &one, 2.5f);
  struct pair p = {1, 2}, ps[3];
  p = CALL_KERNEL(step, p, 5);
  CALL_KERNEL(pairs, ps);
  int *heap = malloc(sizeof(int) * 12), n = 7, *more = (int *)calloc(n, sizeof *more);
  memcpy(heap, in, sizeof in);
  CALL_KERNEL(scale, heap, 3, 5);
  r += CALL_KERNEL(fir, heap, w);
  CALL_KERNEL(scale, more, n, 5);
  for (int i = 0; i < 12; i++) r = r * 7 % 100003 + in[i] + heap[i];
  for (int i = 0; i < 10; i++) r += rows[2][i] * i;
  r += t[3][2] + one * 1000 + p.a + p.b + ps[2].a + ps[2].b + more[6];
  free(heap);
  free(more);
  return r;
}
