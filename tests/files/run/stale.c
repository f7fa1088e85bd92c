// What an earlier kernel left in a folder goes, and the report lists what is there.
// RUN: flowright compile %s --top f -o %t --json | check
// CHECK: "module":"f","files":["00-program.mlir","10-stream.mlir","20-elastic.mlir","30-buffered.mlir","40-circuit.mlir","f.sv","f.dot"]}
// RUN: flowright compile %s --top g -o %t
// RUN: flowright sim %t/30-buffered.mlir --args '[1]' | check --check-prefix=SECOND
// SECOND: %x = [2] : memref<1xi32>
// RUN: flowright cosim %t --engine icarus | check --check-prefix=COSIM
// COSIM: @g:
// RUN: flowright verilog %t/f.sv 2>&1 | check --check-prefix=GONE
// EXIT: 2
// GONE: error[FR0001]
// RUN: flowright compile %s -D BOTH -o %t
// RUN: flowright cosim %t --engine icarus 2>&1 | check --check-prefix=BOTH
// EXIT: 2
// BOTH: error[FR0887]
// RUN: flowright cosim %t/f --engine icarus | check --check-prefix=OWN
// OWN: @f:
// RUN: flowright run %s --top f -o %t.run
// RUN: flowright run %s -D BOTH -o %t.run
// RUN: flowright cosim %t.run --engine icarus 2>&1 | check --check-prefix=BOTH
// EXIT: 2
#include "dynamatic/Integration.h"

void f(int x[1]) { x[0] += 3; }
void g(int x[1]) { x[0] *= 2; }

int main(void) {
  int x[1] = {1};
#ifdef BOTH
  CALL_KERNEL(f, x);
  CALL_KERNEL(g, x);
#else
  f(x);
  g(x);
#endif
  return 0;
}
