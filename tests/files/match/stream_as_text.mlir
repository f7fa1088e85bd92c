// A stream where a text should be is not to be saved as UTF-8: it is said what it is.
// RUN: flowright match %s --dialect ../../../examples/dialects/rv32i.irdl.mlir --patterns ../../../examples/matching/rv32i.mlir --save %t | check
// RUN: not flowright opt %t 2>&1 | check --check-prefix=TEXT
// RUN: not flowright match %s --dialect ../../../examples/dialects/rv32i.irdl.mlir --patterns %t 2>&1 | check --check-prefix=TEXT

// CHECK: 0 matches
// TEXT: error[FR0002]
// TEXT: = help: this is a stream, which `flowright match` takes in the place of a program
func.func @f() {
  return
}
