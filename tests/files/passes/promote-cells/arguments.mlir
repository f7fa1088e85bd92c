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
