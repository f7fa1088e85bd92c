// An option that does nothing for an engine or a chip is a mistake, and none of them is left aside without a word.
// RUN: not flowright match ../../../examples/dialects/rv32i.mlir --patterns %s --engine interp --arch tags 2>&1 | check --check-prefix=INTERP
// RUN: not flowright match ../../../examples/dialects/rv32i.mlir --patterns %s --engine interp --streams 2 2>&1 | check --check-prefix=INTERP
// RUN: not flowright match ../../../examples/dialects/rv32i.mlir --patterns %s --engine interp --save %t 2>&1 | check --check-prefix=SAVE
// RUN: not flowright match ../../../examples/dialects/rv32i.mlir --dialect ../../../examples/dialects/rv32i.irdl.mlir --patterns %s --window 64 2>&1 | check --check-prefix=NONE
// RUN: not flowright match ../../../examples/dialects/rv32i.mlir --dialect ../../../examples/dialects/rv32i.irdl.mlir --patterns %s --arch taps 2>&1 | check --check-prefix=NONE
// RUN: not flowright match ../../../examples/dialects/rv32i.mlir --dialect ../../../examples/dialects/rv32i.irdl.mlir --patterns %s --units 7 2>&1 | check --check-prefix=SOFTWARE
// RUN: not flowright match ../../../examples/dialects/rv32i.mlir --dialect ../../../examples/dialects/rv32i.irdl.mlir --patterns %s --save %t --arch unit --units 7 2>&1 | check --check-prefix=SOFTWARE
// RUN: not flowright match ../../../examples/dialects/rv32i.mlir --dialect ../../../examples/dialects/rv32i.irdl.mlir --patterns %s --save %t --streams 2 2>&1 | check --check-prefix=SOFTWARE
// RUN: not flowright match ../../../examples/dialects/rv32i.mlir --dialect ../../../examples/dialects/rv32i.irdl.mlir --patterns %s --engine chip --units 70 2>&1 | check --check-prefix=UNITS
// RUN: not flowright chip --dialect ../../../examples/dialects/rv32i.irdl.mlir --patterns %s --units 70 -o %t 2>&1 | check --check-prefix=UNITS
// RUN: flowright match ../../../examples/dialects/rv32i.mlir --dialect ../../../examples/dialects/rv32i.irdl.mlir --patterns %s --save %t --arch unit --window 4 | check
// RUN: flowright match ../../../examples/dialects/rv32i.mlir --dialect ../../../examples/dialects/rv32i.irdl.mlir --patterns %s --engine chip --arch unit --window 4 --units 9 --streams 2 | check
// RUN: not flowright match ../../../examples/dialects/rv32i.mlir --dialect ../../../examples/dialects/rv32i.irdl.mlir --patterns %s --save %s 2>&1 | check --check-prefix=OVER

// CHECK: 2 matches in 6 operations
// OVER: error[FR0003]: `--save` would write over `{{.*}}idle_options.mlir`, which is read
// INTERP: error[FR0003]: `--{{arch|streams}}` says nothing here: the engine `interp` has neither streams nor a chip
// SAVE: error[FR0003]: the engine `interp` looks at programs, and neither reads streams nor writes them
// NONE: error[FR0003]: `--{{arch|window}}` says nothing here: it is for streams, and none is read or saved
// SOFTWARE: error[FR0003]: `--{{units|streams}}` says nothing here: the engine `compiled` runs no chip
// UNITS: error[FR0003]: `--units` says nothing here: the chip `tags` has no units
// UNITS: `--arch unit` has
pdl.pattern @any : benefit(1) {
  %a = operand
  %b = operand
  %t = type
  %root = operation "rv32i.or"(%a, %b : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  rewrite %root {
    replace %root with (%a : !pdl.value)
  }
}
