// Signed overflow is shown where it happens, with the calls that led there and what can be done about it.
// RUN: not flowright interp %s 2>&1 | check
// RUN: flowright interp --wrapv %s | check --check-prefix=WRAPS
// CHECK: FR0403
// CHECK-SAME: signed overflow: 2147483647 + 1 does not fit `i32`
// CHECK: return x + 1
// CHECK: called from here
// CHECK: `--wrapv` makes signed arithmetic of C wrap
// WRAPS: -2147483648
#include <stdio.h>

int next(int x) {
  return x + 1;
}

int main(void) {
  int x = 2147483647;
  printf("%d\n", next(x));
  return 0;
}
