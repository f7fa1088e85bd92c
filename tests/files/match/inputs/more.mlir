// Two patterns without a name, one of them in a module.
module {
  module @inner {
    pdl.pattern : benefit(1) {
      %a = operand
      %b = operand
      %t = type
      %root = operation "rv32i.xor"(%a, %b : !pdl.value, !pdl.value) -> (%t : !pdl.type)
      rewrite %root {
        replace %root with (%a : !pdl.value)
      }
    }
  }
  pdl.pattern : benefit(1) {
    %a = operand
    %b = operand
    %t = type
    %root = operation "rv32i.or"(%a, %b : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    rewrite %root {
      replace %root with (%b : !pdl.value)
    }
  }
}
