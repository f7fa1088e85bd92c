// Reads that might be out of range, or of what the loop writes, stay behind the test.
// RUN: flowright opt %s --passes run-ahead --verify-each
// BLESS
// ORACLE: mlir-opt-19

// The count goes past the end of the array.
func.func @too_far(%wanted: i32, %numbers: memref<100xi32>) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c101 = arith.constant 101 : i32
  %false = arith.constant false
  %true = arith.constant true
  %r:2 = scf.while (%i = %c0, %go = %true) : (i32, i1) -> (i32, i1) {
    %less = arith.cmpi ult, %i, %c101 : i32
    %both = arith.select %go, %less, %false : i1
    scf.condition(%both) %i, %go : i32, i1
  } do {
  ^bb0(%i: i32, %go: i1):
    %at = arith.index_castui %i : i32 to index
    %number = memref.load %numbers[%at] : memref<100xi32>
    %other = arith.cmpi ne, %number, %wanted : i32
    %next = arith.addi %i, %c1 : i32
    scf.yield %next, %other : i32, i1
  }
  return %r#0 : i32
}

// The loop writes what it reads.
func.func @written(%wanted: i32, %numbers: memref<100xi32>) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c100 = arith.constant 100 : i32
  %false = arith.constant false
  %true = arith.constant true
  %r:2 = scf.while (%i = %c0, %go = %true) : (i32, i1) -> (i32, i1) {
    %less = arith.cmpi ult, %i, %c100 : i32
    %both = arith.select %go, %less, %false : i1
    scf.condition(%both) %i, %go : i32, i1
  } do {
  ^bb0(%i: i32, %go: i1):
    %at = arith.index_castui %i : i32 to index
    %number = memref.load %numbers[%at] : memref<100xi32>
    memref.store %c0, %numbers[%at] : memref<100xi32>
    %other = arith.cmpi ne, %number, %wanted : i32
    %next = arith.addi %i, %c1 : i32
    scf.yield %next, %other : i32, i1
  }
  return %r#0 : i32
}

// OUT: module {
// OUT:   func.func @too_far(%wanted: i32, %numbers: memref<100xi32>) -> i32 {
// OUT:     %c0 = arith.constant 0 : i32
// OUT:     %c1 = arith.constant 1 : i32
// OUT:     %c101 = arith.constant 101 : i32
// OUT:     %false = arith.constant false
// OUT:     %true = arith.constant true
// OUT:     %r:2 = scf.while (%i = %c0, %go = %true) : (i32, i1) -> (i32, i1) {
// OUT:       %less = arith.cmpi ult, %i, %c101 : i32
// OUT:       %both = arith.select %go, %less, %false : i1
// OUT:       scf.condition(%both) %i, %go : i32, i1
// OUT:     } do {
// OUT:     ^bb0(%i: i32, %go: i1):
// OUT:       %at = arith.index_castui %i : i32 to index
// OUT:       %number = memref.load %numbers[%at] : memref<100xi32>
// OUT:       %other = arith.cmpi ne, %number, %wanted : i32
// OUT:       %next = arith.addi %i, %c1 : i32
// OUT:       scf.yield %next, %other : i32, i1
// OUT:     }
// OUT:     return %r#0 : i32
// OUT:   }
// OUT:   func.func @written(%wanted: i32, %numbers: memref<100xi32>) -> i32 {
// OUT:     %c0 = arith.constant 0 : i32
// OUT:     %c1 = arith.constant 1 : i32
// OUT:     %c100 = arith.constant 100 : i32
// OUT:     %false = arith.constant false
// OUT:     %true = arith.constant true
// OUT:     %r:2 = scf.while (%i = %c0, %go = %true) : (i32, i1) -> (i32, i1) {
// OUT:       %less = arith.cmpi ult, %i, %c100 : i32
// OUT:       %both = arith.select %go, %less, %false : i1
// OUT:       scf.condition(%both) %i, %go : i32, i1
// OUT:     } do {
// OUT:     ^bb0(%i: i32, %go: i1):
// OUT:       %at = arith.index_castui %i : i32 to index
// OUT:       %number = memref.load %numbers[%at] : memref<100xi32>
// OUT:       memref.store %c0, %numbers[%at] : memref<100xi32>
// OUT:       %other = arith.cmpi ne, %number, %wanted : i32
// OUT:       %next = arith.addi %i, %c1 : i32
// OUT:       scf.yield %next, %other : i32, i1
// OUT:     }
// OUT:     return %r#0 : i32
// OUT:   }
// OUT: }
