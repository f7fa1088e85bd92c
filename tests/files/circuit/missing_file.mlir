// A memory begins with a file that is there.
// RUN: not flowright verilog %s
// RUN: not flowright sim %s

hw.module @m(in %clk : !seq.clock, in %a : i2, out b : i8) {
  // expected-error@below {{FR0666: }}
  %m = seq.firmem 0, 1, old, port_order {init = #seq.firmem.init<"inputs/none.hex", false, false>} : <4 x 8>
  %b = seq.firmem.read_port %m[%a], clock %clk : <4 x 8>
  hw.output %b : i8
}
