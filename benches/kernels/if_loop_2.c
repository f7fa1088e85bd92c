// A sum under a condition: 100 iterations, in 95 of which it holds.
#include "dynamatic/Integration.h"

#define COUNT 100

int if_loop_2(const int numbers[COUNT], int count) {
  int sum = 0;
  for (int i = 0; i < count; i++) {
    int number = numbers[i];
    if (number > 10)
      sum += number;
  }
  return sum;
}

int main(void) {
  int numbers[COUNT], count = COUNT;
  for (int i = 0; i < COUNT; i++)
    numbers[i] = i % 20 == 13 ? i % 10 : 11 + i * 7 % 89;
  CALL_KERNEL(if_loop_2, numbers, count);
  return 0;
}
