// The module whose instances need most is named.
// RUN: flowright sim %s --top top
// EXIT: 2

// expected-error@+1 {{FR0665: the circuit needs more than 67108864 words of 32 bits, most of them for 4 instances of @big with 33554436 words}}
hw.module @big(in %clk : !seq.clock, in %a : i25) {
  %m = seq.firmem 0, 1, old, port_order : <33554432 x 8>
  %one = hw.constant 1 : i8
  seq.firmem.write_port %m[%a] = %one, clock %clk : <33554432 x 8>
}
hw.module @two(in %clk : !seq.clock, in %a : i25) {
  hw.instance "u" @big(clk: %clk: !seq.clock, a: %a: i25) -> ()
  hw.instance "v" @big(clk: %clk: !seq.clock, a: %a: i25) -> ()
}
hw.module @top(in %clk : !seq.clock, in %a : i25) {
  hw.instance "u" @two(clk: %clk: !seq.clock, a: %a: i25) -> ()
  hw.instance "v" @two(clk: %clk: !seq.clock, a: %a: i25) -> ()
}
