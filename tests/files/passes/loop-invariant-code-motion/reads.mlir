// A read leaves a loop that surely runs and writes nothing that may be the same memory.
// RUN: flowright opt %s --passes loop-invariant-code-motion --verify-each | check
// ORACLE: mlir-opt-19

// An allocation is nobody else's memory; two arguments may be the same.
// CHECK-LABEL: func.func @reads(%p: memref<4xi32>, %q: memref<4xi32>) -> memref<4xi32> {
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: %c4 = arith.constant 4 : index
// CHECK-NEXT: %own = memref.alloc() : memref<4xi32>
// CHECK-NEXT: %other = memref.alloc() : memref<4xi32>
// CHECK-NEXT: memref.copy %p, %other : memref<4xi32> to memref<4xi32>
// CHECK-NEXT: %0 = memref.load %p[%c0] : memref<4xi32>
// CHECK-NEXT: %1 = memref.load %other[%c0] : memref<4xi32>
// CHECK-NEXT: %2 = arith.addi %0, %1 : i32
// CHECK-NEXT: scf.for %i = %c0 to %c4 step %c1 {
// CHECK-NEXT: %3 = memref.load %own[%c0] : memref<4xi32>
// CHECK-NEXT: %4 = arith.addi %3, %2 : i32
// CHECK-NEXT: memref.store %4, %own[%i] : memref<4xi32>
// CHECK-NEXT: }
// CHECK-NEXT: scf.for %i = %c0 to %c4 step %c1 {
// CHECK-NEXT: %5 = memref.load %p[%c0] : memref<4xi32>
// CHECK-NEXT: memref.store %5, %q[%i] : memref<4xi32>
// CHECK-NEXT: }
// CHECK-NEXT: return %own : memref<4xi32>
// CHECK-NEXT: }
func.func @reads(%p: memref<4xi32>, %q: memref<4xi32>) -> memref<4xi32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %own = memref.alloc() : memref<4xi32>
  %other = memref.alloc() : memref<4xi32>
  memref.copy %p, %other : memref<4xi32> to memref<4xi32>
  scf.for %i = %c0 to %c4 step %c1 {
    %0 = memref.load %p[%c0] : memref<4xi32>
    %1 = memref.load %other[%c0] : memref<4xi32>
    %2 = memref.load %own[%c0] : memref<4xi32>
    %3 = arith.addi %0, %1 : i32
    %4 = arith.addi %2, %3 : i32
    memref.store %4, %own[%i] : memref<4xi32>
  }
  scf.for %i = %c0 to %c4 step %c1 {
    %0 = memref.load %p[%c0] : memref<4xi32>
    memref.store %0, %q[%i] : memref<4xi32>
  }
  return %own : memref<4xi32>
}
