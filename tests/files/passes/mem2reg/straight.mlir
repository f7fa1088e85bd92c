// Memory of one scalar becomes values.
// RUN: flowright opt %s --passes mem2reg --verify-each | check
// ORACLE: mlir-opt-19

// CHECK-LABEL: func.func @straight(%a: i32) -> i32 {
// CHECK-NEXT: %0 = arith.addi %a, %a : i32
// CHECK-NEXT: return %0 : i32
// CHECK-NEXT: }
func.func @straight(%a: i32) -> i32 {
  %m = memref.alloca() : memref<i32>
  memref.store %a, %m[] : memref<i32>
  %0 = memref.load %m[] : memref<i32>
  %1 = arith.addi %0, %a : i32
  memref.store %1, %m[] : memref<i32>
  %2 = memref.load %m[] : memref<i32>
  return %2 : i32
}

// One element of any rank will do, and the memory need not be on the stack.
// CHECK-LABEL: func.func @single_element(%a: f32) -> f32 {
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: return %a : f32
// CHECK-NEXT: }
func.func @single_element(%a: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %m = memref.alloc() : memref<1x1xf32>
  memref.store %a, %m[%c0, %c0] : memref<1x1xf32>
  %0 = memref.load %m[%c0, %c0] : memref<1x1xf32>
  memref.dealloc %m : memref<1x1xf32>
  return %0 : f32
}

// Memory that is made anew in every round.
// CHECK-LABEL: func.func @fresh_each_round(%n: index, %a: i32, %out: memref<?xi32>) {
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: scf.for %i = %c0 to %n step %c1 {
// CHECK-NEXT: memref.store %a, %out[%i] : memref<?xi32>
// CHECK-NEXT: }
// CHECK-NEXT: return
// CHECK-NEXT: }
func.func @fresh_each_round(%n: index, %a: i32, %out: memref<?xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %m = memref.alloca() : memref<i32>
    memref.store %a, %m[] : memref<i32>
    %v = memref.load %m[] : memref<i32>
    memref.store %v, %out[%i] : memref<?xi32>
  }
  return
}
