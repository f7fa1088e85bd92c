// The same as one object, with the arrays as the kernel left them.
// RUN: flowright run --reference %s --json | check
// CHECK: {"output":"go\n","status":0,"calls":[{"kernel":"twice","results":[],
// CHECK-SAME: "arguments":[{"name":"x","type":"memref<2xi16>","value":[6,-8]}]}],"steps":{{[0-9]+}}}
#include <stdio.h>

void twice(short x[2]) {
  for (int i = 0; i < 2; i++)
    x[i] *= 2;
}

int main(void) {
  short x[2] = {3, -4};
  puts("go");
  twice(x);
  return 0;
}
