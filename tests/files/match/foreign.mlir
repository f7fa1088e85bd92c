// An operation without a name could be one of a dialect that was not given, if it has the types that the pattern fixes.
// RUN: flowright match %s --dialect ../../../examples/dialects/const32.irdl.mlir --patterns inputs/word.mlir

func.func @f() {
  %0 = arith.constant 1 : i64
  // expected-error@below {{FR1077: `arith.constant`: is of none of the dialects, and pattern `word` has an operation without a name that it could be}}
  %1 = arith.constant 1 : i32
  return
}
