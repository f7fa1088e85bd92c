// What is a circuit already is not compiled.
// RUN: flowright run %s 2>&1 | check
// EXIT: 2
// CHECK: error[FR0830]: these are circuits already, so there is nothing to make one of
// CHECK: help: `flowright sim` simulates them
// RUN: flowright compile %s -o %t 2>&1 | check
// EXIT: 2
hw.module @m(in %a : i8, out b : i8) {
  hw.output %a : i8
}
