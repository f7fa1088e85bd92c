// Patterns may stand in modules inside of the file's. All engines, and `opt`, find them in the same order, and those without a name get one that no other has.
// RUN: flowright match ../../../examples/dialects/rv32i.mlir --dialect ../../../examples/dialects/rv32i.irdl.mlir --patterns %s --patterns inputs/more.mlir --engine interp | check
// RUN: flowright match ../../../examples/dialects/rv32i.mlir --dialect ../../../examples/dialects/rv32i.irdl.mlir --patterns %s --patterns inputs/more.mlir | check
// RUN: flowright opt ../../../examples/dialects/rv32i.mlir --irdl-file ../../../examples/dialects/rv32i.irdl.mlir --pdl %s | check --check-prefix=OPT

// CHECK: 5 matches in 6 operations
// CHECK-NEXT: pattern0_  0
// CHECK-NEXT: again      1
// CHECK-NEXT: pattern0   0
// CHECK-NEXT: pattern3   2
// CHECK-NEXT: pattern4   2
// CHECK-NEXT: pattern5   0

// OPT: func.func @f(%a: !rv32i.reg, %b: !rv32i.reg, %to: !rv32i.reg)
// OPT-NOT: rv32i.or
// OPT: "rv32i.sw"(%to, %a, %offset)
module @first {
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
}
module @second {
  pdl.pattern @pattern0 : benefit(1) {
    %a = operand
    %t = type
    %root = operation "rv32i.add"(%a, %a : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    rewrite %root {
      replace %root with (%a : !pdl.value)
    }
  }
  pdl.pattern : benefit(2) {
    %a = operand
    %b = operand
    %t = type
    %root = operation "rv32i.or"(%a, %b : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    rewrite %root {
      replace %root with (%b : !pdl.value)
    }
  }
}
// The file's own come first.
pdl.pattern : benefit(1) {
  %a = operand
  %t = type
  %root = operation "rv32i.sub"(%a, %a : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  rewrite %root {
    replace %root with (%a : !pdl.value)
  }
}
