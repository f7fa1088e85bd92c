// Of an operation whose dialect is not matched, it is said how the dialect is given; nothing but a dialect helps a chip.
// RUN: not flowright match ../../../examples/dialects/rv32i.mlir --dialect ../../../examples/dialects/arith32.irdl.mlir --irdl-file ../../../examples/dialects/rv32i.irdl.mlir --patterns %s 2>&1 | check --check-prefix=MATCH
// RUN: not flowright chip --dialect ../../../examples/dialects/arith32.irdl.mlir --patterns %s -o %t 2>&1 | check --check-prefix=CHIP
// RUN: not flowright match ../../../examples/dialects/rv32i.mlir --dialect ../../../examples/dialects/arith32.irdl.mlir --dialect ../../../examples/dialects/rv32i.irdl.mlir --patterns %s 2>&1 | check --check-prefix=OPERATION
// RUN: not flowright chip --dialect ../../../examples/dialects/arith32.irdl.mlir --dialect ../../../examples/dialects/rv32i.irdl.mlir --patterns %s -o %t 2>&1 | check --check-prefix=NONE

// MATCH: error[FR1070]: `pdl.operation`: `rv32i.nothing` is an operation of none of the dialects
// MATCH: = help: `--dialect FILE` gives the dialect `rv32i`; `flowright match --engine interp` takes it
// CHIP: error[FR1070]
// CHIP: = help: `--dialect FILE` gives the dialect `rv32i`{{$}}
// OPERATION: error[FR1070]
// OPERATION: = help: `flowright match --engine interp` takes it
// NONE: error[FR1070]
// NONE-NOT: help

// A name that is nearly one of the dialect is taken for a slip, and a dialect that is built in is given by no file.
// RUN: not flowright chip --dialect ../../../examples/dialects/rv32i.irdl.mlir --patterns inputs/slip.mlir -o %t 2>&1 | check --check-prefix=SLIP
// SLIP: `rv32i.xro` is an operation of none of the dialects
// SLIP: = help: did you mean `rv32i.xor`?
// SLIP: `arith.adddi` is an operation of none of the dialects
// SLIP-NOT: help
pdl.pattern @nothing : benefit(1) {
  %t = type
  %root = operation "rv32i.nothing" -> (%t : !pdl.type)
  rewrite %root {
    erase %root
  }
}
