// Where one of several kernels has no circuit, the others are run, but all together that is no pass.
// RUN: flowright run %s --json 2>&1 | check
// EXIT: 2
// CHECK: {"verdict":"error","cycles":{{[0-9]+}},"calls":1,"kernels":[{"kernel":"twice",
// CHECK-SAME: "verdict":"pass"
func.func @twice(%x: i32) -> i32 attributes {kernel} {
  %0 = arith.addi %x, %x : i32
  return %0 : i32
}
func.func @sine(%x: f32) -> f32 attributes {kernel} {
  %0 = math.sin %x : f32
  return %0 : f32
}
func.func @main() -> i32 {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1.0 : f32
  %0 = call @twice(%zero) : (i32) -> i32
  %1 = call @sine(%one) : (f32) -> f32
  return %0 : i32
}
