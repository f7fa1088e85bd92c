//! Tests of `pdl_interp`: its text and its diagnostics.

use super::DIALECT;
use crate::testing::{check_error, check_examples, check_text, round_trip};

#[test]
fn examples() {
    check_examples(DIALECT.ops);
}

#[test]
fn text_of_matchers() {
    check_text(
        r#"pdl_interp.func @matcher(%root: !pdl.operation) attributes {k} {
  %a = pdl_interp.get_operand 0 of %root {k}
  %as = pdl_interp.get_operands of %root : !pdl.range<value> {k}
  %a0 = pdl_interp.get_operands 0 of %root : !pdl.value
  %r = pdl_interp.get_result 1 of %root {k}
  %rs = pdl_interp.get_results of %root : !pdl.range<value> {k}
  %r2 = pdl_interp.get_results 2 of %root : !pdl.range<value>
  %def = pdl_interp.get_defining_op of %a : !pdl.value {k}
  %t = pdl_interp.get_value_type of %a : !pdl.type {k}
  %ts = pdl_interp.get_value_type of %as : !pdl.range<type>
  %at = pdl_interp.get_attribute "x" of %root {k}
  %att = pdl_interp.get_attribute_type of %at {k}
  %us = pdl_interp.get_users of %a : !pdl.value {k}
  %x = pdl_interp.extract 3 of %as : !pdl.value {k}
  pdl_interp.is_not_null %a : !pdl.value {k} -> ^bb1, ^bb20
^bb1:
  pdl_interp.are_equal %a, %r : !pdl.value {k} -> ^bb2, ^bb20
^bb2:
  pdl_interp.check_attribute %at is 10 : i64 {k} -> ^bb3, ^bb20
^bb3:
  pdl_interp.check_operand_count of %root is 2 {k} -> ^bb4, ^bb20
^bb4:
  pdl_interp.check_operand_count of %root is at_least 2 -> ^bb5, ^bb20
^bb5:
  pdl_interp.check_result_count of %root is at_least 2 {k} -> ^bb6, ^bb20
^bb6:
  pdl_interp.check_operation_name of %root is "a.b" {k} -> ^bb7, ^bb20
^bb7:
  pdl_interp.check_type %t is (i32) -> i64 {k} -> ^bb8, ^bb20
^bb8:
  pdl_interp.check_types %ts are [i32, i64] {k} -> ^bb9, ^bb20
^bb9:
  pdl_interp.switch_attribute %at to [10, true](^bb10, ^bb11) {k} -> ^bb20
^bb10:
  pdl_interp.switch_operand_count of %root to dense<[10, 2]> : vector<2xi32>(^bb11, ^bb12) {k} -> ^bb20
^bb11:
  pdl_interp.switch_result_count of %root to dense<1> : tensor<2xi32>(^bb11, ^bb12) -> ^bb20
^bb12:
  pdl_interp.switch_operation_name of %root to ["a.b", "c.d"](^bb13, ^bb14) {k} -> ^bb20
^bb13:
  pdl_interp.switch_type %t to [i32, i64](^bb14, ^bb15) {k} -> ^bb20
^bb14:
  pdl_interp.switch_types %ts to [[i32], [i64, i64], []](^bb15, ^bb16, ^bb17) {k} -> ^bb20
^bb15:
  pdl_interp.apply_constraint "c"(%a, %t : !pdl.value, !pdl.type) {k} -> ^bb16, ^bb20
^bb16:
  %res:2 = pdl_interp.apply_constraint "c"(%a : !pdl.value) : !pdl.attribute, !pdl.type {isNegated = true} -> ^bb17, ^bb20
^bb17:
  pdl_interp.foreach %op : !pdl.operation in %us {
    %z = pdl_interp.get_operand 0 of %op
    pdl_interp.is_not_null %z : !pdl.value -> ^bb1, ^bb2
  ^bb1:
    pdl_interp.record_match @rewriters::@rw(%op, %z : !pdl.operation, !pdl.value) : benefit(3), generatedOps(["a.b", "c.d"]), loc([%root, %op]), root("a.b") {k} -> ^bb2
  ^bb2:
    pdl_interp.continue {k}
  } {k} -> ^bb18
^bb18:
  pdl_interp.record_match @rewriters::@rw : benefit(0), loc([]) -> ^bb19
^bb19:
  pdl_interp.switch_operation_name of %root to []() -> ^bb21
^bb20:
  pdl_interp.branch ^bb21 {k}
^bb21:
  pdl_interp.finalize {k}
}
"#,
    );
}

#[test]
fn text_of_rewriters() {
    check_text(
        r#"module @rewriters {
  pdl_interp.func private @rw(%root: !pdl.operation {d.k}, %v: !pdl.value) -> i32 {
    %t = pdl_interp.create_type i32 {k}
    %ts = pdl_interp.create_types [i32, i64] {k}
    %at = pdl_interp.create_attribute 10 : i32 attributes {k}
    %e = pdl_interp.create_range : !pdl.range<type> {k}
    %f = pdl_interp.create_range %t, %ts : !pdl.type, !pdl.range<type> {k}
    %n0 = pdl_interp.create_operation "a.b"
    %n1 = pdl_interp.create_operation "a.b" {"x" = %at} {k}
    %n2 = pdl_interp.create_operation "a.b"(%v : !pdl.value) {"x" = %at, "y" = %at} -> (%t, %ts : !pdl.type, !pdl.range<type>) {k}
    %n3 = pdl_interp.create_operation "arith.addi"(%v, %v : !pdl.value, !pdl.value) -> <inferred> {k}
    %n4 = pdl_interp.create_operation "toy.add"(%v, %v : !pdl.value, !pdl.value) -> <inferred>
    pdl_interp.apply_rewrite "n"(%v : !pdl.value) {k}
    pdl_interp.apply_rewrite "n"
    %q:2 = pdl_interp.apply_rewrite "n"(%v : !pdl.value) : !pdl.attribute, !pdl.range<operation>
    pdl_interp.replace %n1 with (%v : !pdl.value) {k}
    pdl_interp.replace %n1 with ()
    pdl_interp.erase %root {k}
    pdl_interp.finalize
  }
}
"#,
    );
}

/// A function with these arguments and this body, whose last block ends it.
fn function(arguments: &str, body: &str) -> String {
    format!("pdl_interp.func @f({arguments}) {{\n{body}\npdl_interp.finalize\n}}")
}

#[test]
fn functions() {
    check_error("pdl_interp.func @f()", "at least one block");
    check_error("pdl_interp.func private @f()", "at least one block");
    check_error(
        "pdl_interp.func @f() {\npdl_interp.continue\n}",
        "must stand directly in `pdl_interp.foreach`",
    );
    check_error("pdl_interp.func @f() {\n^bb0:\npdl_interp.branch ^bb0\n}", "entry block");
    check_error(
        "\"pdl_interp.func\"() <{sym_name = \"f\", function_type = (i32) -> ()}> ({\npdl_interp.finalize\n}) : () -> ()",
        "the arguments of the entry block have types ()",
    );
    let generic = "\"pdl_interp.func\"() <{function_type = () -> (), sym_name = \"f\"}> ({\n  pdl_interp.finalize\n}) \
         {sym_visibility = \"private\"} : () -> ()";
    assert_eq!(round_trip(generic), "pdl_interp.func private @f() {\n  pdl_interp.finalize\n}\n");
}

#[test]
fn numbers_are_not_negative() {
    let op = "%op: !pdl.operation";
    for line in [
        "pdl_interp.check_operand_count of %op is -1 -> ^bb1, ^bb1\n^bb1:",
        "pdl_interp.check_result_count of %op is -1 -> ^bb1, ^bb1\n^bb1:",
        "%0 = pdl_interp.get_operand -1 of %op",
        "%0 = pdl_interp.get_results -1 of %op : !pdl.value",
    ] {
        check_error(&function(op, line), "an i32 that is not negative");
    }
    let record = "pdl_interp.record_match @r : benefit(-1), loc([%op]) -> ^bb1\n^bb1:";
    check_error(&function(op, record), "an i16 that is not negative");
}

#[test]
fn types_agree() {
    let values = "%t: !pdl.type, %v: !pdl.value, %vs: !pdl.range<value>";
    for (line, words) in [
        ("%0 = pdl_interp.extract 0 of %vs : !pdl.type", "FR0114"),
        ("%0 = pdl_interp.extract 0 of %vs : !pdl.range<value>", "cannot tell the type of `range`"),
        ("%0 = pdl_interp.get_value_type of %v : !pdl.range<type>", "FR0114"),
        ("%0 = pdl_interp.get_value_type of %v : !pdl.value", "must be `!pdl.type` or `!pdl.range<type>`"),
        ("%0 = pdl_interp.create_range %t, %v : !pdl.type, !pdl.value", "FR1012"),
        (
            "\"pdl_interp.are_equal\"(%t, %v)[^bb1, ^bb1] : (!pdl.type, !pdl.value) -> ()\n^bb1:",
            "must have one type",
        ),
        ("%0 = pdl_interp.get_operand 0 of %v", "FR0114"),
        ("pdl_interp.is_not_null %t : !pdl.type -> ^bb1\n^bb1:", "exactly 2 successors"),
    ] {
        check_error(&function(values, line), words);
    }
}

#[test]
fn switches_have_a_block_for_each_value() {
    for (argument, switch) in [
        ("attribute", "switch_attribute %x to [1, 2]"),
        ("operation", "switch_operand_count of %x to dense<[1, 2]> : vector<2xi32>"),
        ("operation", "switch_operand_count of %x to dense<1> : vector<2xi32>"),
        ("operation", "switch_operation_name of %x to [\"a.b\", \"c.d\"]"),
        ("operation", "switch_result_count of %x to dense<[[1, 2]]> : tensor<1x2xi32>"),
        ("type", "switch_type %x to [i32, i64]"),
        ("range<type>", "switch_types %x to [[i32], []]"),
    ] {
        let with = |blocks: &str| {
            function(
                &format!("%x: !pdl.{argument}"),
                &format!("pdl_interp.{switch}({blocks}) -> ^bb1\n^bb1:"),
            )
        };
        round_trip(&with("^bb1, ^bb1"));
        for blocks in ["", "^bb1", "^bb1, ^bb1, ^bb1"] {
            check_error(&with(blocks), "FR1020");
        }
    }
    for values in ["dense<[1]> : tensor<1xi64>", "[1 : i32]"] {
        let switch = format!("pdl_interp.switch_operand_count of %x to {values}(^bb1) -> ^bb1\n^bb1:");
        check_error(&function("%x: !pdl.operation", &switch), "dense elements of i32");
    }
}

#[test]
fn new_operations() {
    let create = |attrs: &str, sizes: &str, types: &str, operand: &str| {
        function(
            "%t: !pdl.type, %a: !pdl.attribute",
            &format!(
                "%0 = \"pdl_interp.create_operation\"({operand}) <{{{attrs}, operandSegmentSizes = array<i32: {sizes}>}}> : \
                 ({types}) -> !pdl.operation"
            ),
        )
    };
    let inferred = "name = \"arith.addi\", inputAttributeNames = [], inferredResultTypes";
    check_error(&create(inferred, "0, 0, 1", "!pdl.type", "%t"), "FR1021");
    for name in ["arith.extsi", "func.return", "func.call", "arith.no_such"] {
        let line = format!("%0 = pdl_interp.create_operation \"{name}\" -> <inferred>");
        check_error(&function("", &line), "FR1022");
    }
    let named = |names: &str| format!("name = \"a.b\", inputAttributeNames = {names}");
    check_error(&create(&named("[\"x\"]"), "0, 0, 0", "", ""), "FR1007");
    check_error(&create(&named("[]"), "0, 1, 0", "!pdl.attribute", "%a"), "FR1007");
    check_error(&function("", "%0 = pdl_interp.create_operation"), "the name of an operation");
}

#[test]
fn loops() {
    let generic = |region: &str| {
        function(
            "%x: !pdl.range<type>",
            &format!("\"pdl_interp.foreach\"(%x)[^bb1] ({{{region}}}) : (!pdl.range<type>) -> ()\n^bb1:"),
        )
    };
    round_trip(&generic("\n^bb0(%i: !pdl.type):\npdl_interp.continue\n"));
    check_error(&generic("\npdl_interp.continue\n"), "FR1023");
    check_error(&generic("\n"), "FR1023");
    check_error(&generic("\n^bb0(%i: !pdl.type, %j: !pdl.type):\npdl_interp.continue\n"), "FR1023");
    check_error(&generic("\n^bb0(%i: !pdl.value):\npdl_interp.continue\n"), "FR1024");
    let custom = |ty: &str| {
        let foreach =
            format!("pdl_interp.foreach %i : {ty} in %x {{\npdl_interp.continue\n}} -> ^bb1\n^bb1:");
        function("%x: !pdl.range<type>", &foreach)
    };
    round_trip(&custom("!pdl.type"));
    check_error(&custom("i32"), "FR1019");
    check_error(&custom("!pdl.value"), "FR0114");
}
