// A body of one block is put before the call, callees first.
// RUN: flowright opt %s --passes inline --verify-each | check
// ORACLE: mlir-opt-19

// CHECK-NOT: @one
func.func private @one(%x: i32, %y: i32) -> (i32, i32) {
  %0 = arith.addi %x, %y : i32
  return %0, %x : i32, i32
}

// CHECK-NOT: @two
func.func private @two(%x: i32) -> i32 {
  %0:2 = call @one(%x, %x) : (i32, i32) -> (i32, i32)
  return %0#0 : i32
}

// Neither function is left: both were private and all their calls are gone.
// CHECK-LABEL: func.func @chain(%a: i32) -> i32 {
// CHECK-NEXT: %0 = arith.addi %a, %a : i32
// CHECK-NEXT: %1 = arith.addi %0, %0 : i32
// CHECK-NEXT: return %1 : i32
// CHECK-NEXT: }
func.func @chain(%a: i32) -> i32 {
  %0 = call @two(%a) : (i32) -> i32
  %1 = call @two(%0) : (i32) -> i32
  return %1 : i32
}
