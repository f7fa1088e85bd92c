// A module has patterns or a matcher. Both are refused by all engines, and not the one or the other left out.
// RUN: flowright match ../../../examples/dialects/rv32i.mlir --dialect ../../../examples/dialects/rv32i.irdl.mlir --patterns %s --engine interp
// RUN: flowright match ../../../examples/dialects/rv32i.mlir --dialect ../../../examples/dialects/rv32i.irdl.mlir --patterns %s
// RUN: flowright match ../../../examples/dialects/rv32i.mlir --dialect ../../../examples/dialects/rv32i.irdl.mlir --patterns %s --engine chip
// RUN: flowright opt ../../../examples/dialects/rv32i.mlir --irdl-file ../../../examples/dialects/rv32i.irdl.mlir --pdl %s

pdl.pattern @or : benefit(1) {
  %a = operand
  %b = operand
  %t = type
  %root = operation "rv32i.or"(%a, %b : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  rewrite %root {
    erase %root
  }
}
// expected-error@below {{FR1042: the matcher of the patterns beside it needs the name `@matcher`}}
pdl_interp.func @matcher(%root: !pdl.operation) {
  pdl_interp.finalize
}
