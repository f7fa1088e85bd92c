// Values go through structured operations as results and carried values.
// RUN: flowright opt %s --passes mem2reg --verify-each | check
// ORACLE: mlir-opt-19

// CHECK-LABEL: func.func @for(%n: index, %a: i32) -> i32 {
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: %acc = scf.for %i = %c0 to %n step %c1 iter_args(%acc_0 = %a) -> (i32) {
// CHECK-NEXT: %0 = arith.muli %acc_0, %a : i32
// CHECK-NEXT: scf.yield %0 : i32
// CHECK-NEXT: }
// CHECK-NEXT: return %acc : i32
// CHECK-NEXT: }
func.func @for(%n: index, %a: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %acc = memref.alloca() : memref<i32>
  memref.store %a, %acc[] : memref<i32>
  scf.for %i = %c0 to %n step %c1 {
    %0 = memref.load %acc[] : memref<i32>
    %1 = arith.muli %0, %a : i32
    memref.store %1, %acc[] : memref<i32>
  }
  %2 = memref.load %acc[] : memref<i32>
  return %2 : i32
}

// Two variables through two levels.
// CHECK-LABEL: func.func @nested(%n: index, %a: i32, %c: i1) -> (i32, i32) {
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: %x:2 = scf.for %i = %c0 to %n step %c1 iter_args(%x_0 = %a, %y = %a) -> (i32, i32) {
// CHECK-NEXT: %x_1:2 = scf.if %c -> (i32, i32) {
// CHECK-NEXT: %0 = arith.addi %x_0, %a : i32
// CHECK-NEXT: scf.yield %0, %y : i32, i32
// CHECK-NEXT: } else {
// CHECK-NEXT: scf.yield %x_0, %x_0 : i32, i32
// CHECK-NEXT: }
// CHECK-NEXT: scf.yield %x_1#0, %x_1#1 : i32, i32
// CHECK-NEXT: }
// CHECK-NEXT: return %x#0, %x#1 : i32, i32
// CHECK-NEXT: }
func.func @nested(%n: index, %a: i32, %c: i1) -> (i32, i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %x = memref.alloca() : memref<i32>
  %y = memref.alloca() : memref<1xi32>
  memref.store %a, %x[] : memref<i32>
  memref.store %a, %y[%c0] : memref<1xi32>
  scf.for %i = %c0 to %n step %c1 {
    scf.if %c {
      %0 = memref.load %x[] : memref<i32>
      %1 = arith.addi %0, %a : i32
      memref.store %1, %x[] : memref<i32>
    } else {
      %v = memref.load %x[] : memref<i32>
      memref.store %v, %y[%c0] : memref<1xi32>
    }
  }
  %2 = memref.load %x[] : memref<i32>
  %3 = memref.load %y[%c0] : memref<1xi32>
  return %2, %3 : i32, i32
}

// The branch that is not there hands on what was before.
// CHECK-LABEL: func.func @if_only_then(%a: i32, %b: i32, %c: i1) -> i32 {
// CHECK-NEXT: %m = scf.if %c -> (i32) {
// CHECK-NEXT: scf.yield %b : i32
// CHECK-NEXT: } else {
// CHECK-NEXT: scf.yield %a : i32
// CHECK-NEXT: }
// CHECK-NEXT: return %m : i32
// CHECK-NEXT: }
func.func @if_only_then(%a: i32, %b: i32, %c: i1) -> i32 {
  %m = memref.alloca() : memref<i32>
  memref.store %a, %m[] : memref<i32>
  scf.if %c {
    memref.store %b, %m[] : memref<i32>
  }
  %0 = memref.load %m[] : memref<i32>
  return %0 : i32
}

// Written on both ways, though not before.
// CHECK-LABEL: func.func @if_both(%a: i32, %b: i32, %c: i1) -> i32 {
// CHECK-NEXT: %m = scf.if %c -> (i32) {
// CHECK-NEXT: scf.yield %b : i32
// CHECK-NEXT: } else {
// CHECK-NEXT: scf.yield %a : i32
// CHECK-NEXT: }
// CHECK-NEXT: return %m : i32
// CHECK-NEXT: }
func.func @if_both(%a: i32, %b: i32, %c: i1) -> i32 {
  %m = memref.alloca() : memref<i32>
  scf.if %c {
    memref.store %b, %m[] : memref<i32>
  } else {
    memref.store %a, %m[] : memref<i32>
  }
  %0 = memref.load %m[] : memref<i32>
  return %0 : i32
}

// Both sides of the loop see both variables.
// CHECK-LABEL: func.func @while(%n: i32) -> i32 {
// CHECK-NEXT: %z = arith.constant 0 : i32
// CHECK-NEXT: %one = arith.constant 1 : i32
// CHECK-NEXT: %i:2 = scf.while (%i_0 = %z, %s = %z) : (i32, i32) -> (i32, i32) {
// CHECK-NEXT: %c = arith.cmpi slt, %i_0, %n : i32
// CHECK-NEXT: scf.condition(%c) %i_0, %s : i32, i32
// CHECK-NEXT: } do {
// CHECK-NEXT: ^bb0(%i_0: i32, %s: i32):
// CHECK-NEXT: %x = arith.addi %i_0, %s : i32
// CHECK-NEXT: %y = arith.addi %i_0, %one : i32
// CHECK-NEXT: scf.yield %y, %x : i32, i32
// CHECK-NEXT: }
// CHECK-NEXT: return %i#1 : i32
// CHECK-NEXT: }
func.func @while(%n: i32) -> i32 {
  %z = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %i = memref.alloca() : memref<i32>
  %s = memref.alloca() : memref<i32>
  memref.store %z, %i[] : memref<i32>
  memref.store %z, %s[] : memref<i32>
  scf.while : () -> () {
    %v = memref.load %i[] : memref<i32>
    %c = arith.cmpi slt, %v, %n : i32
    scf.condition(%c)
  } do {
    %v = memref.load %i[] : memref<i32>
    %w = memref.load %s[] : memref<i32>
    %x = arith.addi %v, %w : i32
    memref.store %x, %s[] : memref<i32>
    %y = arith.addi %v, %one : i32
    memref.store %y, %i[] : memref<i32>
    scf.yield
  }
  %r = memref.load %s[] : memref<i32>
  return %r : i32
}

// CHECK-LABEL: func.func @switch(%s: index, %a: i32, %b: i32) -> i32 {
// CHECK-NEXT: %m = scf.index_switch %s -> i32
// CHECK-NEXT: case 0 {
// CHECK-NEXT: scf.yield %b : i32
// CHECK-NEXT: }
// CHECK-NEXT: case 3 {
// CHECK-NEXT: scf.yield %a : i32
// CHECK-NEXT: }
// CHECK-NEXT: default {
// CHECK-NEXT: %0 = arith.addi %a, %b : i32
// CHECK-NEXT: scf.yield %0 : i32
// CHECK-NEXT: }
// CHECK-NEXT: return %m : i32
// CHECK-NEXT: }
func.func @switch(%s: index, %a: i32, %b: i32) -> i32 {
  %m = memref.alloca() : memref<i32>
  memref.store %a, %m[] : memref<i32>
  scf.index_switch %s
  case 0 {
    memref.store %b, %m[] : memref<i32>
    scf.yield
  }
  case 3 {
    scf.yield
  }
  default {
    %0 = memref.load %m[] : memref<i32>
    %1 = arith.addi %0, %b : i32
    memref.store %1, %m[] : memref<i32>
    scf.yield
  }
  %r = memref.load %m[] : memref<i32>
  return %r : i32
}

// Blocks inside of an operation.
// CHECK-LABEL: func.func @execute(%a: i32, %c: i1) -> i32 {
// CHECK-NEXT: %k:2 = scf.execute_region -> (i32, i32) {
// CHECK-NEXT: cf.cond_br %c, ^bb1, ^bb2(%a : i32)
// CHECK-NEXT: ^bb1:
// CHECK-NEXT: %0 = arith.addi %a, %a : i32
// CHECK-NEXT: cf.br ^bb2(%0 : i32)
// CHECK-NEXT: ^bb2(%m: i32):
// CHECK-NEXT: scf.yield %m, %m : i32, i32
// CHECK-NEXT: }
// CHECK-NEXT: %t = arith.addi %k#1, %k#0 : i32
// CHECK-NEXT: return %t : i32
// CHECK-NEXT: }
func.func @execute(%a: i32, %c: i1) -> i32 {
  %m = memref.alloca() : memref<i32>
  memref.store %a, %m[] : memref<i32>
  %k = scf.execute_region -> i32 {
    cf.cond_br %c, ^x, ^y
  ^x:
    %1 = arith.addi %a, %a : i32
    memref.store %1, %m[] : memref<i32>
    cf.br ^y
  ^y:
    %2 = memref.load %m[] : memref<i32>
    scf.yield %2 : i32
  }
  %r = memref.load %m[] : memref<i32>
  %t = arith.addi %r, %k : i32
  return %t : i32
}

// A parallel loop may read.
// CHECK-LABEL: func.func @parallel_reads(%n: index, %a: i32, %out: memref<?xi32>) -> i32 {
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: %s = scf.parallel (%i) = (%c0) to (%n) step (%c1) init (%a) -> i32 {
// CHECK-NEXT: memref.store %a, %out[%i] : memref<?xi32>
// CHECK-NEXT: scf.reduce(%a : i32) {
// CHECK-NEXT: ^bb0(%x: i32, %y: i32):
// CHECK-NEXT: %z = arith.addi %x, %a : i32
// CHECK-NEXT: scf.reduce.return %z : i32
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: return %s : i32
// CHECK-NEXT: }
func.func @parallel_reads(%n: index, %a: i32, %out: memref<?xi32>) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = memref.alloca() : memref<i32>
  memref.store %a, %m[] : memref<i32>
  %s = scf.parallel (%i) = (%c0) to (%n) step (%c1) init (%a) -> i32 {
    %v = memref.load %m[] : memref<i32>
    memref.store %v, %out[%i] : memref<?xi32>
    scf.reduce(%v : i32) {
    ^bb0(%x: i32, %y: i32):
      %w = memref.load %m[] : memref<i32>
      %z = arith.addi %x, %w : i32
      scf.reduce.return %z : i32
    }
  }
  return %s : i32
}
