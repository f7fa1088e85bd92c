// A clock has no value within a cycle.
// RUN: flowright sim %s
// EXIT: 2

hw.module @m(in %clk : !seq.clock, out b : i1) {
  // expected-error@+1 {{FR0661: `seq.from_clock`: a clock is read as a bit, which depends on the moment in the cycle}}
  %c = seq.from_clock %clk
  hw.output %c : i1
}
