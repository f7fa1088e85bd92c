// Ranges: all operands, groups of operands, all results, groups of results, and types.
//
//   ./flowright opt examples/patterns/ranges.mlir --passes pdl-to-pdl-interp | grep get_operands
//
// prints
//
//       %0 = pdl_interp.get_operands of %arg0 : !pdl.range<value>
//       %3 = pdl_interp.get_operands of %1 : !pdl.range<value>
//       %5 = pdl_interp.get_operands 1 of %arg0 : !pdl.range<value>
//       %10 = pdl_interp.get_operands 1 of %7 : !pdl.range<value>

pdl.pattern @forward_all : benefit(1) {
  %in = operands
  %out = types
  %inner = operation "example.inner"(%in : !pdl.range<value>) -> (%out : !pdl.range<type>)
  %all = results of %inner
  %root = operation "example.outer"(%all : !pdl.range<value>) -> (%out : !pdl.range<type>)
  rewrite %root {
    %new = operation "example.fused"(%in : !pdl.range<value>) -> (%out : !pdl.range<type>)
    %results = results of %new
    replace %root with(%results : !pdl.range<value>)
  }
}
pdl.pattern @groups : benefit(1) {
  %callee = operand
  %types = types : [i32, i64]
  %arguments = operands : %types
  %t = type
  %rest = types
  %call = operation "example.call"(%callee, %arguments : !pdl.value, !pdl.range<value>) -> (%t, %rest : !pdl.type, !pdl.range<type>)
  %first = results 0 of %call -> !pdl.value
  %others = results 1 of %call -> !pdl.range<value>
  %root = operation "example.use"(%first, %others : !pdl.value, !pdl.range<value>)
  rewrite %root {
    %values = range %callee, %arguments, %first : !pdl.value, !pdl.range<value>, !pdl.value
    %none = range : !pdl.range<value>
    %kinds = range %t, %rest : !pdl.type, !pdl.range<type>
    %new = operation "example.use_all"(%values, %none : !pdl.range<value>, !pdl.range<value>)
    %typed = operation "example.typed" -> (%t, %rest : !pdl.type, !pdl.range<type>)
    apply_native_rewrite "note"(%kinds : !pdl.range<type>)
    erase %root
  }
}
pdl.pattern @drop_empty : benefit(1) {
  %root = operation "example.nothing"
  rewrite %root {
    replace %root with
  }
}
