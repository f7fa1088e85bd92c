//! Tests of rewriting: what becomes of programs, and what rewriters may not do.

use crate::interp::{Handle, Natives, Patterns, apply};
use crate::lowering::lower;
use base::{Code, Diagnostics, codes};
use ir::text::{ParseOptions, PrintOptions, parse, print};
use ir::{Context, Ir, Op, OpState, verify};

fn read(ir: &mut Ir, text: &str) -> Op {
    let source = ir.ctx.sources.add("text", text);
    let mut diags = Diagnostics::new();
    let module = parse(ir, source, ParseOptions { allow_unregistered: true }, &mut diags);
    module.filter(|module| verify(ir, *module, &mut diags)).unwrap_or_else(|| panic!("{diags:?}"))
}

/// `no` fails; `fresh` makes an operation and gives it back.
fn natives() -> Natives {
    Natives::default().rewrite("no", |_, _| None).rewrite("fresh", |rewriter, _| {
        let code = rewriter.ir.ctx.op_code("t.fresh");
        let op = rewriter.create(OpState::new(code, rewriter.loc).results(&[ir::Type::I32]));
        Some(vec![Handle::Op(op)])
    })
}

/// A matcher of operations of a name, with so many patterns, each a body of a rewriter that gets the root and its first operand; the first counts most.
fn patterns(name: &str, bodies: &[&str]) -> String {
    let mut matcher = format!(
        "pdl_interp.func @matcher(%root: !pdl.operation) {{\n%v = pdl_interp.get_operand 0 of %root\n\
         pdl_interp.check_operation_name of %root is \"{name}\" -> ^p0, ^end\n"
    );
    let mut rewriters = "module @rewriters {\n".to_string();
    for (number, body) in bodies.iter().enumerate() {
        let next = if number + 1 < bodies.len() { format!("p{}", number + 1) } else { "end".into() };
        let benefit = bodies.len() - number;
        matcher.push_str(&format!(
            "^p{number}:\npdl_interp.record_match @rewriters::@r{number}(%root, %v : !pdl.operation, !pdl.value) : \
             benefit({benefit}), loc([%root]) -> ^{next}\n"
        ));
        rewriters.push_str(&format!(
            "pdl_interp.func @r{number}(%root: !pdl.operation, %v: !pdl.value) {{\n{body}\npdl_interp.finalize\n}}\n"
        ));
    }
    format!("{matcher}^end:\npdl_interp.finalize\n}}\n{rewriters}}}\n")
}

/// Rewrites a program. What is wrong comes as the first code.
fn rewritten(patterns: &str, program: &str) -> Result<String, Code> {
    let mut ir = Ir::new(Context::new(dialects::all()));
    let patterns = read(&mut ir, patterns);
    let module = read(&mut ir, program);
    let mut diags = Diagnostics::new();
    lower(&mut ir, patterns, &mut diags).unwrap_or_else(|_| panic!("{diags:?}"));
    let patterns = Patterns::decode(&mut ir, patterns, &natives(), &mut diags);
    let patterns = patterns.unwrap_or_else(|| panic!("{diags:?}"));
    match apply(&mut ir, module, &[patterns], true, &mut diags) {
        true => Ok(print(&ir, module, PrintOptions::default())),
        false => Err(diags.iter().next().expect("what is wrong is said").code),
    }
}

#[track_caller]
fn check(patterns: &str, program: &str, expected: &str) {
    let lines: String = expected.lines().map(|line| format!("  {line}\n")).collect();
    assert_eq!(rewritten(patterns, program), Ok(format!("module {{\n{lines}}}\n")));
}

#[track_caller]
fn check_error(patterns: &str, program: &str, code: Code) {
    assert_eq!(rewritten(patterns, program), Err(code));
}

const PROGRAM: &str =
    "%a = \"t.a\"() : () -> i32\n%b = \"t.b\"(%a) : (i32) -> i32\n\"t.c\"(%b, %b) : (i32, i32) -> ()\n";

#[test]
fn values_replace_results() {
    let expected = "%a = \"t.a\"() : () -> i32\n\"t.c\"(%a, %a) : (i32, i32) -> ()\n";
    check(&patterns("t.b", &["pdl_interp.replace %root with (%v : !pdl.value)"]), PROGRAM, expected);
}

#[test]
fn new_operations_stand_before_the_root() {
    let body = "%at = pdl_interp.create_attribute \"x\"\n%t = pdl_interp.create_type i32\n\
        %all = pdl_interp.create_range %v, %v : !pdl.value, !pdl.value\n\
        %new = pdl_interp.create_operation \"t.n\"(%all : !pdl.range<value>) {\"k\" = %at} -> (%t : !pdl.type)\n\
        %sum = pdl_interp.create_operation \"arith.muli\"(%all : !pdl.range<value>) -> <inferred>\n\
        %r = pdl_interp.get_result 0 of %sum\n\
        pdl_interp.replace %root with (%r : !pdl.value)";
    let expected = "%a = \"t.a\"() : () -> i32\n%0 = \"t.n\"(%a, %a) {k = \"x\"} : (i32, i32) -> i32\n\
        %1 = arith.muli %a, %a : i32\n\"t.c\"(%1, %1) : (i32, i32) -> ()\n";
    check(&patterns("t.b", &[body]), PROGRAM, expected);
}

#[test]
fn what_is_done_for_users_is_done_for_those_of_any_name() {
    let each = "%users = pdl_interp.get_users of %v : !pdl.value\n\
        pdl_interp.foreach %user : !pdl.operation in %users {\n  %made = pdl_interp.create_operation \"t.made\"\n  \
        pdl_interp.check_operation_name of %user is \"t.x\" -> ^is, ^not\n\
        ^is:\n  pdl_interp.branch ^not\n^not:\n  pdl_interp.continue\n} -> ^done\n^done:\n\
        pdl_interp.replace %root with (%v : !pdl.value)";
    let expected =
        "%a = \"t.a\"() : () -> i32\n\"t.made\"() : () -> ()\n\"t.c\"(%a, %a) : (i32, i32) -> ()\n";
    check(&patterns("t.b", &[each]), PROGRAM, expected);
}

#[test]
fn the_greatest_benefit_counts_and_what_fails_leads_to_the_next() {
    let erase = "pdl_interp.erase %root";
    let no = "pdl_interp.apply_rewrite \"no\"(%root : !pdl.operation)";
    let fresh = "%n = pdl_interp.apply_rewrite \"fresh\"(%root : !pdl.operation) : !pdl.operation\n\
        pdl_interp.erase %root";
    let program = "\"t.c\"() : () -> ()\n";
    let program = format!("%a = \"t.a\"() : () -> i32\n{program}");
    let of = |bodies: &[&str]| patterns("t.c", bodies).replace("get_operand 0", "get_operand 7");
    check(&of(&[no, fresh, erase]), &program, "%a = \"t.a\"() : () -> i32\n%0 = \"t.fresh\"() : () -> i32\n");
    check(&of(&[erase, fresh]), &program, "%a = \"t.a\"() : () -> i32\n");
    check(&of(&[no]), &program, "%a = \"t.a\"() : () -> i32\n\"t.c\"() : () -> ()\n");
}

#[test]
fn rewriters_that_go_wrong_are_diagnosed() {
    for body in [
        // In use.
        "pdl_interp.erase %root",
        // Not as many.
        "pdl_interp.replace %root with ()",
        "pdl_interp.replace %root with (%v, %v : !pdl.value, !pdl.value)",
        // By itself.
        "%r = pdl_interp.get_result 0 of %root\npdl_interp.replace %root with (%r : !pdl.value)",
        // Null.
        "%r = pdl_interp.get_result 7 of %root\npdl_interp.replace %root with (%r : !pdl.value)",
        "%r = pdl_interp.get_operand 7 of %root\n%n = pdl_interp.create_operation \"t.n\"(%r : !pdl.value)",
        "%d = pdl_interp.get_operand 7 of %root\n%o = pdl_interp.get_defining_op of %d : !pdl.value\npdl_interp.erase %o",
        // No longer there.
        "pdl_interp.replace %root with (%v : !pdl.value)\npdl_interp.erase %root",
        "%r = pdl_interp.get_result 0 of %root\npdl_interp.replace %root with (%v : !pdl.value)\n\
         %n = pdl_interp.create_operation \"t.n\"(%r : !pdl.value)",
        // Not told.
        "%n = pdl_interp.create_operation \"t.n\"(%v : !pdl.value) -> <inferred>",
        "%n = pdl_interp.create_operation \"arith.muli\" -> <inferred>",
        // Too late.
        "%n = pdl_interp.create_operation \"t.n\"\npdl_interp.apply_rewrite \"no\"(%root : !pdl.operation)",
    ] {
        let patterns = patterns("t.b", &[body]);
        let found = rewritten(&patterns, PROGRAM);
        assert_eq!(found, Err(codes::REWRITE_IMPOSSIBLE), "{body}");
    }
}

#[test]
fn what_is_left_is_verified_before_it_is_folded() {
    // With one operand, and with operands of two types.
    let one = "%t = pdl_interp.create_type i32\n\
        %n = pdl_interp.create_operation \"arith.addi\"(%v : !pdl.value) -> (%t : !pdl.type)";
    check_error(&patterns("t.b", &[one]), PROGRAM, codes::REWRITE_INVALID);
    let program = "%0 = arith.constant 1 : i32\n%1 = \"t.a\"() : () -> i64\n%2 = \"t.b\"(%1) : (i64) -> i32\n\
        %3 = arith.addi %2, %0 : i32\n\"t.c\"(%3) : (i32) -> ()\n";
    let value = "pdl_interp.replace %root with (%v : !pdl.value)";
    check_error(&patterns("t.b", &[value]), program, codes::REWRITE_INVALID);
    let function = "func.func @f() {\n  return\n}\n";
    check_error(&patterns("func.return", &["pdl_interp.erase %root"]), function, codes::REWRITE_INVALID);
}

#[test]
fn patterns_without_end_are_diagnosed() {
    let again = "%t = pdl_interp.create_type i32\n\
        %n = pdl_interp.create_operation \"t.b\"(%v : !pdl.value) -> (%t : !pdl.type)\n\
        %r = pdl_interp.get_result 0 of %n\npdl_interp.replace %root with (%r : !pdl.value)";
    check_error(&patterns("t.b", &[again]), PROGRAM, codes::REWRITE_LIMIT);
    let more = "%n = pdl_interp.create_operation \"t.b\"(%v : !pdl.value)";
    check_error(&patterns("t.b", &[more]), PROGRAM, codes::REWRITE_LIMIT);
}

#[test]
fn operations_that_are_made_count_as_rewrites_do() {
    let one = |number: usize| format!("%n{number} = pdl_interp.create_operation \"t.b\"(%v : !pdl.value)\n");
    let body: String = (0..1000).map(one).collect();
    let mut ir = Ir::new(Context::new(dialects::all()));
    let patterns = read(&mut ir, &patterns("t.b", &[&body]));
    let module = read(&mut ir, PROGRAM);
    let mut diags = Diagnostics::new();
    let set = Patterns::decode(&mut ir, patterns, &Natives::default(), &mut diags).expect("it is right");
    assert!(!apply(&mut ir, module, &[set], true, &mut diags));
    assert!(ir.walk(module).len() < 100_000, "{} operations are made", ir.walk(module).len());
}

#[test]
fn operations_that_are_made_have_so_many_operands_and_results_at_the_most() {
    // Each rewrite doubles a range, and would do so without end.
    let operands = "%all = pdl_interp.get_operands of %root : !pdl.range<value>\n\
        %twice = pdl_interp.create_range %all, %all : !pdl.range<value>, !pdl.range<value>\n\
        %n = pdl_interp.create_operation \"t.c\"(%twice : !pdl.range<value>)\npdl_interp.erase %root";
    check_error(&patterns("t.c", &[operands]), PROGRAM, codes::REWRITE_IMPOSSIBLE);
    let results = "%all = pdl_interp.get_results of %root : !pdl.range<value>\n\
        %t = pdl_interp.get_value_type of %all : !pdl.range<type>\n\
        %n = pdl_interp.create_operation \"t.d\" -> (%t, %t : !pdl.range<type>, !pdl.range<type>)\n\
        pdl_interp.erase %root";
    check_error(&patterns("t.d", &[results]), "\"t.d\"() : () -> i32\n", codes::REWRITE_IMPOSSIBLE);
}

#[test]
fn ranges_of_ranges_take_steps() {
    let double = |number: usize| {
        let before = number.checked_sub(1).map_or("all".to_string(), |before| format!("r{before}"));
        format!(
            "%r{number} = pdl_interp.create_range %{before}, %{before} : !pdl.range<value>, !pdl.range<value>\n"
        )
    };
    let body: String = (0..40).map(double).collect();
    let body = format!("%all = pdl_interp.get_operands of %root : !pdl.range<value>\n{body}");
    check_error(&patterns("t.c", &[&body]), PROGRAM, codes::MATCH_STEPS);
}

/// A pattern in `pdl` of an operation `t.a` and so many others that use the same value; it erases them.
fn users_of_a_value(names: &[&str]) -> String {
    let mut text =
        "pdl.pattern : benefit(1) {\n%v = operand\n%r = operation \"t.a\"(%v : !pdl.value)\n".to_string();
    let mut erased = "erase %r\n".to_string();
    for (number, name) in names.iter().enumerate() {
        text.push_str(&format!("%o{number} = operation \"{name}\"(%v : !pdl.value)\n"));
        erased.push_str(&format!("erase %o{number}\n"));
    }
    format!("{text}rewrite %r {{\n{erased}}}\n}}\n")
}

#[test]
fn the_users_of_a_value_are_looked_for_once_at_a_root() {
    // The steps are at their end soon, unless each of them goes over all users.
    let users = "\"t.b\"(%0) : (i32) -> ()\n\"t.other\"(%0) : (i32) -> ()\n".repeat(15_000);
    let program = format!("%0 = \"t.one\"() : () -> i32\n\"t.a\"(%0) : (i32) -> ()\n{users}");
    check_error(&users_of_a_value(&["t.b", "t.b", "t.z"]), &program, codes::MATCH_STEPS);
}

#[test]
fn users_that_a_rewrite_takes_away_are_none_at_the_next_root() {
    let users = "\"t.a\"(%0) : (i32) -> ()\n\"t.b\"(%0) : (i32) -> ()\n".repeat(50);
    let program = format!("%0 = \"t.one\"() : () -> i32\n{users}\"t.a\"(%0) : (i32) -> ()\n");
    let left = "%0 = \"t.one\"() : () -> i32\n\"t.a\"(%0) : (i32) -> ()\n";
    check(&users_of_a_value(&["t.b"]), &program, left);
}

#[test]
fn what_is_around_the_root_may_go_with_it() {
    // The root stands in a region of an operation that uses the same value.
    let program =
        "%a = \"t.a\"() : () -> i32\n\"t.c\"(%a) ({\n  \"t.b\"(%a) : (i32) -> ()\n}) : (i32) -> ()\n";
    let around = "%users = pdl_interp.get_users of %v : !pdl.value\n%x = pdl_interp.extract 0 of %users : !pdl.operation\n";
    let gone = format!("{around}pdl_interp.erase %x");
    check(&patterns("t.b", &[&gone]), program, "%a = \"t.a\"() : () -> i32\n");
    let late = format!("{gone}\n%n = pdl_interp.create_operation \"t.n\"");
    check_error(&patterns("t.b", &[&late]), program, codes::REWRITE_IMPOSSIBLE);
}
