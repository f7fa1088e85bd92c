// Attributes: one constant, one of a type, any, and the same one twice.
//
//   ./flowright match examples/simplify.mlir --engine interp --patterns examples/patterns/attributes.mlir
//
// prints
//
//   1 match in 14 operations
//     compare_with_itself  1
//     differ_from_itself   0
//     keep_attribute       0

pdl.pattern @compare_with_itself : benefit(1) {
  %a = operand
  %t = type : i1
  %eq = attribute = 0 : i64
  %root = operation "arith.cmpi"(%a, %a : !pdl.value, !pdl.value) {"predicate" = %eq} -> (%t : !pdl.type)
  rewrite %root {
    %true = attribute = true
    %constant = operation "arith.constant" {"value" = %true} -> (%t : !pdl.type)
    replace %root with %constant
  }
}
pdl.pattern @differ_from_itself : benefit(1) {
  %a = operand
  %t = type : i1
  %ne = attribute = 1 : i64
  %root = operation "arith.cmpi"(%a, %a : !pdl.value, !pdl.value) {"predicate" = %ne} -> (%t : !pdl.type)
  rewrite %root {
    %false = attribute = false
    %constant = operation "arith.constant" {"value" = %false} -> (%t : !pdl.type)
    replace %root with %constant
  }
}
pdl.pattern @keep_attribute : benefit(1) {
  %t = type : i32
  %kind = attribute
  %size = attribute : %t
  %root = operation "example.buffer" {"kind" = %kind, "size" = %size, "bounds" = %size} -> (%t : !pdl.type)
  rewrite %root {
    %style = attribute = ["plain", {depth = 2 : i8}, unit, i32, 1.500000e+00 : f32]
    %new = operation "example.queue" {"kind" = %kind, "style" = %style} -> (%t : !pdl.type)
    replace %root with %new
  }
}
