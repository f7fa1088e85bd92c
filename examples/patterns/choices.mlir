// Patterns that differ in one place each: a matcher of them all chooses by the number of operands and results, by a type, by several types
// and by an attribute.
//
//   ./flowright opt examples/patterns/choices.mlir --passes pdl-to-pdl-interp | grep switch
//
// prints
//
//       pdl_interp.switch_operation_name of %arg0 to ["example.op", "example.gives", "example.many", "example.tagged"](^bb1, ^bb6, ^bb13, ^bb17) -> ^bb22
//       pdl_interp.switch_operand_count of %arg0 to dense<[1, 2]> : vector<2xi32>(^bb2, ^bb4) -> ^bb22
//       pdl_interp.switch_result_count of %arg0 to dense<[1, 2]> : vector<2xi32>(^bb8, ^bb11) -> ^bb22
//       pdl_interp.switch_type %1 to [i32, i64](^bb9, ^bb10) -> ^bb22
//       pdl_interp.switch_types %7 to [[i32, i64], [f32]](^bb15, ^bb16) -> ^bb22
//       pdl_interp.switch_attribute %8 to [1 : i32, "word"](^bb20, ^bb21) -> ^bb22

pdl.pattern @one_operand : benefit(1) {
  %a = operand
  %root = operation "example.op"(%a : !pdl.value)
  rewrite %root with "f"
}
pdl.pattern @two_operands : benefit(1) {
  %a = operand
  %b = operand
  %root = operation "example.op"(%a, %b : !pdl.value, !pdl.value)
  rewrite %root with "f"
}
pdl.pattern @one_result : benefit(1) {
  %t = type : i32
  %root = operation "example.gives" -> (%t : !pdl.type)
  rewrite %root with "f"
}
pdl.pattern @another_type : benefit(1) {
  %t = type : i64
  %root = operation "example.gives" -> (%t : !pdl.type)
  rewrite %root with "f"
}
pdl.pattern @two_results : benefit(1) {
  %t = type
  %root = operation "example.gives" -> (%t, %t : !pdl.type, !pdl.type)
  rewrite %root with "f"
}
pdl.pattern @some_types : benefit(1) {
  %t = types : [i32, i64]
  %root = operation "example.many" -> (%t : !pdl.range<type>)
  rewrite %root with "f"
}
pdl.pattern @other_types : benefit(1) {
  %t = types : [f32]
  %root = operation "example.many" -> (%t : !pdl.range<type>)
  rewrite %root with "f"
}
pdl.pattern @attribute_one : benefit(1) {
  %k = attribute = 1 : i32
  %root = operation "example.tagged" {"kind" = %k}
  rewrite %root with "f"
}
pdl.pattern @attribute_word : benefit(1) {
  %k = attribute = "word"
  %root = operation "example.tagged" {"kind" = %k}
  rewrite %root with "f"
}
pdl.pattern @any_name : benefit(0) {
  %a = operand
  %b = operand
  %rest = operands
  %root = operation(%a, %b, %rest : !pdl.value, !pdl.value, !pdl.range<value>)
  rewrite %root with "f"
}
