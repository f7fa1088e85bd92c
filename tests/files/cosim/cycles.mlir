// There is at least one cycle to compare, and no more than can be held.
// RUN: not flowright cosim %s --cycles 0 2>&1 | check
// RUN: not flowright cosim %s --cycles 18446744073709551615 2>&1 | check --check-prefix=MANY
// RUN: not flowright cosim %s --stimulus inputs/empty.csv 2>&1 | check

// CHECK: FR0006{{.*}}there is no cycle to compare in
// MANY: FR0006{{.*}}18446744073709551615 cycles are too many to compare; for this circuit there may be 140634

hw.module @m(in %a : i8, in %wide : i60000, out b : i8, out c : i40) {
  %c = hw.constant 7 : i40
  hw.output %a, %c : i8, i40
}
