// Functions of the host: asked about a match, giving something, answering no, and rewriting.
//
//   ./flowright opt examples/patterns/native.mlir --passes pdl-to-pdl-interp | grep apply_constraint
//
// prints
//
//       pdl_interp.apply_constraint "is_power_of_two"(%2 : !pdl.attribute) -> ^bb10, ^bb17
//       pdl_interp.apply_constraint "is_wide"(%4, %arg0 : !pdl.type, !pdl.operation) {isNegated = true} -> ^bb11, ^bb17
//       %7 = pdl_interp.apply_constraint "log2"(%2 : !pdl.attribute) : !pdl.attribute -> ^bb12, ^bb17

pdl.pattern @shift_for_power : benefit(3) {
  %a = operand
  %t = type
  %value = attribute
  %constant = operation "arith.constant" {"value" = %value} -> (%t : !pdl.type)
  %c = result 0 of %constant
  %root = operation "arith.muli"(%a, %c : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  apply_native_constraint "is_power_of_two"(%value : !pdl.attribute)
  apply_native_constraint "is_wide"(%t, %root : !pdl.type, !pdl.operation) {isNegated = true}
  %amount = apply_native_constraint "log2"(%value : !pdl.attribute) : !pdl.attribute
  rewrite %root {
    %n = operation "arith.constant" {"value" = %amount} -> (%t : !pdl.type)
    %m = result 0 of %n
    %shift = operation "arith.shli"(%a, %m : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    apply_native_rewrite "note"(%root, %shift : !pdl.operation, !pdl.operation)
    replace %root with %shift
  }
}
pdl.pattern @host_does_it : benefit(1) {
  %args = operands
  %types = types
  %root = operation "example.reduce"(%args : !pdl.range<value>) -> (%types : !pdl.range<type>)
  rewrite %root with "reduce"(%args, %types : !pdl.range<value>, !pdl.range<type>)
}
pdl.pattern @host_makes_parts : benefit(1) {
  %root = operation "example.pick"
  rewrite %root {
    %type = apply_native_rewrite "pick_type" : !pdl.type
    %picked:2 = apply_native_rewrite "pick"(%root : !pdl.operation) : !pdl.attribute, !pdl.value
    %new = operation "example.picked"(%picked#1 : !pdl.value) {"name" = %picked#0} -> (%type : !pdl.type)
    erase %root
  }
}
