// The sum of the squares of the positive ones of 256 differences, every other of which is.
#include "dynamatic/Integration.h"

#define COUNT 256

int hk_if_loop(const int x[COUNT], const int y[COUNT]) {
  int sum = 0;
  for (int i = 0; i < COUNT; i++) {
    int apart = x[i] - y[i];
    if (apart > 0)
      sum += apart * apart;
  }
  return sum;
}

int main(void) {
  int x[COUNT], y[COUNT];
  for (int i = 0; i < COUNT; i++) {
    x[i] = i * 37 % 128;
    y[i] = i % 2 ? x[i] + i : x[i] - i - 1;
  }
  CALL_KERNEL(hk_if_loop, x, y);
  return 0;
}
