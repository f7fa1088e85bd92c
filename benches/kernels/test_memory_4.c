// Each element moves one place on, and is read before it is overwritten by the next iteration. Dynamatic has a load-store queue for that.
#include "dynamatic/Integration.h"

#define COUNT 4

void test_memory_4(int numbers[COUNT], int count) {
  int held = 0;
  for (int i = 0; i < count - 1; i++) {
    numbers[i] = held;
    held = numbers[i + 1];
  }
}

int main(void) {
  int numbers[COUNT], count = COUNT;
  for (int i = 0; i < COUNT; i++)
    numbers[i] = i * 7 % 10;
  CALL_KERNEL(test_memory_4, numbers, count);
  return 0;
}
