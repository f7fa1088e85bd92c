// A constraint about two operations is for the engine that runs PDL-Interp, and so says who refuses it.
// RUN: flowright match ../../../examples/dialects/arith32.mlir --dialect ../../../examples/dialects/arith32.irdl.mlir --dialect ../../../examples/dialects/const32.irdl.mlir --patterns %s --dump --engine interp | check
// RUN: not flowright match ../../../examples/dialects/arith32.mlir --dialect ../../../examples/dialects/arith32.irdl.mlir --dialect ../../../examples/dialects/const32.irdl.mlir --patterns %s 2>&1 | check --check-prefix=FACT
// RUN: not flowright chip --dialect ../../../examples/dialects/arith32.irdl.mlir --dialect ../../../examples/dialects/const32.irdl.mlir --patterns %s -o %t 2>&1 | check --check-prefix=FACT

// CHECK: 3 two
// FACT: error[FR1072]
// FACT: = help: `flowright match --engine interp` takes it
pdl.pattern @two : benefit(1) {
  %t = type
  %a = operand
  %k = attribute
  %constant = operation "const32.value" {"value" = %k} -> (%t : !pdl.type)
  %0 = result 0 of %constant
  %root = operation "arith32.addi"(%a, %0 : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  // Two arguments are not one integer.
  apply_native_constraint "is_zero"(%root, %k : !pdl.operation, !pdl.attribute) {isNegated = true}
  rewrite %root {
    erase %root
  }
}
