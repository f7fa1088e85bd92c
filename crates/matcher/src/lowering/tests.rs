//! Facts about matchers; that they match what MLIR's do is a law of `testkit`.

use super::lower;
use super::roots::{MOST_ROOTS, MOST_STEPS};
use crate::whole::MOST_OPERATIONS;
use base::Diagnostics;
use dialects::pdl_interp as interp;
use ir::text::{ParseOptions, PrintOptions, parse, print};
use ir::{Context, Ir, Op, OpCode, verify};

fn read(patterns: &str) -> (Ir, Op) {
    let mut ir = Ir::new(Context::new(dialects::all()));
    let source = ir.ctx.sources.add("patterns", patterns);
    let module = parse(&mut ir, source, ParseOptions::default(), &mut Diagnostics::new());
    let module = module.expect("the patterns are right");
    (ir, module)
}

/// The matcher of patterns, which is right.
fn lowered(patterns: &str) -> (Ir, Op) {
    let (mut ir, module) = read(patterns);
    let mut diags = Diagnostics::new();
    assert!(
        verify(&mut ir, module, &mut diags),
        "{:?}",
        diags.iter().map(|d| &d.message).collect::<Vec<_>>()
    );
    lower(&mut ir, module, &mut diags).expect("there is a matcher");
    assert!(
        verify(&mut ir, module, &mut diags),
        "{:?}",
        diags.iter().map(|d| &d.message).collect::<Vec<_>>()
    );
    (ir, module)
}

/// How often an operation stands in the matcher of patterns.
fn check_count(patterns: &str, code: OpCode, expected: usize) {
    let (ir, module) = lowered(patterns);
    let found = ir.walk(module).into_iter().filter(|op| ir.code(*op) == code).count();
    let text = print(&ir, module, PrintOptions::default());
    assert_eq!(found, expected, "{text}");
}

/// What stops a pattern from having a matcher.
fn check_refused(patterns: &str, expected: &str) {
    let (mut ir, module) = read(patterns);
    let before = print(&ir, module, PrintOptions::default());
    let mut diags = Diagnostics::new();
    assert!(lower(&mut ir, module, &mut diags).is_err(), "there is a matcher");
    let found: Vec<String> = diags.iter().map(|d| d.code.to_string()).collect();
    assert_eq!(found, [expected]);
    assert_eq!(print(&ir, module, PrintOptions::default()), before, "nothing is changed");
}

fn pattern(body: &str) -> String {
    format!("pdl.pattern : benefit(1) {{\n{body}\n}}\n")
}

const OR_OF_OR: &str = "%a = operand\n%b = operand\n%t = type\n\
    %inner = operation \"arith.ori\"(%a, %b : !pdl.value, !pdl.value) -> (%t : !pdl.type)\n%0 = result 0 of %inner\n\
    %root = operation \"arith.ori\"(%0, %a : !pdl.value, !pdl.value) -> (%t : !pdl.type)\nrewrite %root with \"f\"";

#[test]
fn what_follows_from_counts_is_not_asked() {
    // That there is a first operand follows from the count, that it is the first result from there being no other.
    check_count(&pattern(OR_OF_OR), interp::IS_NOT_NULL, 1);
    check_count(&pattern(OR_OF_OR), interp::ARE_EQUAL, 2);
}

#[test]
fn of_a_result_that_nothing_uses_nothing_is_asked() {
    let with = |named: &str, used: &str| {
        pattern(&format!(
            "%a = operand\n%t = type\n%root = operation \"x.y\"(%a : !pdl.value) -> (%t : !pdl.type)\n{named}\n\
             rewrite %root with \"f\"{used}"
        ))
    };
    let (second, group) = ("%r = result 1 of %root", "%r = results 2 of %root -> !pdl.range<value>");
    check_count(&with(second, ""), interp::IS_NOT_NULL, 0);
    check_count(&with(group, ""), interp::IS_NOT_NULL, 0);
    check_count(&with(second, "(%r : !pdl.value)"), interp::IS_NOT_NULL, 1);
    check_count(&with(group, "(%r : !pdl.range<value>)"), interp::IS_NOT_NULL, 1);
}

#[test]
fn a_question_that_patterns_share_is_asked_once() {
    let other = OR_OF_OR.replace("%root = operation \"arith.ori\"", "%root = operation \"arith.andi\"");
    let both = pattern(OR_OF_OR) + &pattern(&other);
    check_count(&both, interp::SWITCH_OPERATION_NAME, 1);
    let again = pattern(OR_OF_OR) + &pattern(OR_OF_OR);
    check_count(&again, interp::CHECK_OPERATION_NAME, 2);
    check_count(&again, interp::RECORD_MATCH, 2);
}

#[test]
fn at_least_so_many_is_no_choice() {
    // Three operands are at least one and at least two: both patterns may match.
    let one = "%a = operand\n%r = operands\n%root = operation(%a, %r : !pdl.value, !pdl.range<value>)\nrewrite %root with \"f\"";
    let two = "%a = operand\n%b = operand\n%r = operands\n\
        %root = operation(%a, %b, %r : !pdl.value, !pdl.value, !pdl.range<value>)\nrewrite %root with \"f\"";
    let both = pattern(one) + &pattern(two);
    check_count(&both, interp::SWITCH_OPERAND_COUNT, 0);
    check_count(&both, interp::CHECK_OPERAND_COUNT, 2);
}

#[test]
fn functions_of_the_host_are_asked_last() {
    let body = "%a = operand\n%t = type : i32\napply_native_constraint \"f\"(%a : !pdl.value)\n\
        %root = operation \"x.y\"(%a : !pdl.value) -> (%t : !pdl.type)\nrewrite %root with \"f\"";
    let (ir, module) = lowered(&pattern(body));
    let asked = |op: &Op| ir.successors(*op).len() == 2;
    let last = ir.walk(module).into_iter().rfind(asked).expect("something is asked");
    assert_eq!(ir.code(last), interp::APPLY_CONSTRAINT);
}

#[test]
fn the_root_is_the_one_that_is_cheapest_to_begin_with() {
    // From `deep` it is one step up to `flat`, the other way round it is two.
    let body = "%a = operand\n%t = type\n\
        %inner = operation \"x.inner\"(%a : !pdl.value) -> (%t : !pdl.type)\n%0 = result 0 of %inner\n\
        %deep = operation \"x.deep\"(%0 : !pdl.value)\n%flat = operation \"x.flat\"(%a : !pdl.value)\n\
        rewrite with \"f\"(%deep, %flat : !pdl.operation, !pdl.operation)";
    let (ir, module) = lowered(&pattern(body));
    let record = ir.walk(module).into_iter().find(|op| ir.code(*op) == interp::RECORD_MATCH);
    assert_eq!(ir.str_attr(record.expect("it matches"), "rootKind"), Some("x.deep"));
    check_count(&pattern(body), interp::FOREACH, 1);
    check_count(&pattern(&body.replace("rewrite with", "rewrite %flat with")), interp::FOREACH, 2);
}

#[test]
fn long_patterns_have_matchers() {
    let mut body = String::from("%0 = operand\n%t = type\n");
    for n in 1..3000 {
        let below = n - 1;
        body += &format!(
            "%o{n} = operation \"x.y\"(%{below} : !pdl.value) -> (%t : !pdl.type)\n%{n} = result 0 of %o{n}\n"
        );
    }
    body += "%root = operation \"x.end\"(%2999 : !pdl.value)\nrewrite %root with \"f\"";
    check_count(&pattern(&body), interp::CHECK_OPERATION_NAME, 3000);
}

#[test]
fn what_no_way_leads_to_is_refused() {
    let beside = "%a = attribute\napply_native_constraint \"f\"(%a : !pdl.attribute)\n";
    let root = "%root = operation \"x.y\"\nrewrite %root with \"f\"";
    check_refused(&pattern(&format!("{beside}{root}")), "FR1040");
    let apart = "%other = operation \"x.z\"\napply_native_constraint \"f\"(%other : !pdl.operation)\n";
    check_refused(&pattern(&format!("{apart}{root}")), "FR1040");
}

#[test]
fn what_no_program_has_is_refused() {
    let argument =
        "^bb0(%a: !pdl.value):\n%root = operation \"x.y\"(%a : !pdl.value)\nrewrite %root with \"f\"";
    check_refused(&pattern(argument), "FR1040");
    let below_zero = "%t = type\n%o = operation \"x.z\" -> (%t : !pdl.type)\n%r = result -1 of %o\n\
        %root = operation \"x.y\"(%r : !pdl.value)\nrewrite %root with \"f\"";
    check_refused(&pattern(below_zero), "FR1040");
}

#[test]
fn more_roots_than_there_may_be_are_refused() {
    let mut body = String::from("%a = operand\n");
    for n in 0..300 {
        body += &format!(
            "%{n} = operation \"x.y\"(%a : !pdl.value)\napply_native_constraint \"f\"(%{n} : !pdl.operation)\n"
        );
    }
    check_refused(&pattern(&format!("{body}rewrite %0 with \"f\"")), "FR1041");
}

#[test]
fn the_largest_matcher_can_be_read_back() {
    let beside = |count: usize| {
        let mut body = String::from("%a = operand\n");
        for n in 0..count {
            body += &format!(
                "%o{n} = operation \"x.y\"(%a : !pdl.value)\napply_native_constraint \"f\"(%o{n} : !pdl.operation)\n"
            );
        }
        pattern(&format!("{body}rewrite %o0 with \"f\""))
    };
    // One operation beside the root, so many steps up from the value that both have below them.
    let above = |steps: usize| {
        let mut body = String::from("%0 = operand\n%t = type\n%root = operation \"x.y\"(%0 : !pdl.value)\n");
        for n in 1..=steps {
            let below = n - 1;
            body += &format!(
                "%o{n} = operation \"x.y\"(%{below} : !pdl.value) -> (%t : !pdl.type)\n%{n} = result 0 of %o{n}\n"
            );
        }
        pattern(&format!(
            "{body}apply_native_constraint \"f\"(%o{steps} : !pdl.operation)\nrewrite %root with \"f\""
        ))
    };
    for largest in [beside(MOST_ROOTS), above(MOST_STEPS as usize)] {
        let (ir, module) = lowered(&format!("module {{ module {{\n{largest}}} }}"));
        read(&print(&ir, module, PrintOptions::default()));
    }
    check_refused(&beside(MOST_ROOTS + 1), "FR1041");
    check_refused(&above(MOST_STEPS as usize + 1), "FR1041");
}

#[test]
fn a_rewrite_without_a_root_has_fewer_operations_to_begin_with() {
    let of = |count: usize| {
        let operation = |number: usize| {
            format!(
                "%o{number} = operation \"t.o\"(%v : !pdl.value)\napply_native_constraint \"f\"(%o{number} : !pdl.operation)\n"
            )
        };
        let operations: String = (0..count).map(operation).collect();
        pattern(&format!("%v = operand\n{operations}rewrite with \"f\"(%o0 : !pdl.operation)"))
    };
    lowered(&of(40));
    check_refused(&of(100), "FR1041");
}

#[test]
fn names_that_a_matcher_needs_are_free() {
    let taken = "pdl_interp.func @matcher(%0: !pdl.operation) {\n  pdl_interp.finalize\n}\n";
    check_refused(&(taken.to_owned() + &pattern(OR_OF_OR)), "FR1042");
}

#[test]
fn a_type_that_nothing_says_is_refused() {
    let body = "%root = operation \"x.y\"\nrewrite %root {\n  %t = type\n  %new = operation \"x.z\" -> (%t : !pdl.type)\n  \
        erase %root\n}";
    check_refused(&pattern(body), "FR1043");
}

#[test]
fn a_pattern_may_not_be_too_large() {
    let of = |count: usize| {
        let operation = |number: usize| format!("%o{number} = operation \"t.o\"(%v : !pdl.value)\n");
        let operations: String = (0..count).map(operation).collect();
        pattern(&format!("%v = operand\n{operations}rewrite %o0 with \"f\""))
    };
    // It has as many roots as operations, of which there may be fewer.
    check_refused(&of(MOST_OPERATIONS), "FR1041");
    check_refused(&of(MOST_OPERATIONS + 1), "FR1044");
}
