// The units of a chip have a register for each operation of their pattern, so few units of a large pattern are a large chip, too. So are small patterns beside a large one, as their results wait for those of that one. A word of `tags` has values of such a pattern that may be compared.
// RUN: not flowright chip --dialect ../../../examples/dialects/rv32i.irdl.mlir --patterns %s --arch unit --window 200 -o %t 2>&1 | check
// RUN: not flowright chip --dialect ../../../examples/dialects/rv32i.irdl.mlir --patterns inputs/again.mlir --patterns inputs/more.mlir --patterns inputs/more.mlir --patterns inputs/more.mlir --patterns inputs/more.mlir --patterns inputs/more.mlir --patterns inputs/more.mlir --arch unit --window 3000 -o %t 2>&1 | check --check-prefix=WAITING
// RUN: not flowright chip --dialect ../../../examples/dialects/rv32i.irdl.mlir --patterns %s --arch tags --window 65535 --streams 32 -o %t 2>&1 | check --check-prefix=TAGS

// CHECK: error[FR1084]: the chip `unit` would have 76440 registers for operations and results of its units, and 65536 are the most
// CHECK-NEXT: registers.mlir:11:1
// WAITING: error[FR1084]: the chip `unit` would have {{[0-9]+}} registers for operations and results of its units, and 65536 are the most
// TAGS: error[FR1084]: the chip `tags` would have 27424 bits in a word, and 16384 are the most
// TAGS: match the deepest patterns, or half of them, with another chip
pdl.pattern @chain : benefit(1) {
  %a = operand
  %t = type
  %o0 = operation "rv32i.or"(%a, %a : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  %0 = result 0 of %o0
  %o1 = operation "rv32i.or"(%0, %a : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  %1 = result 0 of %o1
  %o2 = operation "rv32i.or"(%1, %a : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  %2 = result 0 of %o2
  %o3 = operation "rv32i.or"(%2, %a : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  %3 = result 0 of %o3
  %o4 = operation "rv32i.or"(%3, %a : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  %4 = result 0 of %o4
  %o5 = operation "rv32i.or"(%4, %a : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  %5 = result 0 of %o5
  %o6 = operation "rv32i.or"(%5, %a : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  %6 = result 0 of %o6
  %o7 = operation "rv32i.or"(%6, %a : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  %7 = result 0 of %o7
  %o8 = operation "rv32i.or"(%7, %a : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  %8 = result 0 of %o8
  %o9 = operation "rv32i.or"(%8, %a : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  %9 = result 0 of %o9
  %o10 = operation "rv32i.or"(%9, %a : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  %10 = result 0 of %o10
  %o11 = operation "rv32i.or"(%10, %a : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  %11 = result 0 of %o11
  %o12 = operation "rv32i.or"(%11, %a : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  %12 = result 0 of %o12
  %o13 = operation "rv32i.or"(%12, %a : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  %13 = result 0 of %o13
  %o14 = operation "rv32i.or"(%13, %a : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  %14 = result 0 of %o14
  %o15 = operation "rv32i.or"(%14, %a : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  %15 = result 0 of %o15
  %o16 = operation "rv32i.or"(%15, %a : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  %16 = result 0 of %o16
  %o17 = operation "rv32i.or"(%16, %a : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  %17 = result 0 of %o17
  %o18 = operation "rv32i.or"(%17, %a : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  %18 = result 0 of %o18
  %o19 = operation "rv32i.or"(%18, %a : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  rewrite %o19 {
    erase %o19
  }
}
