// A pattern that no operation can be is warned of and counted by nobody, in software and by chips.
// RUN: flowright match ../../../examples/dialects/rv32i.mlir --dialect ../../../examples/dialects/rv32i.irdl.mlir --patterns %s 2>&1 | check
// RUN: flowright match ../../../examples/dialects/rv32i.mlir --dialect ../../../examples/dialects/rv32i.irdl.mlir --patterns %s --engine chip --arch tags 2>&1 | check
// RUN: flowright match ../../../examples/dialects/rv32i.mlir --dialect ../../../examples/dialects/rv32i.irdl.mlir --patterns %s --engine chip --arch taps 2>&1 | check
// RUN: flowright match ../../../examples/dialects/rv32i.mlir --dialect ../../../examples/dialects/rv32i.irdl.mlir --patterns %s --engine chip --arch unit --window 4 2>&1 | check

// CHECK: 1 match in 6 operations
// CHECK: never   0
// CHECK: sometimes  1
// CHECK: warning[FR1078]: `pdl.operation`: the pattern can never match: `rv32i.or` has 2 operands and 1 result, and not 2 and 0
pdl.pattern @never : benefit(1) {
  %a = operand
  %root = operation "rv32i.or"(%a, %a : !pdl.value, !pdl.value)
  rewrite %root {
    erase %root
  }
}
pdl.pattern @sometimes : benefit(1) {
  %a = operand
  %b = operand
  %t = type
  %inner = operation "rv32i.or"(%a, %b : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  %0 = result 0 of %inner
  %root = operation "rv32i.or"(%0, %a : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  rewrite %root {
    replace %root with %inner
  }
}
