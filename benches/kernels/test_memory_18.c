// Three elements, each times that of another array and plus the first.
#include "dynamatic/Integration.h"

#define COUNT 4

void test_memory_18(int numbers[COUNT], const int factors[COUNT]) {
  for (unsigned i = 1; i < COUNT; i++)
    numbers[i] = numbers[i] * factors[i] + numbers[0];
}

int main(void) {
  int numbers[COUNT], factors[COUNT];
  for (int i = 0; i < COUNT; i++) {
    numbers[i] = i * 37 % 100;
    factors[i] = i * 19 % 100;
  }
  CALL_KERNEL(test_memory_18, numbers, factors);
  return 0;
}
