// A finite impulse response of 1000 taps at one place: one loop, one multiplication and one addition an iteration.
#include "dynamatic/Integration.h"

#define TAPS 1000

int fir(const int signal[TAPS], const int taps[TAPS]) {
  int sum = 0;
  for (unsigned t = 0; t < TAPS; t++)
    sum += taps[t] * signal[TAPS - 1 - t];
  return sum;
}

int main(void) {
  int signal[TAPS], taps[TAPS];
  for (int i = 0; i < TAPS; i++) {
    signal[i] = i * 37 % 101 - 50;
    taps[i] = i * 11 % 64;
  }
  CALL_KERNEL(fir, signal, taps);
  return 0;
}
