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
//   cycles   464
//   loop     line 27: 57 iterations, one every 7.98 cycles on average, 1 to 14
//            8 promised, bound by the loop at line 29, 8 rounds of 1 cycle each time; the difference is the first and the last rounds
//   loop     line 29: 456 iterations, one every cycle
//            1 promised, bound by nothing: more than one a cycle there cannot be
//   circuit  elastic, 42 units, 82 channels
//   buffers  16 buffers with 22 slots, placed flowright
//   clock    5 ns asked for, met: 4.98 ns by the table of kintex7: `fork` at line 27 0.1, `fork` at line 27 0.1, `stream` at line 29 1.12, `fork` at line 29 0.1, `addi` at line 30 1.12, `invariant` at line 29 1.12, `fork` at line 29 0.1, `stream` at line 29 1.12, `fork` at line 27 0.1
//   time     compiled in 255.4 ms, simulated in 0.6 ms

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
