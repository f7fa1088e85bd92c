// Two loops of 1000 iterations, one after the other, that add products to one sum.
#include "dynamatic/Integration.h"

#define COUNT 1000

int share_test_1(const int left[COUNT], const int right[COUNT]) {
  int sum = 0;
  for (int i = 0; i < COUNT; i++)
    sum += left[i] * right[COUNT - 1 - i] * 5;
  for (int i = 0; i < COUNT; i++)
    sum += left[COUNT - 1 - i] * right[i];
  return sum;
}

int main(void) {
  int left[COUNT], right[COUNT];
  for (int i = 0; i < COUNT; i++) {
    left[i] = i * 7 % 100;
    right[i] = i * 13 % 100;
  }
  CALL_KERNEL(share_test_1, left, right);
  return 0;
}
