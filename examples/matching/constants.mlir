// Simplifications that look at constants: a constant's value is an attribute.
//
//   ./flowright match examples/dialects/arith32.mlir --dialect examples/dialects/arith32.irdl.mlir --dialect examples/dialects/const32.irdl.mlir --patterns examples/matching/constants.mlir --dump
//
// prints
//
//   3 add_zero
//   4 and_ones

pdl.pattern @add_zero : benefit(1) {
  %t = type
  %a = operand
  %k0 = attribute = 0 : i32
  %op0 = operation "const32.value" {"value" = %k0} -> (%t : !pdl.type)
  %r1 = result 0 of %op0
  %op2 = operation "arith32.addi"(%a, %r1 : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  rewrite %op2 {
    replace %op2 with (%a : !pdl.value)
  }
}
pdl.pattern @sub_zero : benefit(1) {
  %t = type
  %a = operand
  %k0 = attribute = 0 : i32
  %op0 = operation "const32.value" {"value" = %k0} -> (%t : !pdl.type)
  %r1 = result 0 of %op0
  %op2 = operation "arith32.subi"(%a, %r1 : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  rewrite %op2 {
    replace %op2 with (%a : !pdl.value)
  }
}
pdl.pattern @mul_one : benefit(1) {
  %t = type
  %a = operand
  %k0 = attribute = 1 : i32
  %op0 = operation "const32.value" {"value" = %k0} -> (%t : !pdl.type)
  %r1 = result 0 of %op0
  %op2 = operation "arith32.muli"(%a, %r1 : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  rewrite %op2 {
    replace %op2 with (%a : !pdl.value)
  }
}
pdl.pattern @and_ones : benefit(1) {
  %t = type
  %a = operand
  %k0 = attribute = -1 : i32
  %op0 = operation "const32.value" {"value" = %k0} -> (%t : !pdl.type)
  %r1 = result 0 of %op0
  %op2 = operation "arith32.andi"(%a, %r1 : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  rewrite %op2 {
    replace %op2 with (%a : !pdl.value)
  }
}
pdl.pattern @or_zero : benefit(1) {
  %t = type
  %a = operand
  %k0 = attribute = 0 : i32
  %op0 = operation "const32.value" {"value" = %k0} -> (%t : !pdl.type)
  %r1 = result 0 of %op0
  %op2 = operation "arith32.ori"(%a, %r1 : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  rewrite %op2 {
    replace %op2 with (%a : !pdl.value)
  }
}
pdl.pattern @xor_zero : benefit(1) {
  %t = type
  %a = operand
  %k0 = attribute = 0 : i32
  %op0 = operation "const32.value" {"value" = %k0} -> (%t : !pdl.type)
  %r1 = result 0 of %op0
  %op2 = operation "arith32.xori"(%a, %r1 : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  rewrite %op2 {
    replace %op2 with (%a : !pdl.value)
  }
}
pdl.pattern @shift_left_zero : benefit(1) {
  %t = type
  %a = operand
  %k0 = attribute = 0 : i32
  %op0 = operation "const32.value" {"value" = %k0} -> (%t : !pdl.type)
  %r1 = result 0 of %op0
  %op2 = operation "arith32.shli"(%a, %r1 : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  rewrite %op2 {
    replace %op2 with (%a : !pdl.value)
  }
}
pdl.pattern @shift_right_zero : benefit(1) {
  %t = type
  %a = operand
  %k0 = attribute = 0 : i32
  %op0 = operation "const32.value" {"value" = %k0} -> (%t : !pdl.type)
  %r1 = result 0 of %op0
  %op2 = operation "arith32.shrui"(%a, %r1 : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  rewrite %op2 {
    replace %op2 with (%a : !pdl.value)
  }
}
