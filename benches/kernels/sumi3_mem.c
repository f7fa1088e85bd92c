// The sum of the third powers of 1000 numbers: two multiplications one after the other, and an addition that goes round.
#include "dynamatic/Integration.h"

#define COUNT 1000

int sumi3_mem(const int numbers[COUNT]) {
  int sum = 0;
  for (unsigned i = 0; i < COUNT; i++) {
    int number = numbers[i];
    sum += number * number * number;
  }
  return sum;
}

int main(void) {
  int numbers[COUNT];
  for (int i = 0; i < COUNT; i++)
    numbers[i] = i * 7 % 10;
  CALL_KERNEL(sumi3_mem, numbers);
  return 0;
}
