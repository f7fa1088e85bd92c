// Operations of dialects that are not there are kept when that is asked for, and by `interp` always. They are values of which no more is known.
// RUN: flowright match %s --dialect ../../../examples/dialects/rv32i.irdl.mlir --patterns ../../../examples/matching/rv32i.mlir --dump --engine interp | check
// RUN: flowright match %s --dialect ../../../examples/dialects/rv32i.irdl.mlir --patterns ../../../examples/matching/rv32i.mlir --dump --allow-unregistered-dialect | check
// RUN: flowright match %s --dialect ../../../examples/dialects/rv32i.irdl.mlir --patterns ../../../examples/matching/rv32i.mlir --dump --allow-unregistered-dialect --engine chip --arch tags | check
// RUN: flowright match %s --dialect ../../../examples/dialects/rv32i.irdl.mlir --patterns ../../../examples/matching/rv32i.mlir --dump --allow-unregistered-dialect --engine chip --arch taps | check
// RUN: flowright match %s --dialect ../../../examples/dialects/rv32i.irdl.mlir --patterns ../../../examples/matching/rv32i.mlir --dump --allow-unregistered-dialect --engine chip --arch unit --window 4 | check
// RUN: flowright match %s --dialect ../../../examples/dialects/rv32i.irdl.mlir --patterns ../../../examples/matching/rv32i.mlir --allow-unregistered-dialect --save %t | check --check-prefix=SAVED
// RUN: not flowright match %s --dialect ../../../examples/dialects/rv32i.irdl.mlir --patterns ../../../examples/matching/rv32i.mlir 2>&1 | check --check-prefix=REFUSED
// RUN: not flowright match %s --dialect ../../../examples/dialects/rv32i.irdl.mlir --patterns ../../../examples/matching/rv32i.mlir --engine chip 2>&1 | check --check-prefix=REFUSED
// RUN: not flowright match %s --dialect ../../../examples/dialects/rv32i.irdl.mlir --patterns ../../../examples/matching/rv32i.mlir --allow-unregistered-dialect --engine interp 2>&1 | check --check-prefix=INTERP
// RUN: not flowright match %t --dialect ../../../examples/dialects/rv32i.irdl.mlir --patterns ../../../examples/matching/rv32i.mlir --allow-unregistered-dialect 2>&1 | check --check-prefix=STREAM

// CHECK: 3 or_again
// SAVED: 1 match in 5 operations
// REFUSED: error[FR0111]: unknown dialect `elsewhere` in operation `elsewhere.make`
// REFUSED: --allow-unregistered-dialect
// INTERP: error[FR0003]: `--allow-unregistered-dialect` says nothing here: the engine `interp` takes programs of any dialect
// STREAM: error[FR0003]: `--allow-unregistered-dialect` says nothing here: it is for programs, and a stream is read
func.func @f(%b: !rv32i.reg) {
  %a = "elsewhere.make"(%b) : (!rv32i.reg) -> !rv32i.reg
  %0 = "rv32i.or"(%a, %b) : (!rv32i.reg, !rv32i.reg) -> !rv32i.reg
  %1 = "rv32i.or"(%0, %a) : (!rv32i.reg, !rv32i.reg) -> !rv32i.reg
  return
}
