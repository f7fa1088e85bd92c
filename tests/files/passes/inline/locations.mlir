// An inlined operation says where it was called from.
// RUN: flowright opt %s --passes inline --locations | check
// ORACLE: mlir-opt-19

func.func private @twice(%x: i32) -> i32 {
  %0 = arith.addi %x, %x : i32 loc("lib.c":3:4)
  return %0 : i32
}

// CHECK-LABEL: func.func @main
// CHECK-NEXT: arith.addi %a, %a : i32 loc(callsite("lib.c":3:4 at "main.c":7:8))
func.func @main(%a: i32) -> i32 {
  %0 = call @twice(%a) : (i32) -> i32 loc("main.c":7:8)
  return %0 : i32
}
