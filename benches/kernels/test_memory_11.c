// Running sums of four elements, which then move one place on: two loops over one array. Dynamatic has a load-store queue for that.
#include "dynamatic/Integration.h"

#define COUNT 4

void test_memory_11(int numbers[COUNT]) {
  for (unsigned i = 1; i < COUNT; i++)
    numbers[i] += numbers[i - 1];
  for (unsigned i = 1; i < COUNT; i++)
    numbers[i] = numbers[i - 1];
}

int main(void) {
  int numbers[COUNT];
  for (int i = 0; i < COUNT; i++)
    numbers[i] = i * 37 % 100 - 50;
  CALL_KERNEL(test_memory_11, numbers);
  return 0;
}
