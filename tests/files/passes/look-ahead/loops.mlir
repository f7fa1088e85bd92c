// A linear recurrence is made of what was made three rounds before.
// RUN: flowright opt %s --passes look-ahead --verify-each
// BLESS
// ORACLE: mlir-opt-19

// Every value is still there for whoever looks at it.
func.func @filter(%in: memref<?xi32>, %out: memref<?xi32>, %n: index, %b: i32, %begin: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %last = scf.for %i = %c0 to %n step %c1 iter_args(%x = %begin) -> i32 {
    %c = memref.load %in[%i] : memref<?xi32>
    %bx = arith.muli %x, %b overflow<nsw> : i32
    %y = arith.addi %c, %bx overflow<nsw> : i32
    memref.store %y, %out[%i] : memref<?xi32>
    scf.yield %y : i32
  }
  return %last : i32
}

// What is added depends on it; the factor is another in each round; few rounds; the product is used elsewhere; another division takes longer.
func.func @kept(%in: memref<?xi32>, %n: index, %b: i32) -> (i32, i32, i32, i32, i32) {
  %one = arith.constant 1 : i32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c11 = arith.constant 11 : index
  %p = scf.for %i = %c0 to %n step %c1 iter_args(%x = %one) -> i32 {
    %c = arith.shrui %x, %one : i32
    %bx = arith.muli %x, %b : i32
    %y = arith.addi %bx, %c : i32
    scf.yield %y : i32
  }
  %q = scf.for %i = %c0 to %n step %c1 iter_args(%x = %one) -> i32 {
    %c = memref.load %in[%i] : memref<?xi32>
    %bx = arith.muli %x, %c : i32
    %y = arith.addi %bx, %b : i32
    scf.yield %y : i32
  }
  %r = scf.for %i = %c0 to %c11 step %c1 iter_args(%x = %one) -> i32 {
    %c = memref.load %in[%i] : memref<?xi32>
    %bx = arith.muli %x, %b : i32
    %y = arith.addi %bx, %c : i32
    scf.yield %y : i32
  }
  %s = scf.for %i = %c0 to %n step %c1 iter_args(%x = %one) -> i32 {
    %c = arith.index_cast %i : index to i32
    %bx = arith.muli %x, %b : i32
    %y = arith.addi %bx, %c : i32
    memref.store %bx, %in[%i] : memref<?xi32>
    scf.yield %y : i32
  }
  %t:2 = scf.for %i = %c0 to %n step %c1 iter_args(%x = %one, %d = %b) -> (i32, i32) {
    %c = memref.load %in[%i] : memref<?xi32>
    %bx = arith.muli %x, %b : i32
    %y = arith.addi %bx, %c : i32
    %e = arith.divsi %d, %c : i32
    scf.yield %y, %e : i32, i32
  }
  return %p, %q, %r, %s, %t#0 : i32, i32, i32, i32, i32
}

// OUT: module {
// OUT:   func.func @filter(%in: memref<?xi32>, %out: memref<?xi32>, %n: index, %b: i32, %begin: i32) -> i32 {
// OUT:     %c0 = arith.constant 0 : index
// OUT:     %c1 = arith.constant 1 : index
// OUT:     %c0_i32 = arith.constant 0 : i32
// OUT:     %0 = arith.muli %b, %b : i32
// OUT:     %1 = arith.muli %0, %b : i32
// OUT:     %last:5 = scf.for %i = %c0 to %n step %c1 iter_args(%x = %begin, %arg0 = %c0_i32, %arg1 = %c0_i32, %arg2 = %begin, %arg3 = %begin) -> (i32, i32, i32, i32, i32) {
// OUT:       %c = memref.load %in[%i] : memref<?xi32>
// OUT:       %2 = arith.muli %b, %arg2 : i32
// OUT:       %3 = arith.addi %c, %2 : i32
// OUT:       %4 = arith.muli %b, %arg3 : i32
// OUT:       %5 = arith.addi %c, %4 : i32
// OUT:       %6 = arith.muli %1, %arg1 : i32
// OUT:       %y = arith.addi %6, %5 : i32
// OUT:       memref.store %y, %out[%i] : memref<?xi32>
// OUT:       scf.yield %y, %x, %arg0, %c, %3 : i32, i32, i32, i32, i32
// OUT:     }
// OUT:     return %last#0 : i32
// OUT:   }
// OUT:   func.func @kept(%in: memref<?xi32>, %n: index, %b: i32) -> (i32, i32, i32, i32, i32) {
// OUT:     %one = arith.constant 1 : i32
// OUT:     %c0 = arith.constant 0 : index
// OUT:     %c1 = arith.constant 1 : index
// OUT:     %c11 = arith.constant 11 : index
// OUT:     %p = scf.for %i = %c0 to %n step %c1 iter_args(%x = %one) -> (i32) {
// OUT:       %c = arith.shrui %x, %one : i32
// OUT:       %bx = arith.muli %x, %b : i32
// OUT:       %y = arith.addi %bx, %c : i32
// OUT:       scf.yield %y : i32
// OUT:     }
// OUT:     %q = scf.for %i = %c0 to %n step %c1 iter_args(%x = %one) -> (i32) {
// OUT:       %c = memref.load %in[%i] : memref<?xi32>
// OUT:       %bx = arith.muli %x, %c : i32
// OUT:       %y = arith.addi %bx, %b : i32
// OUT:       scf.yield %y : i32
// OUT:     }
// OUT:     %r = scf.for %i = %c0 to %c11 step %c1 iter_args(%x = %one) -> (i32) {
// OUT:       %c = memref.load %in[%i] : memref<?xi32>
// OUT:       %bx = arith.muli %x, %b : i32
// OUT:       %y = arith.addi %bx, %c : i32
// OUT:       scf.yield %y : i32
// OUT:     }
// OUT:     %s = scf.for %i = %c0 to %n step %c1 iter_args(%x = %one) -> (i32) {
// OUT:       %c = arith.index_cast %i : index to i32
// OUT:       %bx = arith.muli %x, %b : i32
// OUT:       %y = arith.addi %bx, %c : i32
// OUT:       memref.store %bx, %in[%i] : memref<?xi32>
// OUT:       scf.yield %y : i32
// OUT:     }
// OUT:     %t:2 = scf.for %i = %c0 to %n step %c1 iter_args(%x = %one, %d = %b) -> (i32, i32) {
// OUT:       %c = memref.load %in[%i] : memref<?xi32>
// OUT:       %bx = arith.muli %x, %b : i32
// OUT:       %y = arith.addi %bx, %c : i32
// OUT:       %e = arith.divsi %d, %c : i32
// OUT:       scf.yield %y, %e : i32, i32
// OUT:     }
// OUT:     return %p, %q, %r, %s, %t#0 : i32, i32, i32, i32, i32
// OUT:   }
// OUT: }
