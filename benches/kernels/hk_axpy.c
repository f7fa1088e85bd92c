// A vector of 256 elements times a number, added to another one in place.
#include "dynamatic/Integration.h"

#define COUNT 256

void hk_axpy(int factor, const int x[COUNT], int y[COUNT]) {
  for (int i = 0; i < COUNT; i++)
    y[i] += factor * x[i];
}

int main(void) {
  int x[COUNT], y[COUNT], factor = 7;
  for (int i = 0; i < COUNT; i++) {
    x[i] = i * 3 - 100;
    y[i] = i * i;
  }
  CALL_KERNEL(hk_axpy, factor, x, y);
  return 0;
}
