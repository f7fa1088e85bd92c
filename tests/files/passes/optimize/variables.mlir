// The passes of the pipeline work together.
// RUN: flowright opt %s --passes optimize --verify-each | check
// ORACLE: mlir-opt-19

// CHECK-NOT: @square
func.func private @square(%x: i32) -> i32 {
  %p = memref.alloca() : memref<i32>
  memref.store %x, %p[] : memref<i32>
  %0 = memref.load %p[] : memref<i32>
  %1 = memref.load %p[] : memref<i32>
  %2 = arith.muli %0, %1 : i32
  return %2 : i32
}

// A function in C's manner, with variables in memory and a helper, comes out as one loop over values.
// CHECK-LABEL: func.func @sum_of_squares(%n: index, %k: i32, %m: memref<?xi32>) -> i32 {
// CHECK-NEXT: %c0_i32 = arith.constant 0 : i32
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: %0 = arith.muli %k, %k : i32
// CHECK-NEXT: %sum = scf.for %i = %c0 to %n step %c1 iter_args(%sum_0 = %c0_i32) -> (i32) {
// CHECK-NEXT: %v = memref.load %m[%i] : memref<?xi32>
// CHECK-NEXT: %1 = arith.muli %v, %v : i32
// CHECK-NEXT: %u = arith.addi %1, %0 : i32
// CHECK-NEXT: %new = arith.addi %sum_0, %u : i32
// CHECK-NEXT: scf.yield %new : i32
// CHECK-NEXT: }
// CHECK-NEXT: return %sum : i32
// CHECK-NEXT: }
func.func @sum_of_squares(%n: index, %k: i32, %m: memref<?xi32>) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0 : i32
  %sum = memref.alloca() : memref<i32>
  memref.store %zero, %sum[] : memref<i32>
  scf.for %i = %c0 to %n step %c1 {
    %v = memref.load %m[%i] : memref<?xi32>
    %s = func.call @square(%v) : (i32) -> i32
    %t = func.call @square(%k) : (i32) -> i32
    %u = arith.addi %s, %t : i32
    %old = memref.load %sum[] : memref<i32>
    %new = arith.addi %old, %u : i32
    memref.store %new, %sum[] : memref<i32>
  }
  %r = memref.load %sum[] : memref<i32>
  return %r : i32
}
