// Parameters of a module become what its instances give for them, at every level.
// RUN: flowright opt %s --passes=hw-flatten | check

hw.module private @constant<value: i8>(out y : i8) {
  %0 = hw.param.value i8 = #hw.param.decl.ref<"value">
  hw.output %0 : i8
}
hw.module private @both<other: i8>(out y : i8, out z : i8) {
  %a.y = hw.instance "a" @constant<value: i8 = #hw.param.decl.ref<"other">>() -> (y: i8)
  %b.y = hw.instance "b" @constant<value: i8 = 7>() -> (y: i8)
  hw.output %a.y, %b.y : i8, i8
}
// CHECK: hw.module @top
// CHECK-NEXT: [[A:%.+]] = hw.param.value i8 = 5
// CHECK-NEXT: [[B:%.+]] = hw.param.value i8 = 7
// CHECK-NEXT: hw.output [[A]], [[B]] : i8, i8
hw.module @top(out y : i8, out z : i8) {
  %u.y, %u.z = hw.instance "u" @both<other: i8 = 5>() -> (y: i8, z: i8)
  hw.output %u.y, %u.z : i8, i8
}
