// A saved stream has all matches of its program. One that was made for something else is refused, and what differs is said; the engine that runs PDL-Interp takes no streams.
// RUN: flowright match ../../../examples/dialects/rv32i.mlir --dialect ../../../examples/dialects/rv32i.irdl.mlir --patterns %s --window 1 --save %t | check
// RUN: flowright match %t --dialect ../../../examples/dialects/rv32i.irdl.mlir --patterns %s --window 1 | check --check-prefix=READ
// RUN: flowright match %t --dialect ../../../examples/dialects/rv32i.irdl.mlir --patterns %s --window 1 --engine chip | check --check-prefix=READ
// RUN: not flowright match %t --dialect ../../../examples/dialects/rv32i.irdl.mlir --patterns %s --window 2 2>&1 | check --check-prefix=WINDOW
// RUN: not flowright match %t --dialect ../../../examples/dialects/rv32i.irdl.mlir --patterns %s --window 1 --arch taps 2>&1 | check --check-prefix=ORDER
// RUN: not flowright match %t --dialect ../../../examples/dialects/rv32i.irdl.mlir --patterns %s --patterns inputs/more.mlir --window 1 2>&1 | check --check-prefix=KEY
// RUN: not flowright match %t --dialect ../../../examples/dialects/rv32i.irdl.mlir --patterns inputs/more.mlir --arch unit 2>&1 | check --check-prefix=ALL
// RUN: not flowright match %t --dialect ../../../examples/dialects/rv32i.irdl.mlir --patterns %s --engine interp 2>&1 | check --check-prefix=INTERP

// CHECK: 1 match in 6 operations
// READ: 1 match in 9 records
// WINDOW: error[FR1082]: {{.*}} was made for a window of 1, and that here is 2{{$}}
// ORDER: error[FR1082]: {{.*}} goes forwards, and the chip `taps` takes streams that go backwards{{$}}
// KEY: error[FR1082]: {{.*}}` was made for other dialects or patterns: their key is {{[0-9a-f]+}}, and that of these {{[0-9a-f]+$}}
// ALL: error[FR1082]: {{.*}} goes forwards, and the chip `unit` takes streams that go backwards; it was made for a window of 1, and that here is 64; it was made for other dialects or patterns: their key is {{[0-9a-f]+}}, and that of these {{[0-9a-f]+$}}
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
