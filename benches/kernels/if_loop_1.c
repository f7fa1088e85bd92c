// A sum under a condition that a multiplication comes before: 100 iterations, in 99 of which it holds.
#include "dynamatic/Integration.h"

#define COUNT 100

int if_loop_1(const int numbers[COUNT], int count) {
  int sum = 0;
  for (int i = 0; i < count; i++) {
    int scaled = numbers[i] * 5;
    if (scaled > 10)
      sum += scaled;
  }
  return sum;
}

int main(void) {
  int numbers[COUNT], count = COUNT;
  for (int i = 0; i < COUNT; i++)
    numbers[i] = i == 61 ? 1 : 3 + i * 7 % 97;
  CALL_KERNEL(if_loop_1, numbers, count);
  return 0;
}
