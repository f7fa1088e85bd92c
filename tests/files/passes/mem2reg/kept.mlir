// Memory stays where a value could not take its place.
// RUN: flowright opt %s --passes mem2reg --verify-each | check
// ORACLE: mlir-opt-19

// Reading before anything was written is an error that must not become a number.
// CHECK-LABEL: func.func @maybe_unwritten(%b: i32, %c: i1) -> i32 {
// CHECK-NEXT: %m = memref.alloca() : memref<i32>
// CHECK-NEXT: scf.if %c {
// CHECK-NEXT: memref.store %b, %m[] : memref<i32>
// CHECK-NEXT: }
// CHECK-NEXT: %0 = memref.load %m[] : memref<i32>
// CHECK-NEXT: return %0 : i32
// CHECK-NEXT: }
func.func @maybe_unwritten(%b: i32, %c: i1) -> i32 {
  %m = memref.alloca() : memref<i32>
  scf.if %c {
    memref.store %b, %m[] : memref<i32>
  }
  %0 = memref.load %m[] : memref<i32>
  return %0 : i32
}

// The loop may not run.
// CHECK-LABEL: func.func @maybe_zero_trip(%n: index, %b: i32) -> i32 {
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: %m = memref.alloca() : memref<i32>
// CHECK-NEXT: scf.for %i = %c0 to %n step %c1 {
// CHECK-NEXT: memref.store %b, %m[] : memref<i32>
// CHECK-NEXT: }
// CHECK-NEXT: %0 = memref.load %m[] : memref<i32>
// CHECK-NEXT: return %0 : i32
// CHECK-NEXT: }
func.func @maybe_zero_trip(%n: index, %b: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = memref.alloca() : memref<i32>
  scf.for %i = %c0 to %n step %c1 {
    memref.store %b, %m[] : memref<i32>
  }
  %0 = memref.load %m[] : memref<i32>
  return %0 : i32
}

// One of two ways writes.
// CHECK-LABEL: func.func @blocks_unwritten(%n: i32, %c: i1) -> i32 {
// CHECK-NEXT: %i = memref.alloca() : memref<i32>
// CHECK-NEXT: cf.cond_br %c, ^bb1, ^bb2
// CHECK-NEXT: ^bb1:
// CHECK-NEXT: memref.store %n, %i[] : memref<i32>
// CHECK-NEXT: cf.br ^bb2
// CHECK-NEXT: ^bb2:
// CHECK-NEXT: %r = memref.load %i[] : memref<i32>
// CHECK-NEXT: return %r : i32
// CHECK-NEXT: }
func.func @blocks_unwritten(%n: i32, %c: i1) -> i32 {
  %i = memref.alloca() : memref<i32>
  cf.cond_br %c, ^w, ^r
^w:
  memref.store %n, %i[] : memref<i32>
  cf.br ^r
^r:
  %r = memref.load %i[] : memref<i32>
  return %r : i32
}

// Parallel iterations have no order in which a value could be carried.
// CHECK-LABEL: func.func @parallel_writes(%n: index, %a: i32) -> i32 {
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: %m = memref.alloca() : memref<i32>
// CHECK-NEXT: memref.store %a, %m[] : memref<i32>
// CHECK-NEXT: scf.parallel (%i) = (%c0) to (%n) step (%c1) {
// CHECK-NEXT: memref.store %a, %m[] : memref<i32>
// CHECK-NEXT: scf.reduce
// CHECK-NEXT: }
// CHECK-NEXT: %r = memref.load %m[] : memref<i32>
// CHECK-NEXT: return %r : i32
// CHECK-NEXT: }
func.func @parallel_writes(%n: index, %a: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = memref.alloca() : memref<i32>
  memref.store %a, %m[] : memref<i32>
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    memref.store %a, %m[] : memref<i32>
  }
  %r = memref.load %m[] : memref<i32>
  return %r : i32
}

func.func private @take(memref<i32>)

// Memory that others may know, that is indexed by a variable, or that has several elements.
// CHECK-LABEL: func.func @escapes(%a: i32, %p: memref<memref<i32>>, %i: index) -> i32 {
// CHECK-NEXT: %m = memref.alloca() : memref<i32>
// CHECK-NEXT: memref.store %a, %m[] : memref<i32>
// CHECK-NEXT: call @take(%m) : (memref<i32>) -> ()
// CHECK-NEXT: %0 = memref.load %m[] : memref<i32>
// CHECK-NEXT: %k = memref.alloca() : memref<i32>
// CHECK-NEXT: memref.store %k, %p[] : memref<memref<i32>>
// CHECK-NEXT: %q = memref.alloca() : memref<1xi32>
// CHECK-NEXT: memref.store %a, %q[%i] : memref<1xi32>
// CHECK-NEXT: %t = memref.alloca() : memref<2xi32>
// CHECK-NEXT: memref.store %a, %t[%i] : memref<2xi32>
// CHECK-NEXT: return %0 : i32
// CHECK-NEXT: }
func.func @escapes(%a: i32, %p: memref<memref<i32>>, %i: index) -> i32 {
  %m = memref.alloca() : memref<i32>
  memref.store %a, %m[] : memref<i32>
  call @take(%m) : (memref<i32>) -> ()
  %0 = memref.load %m[] : memref<i32>
  %k = memref.alloca() : memref<i32>
  memref.store %k, %p[] : memref<memref<i32>>
  %q = memref.alloca() : memref<1xi32>
  memref.store %a, %q[%i] : memref<1xi32>
  %t = memref.alloca() : memref<2xi32>
  memref.store %a, %t[%i] : memref<2xi32>
  return %0 : i32
}
