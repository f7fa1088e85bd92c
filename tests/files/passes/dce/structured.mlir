// Results and carried values of structured operations that nobody needs are removed.
// RUN: flowright opt %s --passes dce --verify-each | check
// ORACLE: mlir-opt-19

// The first carried value feeds only itself; the last is needed in the body alone.
// CHECK-LABEL: func.func @self_feeding(%n: index, %m: memref<?xi32>, %x: i32) -> i32 {
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: %z = arith.constant 0 : i32
// CHECK-NEXT: %0:2 = scf.for %i = %c0 to %n step %c1 iter_args(%live = %z, %fed = %x) -> (i32, i32) {
// CHECK-NEXT: %l = arith.addi %live, %fed : i32
// CHECK-NEXT: scf.yield %l, %fed : i32, i32
// CHECK-NEXT: }
// CHECK-NEXT: return %0#0 : i32
// CHECK-NEXT: }
func.func @self_feeding(%n: index, %m: memref<?xi32>, %x: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %z = arith.constant 0 : i32
  %r:3 = scf.for %i = %c0 to %n step %c1 iter_args(%dead = %z, %live = %z, %fed = %x) -> (i32, i32, i32) {
    %d = arith.addi %dead, %x : i32
    %l = arith.addi %live, %fed : i32
    scf.yield %d, %l, %fed : i32, i32, i32
  }
  return %r#1 : i32
}

// A loop without effects whose results are unused goes as a whole.
// CHECK-LABEL: func.func @whole_loop(%n: index) {
// CHECK-NEXT: return
// CHECK-NEXT: }
func.func @whole_loop(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %c0) -> (index) {
    %d = arith.addi %s, %i : index
    scf.yield %d : index
  }
  return
}

// The second value only feeds itself, on both sides of the loop.
// CHECK-LABEL: func.func @while(%a: i32, %b: i32) -> i32 {
// CHECK-NEXT: %r = scf.while (%x = %a) : (i32) -> i32 {
// CHECK-NEXT: %c = arith.cmpi slt, %x, %b : i32
// CHECK-NEXT: scf.condition(%c) %x : i32
// CHECK-NEXT: } do {
// CHECK-NEXT: ^bb0(%x: i32):
// CHECK-NEXT: %x1 = arith.addi %x, %x : i32
// CHECK-NEXT: scf.yield %x1 : i32
// CHECK-NEXT: }
// CHECK-NEXT: return %r : i32
// CHECK-NEXT: }
func.func @while(%a: i32, %b: i32) -> i32 {
  %r:2 = scf.while (%x = %a, %y = %b) : (i32, i32) -> (i32, i32) {
    %c = arith.cmpi slt, %x, %b : i32
    scf.condition(%c) %x, %y : i32, i32
  } do {
  ^bb0(%x: i32, %y: i32):
    %x1 = arith.addi %x, %x : i32
    %y1 = arith.addi %y, %x : i32
    scf.yield %x1, %y1 : i32, i32
  }
  return %r#0 : i32
}

// The operation stays for its other result and for its store.
// CHECK-LABEL: func.func @if(%c: i1, %a: i32, %m: memref<i32>) -> i32 {
// CHECK-NEXT: %0 = scf.if %c -> (i32) {
// CHECK-NEXT: memref.store %a, %m[] : memref<i32>
// CHECK-NEXT: scf.yield %a : i32
// CHECK-NEXT: } else {
// CHECK-NEXT: %1 = arith.addi %a, %a : i32
// CHECK-NEXT: scf.yield %1 : i32
// CHECK-NEXT: }
// CHECK-NEXT: return %0 : i32
// CHECK-NEXT: }
func.func @if(%c: i1, %a: i32, %m: memref<i32>) -> i32 {
  %r:2 = scf.if %c -> (i32, i32) {
    %0 = arith.muli %a, %a : i32
    memref.store %a, %m[] : memref<i32>
    scf.yield %0, %a : i32, i32
  } else {
    %0 = arith.addi %a, %a : i32
    scf.yield %0, %0 : i32, i32
  }
  return %r#1 : i32
}

// Only the effect is needed.
// CHECK-LABEL: func.func @switch(%s: index, %a: i32, %m: memref<i32>) {
// CHECK-NEXT: scf.index_switch %s
// CHECK-NEXT: case 1 {
// CHECK-NEXT: memref.store %a, %m[] : memref<i32>
// CHECK-NEXT: scf.yield
// CHECK-NEXT: }
// CHECK-NEXT: default {
// CHECK-NEXT: scf.yield
// CHECK-NEXT: }
// CHECK-NEXT: return
// CHECK-NEXT: }
func.func @switch(%s: index, %a: i32, %m: memref<i32>) {
  %r = scf.index_switch %s -> i32
  case 1 {
    memref.store %a, %m[] : memref<i32>
    scf.yield %a : i32
  }
  default {
    %0 = arith.addi %a, %a : i32
    scf.yield %0 : i32
  }
  return
}

// A parallel loop without effects goes as a whole.
// CHECK-LABEL: func.func @parallel(%n: index, %a: i32) {
// CHECK-NEXT: return
// CHECK-NEXT: }
func.func @parallel(%n: index, %a: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %z = arith.constant 0 : i32
  %r = scf.parallel (%i) = (%c0) to (%n) step (%c1) init (%z) -> i32 {
    scf.reduce(%a : i32) {
    ^bb0(%x: i32, %y: i32):
      %s = arith.addi %x, %y : i32
      scf.reduce.return %s : i32
    }
  }
  return
}
