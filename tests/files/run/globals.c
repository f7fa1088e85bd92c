// Globals that `main` uses, too, are arrays of the kernel's circuit; those that only the kernel uses are inside and keep what they hold.
// RUN: flowright run %s --sim all | check
// CHECK: 3 5 8
// CHECK: verdict  pass: the circuit gives what the program gives
// CHECK-NEXT: calls    3
#include "dynamatic/Integration.h"
#include <stdio.h>

int weights[2] = {1, 2};
static int history[2];

int step(int x) {
  static int count;
  history[count % 2] = x;
  count++;
  weights[1] += x;
  return weights[0] * history[0] + weights[1] * history[1] + count;
}

int main(void) {
  for (int i = 1; i < 4; i++) {
    CALL_KERNEL(step, i);
    weights[0] = i;
    printf("%d%c", weights[1], i == 3 ? '\n' : ' ');
  }
  return 0;
}
