// A program of `arith32` and `const32`, with something for every set of patterns in examples/matching.
//
//   ./flowright opt examples/dialects/arith32.mlir --irdl-file examples/dialects/arith32.irdl.mlir --irdl-file examples/dialects/const32.irdl.mlir
//
// prints
//
//   module {
//     func.func @f(%a: i32, %b: i32, %c: i1) -> i32 {
//       %zero = "const32.value"() {value = 0 : i32} : () -> i32
//       %ones = "const32.value"() {value = -1 : i32} : () -> i32
//       %sum = "arith32.addi"(%a, %zero) : (i32, i32) -> i32
//       %mask = "arith32.andi"(%sum, %ones) : (i32, i32) -> i32
//       %or = "arith32.ori"(%mask, %b) : (i32, i32) -> i32
//       %again = "arith32.ori"(%or, %mask) : (i32, i32) -> i32
//       %absorbed = "arith32.andi"(%mask, %or) : (i32, i32) -> i32
//       %is_equal = "arith32.cmp_eq"(%again, %absorbed) : (i32, i32) -> i1
//       %either = "arith32.select"(%is_equal, %again, %absorbed) : (i1, i32, i32) -> i32
//       %same = "arith32.select"(%c, %either, %either) : (i1, i32, i32) -> i32
//       %x = "arith32.xori"(%same, %b) : (i32, i32) -> i32
//       %y = "arith32.xori"(%x, %b) : (i32, i32) -> i32
//       %eight = "const32.value"() {value = 8 : i32} : () -> i32
//       %bit = "arith32.andi"(%y, %eight) : (i32, i32) -> i32
//       %is_set = "arith32.cmp_eq"(%bit, %eight) : (i32, i32) -> i1
//       %shifted = "arith32.shrsi"(%bit, %b) : (i32, i32) -> i32
//       %z = "arith32.select"(%is_set, %shifted, %y) : (i1, i32, i32) -> i32
//       return %z : i32
//     }
//   }

func.func @f(%a: i32, %b: i32, %c: i1) -> i32 {
  %zero = "const32.value"() {value = 0 : i32} : () -> i32
  %ones = "const32.value"() {value = -1 : i32} : () -> i32
  %sum = "arith32.addi"(%a, %zero) : (i32, i32) -> i32
  %mask = "arith32.andi"(%sum, %ones) : (i32, i32) -> i32
  %or = "arith32.ori"(%mask, %b) : (i32, i32) -> i32
  %again = "arith32.ori"(%or, %mask) : (i32, i32) -> i32
  %absorbed = "arith32.andi"(%mask, %or) : (i32, i32) -> i32
  %is_equal = "arith32.cmp_eq"(%again, %absorbed) : (i32, i32) -> i1
  %either = "arith32.select"(%is_equal, %again, %absorbed) : (i1, i32, i32) -> i32
  %same = "arith32.select"(%c, %either, %either) : (i1, i32, i32) -> i32
  %x = "arith32.xori"(%same, %b) : (i32, i32) -> i32
  %y = "arith32.xori"(%x, %b) : (i32, i32) -> i32
  %eight = "const32.value"() {value = 8 : i32} : () -> i32
  %bit = "arith32.andi"(%y, %eight) : (i32, i32) -> i32
  %is_set = "arith32.cmp_eq"(%bit, %eight) : (i32, i32) -> i1
  %shifted = "arith32.shrsi"(%bit, %b) : (i32, i32) -> i32
  %z = "arith32.select"(%is_set, %shifted, %y) : (i1, i32, i32) -> i32
  return %z : i32
}
