// In sums and products of several integers, what comes early is put together first.
// RUN: flowright opt %s --passes regroup --verify-each
// BLESS
// ORACLE: mlir-opt-19

// The literal is multiplied before the loads are, and without the promise that nothing overflows.
func.func @literal(%a: memref<8xi32>, %b: memref<8xi32>, %i: index) -> i32 {
  %five = arith.constant 5 : i32
  %x = memref.load %a[%i] : memref<8xi32>
  %y = memref.load %b[%i] : memref<8xi32>
  %p = arith.muli %x, %y overflow<nsw> : i32
  %q = arith.muli %p, %five overflow<nsw> : i32
  return %q : i32
}

// A round waits for one addition and one multiplication instead of two.
func.func @ring(%a: memref<?xi32>, %n: index) -> (i32, i32) {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%s = %zero, %p = %one) -> (i32, i32) {
    %x = memref.load %a[%i] : memref<?xi32>
    %y = arith.index_cast %i : index to i32
    %s1 = arith.addi %s, %x : i32
    %s2 = arith.addi %s1, %y : i32
    %p1 = arith.muli %p, %x : i32
    %p2 = arith.muli %y, %p1 : i32
    scf.yield %s2, %p2 : i32, i32
  }
  return %r#0, %r#1 : i32, i32
}

// Nothing is gained: trees stay, with all that is known of them.
func.func @stay(%a: i32, %b: i32, %c: i32) -> (i32, i32) {
  %s = arith.addi %a, %b overflow<nsw> : i32
  %t = arith.addi %s, %c overflow<nsw> : i32
  %p = arith.muli %a, %b overflow<nsw> : i32
  %q = arith.muli %p, %c overflow<nsw> : i32
  return %t, %q : i32, i32
}

// A subscript stays, too, and so does a part that somebody else uses.
func.func @kept(%m: memref<?xi32>, %a: memref<8xi32>, %i: index, %b: i32, %c: i32) -> (i32, i32) {
  %x = memref.load %a[%i] : memref<8xi32>
  %s = arith.addi %x, %b overflow<nsw> : i32
  %t = arith.addi %s, %c overflow<nsw> : i32
  %at = arith.index_cast %t : i32 to index
  %y = memref.load %m[%at] : memref<?xi32>
  %u = arith.addi %y, %b : i32
  %v = arith.addi %u, %c : i32
  %w = arith.muli %u, %v : i32
  return %y, %w : i32, i32
}

// Four in a row become two and two.
func.func @four(%a: i32, %b: i32, %c: i32, %d: i32) -> i32 {
  %p = arith.muli %a, %b : i32
  %q = arith.muli %p, %c : i32
  %r = arith.muli %q, %d : i32
  return %r : i32
}

// OUT: module {
// OUT:   func.func @literal(%a: memref<8xi32>, %b: memref<8xi32>, %i: index) -> i32 {
// OUT:     %five = arith.constant 5 : i32
// OUT:     %x = memref.load %a[%i] : memref<8xi32>
// OUT:     %y = memref.load %b[%i] : memref<8xi32>
// OUT:     %0 = arith.muli %five, %x : i32
// OUT:     %q = arith.muli %y, %0 : i32
// OUT:     return %q : i32
// OUT:   }
// OUT:   func.func @ring(%a: memref<?xi32>, %n: index) -> (i32, i32) {
// OUT:     %zero = arith.constant 0 : i32
// OUT:     %one = arith.constant 1 : i32
// OUT:     %c0 = arith.constant 0 : index
// OUT:     %c1 = arith.constant 1 : index
// OUT:     %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%s = %zero, %p = %one) -> (i32, i32) {
// OUT:       %x = memref.load %a[%i] : memref<?xi32>
// OUT:       %y = arith.index_cast %i : index to i32
// OUT:       %0 = arith.addi %y, %x : i32
// OUT:       %s2 = arith.addi %0, %s : i32
// OUT:       %1 = arith.muli %y, %x : i32
// OUT:       %p2 = arith.muli %1, %p : i32
// OUT:       scf.yield %s2, %p2 : i32, i32
// OUT:     }
// OUT:     return %r#0, %r#1 : i32, i32
// OUT:   }
// OUT:   func.func @stay(%a: i32, %b: i32, %c: i32) -> (i32, i32) {
// OUT:     %s = arith.addi %a, %b overflow<nsw> : i32
// OUT:     %t = arith.addi %s, %c overflow<nsw> : i32
// OUT:     %p = arith.muli %a, %b overflow<nsw> : i32
// OUT:     %q = arith.muli %p, %c overflow<nsw> : i32
// OUT:     return %t, %q : i32, i32
// OUT:   }
// OUT:   func.func @kept(%m: memref<?xi32>, %a: memref<8xi32>, %i: index, %b: i32, %c: i32) -> (i32, i32) {
// OUT:     %x = memref.load %a[%i] : memref<8xi32>
// OUT:     %s = arith.addi %x, %b overflow<nsw> : i32
// OUT:     %t = arith.addi %s, %c overflow<nsw> : i32
// OUT:     %at = arith.index_cast %t : i32 to index
// OUT:     %y = memref.load %m[%at] : memref<?xi32>
// OUT:     %u = arith.addi %y, %b : i32
// OUT:     %v = arith.addi %u, %c : i32
// OUT:     %w = arith.muli %u, %v : i32
// OUT:     return %y, %w : i32, i32
// OUT:   }
// OUT:   func.func @four(%a: i32, %b: i32, %c: i32, %d: i32) -> i32 {
// OUT:     %0 = arith.muli %d, %c : i32
// OUT:     %1 = arith.muli %a, %b : i32
// OUT:     %r = arith.muli %0, %1 : i32
// OUT:     return %r : i32
// OUT:   }
// OUT: }
