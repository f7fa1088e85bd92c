// What a program prints comes first, then a line for each call of its kernel, even if its last line is open.
// RUN: flowright run --reference %s | check
// CHECK: 3 done
// CHECK-NEXT: scale(x: memref<3xi32>, by = 2) -> 12
// CHECK-NEXT: scale(x: memref<3xi32>, by = -1) -> -12
#include "dynamatic/Integration.h"
#include <stdio.h>

int scale(int x[3], int by) {
  int sum = 0;
  for (int i = 0; i < 3; i++)
    sum += x[i] *= by;
  return sum;
}

int main(void) {
  int x[3] = {1, 2, 3};
  printf("%d done", x[2]);
  CALL_KERNEL(scale, x, 2);
  CALL_KERNEL(scale, x, -1);
  return 0;
}
