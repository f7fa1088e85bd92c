// A pattern that has the name of another from a file before gets one of its own, in all engines.
// RUN: flowright match ../../../examples/dialects/rv32i.mlir --dialect ../../../examples/dialects/rv32i.irdl.mlir --patterns %s --patterns %s --dump | check
// RUN: flowright match ../../../examples/dialects/rv32i.mlir --dialect ../../../examples/dialects/rv32i.irdl.mlir --patterns %s --patterns %s --dump --engine interp | check
// RUN: flowright match ../../../examples/dialects/rv32i.mlir --dialect ../../../examples/dialects/rv32i.irdl.mlir --patterns %s --patterns %s --dump --engine chip | check

// CHECK: 2 again
// CHECK-NEXT: 2 again_{{$}}
pdl.pattern @again : benefit(1) {
  %a = operand
  %b = operand
  %t = type
  %inner = operation "rv32i.or"(%a, %b : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  %0 = result 0 of %inner
  %root = operation "rv32i.or"(%0, %a : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  rewrite %root {
    erase %root
  }
}
