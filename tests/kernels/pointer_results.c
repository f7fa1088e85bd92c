// Pointers: results through `&x`: several of a kernel, elements and members as targets, a swap, and helpers that call helpers.
#include <stdio.h>
#include <stdlib.h>
#include "dynamatic/Integration.h"

#define N 40

struct range {
  int low, high;
};

static void swap(int *x, int *y) {
  int t = *x;
  *x = *y;
  *y = t;
}

static void order(int *x, int *y) {
  if (*x > *y)
    swap(x, y);
}

static void widen(struct range *r, int v) {
  if (v < r->low)
    r->low = v;
  if (v > r->high)
    r->high = v;
}

void statistics(const int a[N], int *low, int *high, double *mean) {
  struct range r = {a[0], a[0]};
  long sum = 0;
  for (int i = 0; i < N; i++) {
    widen(&r, a[i]);
    sum += a[i];
  }
  *low = r.low;
  *high = r.high;
  *mean = (double)sum / N;
}

void sort3(int a[N]) {
  for (int i = 0; i + 2 < N; i += 3) {
    order(&a[i], &a[i + 1]);
    order(a + i + 1, a + i + 2);
    order(&a[i], &a[i + 1]);
  }
}

int divide(int x, int y, int *remainder) {
  if (y == 0)
    return 0;
  *remainder = x % y;
  return x / y;
}

int main(void) {
  int a[N];
  struct {
    int low, high;
    double mean;
  } s = {0};
  srand(9);
  for (int i = 0; i < N; i++)
    a[i] = rand() % 100;
  CALL_KERNEL(statistics, a, &s.low, &s.high, &s.mean);
  printf("%d %d %.3f\n", s.low, s.high, s.mean);
  CALL_KERNEL(sort3, a);
  for (int i = 0; i < N; i++)
    printf("%d%c", a[i], i % 3 == 2 ? ';' : ' ');
  int quotient, remainder = -1;
  for (int y = -3; y <= 3; y++) {
    quotient = divide(-17, y, &remainder);
    printf("\n%d: %d %d", y, quotient, remainder);
  }
  swap(&a[0], &a[N - 1]);
  swap(&quotient, &a[1]);
  printf("\n%d %d %d %d\n", a[0], a[N - 1], a[1], quotient);
  return 0;
}
