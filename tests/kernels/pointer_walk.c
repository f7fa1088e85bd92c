// Pointers: arrays walked by `*p++`, `*--p`, pointers that are compared and subtracted, and stepped through rows and columns of a matrix.
#include <stddef.h>
#include <stdio.h>
#include "dynamatic/Integration.h"

#define N 32
#define ROWS 6
#define COLUMNS 8

int sum(const int *p, int n) {
  const int *end = p + n;
  int s = 0;
  while (p != end)
    s += *p++;
  return s;
}

void reverse(int *first, int n) {
  for (int *last = first + n; first < last;) {
    int t = *--last;
    *last = *first;
    *first++ = t;
  }
}

int longest_run(const int a[N]) {
  const int *start = a;
  ptrdiff_t best = 0;
  for (const int *p = a + 1; p <= a + N; ++p)
    if (p == a + N || *p < p[-1]) {
      if (p - start > best)
        best = p - start;
      start = p;
    }
  return (int)best;
}

int trace_columns(int m[ROWS][COLUMNS], int totals[COLUMNS]) {
  int (*row)[COLUMNS] = m;
  for (int *t = totals; t < totals + COLUMNS; t++)
    *t = 0;
  for (; row < m + ROWS; row++) {
    int *cell = *row;
    for (int j = 0; j < COLUMNS; j++)
      totals[j] += *(cell + j);
  }
  return *(*(m + 2) + 3) - 1 [m[1]];
}

int main(void) {
  int a[N], m[ROWS][COLUMNS], totals[COLUMNS] = {0};
  for (int i = 0; i < N; i++)
    a[i] = (i * 13) % 29 - i / 2;
  int *p = &m[0][0];
  for (int i = 0; i < ROWS; i++) {
    p = m[i];
    for (int j = 0; j < COLUMNS; j++)
      *p++ = i * 10 + j * j;
  }
  printf("%d\n", CALL_KERNEL(sum, a, N));
  CALL_KERNEL(reverse, a, N);
  printf("%d\n", CALL_KERNEL(longest_run, a));
  printf("%d\n", CALL_KERNEL(trace_columns, m, totals));
  for (int i = 0; i < N; i++)
    printf("%d ", a[i]);
  printf("\n%d %d\n", totals[0], totals[COLUMNS - 1]);
  reverse(a + 4, 5);
  printf("%d %d %d\n", sum(a + 4, 3), sum(&a[9], 2), sum(m[3] + 1, 4));
  int *q = a + N;
  do
    printf("%d,", *--q);
  while (q > a + 20);
  printf("%d\n", (int)(q - a));
  return 0;
}
