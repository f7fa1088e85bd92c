// A clock that is made by logic is told once, where it is made, however many registers it is the clock of, in all modules at once.
// RUN: not flowright sim %s --top gated 2>&1 | check
// RUN: not flowright sim %s --top gated --waves %t.vcd 2>&1 | check

// CHECK: FR0661{{.*}}the clock `%gated` is made by logic
// CHECK: it is the clock of this
// CHECK: use a clock of the top as it is, and give the register or the port an enable where it is to stand still
// CHECK-NOT: FR0663

hw.module @inner(in %clk : !seq.clock, in %rst : i1, in %d : i8, out q : i8) {
  %c0 = hw.constant 0 : i8
  // expected-error@+1 {{FR0662: `seq.firreg`: the reset of register `q` does not wait for the clock}}
  %q = seq.firreg %d clock %clk reset async %rst, %c0 : i8
  hw.output %q : i8
}

hw.module @gated(in %clk : !seq.clock, in %en : i1, in %d : i8, out q : i8, out r : i8) {
  %c = seq.from_clock %clk
  %g = comb.and %c, %en : i1
  // expected-error@+1 {{FR0661: the clock `%gated` is made by logic; a clock is an input of the top}}
  %gated = seq.to_clock %g
  %q = seq.compreg %d, %gated : i8
  %p = seq.compreg %q, %gated : i8
  %u.q = hw.instance "u" @inner(clk: %clk: !seq.clock, rst: %en: i1, d: %p: i8) -> (q: i8)
  hw.output %q, %u.q : i8, i8
}
