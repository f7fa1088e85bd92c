// An operation of a dialect that was not given cannot be one without a name whose types are others.
// RUN: flowright match %s --dialect ../../../examples/dialects/const32.irdl.mlir --patterns inputs/word.mlir | check
// RUN: flowright match %s --dialect ../../../examples/dialects/const32.irdl.mlir --patterns inputs/word.mlir --engine interp | check

// CHECK: 1 match in 4 operations
func.func @f() {
  %0 = arith.constant 1 : i64
  %1 = "const32.value"() {value = 1 : i32} : () -> i32
  return
}
