// Branches without loops become choices; code after them is not copied.
// RUN: flowright opt %s --passes=lift-cf-to-scf | check
// ORACLE: mlir-opt-19

// A diamond.
// CHECK-LABEL: func.func @diamond(%c: i1, %a: i32, %b: i32)
// CHECK-NEXT: %r = scf.if %c -> (i32) {
// CHECK-NEXT: %x = arith.addi %a, %b : i32
// CHECK-NEXT: scf.yield %x : i32
// CHECK-NEXT: } else {
// CHECK-NEXT: %y = arith.subi %a, %b : i32
// CHECK-NEXT: scf.yield %y : i32
// CHECK-NEXT: }
// CHECK-NEXT: return %r : i32
func.func @diamond(%c: i1, %a: i32, %b: i32) -> i32 {
  cf.cond_br %c, ^yes, ^no
^yes:
  %x = arith.addi %a, %b : i32
  cf.br ^join(%x : i32)
^no:
  %y = arith.subi %a, %b : i32
  cf.br ^join(%y : i32)
^join(%r: i32):
  return %r : i32
}

// One side only, for its effect: no else.
// CHECK-LABEL: func.func @guarded
// CHECK: scf.if %c {
// CHECK-NEXT: memref.store
// CHECK-NEXT: }
// CHECK-NEXT: memref.store
// CHECK-NEXT: return
func.func @guarded(%c: i1, %m: memref<i32>, %a: i32, %b: i32) {
  cf.cond_br %c, ^do, ^rest
^do:
  memref.store %a, %m[] : memref<i32>
  cf.br ^rest
^rest:
  memref.store %b, %m[] : memref<i32>
  return
}

// Several returns meet in one.
// CHECK-LABEL: func.func @early_return
// CHECK: [[R:%[a-z0-9_]+]] = scf.if %c -> (i32) {
// CHECK-NEXT: scf.yield %a : i32
// CHECK-NEXT: } else {
// CHECK-NEXT: %x = arith.muli %a, %a : i32
// CHECK-NEXT: scf.yield %x : i32
// CHECK-NEXT: }
// CHECK-NEXT: return [[R]] : i32
// CHECK-NOT: return
func.func @early_return(%c: i1, %a: i32) -> i32 {
  cf.cond_br %c, ^done, ^more
^done:
  return %a : i32
^more:
  %x = arith.muli %a, %a : i32
  return %x : i32
}

// Two ways to the same blocks: what comes later stands once, and a flag leads there.
// CHECK-LABEL: func.func @shared_tail
// CHECK: [[F:%[a-z0-9_]+]] = scf.if %c -> (i1) {
// CHECK-NEXT: cf.assert %c, "first"
// CHECK: scf.yield
// CHECK-NEXT: } else {
// CHECK: }
// CHECK: scf.if [[F]] {
// CHECK-COUNT-1: cf.assert %c, "left"
// CHECK-COUNT-1: cf.assert %c, "right"
// CHECK-NOT: {{ cf\.}}
func.func @shared_tail(%c: i1, %d: i1) {
  cf.cond_br %c, ^a, ^b
^a:
  cf.assert %c, "first"
  cf.cond_br %d, ^left, ^right
^b:
  cf.cond_br %d, ^right, ^left
^left:
  cf.assert %c, "left"
  cf.br ^right
^right:
  cf.assert %c, "right"
  return
}

// The same block on both sides.
// CHECK-LABEL: func.func @same_target
// CHECK: scf.if %c -> (i32) {
// CHECK-NEXT: scf.yield %a : i32
// CHECK-NEXT: } else {
// CHECK-NEXT: scf.yield %b : i32
func.func @same_target(%c: i1, %a: i32, %b: i32) -> i32 {
  cf.cond_br %c, ^t(%a : i32), ^t(%b : i32)
^t(%x: i32):
  return %x : i32
}

// Blocks that are never reached go.
// CHECK-LABEL: func.func @unreachable
// CHECK-NEXT: return
// CHECK-NEXT: }
func.func @unreachable() {
  return
^a:
  cf.br ^b
^b:
  cf.br ^a
}

// What is structured already stays.
// CHECK-LABEL: func.func @structured
// CHECK-NEXT: scf.if %c {
// CHECK-NEXT: cf.assert %c, "yes"
// CHECK-NEXT: }
// CHECK-NEXT: return
func.func @structured(%c: i1) {
  scf.if %c {
    cf.assert %c, "yes"
  }
  return
}
