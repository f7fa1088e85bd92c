// A loop that multiplies one value over and over takes turns between three.
// RUN: flowright opt %s --passes interleave-products --verify-each
// BLESS
// ORACLE: mlir-opt-19

// The rest of what the loop carries stays as it is.
func.func @unknown(%n: index, %m: memref<?xi32>) -> (i32, i32) {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%p = %one, %s = %zero) -> (i32, i32) {
    %x = memref.load %m[%i] : memref<?xi32>
    %c = arith.cmpi sgt, %x, %zero : i32
    %q = arith.muli %p, %x overflow<nsw> : i32
    %next = arith.select %c, %q, %p : i32
    %t = arith.addi %s, %x : i32
    scf.yield %next, %t : i32, i32
  }
  return %r#0, %r#1 : i32, i32
}

// Where it begins with the product of another loop, that comes last.
func.func @row(%n: index, %m: memref<?xi32>, %begin: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = scf.for %i = %c0 to %n step %c1 iter_args(%p = %begin) -> i32 {
    %x = memref.load %m[%i] : memref<?xi32>
    %q = arith.muli %p, %x : i32
    scf.yield %q : i32
  }
  %b = scf.for %i = %c0 to %n step %c1 iter_args(%p = %a) -> i32 {
    %x = memref.load %m[%i] : memref<?xi32>
    %q = arith.muli %x, %p : i32
    scf.yield %q : i32
  }
  return %b : i32
}

// Few rounds; as many as another loop leaves; a product by a literal that is a sum; one that somebody looks at; a loop that waits for memory as long; a square.
func.func @kept(%n: index, %m: memref<?xi32>) -> (i32, i32, i32, i32, i32, i32) {
  %one = arith.constant 1 : i32
  %three = arith.constant 3 : i32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c11 = arith.constant 11 : index
  %few = scf.for %i = %c0 to %c11 step %c1 iter_args(%p = %one) -> i32 {
    %x = memref.load %m[%i] : memref<?xi32>
    %q = arith.muli %p, %x : i32
    scf.yield %q : i32
  }
  %rest = arith.index_cast %few : i32 to index
  %left = scf.for %i = %c0 to %rest step %c1 iter_args(%p = %few) -> i32 {
    %x = memref.load %m[%i] : memref<?xi32>
    %q = arith.muli %p, %x : i32
    scf.yield %q : i32
  }
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%p = %one) -> i32 {
    %q = arith.muli %p, %three : i32
    scf.yield %q : i32
  }
  %seen = scf.for %i = %c0 to %n step %c1 iter_args(%p = %one) -> i32 {
    %x = memref.load %m[%i] : memref<?xi32>
    %q = arith.muli %p, %x : i32
    memref.store %q, %m[%i] : memref<?xi32>
    scf.yield %q : i32
  }
  %waits = scf.for %i = %c0 to %n step %c1 iter_args(%p = %one) -> i32 {
    %x = memref.load %m[%c0] : memref<?xi32>
    %q = arith.muli %p, %x : i32
    %y = arith.addi %x, %one : i32
    memref.store %y, %m[%c0] : memref<?xi32>
    scf.yield %q : i32
  }
  %square = scf.for %i = %c0 to %n step %c1 iter_args(%p = %three) -> i32 {
    %q = arith.muli %p, %p : i32
    scf.yield %q : i32
  }
  return %few, %left, %sum, %seen, %waits, %square : i32, i32, i32, i32, i32, i32
}

// OUT: module {
// OUT:   func.func @unknown(%n: index, %m: memref<?xi32>) -> (i32, i32) {
// OUT:     %zero = arith.constant 0 : i32
// OUT:     %one = arith.constant 1 : i32
// OUT:     %c0 = arith.constant 0 : index
// OUT:     %c1 = arith.constant 1 : index
// OUT:     %c1_i32 = arith.constant 1 : i32
// OUT:     %r:4 = scf.for %i = %c0 to %n step %c1 iter_args(%p = %one, %s = %zero, %arg0 = %c1_i32, %arg1 = %c1_i32) -> (i32, i32, i32, i32) {
// OUT:       %x = memref.load %m[%i] : memref<?xi32>
// OUT:       %c = arith.cmpi sgt, %x, %zero : i32
// OUT:       %q = arith.muli %p, %x : i32
// OUT:       %next = arith.select %c, %q, %p : i32
// OUT:       %t = arith.addi %s, %x : i32
// OUT:       scf.yield %arg0, %t, %arg1, %next : i32, i32, i32, i32
// OUT:     }
// OUT:     %0 = arith.muli %r#0, %r#2 : i32
// OUT:     %1 = arith.muli %0, %r#3 : i32
// OUT:     return %1, %r#1 : i32, i32
// OUT:   }
// OUT:   func.func @row(%n: index, %m: memref<?xi32>, %begin: i32) -> i32 {
// OUT:     %c0 = arith.constant 0 : index
// OUT:     %c1 = arith.constant 1 : index
// OUT:     %c1_i32 = arith.constant 1 : i32
// OUT:     %a:3 = scf.for %i = %c0 to %n step %c1 iter_args(%p = %begin, %arg0 = %c1_i32, %arg1 = %c1_i32) -> (i32, i32, i32) {
// OUT:       %x = memref.load %m[%i] : memref<?xi32>
// OUT:       %q = arith.muli %p, %x : i32
// OUT:       scf.yield %arg0, %arg1, %q : i32, i32, i32
// OUT:     }
// OUT:     %0 = arith.muli %a#0, %a#1 : i32
// OUT:     %1 = arith.muli %0, %a#2 : i32
// OUT:     %c1_i32_0 = arith.constant 1 : i32
// OUT:     %b:3 = scf.for %i = %c0 to %n step %c1 iter_args(%p = %c1_i32_0, %arg2 = %c1_i32_0, %arg3 = %c1_i32_0) -> (i32, i32, i32) {
// OUT:       %x = memref.load %m[%i] : memref<?xi32>
// OUT:       %q = arith.muli %x, %p : i32
// OUT:       scf.yield %arg2, %arg3, %q : i32, i32, i32
// OUT:     }
// OUT:     %2 = arith.muli %b#0, %b#1 : i32
// OUT:     %3 = arith.muli %b#2, %1 : i32
// OUT:     %4 = arith.muli %2, %3 : i32
// OUT:     return %4 : i32
// OUT:   }
// OUT:   func.func @kept(%n: index, %m: memref<?xi32>) -> (i32, i32, i32, i32, i32, i32) {
// OUT:     %one = arith.constant 1 : i32
// OUT:     %three = arith.constant 3 : i32
// OUT:     %c0 = arith.constant 0 : index
// OUT:     %c1 = arith.constant 1 : index
// OUT:     %c11 = arith.constant 11 : index
// OUT:     %few = scf.for %i = %c0 to %c11 step %c1 iter_args(%p = %one) -> (i32) {
// OUT:       %x = memref.load %m[%i] : memref<?xi32>
// OUT:       %q = arith.muli %p, %x : i32
// OUT:       scf.yield %q : i32
// OUT:     }
// OUT:     %rest = arith.index_cast %few : i32 to index
// OUT:     %left = scf.for %i = %c0 to %rest step %c1 iter_args(%p = %few) -> (i32) {
// OUT:       %x = memref.load %m[%i] : memref<?xi32>
// OUT:       %q = arith.muli %p, %x : i32
// OUT:       scf.yield %q : i32
// OUT:     }
// OUT:     %sum = scf.for %i = %c0 to %n step %c1 iter_args(%p = %one) -> (i32) {
// OUT:       %q = arith.muli %p, %three : i32
// OUT:       scf.yield %q : i32
// OUT:     }
// OUT:     %seen = scf.for %i = %c0 to %n step %c1 iter_args(%p = %one) -> (i32) {
// OUT:       %x = memref.load %m[%i] : memref<?xi32>
// OUT:       %q = arith.muli %p, %x : i32
// OUT:       memref.store %q, %m[%i] : memref<?xi32>
// OUT:       scf.yield %q : i32
// OUT:     }
// OUT:     %waits = scf.for %i = %c0 to %n step %c1 iter_args(%p = %one) -> (i32) {
// OUT:       %x = memref.load %m[%c0] : memref<?xi32>
// OUT:       %q = arith.muli %p, %x : i32
// OUT:       %y = arith.addi %x, %one : i32
// OUT:       memref.store %y, %m[%c0] : memref<?xi32>
// OUT:       scf.yield %q : i32
// OUT:     }
// OUT:     %square = scf.for %i = %c0 to %n step %c1 iter_args(%p = %three) -> (i32) {
// OUT:       %q = arith.muli %p, %p : i32
// OUT:       scf.yield %q : i32
// OUT:     }
// OUT:     return %few, %left, %sum, %seen, %waits, %square : i32, i32, i32, i32, i32, i32
// OUT:   }
// OUT: }
