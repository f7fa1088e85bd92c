// Patterns become a function that matches and functions that rewrite.
// RUN: flowright opt %s --passes=pdl-to-pdl-interp | check
// ORACLE: mlir-opt-19

// Two patterns of one root share the questions that both ask, and part where they differ.
// CHECK-LABEL: module @shared
module @shared {
  // CHECK: pdl_interp.func @matcher([[ROOT:%[a-z0-9]+]]: !pdl.operation) {
  // CHECK-NEXT: pdl_interp.check_operation_name of [[ROOT]] is "arith.subi"
  // CHECK: pdl_interp.check_operand_count of [[ROOT]] is 2
  // CHECK: pdl_interp.check_result_count of [[ROOT]] is 1
  // CHECK: [[RESULT:%[a-z0-9]+]] = pdl_interp.get_result 0 of [[ROOT]]
  // CHECK-NEXT: [[TYPE:%[a-z0-9]+]] = pdl_interp.get_value_type of [[RESULT]] : !pdl.type
  // CHECK-NEXT: pdl_interp.switch_type [[TYPE]] to [i32, i64](
  // CHECK: pdl_interp.are_equal
  // CHECK: pdl_interp.record_match @rewriters::@zero({{.*}}) : benefit(2), generatedOps(["arith.constant"]), loc({{\[}}[[ROOT]]{{\]}}), root("arith.subi") ->
  // CHECK: pdl_interp.record_match @rewriters::@other : benefit(1), loc({{\[}}[[ROOT]]{{\]}}), root("arith.subi") ->
  // CHECK: pdl_interp.finalize
  // CHECK: module @rewriters {
  // CHECK: pdl_interp.func @zero([[ARG:%[a-z0-9]+]]: !pdl.operation) {
  // CHECK-NEXT: [[ZERO:%[a-z0-9]+]] = pdl_interp.create_attribute 0 : i32
  // CHECK-NEXT: [[I32:%[a-z0-9]+]] = pdl_interp.create_type i32
  // CHECK-NEXT: [[NEW:%[a-z0-9]+]] = pdl_interp.create_operation "arith.constant" {"value" = [[ZERO]]} -> ([[I32]] : !pdl.type)
  // CHECK-NEXT: [[ALL:%[a-z0-9]+]] = pdl_interp.get_results of [[NEW]] : !pdl.range<value>
  // CHECK-NEXT: pdl_interp.replace [[ARG]] with ([[ALL]] : !pdl.range<value>)
  // CHECK-NEXT: pdl_interp.finalize
  pdl.pattern @zero : benefit(2) {
    %a = operand
    %t = type : i32
    %root = operation "arith.subi"(%a, %a : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    rewrite %root {
      %zero = attribute = 0 : i32
      %new = operation "arith.constant" {"value" = %zero} -> (%t : !pdl.type)
      replace %root with %new
    }
  }
  // CHECK: pdl_interp.func @other() {
  // CHECK-NEXT: pdl_interp.apply_rewrite "count"
  pdl.pattern @other : benefit(1) {
    %a = operand
    %b = operand
    %t = type : i64
    %root = operation "arith.subi"(%a, %b : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    rewrite %root {
      %c = apply_native_rewrite "count" : !pdl.attribute
    }
  }
}

// What two operations have in common is reached through users of a value; the loop's block of its own goes on with the next.
// CHECK-LABEL: module @users
module @users {
  // CHECK: pdl_interp.get_users of
  // CHECK: pdl_interp.foreach
  // CHECK: pdl_interp.record_match
  // CHECK: pdl_interp.continue
  // CHECK: pdl_interp.finalize
  pdl.pattern @pair : benefit(1) {
    %a = operand
    %left = operation "x.left"(%a : !pdl.value)
    %right = operation "x.right"(%a : !pdl.value)
    rewrite %left {
      erase %right
      erase %left
    }
  }
}

// Result types follow from operands, or from what is replaced; a replacement of nothing is taken away.
// CHECK-LABEL: module @types
module @types {
  // CHECK: pdl_interp.func @inferred
  // CHECK: pdl_interp.create_operation "arith.addi"({{.*}}) -> <inferred>
  pdl.pattern @inferred : benefit(1) {
    %a = operand
    %t = type : i32
    %root = operation "x.double"(%a : !pdl.value) -> (%t : !pdl.type)
    rewrite %root {
      %new = operation "arith.addi"(%a, %a : !pdl.value, !pdl.value)
      replace %root with %new
    }
  }
  // CHECK: pdl_interp.func @same_types
  // CHECK: [[OLD:%[a-z0-9]+]] = pdl_interp.get_results of {{.*}} : !pdl.range<value>
  // CHECK-NEXT: [[TYPES:%[a-z0-9]+]] = pdl_interp.get_value_type of [[OLD]] : !pdl.range<type>
  // CHECK-NEXT: pdl_interp.create_operation "x.new" -> ([[TYPES]] : !pdl.range<type>)
  pdl.pattern @same_types : benefit(1) {
    %t = types
    %root = operation "x.old" -> (%t : !pdl.range<type>)
    rewrite %root {
      %new = operation "x.new"
      replace %root with %new
    }
  }
  // CHECK: pdl_interp.func @nothing
  // CHECK: pdl_interp.create_operation "x.new"
  // CHECK-NEXT: pdl_interp.erase
  pdl.pattern @nothing : benefit(1) {
    %root = operation "x.nothing"
    rewrite %root {
      %new = operation "x.new"
      replace %root with %new
    }
  }
}

// MLIR knows how types follow for the dialects that a text uses.
func.func @uses_arith(%a: i32) -> i32 {
  %0 = arith.addi %a, %a : i32
  return %0 : i32
}
