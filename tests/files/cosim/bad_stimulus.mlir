// All that is wrong with a stimulus is said, where it stands.
// RUN: flowright cosim %s --stimulus inputs/bad.csv 2>&1 | check
// EXIT: 2

// CHECK: FR0006{{.*}}the circuit has no input `y` besides its clocks
// CHECK: inputs/bad.csv:1:4
// CHECK: FR0006{{.*}}there is no column for `b`
// CHECK: FR0006{{.*}}`256` for `a` of 8 bits: the number does not fit
// CHECK: inputs/bad.csv:2:1
// CHECK: FR0006{{.*}}3 values for 2 inputs

hw.module @top(in %clk : !seq.clock, in %a : i8, in %b : i1, out o : i8) {
  hw.output %a : i8
}
