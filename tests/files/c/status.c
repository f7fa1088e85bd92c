// A program that returns something else than zero says no; one without a kernel is told so.
// RUN: not flowright run --reference %s 2>&1 | check
// CHECK: begin
// CHECK: no kernel was called
// CHECK: `main` ended with status 3
#include <stdio.h>

int main(void) {
  puts("begin");
  return 3;
}
