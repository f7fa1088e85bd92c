//! The verifier, rule by rule: text in, errors out.

mod common;

use common::errors;

/// The errors about the body of a function, without the line.
#[track_caller]
fn check(body: &str, expected: &[&str]) {
    let text = format!("\"t.func\"() ({{\n{body}\n}}) {{sym_name = \"f\"}} : () -> ()\n");
    check_module(&text, expected);
}

#[track_caller]
fn check_module(text: &str, expected: &[&str]) {
    let found: Vec<String> =
        errors(text).into_iter().map(|e| e.split_once(": ").expect("a line").1.to_owned()).collect();
    assert_eq!(found, expected, "{text}");
}

#[test]
fn right_code_is_right() {
    check(
        r#"
        ^bb0(%a: i32, %c: i1):
          %0 = "t.add"(%a, %a) : (i32, i32) -> i32
          "t.cond_br"(%c, %0)[^bb1, ^bb2] {operandSegmentSizes = array<i32: 1, 1, 0>} : (i1, i32) -> ()
        ^bb1(%b: i32):
          %1 = "t.maybe"(%c) ({
            "t.store"(%b) : (i32) -> ()
            "t.yield"(%0) : (i32) -> ()
          }) : (i1) -> i32
          "t.br"()[^bb2] : () -> ()
        ^bb2:
          "t.ret"(%0) : (i32) -> ()"#,
        &[],
    );
}

#[test]
fn counts_fit_the_record() {
    check(
        r#"
        ^bb0(%a: i32, %c: i1):
          %0 = "t.add"(%a) : (i32) -> i32
          %1:2 = "t.add"(%a, %a) : (i32, i32) -> (i32, i32)
          "t.cond_br"(%c)[^bb1, ^bb1] : (i1) -> ()
        ^bb1:
          "t.cond_br"(%c, %a)[^bb1, ^bb1] {operandSegmentSizes = array<i32: 1, 0, 0>} : (i1, i32) -> ()
        ^bb2:
          "t.cond_br"(%c, %a)[^bb1, ^bb1] {operandSegmentSizes = array<i32: 2, 0, 0>} : (i1, i32) -> ()
        ^bb3:
          "t.br"() : () -> ()"#,
        &[
            "FR0206 `t.add`: must have exactly 2 operands, but has 1",
            "FR0207 `t.add`: must have exactly 1 result, but has 2",
            "FR0206 `t.cond_br`: attribute `operandSegmentSizes` is missing or no array of i32",
            "FR0206 `t.cond_br`: `operandSegmentSizes` adds up to 1, but there are 2 operands",
            "FR0206 `t.cond_br`: `operandSegmentSizes` gives 2 operands to `condition`",
            "FR0209 `t.br`: must have exactly 1 successor, but has 0",
        ],
    );
}

#[test]
fn types_satisfy_constraints_and_rules() {
    check(
        r#"
        ^bb0(%a: i32, %f: f32, %l: i64):
          %0 = "t.add"(%a, %f) : (i32, f32) -> i32
          %1 = "t.add"(%a, %l) : (i32, i64) -> i32
          %2 = "t.neg"(%a) : (i32) -> i64
          %3 = "t.const"() {value = 1 : i32} : () -> i64
          "t.ret"() : () -> ()"#,
        &[
            "FR0201 `t.add`: operand #1 (`rhs`) must be a signless integer or a vector or tensor of them, but is `f32`",
            "FR0203 `t.add`: `lhs` and `rhs` must have one type, but have `i32` and `i64`",
            "FR0203 `t.neg`: `result` must have the type of `operand`, `i32`, but has `i64`",
            "FR0203 `t.const`: `result` must have the type of attribute `value`, `i32`, but has `i64`",
        ],
    );
}

#[test]
fn attributes_are_there_and_of_their_kind() {
    check(
        r#"
          %0 = "t.const"() : () -> i32
          %1 = "t.const"() {value = unit} : () -> i32
          "t.ret"() : () -> ()"#,
        &[
            "FR0204 `t.const`: attribute `value` is missing; it must be an attribute with a type",
            "FR0205 `t.const`: attribute `value` must be an attribute with a type",
        ],
    );
}

#[test]
fn blocks_end_in_terminators() {
    check(
        r#"
        ^bb0(%c: i1):
          "t.br"()[^bb1] : () -> ()
          "x.branch"()[^bb1] : () -> ()
          "t.br"()[^bb0] : () -> ()
        ^bb1:
          "t.store"(%c) : (i1) -> ()
        ^bb2:
        ^bb3:
          "t.maybe"(%c) ({
            "t.br"()[^bb1] : () -> ()
          ^bb1:
            "t.yield"() : () -> ()
          }) : (i1) -> ()
          "t.maybe"(%c) ({
            "x.unreachable"() : () -> ()
          }) : (i1) -> ()
          "x.unknown"() : () -> ()"#,
        &[
            "FR0210 `t.store`: the last operation of a block must be a terminator",
            "FR0210 `t.func`: block #2 of region #0 is empty but must end in a terminator",
            "FR0210 `t.br`: a terminator must be the last operation of its block",
            "FR0210 `x.branch`: an operation with successors must be the last of its block",
            "FR0209 `t.br`: successor #0 is the entry block of the region, which must have no predecessors",
            "FR0216 `t.br`: successor #0 takes 1 argument, but is given 0 operands",
            "FR0208 `t.maybe`: region #0 (`body`) must have exactly one block, but has 2",
            "FR0210 `t.maybe`: region #0 must end in `t.yield`, but ends in `x.unreachable`",
        ],
    );
}

#[test]
fn successors_get_what_they_take() {
    check(
        r#"
        ^bb0(%a: i32, %c: i1):
          "t.cond_br"(%c, %a, %a)[^bb1, ^bb2] {operandSegmentSizes = array<i32: 1, 1, 1>} : (i1, i32, i32) -> ()
        ^bb1(%x: i64):
          "t.ret"() : () -> ()
        ^bb2:
          "t.ret"() : () -> ()"#,
        &[
            "FR0216 `t.cond_br`: argument #0 of successor #0 has type `i64`, but is given a `i32`",
            "FR0216 `t.cond_br`: successor #1 takes 0 arguments, but is given 1 operand",
        ],
    );
}

#[test]
fn operands_are_there() {
    check(
        r#"
        ^bb0(%c: i1):
          "t.store"(%later) : (i32) -> ()
          %later = "t.const"() {value = 1 : i32} : () -> i32
          %own = "t.maybe"(%c) ({
            "t.yield"(%own) : (i32) -> ()
          }) : (i1) -> i32
          "t.cond_br"(%c)[^bb1, ^bb2] {operandSegmentSizes = array<i32: 1, 0, 0>} : (i1) -> ()
        ^bb1:
          %one = "t.const"() {value = 1 : i32} : () -> i32
          "t.br"()[^bb2] : () -> ()
        ^bb2:
          "t.ret"(%one) : (i32) -> ()
        ^bb3:
          "t.store"(%unreached) : (i32) -> ()
          %unreached = "t.const"() {value = 1 : i32} : () -> i32
          "t.br"()[^bb2] : () -> ()"#,
        &[
            "FR0200 `t.store`: operand #0 is defined only later",
            "FR0200 `t.yield`: operand #0 is the result of an operation around",
            "FR0200 `t.ret`: operand #0 is not defined on every path to here",
        ],
    );
}

#[test]
fn graphs_have_no_order() {
    check_module(
        r#"
        "t.store"(%0) : (i32) -> ()
        %0 = "t.add"(%0, %1) : (i32, i32) -> i32
        %1 = "t.const"() {value = 1 : i32} : () -> i32
        "x.unknown"() ({
          "t.store"(%2) : (i32) -> ()
          %2 = "t.const"() {value = 1 : i32} : () -> i32
        }) : () -> ()"#,
        &[],
    );
}

#[test]
fn symbols_have_their_place() {
    check_module(
        r#"
        "t.func"() ({ "t.ret"() : () -> () }) {sym_name = "f"} : () -> ()
        "t.func"() ({ "t.ret"() : () -> () }) {sym_name = "f"} : () -> ()
        "t.func"() ({
          "t.func"() ({ "t.ret"() : () -> () }) {sym_name = "f", sym_visibility = "hidden"} : () -> ()
          "t.ret"() : () -> ()
        }) {sym_name = "g"} : () -> ()
        "t.ret"() : () -> ()"#,
        &[
            "FR0211 `t.func`: the symbol `@f` is defined twice",
            "FR0214 `t.func`: a symbol must stand directly in a symbol table, but stands in `t.func`",
            "FR0205 `t.func`: attribute `sym_visibility` must be \"public\", \"private\" or \"nested\"",
            "FR0214 `t.ret`: must stand directly in `t.func`, but stands in `builtin.module`",
        ],
    );
}

/// The parser shows no outer names inside an isolated operation, so only a rewrite can break this rule.
#[test]
fn isolated_operations_use_nothing_from_outside() {
    let (mut ir, module) = common::read(
        r#"
        %0 = "t.const"() {value = 1 : i32} : () -> i32
        "t.func"() ({
          %1 = "t.const"() {value = 1 : i32} : () -> i32
          "x.around"() ({
            "t.store"(%1) : (i32) -> ()
          }) : () -> ()
          "t.ret"() : () -> ()
        }) {sym_name = "f"} : () -> ()"#,
    );
    let mut diags = base::Diagnostics::new();
    assert!(ir::verify(&mut ir, module, &mut diags));
    let ops = ir.walk(module);
    let (outside, store) = (ir.result(ops[1], 0), ops[5]);
    ir.set_operand(store, 0, outside);
    assert!(!ir::verify(&mut ir, module, &mut diags));
    let messages: Vec<&str> = diags.iter().map(|d| d.message.as_str()).collect();
    assert_eq!(
        messages,
        ["`t.store`: operand #0 is defined outside of the isolated operation `t.func` around"]
    );
}
