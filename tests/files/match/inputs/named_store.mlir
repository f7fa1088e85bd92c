pdl.pattern @p : benefit(1) {
  %a = operand
  %b = operand
  %r = operation "kk.store"(%a, %b : !pdl.value, !pdl.value)
  rewrite %r with "rw"
}
