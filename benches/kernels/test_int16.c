// A constant of 16 bits.
#include "dynamatic/Integration.h"
#include <stdint.h>

int16_t test_int16(void) { return -1; }

int main(void) {
  CALL_KERNEL(test_int16);
  return 0;
}
