// Four elements, each read and written in its own iteration.
#include "dynamatic/Integration.h"

#define COUNT 4

void test_memory_1(int numbers[COUNT], int count) {
  for (int i = 0; i < count; i++)
    numbers[i] += 5;
}

int main(void) {
  int numbers[COUNT], count = COUNT;
  for (int i = 0; i < COUNT; i++)
    numbers[i] = i * 7 % 10;
  CALL_KERNEL(test_memory_1, numbers, count);
  return 0;
}
