// A function that nobody calls stays, and with it what it names, though every call of that was inlined.
// RUN: flowright opt %s --passes inline --verify-each | check

// CHECK-LABEL: func.func private @callee() -> i32 {
func.func private @callee() -> i32 {
  %c1 = arith.constant 1 : i32
  return %c1 : i32
}

// CHECK-LABEL: func.func private @unused() -> (() -> i32) {
// CHECK-NEXT: constant @callee : () -> i32
func.func private @unused() -> (() -> i32) {
  %f = constant @callee : () -> i32
  return %f : () -> i32
}

// CHECK-LABEL: func.func @main() -> i32 {
// CHECK-NOT: call
func.func @main() -> i32 {
  %0 = call @callee() : () -> i32
  return %0 : i32
}
