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

// OUT: module {
// OUT:   func.func @scaled(%a: memref<8xi32>, %b: memref<8xi32>, %c: memref<8xi32>, %v: i32) {
// OUT:     %c0 = arith.constant 0 : index
// OUT:     %c1 = arith.constant 1 : index
// OUT:     %c8 = arith.constant 8 : index
// OUT:     %square = arith.muli %v, %v : i32
// OUT:     %fourth = arith.muli %square, %square : i32
// OUT:     %eighth = arith.muli %fourth, %fourth : i32
// OUT:     scf.for %i = %c0 to %c8 step %c1 {
// OUT:       %x = memref.load %a[%i] : memref<8xi32>
// OUT:       %y = memref.load %b[%i] : memref<8xi32>
// OUT:       %product = arith.muli %x, %y : i32
// OUT:       %0 = arith.addi %eighth, %y : i32
// OUT:       %whole = arith.addi %0, %product : i32
// OUT:       memref.store %whole, %c[%i] : memref<8xi32>
// OUT:     }
// OUT:     return
// OUT:   }
// OUT: }
