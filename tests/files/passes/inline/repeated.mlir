// A body is inlined wherever it is called, also several times in one caller and into its own caller's callers.
// RUN: flowright opt %s --passes inline --verify-each | check
// ORACLE: mlir-opt-19

// CHECK-NOT: @f0
func.func private @f0(%a: i32) -> i32 {
  %0 = arith.addi %a, %a : i32
  return %0 : i32
}
func.func private @f1(%a: i32) -> i32 {
  %0 = call @f0(%a) : (i32) -> i32
  %1 = call @f0(%0) : (i32) -> i32
  return %1 : i32
}
func.func private @f2(%a: i32) -> i32 {
  %0 = call @f1(%a) : (i32) -> i32
  %1 = call @f1(%0) : (i32) -> i32
  return %1 : i32
}

// CHECK-LABEL: func.func @main
// CHECK-COUNT-4: arith.addi
// CHECK-NEXT: return
func.func @main(%a: i32) -> i32 {
  %0 = call @f2(%a) : (i32) -> i32
  return %0 : i32
}
