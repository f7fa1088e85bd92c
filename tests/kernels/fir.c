// Filters: a finite impulse response over a window that ends at the newest sample. The kernel is called plainly.
#include <stdio.h>
#include <stdlib.h>

#define SAMPLES 200
#define TAPS 9

int fir(const int in[SAMPLES], const int taps[TAPS], int out[SAMPLES]) {
  int last = 0;
  for (int n = 0; n < SAMPLES; n++) {
    int acc = 0;
    for (int k = 0; k < TAPS && k <= n; k++)
      acc += in[n - k] * taps[k];
    last = out[n] = acc >> 6;
  }
  return last;
}

int main(void) {
  int in[SAMPLES], out[SAMPLES];
  int taps[TAPS] = {-3, -5, 2, 20, 36, 20, 2, -5, -3};
  srand(1);
  for (int i = 0; i < SAMPLES; i++)
    in[i] = rand() % 2048 - 1024 + (i % 40 < 20 ? 500 : -500);
  printf("last: %d\n", fir(in, taps, out));
  for (int i = 0; i < SAMPLES; i += 5)
    printf("%5d %5d %5d %5d %5d\n", out[i], out[i + 1], out[i + 2], out[i + 3], out[i + 4]);
  return 0;
}
