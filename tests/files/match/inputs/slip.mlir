pdl.pattern @slip : benefit(1) {
  %a = operand
  %t = type
  %root = operation "rv32i.xro"(%a, %a : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  rewrite %root {
    erase %root
  }
}
pdl.pattern @built_in : benefit(1) {
  %a = operand
  %t = type
  %root = operation "arith.adddi"(%a, %a : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  rewrite %root {
    erase %root
  }
}
