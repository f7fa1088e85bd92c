// Four elements, each made from the one behind it: nothing that is read was written.
#include "dynamatic/Integration.h"

#define COUNT 5

void test_memory_2(int numbers[COUNT], int count) {
  for (int i = 0; i < count - 1; i++)
    numbers[i] = numbers[i + 1] + COUNT;
}

int main(void) {
  int numbers[COUNT], count = COUNT;
  for (int i = 0; i < COUNT; i++)
    numbers[i] = i * 7 % 10;
  CALL_KERNEL(test_memory_2, numbers, count);
  return 0;
}
