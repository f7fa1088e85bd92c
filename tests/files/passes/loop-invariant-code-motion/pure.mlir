// What is always defined leaves all loops it does not depend on.
// RUN: flowright opt %s --passes loop-invariant-code-motion --verify-each | check
// ORACLE: mlir-opt-19

// The sum of both induction variables stays, that of the outer one leaves the inner loop.
// CHECK-LABEL: func.func @pure(%n: index, %a: i32, %b: i32, %m: memref<?xi32>) {
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: %0 = arith.muli %a, %b : i32
// CHECK-NEXT: %1 = arith.addi %0, %b : i32
// CHECK-NEXT: scf.for %i = %c0 to %n step %c1 {
// CHECK-NEXT: %2 = arith.addi %i, %i : index
// CHECK-NEXT: scf.for %j = %c0 to %n step %c1 {
// CHECK-NEXT: %3 = arith.addi %i, %j : index
// CHECK-NEXT: memref.store %1, %m[%3] : memref<?xi32>
// CHECK-NEXT: memref.store %1, %m[%2] : memref<?xi32>
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: return
// CHECK-NEXT: }
func.func @pure(%n: index, %a: i32, %b: i32, %m: memref<?xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    scf.for %j = %c0 to %n step %c1 {
      %0 = arith.muli %a, %b : i32
      %1 = arith.addi %0, %b : i32
      %2 = arith.addi %i, %j : index
      %3 = arith.addi %i, %i : index
      memref.store %1, %m[%2] : memref<?xi32>
      memref.store %1, %m[%3] : memref<?xi32>
    }
  }
  return
}

// CHECK-LABEL: func.func @parallel(%n: index, %a: i32, %m: memref<?xi32>) {
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: %0 = arith.muli %a, %a : i32
// CHECK-NEXT: scf.parallel (%i, %j) = (%c0, %c0) to (%n, %n) step (%c1, %c1) {
// CHECK-NEXT: %k = arith.addi %i, %j : index
// CHECK-NEXT: memref.store %0, %m[%k] : memref<?xi32>
// CHECK-NEXT: scf.reduce
// CHECK-NEXT: }
// CHECK-NEXT: return
// CHECK-NEXT: }
func.func @parallel(%n: index, %a: i32, %m: memref<?xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.parallel (%i, %j) = (%c0, %c0) to (%n, %n) step (%c1, %c1) {
    %0 = arith.muli %a, %a : i32
    %k = arith.addi %i, %j : index
    memref.store %0, %m[%k] : memref<?xi32>
  }
  return
}
