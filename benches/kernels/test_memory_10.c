// Three elements, each made from itself and the one behind it.
#include "dynamatic/Integration.h"

#define COUNT 4

void test_memory_10(int numbers[COUNT], int count) {
  for (int i = 0; i < count - 1; i++)
    numbers[i] = numbers[i] + numbers[i + 1] + 5;
}

int main(void) {
  int numbers[COUNT], count = COUNT;
  for (int i = 0; i < COUNT; i++)
    numbers[i] = i * 37 % 100;
  CALL_KERNEL(test_memory_10, numbers, count);
  return 0;
}
