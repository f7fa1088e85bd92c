// Four elements that would be written if they were 4, which none is. Dynamatic has a load-store queue for that.
#include "dynamatic/Integration.h"

#define COUNT 4

void test_memory_3(int numbers[COUNT], int count) {
  for (int i = 0; i < count; i++)
    if (numbers[i] == count)
      numbers[i] = 0;
}

int main(void) {
  int numbers[COUNT], count = COUNT;
  for (int i = 0; i < COUNT; i++)
    numbers[i] = 1000 + i * 77;
  CALL_KERNEL(test_memory_3, numbers, count);
  return 0;
}
