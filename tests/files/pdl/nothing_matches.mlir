// Where no pattern matches, what the driver of all rewriting does is done all the same: constants are united, operations fold, dead ones go, and so do blocks that are never reached.
// RUN: flowright opt %s --pdl inputs/nothing.mlir | check

// CHECK: func.func @f(%a: i32, %b: i32)
// CHECK-NEXT: [[FOUR:%.*]] = arith.constant 4 : i32
// CHECK-NEXT: [[SUM:%.*]] = arith.addi %a, [[FOUR]] : i32
// CHECK-NEXT: [[PRODUCT:%.*]] = arith.muli [[SUM]], [[FOUR]] : i32
// CHECK-NEXT: return [[PRODUCT]] : i32
// CHECK-NEXT: }
func.func @f(%a: i32, %b: i32) -> i32 {
  %0 = arith.constant 4 : i32
  %1 = arith.addi %a, %0 : i32
  %2 = arith.subi %b, %b : i32
  %3 = arith.addi %1, %2 : i32
  %4 = arith.xori %a, %b : i32
  cf.br ^bb1(%3 : i32)
^bb1(%5: i32):
  %6 = arith.constant 4 : i32
  %7 = arith.muli %5, %6 : i32
  return %7 : i32
^bb2:
  return %a : i32
}
