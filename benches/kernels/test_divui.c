// One division by a constant.
#include "dynamatic/Integration.h"
#include <stdint.h>

uint32_t test_divui(uint32_t number) { return number / 1083; }

int main(void) {
  uint32_t number = 5000;
  CALL_KERNEL(test_divui, number);
  return 0;
}
