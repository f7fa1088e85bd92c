// Modules that only pass values on may feed each other: nothing drives the value, and what is left says so.
// RUN: flowright opt %s --passes=hw-flatten | check

hw.module private @swap(in %a : i8, in %b : i8, out c : i8, out d : i8) {
  hw.output %b, %a : i8, i8
}
// CHECK: hw.module @top
// CHECK-NEXT: [[W:%.+]] = hw.wire [[W]] : i8
// CHECK-NEXT: hw.output [[W]], [[W]] : i8, i8
hw.module @top(out y : i8, out z : i8) {
  %x, %y = hw.instance "u" @swap(a: %x: i8, b: %y: i8) -> (c: i8, d: i8)
  hw.output %x, %y : i8, i8
}
