// Operations are brought into their simplest form.
// RUN: flowright opt %s --passes canonicalize --verify-each | check
// ORACLE: mlir-opt-19

// Constants are folded, and stand once at the start.
// CHECK-LABEL: func.func @constants() -> (i32, i32) {
// CHECK-NEXT: %c9_i32 = arith.constant 9 : i32
// CHECK-NEXT: %c7_i32 = arith.constant 7 : i32
// CHECK-NEXT: return %c7_i32, %c9_i32 : i32, i32
// CHECK-NEXT: }
func.func @constants() -> (i32, i32) {
  %a = arith.constant 3 : i32
  %b = arith.constant 4 : i32
  %c = arith.constant 3 : i32
  %0 = arith.addi %a, %b : i32
  %1 = arith.muli %c, %a : i32
  return %0, %1 : i32, i32
}

// What is undefined is not folded away: the program must still fail here.
// CHECK-LABEL: func.func @undefined(%m: memref<2xi32>) {
// CHECK-NEXT: %c1_i = arith.constant 1 : index
// CHECK-NEXT: %c40 = arith.constant 40 : i32
// CHECK-NEXT: %c0 = arith.constant 0 : i32
// CHECK-NEXT: %c0_i = arith.constant 0 : index
// CHECK-NEXT: %0 = arith.divsi %c0, %c0 : i32
// CHECK-NEXT: %1 = arith.shli %c0, %c40 : i32
// CHECK-NEXT: memref.store %0, %m[%c0_i] : memref<2xi32>
// CHECK-NEXT: memref.store %1, %m[%c1_i] : memref<2xi32>
// CHECK-NEXT: return
// CHECK-NEXT: }
func.func @undefined(%m: memref<2xi32>) {
  %c0 = arith.constant 0 : i32
  %c0_i = arith.constant 0 : index
  %0 = arith.divsi %c0, %c0 : i32
  %c40 = arith.constant 40 : i32
  %1 = arith.shli %c0, %c40 : i32
  %c1_i = arith.constant 1 : index
  memref.store %0, %m[%c0_i] : memref<2xi32>
  memref.store %1, %m[%c1_i] : memref<2xi32>
  return
}

// A loop that does not run hands on its start values; one that runs once is its body.
// CHECK-LABEL: func.func @trips(%a: i32) -> (i32, i32) {
// CHECK-NEXT: %0 = arith.addi %a, %a : i32
// CHECK-NEXT: return %a, %0 : i32, i32
// CHECK-NEXT: }
func.func @trips(%a: i32) -> (i32, i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = scf.for %i = %c1 to %c0 step %c1 iter_args(%x = %a) -> (i32) {
    %2 = arith.muli %x, %x : i32
    scf.yield %2 : i32
  }
  %1 = scf.for %i = %c0 to %c1 step %c1 iter_args(%x = %a) -> (i32) {
    %2 = arith.addi %x, %a : i32
    scf.yield %2 : i32
  }
  return %0, %1 : i32, i32
}
