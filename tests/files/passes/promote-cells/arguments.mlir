// Whoever knows that the arguments share no memory says so. Where memory comes from nobody knows, it stays.
// RUN: flowright opt %s --passes promote-cells{arguments=apart} --verify-each
// BLESS
// ORACLE: mlir-opt-19

memref.global "private" @scale : memref<1xi32> = dense<3>
func.func @others(%a: memref<8xi32>, %b: memref<8xi32>, %k: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %scale = memref.get_global @scale : memref<1xi32>
  scf.for %i = %c0 to %c8 step %c1 {
    %x = memref.load %b[%i] : memref<8xi32>
    %y = memref.load %scale[%c0] : memref<1xi32>
    %z = arith.muli %x, %y : i32
    %old = memref.load %a[%k] : memref<8xi32>
    %new = arith.addi %old, %z : i32
    memref.store %new, %a[%k] : memref<8xi32>
  }
  return
}

func.func @unknown(%a: memref<8xi32>, %b: memref<8xi32>, %k: index, %c: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %some = arith.select %c, %a, %b : memref<8xi32>
  scf.for %i = %c0 to %c8 step %c1 {
    %x = memref.load %some[%i] : memref<8xi32>
    memref.store %x, %a[%k] : memref<8xi32>
  }
  return
}

// OUT: module {
// OUT:   memref.global "private" @scale : memref<1xi32> = dense<3>
// OUT:   func.func @others(%a: memref<8xi32>, %b: memref<8xi32>, %k: index) {
// OUT:     %c0 = arith.constant 0 : index
// OUT:     %c1 = arith.constant 1 : index
// OUT:     %c8 = arith.constant 8 : index
// OUT:     %scale = memref.get_global @scale : memref<1xi32>
// OUT:     %0 = memref.load %a[%k] : memref<8xi32>
// OUT:     %a_0 = scf.for %i = %c0 to %c8 step %c1 iter_args(%a_1 = %0) -> (i32) {
// OUT:       %x = memref.load %b[%i] : memref<8xi32>
// OUT:       %y = memref.load %scale[%c0] : memref<1xi32>
// OUT:       %z = arith.muli %x, %y : i32
// OUT:       %new = arith.addi %a_1, %z : i32
// OUT:       scf.yield %new : i32
// OUT:     }
// OUT:     memref.store %a_0, %a[%k] : memref<8xi32>
// OUT:     return
// OUT:   }
// OUT:   func.func @unknown(%a: memref<8xi32>, %b: memref<8xi32>, %k: index, %c: i1) {
// OUT:     %c0 = arith.constant 0 : index
// OUT:     %c1 = arith.constant 1 : index
// OUT:     %c8 = arith.constant 8 : index
// OUT:     %some = arith.select %c, %a, %b : memref<8xi32>
// OUT:     scf.for %i = %c0 to %c8 step %c1 {
// OUT:       %x = memref.load %some[%i] : memref<8xi32>
// OUT:       memref.store %x, %a[%k] : memref<8xi32>
// OUT:     }
// OUT:     return
// OUT:   }
// OUT: }
