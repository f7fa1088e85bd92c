// Filters: a cascaded integrator-comb decimator, which lives on the wrap-around of unsigned numbers; its state is kept in static locals.
#include <stdint.h>
#include <stdio.h>
#include "dynamatic/Integration.h"

#define ORDER 4
#define RATE 8
#define N 256

unsigned cic(const int16_t in[N], int32_t out[N / RATE]) {
  static uint32_t integrators[ORDER], combs[ORDER];
  static unsigned blocks;
  unsigned produced = 0;
  for (int i = 0; i < N; i++) {
    uint32_t v = (uint32_t)in[i];
    for (int s = 0; s < ORDER; s++)
      v = integrators[s] += v;
    if ((i + 1) % RATE != 0)
      continue;
    for (int s = 0; s < ORDER; s++) {
      uint32_t difference = v - combs[s];
      combs[s] = v;
      v = difference;
    }
    out[produced++] = (int32_t)v >> 12;
  }
  return produced + 1000 * ++blocks;
}

int main(void) {
  int16_t in[N];
  int32_t out[N / RATE] = {0};
  for (int block = 0; block < 3; block++) {
    for (int i = 0; i < N; i++)
      in[i] = (int16_t)((block + 1) * ((i % 64) * 300 - 9000));
    unsigned produced = CALL_KERNEL(cic, in, out);
    printf("%u:", produced);
    for (unsigned i = 0; i < produced % 1000; i++)
      printf(" %d", out[i]);
    printf("\n");
  }
  return 0;
}
