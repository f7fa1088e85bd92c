// Stack memory of a constant size goes to where it is made once.
// RUN: flowright opt %s --passes inline --verify-each | check
// ORACLE: mlir-opt-19

func.func private @temp(%x: i32) -> i32 {
  %m = memref.alloca() : memref<i32>
  memref.store %x, %m[] : memref<i32>
  %0 = memref.load %m[] : memref<i32>
  return %0 : i32
}

// The iterations of a parallel loop must not share theirs.
// CHECK-LABEL: func.func @in_loop(%n: index, %a: i32) {
// CHECK-NEXT: %m = memref.alloca() : memref<i32>
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: scf.for %i = %c0 to %n step %c1 {
// CHECK-NEXT: memref.store %a, %m[] : memref<i32>
// CHECK-NEXT: %0 = memref.load %m[] : memref<i32>
// CHECK-NEXT: scf.parallel (%j) = (%c0) to (%n) step (%c1) {
// CHECK-NEXT: %m_0 = memref.alloca() : memref<i32>
// CHECK-NEXT: memref.store %a, %m_0[] : memref<i32>
// CHECK-NEXT: %1 = memref.load %m_0[] : memref<i32>
// CHECK-NEXT: scf.reduce
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: return
// CHECK-NEXT: }
func.func @in_loop(%n: index, %a: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %0 = func.call @temp(%a) : (i32) -> i32
    scf.parallel (%j) = (%c0) to (%n) step (%c1) {
      %1 = func.call @temp(%a) : (i32) -> i32
    }
  }
  return
}
