// An operation that names an attribute twice is refused by all engines, and by the pass that makes matchers.
// RUN: flowright match ../../../examples/dialects/arith32.mlir --dialect ../../../examples/dialects/arith32.irdl.mlir --dialect ../../../examples/dialects/const32.irdl.mlir --patterns %s --engine interp
// RUN: flowright match ../../../examples/dialects/arith32.mlir --dialect ../../../examples/dialects/arith32.irdl.mlir --dialect ../../../examples/dialects/const32.irdl.mlir --patterns %s
// RUN: flowright match ../../../examples/dialects/arith32.mlir --dialect ../../../examples/dialects/arith32.irdl.mlir --dialect ../../../examples/dialects/const32.irdl.mlir --patterns %s --engine chip --arch taps
// RUN: flowright opt %s --passes pdl-to-pdl-interp

pdl.pattern @in_match : benefit(0) {
  %t = type
  %one = attribute = 1 : i32
  %two = attribute = 2 : i32
  // expected-error@below {{FR1045: `pdl.operation`: names the attribute `value` twice, and an operation has one of a name}}
  %root = operation "const32.value" {"value" = %one, "value" = %two} -> (%t : !pdl.type)
  rewrite %root {
    erase %root
  }
}
