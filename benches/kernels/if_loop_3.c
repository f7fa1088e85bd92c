// A division under a condition that never holds: 100 iterations, whose result would have to wait for the divider.
#include "dynamatic/Integration.h"

#define COUNT 100

int if_loop_3(const int first[COUNT], const int second[COUNT], int count) {
  int quotient = 1000;
  for (int i = 0; i < count; i++) {
    int apart = first[i] - second[i];
    if (apart >= 0)
      quotient /= apart;
  }
  return quotient;
}

int main(void) {
  int first[COUNT], second[COUNT], count = COUNT;
  for (int i = 0; i < COUNT; i++) {
    first[i] = i * 3 % 10;
    second[i] = first[i] + 1;
  }
  CALL_KERNEL(if_loop_3, first, second, count);
  return 0;
}
