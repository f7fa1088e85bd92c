// What a tree cannot say is refused at its place, by all that look for trees.
// RUN: flowright match ../../../examples/dialects/arith32.mlir --dialect ../../../examples/dialects/arith32.irdl.mlir --dialect ../../../examples/dialects/const32.irdl.mlir --patterns %s
// RUN: flowright match ../../../examples/dialects/arith32.mlir --dialect ../../../examples/dialects/arith32.irdl.mlir --dialect ../../../examples/dialects/const32.irdl.mlir --patterns %s --engine chip
// RUN: flowright match ../../../examples/dialects/arith32.mlir --dialect ../../../examples/dialects/arith32.irdl.mlir --dialect ../../../examples/dialects/const32.irdl.mlir --patterns %s --save %t --arch taps

pdl.pattern @unknown : benefit(1) {
  %a = operand
  %t = type
  // expected-error@below {{FR1070: `pdl.operation`: `arith32.nothing` is an operation of none of the dialects}}
  %root = operation "arith32.nothing"(%a, %a : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  rewrite %root {
    erase %root
  }
}
pdl.pattern @user : benefit(1) {
  %a = operand
  %t = type
  %root = operation "arith32.addi"(%a, %a : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  %0 = result 0 of %root
  // expected-error@below {{FR1071: `pdl.operation`: is not below the root, so that matching would have to go from values to their users}}
  %user = operation "arith32.addi"(%0, %a : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  rewrite %root {
    erase %user
  }
}
pdl.pattern @range : benefit(1) {
  // expected-error@below {{FR1073: `pdl.operands`: is a range, where a tree has single values}}
  %all = operands
  %t = type
  %root = operation "arith32.addi"(%all : !pdl.range<value>) -> (%t : !pdl.type)
  rewrite %root {
    erase %root
  }
}
pdl.pattern @type_of_two : benefit(1) {
  %a = operand
  // expected-error@below {{FR1074: `pdl.type`: stands at several operations that may have several types, and a tree cannot say that they are the same}}
  %t = type
  %any = operation(%a, %a : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  %0 = result 0 of %any
  %root = operation(%0, %a : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  rewrite %root {
    erase %root
  }
}
pdl.pattern @attribute_of_two : benefit(1) {
  %t = type
  // expected-error@below {{FR1075: `pdl.attribute`: is an attribute of several operations, and no chip compares attributes}}
  %k = attribute
  %one = operation "const32.value" {"value" = %k} -> (%t : !pdl.type)
  %0 = result 0 of %one
  %other = operation "const32.value" {"value" = %k} -> (%t : !pdl.type)
  %1 = result 0 of %other
  %root = operation "arith32.addi"(%0, %1 : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  rewrite %root {
    erase %root
  }
}
// Each name but the first is two questions: whether it is there, and whether it is the same as the first.
pdl.pattern @many_questions : benefit(1) {
  %t = type
  // expected-error@below {{FR1076: `pdl.attribute`: is one more question than the 64 that a set of patterns may ask}}
  %k = attribute
  %root = operation "const32.value" {"a0" = %k, "a1" = %k, "a2" = %k, "a3" = %k, "a4" = %k, "a5" = %k, "a6" = %k, "a7" = %k, "a8" = %k, "a9" = %k, "a10" = %k, "a11" = %k, "a12" = %k, "a13" = %k, "a14" = %k, "a15" = %k, "a16" = %k, "a17" = %k, "a18" = %k, "a19" = %k, "a20" = %k, "a21" = %k, "a22" = %k, "a23" = %k, "a24" = %k, "a25" = %k, "a26" = %k, "a27" = %k, "a28" = %k, "a29" = %k, "a30" = %k, "a31" = %k, "a32" = %k, "a33" = %k} -> (%t : !pdl.type)
  rewrite %root {
    erase %root
  }
}
pdl.pattern @too_many_operands : benefit(1) {
  %a = operand
  %t = type
  // expected-warning@below {{FR1078: `pdl.operation`: the pattern can never match: `arith32.addi` has 2 operands and 1 result, and not 1 and 1}}
  %root = operation "arith32.addi"(%a : !pdl.value) -> (%t : !pdl.type)
  rewrite %root {
    erase %root
  }
}
pdl.pattern @again : benefit(1) {
  %a = operand
  %t = type
  %inner = operation "arith32.addi"(%a, %a : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  // expected-warning@below {{FR1083: `pdl.result`: is used again, and MLIR asks nothing of the second use}}
  %0 = result 0 of %inner
  %root = operation "arith32.addi"(%0, %0 : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  rewrite %root {
    erase %root
  }
}
