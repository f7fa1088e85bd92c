// A constraint that is not there is refused, and so is one that is called with something else than it takes.
// RUN: flowright match ../../../examples/dialects/arith32.mlir --dialect ../../../examples/dialects/arith32.irdl.mlir --dialect ../../../examples/dialects/const32.irdl.mlir --patterns %s
// RUN: flowright match ../../../examples/dialects/arith32.mlir --dialect ../../../examples/dialects/arith32.irdl.mlir --dialect ../../../examples/dialects/const32.irdl.mlir --patterns %s --engine chip --arch tags
// RUN: flowright match ../../../examples/dialects/arith32.mlir --dialect ../../../examples/dialects/arith32.irdl.mlir --dialect ../../../examples/dialects/const32.irdl.mlir --patterns %s --engine chip --arch taps

pdl.pattern @unknown : benefit(1) {
  %t = type
  %k = attribute
  %root = operation "const32.value" {"value" = %k} -> (%t : !pdl.type)
  // expected-error@below {{FR1061: `pdl.apply_native_constraint`: there is no constraint `is_prime` among the functions of the host}}
  apply_native_constraint "is_prime"(%k : !pdl.attribute)
  rewrite %root {
    erase %root
  }
}
pdl.pattern @two : benefit(1) {
  %t = type
  %j = attribute
  %k = attribute
  %one = operation "const32.value" {"value" = %j} -> (%t : !pdl.type)
  %0 = result 0 of %one
  %other = operation "const32.value" {"value" = %k} -> (%t : !pdl.type)
  %1 = result 0 of %other
  // expected-error@below {{FR1069: `pdl.apply_native_constraint`: `is_zero` takes one attribute and gives no results}}
  apply_native_constraint "is_zero"(%j, %k : !pdl.attribute, !pdl.attribute)
  %root = operation "arith32.addi"(%0, %1 : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  rewrite %root {
    erase %root
  }
}
pdl.pattern @gives : benefit(1) {
  %t = type
  %k = attribute
  // expected-error@below {{FR1069: `pdl.apply_native_constraint`: `is_zero` takes one attribute and gives no results}}
  %n = apply_native_constraint "is_zero"(%k : !pdl.attribute) : !pdl.attribute
  %root = operation "const32.value" {"value" = %k} -> (%t : !pdl.type)
  rewrite %root {
    erase %root
  }
}
pdl.pattern @nowhere : benefit(1) {
  %t = type
  // expected-error@below {{FR1040: no way leads from the root of the pattern to it}}
  %k = attribute
  apply_native_constraint "is_zero"(%k : !pdl.attribute)
  %root = operation "const32.value" -> (%t : !pdl.type)
  rewrite %root {
    erase %root
  }
}
