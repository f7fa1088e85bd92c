// Where it is not clear which function is the kernel, those that could be are named, and why the others are none.
// RUN: flowright run %s 2>&1 | check
// EXIT: 2
// CHECK: error[FR0830]: the program has no kernel
// CHECK: `f` could be one
// CHECK: `g` could be one
// CHECK: choose one: `--top f`, `--top g`
// RUN: flowright run %s -D ONE 2>&1 | check --check-prefix=PRINTS
// EXIT: 2
// PRINTS: error[FR0830]: the program has no kernel
// PRINTS: only a test bench can call `printf`
// RUN: flowright run %s --top g | check --check-prefix=CHOSEN
// CHOSEN: verdict  pass
#include <stdio.h>

void f(int x[2]) {
#ifdef ONE
  printf("%d\n", x[0]);
#endif
  x[0]++;
}

#ifndef ONE
void g(int x[2]) { x[1] *= 2; }
#endif

int main(void) {
  int x[2] = {1, 2};
  f(x);
#ifndef ONE
  g(x);
#endif
  return 0;
}
