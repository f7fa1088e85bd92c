// A filter of 16 taps over 64 places: 64 bursts of 16.
#include "dynamatic/Integration.h"

#define PLACES 64
#define TAPS 16

void hk_fir(const int signal[PLACES + TAPS - 1], const int taps[TAPS], int filtered[PLACES]) {
  for (int at = 0; at < PLACES; at++) {
    int sum = 0;
    for (int tap = 0; tap < TAPS; tap++)
      sum += taps[tap] * signal[at + tap];
    filtered[at] = sum;
  }
}

int main(void) {
  int signal[PLACES + TAPS - 1], taps[TAPS], filtered[PLACES];
  for (int i = 0; i < PLACES + TAPS - 1; i++)
    signal[i] = i * 37 % 101 - 50;
  for (int i = 0; i < TAPS; i++)
    taps[i] = i * 11 % 64;
  CALL_KERNEL(hk_fir, signal, taps, filtered);
  return 0;
}
