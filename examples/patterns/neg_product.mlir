// -a * -b is a * b. Both factors may be one operation.
pdl.pattern @product_of_negatives : benefit(2) {
  %t = type : f32
  %a = operand : %t
  %b = operand : %t
  %left = operation "arith.negf"(%a : !pdl.value) -> (%t : !pdl.type)
  %right = operation "arith.negf"(%b : !pdl.value) -> (%t : !pdl.type)
  %x = result 0 of %left
  %y = result 0 of %right
  %root = operation "arith.mulf"(%x, %y : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  rewrite %root {
    %product = operation "arith.mulf"(%a, %b : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    replace %root with %product
  }
}
