// What has no meaning cycle by cycle is neither written nor simulated, for the same reasons.
// RUN: not flowright verilog %s
// RUN: not flowright sim %s

hw.module @m(in %clk : !seq.clock, in %other : !seq.clock, in %en : i1, in %a : i2, in %d : i8, out q : i8, out r : i8, out s : i8, out t : i8) {
  // expected-error@below {{FR0661: `seq.from_clock`: a clock is read as a bit}}
  %read = seq.from_clock %clk
  %gated = comb.and %read, %en : i1
  %made = comb.xor %en, %en : i1
  // expected-error@below {{FR0661: the clock `%c` is made by logic; a clock is an input of the top}}
  %c = seq.to_clock %made
  %q = seq.compreg %d, %c : i8
  %held = seq.compreg %clk, %clk : !seq.clock  // expected-error {{FR0661: `seq.compreg`: this makes a clock}}
  %r = seq.compreg %d, %held : i8
  // expected-error@below {{FR0661: `hw.bitcast`: a clock is read as a bit}}
  %bit = hw.bitcast %clk : (!seq.clock) -> i1
  %zero = hw.constant 0 : i8
  // expected-error@below {{FR0662: `seq.firreg`: the reset of register `s` does not wait for the clock}}
  %s = seq.firreg %d clock %clk reset async %en, %zero : i8
  %slow = seq.firmem 0, 2, old, port_order : <4 x 8>  // expected-error {{FR0642: `seq.firmem`: memory `slow` takes 2 edges to write}}
  %ram = seq.firmem 0, 1, old, port_order : <4 x 8>
  seq.firmem.write_port %ram[%a] = %d, clock %clk : <4 x 8>
  // expected-error@below {{FR0642: `seq.firmem.write_port`: the memory is written with more than one clock}}
  seq.firmem.write_port %ram[%a] = %d, clock %other : <4 x 8>
  %t = seq.firmem.read_port %ram[%a], clock %clk : <4 x 8>
  hw.output %q, %r, %s, %t : i8, i8, i8, i8
}
