// Values follow branches as arguments of the blocks where ways meet.
// RUN: flowright opt %s --passes mem2reg --verify-each | check
// ORACLE: mlir-opt-19

// Only the two blocks with several ways to them need an argument.
// CHECK-LABEL: func.func @blocks(%n: i32, %c: i1) -> i32 {
// CHECK-NEXT: %z = arith.constant 0 : i32
// CHECK-NEXT: %one = arith.constant 1 : i32
// CHECK-NEXT: cf.br ^bb1(%z : i32)
// CHECK-NEXT: ^bb1(%i: i32):
// CHECK-NEXT: %d = arith.cmpi slt, %i, %n : i32
// CHECK-NEXT: cf.cond_br %d, ^bb2, ^bb5
// CHECK-NEXT: ^bb2:
// CHECK-NEXT: cf.cond_br %c, ^bb3, ^bb4(%i : i32)
// CHECK-NEXT: ^bb3:
// CHECK-NEXT: %w = arith.addi %i, %one : i32
// CHECK-NEXT: cf.br ^bb4(%w : i32)
// CHECK-NEXT: ^bb4(%i_0: i32):
// CHECK-NEXT: %y = arith.addi %i_0, %one : i32
// CHECK-NEXT: cf.br ^bb1(%y : i32)
// CHECK-NEXT: ^bb5:
// CHECK-NEXT: return %i : i32
// CHECK-NEXT: }
func.func @blocks(%n: i32, %c: i1) -> i32 {
  %z = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %i = memref.alloca() : memref<i32>
  memref.store %z, %i[] : memref<i32>
  cf.br ^head
^head:
  %v = memref.load %i[] : memref<i32>
  %d = arith.cmpi slt, %v, %n : i32
  cf.cond_br %d, ^body, ^exit
^body:
  cf.cond_br %c, ^inc, ^latch
^inc:
  %w = arith.addi %v, %one : i32
  memref.store %w, %i[] : memref<i32>
  cf.br ^latch
^latch:
  %x = memref.load %i[] : memref<i32>
  %y = arith.addi %x, %one : i32
  memref.store %y, %i[] : memref<i32>
  cf.br ^head
^exit:
  %r = memref.load %i[] : memref<i32>
  return %r : i32
^never:
  %q = memref.load %i[] : memref<i32>
  return %q : i32
}
