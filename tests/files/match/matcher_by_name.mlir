// A pattern may be called as the function that matches, or as the module beside it: what it was lowered to is read as any other.
// RUN: flowright opt %s --passes=pdl-to-pdl-interp -o %t | check --check-prefix=NOTHING
// RUN: flowright match ../../../examples/dialects/rv32i.mlir --dialect ../../../examples/dialects/rv32i.irdl.mlir --patterns %t --engine interp | check
// RUN: flowright match ../../../examples/dialects/rv32i.mlir --dialect ../../../examples/dialects/rv32i.irdl.mlir --patterns %s --engine interp | check
// RUN: flowright match ../../../examples/dialects/rv32i.mlir --dialect ../../../examples/dialects/rv32i.irdl.mlir --patterns %s | check

// NOTHING-NOT: pdl
// CHECK: 3 matches in 6 operations
// CHECK-NEXT: matcher    2
// CHECK-NEXT: rewriters  1
pdl.pattern @matcher : benefit(1) {
  %a = operand
  %b = operand
  %t = type
  %root = operation "rv32i.or"(%a, %b : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  rewrite %root {
    replace %root with (%a : !pdl.value)
  }
}
pdl.pattern @rewriters : benefit(1) {
  %a = operand
  %b = operand
  %c = operand
  %root = operation "rv32i.sw"(%a, %b, %c : !pdl.value, !pdl.value, !pdl.value)
  rewrite %root {
    erase %root
  }
}
