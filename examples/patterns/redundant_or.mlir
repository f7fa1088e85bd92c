// (a | b) | a is a | b, on either side.
//
//   ./flowright match examples/simplify.mlir --engine interp --patterns examples/patterns/redundant_or.mlir
//
// prints
//
//   1 match in 14 operations
//     or_of_or_left   1
//     or_of_or_right  0

pdl.pattern @or_of_or_left : benefit(1) {
  %a = operand
  %b = operand
  %t = type
  %inner = operation "arith.ori"(%a, %b : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  %0 = result 0 of %inner
  %root = operation "arith.ori"(%0, %a : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  rewrite %root {
    replace %root with(%0 : !pdl.value)
  }
}
pdl.pattern @or_of_or_right : benefit(1) {
  %a = operand
  %b = operand
  %t = type
  %inner = operation "arith.ori"(%a, %b : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  %0 = result 0 of %inner
  %root = operation "arith.ori"(%b, %0 : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  rewrite %root {
    replace %root with %inner
  }
}
