//! Tests of `pdl`: its text and its diagnostics.

use super::{DIALECT, Inference, inference};
use crate::testing::{check_error, check_examples, check_text, round_trip};
use ir::Context;

#[test]
fn examples() {
    check_examples(DIALECT.ops);
}

#[test]
fn text_of_patterns() {
    check_text(
        r#"pdl.pattern @all : benefit(3) attributes {k} {
  %t = type
  %i = type {k} : i32
  %ts = types
  %given = types {k} : [i32, i64]
  %a = operand
  %b = operand : %t {k}
  %cs = operands : %ts
  %ds = operands : %given {k}
  %x = attribute
  %y = attribute : %i
  %z = attribute = 10 : i32
  %w = attribute = "x" attributes {k}
  %op = operation "a.b"(%a, %b, %cs, %ds : !pdl.value, !pdl.value, !pdl.range<value>, !pdl.range<value>) {"x" = %x, "y" = %y} -> (%t, %ts : !pdl.type, !pdl.range<type>) {k}
  %any = operation
  %with = operation {"z" = %z, "w" = %w} {k}
  %gives = operation -> (%t : !pdl.type) {k}
  %own = operation "a.c" {k, l = 1 : i64}
  %r = result 0 of %op {k}
  %rs = results of %op {k}
  %r1 = results 1 of %op -> !pdl.range<value> {k}
  %r2 = results 2 of %op -> !pdl.value
  %root = operation "a.d"(%r, %rs, %r1, %r2 : !pdl.value, !pdl.range<value>, !pdl.range<value>, !pdl.value)
  apply_native_constraint "c"(%a, %root : !pdl.value, !pdl.operation) {k}
  %n = apply_native_constraint "c"(%any, %with : !pdl.operation, !pdl.operation) : !pdl.attribute {isNegated = true}
  apply_native_constraint "c"(%gives, %own : !pdl.operation, !pdl.operation)
  rewrite %root {
    %e = range : !pdl.range<type> {k}
    %f = range %a, %rs : !pdl.value, !pdl.range<value> {k}
    apply_native_rewrite "n"(%a : !pdl.value) {k}
    %g:2 = apply_native_rewrite "n"(%a : !pdl.value) : !pdl.type, !pdl.attribute
    %h = apply_native_rewrite "n" : !pdl.range<operation>
    %new = operation "a.e"(%f : !pdl.range<value>) {"n" = %n} -> (%g#0 : !pdl.type)
    %l = attribute = [1, 2]
    replace %op with %new {k}
    replace %root with(%a, %rs : !pdl.value, !pdl.range<value>)
    replace %op with
    erase %root {k}
  } attributes {k}
}
pdl.pattern : benefit(0) {
  %0 = operation
  rewrite %0 with "f"
}
pdl.pattern : benefit(32767) {
  %0 = operation
  rewrite with "f"(%0 : !pdl.operation) attributes {k}
}
pdl.pattern : benefit(0) {
  %0 = operation
  rewrite {
    erase %0
  }
}
"#,
    );
}

#[test]
fn other_ways_to_write_it() {
    let printed = round_trip(
        "pdl.pattern : benefit(1) {\n  %0 = pdl.operand\n  %1 = pdl.operation(%0 : !pdl<value>)\n  \
         pdl.apply_native_constraint \"c\"(%0 : !pdl.value) {isNegated = false}\n  pdl.rewrite %1 {\n  ^bb0:\n  }\n}",
    );
    assert!(printed.contains("  %1 = operation(%0 : !pdl.value)\n"), "{printed}");
    assert!(printed.contains("  apply_native_constraint \"c\"(%0 : !pdl.value)\n"), "{printed}");
    // Outside of patterns nothing is demanded of what is named, nor of a pattern without a name.
    check_text(
        "func.func @f() {\n  %0 = pdl.type\n  %1 = pdl.operation\n  %2 = pdl.result -1 of %1\n  pdl.pattern : benefit(1) {\n    \
         %0 = operation\n    rewrite %0 with \"f\"\n  }\n  return\n}\n",
    );
}

/// A pattern with this body.
fn pattern(body: &str) -> String {
    format!("pdl.pattern : benefit(1) {{\n{body}\n}}")
}

/// A pattern that rewrites an operation in this way.
fn rewriting(body: &str) -> String {
    pattern(&format!("%op = operation \"a.b\"\nrewrite %op {{\n{body}\n}}"))
}

#[test]
fn what_a_pattern_is() {
    check_error("pdl.pattern : benefit(1) {\n}", "exactly one block");
    check_error(&pattern("%0 = operation\nfunc.return"), "FR1000");
    check_error(&pattern("%0 = arith.constant 1 : i32\n%1 = operation\nrewrite %1 with \"f\""), "FR1001");
    check_error(&rewriting("%0 = arith.constant 1 : i32"), "FR1001");
    check_error(
        &pattern("%0 = operand\napply_native_constraint \"c\"(%0 : !pdl.value)\nrewrite with \"f\""),
        "FR1002",
    );
    for (other, ty) in [("operation", "operation"), ("operand", "value"), ("operands", "range<value>")] {
        let body = format!("%0 = operation\n%1 = {other}\nrewrite %0 with \"f\"(%1 : !pdl.{ty})");
        check_error(&pattern(&body), "FR1003");
    }
    // A type needs no way to it, and what nobody rewrites needs none either.
    round_trip(&pattern("%0 = type\n%1 = operation\nrewrite %1 with \"f\"(%0 : !pdl.type)"));
    round_trip(&pattern(
        "%0 = operation\n%1 = operation\napply_native_constraint \"c\"(%1 : !pdl.operation)\nrewrite %0 with \"f\"",
    ));
    // Two roots over one value hang together.
    round_trip(&pattern(
        "%0 = operand\n%1 = operation(%0 : !pdl.value)\n%2 = operation(%0 : !pdl.value)\n\
         rewrite with \"f\"(%1, %2 : !pdl.operation, !pdl.operation)",
    ));
    check_error(
        "pdl.pattern : benefit(-1) {\n%0 = operation\nrewrite %0 with \"f\"\n}",
        "an i16 that is not negative",
    );
    check_error(
        "pdl.pattern : benefit(65535) {\n%0 = operation\nrewrite %0 with \"f\"\n}",
        "an i16 that is not negative",
    );
    check_error("pdl.pattern : benefit(70000) {\n%0 = operation\nrewrite %0 with \"f\"\n}", "FR01");
    check_error(
        "func.func @f() {\npdl.pattern @p : benefit(1) {\n%0 = operation\nrewrite %0 with \"f\"\n}\nreturn\n}",
        "must stand directly in a symbol table",
    );
}

#[test]
fn what_is_matched_is_used() {
    let beside = |line: &str| pattern(&format!("{line}\n%op = operation\nrewrite %op with \"f\""));
    for line in [
        "%0 = operand",
        "%0 = operands",
        "%0 = operation",
        "%0 = type",
        "%0 = types",
        "%0 = attribute",
        "%0 = operation\n%1 = result 0 of %0",
        "%0 = operation\n%1 = results of %0",
    ] {
        check_error(&beside(line), "FR1004");
    }
    for line in ["%0 = type : i32", "%0 = types : [i32]", "%0 = attribute = 1 : i32"] {
        round_trip(&beside(line));
    }
    // Results that use each other in a circle are wrong, and nothing is used by that.
    check_error(
        &beside(
            "%0 = operation\n%1 = \"pdl.result\"(%0, %2) <{index = 0 : i32}> : (!pdl.operation, !pdl.value) -> !pdl.value\n\
             %2 = \"pdl.result\"(%1) <{index = 0 : i32}> : (!pdl.value) -> !pdl.value",
        ),
        "FR1004",
    );
}

#[test]
fn where_operations_stand() {
    for line in ["%0 = operand", "%0 = operands", "apply_native_constraint \"c\"(%op : !pdl.operation)"] {
        check_error(&rewriting(line), "must stand directly in `pdl.pattern`");
    }
    for line in [
        "erase %op",
        "replace %op with %op",
        "apply_native_rewrite \"n\"(%op : !pdl.operation)",
        "%0 = range : !pdl.range<value>",
    ] {
        let text = pattern(&format!("%op = operation\n{line}\nrewrite %op with \"f\""));
        check_error(&text, "must stand directly in `pdl.rewrite`");
    }
}

#[test]
fn attributes_and_functions() {
    let named = |sizes: &str, names: &str| {
        pattern(&format!(
            "%0 = attribute = 1 : i32\n%op = \"pdl.operation\"(%0) <{{attributeValueNames = {names}, operandSegmentSizes = \
             array<i32: {sizes}>}}> : (!pdl.attribute) -> !pdl.operation\nrewrite %op with \"f\""
        ))
    };
    round_trip(&named("0, 1, 0", "[\"a\"]"));
    check_error(&named("0, 1, 0", "[]"), "FR1007");
    check_error(&named("0, 1, 0", "[\"a\", \"b\"]"), "FR1007");
    check_error(&named("0, 1, 0", "[1]"), "a list of strings");
    check_error(&named("1, 0, 0", "[]"), "must be `!pdl.value` or `!pdl.range<value>`");
    check_error(&rewriting("%0 = attribute"), "FR1008");
    check_error(&rewriting("%t = type : i32\n%0 = attribute : %t"), "FR1008");
    check_error(
        &pattern(
            "%t = type\n%0 = attribute : %t = 1 : i32\n%op = operation {\"a\" = %0}\nrewrite %op with \"f\"",
        ),
        "FR1009",
    );
    check_error(
        &pattern(
            "%op = operation \"a.b\"\n\"pdl.apply_native_constraint\"() <{name = \"c\"}> : () -> ()\nrewrite %op with \"f\"",
        ),
        "FR1010",
    );
    check_error(&rewriting("apply_native_rewrite \"n\""), "FR1010");
    let gives = |ty: &str| {
        let call = format!("%0 = apply_native_constraint \"c\"(%op : !pdl.operation) : {ty}");
        pattern(&format!("%op = operation\n{call}\nrewrite %op with \"f\""))
    };
    check_error(&gives("!pdl.operation"), "FR1011");
    check_error(&gives("i32"), "must be a type of `pdl`");
    round_trip(&gives("!pdl.range<operation>"));
}

#[test]
fn what_a_rewrite_is() {
    let root = |line: &str| pattern(&format!("%op = operation \"a.b\"\n{line}"));
    check_error(&root("rewrite %op with \"f\" {\n  erase %op\n}"), "FR1015");
    check_error(&root("rewrite %op"), "FR1016");
    check_error(&root("rewrite %op {\n}"), "FR1016");
    check_error(
        &root(
            "\"pdl.rewrite\"(%op, %op) <{operandSegmentSizes = array<i32: 1, 1>}> ({\n\"pdl.erase\"(%op) : (!pdl.operation) -> ()\n\
             }) : (!pdl.operation, !pdl.operation) -> ()",
        ),
        "FR1017",
    );
    check_error(&root("rewrite %op {\n^bb0(%x: !pdl.value):\n  erase %op\n}"), "FR1018");
    check_error(&root("rewrite %op {\n^bb0:\n  erase %op\n^bb1:\n  erase %op\n}"), "at most one block");
    check_error(&rewriting("%0 = operation"), "FR1006");
    check_error(
        &pattern(
            "%a = operand\n%op = operation(%a : !pdl.value)\nrewrite %op {\nreplace %op with (%a : !pdl.value) %op\n}",
        ),
        "FR1013",
    );
    check_error(
        &pattern(
            "%op = operation\n%r = \"pdl.results\"(%op) : (!pdl.operation) -> !pdl.value\nrewrite %op with \"f\"(%r : !pdl.value)",
        ),
        "FR1014",
    );
}

#[test]
fn ranges() {
    let from = |line: &str| {
        pattern(&format!(
            "%a = operand\n%t = type\n%op = operation(%a : !pdl.value) -> (%t : !pdl.type)\nrewrite %op {{\n{line}\n}}"
        ))
    };
    check_error(&from("%0 = range %a, %t : !pdl.value, !pdl.type"), "FR1012");
    check_error(
        &from("%0 = range %op : !pdl.operation"),
        "must be `!pdl.range<type>` or `!pdl.range<value>`",
    );
    check_error(
        &from("%0 = range : !pdl.range<attribute>"),
        "must be `!pdl.range<type>` or `!pdl.range<value>`",
    );
    check_error(
        &from("%0 = \"pdl.range\"(%a) : (!pdl.value) -> !pdl.range<type>"),
        "a range of what `arguments` are",
    );
    for (inside, words) in
        [("range<value>", "FR1019"), ("i32", "FR1019"), ("!pdl.value", "expected `attribute`")]
    {
        check_error(&format!("func.func private @f(!pdl.range<{inside}>)"), words);
    }
    check_text(
        "func.func private @f(!pdl.range<value>, !pdl.range<type>, !pdl.range<attribute>, !pdl.range<operation>)\n",
    );
}

#[test]
fn result_types_of_new_operations() {
    let good = |text: &str| drop(round_trip(text));
    let bad = |text: &str| check_error(text, "FR1005");
    for name in ["arith.addi", "func.return", "func.call", "x.y", "arith.no_such"] {
        good(&rewriting(&format!("%0 = operation \"{name}\"")));
    }
    bad(&rewriting("%0 = operation \"arith.extsi\""));
    good(&rewriting("%0 = operation \"arith.extsi\"\nreplace %op with %0"));
    good(&rewriting("%1 = operation \"x.y\"\n%0 = operation \"arith.extsi\"\nreplace %1 with %0"));
    bad(&rewriting("%0 = operation \"arith.extsi\"\n%1 = operation \"x.y\"\nreplace %1 with %0"));
    bad(&rewriting("%0 = operation \"arith.extsi\"\nreplace %0 with %op"));
    let typed = |line: &str, ty: &str| format!("{line}\n%0 = operation \"arith.extsi\" -> (%t : {ty})");
    good(&rewriting(&typed("%t = type : i32", "!pdl.type")));
    good(&rewriting(&typed("%t = types : [i32]", "!pdl.range<type>")));
    good(&rewriting(&typed("%t = apply_native_rewrite \"n\" : !pdl.type", "!pdl.type")));
    bad(&rewriting(&typed("%t = type", "!pdl.type")));
    bad(&rewriting(&typed("%t = types", "!pdl.range<type>")));
    bad(&rewriting(&typed("%u = type : i32\n%t = range %u : !pdl.type", "!pdl.range<type>")));
    bad(&rewriting("%t = type\n%0 = operation \"func.call\" -> (%t : !pdl.type)"));
    good(&rewriting("%t = type\n%0 = operation \"x.y\" -> (%t : !pdl.type)"));
    let matched = |lines: &str, op: &str| {
        pattern(&format!("{lines}\n%op = operation{op}\nrewrite %op {{\n{}\n}}", typed("", "!pdl.type")))
    };
    good(&matched("%t = type : i32", ""));
    good(&matched("%t = type\n%a = operand : %t", "(%a : !pdl.value)"));
    good(&matched("%t = type", " -> (%t : !pdl.type)"));
    bad(&matched("%t = type\n%a = attribute : %t", " {\"a\" = %a}"));
}

#[test]
fn what_is_known_of_a_name() {
    let ctx = Context::new(crate::all());
    for (name, known) in [
        ("arith.addi", Inference::Follows),
        ("arith.cmpi", Inference::Follows),
        ("arith.constant", Inference::Follows),
        ("memref.load", Inference::Follows),
        ("pdl.result", Inference::Follows),
        ("arith.extsi", Inference::Given),
        ("arith.index_cast", Inference::Given),
        ("func.call", Inference::Open),
        ("func.return", Inference::Open),
        ("arith.no_such", Inference::UnknownOperation),
        ("toy.add", Inference::UnknownDialect),
        ("", Inference::UnknownDialect),
    ] {
        assert_eq!(inference(&ctx, name), known, "{name}");
    }
}
