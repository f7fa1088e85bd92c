// A way to keep order that does not meet the clock is not taken, and the report says why.
// RUN: flowright run %s --clock 4 | check
// CHECK: verdict  pass
// CHECK: memory   {{.*}}`lsq` cannot be had: {{.*}}
#include "dynamatic/Integration.h"

void count(int h[16], const int x[24], const int y[24]) {
  for (int i = 0; i < 24; i++) {
    h[x[i]] += i;
    h[y[i]] += h[x[i]];
  }
}

int main(void) {
  int h[16] = {0}, x[24], y[24];
  for (int i = 0; i < 24; i++) {
    x[i] = i * 7 % 16;
    y[i] = i * 5 % 16;
  }
  CALL_KERNEL(count, h, x, y);
  return 0;
}
