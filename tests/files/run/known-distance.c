// Without a test bench the model chooses, and it does not know how long rounds wait that are known to meet: the smallest way is taken.
// RUN: flowright run %s --top f --json --buffers on-merges | check
// CHECK: "memory":"ordered"
void f(int a[64]) {
  int i = 0;
  while (i < 40) {
    a[i + 1] = a[i] / 3 + 1;
    i++;
  }
}
