// Third powers of 100 numbers, in place: two multiplications one after the other, and no recurrence.
#include "dynamatic/Integration.h"

#define COUNT 100

void mul_example(int numbers[COUNT]) {
  for (unsigned i = 0; i < COUNT; i++) {
    int number = numbers[i];
    numbers[i] = number * number * number;
  }
}

int main(void) {
  int numbers[COUNT];
  for (int i = 0; i < COUNT; i++)
    numbers[i] = 2 * i - 99;
  CALL_KERNEL(mul_example, numbers);
  return 0;
}
