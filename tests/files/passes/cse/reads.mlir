// Equal reads in one block are one read, if nothing in between writes.
// RUN: flowright opt %s --passes cse --verify-each | check
// ORACLE: mlir-opt-19

// The store ends what is known of memory.
// CHECK-LABEL: func.func @reads(%m: memref<4xi32>, %i: index, %j: index, %x: i32) -> i32 {
// CHECK-NEXT: %0 = memref.load %m[%i] : memref<4xi32>
// CHECK-NEXT: memref.store %x, %m[%j] : memref<4xi32>
// CHECK-NEXT: %1 = memref.load %m[%i] : memref<4xi32>
// CHECK-NEXT: %2 = arith.addi %0, %0 : i32
// CHECK-NEXT: %3 = arith.addi %2, %1 : i32
// CHECK-NEXT: return %3 : i32
// CHECK-NEXT: }
func.func @reads(%m: memref<4xi32>, %i: index, %j: index, %x: i32) -> i32 {
  %0 = memref.load %m[%i] : memref<4xi32>
  %1 = memref.load %m[%i] : memref<4xi32>
  memref.store %x, %m[%j] : memref<4xi32>
  %2 = memref.load %m[%i] : memref<4xi32>
  %3 = arith.addi %0, %1 : i32
  %4 = arith.addi %3, %2 : i32
  return %4 : i32
}

// What was written is what is read, until something else is written that may be the same.
// CHECK-LABEL: func.func @written(%m: memref<4xi32>, %o: memref<4xi32>, %i: index, %x: i32) -> i32 {
// CHECK-NEXT: memref.store %x, %m[%i] : memref<4xi32>
// CHECK-NEXT: memref.store %x, %o[%i] : memref<4xi32>
// CHECK-NEXT: %0 = memref.load %m[%i] : memref<4xi32>
// CHECK-NEXT: %1 = arith.addi %x, %0 : i32
// CHECK-NEXT: %2 = arith.addi %1, %x : i32
// CHECK-NEXT: return %2 : i32
// CHECK-NEXT: }
func.func @written(%m: memref<4xi32>, %o: memref<4xi32>, %i: index, %x: i32) -> i32 {
  memref.store %x, %m[%i] : memref<4xi32>
  %0 = memref.load %m[%i] : memref<4xi32>
  memref.store %x, %o[%i] : memref<4xi32>
  %1 = memref.load %m[%i] : memref<4xi32>
  %2 = memref.load %o[%i] : memref<4xi32>
  %3 = arith.addi %0, %1 : i32
  %4 = arith.addi %3, %2 : i32
  return %4 : i32
}

func.func private @g()

// A call somewhere in between may write anything.
// CHECK-LABEL: func.func @reads_call(%m: memref<4xi32>, %i: index, %c: i1) -> i32 {
// CHECK-NEXT: %0 = memref.load %m[%i] : memref<4xi32>
// CHECK-NEXT: scf.if %c {
// CHECK-NEXT: func.call @g() : () -> ()
// CHECK-NEXT: }
// CHECK-NEXT: %1 = memref.load %m[%i] : memref<4xi32>
// CHECK-NEXT: %2 = arith.addi %0, %1 : i32
// CHECK-NEXT: return %2 : i32
// CHECK-NEXT: }
func.func @reads_call(%m: memref<4xi32>, %i: index, %c: i1) -> i32 {
  %0 = memref.load %m[%i] : memref<4xi32>
  scf.if %c {
    func.call @g() : () -> ()
  }
  %1 = memref.load %m[%i] : memref<4xi32>
  %3 = arith.addi %0, %1 : i32
  return %3 : i32
}
