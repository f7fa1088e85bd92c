// It is known which operations a dialect has that is there; no engine takes another one.
// RUN: flowright match %s --dialect ../../../examples/dialects/rv32i.irdl.mlir --patterns ../../../examples/matching/rv32i.mlir
// RUN: flowright match %s --dialect ../../../examples/dialects/rv32i.irdl.mlir --patterns ../../../examples/matching/rv32i.mlir --allow-unregistered-dialect
// RUN: flowright match %s --dialect ../../../examples/dialects/rv32i.irdl.mlir --patterns ../../../examples/matching/rv32i.mlir --engine chip
// RUN: flowright match %s --dialect ../../../examples/dialects/rv32i.irdl.mlir --patterns ../../../examples/matching/rv32i.mlir --engine interp
// RUN: flowright opt %s --irdl-file ../../../examples/dialects/rv32i.irdl.mlir --allow-unregistered-dialect

func.func @f(%a: !rv32i.reg) {
  // expected-error@below {{FR0110: unknown operation `rv32i.nothing`}}
  %0 = "rv32i.nothing"(%a) : (!rv32i.reg) -> !rv32i.reg
  return
}
