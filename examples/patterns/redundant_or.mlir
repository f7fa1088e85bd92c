// (a | b) | a is a | b, on either side.
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
