// Three elements, each five times the one before it. Dynamatic has a load-store queue for that.
#include "dynamatic/Integration.h"

#define COUNT 4

void test_memory_9(int numbers[COUNT], int count) {
  for (int i = 1; i < count; i++)
    numbers[i] = 5 * numbers[i - 1];
}

int main(void) {
  int numbers[COUNT], count = COUNT;
  for (int i = 0; i < COUNT; i++)
    numbers[i] = i * 37 % 100 + 1;
  CALL_KERNEL(test_memory_9, numbers, count);
  return 0;
}
