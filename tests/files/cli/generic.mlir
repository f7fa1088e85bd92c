// The generic form, and the usual form read back from it.
// RUN: flowright opt %s --generic | check
// RUN: flowright opt %s --generic | flowright opt - | check --check-prefix=CUSTOM
// ORACLE: mlir-opt-19

// CHECK: "builtin.module"() ({
// CHECK: "func.func"() <{function_type = (i32) -> i32, sym_name = "f"}> ({
// CHECK: "arith.addi"(%a, %a) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
// CUSTOM: func.func @f(%a: i32) -> i32 {
// CUSTOM-NEXT: %0 = arith.addi %a, %a : i32
func.func @f(%a: i32) -> i32 {
  %0 = arith.addi %a, %a : i32
  return %0 : i32
}
