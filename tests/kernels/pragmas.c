// Pragmas that speak of loops, before loops of each kind; they change what is built, never what is computed.
#include "dynamatic/Integration.h"
#include <stdio.h>

#define N 32
#define FACTOR 4

int reduce(const int a[N], const int b[N], int c[N]) {
  int dot = 0, most = a[0], n = 0, halvings = 0;
#pragma unroll 4
  for (int i = 0; i < N; i++)
    dot += a[i] * b[i];
#pragma clang loop unroll_count(2)
  for (int i = 0; i < N; i++)
    if (a[i] > most)
      most = a[i];
  for (int i = 0; i < N; i++) {
#pragma HLS pipeline II=2
#pragma HLS unroll factor=FACTOR
    c[i] = a[i] - b[N - 1 - i];
  }
#pragma unroll
  for (int i = 0; i < 8; i++) {
#pragma HLS pipeline
    for (int j = 0; j < 4; j++)
      c[i * 4 + j] += j;
  }
#pragma unroll(2)
  while (n * n < dot % 1000)
    n++;
  _Pragma("unroll 2") do {
    halvings++;
    most /= 2;
  } while (most > 0);
  return dot + n * 10000 + halvings;
}

int main(void) {
  int a[N], b[N], c[N];
  for (int i = 0; i < N; i++) {
    a[i] = i * 37 % 61;
    b[i] = i * 23 % 41;
  }
  int result = CALL_KERNEL(reduce, a, b, c);
  printf("%d\n", result);
  for (int i = 0; i < N; i++)
    printf("%d ", c[i]);
  printf("\n");
  return 0;
}
