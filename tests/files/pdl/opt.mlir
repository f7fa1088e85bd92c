// Patterns of files, in `pdl` and in `pdl_interp`, are applied together, and the passes come after them.
// RUN: flowright opt %s --pdl inputs/or.mlir --pdl inputs/mul.mlir | check
// RUN: flowright opt %s --pdl inputs/or.mlir --pdl inputs/mul.mlir -p cse | check --check-prefix=CSE
// ORACLE: mlir-opt-19

// CHECK-LABEL: func.func @f
// CHECK-SAME: ([[A:%[a-z0-9]+]]: i32, [[B:%[a-z0-9]+]]: i32)
// CHECK-NEXT: [[OR:%[a-z0-9]+]] = arith.ori [[A]], [[B]] : i32
// CHECK-NEXT: [[ONE:%[a-z0-9]+]] = arith.shli [[OR]], [[OR]] : i32
// CHECK-NEXT: [[TWO:%[a-z0-9]+]] = arith.shli [[OR]], [[OR]] : i32
// CHECK-NEXT: return [[ONE]], [[TWO]] : i32, i32

// CSE-LABEL: func.func @f
// CSE: [[ONE:%[a-z0-9]+]] = arith.shli
// CSE-NEXT: return [[ONE]], [[ONE]] : i32, i32
func.func @f(%a: i32, %b: i32) -> (i32, i32) {
  %0 = arith.ori %a, %b : i32
  %1 = arith.ori %0, %a : i32
  %2 = arith.muli %1, %1 : i32
  %3 = arith.muli %0, %1 : i32
  return %2, %3 : i32, i32
}
