// What comes from outside of a loop is there when a round begins, however long it took.
// RUN: flowright opt %s --passes regroup --verify-each
// BLESS
// ORACLE: mlir-opt-19

// The product of the round comes last, not that of the outside.
func.func @scaled(%a: memref<8xi32>, %b: memref<8xi32>, %c: memref<8xi32>, %v: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %square = arith.muli %v, %v : i32
  %fourth = arith.muli %square, %square : i32
  %eighth = arith.muli %fourth, %fourth : i32
  scf.for %i = %c0 to %c8 step %c1 {
    %x = memref.load %a[%i] : memref<8xi32>
    %y = memref.load %b[%i] : memref<8xi32>
    %product = arith.muli %x, %y : i32
    %sum = arith.addi %product, %y : i32
    %whole = arith.addi %sum, %eighth : i32
    memref.store %whole, %c[%i] : memref<8xi32>
  }
  return
}

