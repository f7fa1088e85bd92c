// What to do with a level that is no program: streams are executed, channels are simulated.
// RUN: flowright compile %s -o %t
// RUN: flowright run %t/10-stream.mlir 2>&1 | check --check-prefix=STREAM
// EXIT: 2
// STREAM: error[FR0830]: `f` is a circuit already
// STREAM: help: `flowright interp` executes it
// RUN: flowright interp %t/10-stream.mlir --args '[1, 2]' | check --check-prefix=INTERP
// INTERP: 3 : i32
// RUN: flowright run %t/20-elastic.mlir 2>&1 | check --check-prefix=ELASTIC
// EXIT: 2
// ELASTIC: help: `flowright sim` simulates it
int f(int x[2]) { return x[0] + x[1]; }

int main(void) {
  int x[2] = {1, 2};
  return f(x) - 3;
}
