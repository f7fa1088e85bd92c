// A loop that goes on with the sum of another begins at zero, and both sums are added behind it.
// RUN: flowright opt %s --passes split-sums --verify-each
// BLESS
// ORACLE: mlir-opt-19

// One after the other. What the second adds may wrap now.
func.func @row(%m: memref<?xi32>, %n: index) -> i32 {
  %zero = arith.constant 0 : i32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = scf.for %i = %c0 to %n step %c1 iter_args(%s = %zero) -> i32 {
    %x = memref.load %m[%i] : memref<?xi32>
    %t = arith.addi %s, %x overflow<nsw> : i32
    scf.yield %t : i32
  }
  %b = scf.for %i = %c0 to %n step %c1 iter_args(%s = %a) -> i32 {
    %x = memref.load %m[%i] : memref<?xi32>
    %t = arith.subi %s, %x overflow<nsw> : i32
    scf.yield %t : i32
  }
  return %b : i32
}

// One inside of the other, with a condition.
func.func @nest(%m: memref<?x?xi32>, %n: index) -> i32 {
  %zero = arith.constant 0 : i32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = scf.for %i = %c0 to %n step %c1 iter_args(%s = %zero) -> i32 {
    %b = scf.for %j = %c0 to %n step %c1 iter_args(%t = %s) -> i32 {
      %x = memref.load %m[%i, %j] : memref<?x?xi32>
      %c = arith.cmpi sgt, %x, %zero : i32
      %u = scf.if %c -> i32 {
        %more = arith.addi %x, %t : i32
        scf.yield %more : i32
      } else {
        scf.yield %t : i32
      }
      %v = arith.select %c, %u, %u : i32
      scf.yield %v : i32
    }
    scf.yield %b : i32
  }
  return %a : i32
}

// A `while` whose test only hands the sum on.
func.func @whiles(%m: memref<?xi32>, %n: i32) -> (i32, i32) {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %a:2 = scf.while (%i = %zero, %s = %zero) : (i32, i32) -> (i32, i32) {
    %on = arith.cmpi slt, %i, %n : i32
    scf.condition(%on) %s, %i : i32, i32
  } do {
  ^bb0(%s: i32, %i: i32):
    %j = arith.addi %i, %one : i32
    %t = arith.addi %s, %j : i32
    scf.yield %j, %t : i32, i32
  }
  %b:2 = scf.while (%i = %zero, %s = %a#0) : (i32, i32) -> (i32, i32) {
    %on = arith.cmpi slt, %i, %n : i32
    scf.condition(%on) %s, %i : i32, i32
  } do {
  ^bb0(%s: i32, %i: i32):
    %j = arith.addi %i, %one : i32
    %t = arith.addi %s, %j : i32
    scf.yield %j, %t : i32, i32
  }
  return %b#0, %b#1 : i32, i32
}

// Not a sum; a sum that somebody looks at; one that begins early; and a loop that waits anyway.
func.func @kept(%m: memref<?xi32>, %n: index, %begin: i32) -> (i32, i32, i32) {
  %zero = arith.constant 0 : i32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a:3 = scf.for %i = %c0 to %n step %c1 iter_args(%s = %begin, %k = %zero, %p = %zero) -> (i32, i32, i32) {
    %x = memref.load %m[%i] : memref<?xi32>
    %t = arith.addi %s, %x : i32
    %l = arith.addi %k, %x : i32
    %q = arith.subi %x, %p : i32
    scf.yield %t, %l, %q : i32, i32, i32
  }
  %b:2 = scf.for %i = %c0 to %n step %c1 iter_args(%k = %a#1, %p = %a#2) -> (i32, i32) {
    %x = memref.load %m[%i] : memref<?xi32>
    %l = arith.addi %k, %x : i32
    memref.store %l, %m[%i] : memref<?xi32>
    %q = arith.subi %x, %p : i32
    scf.yield %l, %q : i32, i32
  }
  %to = arith.index_cast %a#0 : i32 to index
  %c = scf.for %i = %c0 to %to step %c1 iter_args(%s = %a#0) -> i32 {
    %x = memref.load %m[%i] : memref<?xi32>
    %t = arith.addi %s, %x : i32
    scf.yield %t : i32
  }
  return %c, %b#0, %b#1 : i32, i32, i32
}

// OUT: module {
// OUT:   func.func @row(%m: memref<?xi32>, %n: index) -> i32 {
// OUT:     %zero = arith.constant 0 : i32
// OUT:     %c0 = arith.constant 0 : index
// OUT:     %c1 = arith.constant 1 : index
// OUT:     %a = scf.for %i = %c0 to %n step %c1 iter_args(%s = %zero) -> (i32) {
// OUT:       %x = memref.load %m[%i] : memref<?xi32>
// OUT:       %t = arith.addi %s, %x overflow<nsw> : i32
// OUT:       scf.yield %t : i32
// OUT:     }
// OUT:     %c0_i32 = arith.constant 0 : i32
// OUT:     %b = scf.for %i = %c0 to %n step %c1 iter_args(%s = %c0_i32) -> (i32) {
// OUT:       %x = memref.load %m[%i] : memref<?xi32>
// OUT:       %t = arith.subi %s, %x : i32
// OUT:       scf.yield %t : i32
// OUT:     }
// OUT:     %b_0 = arith.addi %a, %b : i32
// OUT:     return %b_0 : i32
// OUT:   }
// OUT:   func.func @nest(%m: memref<?x?xi32>, %n: index) -> i32 {
// OUT:     %zero = arith.constant 0 : i32
// OUT:     %c0 = arith.constant 0 : index
// OUT:     %c1 = arith.constant 1 : index
// OUT:     %a = scf.for %i = %c0 to %n step %c1 iter_args(%s = %zero) -> (i32) {
// OUT:       %c0_i32 = arith.constant 0 : i32
// OUT:       %b = scf.for %j = %c0 to %n step %c1 iter_args(%t = %c0_i32) -> (i32) {
// OUT:         %x = memref.load %m[%i, %j] : memref<?x?xi32>
// OUT:         %c = arith.cmpi sgt, %x, %zero : i32
// OUT:         %u = scf.if %c -> (i32) {
// OUT:           %more = arith.addi %x, %t : i32
// OUT:           scf.yield %more : i32
// OUT:         } else {
// OUT:           scf.yield %t : i32
// OUT:         }
// OUT:         %v = arith.select %c, %u, %u : i32
// OUT:         scf.yield %v : i32
// OUT:       }
// OUT:       %b_0 = arith.addi %s, %b : i32
// OUT:       scf.yield %b_0 : i32
// OUT:     }
// OUT:     return %a : i32
// OUT:   }
// OUT:   func.func @whiles(%m: memref<?xi32>, %n: i32) -> (i32, i32) {
// OUT:     %zero = arith.constant 0 : i32
// OUT:     %one = arith.constant 1 : i32
// OUT:     %a:2 = scf.while (%i = %zero, %s = %zero) : (i32, i32) -> (i32, i32) {
// OUT:       %on = arith.cmpi slt, %i, %n : i32
// OUT:       scf.condition(%on) %s, %i : i32, i32
// OUT:     } do {
// OUT:     ^bb0(%s: i32, %i: i32):
// OUT:       %j = arith.addi %i, %one : i32
// OUT:       %t = arith.addi %s, %j : i32
// OUT:       scf.yield %j, %t : i32, i32
// OUT:     }
// OUT:     %c0_i32 = arith.constant 0 : i32
// OUT:     %b:2 = scf.while (%i = %zero, %s = %c0_i32) : (i32, i32) -> (i32, i32) {
// OUT:       %on = arith.cmpi slt, %i, %n : i32
// OUT:       scf.condition(%on) %s, %i : i32, i32
// OUT:     } do {
// OUT:     ^bb0(%s: i32, %i: i32):
// OUT:       %j = arith.addi %i, %one : i32
// OUT:       %t = arith.addi %s, %j : i32
// OUT:       scf.yield %j, %t : i32, i32
// OUT:     }
// OUT:     %b_0 = arith.addi %a#0, %b#0 : i32
// OUT:     return %b_0, %b#1 : i32, i32
// OUT:   }
// OUT:   func.func @kept(%m: memref<?xi32>, %n: index, %begin: i32) -> (i32, i32, i32) {
// OUT:     %zero = arith.constant 0 : i32
// OUT:     %c0 = arith.constant 0 : index
// OUT:     %c1 = arith.constant 1 : index
// OUT:     %a:3 = scf.for %i = %c0 to %n step %c1 iter_args(%s = %begin, %k = %zero, %p = %zero) -> (i32, i32, i32) {
// OUT:       %x = memref.load %m[%i] : memref<?xi32>
// OUT:       %t = arith.addi %s, %x : i32
// OUT:       %l = arith.addi %k, %x : i32
// OUT:       %q = arith.subi %x, %p : i32
// OUT:       scf.yield %t, %l, %q : i32, i32, i32
// OUT:     }
// OUT:     %b:2 = scf.for %i = %c0 to %n step %c1 iter_args(%k = %a#1, %p = %a#2) -> (i32, i32) {
// OUT:       %x = memref.load %m[%i] : memref<?xi32>
// OUT:       %l = arith.addi %k, %x : i32
// OUT:       memref.store %l, %m[%i] : memref<?xi32>
// OUT:       %q = arith.subi %x, %p : i32
// OUT:       scf.yield %l, %q : i32, i32
// OUT:     }
// OUT:     %to = arith.index_cast %a#0 : i32 to index
// OUT:     %c = scf.for %i = %c0 to %to step %c1 iter_args(%s = %a#0) -> (i32) {
// OUT:       %x = memref.load %m[%i] : memref<?xi32>
// OUT:       %t = arith.addi %s, %x : i32
// OUT:       scf.yield %t : i32
// OUT:     }
// OUT:     return %c, %b#0, %b#1 : i32, i32, i32
// OUT:   }
// OUT: }
