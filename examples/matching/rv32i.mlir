// Peephole patterns of RV32I, for chips of all kinds.
//
//   ./flowright match examples/dialects/rv32i.mlir --dialect examples/dialects/rv32i.irdl.mlir --patterns examples/matching/rv32i.mlir --dump
//
// prints
//
//   2 or_again

pdl.pattern @or_again : benefit(2) {
  %t = type
  %a = operand
  %b = operand
  %op0 = operation "rv32i.or"(%a, %b : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  %inner = result 0 of %op0
  %root = operation "rv32i.or"(%inner, %a : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  rewrite %root {
    replace %root with %op0
  }
}
pdl.pattern @or_again_right : benefit(2) {
  %t = type
  %a = operand
  %b = operand
  %op0 = operation "rv32i.or"(%a, %b : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  %inner = result 0 of %op0
  %root = operation "rv32i.or"(%a, %inner : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  rewrite %root {
    replace %root with %op0
  }
}
pdl.pattern @and_again : benefit(2) {
  %t = type
  %a = operand
  %b = operand
  %op0 = operation "rv32i.and"(%a, %b : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  %inner = result 0 of %op0
  %root = operation "rv32i.and"(%inner, %b : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  rewrite %root {
    replace %root with %op0
  }
}
pdl.pattern @and_same : benefit(1) {
  %t = type
  %a = operand
  %op0 = operation "rv32i.and"(%a, %a : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  rewrite %op0 {
    replace %op0 with (%a : !pdl.value)
  }
}
pdl.pattern @or_same : benefit(1) {
  %t = type
  %a = operand
  %op0 = operation "rv32i.or"(%a, %a : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  rewrite %op0 {
    replace %op0 with (%a : !pdl.value)
  }
}
pdl.pattern @xor_twice : benefit(2) {
  %t = type
  %a = operand
  %b = operand
  %op0 = operation "rv32i.xor"(%a, %b : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  %r1 = result 0 of %op0
  %op2 = operation "rv32i.xor"(%r1, %b : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  rewrite %op2 {
    replace %op2 with (%a : !pdl.value)
  }
}
pdl.pattern @sub_of_add : benefit(2) {
  %t = type
  %a = operand
  %b = operand
  %op0 = operation "rv32i.add"(%a, %b : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  %r1 = result 0 of %op0
  %op2 = operation "rv32i.sub"(%r1, %b : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  rewrite %op2 {
    replace %op2 with (%a : !pdl.value)
  }
}
pdl.pattern @add_of_sub : benefit(2) {
  %t = type
  %a = operand
  %b = operand
  %op0 = operation "rv32i.sub"(%a, %b : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  %r1 = result 0 of %op0
  %op2 = operation "rv32i.add"(%r1, %b : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  rewrite %op2 {
    replace %op2 with (%a : !pdl.value)
  }
}
pdl.pattern @and_absorbs_or : benefit(2) {
  %t = type
  %a = operand
  %b = operand
  %op0 = operation "rv32i.or"(%a, %b : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  %r1 = result 0 of %op0
  %op2 = operation "rv32i.and"(%a, %r1 : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  rewrite %op2 {
    replace %op2 with (%a : !pdl.value)
  }
}
