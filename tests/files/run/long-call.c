// Where the first call is too long to be looked at with tokens, a way in which it is not is taken.
// RUN: flowright run %s | check
// CHECK: verdict  pass
// CHECK: memory   guard: the first call takes {{1[0-9]+}} cycles instead of more than 300000
#include "dynamatic/Integration.h"

void count(int h[16], const int x[64]) {
  for (int i = 0; i < 101000; i++)
    h[x[i & 63]] += i;
}

int main(void) {
  int h[16] = {0}, x[64];
  for (int i = 0; i < 64; i++)
    x[i] = i * 7 % 16;
  CALL_KERNEL(count, h, x);
  return 0;
}
