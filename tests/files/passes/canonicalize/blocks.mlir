// The blocks of regions are simplified.
// RUN: flowright opt %s --passes canonicalize --verify-each | check
// ORACLE: mlir-opt-19

// A constant condition leaves one way.
// CHECK-LABEL: func.func @condition(%a: i32, %b: i32) -> i32 {
// CHECK-NEXT: return %a : i32
// CHECK-NEXT: }
func.func @condition(%a: i32, %b: i32) -> i32 {
  %true = arith.constant true
  cf.cond_br %true, ^x(%a : i32), ^y
^x(%0: i32):
  return %0 : i32
^y:
  return %b : i32
}

// A chain of blocks is one block; an argument that every branch gives alike is that value.
// CHECK-LABEL: func.func @chain(%a: i32, %c: i1) -> i32 {
// CHECK-NEXT: %0 = arith.addi %a, %a : i32
// CHECK-NEXT: return %0 : i32
// CHECK-NEXT: }
func.func @chain(%a: i32, %c: i1) -> i32 {
  cf.br ^x
^x:
  cf.cond_br %c, ^y(%a : i32), ^z
^z:
  cf.br ^y(%a : i32)
^y(%0: i32):
  cf.br ^w
^w:
  %1 = arith.addi %0, %a : i32
  return %1 : i32
^never:
  cf.br ^never
}
