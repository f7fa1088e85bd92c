// Everything that patterns and matchers can say, as it is printed.
// RUN: flowright opt %s | check
// RUN: flowright opt %s --generic | flowright opt - | check
// ORACLE: mlir-opt-19

// CHECK-LABEL: func.func @arith_is_used
func.func @arith_is_used(%a: i32) -> i32 {
  %0 = arith.addi %a, %a : i32
  return %0 : i32
}

// CHECK-LABEL: pdl.pattern @all : benefit(3) attributes {k} {
// CHECK: %t2 = type {k} : i32
// CHECK: %ts2 = types {k} : [i32, i64]
// CHECK: %b = operand : %t {k}
// CHECK: %at4 = attribute = "x" attributes {k}
// CHECK-NEXT: %op = operation "foo.op"(%a, %b, %cs, %ds : !pdl.value, !pdl.value, !pdl.range<value>, !pdl.range<value>) {"a" = %at, "b" = %at2} -> (%t, %ts : !pdl.type, !pdl.range<type>) {k}
// CHECK-NEXT: %any = operation
// CHECK-NEXT: %op3 = operation {"c" = %at3} {k}
// CHECK: %rs1 = results 1 of %op -> !pdl.range<value> {k}
// CHECK: %ca = apply_native_constraint "c"(%any, %op3 : !pdl.operation, !pdl.operation) : !pdl.attribute {isNegated = true}
// CHECK-NEXT: apply_native_constraint "c"(%op4 : !pdl.operation)
// CHECK-NEXT: rewrite %root {
// CHECK-NEXT: %e = range : !pdl.range<type> {k}
// CHECK: replace %root with(%a, %rs : !pdl.value, !pdl.range<value>)
// CHECK: } attributes {k}
pdl.pattern @all : benefit(3) attributes {k} {
  %t = pdl.type
  %t2 = pdl.type {k} : i32
  %ts = pdl.types
  %ts2 = types {k} : [i32, i64]
  %a = operand
  %b = operand : %t {k}
  %cs = operands : %ts
  %ds = operands : %ts2 {j}
  %at = attribute
  %at2 = attribute : %t
  %at3 = attribute = 10 : i32
  %at4 = attribute = "x" attributes {k}
  %op = operation "foo.op"(%a, %b, %cs, %ds : !pdl.value, !pdl.value, !pdl.range<value>, !pdl.range<value>) {"a" = %at, "b" = %at2} -> (%t, %ts : !pdl.type, !pdl.range<type>) {k}
  %any = operation
  %op3 = operation {"c" = %at3} {k}
  %op4 = operation -> (%t : !pdl.type)
  %r = result 0 of %op {k}
  %rs = results of %op
  %rs1 = results 1 of %op -> !pdl.range<value> {k}
  %rs2 = results 1 of %op -> !pdl.value
  %root = operation "bar.op"(%r, %rs, %rs1, %rs2 : !pdl.value, !pdl.range<value>, !pdl.range<value>, !pdl.value)
  apply_native_constraint "c"(%a, %root : !pdl.value, !pdl.operation) {k}
  %ca = apply_native_constraint "c"(%any, %op3 : !pdl.operation, !pdl.operation) : !pdl.attribute {isNegated = true}
  apply_native_constraint "c"(%op4 : !pdl.operation) {isNegated = false}
  rewrite %root {
    %e = range : !pdl.range<type> {k}
    %f = range %a, %rs : !pdl.value, !pdl.range<value> {k}
    %g = range %a : !pdl.value
    apply_native_rewrite "n"(%a : !pdl.value) {k}
    %h = apply_native_rewrite "n"(%a : !pdl.value) : !pdl.type
    %i = apply_native_rewrite "n" : !pdl.attribute
    %n = operation "new.op"(%f : !pdl.range<value>) {"z" = %ca} -> (%h : !pdl.type)
    %at5 = attribute = [1, 2]
    replace %op with %n {k}
    replace %root with (%a, %rs : !pdl.value, !pdl.range<value>)
    replace %op with {k}
    erase %root {k}
  } attributes {k}
}

// CHECK-LABEL: pdl.pattern @by_function : benefit(0) {
// CHECK: rewrite with "f"(%0 : !pdl.operation)
pdl.pattern @by_function : benefit(0) {
  %0 = operation "a.b"
  rewrite with "f"(%0 : !pdl.operation)
}

// CHECK-LABEL: pdl_interp.func @matcher(%root: !pdl.operation) attributes {k} {
// CHECK: pdl_interp.check_operand_count of %root is at_least 2 -> ^bb5, ^bb22
// CHECK: pdl_interp.switch_operand_count of %root to dense<[10, 2]> : vector<2xi32>(^bb12, ^bb13) {k} -> ^bb22
// CHECK: pdl_interp.switch_types %ts to {{\[\[}}i32], [i64, i64], []](^bb16, ^bb17, ^bb18) {k} -> ^bb22
// CHECK: %res:2 = pdl_interp.apply_constraint "c"(%a : !pdl.value) : !pdl.attribute, !pdl.type {isNegated = true} -> ^bb18, ^bb22
// CHECK: pdl_interp.foreach %op : !pdl.operation in %us {
// CHECK: } {k} -> ^bb19
// CHECK: pdl_interp.switch_operation_name of %root to []() -> ^bb21
// CHECK-LABEL: module @rewriters
// CHECK: %n3 = pdl_interp.create_operation "arith.addi"(%v, %v : !pdl.value, !pdl.value) -> <inferred> {k}
// CHECK: pdl_interp.replace %n1 with ()
pdl_interp.func @matcher(%root: !pdl.operation) attributes {k} {
  %a = pdl_interp.get_operand 0 of %root {k}
  %as = pdl_interp.get_operands of %root : !pdl.range<value> {k}
  %as0 = pdl_interp.get_operands 0 of %root : !pdl.value
  %r = pdl_interp.get_result 1 of %root {k}
  %rs = pdl_interp.get_results of %root : !pdl.range<value> {k}
  %rs0 = pdl_interp.get_results 2 of %root : !pdl.range<value>
  %def = pdl_interp.get_defining_op of %a : !pdl.value {k}
  %def2 = pdl_interp.get_defining_op of %as : !pdl.range<value>
  %t = pdl_interp.get_value_type of %a : !pdl.type {k}
  %ts = pdl_interp.get_value_type of %as : !pdl.range<type>
  %at = pdl_interp.get_attribute "x" of %root {k}
  %att = pdl_interp.get_attribute_type of %at {k}
  %us = pdl_interp.get_users of %a : !pdl.value {k}
  %us2 = pdl_interp.get_users of %as : !pdl.range<value>
  %x = pdl_interp.extract 3 of %as : !pdl.value {k}
  pdl_interp.is_not_null %a : !pdl.value {k} -> ^bb1, ^end
^bb1:
  pdl_interp.are_equal %a, %r : !pdl.value {k} -> ^bb2, ^end
^bb2:
  pdl_interp.check_attribute %at is 10 : i64 {k} -> ^bb3, ^end
^bb3:
  pdl_interp.check_operand_count of %root is 2 {k} -> ^bb4, ^end
^bb4:
  pdl_interp.check_operand_count of %root is at_least 2 -> ^bb5, ^end
^bb5:
  pdl_interp.check_result_count of %root is at_least 2 {k} -> ^bb6, ^end
^bb6:
  pdl_interp.check_result_count of %root is 1 -> ^bb7, ^end
^bb7:
  pdl_interp.check_operation_name of %root is "foo.op" {k} -> ^bb8, ^end
^bb8:
  pdl_interp.check_type %t is i32 {k} -> ^bb9, ^end
^bb9:
  pdl_interp.check_types %ts are [i32, i64] {k} -> ^bb10, ^end
^bb10:
  pdl_interp.switch_attribute %at to [10, true](^bb11, ^bb12) {k} -> ^end
^bb11:
  pdl_interp.switch_operand_count of %root to dense<[10, 2]> : vector<2xi32>(^bb12, ^bb13) {k} -> ^end
^bb12:
  pdl_interp.switch_result_count of %root to dense<[10, 2]> : tensor<2xi32>(^bb12, ^bb13) -> ^end
^bb13:
  pdl_interp.switch_operation_name of %root to ["a.b", "c.d"](^bb14, ^bb15) {k} -> ^end
^bb14:
  pdl_interp.switch_type %t to [i32, i64](^bb15, ^bb16) {k} -> ^end
^bb15:
  pdl_interp.switch_types %ts to [[i32], [i64, i64], []](^bb16, ^bb17, ^bb18) {k} -> ^end
^bb16:
  pdl_interp.apply_constraint "c"(%a, %t : !pdl.value, !pdl.type) {k} -> ^bb17, ^end
^bb17:
  %res:2 = pdl_interp.apply_constraint "c"(%a : !pdl.value) : !pdl.attribute, !pdl.type {isNegated = true} -> ^bb18, ^end
^bb18:
  pdl_interp.foreach %op : !pdl.operation in %us {
    %z = pdl_interp.get_operand 0 of %op
    pdl_interp.is_not_null %z : !pdl.value -> ^bb1, ^bb2
  ^bb1:
    pdl_interp.record_match @rewriters::@rw(%op, %z : !pdl.operation, !pdl.value) : benefit(3), generatedOps(["a.b", "c.d"]), loc([%root, %op]), root("foo.op") {k} -> ^bb2
  ^bb2:
    pdl_interp.continue {k}
  } {k} -> ^bb19
^bb19:
  pdl_interp.record_match @rewriters::@rw : benefit(0), loc([]) -> ^bb20
^bb20:
  pdl_interp.switch_operation_name of %root to []() -> ^bb21
^bb21:
  pdl_interp.branch ^end {k}
^end:
  pdl_interp.finalize {k}
}
module @rewriters {
  pdl_interp.func private @rw(%root: !pdl.operation {d.k}, %v: !pdl.value) {
    %t = pdl_interp.create_type i32 {k}
    %ts = pdl_interp.create_types [i32, i64] {k}
    %at = pdl_interp.create_attribute 10 : i32 attributes {k}
    %e = pdl_interp.create_range : !pdl.range<type> {k}
    %f = pdl_interp.create_range %t, %ts : !pdl.type, !pdl.range<type> {k}
    %n = pdl_interp.create_operation "a.b" {"x" = %at} {k}
    %n1 = pdl_interp.create_operation "a.b"
    %n2 = pdl_interp.create_operation "a.b"(%v : !pdl.value) {"x" = %at, "y" = %at} -> (%t, %ts : !pdl.type, !pdl.range<type>) {k}
    %n3 = pdl_interp.create_operation "arith.addi"(%v, %v : !pdl.value, !pdl.value) -> <inferred> {k}
    %n4 = pdl_interp.create_operation "a.b"(%v : !pdl.value) -> (%t : !pdl.type)
    pdl_interp.apply_rewrite "n"(%v : !pdl.value) {k}
    pdl_interp.apply_rewrite "n"
    %q:2 = pdl_interp.apply_rewrite "n"(%v : !pdl.value) : !pdl.attribute, !pdl.range<operation>
    pdl_interp.replace %n1 with (%v : !pdl.value) {k}
    pdl_interp.replace %n1 with ()
    pdl_interp.erase %root {k}
    pdl_interp.finalize
  }
}
