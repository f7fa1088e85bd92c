// Clocks that modules hand on, as clocks or as bits, in and out; and those that never rise.
// RUN: flowright cosim %s --cycles 40 | check
// RUN: flowright verilog %s | check --check-prefix=TEXT

// CHECK: @top: 7 outputs in 40 cycles
// CHECK-NEXT: Verilator equal
// CHECK-NEXT: Icarus Verilog equal
// TEXT-LABEL: module top
// TEXT: leaf never (
// TEXT-NEXT: .clk(1'h0)
// TEXT: always_ff @(posedge clk)

hw.module @leaf(in %clk : !seq.clock, in %x : i8, out y : i8) {
  %r = seq.compreg %x, %clk : i8
  hw.output %r : i8
}
hw.module @bit_leaf(in %c : i1, in %x : i8, out y : i8) {
  %w = hw.wire %c : i1
  %clk = seq.to_clock %w
  %u.y = hw.instance "u" @leaf(clk: %clk: !seq.clock, x: %x: i8) -> (y: i8)
  hw.output %u.y : i8
}
hw.module @hand(in %clk : !seq.clock, out out : !seq.clock, out never : !seq.clock) {
  %same = hw.wire %clk : !seq.clock
  %never = seq.const_clock high
  hw.output %same, %never : !seq.clock, !seq.clock
}
hw.module @hand_twice(in %clk : !seq.clock, out out : !seq.clock, out never : !seq.clock) {
  %a.out, %a.never = hw.instance "a" @hand(clk: %clk: !seq.clock) -> (out: !seq.clock, never: !seq.clock)
  %b.out, %b.never = hw.instance "b" @hand(clk: %a.out: !seq.clock) -> (out: !seq.clock, never: !seq.clock)
  hw.output %b.out, %b.never : !seq.clock, !seq.clock
}
hw.module @top(in %clk : !seq.clock, in %bit : i1, in %x : i8, out a : i8, out b : i8, out c : i8, out d : i8, out e : i8, out f : i8, out g : i8) {
  %still = seq.const_clock high
  %a = hw.instance "never" @leaf(clk: %still: !seq.clock, x: %x: i8) -> (y: i8)
  %b = hw.instance "ticks" @leaf(clk: %clk: !seq.clock, x: %x: i8) -> (y: i8)
  %c = hw.instance "by_bit" @bit_leaf(c: %bit: i1, x: %x: i8) -> (y: i8)
  %read = seq.from_clock %still
  %d = hw.instance "never_by_bit" @bit_leaf(c: %read: i1, x: %x: i8) -> (y: i8)
  %u.out, %u.never = hw.instance "u" @hand_twice(clk: %clk: !seq.clock) -> (out: !seq.clock, never: !seq.clock)
  %e = seq.compreg %x, %u.out : i8
  %f = hw.instance "handed" @leaf(clk: %u.out: !seq.clock, x: %e: i8) -> (y: i8)
  %g = seq.firreg %x clock %u.never preset 9 : i8
  hw.output %a, %b, %c, %d, %e, %f, %g : i8, i8, i8, i8, i8, i8, i8
}
