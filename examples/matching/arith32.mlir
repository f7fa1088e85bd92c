// Simplifications without attributes.
//
//   ./flowright match examples/dialects/arith32.mlir --dialect examples/dialects/arith32.irdl.mlir --irdl-file examples/dialects/const32.irdl.mlir --patterns examples/matching/arith32.mlir --dump
//
// prints
//
//   6 or_again
//   7 and_absorbs_or
//   9 select_equal
//   10 select_same
//   12 xor_twice

pdl.pattern @and_same : benefit(1) {
  %t = type
  %a = operand
  %op0 = operation "arith32.andi"(%a, %a : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  rewrite %op0 {
    replace %op0 with (%a : !pdl.value)
  }
}
pdl.pattern @or_same : benefit(1) {
  %t = type
  %a = operand
  %op0 = operation "arith32.ori"(%a, %a : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  rewrite %op0 {
    replace %op0 with (%a : !pdl.value)
  }
}
pdl.pattern @max_same : benefit(1) {
  %t = type
  %a = operand
  %op0 = operation "arith32.maxsi"(%a, %a : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  rewrite %op0 {
    replace %op0 with (%a : !pdl.value)
  }
}
pdl.pattern @min_same : benefit(1) {
  %t = type
  %a = operand
  %op0 = operation "arith32.minui"(%a, %a : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  rewrite %op0 {
    replace %op0 with (%a : !pdl.value)
  }
}
pdl.pattern @and_absorbs_or : benefit(2) {
  %t = type
  %a = operand
  %b = operand
  %op0 = operation "arith32.ori"(%a, %b : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  %r1 = result 0 of %op0
  %op2 = operation "arith32.andi"(%a, %r1 : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  rewrite %op2 {
    replace %op2 with (%a : !pdl.value)
  }
}
pdl.pattern @or_absorbs_and : benefit(2) {
  %t = type
  %a = operand
  %b = operand
  %op0 = operation "arith32.andi"(%a, %b : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  %r1 = result 0 of %op0
  %op2 = operation "arith32.ori"(%a, %r1 : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  rewrite %op2 {
    replace %op2 with (%a : !pdl.value)
  }
}
pdl.pattern @xor_twice : benefit(2) {
  %t = type
  %a = operand
  %b = operand
  %op0 = operation "arith32.xori"(%a, %b : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  %r1 = result 0 of %op0
  %op2 = operation "arith32.xori"(%r1, %b : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  rewrite %op2 {
    replace %op2 with (%a : !pdl.value)
  }
}
pdl.pattern @sub_of_add : benefit(2) {
  %t = type
  %a = operand
  %b = operand
  %op0 = operation "arith32.addi"(%a, %b : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  %r1 = result 0 of %op0
  %op2 = operation "arith32.subi"(%r1, %b : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  rewrite %op2 {
    replace %op2 with (%a : !pdl.value)
  }
}
pdl.pattern @add_of_sub : benefit(2) {
  %t = type
  %a = operand
  %b = operand
  %op0 = operation "arith32.subi"(%a, %b : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  %r1 = result 0 of %op0
  %op2 = operation "arith32.addi"(%r1, %b : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  rewrite %op2 {
    replace %op2 with (%a : !pdl.value)
  }
}
pdl.pattern @or_again : benefit(2) {
  %t = type
  %a = operand
  %b = operand
  %op0 = operation "arith32.ori"(%a, %b : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  %inner = result 0 of %op0
  %root = operation "arith32.ori"(%inner, %a : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  rewrite %root {
    replace %root with %op0
  }
}
pdl.pattern @and_again : benefit(2) {
  %t = type
  %a = operand
  %b = operand
  %op0 = operation "arith32.andi"(%a, %b : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  %inner = result 0 of %op0
  %root = operation "arith32.andi"(%inner, %b : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  rewrite %root {
    replace %root with %op0
  }
}
pdl.pattern @select_same : benefit(1) {
  %t = type
  %c = operand
  %a = operand
  %op0 = operation "arith32.select"(%c, %a, %a : !pdl.value, !pdl.value, !pdl.value) -> (%t : !pdl.type)
  rewrite %op0 {
    replace %op0 with (%a : !pdl.value)
  }
}
pdl.pattern @select_equal : benefit(2) {
  %i1 = type : i1
  %t = type
  %a = operand
  %b = operand
  %op0 = operation "arith32.cmp_eq"(%a, %b : !pdl.value, !pdl.value) -> (%i1 : !pdl.type)
  %r1 = result 0 of %op0
  %op2 = operation "arith32.select"(%r1, %a, %b : !pdl.value, !pdl.value, !pdl.value) -> (%t : !pdl.type)
  rewrite %op2 {
    replace %op2 with (%b : !pdl.value)
  }
}
