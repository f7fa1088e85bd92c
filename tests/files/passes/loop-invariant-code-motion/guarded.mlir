// A division leaves a loop only if the program surely gets to it.
// RUN: flowright opt %s --passes loop-invariant-code-motion --verify-each | check
// ORACLE: mlir-opt-19

// The loop may not run at all.
// CHECK-LABEL: func.func @division_unknown_trips(%n: index, %a: i32, %b: i32, %m: memref<?xi32>) {
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: scf.for %i = %c0 to %n step %c1 {
// CHECK-NEXT: %0 = arith.divsi %a, %b : i32
// CHECK-NEXT: memref.store %0, %m[%i] : memref<?xi32>
// CHECK-NEXT: }
// CHECK-NEXT: return
// CHECK-NEXT: }
func.func @division_unknown_trips(%n: index, %a: i32, %b: i32, %m: memref<?xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %0 = arith.divsi %a, %b : i32
    memref.store %0, %m[%i] : memref<?xi32>
  }
  return
}

func.func private @g()

// The first division is surely done. The second stands under a condition, the third after a call that may not come back.
// CHECK-LABEL: func.func @division_surely(%a: i32, %b: i32, %c: i1, %m: memref<?xi32>) {
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: %c4 = arith.constant 4 : index
// CHECK-NEXT: %0 = arith.divsi %a, %b : i32
// CHECK-NEXT: scf.for %i = %c0 to %c4 step %c1 {
// CHECK-NEXT: memref.store %0, %m[%i] : memref<?xi32>
// CHECK-NEXT: scf.if %c {
// CHECK-NEXT: %1 = arith.remsi %a, %b : i32
// CHECK-NEXT: memref.store %1, %m[%c0] : memref<?xi32>
// CHECK-NEXT: }
// CHECK-NEXT: func.call @g() : () -> ()
// CHECK-NEXT: %2 = arith.divui %a, %b : i32
// CHECK-NEXT: memref.store %2, %m[%i] : memref<?xi32>
// CHECK-NEXT: }
// CHECK-NEXT: return
// CHECK-NEXT: }
func.func @division_surely(%a: i32, %b: i32, %c: i1, %m: memref<?xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  scf.for %i = %c0 to %c4 step %c1 {
    %0 = arith.divsi %a, %b : i32
    memref.store %0, %m[%i] : memref<?xi32>
    scf.if %c {
      %1 = arith.remsi %a, %b : i32
      memref.store %1, %m[%c0] : memref<?xi32>
    }
    func.call @g() : () -> ()
    %2 = arith.divui %a, %b : i32
    memref.store %2, %m[%i] : memref<?xi32>
  }
  return
}

// The loop never runs.
// CHECK-LABEL: func.func @zero_trip(%a: i32, %b: i32, %m: memref<?xi32>) {
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: scf.for %i = %c1 to %c0 step %c1 {
// CHECK-NEXT: %0 = arith.divsi %a, %b : i32
// CHECK-NEXT: memref.store %0, %m[%i] : memref<?xi32>
// CHECK-NEXT: }
// CHECK-NEXT: return
// CHECK-NEXT: }
func.func @zero_trip(%a: i32, %b: i32, %m: memref<?xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c1 to %c0 step %c1 {
    %0 = arith.divsi %a, %b : i32
    memref.store %0, %m[%i] : memref<?xi32>
  }
  return
}

// The condition is computed at least once, the body perhaps never. What the body stores is what the condition loads.
// CHECK-LABEL: func.func @while(%a: i32, %b: i32, %m: memref<i32>) {
// CHECK-NEXT: %0 = arith.divsi %a, %b : i32
// CHECK-NEXT: %1 = arith.muli %a, %b : i32
// CHECK-NEXT: scf.while : () -> () {
// CHECK-NEXT: %2 = memref.load %m[] : memref<i32>
// CHECK-NEXT: %c = arith.cmpi slt, %0, %2 : i32
// CHECK-NEXT: scf.condition(%c)
// CHECK-NEXT: } do {
// CHECK-NEXT: %3 = arith.remsi %a, %b : i32
// CHECK-NEXT: memref.store %3, %m[] : memref<i32>
// CHECK-NEXT: scf.yield
// CHECK-NEXT: }
// CHECK-NEXT: return
// CHECK-NEXT: }
func.func @while(%a: i32, %b: i32, %m: memref<i32>) {
  scf.while : () -> () {
    %0 = arith.divsi %a, %b : i32
    %1 = memref.load %m[] : memref<i32>
    %c = arith.cmpi slt, %0, %1 : i32
    scf.condition(%c)
  } do {
    %2 = arith.muli %a, %b : i32
    %3 = arith.remsi %a, %b : i32
    memref.store %3, %m[] : memref<i32>
    scf.yield
  }
  return
}

// A choice is undefined when its condition is poison, so it leaves only a loop that surely runs, whatever is in it.
// CHECK-LABEL: func.func @choice(%n: index, %a: i32, %c: i1, %m: memref<?xi32>) {
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: %c4 = arith.constant 4 : index
// CHECK-NEXT: scf.for %i = %c0 to %n step %c1 {
// CHECK-NEXT: %x = scf.if %c -> (i32) {
// CHECK-NEXT: scf.yield %a : i32
// CHECK: memref.store %x, %m[%i] : memref<?xi32>
// CHECK-NEXT: }
// CHECK-NEXT: %y = scf.if %c -> (i32) {
// CHECK-NEXT: %z = arith.divsi %a, %a : i32
// CHECK-NEXT: scf.yield %z : i32
// CHECK: scf.for %i = %c0 to %c4 step %c1 {
// CHECK-NEXT: memref.store %y, %m[%i] : memref<?xi32>
// CHECK-NEXT: }
// CHECK-NEXT: return
// CHECK-NEXT: }
func.func @choice(%n: index, %a: i32, %c: i1, %m: memref<?xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  scf.for %i = %c0 to %n step %c1 {
    %x = scf.if %c -> (i32) {
      scf.yield %a : i32
    } else {
      scf.yield %a : i32
    }
    memref.store %x, %m[%i] : memref<?xi32>
  }
  scf.for %i = %c0 to %c4 step %c1 {
    %y = scf.if %c -> (i32) {
      %z = arith.divsi %a, %a : i32
      scf.yield %z : i32
    } else {
      scf.yield %a : i32
    }
    memref.store %y, %m[%i] : memref<?xi32>
  }
  return
}
