// A copy of one scalar is a load and a store where the source is surely written; elsewhere it stays, and both memories with it.
// RUN: flowright opt %s --passes mem2reg --verify-each | check

// CHECK-LABEL: func.func @chain(%a: i32) -> i32 {
// CHECK-NEXT: return %a : i32
// CHECK-NEXT: }
func.func @chain(%a: i32) -> i32 {
  %m = memref.alloca() : memref<i32>
  %n = memref.alloca() : memref<i32>
  %o = memref.alloca() : memref<i32>
  memref.store %a, %m[] : memref<i32>
  memref.copy %m, %n : memref<i32> to memref<i32>
  memref.copy %n, %o : memref<i32> to memref<i32>
  %0 = memref.load %o[] : memref<i32>
  return %0 : i32
}

// CHECK-LABEL: func.func @unwritten(%a: i32) -> i32 {
// CHECK: memref.copy
// CHECK-NEXT: memref.copy
// CHECK-NEXT: return %a : i32
func.func @unwritten(%a: i32) -> i32 {
  %m = memref.alloca() : memref<i32>
  %n = memref.alloca() : memref<i32>
  %o = memref.alloca() : memref<i32>
  memref.copy %m, %n : memref<i32> to memref<i32>
  memref.copy %n, %o : memref<i32> to memref<i32>
  return %a : i32
}
