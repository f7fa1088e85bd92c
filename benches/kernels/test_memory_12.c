// Three stores an iteration, and a fourth in every other: 4 iterations that share one port.
#include "dynamatic/Integration.h"

#define COUNT 4

void test_memory_12(int numbers[COUNT]) {
  for (unsigned i = 0; i < COUNT; i++) {
    numbers[0] = 0;
    numbers[1] = 1;
    numbers[2] = 2;
    if (i & 1)
      numbers[3] = 3;
  }
}

int main(void) {
  int numbers[COUNT];
  for (int i = 0; i < COUNT; i++)
    numbers[i] = i * 37 % 100 - 50;
  CALL_KERNEL(test_memory_12, numbers);
  return 0;
}
