// A folder in which nothing could be made does not keep what an earlier kernel left: that would pass for the result.
// RUN: flowright compile %s --top f -o %t
// RUN: flowright compile %s --top g -o %t 2>&1 | check
// EXIT: 2
// CHECK: error[FR0856]
// RUN: flowright cosim %t --engine icarus 2>&1 | check --check-prefix=COSIM
// EXIT: 2
// COSIM: error[FR0887]: {{.*}} is not the folder of a compiled kernel: it has no `report.json`
// RUN: flowright verilog %t/40-circuit.mlir 2>&1 | check --check-prefix=GONE
// EXIT: 2
// GONE: error[FR0001]
// RUN: flowright run %s --top f -o %t.run
// RUN: flowright run %s --top nobody -o %t.run 2>&1 | check --check-prefix=NOBODY
// EXIT: 2
// NOBODY: nobody`
// RUN: flowright cosim %t.run --engine icarus 2>&1 | check --check-prefix=COSIM
// EXIT: 2
// The input is not lost, though it is one of the files.
// RUN: flowright compile %s --top f -o %t.same
// RUN: flowright compile %t.same/00-program.mlir --top nobody -o %t.same 2>&1 | check --check-prefix=NOBODY
// EXIT: 2
// RUN: flowright compile %t.same/00-program.mlir --top f -o %t.same
// RUN: flowright cosim %t.same --engine icarus | check --check-prefix=SAME
// SAME: @f:
int f(int x[4]) {
  int sum = 0;
  for (int i = 0; i < 4; i++)
    sum += x[i];
  return sum;
}

float g(float x[4]) {
  float sum = 0;
  for (int i = 0; i < 4; i++)
    sum += x[i] * 2.5f;
  return sum;
}

int main(void) {
  int x[4] = {1, 2, 3, 4};
  float y[4] = {1, 2, 3, 4};
  return f(x) != 10 || g(y) != 25;
}
