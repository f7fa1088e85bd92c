// A program for patterns: those of two files are applied until none of them matches.
//
//   ./flowright opt examples/simplify.mlir --pdl examples/patterns/neg_product.mlir --pdl examples/patterns/redundant_or.mlir
//
// prints
//
//   module {
//     func.func @simplify(%x: f32, %y: f32, %a: i32, %b: i32, %c: i32) -> (f32, i32, i1, i32, i32) {
//       %true = arith.constant true
//       %0 = arith.mulf %x, %y : f32
//       %1 = arith.ori %a, %b : i32
//       %2 = arith.muli %a, %b : i32
//       %3 = arith.muli %a, %c : i32
//       %4 = arith.addi %2, %3 : i32
//       %5 = arith.divsi %a, %b : i32
//       %6 = arith.remsi %a, %b : i32
//       %7 = arith.addi %5, %6 : i32
//       return %0, %1, %true, %4, %7 : f32, i32, i1, i32, i32
//     }
//   }

func.func @simplify(%x: f32, %y: f32, %a: i32, %b: i32, %c: i32) -> (f32, i32, i1, i32, i32) {
  %0 = arith.negf %x : f32
  %1 = arith.negf %y : f32
  %2 = arith.mulf %0, %1 : f32
  %3 = arith.ori %a, %b : i32
  %4 = arith.ori %3, %a : i32
  %5 = arith.cmpi eq, %4, %4 : i32
  %6 = arith.muli %a, %b : i32
  %7 = arith.muli %a, %c : i32
  %8 = arith.addi %6, %7 : i32
  %9 = arith.divsi %a, %b : i32
  %10 = arith.remsi %a, %b : i32
  %11 = arith.addi %9, %10 : i32
  return %2, %4, %5, %8, %11 : f32, i32, i1, i32, i32
}
