// Queues become registers and memories on the way.
// RUN: flowright verilog %s | check

// CHECK: module fifo (
// CHECK-NOT: seq.fifo
// CHECK: endmodule
hw.module @fifo(in %clk : !seq.clock, in %rst : i1, in %a : i8, in %rd : i1, in %wr : i1, out o : i8, out full : i1, out empty : i1, out single : i8) {
  %o, %full, %empty = seq.fifo depth 4 in %a rdEn %rd wrEn %wr clk %clk rst %rst : i8
  %p, %pf, %pe = seq.fifo depth 1 in %a rdEn %rd wrEn %wr clk %clk rst %rst : i8
  hw.output %o, %full, %empty, %p : i8, i1, i1, i8
}
