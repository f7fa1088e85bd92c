// A program without a kernel has nothing to compare; one whose kernel is never called neither.
// RUN: flowright run %s 2>&1 | check
// EXIT: 2
// CHECK: error[FR0830]: the program has no kernel
// RUN: flowright run %s --top f 2>&1 | check --check-prefix=NEVER
// EXIT: 2
// NEVER: verdict  not-called: the program never calls the kernel
// NEVER: error[FR0880]: the program never calls the kernel `f`
// RUN: flowright run %s --top f --json 2>&1 | check --check-prefix=JSON
// EXIT: 2
// JSON: "verdict":"not-called"
int f(int x) {
  return x + 1;
}

int main(void) {
  return 0;
}
