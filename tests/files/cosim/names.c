// The module of a kernel is found in the text whatever it had to be called there, and the bench gives way.
// RUN: flowright cosim %s --top k --engine icarus | check
// CHECK: @k:
// CHECK-NEXT: Icarus Verilog  equal
// RUN: flowright compile %s --top k -o %t --json | check --check-prefix=REPORT
// REPORT: "kernel":"k",
// REPORT-SAME: "module":"k_0"
// RUN: flowright cosim %t --engine icarus | check
// RUN: flowright cosim %s --top module --engine icarus | check --check-prefix=KEYWORD
// KEYWORD: @module:
// KEYWORD-NEXT: Icarus Verilog  equal
// RUN: flowright cosim %s --top tb | check --check-prefix=BENCH
// BENCH: @tb:
// BENCH-NEXT: Verilator       equal
// BENCH-NEXT: Icarus Verilog  equal
int k(int x[4], int k) {
  return x[0] + k;
}

int module(int x[4]) {
  return x[1] - 1;
}

int tb(int x[4]) {
  return x[2] * 3;
}

int main(void) {
  int x[4] = {1, 2, 3, 4};
  return k(x, 2) + module(x) + tb(x) - 13;
}
