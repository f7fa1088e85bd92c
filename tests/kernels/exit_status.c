// The test bench: a kernel that is checked by assert, a helper that ends the program with a status, and `main` that does not reach its end.
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include "dynamatic/Integration.h"

#define N 16
#define CHECK(condition)                                              \
  do {                                                                \
    if (!(condition)) {                                               \
      printf("line %d: `%s` does not hold\n", __LINE__, #condition); \
      failed++;                                                       \
    }                                                                 \
  } while (0)

static int failed;

int rotate(int a[N], int by) {
  int copy[N];
  for (int i = 0; i < N; i++)
    copy[i] = a[i];
  for (int i = 0; i < N; i++)
    a[(i + by) % N] = copy[i];
  return a[0];
}

static void finish(const int a[N]) {
  for (int i = 0; i < N; i++)
    if (a[i] == 3) {
      printf("3 is at %d\n", i);
      exit(i + failed);
    }
}

int main(void) {
  int a[N];
  for (int i = 0; i < N; i++)
    a[i] = i;
  int first = CALL_KERNEL(rotate, a, 5);
  assert(first == 11 && "rotated to the right");
  assert(a[5] == 0);
  CHECK(a[4] == 15);
  CHECK(a[4] == 16 || a[0] > 12);
  finish(a);
  printf("not reached\n");
  return 1;
}
