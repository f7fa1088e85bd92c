// Logic that needs its own result is written as little as it is simulated.
// RUN: not flowright verilog %s
// RUN: not flowright sim %s

hw.module @m(in %a : i8, out b : i8) {
  // expected-error@below {{FR0660: a combinational cycle in module @m: `%x` needs `%y` needs `%x`}}
  %x = comb.add %a, %y : i8
  %y = comb.xor %x, %a : i8
  hw.output %x : i8
}
