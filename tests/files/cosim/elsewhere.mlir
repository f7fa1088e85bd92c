// What the top does not reach is not looked at.
// RUN: flowright cosim %s --top good --cycles 5 --engine icarus | check
// RUN: flowright sim %s --top good --set x=7 | check --check-prefix=SIM

// CHECK: @good: 1 output in 5 cycles
// CHECK-NEXT: Icarus Verilog equal
// SIM: y = 0x7 : i8

hw.module @bad(in %clk : !seq.clock, in %go : i1, in %x : i8, inout %both : i8, out y : i8) {
  %q, %full, %empty = seq.fifo depth 4 rd_latency 3 in %x rdEn %go wrEn %go clk %clk rst %go : i8
  hw.output %q : i8
}
hw.module @inner(in %x : i8, out y : i8) {
  hw.output %x : i8
}
hw.module @good(in %x : i8, out y : i8) {
  %u.y = hw.instance "u" @inner(x: %x: i8) -> (y: i8)
  hw.output %u.y : i8
}
