// Nobody gives the block of a pattern arguments. MLIR's parser takes them; no engine does.
// RUN: flowright match ../../../examples/dialects/arith32.mlir --dialect ../../../examples/dialects/arith32.irdl.mlir --dialect ../../../examples/dialects/const32.irdl.mlir --patterns %s
// RUN: flowright match ../../../examples/dialects/arith32.mlir --dialect ../../../examples/dialects/arith32.irdl.mlir --dialect ../../../examples/dialects/const32.irdl.mlir --patterns %s --engine chip

pdl.pattern @operand : benefit(1) {
// expected-error@below {{FR1040: no way leads from the root of the pattern to it}}
^bb0(%a: !pdl.value):
  %t = type
  %root = operation "arith32.addi"(%a, %a : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  rewrite %root {
    erase %root
  }
}
pdl.pattern @result : benefit(1) {
// expected-error@below {{FR1040: no way leads from the root of the pattern to it}}
^bb0(%a: !pdl.operation):
  %t = type
  %0 = result 0 of %a
  %root = operation "arith32.addi"(%0, %0 : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  rewrite %root {
    erase %root
  }
}
pdl.pattern @attribute : benefit(1) {
// expected-error@below {{FR1040: no way leads from the root of the pattern to it}}
^bb0(%a: !pdl.attribute):
  %t = type
  %root = operation "const32.value" {"value" = %a} -> (%t : !pdl.type)
  rewrite %root {
    erase %root
  }
}
pdl.pattern @asked : benefit(1) {
// expected-error@below {{FR1040: no way leads from the root of the pattern to it}}
^bb0(%a: !pdl.attribute):
  %t = type
  apply_native_constraint "is_zero"(%a : !pdl.attribute)
  %root = operation "const32.value" -> (%t : !pdl.type)
  rewrite %root {
    erase %root
  }
}
pdl.pattern @result_type : benefit(1) {
// expected-error@below {{FR1040: no way leads from the root of the pattern to it}}
^bb0(%a: !pdl.type):
  %root = operation "const32.value" -> (%a : !pdl.type)
  rewrite %root {
    erase %root
  }
}
pdl.pattern @root : benefit(1) {
// expected-error@below {{FR1040: no way leads from the root of the pattern to it}}
^bb0(%a: !pdl.operation):
  %b = operand
  %t = type
  %0 = operation "arith32.addi"(%b, %b : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  rewrite %a {
    erase %0
  }
}
pdl.pattern @below_zero : benefit(1) {
  %b = operand
  %t = type
  %0 = operation "arith32.addi"(%b, %b : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  // expected-error@below {{FR1040: `pdl.result`: its index is -1 as a number of 32 bits, and results are counted from 0}}
  %1 = result -1 of %0
  %root = operation "arith32.addi"(%1, %b : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  rewrite %root {
    erase %root
  }
}
pdl.pattern @past_the_sign : benefit(1) {
  %t = type
  %0 = operation "const32.value" -> (%t : !pdl.type)
  // expected-error@below {{FR1040: `pdl.result`: its index is -2 as a number of 32 bits}}
  %1 = result 4294967294 of %0
  %root = operation "arith32.addi"(%1, %1 : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  rewrite %root {
    erase %root
  }
}
