// A body of several blocks joins the blocks of the caller, or gets a region of its own.
// RUN: flowright opt %s --passes inline --verify-each | check
// ORACLE: mlir-opt-19

func.func private @abs(%x: i32) -> i32 {
  %z = arith.constant 0 : i32
  %c = arith.cmpi slt, %x, %z : i32
  cf.cond_br %c, ^neg, ^pos(%x : i32)
^neg:
  %n = arith.subi %z, %x : i32
  cf.br ^pos(%n : i32)
^pos(%r: i32):
  return %r : i32
}

// The caller has nothing structured, so it can be cut in two.
// CHECK-LABEL: func.func @flat(%a: i32) -> i32 {
// CHECK-NEXT: %z = arith.constant 0 : i32
// CHECK-NEXT: %c = arith.cmpi slt, %a, %z : i32
// CHECK-NEXT: cf.cond_br %c, ^bb1, ^bb2(%a : i32)
// CHECK-NEXT: ^bb1:
// CHECK-NEXT: %n = arith.subi %z, %a : i32
// CHECK-NEXT: cf.br ^bb2(%n : i32)
// CHECK-NEXT: ^bb2(%r: i32):
// CHECK-NEXT: cf.br ^bb3(%r : i32)
// CHECK-NEXT: ^bb3(%0: i32):
// CHECK-NEXT: %1 = arith.addi %0, %a : i32
// CHECK-NEXT: return %1 : i32
// CHECK-NEXT: }
func.func @flat(%a: i32) -> i32 {
  %0 = call @abs(%a) : (i32) -> i32
  %1 = arith.addi %0, %a : i32
  return %1 : i32
}

// Here no block can end.
// CHECK-LABEL: func.func @structured(%a: i32, %c: i1) -> i32 {
// CHECK-NEXT: %0 = scf.if %c -> (i32) {
// CHECK-NEXT: %1 = scf.execute_region -> i32 {
// CHECK-NEXT: %z = arith.constant 0 : i32
// CHECK-NEXT: %c_0 = arith.cmpi slt, %a, %z : i32
// CHECK-NEXT: cf.cond_br %c_0, ^bb1, ^bb2(%a : i32)
// CHECK-NEXT: ^bb1:
// CHECK-NEXT: %n = arith.subi %z, %a : i32
// CHECK-NEXT: cf.br ^bb2(%n : i32)
// CHECK-NEXT: ^bb2(%r: i32):
// CHECK-NEXT: scf.yield %r : i32
// CHECK-NEXT: }
// CHECK-NEXT: scf.yield %1 : i32
// CHECK-NEXT: } else {
// CHECK-NEXT: scf.yield %a : i32
// CHECK-NEXT: }
// CHECK-NEXT: return %0 : i32
// CHECK-NEXT: }
func.func @structured(%a: i32, %c: i1) -> i32 {
  %0 = scf.if %c -> (i32) {
    %1 = func.call @abs(%a) : (i32) -> i32
    scf.yield %1 : i32
  } else {
    scf.yield %a : i32
  }
  return %0 : i32
}

func.func private @endless() -> i32 {
  cf.br ^l
^l:
  cf.br ^l
}

// A body that never returns leaves what comes after the call unreached.
// CHECK-LABEL: func.func @calls_endless() -> i32 {
// CHECK-NEXT: cf.br ^bb1
// CHECK-NEXT: ^bb1:
// CHECK-NEXT: cf.br ^bb1
// CHECK-NEXT: ^bb2(%0: i32):
// CHECK-NEXT: return %0 : i32
// CHECK-NEXT: }
func.func @calls_endless() -> i32 {
  %0 = call @endless() : () -> i32
  return %0 : i32
}
