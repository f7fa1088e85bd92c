// A program uses the dialects of two files, one of which uses the other, whichever is named first.
// RUN: flowright opt %s --irdl-file inputs/shapes.irdl.mlir --irdl-file inputs/user.irdl.mlir | check
// RUN: flowright opt %s --irdl-file inputs/user.irdl.mlir --irdl-file inputs/shapes.irdl.mlir | check
// RUN: not flowright opt %s --irdl-file inputs/user.irdl.mlir 2>&1 | check --check-prefix=ALONE

// ALONE: error[FR0964]
// ALONE-NOT: error
// ALONE: user.irdl.mlir

// CHECK-LABEL: func.func @f
// CHECK: "user.open"(%a) : (!shapes.box<i32>) -> i32
func.func @f(%a: !shapes.box<i32>) -> i32 {
  %0 = "user.open"(%a) : (!shapes<box<i32>>) -> i32
  return %0 : i32
}
