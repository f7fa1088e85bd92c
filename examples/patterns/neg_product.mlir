// -a * -b is a * b. Both factors may be one operation.
//
//   ./flowright match examples/simplify.mlir --engine interp --patterns examples/patterns/neg_product.mlir
//
// prints
//
//   1 match in 14 operations
//     product_of_negatives  1

pdl.pattern @product_of_negatives : benefit(2) {
  %t = type : f32
  %a = operand : %t
  %b = operand : %t
  %left = operation "arith.negf"(%a : !pdl.value) -> (%t : !pdl.type)
  %right = operation "arith.negf"(%b : !pdl.value) -> (%t : !pdl.type)
  %x = result 0 of %left
  %y = result 0 of %right
  %root = operation "arith.mulf"(%x, %y : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  rewrite %root {
    %product = operation "arith.mulf"(%a, %b : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    replace %root with %product
  }
}
