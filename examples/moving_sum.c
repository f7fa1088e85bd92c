// Sums of five neighbours, with `main` as the test bench.
//
//   ./flowright run --reference examples/moving_sum.c
//
// prints
//
//   1 2 4 7 11 15 20 25
//   moving_sum(x: memref<12xi32>, y: memref<8xi32>) -> 25

#include "dynamatic/Integration.h"
#include <stdio.h>

#define N 12
#define TAPS 5

int moving_sum(int x[N], int y[N - TAPS + 1]) {
  int largest = 0;
  for (int i = 0; i <= N - TAPS; i++) {
    int sum = 0;
    for (int j = 0; j < TAPS; j++)
      sum += x[i + j];
    y[i] = sum;
    if (sum > largest)
      largest = sum;
  }
  return largest;
}

int main(void) {
  int x[N], y[N - TAPS + 1];
  for (int i = 0; i < N; i++)
    x[i] = i * i / 16;
  CALL_KERNEL(moving_sum, x, y);
  for (int i = 0; i <= N - TAPS; i++)
    printf("%d%c", y[i], i == N - TAPS ? '\n' : ' ');
  return 0;
}
