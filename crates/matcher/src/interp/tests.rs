//! Tests of the engine: matchers and programs as text, and where what matches.

use super::{Handle, Matcher, Natives};
use base::Diagnostics;
use ir::text::{ParseOptions, parse};
use ir::{Context, Ir, Op, verify};

/// Both texts as modules of one context.
fn read(texts: [&str; 2]) -> (Ir, [Op; 2]) {
    let mut ir = Ir::new(Context::new(dialects::all()));
    let mut diags = Diagnostics::new();
    let modules = texts.map(|text| {
        let source = ir.ctx.sources.add("text", text);
        let options = ParseOptions { allow_unregistered: true };
        let module = parse(&mut ir, source, options, &mut diags);
        module.filter(|module| verify(&mut ir, *module, &mut diags)).unwrap_or_else(|| panic!("{diags:?}"))
    });
    (ir, modules)
}

/// The constraints of the tool, and one that holds for operations with results, and gives their number.
fn natives() -> Natives {
    Natives::known().constraint("results", |ir, args| {
        let op = args[0].op()?;
        let count = ir.result_count(op);
        let number = ir.ctx.int_attr(count as i64, ir::Type::I32);
        (count > 0).then(|| vec![Handle::Attr(number)])
    })
}

const REWRITERS: &str = "module @rewriters {\n\
    pdl_interp.func @a(%op: !pdl.operation) { pdl_interp.finalize }\n\
    pdl_interp.func @b(%op: !pdl.operation) { pdl_interp.finalize }\n\
    pdl_interp.func @v(%v: !pdl.value) { pdl_interp.finalize }\n}";

/// Runs the matcher of this body on each operation of a program. The matches are names of rewriters, behind the attribute `n` of the root.
fn check(body: &str, program: &str, expected: &str) {
    let matcher = format!("pdl_interp.func @matcher(%root: !pdl.operation) {{\n{body}\n}}\n{REWRITERS}");
    let (mut ir, [patterns, module]) = read([&matcher, program]);
    let mut diags = Diagnostics::new();
    let matcher = Matcher::decode(&mut ir, patterns, &natives(), &mut diags);
    let matcher = matcher.unwrap_or_else(|| panic!("{diags:?}"));
    let found = matcher.all_matches(&mut ir, module).expect("it takes few steps");
    let lines = found.iter().map(|(root, found)| {
        let root = ir.int_attr(*root, "n").map_or("?".to_string(), |n| n.to_string());
        format!("{root}{}", matcher.patterns()[found.pattern].rewriter)
    });
    assert_eq!(lines.collect::<Vec<_>>().join(" "), expected);
}

fn check_error(text: &str, code: base::Code) {
    let (mut ir, [patterns, _]) = read([text, ""]);
    let mut diags = Diagnostics::new();
    assert!(Matcher::decode(&mut ir, patterns, &natives(), &mut diags).is_none());
    assert_eq!(diags.iter().map(|d| d.code).collect::<Vec<_>>(), [code], "{diags:?}");
}

const RECORD_A: &str = "^a:\npdl_interp.record_match @rewriters::@a(%root : !pdl.operation) : benefit(1), loc([%root]) -> ^end\n\
    ^end:\npdl_interp.finalize";

/// Three operations: one gives values, one uses one of them twice, one uses nothing.
const PROGRAM: &str = "%0:2 = \"t.two\"() {n = 1} : () -> (i32, i64)\n\"t.use\"(%0#0, %0#0) {n = 2, s = \"x\"} : (i32, i32) -> ()\n\
    \"t.none\"() {n = 3, x = 1.0 : f32} : () -> ()";

/// Matches where one question about what was fetched is answered by yes.
fn check_test(lines: &str, test: &str, expected: &str) {
    check(&format!("{lines}\npdl_interp.{test} -> ^a, ^end\n{RECORD_A}"), PROGRAM, expected);
}

#[test]
fn what_is_not_there_is_null_and_so_is_what_is_asked_of_it() {
    let value = "%v = pdl_interp.get_operand 1 of %root";
    check_test(value, "is_not_null %v : !pdl.value", "2a");
    let def = format!("{value}\n%d = pdl_interp.get_defining_op of %v : !pdl.value");
    check_test(&def, "is_not_null %d : !pdl.operation", "2a");
    // The operation that makes the operand is the first of the program, which has two results, no operands and `n`.
    for (lines, ty, expected) in [
        ("%x = pdl_interp.get_operand 0 of %d", "value", ""),
        ("%x = pdl_interp.get_result 0 of %d", "value", "2a"),
        ("%x = pdl_interp.get_operands of %d : !pdl.range<value>", "range<value>", "2a"),
        ("%x = pdl_interp.get_results 0 of %d : !pdl.value", "value", ""),
        ("%x = pdl_interp.get_attribute \"n\" of %d", "attribute", "2a"),
        ("%y = pdl_interp.get_attribute \"n\" of %d\n%x = pdl_interp.get_attribute_type of %y", "type", "2a"),
        ("%x = pdl_interp.get_value_type of %v : !pdl.type", "type", "2a"),
        (
            "%y = pdl_interp.get_results of %d : !pdl.range<value>\n%x = pdl_interp.extract 0 of %y : !pdl.value",
            "value",
            "2a",
        ),
    ] {
        check_test(&format!("{def}\n{lines}"), &format!("is_not_null %x : !pdl.{ty}"), expected);
    }
    check_test(&def, "check_operation_name of %d is \"t.none\"", "");
    check_test(&def, "check_operand_count of %d is at_least 0", "2a");
    check_test(&def, "check_result_count of %d is at_least 0", "2a");
}

#[test]
fn comparisons() {
    check_test("", "check_operation_name of %root is \"t.none\"", "3a");
    check_test("", "check_operand_count of %root is 2", "2a");
    check_test("", "check_result_count of %root is at_least 2", "1a");
    let attr = |name: &str| format!("%x = pdl_interp.get_attribute \"{name}\" of %root");
    check_test(&attr("n"), "check_attribute %x is 2 : i64", "2a");
    check_test(&attr("n"), "check_attribute %x is 2 : i32", "");
    // A string has a type in MLIR.
    let attr_ty = |name: &str| format!("{}\n%t = pdl_interp.get_attribute_type of %x", attr(name));
    check_test(&attr_ty("s"), "check_type %t is none", "2a");
    check_test(&attr_ty("x"), "check_type %t is f32", "3a");
    let types = "%r = pdl_interp.get_results of %root : !pdl.range<value>\n%t = pdl_interp.get_value_type of %r : !pdl.range<type>";
    check_test(types, "check_types %t are [i32, i64]", "1a");
    check_test(types, "check_types %t are []", "2a 3a");
    let two = "%x = pdl_interp.get_operand 0 of %root\n%y = pdl_interp.get_operand 1 of %root";
    // Two nulls are equal.
    check_test(two, "are_equal %x, %y : !pdl.value", "1a 2a 3a");
}

#[test]
fn groups_without_sizes_are_what_is_left() {
    for (group, expected) in [
        ("get_operands 0 of %root : !pdl.value", ""),
        ("get_operands 1 of %root : !pdl.value", "2a"),
        ("get_operands 2 of %root : !pdl.value", ""),
        ("get_operands 0 of %root : !pdl.range<value>", "1a 2a 3a"),
        ("get_operands 2 of %root : !pdl.range<value>", "2a"),
        ("get_operands 3 of %root : !pdl.range<value>", ""),
        ("get_results 2 of %root : !pdl.range<value>", "1a"),
    ] {
        let ty = group.split(" : ").last().expect("a type stands last");
        check_test(&format!("%x = pdl_interp.{group}"), &format!("is_not_null %x : {ty}"), expected);
    }
}

#[test]
fn groups_with_sizes_are_what_these_say() {
    let program = "func.func @f(%c: i1, %a: i32) {\n  cf.cond_br %c, ^bb1(%a, %a : i32, i32), ^bb2(%a : i32) {n = 1}\n\
        ^bb1(%0: i32, %1: i32):\n  return\n^bb2(%2: i32):\n  return\n}";
    for (index, count, expected) in [(0, 1, "1a"), (1, 2, "1a"), (2, 1, "1a"), (1, 3, ""), (3, 0, "")] {
        let types = format!("[{}]", vec![if index == 0 { "i1" } else { "i32" }; count].join(", "));
        let lines = format!(
            "%x = pdl_interp.get_operands {index} of %root : !pdl.range<value>\n\
             %t = pdl_interp.get_value_type of %x : !pdl.range<type>\npdl_interp.check_types %t are {types} -> ^n, ^end\n^n:"
        );
        let test = "check_operation_name of %root is \"cf.cond_br\"";
        check(&format!("{lines}\npdl_interp.{test} -> ^a, ^end\n{RECORD_A}"), program, expected);
    }
}

#[test]
fn the_first_case_counts() {
    let body = "pdl_interp.switch_operation_name of %root to [\"t.use\", \"t.two\", \"t.use\"](^a, ^b, ^b) -> ^end\n\
        ^b:\npdl_interp.record_match @rewriters::@b(%root : !pdl.operation) : benefit(1), loc([%root]) -> ^end\n";
    check(&format!("{body}{RECORD_A}"), PROGRAM, "1b 2a");
    let body = body.replace("switch_operation_name", "switch_result_count");
    let body = body
        .replace("[\"t.use\", \"t.two\", \"t.use\"](^a, ^b, ^b)", "dense<[2, 2]> : vector<2xi32>(^b, ^a)");
    check(&format!("{body}{RECORD_A}"), PROGRAM, "1b");
}

#[test]
fn matches_go_on_and_the_greatest_benefit_is_first() {
    let record = |name: &str, benefit: u32, next: &str| {
        format!(
            "pdl_interp.record_match @rewriters::@{name}(%root : !pdl.operation) : benefit({benefit}), loc([%root]) -> ^{next}\n^{next}:\n"
        )
    };
    let body = record("a", 1, "x") + &record("b", 2, "y") + &record("a", 2, "z") + "pdl_interp.finalize";
    check(&body, "\"t.one\"() {n = 7} : () -> ()", "7b 7a 7a");
}

#[test]
fn users_are_visited_once_a_use() {
    let body = "%r = pdl_interp.get_results of %root : !pdl.range<value>\n\
        %users = pdl_interp.get_users of %r : !pdl.range<value>\n\
        pdl_interp.foreach %user : !pdl.operation in %users {\n\
          %x = pdl_interp.get_operand 1 of %user\n\
          %more = pdl_interp.get_users of %x : !pdl.value\n\
          pdl_interp.foreach %other : !pdl.operation in %more {\n\
            pdl_interp.record_match @rewriters::@b(%other : !pdl.operation) : benefit(1), loc([%root]) -> ^next\n\
          ^next:\n    pdl_interp.continue\n  } -> ^after\n\
        ^after:\n  pdl_interp.continue\n} -> ^end\n^end:\npdl_interp.finalize";
    check(body, PROGRAM, "1b 1b 1b 1b");
}

/// A matcher of operations with `n` as 1: a loop over the users of their operand, which asks each for its name and has a match for the right ones.
fn over_users(question: &str, otherwise: &str) -> String {
    format!(
        "%n = pdl_interp.get_attribute \"n\" of %root\npdl_interp.check_attribute %n is 1 : i64 -> ^go, ^end\n\
         ^go:\n%v = pdl_interp.get_operand 0 of %root\n%users = pdl_interp.get_users of %v : !pdl.value\n\
         pdl_interp.foreach %user : !pdl.operation in %users {{\n  pdl_interp.{question}\n\
         ^is:\n  pdl_interp.record_match @rewriters::@a(%user : !pdl.operation) : benefit(1), loc([%root]) -> ^next\n\
         ^not:\n  {otherwise}\n^next:\n  pdl_interp.continue\n}} -> ^end\n^end:\npdl_interp.finalize"
    )
}

#[test]
fn users_of_other_names_are_left_out_where_nothing_is_done_with_them() {
    let one = "check_operation_name of %user is \"t.x\" -> ^is, ^not";
    let two = "switch_operation_name of %user to [\"t.x\", \"t.y\"](^is, ^is) -> ^not";
    let record =
        "pdl_interp.record_match @rewriters::@b(%user : !pdl.operation) : benefit(1), loc([%root]) -> ^next";
    for others in [1, 100] {
        let program = format!(
            "%0 = \"t.one\"() : () -> i32\n\"t.y\"(%0) : (i32) -> ()\n{}\"t.x\"(%0) {{n = 1}} : (i32) -> ()\n",
            "\"t.other\"(%0) : (i32) -> ()\n".repeat(others)
        );
        let all = format!("1a{}", " 1b".repeat(others + 1));
        check(&over_users(one, record), &program, &all);
        check(&over_users(one, "pdl_interp.continue"), &program, "1a");
        check(&over_users(two, "pdl_interp.continue"), &program, "1a 1a");
    }
}

#[test]
fn users_of_other_names_take_no_steps() {
    // Steps of both loops together would be more than a root may take, if the inner one went over all users.
    let inner = "pdl_interp.foreach %other : !pdl.operation in %more {\n\
        pdl_interp.check_operation_name of %other is \"t.none\" -> ^more, ^none\n^more:\npdl_interp.branch ^none\n\
        ^none:\npdl_interp.continue\n} -> ^is";
    let body = over_users("check_operation_name of %user is \"t.x\" -> ^inner, ^not", "pdl_interp.continue");
    let body = body
        .replace("^is:", &format!("^inner:\n%more = pdl_interp.get_users of %v : !pdl.value\n{inner}\n^is:"));
    let program = format!(
        "%0 = \"t.one\"() : () -> i32\n\"t.x\"(%0) {{n = 1}} : (i32) -> ()\n{}{}",
        "\"t.x\"(%0) : (i32) -> ()\n".repeat(99),
        "\"t.other\"(%0) : (i32) -> ()\n".repeat(30_000)
    );
    check(&body, &program, &["1a"; 100].join(" "));
}

#[test]
fn functions_of_the_host_are_asked() {
    let ask = |more: &str| {
        format!(
            "%n = pdl_interp.apply_constraint \"results\"(%root : !pdl.operation) : !pdl.attribute {more} -> ^n, ^end\n\
             ^n:\npdl_interp.check_attribute %n is 2 : i32 -> ^a, ^m\n^m:\n\
             pdl_interp.is_not_null %n : !pdl.attribute -> ^end, ^a\n{RECORD_A}"
        )
    };
    check(&ask(""), PROGRAM, "1a");
    check(&ask("{isNegated = true}"), PROGRAM, "2a 3a");
}

#[test]
fn what_cannot_be_run_is_refused_before() {
    let matcher = |body: &str| {
        format!(
            "pdl_interp.func @matcher(%root: !pdl.operation) {{\n{body}\npdl_interp.finalize\n}}\n{REWRITERS}"
        )
    };
    check_error("", base::codes::NO_MATCHER);
    check_error("pdl_interp.func @matcher(%v: !pdl.value) { pdl_interp.finalize }", base::codes::NO_MATCHER);
    let ask = "pdl_interp.apply_constraint \"other\"(%root : !pdl.operation) -> ^end, ^end\n^end:";
    check_error(&matcher(ask), base::codes::UNKNOWN_NATIVE);
    let attribute = "%a = pdl_interp.get_attribute \"n\" of %root";
    let call = |call: &str| matcher(&format!("{attribute}\n{call} -> ^end, ^end\n^end:"));
    for wrong in [
        "pdl_interp.apply_constraint \"is_one\"(%root : !pdl.operation)",
        "pdl_interp.apply_constraint \"is_one\"(%a, %a : !pdl.attribute, !pdl.attribute)",
        "%r = pdl_interp.apply_constraint \"is_one\"(%a : !pdl.attribute) : !pdl.attribute",
    ] {
        check_error(&call(wrong), base::codes::NATIVE_CALL);
    }
    let record =
        |what: &str| format!("pdl_interp.record_match {what} : benefit(1), loc([%root]) -> ^end\n^end:");
    check_error(&matcher(&record("@rewriters::@c(%root : !pdl.operation)")), base::codes::UNKNOWN_REWRITER);
    check_error(&matcher(&record("@rewriters::@v(%root : !pdl.operation)")), base::codes::UNKNOWN_REWRITER);
    check_error(&matcher(&record("@rewriters")), base::codes::UNKNOWN_REWRITER);
    check_error(&matcher("pdl_interp.erase %root"), base::codes::MATCHER_OPERATION);
    check_error(&matcher("%0 = arith.constant 1 : i32"), base::codes::MATCHER_OPERATION);
    let argument = "pdl_interp.is_not_null %root : !pdl.operation -> ^a, ^a\n^a(%x: !pdl.value):\npdl_interp.is_not_null %x : !pdl.value -> ^b, ^b\n^b:";
    check_error(&matcher(argument), base::codes::MATCHER_OPERATION);
    let circle = "pdl_interp.branch ^a\n^a:\npdl_interp.is_not_null %root : !pdl.operation -> ^a, ^b\n^b:";
    check_error(&matcher(circle), base::codes::MATCHER_CIRCLE);
}
