// The chip `unit` takes no attributes: neither operations that have them, nor patterns that ask for some, or for what a function of the host says. The other chips take both. A stream for it is not written, either.
// RUN: flowright match ../../../examples/dialects/arith32.mlir --dialect ../../../examples/dialects/arith32.irdl.mlir --irdl-file ../../../examples/dialects/const32.irdl.mlir --patterns %s --engine chip --arch unit --window 4
// RUN: flowright match ../../../examples/dialects/arith32.mlir --dialect ../../../examples/dialects/arith32.irdl.mlir --irdl-file ../../../examples/dialects/const32.irdl.mlir --patterns %s --arch unit --window 4 --save %t
// RUN: flowright chip --dialect ../../../examples/dialects/arith32.irdl.mlir --patterns %s --arch unit -o %t

pdl.pattern @attribute : benefit(1) {
  %a = operand
  %t = type
  // expected-error@below {{FR0981: `pdl.attribute`: asks for an attribute, and the chip `unit` sees nothing of an operation but what follows from its name}}
  %k = attribute
  %root = operation "arith32.addi"(%a, %a : !pdl.value, !pdl.value) {"overflow" = %k} -> (%t : !pdl.type)
  rewrite %root {
    erase %root
  }
}
pdl.pattern @constraint : benefit(1) {
  %a = operand
  %t = type
  %k = attribute = 1 : i32
  %root = operation "arith32.addi"(%a, %a : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  // expected-error@below {{FR0981: `pdl.apply_native_constraint`: is a constraint of the host, and the chip `unit` sees nothing of an operation but what follows from its name}}
  apply_native_constraint "is_one"(%k : !pdl.attribute)
  rewrite %root {
    erase %root
  }
}
