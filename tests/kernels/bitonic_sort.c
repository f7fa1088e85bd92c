// Sorting: the bitonic network on a power of two, whose partners are found by exclusive or; up or down as the caller says.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include "dynamatic/Integration.h"

#define N 64

void bitonic_sort(int16_t a[N], _Bool descending) {
  for (unsigned k = 2; k <= N; k <<= 1)
    for (unsigned j = k >> 1; j; j >>= 1)
      for (unsigned i = 0; i < N; i++) {
        unsigned partner = i ^ j;
        if (partner > i) {
          int16_t x = a[i], y = a[partner];
          _Bool up = ((i & k) == 0) ^ descending;
          if (up ? x > y : x < y) {
            a[i] = y;
            a[partner] = x;
          }
        }
      }
}

int main(void) {
  int16_t a[N];
  srand(64);
  for (int i = 0; i < N; i++)
    a[i] = (int16_t)(rand() & 0xffff);
  for (int direction = 0; direction < 2; direction++) {
    CALL_KERNEL(bitonic_sort, a, direction);
    for (int i = 0; i < N; i++)
      printf("%hd%c", a[i], i % 8 == 7 ? '\n' : ',');
  }
  return 0;
}
