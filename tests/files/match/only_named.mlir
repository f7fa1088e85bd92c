// What a pattern names and no operation of it has, is refused by all engines: also if only the rewrite uses it.
// RUN: flowright match ../../../examples/dialects/rv32i.mlir --dialect ../../../examples/dialects/rv32i.irdl.mlir --patterns %s --engine interp
// RUN: flowright match ../../../examples/dialects/rv32i.mlir --dialect ../../../examples/dialects/rv32i.irdl.mlir --patterns %s 
// RUN: flowright match ../../../examples/dialects/rv32i.mlir --dialect ../../../examples/dialects/rv32i.irdl.mlir --patterns %s --engine chip --arch tags

pdl.pattern @type : benefit(1) {
  %a = operand
  %t = type
  // expected-error@below {{FR1040: no way leads from the root of the pattern to it}}
  %u = type
  %root = operation "rv32i.or"(%a, %a : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  rewrite %root {
    %n = operation "rv32i.and"(%a, %a : !pdl.value, !pdl.value) -> (%u : !pdl.type)
    replace %root with %n
  }
}
