// A constraint that is called with something else than it takes is refused by all engines, and where patterns are applied.
// RUN: not flowright match ../../../examples/dialects/arith32.mlir --dialect ../../../examples/dialects/arith32.irdl.mlir --dialect ../../../examples/dialects/const32.irdl.mlir --patterns %s 2>&1 | check
// RUN: not flowright match ../../../examples/dialects/arith32.mlir --dialect ../../../examples/dialects/arith32.irdl.mlir --dialect ../../../examples/dialects/const32.irdl.mlir --patterns %s --engine chip 2>&1 | check
// RUN: not flowright chip --dialect ../../../examples/dialects/arith32.irdl.mlir --dialect ../../../examples/dialects/const32.irdl.mlir --patterns %s -o %t 2>&1 | check
// RUN: not flowright match ../../../examples/dialects/arith32.mlir --patterns %s --engine interp 2>&1 | check
// RUN: not flowright opt ../../../examples/dialects/arith32.mlir --irdl-file ../../../examples/dialects/arith32.irdl.mlir --irdl-file ../../../examples/dialects/const32.irdl.mlir --pdl %s 2>&1 | check

// CHECK: error[FR1069]: `{{pdl.apply_native|pdl_interp.apply}}_constraint`: `is_zero` takes one attribute and gives no results
// CHECK-NEXT: constraint_calls.mlir:17:3
pdl.pattern @two : benefit(1) {
  %t = type
  %a = operand
  %k = attribute
  %constant = operation "const32.value" {"value" = %k} -> (%t : !pdl.type)
  %0 = result 0 of %constant
  %root = operation "arith32.addi"(%a, %0 : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  apply_native_constraint "is_zero"(%root, %k : !pdl.operation, !pdl.attribute) {isNegated = true}
  rewrite %root {
    erase %root
  }
}
