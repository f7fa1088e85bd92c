// Nor is logic that needs its own result by way of instances.
// RUN: not flowright verilog %s
// RUN: not flowright sim %s

hw.module @inc(in %a : i8, out b : i8) {
  %one = hw.constant 1 : i8
  // expected-error@below {{FR0660: a combinational cycle through instances: `%sum` of u needs `%sum` of v needs `%sum` of u}}
  %sum = comb.add %a, %one : i8
  hw.output %sum : i8
}
hw.module @top(out y : i8) {
  %u.b = hw.instance "u" @inc(a: %v.b: i8) -> (b: i8)
  %v.b = hw.instance "v" @inc(a: %u.b: i8) -> (b: i8)
  hw.output %v.b : i8
}
