// Helpers called in kernels, by value and through pointers, several deep, in conditions and as arguments of each other.
#include "dynamatic/Integration.h"
#include <stdio.h>
#include <stdlib.h>

#define N 24

static inline int square(int x) { return x * x; }
static int minimum(int a, int b) { return a < b ? a : b; }
static int maximum(int a, int b) { return a > b ? a : b; }
static int clamp(int x, int low, int high) { return maximum(low, minimum(x, high)); }
static void swap(int *a, int *b) {
  int t = *a;
  *a = *b;
  *b = t;
}
static void sort3(int *a, int *b, int *c) {
  if (*a > *b)
    swap(a, b);
  if (*b > *c)
    swap(b, c);
  if (*a > *b)
    swap(a, b);
}
static int divide(int a, int b, int *rest) {
  *rest = a % b;
  return a / b;
}
static void fill(int *to, int n, int value);
static int sum(const int *from, int n) {
  int s = 0;
  while (n--)
    s += *from++;
  return s;
}

int median_filter(const int in[N], int out[N]) {
  int changes = 0, rest;
  fill(out, N, -1);
  fill(&out[1], N - 2, 0);
  for (int i = 1; i < N - 1; i++) {
    int a = in[i - 1], b = in[i], c = in[i + 1];
    sort3(&a, &b, &c);
    out[i] = clamp(b, 10, 80);
    if (square(out[i] - in[i]) > square(minimum(5, maximum(a, -3))))
      changes += divide(out[i], 7, &rest) + rest;
  }
  swap(&out[0], out + N - 1);
  swap(out + 3, &out[3]);
  return changes * 1000 + sum(out + 2, 5) - sum(&in[N - 3], 3);
}

static void fill(int *to, int n, int value) {
  for (int i = 0; i < n; i++)
    to[i] = value;
}

int main(void) {
  int in[N], out[N];
  for (int i = 0; i < N; i++)
    in[i] = rand() % 100;
  printf("%d:", CALL_KERNEL(median_filter, in, out));
  for (int i = 0; i < N; i++)
    printf(" %d", out[i]);
  printf("\n%d %d\n", clamp(200, 0, 50), square(-9));
  return 0;
}
