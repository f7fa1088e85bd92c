// A kernel that cannot become a circuit is refused with its line; what the program prints is still shown.
// RUN: flowright run %s 2>&1 | check
// EXIT: 2
// CHECK: 2.5
// CHECK: error[FR0850]: no unit computes `math.sqrt`
// CHECK: y[i] = sqrtf(x[i])
#include <math.h>
#include <stdio.h>

void roots(const float x[2], float y[2]) {
  for (int i = 0; i < 2; i++)
    y[i] = sqrtf(x[i]);
}

int main(void) {
  float x[2] = {6.25f, 9}, y[2];
  roots(x, y);
  printf("%g\n", y[0]);
  return 0;
}
