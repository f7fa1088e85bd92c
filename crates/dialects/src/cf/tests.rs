//! Tests of `cf`: its text, its diagnostics, its rewrites.

use super::DIALECT;
use crate::testing::{canonical, check_canonical, check_error, check_examples, check_text, round_trip};

#[test]
fn examples() {
    check_examples(DIALECT.ops);
}

#[test]
fn text() {
    check_text(
        r#"func.func @f(%c: i1, %a: i32) -> i32 {
  cf.assert %c, "message" {k}
  cf.cond_br %c, ^bb1(%a : i32), ^bb3 {k}
^bb1(%x: i32):
  cf.br ^bb2(%x, %a : i32, i32) {k}
^bb2(%y: i32, %z: i32):
  cf.switch %y : i32, [
    default: ^bb3,
    42: ^bb2(%y, %z : i32, i32),
    -1: ^bb1(%z : i32)
  ] {k}
^bb3:
  cf.switch %a : i32, [
    default: ^bb4
  ]
^bb4:
  return %a : i32
}
"#,
    );
}

/// A function with two values and two blocks that are branched to.
fn body(end: &str) -> String {
    format!(
        "func.func @f(%c: i1, %a: i32) -> i32 {{\n  {end}\n^bb1(%x: i32):\n  return %x : i32\n^bb2:\n  return %a : i32\n}}"
    )
}

#[test]
fn errors() {
    check_error(&body("cf.br ^bb1"), "successor #0 takes 1 argument, but is given 0 operands");
    check_error(
        &body("cf.br ^bb1(%c : i1)"),
        "argument #0 of successor #0 has type `i32`, but is given a `i1`",
    );
    check_error(
        &body("cf.cond_br %c, ^bb2, ^bb2(%a : i32)"),
        "successor #1 takes 0 arguments, but is given 1 operand",
    );
    check_error(&body("cf.switch %a : i32, [default: ^bb2, 1: ^bb2, 1: ^bb2]"), "the case 1 comes twice");
    check_error(&body("cf.switch %a : i32, [default: ^bb2, 1: ^bb1]"), "successor #1 takes 1 argument");
    let switch = |attrs: &str, successors: &str| {
        body(&format!(
            "\"cf.switch\"(%a)[{successors}] <{{{attrs}, operandSegmentSizes = array<i32: 1, 0, 0>}}> : (i32) -> ()"
        ))
    };
    check_error(
        &switch("case_operand_segments = array<i32: 0>", "^bb2, ^bb2"),
        "0 case values for 1 case destination",
    );
    check_error(
        &switch(
            "case_operand_segments = array<i32: 0>, case_values = dense<1> : vector<8589934592xi32>",
            "^bb2, ^bb2",
        ),
        "8589934592 case values for 1 case destination",
    );
    check_error(
        &switch(
            "case_operand_segments = array<i32: 0>, case_values = dense<1> : vector<1xi64>",
            "^bb2, ^bb2",
        ),
        "the case values have type `i64`, but the flag has `i32`",
    );
    check_error(
        &switch(
            "case_operand_segments = array<i32: 3>, case_values = dense<1> : vector<1xi32>",
            "^bb2, ^bb2",
        ),
        "the operand segments do not say which operands successor #1 gets",
    );
    check_error(
        "func.func @f(%c: i1) {\n  \"cf.cond_br\"(%c)[^bb1, ^bb1] <{operandSegmentSizes = array<i32: 1, 1, 0>}> : (i1) -> ()\n\
         ^bb1:\n  return\n}",
        "`operandSegmentSizes` adds up to 2",
    );
}

#[test]
fn known_conditions() {
    check_canonical(
        "func.func @f(%a: i32, %b: i32) -> i32 {
  %true = arith.constant true
  cf.assert %true, \"always\"
  cf.cond_br %true, ^bb1(%a : i32), ^bb1(%b : i32)
^bb1(%x: i32):
  return %x : i32
}
func.func @g(%a: i32, %b: i32) -> i32 {
  %c7 = arith.constant 7 : i32
  cf.switch %c7 : i32, [
    default: ^bb2,
    1: ^bb2,
    7: ^bb1(%a : i32)
  ]
^bb1(%x: i32):
  return %x : i32
^bb2:
  return %b : i32
}",
        "func.func @f(%a: i32, %b: i32) -> i32 {
  return %a : i32
}
func.func @g(%a: i32, %b: i32) -> i32 {
  return %a : i32
}
",
    );
}

#[test]
fn one_target() {
    check_canonical(
        "func.func @f(%c: i1, %a: i32, %b: i32) -> (i32, i32) {
  cf.cond_br %c, ^bb1(%a, %a : i32, i32), ^bb1(%b, %a : i32, i32)
^bb1(%x: i32, %y: i32):
  return %x, %y : i32, i32
}",
        "func.func @f(%c: i1, %a: i32, %b: i32) -> (i32, i32) {
  %0 = arith.select %c, %a, %b : i32
  return %0, %a : i32, i32
}
",
    );
}

#[test]
fn blocks_that_only_branch() {
    check_canonical(
        "func.func private @use(i32)
func.func @f(%c: i1, %a: i32, %b: i32) {
  cf.cond_br %c, ^bb1(%b : i32), ^bb2
^bb1(%x: i32):
  cf.br ^bb3(%x : i32)
^bb2:
  call @use(%a) : (i32) -> ()
  cf.br ^bb3(%a : i32)
^bb3(%y: i32):
  call @use(%y) : (i32) -> ()
  return
}",
        "func.func private @use(i32)
func.func @f(%c: i1, %a: i32, %b: i32) {
  cf.cond_br %c, ^bb2(%b : i32), ^bb1
^bb1:
  call @use(%a) : (i32) -> ()
  cf.br ^bb2(%a : i32)
^bb2(%y: i32):
  call @use(%y) : (i32) -> ()
  return
}
",
    );
}

#[test]
fn a_ring_of_empty_blocks_stays() {
    // Which blocks remain is the simplifier's choice; that it ends, and that something remains, is what matters here.
    let after = canonical("func.func @f() {\n  cf.br ^bb1\n^bb1:\n  cf.br ^bb2\n^bb2:\n  cf.br ^bb1\n}");
    assert!(after.contains("cf.br ^bb1"), "{after}");
}

#[test]
fn condition_is_known_in_its_block() {
    check_canonical(
        "func.func private @use(i1)
func.func @f(%c: i1) {
  cf.cond_br %c, ^bb1, ^bb2
^bb1:
  call @use(%c) : (i1) -> ()
  return
^bb2:
  call @use(%c) : (i1) -> ()
  return
}",
        "func.func private @use(i1)
func.func @f(%c: i1) {
  %false = arith.constant false
  %true = arith.constant true
  cf.cond_br %c, ^bb1, ^bb2
^bb1:
  call @use(%true) : (i1) -> ()
  return
^bb2:
  call @use(%false) : (i1) -> ()
  return
}
",
    );
}

#[test]
fn conditions_are_known_in_many_blocks() {
    let count = 20_000;
    let blocks: String = (1..count)
        .map(|i| {
            format!(
                "^bb{i}:\n  \"test.use\"(%c{i}, %c) : (i1, i1) -> ()\n  %c{} = \"test.value\"() : () -> i1\n  \
                 cf.cond_br %c{0}, ^bb{0}, ^end\n",
                i + 1
            )
        })
        .collect();
    let text = format!(
        "func.func @f(%c: i1) {{\n  %c1 = \"test.value\"() : () -> i1\n  cf.cond_br %c1, ^bb1, ^end\n{blocks}\
         ^bb{count}:\n  cf.br ^end\n^end:\n  return\n}}\n"
    );
    let after = canonical(&text);
    assert_eq!(after.matches("\"test.use\"(%true, %c)").count(), count - 1);
}

#[test]
fn cases_like_the_default() {
    check_canonical(
        "func.func @f(%n: i32, %a: i32, %b: i32) -> i32 {
  cf.switch %n : i32, [
    default: ^bb1(%a : i32),
    1: ^bb1(%a : i32),
    2: ^bb1(%b : i32),
    3: ^bb1(%a : i32)
  ]
^bb1(%x: i32):
  return %x : i32
}",
        "func.func @f(%n: i32, %a: i32, %b: i32) -> i32 {
  cf.switch %n : i32, [
    default: ^bb1(%a : i32),
    2: ^bb1(%b : i32)
  ]
^bb1(%x: i32):
  return %x : i32
}
",
    );
}

#[test]
fn a_switch_on_one_of_several_results_is_printed_in_generic_form() {
    // mlir-opt 19 does not read `%0#1` as an operand of a successor of `cf.switch`.
    let text = round_trip(
        "func.func @f(%a: i32) -> i32 {\n  %0:2 = arith.addui_extended %a, %a : i32, i1\n  \
         cf.switch %a : i32, [default: ^bb1(%0#0 : i32)]\n^bb1(%x: i32):\n  return %x : i32\n}",
    );
    assert!(text.contains("\"cf.switch\"(%a, %"), "{text}");
}

#[test]
fn switches_may_have_many_cases() {
    let count = 5000;
    let cases: String = (1..count).map(|i| format!(",\n    {i}: ^bb{}(%a : i32)", i + 1)).collect();
    let blocks: String = (0..count)
        .map(|i| format!("^bb{}(%x{i}: i32):\n  \"test.use\"(%x{i}) : (i32) -> ()\n  return\n", i + 1))
        .collect();
    let text = format!(
        "func.func @f(%n: i32, %a: i32) {{\n  cf.switch %n : i32, [\n    default: ^bb1(%a : i32){cases}\n  ]\n{blocks}}}\n"
    );
    check_text(&text);
    // All cases hand on one value, which then needs not be handed on.
    let after = canonical(&text);
    assert!(after.contains(&format!("{}: ^bb{count}\n", count - 1)), "the last case hands nothing on");
}
