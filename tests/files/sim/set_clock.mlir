// A clock rises by itself.
// RUN: not flowright sim %s --set clk=1 2>&1 | check
// RUN: not flowright sim %s --set clock=1 2>&1 | check --check-prefix=OTHER

// CHECK: FR0006{{.*}}input `clk` is a clock, which rises at the end of every cycle
// CHECK: help: leave it out; `--cycles` says how often it rises
// OTHER: FR0008{{.*}}there is no input `clock`

hw.module @m(in %clk : !seq.clock, in %a : i8, out b : i8) {
  %r = seq.compreg %a, %clk : i8
  hw.output %r : i8
}
