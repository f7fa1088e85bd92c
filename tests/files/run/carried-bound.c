// A bound that grows from round to round makes what is chosen below it wider than it was in the first one.
// RUN: flowright run %s --top below --buffers on-merges | check
// CHECK: 100
// CHECK-NEXT: kernel   below
// CHECK-NEXT: verdict  pass
#include <stdio.h>

unsigned below(unsigned x) {
  unsigned bound = 1, sum = 0;
  for (int i = 0; i < 8; i++) {
    sum += x < bound ? x : 0u;
    bound = bound + bound & 1023u;
  }
  return sum;
}

int main(void) {
  unsigned x = 100;
  printf("%u\n", below(x));
  return 0;
}
