// Sorting: by digits of eight bits, least significant first, with histograms and prefix sums; between two buffers.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include "dynamatic/Integration.h"

#define N 96
#define BITS 8
#define BUCKETS (1u << BITS)

void radix_sort(uint32_t a[N], uint32_t b[N]) {
  for (uint32_t shift = 0; shift < 32; shift += 2 * BITS) {
    uint32_t count[BUCKETS];
    for (uint32_t d = 0; d < BUCKETS; d++)
      count[d] = 0;
    for (int i = 0; i < N; i++)
      count[(a[i] >> shift) & (BUCKETS - 1)]++;
    uint32_t sum = 0;
    for (uint32_t d = 0; d < BUCKETS; d++) {
      uint32_t here = count[d];
      count[d] = sum;
      sum += here;
    }
    for (int i = 0; i < N; i++)
      b[count[(a[i] >> shift) & (BUCKETS - 1)]++] = a[i];

    // The second digit goes back from the buffer.
    for (uint32_t d = 0; d < BUCKETS; d++)
      count[d] = 0;
    for (int i = 0; i < N; i++)
      count[(b[i] >> (shift + BITS)) % BUCKETS] += 1;
    for (uint32_t d = 1; d < BUCKETS; d++)
      count[d] += count[d - 1];
    for (int i = N - 1; i >= 0; i--)
      a[--count[(b[i] >> (shift + BITS)) % BUCKETS]] = b[i];
  }
}

int main(void) {
  uint32_t a[N], b[N] = {0};
  srand(4);
  for (int i = 0; i < N; i++)
    a[i] = (uint32_t)rand() * 2654435761u >> (i % 20);
  CALL_KERNEL(radix_sort, a, b);
  for (int i = 0; i < N; i++)
    printf("%10u %#010x\n", a[i], a[i]);
  return 0;
}
