// A filter: every output is a weighted sum of neighbours, with `main` as the test bench.
//
//   ./flowright run examples/fir.c
//
// prints
//
//   35 45 55 65 75 85 95 105 115 135 145 125
//   kernel   fir
//   verdict  pass: the circuit gives what the program gives
//   calls    1
//   cycles   2908
//   loop     line 24: 57 iterations, one every 51 cycles
//   loop     line 26: 456 iterations, one every 6 cycles
//   circuit  elastic, 51 units, 88 channels
//   buffers  8 buffers with 8 slots, placed on-merges
//   time     compiled in 0.9 ms, simulated in 10.2 ms

#include <stdio.h>

#define N 64
#define TAPS 8

void fir(const int x[N], const int h[TAPS], int y[N - TAPS + 1]) {
  for (int i = 0; i <= N - TAPS; i++) {
    int sum = 0;
    for (int k = 0; k < TAPS; k++)
      sum += h[k] * x[i + k];
    y[i] = sum >> 4;
  }
}

int main(void) {
  int x[N], y[N - TAPS + 1];
  const int h[TAPS] = {-1, 0, 3, 6, 6, 3, 0, -1};
  for (int i = 0; i < N; i++)
    x[i] = i % 16 * 10;
  fir(x, h, y);
  for (int i = 0; i < 12; i++)
    printf("%d%c", y[i], i == 11 ? '\n' : ' ');
  return 0;
}
