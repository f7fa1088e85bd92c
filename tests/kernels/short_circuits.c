// Lazy operators: sides that would be undefined or have effects are evaluated only when C says so; chains of ?: as values.
#include "dynamatic/Integration.h"
#include <stdio.h>
#include <stdlib.h>

#define N 24

static int calls;

static int counted(int x) {
  calls++;
  return x;
}

int lazy(const int a[N], const int b[N], int out[N]) {
  int hits = 0;
  calls = 0;
  for (int i = -2; i < N + 2; i++) {
    if (i >= 0 && i < N && b[i] != 0 && a[i] / b[i] > 2)
      hits++;
    if (i < 0 || i >= N || a[i] == b[i])
      continue;
    out[i] = a[i] > b[i] ? a[i] > 50 ? 3 : 2 : b[i] > 50 ? -3 : -2;
    if (counted(a[i]) > 40 && counted(b[i]) > 40)
      out[i] *= 10;
    if (counted(out[i]) < 0 || (out[i] += 7) > 20 || counted(0))
      out[i]++;
    int last = b[i] ? a[i] % b[i] : i ? a[i - 1] : -1;
    out[i] += last && !(last & 1);
    i == 5 && (out[i] = 555);
    out[i] += (a[i] & 1) == 0 && (b[i] & 1) == 0 ? 1000 : (a[i] & b[i] & 1) || i == 0 ? 2000 : 0;
  }
  return hits * 1000 + calls;
}

int main(void) {
  int a[N], b[N], out[N];
  for (int i = 0; i < N; i++) {
    a[i] = rand() % 100;
    b[i] = rand() % 4 ? rand() % 100 : i % 2 * a[i];
    out[i] = 0;
  }
  printf("%d\n", CALL_KERNEL(lazy, a, b, out));
  for (int i = 0; i < N; i++)
    printf("%d %d %d\n", a[i], b[i], out[i]);
  return 0;
}
