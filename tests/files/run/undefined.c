// What the program leaves undefined is not the fault of the circuit.
// RUN: flowright run %s 2>&1 | check
// EXIT: 1
// CHECK: before
// CHECK: verdict  undefined: the program itself does something undefined
// CHECK-NEXT: calls    1
// CHECK: error[FR0401]
// CHECK: return x[0] / by
#include <stdio.h>

int divide(int x[1], int by) {
  return x[0] / by;
}

int main(void) {
  int x[1] = {6};
  puts("before");
  divide(x, 3);
  return divide(x, 0);
}
