// A polynomial of degree three of 100 numbers of 8 bits, in place.
#include "dynamatic/Integration.h"
#include <stdint.h>

#define COUNT 100

void test_stdint(int8_t numbers[COUNT], int8_t plus) {
  for (unsigned i = 0; i < COUNT; i++) {
    int8_t number = numbers[i];
    numbers[i] = (int8_t)(number * number * number + plus);
  }
}

int main(void) {
  int8_t numbers[COUNT], plus = 39;
  for (int i = 0; i < COUNT; i++)
    numbers[i] = (int8_t)(i - 50);
  CALL_KERNEL(test_stdint, numbers, plus);
  return 0;
}
