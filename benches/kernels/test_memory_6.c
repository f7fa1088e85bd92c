// Two elements, each made from the two before it, of which the nearer one is cleared then. Dynamatic has a load-store queue for that.
#include "dynamatic/Integration.h"

#define COUNT 4

void test_memory_6(int numbers[COUNT], int count) {
  for (int i = 2; i < count; i++) {
    numbers[i] = numbers[i - 1] + numbers[i - 2] + 5;
    numbers[i - 1] = 0;
  }
}

int main(void) {
  int numbers[COUNT], count = COUNT;
  for (int i = 0; i < COUNT; i++)
    numbers[i] = i * 7 % 10;
  CALL_KERNEL(test_memory_6, numbers, count);
  return 0;
}
