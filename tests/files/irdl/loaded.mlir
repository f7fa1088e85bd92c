// A program uses the dialects of two files, the second of which uses the first.
// RUN: flowright opt %s --irdl-file inputs/shapes.irdl.mlir --irdl-file inputs/user.irdl.mlir | check

// CHECK-LABEL: func.func @f
// CHECK: "user.open"(%a) : (!shapes.box<i32>) -> i32
func.func @f(%a: !shapes.box<i32>) -> i32 {
  %0 = "user.open"(%a) : (!shapes<box<i32>>) -> i32
  return %0 : i32
}
