// A combinational cycle through instances shows the values and the instances that it goes through.
// RUN: not flowright sim %s --top top 2>&1 | check

// CHECK: FR0660{{.*}}a combinational cycle through instances: `%sum` of u needs `%sum` of v.in needs `%sum` of u
// CHECK: cycle.mlir:16:
// CHECK: %sum = comb.add
// CHECK: `%sum` of v.in is on it
// CHECK: hw.instance "in" @inc
// CHECK: it goes through instance `in`
// CHECK: hw.instance "u" @inc
// CHECK: it goes through instance `u`
// CHECK: hw.instance "v" @wrap
// CHECK: it goes through instance `v`
hw.module @inc(in %a : i8, out b : i8) {
  %one = hw.constant 1 : i8
  %sum = comb.add %a, %one : i8
  hw.output %sum : i8
}
hw.module @wrap(in %a : i8, out b : i8) {
  %in.b = hw.instance "in" @inc(a: %a: i8) -> (b: i8)
  hw.output %in.b : i8
}
hw.module @top(out y : i8) {
  %u.b = hw.instance "u" @inc(a: %v.b: i8) -> (b: i8)
  %v.b = hw.instance "v" @wrap(a: %u.b: i8) -> (b: i8)
  hw.output %v.b : i8
}
