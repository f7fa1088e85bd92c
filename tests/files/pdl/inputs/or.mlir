// (a | b) | a is a | b.
pdl.pattern @redundant_or : benefit(1) {
  %type = type
  %a = operand : %type
  %b = operand : %type
  %inner = operation "arith.ori"(%a, %b : !pdl.value, !pdl.value) -> (%type : !pdl.type)
  %or = result 0 of %inner
  %root = operation "arith.ori"(%or, %a : !pdl.value, !pdl.value) -> (%type : !pdl.type)
  rewrite %root {
    replace %root with %inner
  }
}
