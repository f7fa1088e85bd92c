// Rules of patterns and matchers, one broken each. A test sends every part to `mlir-opt` 19, too.
// RUN: not flowright opt %s --split-input-file

// expected-error@+1 {{FR1001: `pdl.pattern`: holds operations of `pdl` only, but there is `arith.constant`}}
pdl.pattern : benefit(1) {
  %0 = arith.constant 1 : i32
  %1 = operation
  rewrite %1 with "f"
}

// -----
// expected-error@+1 {{FR1002: `pdl.pattern`: matches at least one `pdl.operation`}}
pdl.pattern : benefit(1) {
  %0 = operand
  apply_native_constraint "c"(%0 : !pdl.value)
  rewrite with "f"
}

// -----
// expected-error@+1 {{FR1003: `pdl.pattern`: its operations do not hang together}}
pdl.pattern : benefit(1) {
  %0 = operation
  %1 = operation
  rewrite %0 with "f"(%1 : !pdl.operation)
}

// -----
pdl.pattern : benefit(1) {
  // expected-error@+1 {{FR1004: `pdl.operand`}}
  %0 = operand
  %1 = operation
  rewrite %1 with "f"
}

// -----
pdl.pattern : benefit(1) {
  // expected-error@+1 {{FR1004: `pdl.operation`}}
  %0 = operation
  %1 = result 0 of %0
  %2 = operation
  rewrite %2 with "f"
}

// -----
pdl.pattern : benefit(1) {
  // expected-error@+1 {{FR1004: `pdl.type`}}
  %0 = type
  %1 = operation
  rewrite %1 with "f"
}

// -----
func.func @arith_is_used(%a: i32) -> i32 {
  %0 = arith.addi %a, %a : i32
  return %0 : i32
}
pdl.pattern : benefit(1) {
  %0 = operation
  rewrite %0 {
    // expected-error@+1 {{FR1005: `pdl.operation`: the result types of `arith.extsi` do not follow}}
    %1 = operation "arith.extsi"
  }
}

// -----
func.func @arith_is_used(%a: i32) -> i32 {
  %0 = arith.addi %a, %a : i32
  return %0 : i32
}
pdl.pattern : benefit(1) {
  %t = type
  %k = attribute : %t
  %0 = operation {"k" = %k}
  rewrite %0 {
    // expected-error@+1 {{FR1005: `pdl.operation`: nothing says which type result #0 of `arith.extsi` has}}
    %1 = operation "arith.extsi" -> (%t : !pdl.type)
  }
}

// -----
pdl.pattern : benefit(1) {
  %0 = operation
  rewrite %0 {
    // expected-error@+1 {{FR1006}}
    %1 = operation
  }
}

// -----
pdl.pattern : benefit(1) {
  %0 = attribute
  // expected-error@+1 {{FR1007}}
  %1 = "pdl.operation"(%0) <{attributeValueNames = [], operandSegmentSizes = array<i32: 0, 1, 0>}> : (!pdl.attribute) -> !pdl.operation
  rewrite %1 with "f"
}

// -----
pdl.pattern : benefit(1) {
  %0 = operation
  rewrite %0 {
    // expected-error@+1 {{FR1008}}
    %1 = attribute
  }
}

// -----
pdl.pattern : benefit(1) {
  %0 = type
  // expected-error@+1 {{FR1009}}
  %1 = attribute : %0 = 1 : i32
  %2 = operation {"k" = %1}
  rewrite %2 with "f"
}

// -----
pdl.pattern : benefit(1) {
  %0 = operation "a.b"
  // expected-error@+1 {{FR1010}}
  "pdl.apply_native_constraint"() <{name = "c"}> : () -> ()
  rewrite %0 with "f"
}

// -----
pdl.pattern : benefit(1) {
  %0 = operation
  rewrite %0 {
    // expected-error@+1 {{FR1010}}
    apply_native_rewrite "n"
  }
}

// -----
pdl.pattern : benefit(1) {
  %0 = operation
  // expected-error@+1 {{FR1011}}
  %1 = apply_native_constraint "c"(%0 : !pdl.operation) : !pdl.operation
  rewrite %0 with "f"
}

// -----
pdl.pattern : benefit(1) {
  %0 = operand
  %1 = type
  %2 = operation(%0 : !pdl.value) -> (%1 : !pdl.type)
  rewrite %2 {
    // expected-error@+1 {{FR1012}}
    %3 = range %0, %1 : !pdl.value, !pdl.type
  }
}

// -----
pdl.pattern : benefit(1) {
  %0 = operand
  %1 = operation(%0 : !pdl.value)
  rewrite %1 {
    // expected-error@+1 {{FR1013}}
    replace %1 with (%0 : !pdl.value) %1
  }
}

// -----
pdl.pattern : benefit(1) {
  %0 = operation
  // expected-error@+1 {{FR1014}}
  %1 = "pdl.results"(%0) : (!pdl.operation) -> !pdl.value
  rewrite %0 with "f"(%1 : !pdl.value)
}

// -----
pdl.pattern : benefit(1) {
  %0 = operation
  // expected-error@+1 {{FR1015}}
  rewrite %0 with "f" {
    erase %0
  }
}

// -----
pdl.pattern : benefit(1) {
  %0 = operation
  // expected-error@+1 {{FR1016}}
  rewrite %0
}

// -----
pdl.pattern : benefit(1) {
  %0 = operation "a.b"
  // expected-error@+1 {{FR1017}}
  "pdl.rewrite"(%0, %0) <{operandSegmentSizes = array<i32: 1, 1>}> ({
    "pdl.erase"(%0) : (!pdl.operation) -> ()
  }) : (!pdl.operation, !pdl.operation) -> ()
}

// -----
pdl.pattern : benefit(1) {
  %0 = operation
  // expected-error@+1 {{FR1018}}
  rewrite %0 {
  ^bb0(%1: !pdl.value):
    erase %0
  }
}

// -----
pdl.pattern : benefit(1) {
  %0 = operation
  // expected-error@+1 {{FR0214: `pdl.erase`: must stand directly in `pdl.rewrite`}}
  erase %0
  rewrite %0 with "f"
}

// -----
pdl.pattern : benefit(1) {
  %0 = operation
  rewrite %0 {
    // expected-error@+1 {{FR0214: `pdl.operand`: must stand directly in `pdl.pattern`}}
    %1 = operand
  }
}

// -----
// expected-error@+1 {{FR0205: attribute `benefit` must be an i16 that is not negative}}
pdl.pattern : benefit(-1) {
  %0 = operation
  rewrite %0 with "f"
}

// -----
// expected-error@+1 {{FR1019: a range holds no ranges}}
func.func private @f(!pdl.range<range<value>>)

// -----
pdl_interp.func @f(%0: !pdl.type) {
  // expected-error@+1 {{FR1020: `pdl_interp.switch_type`: has 2 values, but 1 block for them}}
  pdl_interp.switch_type %0 to [i32, i64](^bb1) -> ^bb1
^bb1:
  pdl_interp.finalize
}

// -----
pdl_interp.func @f(%0: !pdl.type) {
  // expected-error@+1 {{FR1021}}
  %1 = "pdl_interp.create_operation"(%0) <{name = "a.b", inputAttributeNames = [], inferredResultTypes, operandSegmentSizes = array<i32: 0, 0, 1>}> : (!pdl.type) -> !pdl.operation
  pdl_interp.finalize
}

// -----
pdl_interp.func @f() {
  // expected-error@+1 {{FR1022: `pdl_interp.create_operation`: the result types of `arith.extsi` do not follow}}
  %0 = pdl_interp.create_operation "arith.extsi" -> <inferred>
  pdl_interp.finalize
}

// -----
pdl_interp.func @f(%0: !pdl.range<type>) {
  // expected-error@+1 {{FR1023}}
  "pdl_interp.foreach"(%0)[^bb1] ({
    pdl_interp.continue
  }) : (!pdl.range<type>) -> ()
^bb1:
  pdl_interp.finalize
}

// -----
pdl_interp.func @f(%0: !pdl.range<type>) {
  // expected-error@+1 {{FR1024}}
  "pdl_interp.foreach"(%0)[^bb1] ({
^bb0(%1: !pdl.value):
    pdl_interp.continue
  }) : (!pdl.range<type>) -> ()
^bb1:
  pdl_interp.finalize
}

// -----
pdl_interp.func @f() {
  // expected-error@+1 {{FR0214: `pdl_interp.continue`: must stand directly in `pdl_interp.foreach`}}
  pdl_interp.continue
}

// -----
pdl_interp.func @f(%0: !pdl.operation) {
  // expected-error@+1 {{FR0205}}
  %1 = pdl_interp.get_operand -1 of %0
  pdl_interp.finalize
}
