// The product of two polynomials of 100 coefficients modulo a power: 100 pairs of bursts, 10,000 iterations together. Sums are kept in memory; Dynamatic has a
// load-store queue for that.
#include "dynamatic/Integration.h"
#include <stdint.h>

#define COUNT 100

unsigned polyn_mult(const uint32_t left[COUNT], const uint32_t right[COUNT], uint32_t product[COUNT]) {
  unsigned end = 0;
  for (unsigned k = 0; k < COUNT; k++) {
    product[k] = 0;
    unsigned i;
    for (i = 1; i < COUNT - k; i++)
      product[k] += left[k + i] * right[COUNT - i];
    for (i = 0; i < k + 1; i++)
      product[k] += left[k - i] * right[i];
    end = i + k;
  }
  return end;
}

int main(void) {
  uint32_t left[COUNT], right[COUNT], product[COUNT];
  for (uint32_t i = 0; i < COUNT; i++) {
    left[i] = i * 7 % 10;
    right[i] = (COUNT - i) * 3 % 10;
    product[i] = 0;
  }
  CALL_KERNEL(polyn_mult, left, right, product);
  return 0;
}
