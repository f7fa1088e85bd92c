// The second pattern undoes what it does itself.
pdl.pattern @once : benefit(2) {
  %a = operand
  %t = type
  %root = operation "arith.remsi"(%a, %a : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  rewrite %root {
    replace %root with (%a : !pdl.value)
  }
}
pdl.pattern @swap : benefit(1) {
  %a = operand
  %b = operand
  %t = type
  %root = operation "arith.addi"(%a, %b : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  rewrite %root {
    %new = operation "arith.addi"(%b, %a : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    replace %root with %new
  }
}
