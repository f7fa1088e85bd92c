// 98 iterations that write one element and subtract a product from what they wrote.
#include "dynamatic/Integration.h"

#define COUNT 1000

void pivot(int x[COUNT], const int factors[COUNT], int last, int at) {
  int value = 0;
  for (int i = at + 1; i <= last; i++) {
    x[at] = value;
    value = x[at] - factors[i] * x[i];
  }
}

int main(void) {
  int x[COUNT], factors[COUNT], last = 100, at = 2;
  for (int i = 0; i < COUNT; i++) {
    x[i] = i * 41 % 100;
    factors[i] = i * 73 % 100;
  }
  CALL_KERNEL(pivot, x, factors, last, at);
  return 0;
}
