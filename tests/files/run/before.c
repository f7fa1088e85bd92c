// What would be found out only after a long run is looked at before it: the program has printed nothing.
// RUN: flowright run %s --waves %t.txt 2>&1 | check --check-prefix=FORMAT
// EXIT: 2
// FORMAT-NOT: running
// FORMAT: error[FR0009]
// RUN: flowright run %s --waves %t/missing/a.vcd 2>&1 | check --check-prefix=WAVES
// EXIT: 2
// WAVES-NOT: running
// WAVES: error[FR0004]
// RUN: flowright run %s -o /dev/null/out 2>&1 | check --check-prefix=FOLDER
// EXIT: 2
// FOLDER-NOT: running
// FOLDER: error[FR0004]: cannot make the folder
// RUN: flowright run missing.c --json 2>&1 | check --check-prefix=MISSING
// EXIT: 2
// MISSING: {"verdict":"error","cycles":0,"calls":0,"kernels":[],"output":"","status":null}
#include <stdio.h>

int f(int x[2]) { return x[0] + x[1]; }

int main(void) {
  int x[2] = {1, 2};
  printf("running\n");
  return f(x) - 3;
}
