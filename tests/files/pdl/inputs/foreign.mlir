// What is made is of a dialect that is not there.
pdl.pattern @unknown : benefit(1) {
  %type = type
  %a = operand : %type
  %b = operand : %type
  %root = operation "arith.divsi"(%a, %b : !pdl.value, !pdl.value) -> (%type : !pdl.type)
  rewrite %root {
    %new = operation "other.divides"(%a, %b : !pdl.value, !pdl.value) -> (%type : !pdl.type)
    replace %root with %new
  }
}
