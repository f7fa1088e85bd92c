// Patterns that were lowered are taken by the engine that runs them; the others, which see trees, say which of them does, at the matcher. Where a chip is wanted, none is of help.
// RUN: flowright match ../../../examples/dialects/rv32i.mlir --dialect ../../../examples/dialects/rv32i.irdl.mlir --patterns %s --engine interp | check
// RUN: not flowright match ../../../examples/dialects/rv32i.mlir --dialect ../../../examples/dialects/rv32i.irdl.mlir --patterns %s 2>&1 | check --check-prefix=PDL
// RUN: not flowright match ../../../examples/dialects/rv32i.mlir --dialect ../../../examples/dialects/rv32i.irdl.mlir --patterns %s --engine chip 2>&1 | check --check-prefix=PDL
// RUN: not flowright chip --dialect ../../../examples/dialects/rv32i.irdl.mlir --patterns %s -o %t 2>&1 | check --check-prefix=CHIP

// CHECK: 2 matches in 6 operations
// CHECK-NEXT: any_or  2

// PDL: error[FR1080]: `pdl_interp.func`: the engine `compiled` and chips take patterns in `pdl`, and this is what patterns were lowered to
// PDL-NEXT: lowered.mlir:17:1
// PDL: `flowright match --engine interp` takes it
// PDL: 1 error
// CHIP: error[FR1080]: `pdl_interp.func`: the engine `compiled` and chips take patterns in `pdl`, and this is what patterns were lowered to
// CHIP-NEXT: lowered.mlir:17:1
// CHIP-NOT: help
pdl_interp.func @matcher(%root: !pdl.operation) {
  pdl_interp.check_operation_name of %root is "rv32i.or" -> ^bb1, ^bb2
^bb1:
  pdl_interp.record_match @rewriters::@any_or(%root : !pdl.operation) : benefit(1), loc([%root]) -> ^bb2
^bb2:
  pdl_interp.finalize
}
module @rewriters {
  pdl_interp.func @any_or(%root: !pdl.operation) {
    pdl_interp.finalize
  }
}
