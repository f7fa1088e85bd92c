// What is made is no operation of its dialect.
pdl.pattern @unknown : benefit(1) {
  %type = type
  %a = operand : %type
  %b = operand : %type
  %root = operation "arith.divsi"(%a, %b : !pdl.value, !pdl.value) -> (%type : !pdl.type)
  rewrite %root {
    %new = operation "arith.divides"(%a, %b : !pdl.value, !pdl.value) -> (%type : !pdl.type)
    replace %root with %new
  }
}
