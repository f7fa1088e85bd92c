// Two operations that share a value and do not use each other: a matcher goes from one to the other through the users of the value.
//
//   ./flowright match examples/simplify.mlir --engine interp --patterns examples/patterns/two_roots.mlir
//
// prints
//
//   1 match in 14 operations
//     quotient_and_remainder  1
//     two_users               0

pdl.pattern @quotient_and_remainder : benefit(4) {
  %a = operand
  %b = operand
  %t = type
  %quotient = operation "arith.divsi"(%a, %b : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  %remainder = operation "arith.remsi"(%a, %b : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  rewrite {
    %both = operation "example.divrem"(%a, %b : !pdl.value, !pdl.value) -> (%t, %t : !pdl.type, !pdl.type)
    %q = result 0 of %both
    %r = result 1 of %both
    replace %quotient with(%q : !pdl.value)
    replace %remainder with(%r : !pdl.value)
  }
}
pdl.pattern @two_users : benefit(1) {
  %t = type
  %source = operation "example.source" -> (%t : !pdl.type)
  %0 = result 0 of %source
  %left = operation "example.left"(%0 : !pdl.value)
  %right = operation "example.right"(%0 : !pdl.value)
  rewrite %left {
    erase %left
    erase %right
  }
}
