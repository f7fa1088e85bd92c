// The product of two vectors of 256 elements.
#include "dynamatic/Integration.h"

#define COUNT 256

int hk_dot(const int x[COUNT], const int y[COUNT]) {
  int sum = 0;
  for (int i = 0; i < COUNT; i++)
    sum += x[i] * y[i];
  return sum;
}

int main(void) {
  int x[COUNT], y[COUNT];
  for (int i = 0; i < COUNT; i++) {
    x[i] = i * 3 - 100;
    y[i] = 255 - i;
  }
  CALL_KERNEL(hk_dot, x, y);
  return 0;
}
