// A quotient becomes the remainder, which may come later.
pdl.pattern @late : benefit(1) {
  %a = operand
  %b = operand
  %t = type
  %first = operation "arith.divsi"(%a, %b : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  %second = operation "arith.remsi"(%a, %b : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  %late = result 0 of %second
  rewrite %second {
    replace %first with (%late : !pdl.value)
  }
}
