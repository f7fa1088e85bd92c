// What drives an instance or a wire is written also when no output depends on it, so it may form no cycle either. A module that is defined
// elsewhere is none.
// RUN: not flowright verilog %s

hw.module.extern @e(in %a : i8, out b : i8)
hw.module @through(in %a : i8, out b : i8) {
  %u.b = hw.instance "u" @e(a: %v.b: i8) -> (b: i8)
  %v.b = hw.instance "v" @e(a: %u.b: i8) -> (b: i8)
  hw.output %u.b : i8
}
hw.module @wires(in %a : i8) {
  // expected-error@below {{FR0660: a combinational cycle in module @wires: `%x` needs `%y` needs `%x`}}
  %x = hw.wire %y : i8
  %y = comb.add %x, %a : i8
}
