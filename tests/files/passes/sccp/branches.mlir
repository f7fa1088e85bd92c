// Constants are followed through the branches that can be taken.
// RUN: flowright opt %s --passes sccp --verify-each | check
// ORACLE: mlir-opt-19

// Only one of the two ways to the block is ever taken.
// CHECK-LABEL: func.func @branch(%a: i32) -> i32 {
// CHECK-NEXT: %c2_i32 = arith.constant 2 : i32
// CHECK-NEXT: %t = arith.constant true
// CHECK-NEXT: %c1 = arith.constant 1 : i32
// CHECK-NEXT: cf.cond_br %t, ^bb1(%c1 : i32), ^bb1(%a : i32)
// CHECK-NEXT: ^bb1(%v: i32):
// CHECK-NEXT: return %c2_i32 : i32
// CHECK-NEXT: }
func.func @branch(%a: i32) -> i32 {
  %t = arith.constant true
  %c1 = arith.constant 1 : i32
  cf.cond_br %t, ^x(%c1 : i32), ^x(%a : i32)
^x(%v: i32):
  %0 = arith.addi %v, %c1 : i32
  return %0 : i32
}

// The second argument is one, however often the loop runs.
// CHECK-LABEL: func.func @loop(%n: i32) -> i32 {
// CHECK-NEXT: %c2_i32 = arith.constant 2 : i32
// CHECK-NEXT: %c1_i32 = arith.constant 1 : i32
// CHECK-NEXT: %c0 = arith.constant 0 : i32
// CHECK-NEXT: %c1 = arith.constant 1 : i32
// CHECK-NEXT: cf.br ^bb1(%c0, %c1 : i32, i32)
// CHECK-NEXT: ^bb1(%i: i32, %k: i32):
// CHECK-NEXT: %c = arith.cmpi slt, %i, %n : i32
// CHECK-NEXT: cf.cond_br %c, ^bb2, ^bb3
// CHECK-NEXT: ^bb2:
// CHECK-NEXT: %i1 = arith.addi %i, %c1 : i32
// CHECK-NEXT: cf.br ^bb1(%i1, %c1_i32 : i32, i32)
// CHECK-NEXT: ^bb3:
// CHECK-NEXT: return %c2_i32 : i32
// CHECK-NEXT: }
func.func @loop(%n: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  cf.br ^head(%c0, %c1 : i32, i32)
^head(%i: i32, %k: i32):
  %c = arith.cmpi slt, %i, %n : i32
  cf.cond_br %c, ^body, ^exit
^body:
  %i1 = arith.addi %i, %c1 : i32
  %k1 = arith.muli %k, %c1 : i32
  cf.br ^head(%i1, %k1 : i32, i32)
^exit:
  %r = arith.addi %k, %c1 : i32
  return %r : i32
}

// Blocks inside of an operation.
// CHECK-LABEL: func.func @execute(%a: i32, %c: i1) -> i32 {
// CHECK-NEXT: %c3_i32 = arith.constant 3 : i32
// CHECK-NEXT: %k = arith.constant 3 : i32
// CHECK-NEXT: return %c3_i32 : i32
// CHECK-NEXT: }
func.func @execute(%a: i32, %c: i1) -> i32 {
  %k = arith.constant 3 : i32
  %r = scf.execute_region -> i32 {
    cf.cond_br %c, ^x, ^y(%k : i32)
  ^x:
    cf.br ^y(%k : i32)
  ^y(%v: i32):
    scf.yield %v : i32
  }
  return %r : i32
}

// A division by zero is no constant.
// CHECK-LABEL: func.func @undefined(%a: i32) -> i32 {
// CHECK-NEXT: %z = arith.constant 0 : i32
// CHECK-NEXT: %r = arith.divsi %z, %z : i32
// CHECK-NEXT: return %r : i32
// CHECK-NEXT: }
func.func @undefined(%a: i32) -> i32 {
  %z = arith.constant 0 : i32
  %r = arith.divsi %z, %z : i32
  return %r : i32
}
