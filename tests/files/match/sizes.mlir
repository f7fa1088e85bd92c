// A chip with too few units, or one that is larger than any device, is not made, and nothing is written. Its streams can be: software reads them.
// RUN: not flowright chip --dialect ../../../examples/dialects/rv32i.irdl.mlir --patterns %s --arch unit --units 3 -o %t 2>&1 | check --check-prefix=FEW
// RUN: not flowright match ../../../examples/dialects/rv32i.mlir --dialect ../../../examples/dialects/rv32i.irdl.mlir --patterns %s --engine chip --arch unit --units 3 --save %t 2>&1 | check --check-prefix=FEW
// RUN: not flowright chip --dialect ../../../examples/dialects/rv32i.irdl.mlir --patterns %s --arch unit --units 4097 -o %t 2>&1 | check --check-prefix=MANY
// RUN: not flowright chip --dialect ../../../examples/dialects/rv32i.irdl.mlir --patterns %s --arch unit --window 4095 -o %t 2>&1 | check --check-prefix=MANY
// RUN: not flowright chip --dialect ../../../examples/dialects/rv32i.irdl.mlir --patterns %s --arch unit --window 2000 --streams 3 -o %t 2>&1 | check --check-prefix=STREAMS
// RUN: not flowright chip --dialect ../../../examples/dialects/rv32i.irdl.mlir --patterns %s --arch taps --window 65536 --streams 2 -o %t 2>&1 | check --check-prefix=TAPS
// RUN: not flowright opt %t/chip.mlir 2>&1 | check --check-prefix=NOTHING
// RUN: not flowright opt %t 2>&1 | check --check-prefix=NOTHING
// RUN: flowright match ../../../examples/dialects/rv32i.mlir --dialect ../../../examples/dialects/rv32i.irdl.mlir --patterns %s --arch unit --window 4095 --save %t | check
// RUN: flowright match %t --dialect ../../../examples/dialects/rv32i.irdl.mlir --patterns %s --arch unit --window 4095 | check --check-prefix=READ
// RUN: not flowright match %t --dialect ../../../examples/dialects/rv32i.irdl.mlir --patterns %s --arch unit --window 4095 --engine chip 2>&1 | check --check-prefix=MANY

// FEW: error[FR1081]: pattern `again` needs 65 units with a window of 64, and there are 3
// FEW-NEXT: sizes.mlir:
// MANY: error[FR1081]: the chip `unit` would have {{4097|4098}} units, and 4096 are the most
// MANY: `--arch tags` has none
// STREAMS: error[FR1081]: the chip `unit` would have 6009 units, and 4096 are the most
// TAPS: error[FR1084]: the chip `taps` would have 131080 records to choose from, and 131072 are the most
// TAPS: `--arch tags` chooses none
// NOTHING: error[FR0001]
// CHECK: 1 match in 6 operations
// READ: 1 match in 9 records
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
