// An infinite impulse response: each of 999 iterations multiplies what the one before has made, so that the multiplier's latency bounds it.
#include "dynamatic/Integration.h"

#define COUNT 1000

unsigned iir(unsigned out[COUNT], const unsigned in[COUNT], unsigned back, unsigned forth) {
  unsigned last = out[0];
  for (unsigned i = 1; i < COUNT; i++) {
    last = back * last + forth * in[i];
    out[i] = last;
  }
  return last;
}

int main(void) {
  unsigned out[COUNT], in[COUNT];
  for (unsigned i = 0; i < COUNT; i++) {
    out[i] = i * 3 % 1000;
    in[i] = i * 7 % 1000;
  }
  unsigned back = 1103515245u, forth = 12345u;
  CALL_KERNEL(iir, out, in, back, forth);
  return 0;
}
