//! Tests of `scf`: its text, its diagnostics, its rewrites, and how values flow through it.

use super::DIALECT;
use crate::control::{Point, region_flows};
use crate::testing::{check_canonical, check_error, check_examples, check_text, read_good};

#[test]
fn examples() {
    check_examples(DIALECT.ops);
}

#[test]
fn text() {
    check_text(
        r#"func.func @f(%lb: index, %ub: index, %s: index, %i: i32, %c: i1, %x: f32) {
  scf.for %k = %lb to %ub step %s {
  }
  scf.for %k = %lb to %ub step %s {
    scf.yield {note}
  } {k}
  %0:2 = scf.for %k = %lb to %ub step %s iter_args(%a = %x, %b = %i) -> (f32, i32) {
    scf.yield %a, %b : f32, i32
  } {k}
  %1 = scf.for %k = %i to %i step %i iter_args(%a = %x) -> (f32) : i32 {
    scf.yield %a : f32
  }
  scf.if %c {
  } else {
  } {k}
  %2:2 = scf.if %c -> (i32, f32) {
    scf.yield %i, %x : i32, f32
  } else {
    scf.yield %i, %x : i32, f32
  }
  %3:2 = scf.while (%a = %i, %b = %x) : (i32, f32) -> (f32, i32) {
    scf.condition(%c) {k} %b, %a : f32, i32
  } do {
  ^bb0(%p: f32, %q: i32):
    scf.yield %q, %p : i32, f32
  } attributes {k}
  scf.while : () -> () {
    scf.condition(%c)
  } do {
    scf.yield
  }
  %4:2 = scf.index_switch %lb {k} -> i32, f32
  case 2 {
    scf.yield %i, %x : i32, f32
  }
  default {
    scf.yield %i, %x : i32, f32
  }
  scf.index_switch %lb
  default {
    scf.yield
  }
  scf.execute_region {
    cf.br ^bb1
  ^bb1:
    scf.yield
  } {k}
  %5:2 = scf.parallel (%k) = (%lb) to (%ub) step (%s) init (%x, %i) -> (f32, i32) {
    scf.reduce(%x, %i : f32, i32) {
    ^bb0(%l: f32, %r: f32):
      scf.reduce.return %l {k} : f32
    }, {
    ^bb0(%l: i32, %r: i32):
      scf.reduce.return %r : i32
    } {k}
  } {k}
  scf.parallel (%k, %l) = (%lb, %lb) to (%ub, %ub) step (%s, %s) {
    scf.reduce
  }
  return
}
"#,
    );
}

/// Operations in a function with some arguments.
fn body(ops: &str) -> String {
    format!("func.func @f(%n: index, %i: i32, %c: i1, %x: f32) {{\n  {ops}\n  return\n}}")
}

#[test]
fn text_errors() {
    check_error(
        &body("%0 = scf.for %k = %n to %n step %n iter_args(%a = %x) -> (f32, f32) {}"),
        "1 value carried, but 2 types",
    );
    check_error(&body("scf.for %k = %i to %i step %i {}"), "`%i` is used as `index` here but has type `i32`");
    check_error(
        &body("scf.parallel (%k) = (%n, %n) to (%n) step (%n) {}"),
        "2 values for 1 induction variable",
    );
    check_error(&body("scf.while : i32 {} do {}"), "the type of a loop is a function type");
    check_error(&body("scf.if %x {}"), "`%x` is used as `i1` here but has type `f32`");
    check_error(&body("scf.index_switch %n case 1 {}"), "expected `default`");
}

#[test]
fn for_errors() {
    check_error(
        &body("%0 = scf.for %k = %n to %n step %n iter_args(%a = %x) -> (f32) {}"),
        "the yielded values have types (), but the carried values have (f32)",
    );
    check_error(&body("scf.for %k = %x to %x step %x : f32 {}"), "must be a signless integer or index");
    check_error(
        &body(
            "\"scf.for\"(%n, %n, %n) ({\n^bb0(%k: i32):\n  \"scf.yield\"() : () -> ()\n}) : (index, index, index) -> ()",
        ),
        "the arguments of region #0 have types (i32), but the induction variable and the carried values have (index)",
    );
    check_error(
        &body(
            "%0 = \"scf.for\"(%n, %n, %n) ({\n^bb0(%k: index):\n  \"scf.yield\"() : () -> ()\n}) : (index, index, index) -> i32",
        ),
        "the results have types (i32), but the initial operands have ()",
    );
    check_error(
        &body(
            "\"scf.for\"(%n, %n, %i) ({\n^bb0(%k: index):\n  \"scf.yield\"() : () -> ()\n}) : (index, index, i32) -> ()",
        ),
        "must have one type",
    );
    check_error(&body("scf.for %k = %n to %n step %n {\n  func.return\n}"), "must end in `scf.yield`");
}

#[test]
fn choice_errors() {
    check_error(&body("%0 = scf.if %c -> (i32) {\n  scf.yield %i : i32\n}"), "must have an `else` region");
    check_error(
        &body("%0 = scf.if %c -> (i32) {\n  scf.yield %i : i32\n} else {\n  scf.yield %x : f32\n}"),
        "the yielded values have types (f32), but the results of `scf.if` have (i32)",
    );
    check_error(
        &body("\"scf.if\"(%c) ({\n^bb0(%a: i32):\n  \"scf.yield\"() : () -> ()\n}, {\n}) : (i1) -> ()"),
        "region #0 must take no arguments",
    );
    check_error(&body("scf.index_switch %n case 1 {} case 1 {} default {}"), "the case 1 comes twice");
    check_error(
        &body(
            "\"scf.index_switch\"(%n) <{cases = array<i64: 1>}> ({\n  \"scf.yield\"() : () -> ()\n}) : (index) -> ()",
        ),
        "1 case value for 0 case regions",
    );
    check_error(
        &body("%0 = scf.index_switch %n -> i32 default {}"),
        "the yielded values have types (), but the results of `scf.index_switch` have (i32)",
    );
    check_error(
        &body("%0 = scf.execute_region -> i32 {\n  scf.yield\n}"),
        "the yielded values have types (), but the results of `scf.execute_region` have (i32)",
    );
    check_error(&body("scf.execute_region {}"), "must have at least one block");
}

#[test]
fn while_errors() {
    check_error(
        &body(
            "%0 = scf.while (%a = %i) : (i32) -> f32 {\n  scf.condition(%c) %a : i32\n} do {\n^bb0(%b: f32):\n  scf.yield %i : i32\n}",
        ),
        "the values passed on have types (i32), but the results of `scf.while` have (f32)",
    );
    check_error(
        &body(
            "%0 = scf.while (%a = %i) : (i32) -> i32 {\n  scf.condition(%c) %a : i32\n} do {\n^bb0(%b: f32):\n  scf.yield %i : i32\n}",
        ),
        "the arguments of region #1 have types (f32), but the values the condition passes on have (i32)",
    );
    check_error(
        &body(
            "%0 = scf.while (%a = %i) : (i32) -> i32 {\n  scf.condition(%c) %a : i32\n} do {\n^bb0(%b: i32):\n  scf.yield\n}",
        ),
        "the yielded values have types (), but the operands of `scf.while` have (i32)",
    );
    check_error(
        &body("scf.while : () -> () {\n  scf.yield\n} do {\n  scf.yield\n}"),
        "region #0 must end in `scf.condition`",
    );
    check_error(
        &body("scf.while : () -> () {\n  scf.condition(%c)\n} do {\n  scf.condition(%c)\n}"),
        "region #1 must end in `scf.yield`",
    );
    check_error(&body("scf.if %c {\n  scf.condition(%c)\n}"), "must stand directly in `scf.while`");
}

#[test]
fn parallel_errors() {
    let reduce = |init: &str, end: &str| {
        body(&format!("%0 = scf.parallel (%k) = (%n) to (%n) step (%n) init ({init}) -> f32 {{\n  {end}\n}}"))
    };
    let block = "^bb0(%a: f32, %b: f32):\n  scf.reduce.return";
    check_error(
        &reduce("%x", "scf.reduce"),
        "the operands have types (), but the initial operands of `scf.parallel` have (f32)",
    );
    check_error(&reduce("%x", "scf.reduce(%x : f32)"), "1 operand for 0 reductions");
    check_error(
        &reduce("%x", &format!("scf.reduce(%x : f32) {{\n{block} %i : i32\n}}")),
        "must return a `f32`, which is what is reduced, but returns a `i32`",
    );
    check_error(
        &reduce("%x", "scf.reduce(%x : f32) {\n^bb0(%a: f32):\n  scf.reduce.return %a : f32\n}"),
        "the arguments of region #0 have types (f32), but two values of the type of operand #0 have (f32, f32)",
    );
    check_error(&reduce("%x, %x", "scf.reduce"), "2 operands but 1 type");
    check_error(&body("scf.parallel () = () to () step () {}"), "at least one induction variable");
    check_error(
        &body(
            "\"scf.parallel\"(%n, %n) <{operandSegmentSizes = array<i32: 1, 1, 0, 0>}> ({\n^bb0(%k: index):\n  \
             \"scf.reduce\"() : () -> ()\n}) : (index, index) -> ()",
        ),
        "1 lower bound, 1 upper bound and 0 steps must be as many",
    );
    check_error(
        &body("scf.parallel (%k) = (%n) to (%n) step (%n) {\n  scf.yield\n}"),
        "must end in `scf.reduce`",
    );
}

// ----- rewrites -----

#[test]
fn if_that_is_decided() {
    check_canonical(
        "func.func private @use(i32)
func.func @f(%a: i32, %b: i32) -> i32 {
  %true = arith.constant true
  %false = arith.constant false
  %0 = scf.if %true -> (i32) {
    func.call @use(%a) : (i32) -> ()
    scf.yield %a : i32
  } else {
    func.call @use(%b) : (i32) -> ()
    scf.yield %b : i32
  }
  scf.if %false {
    func.call @use(%b) : (i32) -> ()
  }
  return %0 : i32
}",
        "func.func private @use(i32)
func.func @f(%a: i32, %b: i32) -> i32 {
  call @use(%a) : (i32) -> ()
  return %a : i32
}
",
    );
}

#[test]
fn if_that_selects() {
    check_canonical(
        "func.func private @use(i1)
func.func @f(%c: i1, %a: i32, %b: i32) -> (i32, i32) {
  %0:3 = scf.if %c -> (i32, i32, i32) {
    func.call @use(%c) : (i1) -> ()
    scf.yield %a, %a, %b : i32, i32, i32
  } else {
    scf.yield %b, %a, %b : i32, i32, i32
  }
  return %0#0, %0#1 : i32, i32
}",
        "func.func private @use(i1)
func.func @f(%c: i1, %a: i32, %b: i32) -> (i32, i32) {
  %true = arith.constant true
  %0 = arith.select %c, %a, %b : i32
  scf.if %c {
    func.call @use(%true) : (i1) -> ()
  }
  return %0, %a : i32, i32
}
",
    );
}

#[test]
fn switch_and_region_that_are_decided() {
    check_canonical(
        "func.func @f(%a: i32, %b: i32) -> (i32, i32) {
  %c2 = arith.constant 2 : index
  %0 = scf.index_switch %c2 -> i32
  case 2 {
    scf.yield %a : i32
  }
  default {
    scf.yield %b : i32
  }
  %1 = scf.execute_region -> i32 {
    %2 = arith.addi %a, %b : i32
    scf.yield %2 : i32
  }
  return %0, %1 : i32, i32
}",
        "func.func @f(%a: i32, %b: i32) -> (i32, i32) {
  %0 = arith.addi %a, %b : i32
  return %a, %0 : i32, i32
}
",
    );
}

#[test]
fn for_of_known_rounds() {
    check_canonical(
        "func.func private @use(index)
func.func @f(%x: f32, %n: index, %s: index) -> (f32, f32, f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %0 = scf.for %i = %c4 to %c1 step %c1 iter_args(%a = %x) -> (f32) {
    func.call @use(%i) : (index) -> ()
    %3 = arith.addf %a, %a : f32
    scf.yield %3 : f32
  }
  %1 = scf.for %i = %c0 to %c4 step %c4 iter_args(%a = %x) -> (f32) {
    func.call @use(%i) : (index) -> ()
    %3 = arith.addf %a, %a : f32
    scf.yield %3 : f32
  }
  %2 = scf.for %i = %n to %n step %s iter_args(%a = %x) -> (f32) {
    func.call @use(%i) : (index) -> ()
    %3 = arith.mulf %a, %a : f32
    scf.yield %3 : f32
  }
  return %0, %1, %2 : f32, f32, f32
}",
        "func.func private @use(index)
func.func @f(%x: f32, %n: index, %s: index) -> (f32, f32, f32) {
  %c0 = arith.constant 0 : index
  call @use(%c0) : (index) -> ()
  %0 = arith.addf %x, %x : f32
  return %x, %0, %x : f32, f32, f32
}
",
    );
}

#[test]
fn for_that_adds_the_same_in_every_round() {
    check_canonical(
        "func.func private @use(i32)
func.func @f(%x: i32, %n: index) -> (i32, i32) {
  %c0 = arith.constant 0 : index
  %c3 = arith.constant 3 : index
  %c10 = arith.constant 10 : index
  %five = arith.constant 5 : i32
  %0 = scf.for %i = %c0 to %c10 step %c3 iter_args(%a = %x) -> (i32) {
    func.call @use(%a) : (i32) -> ()
    %2 = arith.addi %a, %five overflow<nsw> : i32
    scf.yield %2 : i32
  }
  %1 = scf.for %i = %c0 to %n step %c3 iter_args(%a = %x) -> (i32) {
    func.call @use(%a) : (i32) -> ()
    %2 = arith.addi %a, %five : i32
    scf.yield %2 : i32
  }
  return %0, %1 : i32, i32
}",
        "func.func private @use(i32)
func.func @f(%x: i32, %n: index) -> (i32, i32) {
  %c20_i32 = arith.constant 20 : i32
  %c0 = arith.constant 0 : index
  %c3 = arith.constant 3 : index
  %c10 = arith.constant 10 : index
  %five = arith.constant 5 : i32
  %0 = arith.addi %x, %c20_i32 : i32
  %1 = scf.for %i = %c0 to %c10 step %c3 iter_args(%a = %x) -> (i32) {
    func.call @use(%a) : (i32) -> ()
    %2 = arith.addi %a, %five overflow<nsw> : i32
    scf.yield %2 : i32
  }
  %3 = scf.for %i = %c0 to %n step %c3 iter_args(%a = %x) -> (i32) {
    func.call @use(%a) : (i32) -> ()
    %4 = arith.addi %a, %five : i32
    scf.yield %4 : i32
  }
  return %0, %3 : i32, i32
}
",
    );
}

#[test]
fn for_that_carries_for_nothing() {
    check_canonical(
        "func.func private @use(i32, i32)
func.func @f(%n: index, %a: i32, %b: i32) -> (i32, i32) {
  %0:4 = scf.for %i = %n to %n step %n iter_args(%p = %a, %q = %b, %r = %a, %t = %b) -> (i32, i32, i32, i32) {
    func.call @use(%p, %t) : (i32, i32) -> ()
    %1 = arith.addi %q, %r : i32
    scf.yield %p, %1, %1, %b : i32, i32, i32, i32
  }
  return %0#0, %0#3 : i32, i32
}
func.func @g(%l: index, %u: index, %s: index, %a: i32, %b: i32) -> (i32, i32) {
  %0:4 = scf.for %i = %l to %u step %s iter_args(%p = %a, %q = %b, %r = %a, %t = %b) -> (i32, i32, i32, i32) {
    func.call @use(%p, %t) : (i32, i32) -> ()
    %1 = arith.addi %p, %q : i32
    scf.yield %p, %1, %1, %b : i32, i32, i32, i32
  }
  return %0#0, %0#1 : i32, i32
}",
        "func.func private @use(i32, i32)
func.func @f(%n: index, %a: i32, %b: i32) -> (i32, i32) {
  return %a, %b : i32, i32
}
func.func @g(%l: index, %u: index, %s: index, %a: i32, %b: i32) -> (i32, i32) {
  %0 = scf.for %i = %l to %u step %s iter_args(%q = %b) -> (i32) {
    func.call @use(%a, %b) : (i32, i32) -> ()
    %1 = arith.addi %a, %q : i32
    scf.yield %1 : i32
  }
  return %a, %0 : i32, i32
}
",
    );
}

#[test]
fn while_that_never_goes_on() {
    check_canonical(
        "func.func private @use(i32)
func.func @f(%a: i32) -> i32 {
  %false = arith.constant false
  %0 = scf.while (%p = %a) : (i32) -> i32 {
    func.call @use(%p) : (i32) -> ()
    scf.condition(%false) %p : i32
  } do {
  ^bb0(%q: i32):
    scf.yield %q : i32
  }
  return %0 : i32
}",
        "func.func private @use(i32)
func.func @f(%a: i32) -> i32 {
  call @use(%a) : (i32) -> ()
  return %a : i32
}
",
    );
}

#[test]
fn while_that_carries_for_nothing() {
    check_canonical(
        "func.func private @use(i32, i1)
func.func private @next(i32) -> i1
func.func @f(%a: i32, %b: i32) -> i1 {
  %0:4 = scf.while (%p = %a, %q = %b) : (i32, i32) -> (i32, i1, i32, i32) {
    %c = func.call @next(%p) : (i32) -> i1
    scf.condition(%c) %p, %c, %q, %b : i32, i1, i32, i32
  } do {
  ^bb0(%p: i32, %c: i1, %q: i32, %r: i32):
    func.call @use(%q, %c) : (i32, i1) -> ()
    scf.yield %p, %r : i32, i32
  }
  return %0#1 : i1
}",
        "func.func private @use(i32, i1)
func.func private @next(i32) -> i1
func.func @f(%a: i32, %b: i32) -> i1 {
  %false = arith.constant false
  %true = arith.constant true
  scf.while : () -> () {
    %c = func.call @next(%a) : (i32) -> i1
    scf.condition(%c)
  } do {
    func.call @use(%b, %true) : (i32, i1) -> ()
    scf.yield
  }
  return %false : i1
}
",
    );
}

#[test]
fn parallel_of_no_rounds() {
    check_canonical(
        "func.func @f(%n: index, %x: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %0 = scf.parallel (%i, %j) = (%n, %c0) to (%n, %c0) step (%n, %n) init (%x) -> f32 {
    scf.reduce(%x : f32) {
    ^bb0(%a: f32, %b: f32):
      scf.reduce.return %a : f32
    }
  }
  return %0 : f32
}",
        "func.func @f(%n: index, %x: f32) -> f32 {
  return %x : f32
}
",
    );
}

#[test]
fn flows() {
    let (ir, module) = read_good(
        "func.func @f(%n: index, %c: i1, %x: f32) {
  %0 = scf.for %k = %n to %n step %n iter_args(%a = %x) -> (f32) {
    scf.yield %a : f32
  }
  scf.if %c {
  }
  %1 = scf.while (%a = %x) : (f32) -> f32 {
    scf.condition(%c) %a : f32
  } do {
  ^bb0(%b: f32):
    scf.yield %b : f32
  }
  return
}",
    );
    let ways = |code| {
        let op = ir.walk(module).into_iter().find(|op| ir.code(*op) == code).expect("it is there");
        let flows = region_flows(&ir, op).expect("its flows are known");
        flows.into_iter().map(|flow| (flow.from, flow.to, flow.values.len())).collect::<Vec<_>>()
    };
    use Point::{Parent, Region};
    let expected =
        [(Parent, Region(0), 1), (Parent, Parent, 1), (Region(0), Region(0), 1), (Region(0), Parent, 1)];
    assert_eq!(ways(super::FOR), expected);
    assert_eq!(ways(super::IF), [(Parent, Region(0), 0), (Region(0), Parent, 0), (Parent, Parent, 0)]);
    let expected = [
        (Parent, Region(0), 1),
        (Region(0), Region(1), 1),
        (Region(0), Parent, 1),
        (Region(1), Region(0), 1),
    ];
    assert_eq!(ways(super::WHILE), expected);
}
