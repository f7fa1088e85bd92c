// x * x becomes a shift of x by itself, which is nonsense but tells which pattern was applied.
pdl_interp.func @matcher(%root: !pdl.operation) {
  %a = pdl_interp.get_operand 0 of %root
  %b = pdl_interp.get_operand 1 of %root
  pdl_interp.check_operation_name of %root is "arith.muli" -> ^bb1, ^bb3
^bb1:
  pdl_interp.are_equal %a, %b : !pdl.value -> ^bb2, ^bb3
^bb2:
  pdl_interp.record_match @rewriters::@square(%a, %root : !pdl.value, !pdl.operation) : benefit(1), loc([%root]) -> ^bb3
^bb3:
  pdl_interp.finalize
}
module @rewriters {
  pdl_interp.func @square(%a: !pdl.value, %root: !pdl.operation) {
    %new = pdl_interp.create_operation "arith.shli"(%a, %a : !pdl.value, !pdl.value) -> <inferred>
    %result = pdl_interp.get_result 0 of %new
    pdl_interp.replace %root with (%result : !pdl.value)
    pdl_interp.finalize
  }
}
