// 100 numbers replaced by sums of products with constants: seven multiplications an iteration, and an addition that goes round.
#include "dynamatic/Integration.h"

#define COUNT 100

void share_test_2(unsigned numbers[COUNT]) {
  unsigned sum = 0;
  for (unsigned i = 0; i < COUNT; i++) {
    unsigned number = numbers[i];
    sum += i + 123456;
    numbers[i] = sum * i * 456784 + 123456 * number * i + 444444 * number * sum;
  }
}

int main(void) {
  unsigned numbers[COUNT];
  for (unsigned i = 0; i < COUNT; i++)
    numbers[i] = 3 * i + 1;
  CALL_KERNEL(share_test_2, numbers);
  return 0;
}
