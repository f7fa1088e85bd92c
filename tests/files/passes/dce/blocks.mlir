// Arguments of blocks that nobody needs are removed, around loops too, and so are unreachable blocks.
// RUN: flowright opt %s --passes dce --verify-each | check
// ORACLE: mlir-opt-19

// The argument `dead` is squared again and again, but never looked at.
// CHECK-LABEL: func.func @blocks(%n: i32, %a: i32) -> i32 {
// CHECK-NEXT: %z = arith.constant 0 : i32
// CHECK-NEXT: %one = arith.constant 1 : i32
// CHECK-NEXT: cf.br ^bb1(%z, %z : i32, i32)
// CHECK-NEXT: ^bb1(%i: i32, %s: i32):
// CHECK-NEXT: %c = arith.cmpi slt, %i, %n : i32
// CHECK-NEXT: cf.cond_br %c, ^bb2, ^bb3(%s : i32)
// CHECK-NEXT: ^bb2:
// CHECK-NEXT: %s1 = arith.addi %s, %i : i32
// CHECK-NEXT: %i1 = arith.addi %i, %one : i32
// CHECK-NEXT: cf.br ^bb1(%i1, %s1 : i32, i32)
// CHECK-NEXT: ^bb3(%r: i32):
// CHECK-NEXT: return %r : i32
// CHECK-NEXT: }
func.func @blocks(%n: i32, %a: i32) -> i32 {
  %z = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  cf.br ^head(%z, %a, %z : i32, i32, i32)
^head(%i: i32, %dead: i32, %s: i32):
  %c = arith.cmpi slt, %i, %n : i32
  cf.cond_br %c, ^body(%dead : i32), ^exit(%s, %dead : i32, i32)
^body(%d: i32):
  %d1 = arith.muli %d, %d : i32
  %s1 = arith.addi %s, %i : i32
  %i1 = arith.addi %i, %one : i32
  cf.br ^head(%i1, %d1, %s1 : i32, i32, i32)
^exit(%r: i32, %d2: i32):
  return %r : i32
^never(%x: i32):
  %y = arith.addi %x, %a : i32
  cf.br ^never(%y : i32)
}
