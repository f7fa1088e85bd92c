// A saved stream has all matches of its program; the engine that runs PDL-Interp takes no streams.
// RUN: flowright match ../../../examples/dialects/rv32i.mlir --dialect ../../../examples/dialects/rv32i.irdl.mlir --patterns %s --window 1 --save %t | check
// RUN: flowright match %t --dialect ../../../examples/dialects/rv32i.irdl.mlir --patterns %s --window 1 | check --check-prefix=READ
// RUN: flowright match %t --dialect ../../../examples/dialects/rv32i.irdl.mlir --patterns %s --window 1 --engine chip | check --check-prefix=READ
// RUN: not flowright match %t --dialect ../../../examples/dialects/rv32i.irdl.mlir --patterns %s --window 2 2>&1 | check --check-prefix=OTHER
// RUN: not flowright match %t --dialect ../../../examples/dialects/rv32i.irdl.mlir --patterns %s --engine interp 2>&1 | check --check-prefix=INTERP

// CHECK: 1 match in 6 operations
// READ: 1 match in 9 records
// OTHER: error[FR1082]: {{.*}} was made for other dialects or patterns, or for another chip or window
// INTERP: error[FR0003]: the engine `interp` looks at programs, and neither reads streams nor writes them
pdl.pattern @again : benefit(1) {
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
