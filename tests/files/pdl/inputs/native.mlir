// A function that no host of the command line has.
pdl.pattern @asks : benefit(1) {
  %a = operand
  %b = operand
  %t = type
  %root = operation "arith.addi"(%a, %b : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  apply_native_constraint "is_wide"(%t : !pdl.type)
  rewrite %root {
    replace %root with (%a : !pdl.value)
  }
}
