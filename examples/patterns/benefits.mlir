// Several patterns for one root: the one that is worth most comes first, whatever the order here.
//
//   ./flowright match examples/simplify.mlir --engine interp --patterns examples/patterns/benefits.mlir
//
// prints
//
//   3 matches in 14 operations
//     any_sum               2
//     sum_with_itself       0
//     sum_of_products       1
//     difference_of_itself  0

pdl.pattern @any_sum : benefit(0) {
  %a = operand
  %b = operand
  %t = type
  %root = operation "arith.addi"(%a, %b : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  rewrite %root with "count_sum"
}
pdl.pattern @sum_with_itself : benefit(5) {
  %a = operand
  %t = type
  %root = operation "arith.addi"(%a, %a : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  rewrite %root {
    %double = operation "example.double"(%a : !pdl.value) -> (%t : !pdl.type)
    replace %root with %double
  }
}
pdl.pattern @sum_of_products : benefit(10) {
  %a = operand
  %b = operand
  %c = operand
  %t = type
  %ab = operation "arith.muli"(%a, %b : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  %ac = operation "arith.muli"(%a, %c : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  %x = result 0 of %ab
  %y = result 0 of %ac
  %root = operation "arith.addi"(%x, %y : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  rewrite %root {
    %sum = operation "arith.addi"(%b, %c : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    %z = result 0 of %sum
    %product = operation "arith.muli"(%a, %z : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    replace %root with %product
  }
}
pdl.pattern @difference_of_itself : benefit(7) {
  %a = operand
  %t = type : i32
  %root = operation "arith.subi"(%a, %a : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  rewrite %root {
    %zero = attribute = 0 : i32
    %constant = operation "arith.constant" {"value" = %zero} -> (%t : !pdl.type)
    replace %root with %constant
  }
}
