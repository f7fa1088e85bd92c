//! Tests of `func`: its text, its diagnostics, its rewrites.

use super::DIALECT;
use crate::testing::{check_canonical, check_error, check_examples, check_text};

#[test]
fn examples() {
    check_examples(DIALECT.ops);
}

#[test]
fn text() {
    check_text(
        r#"func.func private @decl(i32 {a.b}, f32) -> (i32 {c.d = 1 : i32}, f32) attributes {z}
func.func nested @n() {
  return
}
func.func public @"odd name"(%a: i32 {a.b}, %b: f32) -> f32 attributes {z} {
  %0 = call @"odd name"(%a, %b) {k} : (i32, f32) -> f32
  return {k} %0 : f32
}
func.func private @returns_function() -> (() -> i32)
func.func private @has_one_with_attributes() -> (i32 {a.b})
func.func @indirect(%a: i32) -> f32 {
  %f = constant {k} @g : (i32) -> f32
  %0 = call_indirect %f(%a) {k} : (i32) -> f32
  cf.br ^bb1
^bb1:
  return %0 : f32
}
func.func private @g(i32) -> f32
"#,
    );
}

#[test]
fn text_errors() {
    check_error("func.func @f(%a: i32, i32) { return }", "expected a value such as `%name`");
    check_error("func.func @f(i32, %a: i32) { return }", "expected");
    check_error("func.func @f() {}", "the body of a function is not empty");
    check_error(
        "func.func private @f() attributes {sym_name = \"g\"}",
        "attribute `sym_name` is said by the signature",
    );
    check_error("func.func private @f(...)", "expected");
    check_error(
        "func.func @f(%g: (i32) -> i32) {\n  %0 = call_indirect %g() : (i32) -> i32\n  return\n}",
        "0 operands but 1 type",
    );
    check_error(
        "func.func @f(%g: i32) {\n  call_indirect %g() : i32\n  return\n}",
        "a callee is a function type",
    );
}

#[test]
fn signature_errors() {
    check_error("func.func @f()", "a function without a body must be `private`");
    check_error("func.func private @f(i32 {x})", "attribute `x` of the arguments needs the prefix");
    check_error(
        "\"func.func\"() <{sym_name = \"f\", function_type = (i32) -> ()}> ({\n^bb0(%a: i64):\n  \
         \"func.return\"() : () -> ()\n}) : () -> ()",
        "the arguments of the entry block have types (i64), but the arguments of the signature have (i32)",
    );
    check_error(
        "\"func.func\"() <{sym_name = \"f\", function_type = (i32) -> (), sym_visibility = \"private\", \
         arg_attrs = [{}, {}]}> ({\n}) : () -> ()",
        "`arg_attrs` has 2 dictionaries for 1 argument",
    );
    check_error(
        "func.func @f() -> i32 {\n  return\n}",
        "the returned values have types (), but the results of the function have (i32)",
    );
    check_error(
        "func.func @f(%a: i64) -> i32 {\n  return %a : i64\n}",
        "the returned values have types (i64), but the results of the function have (i32)",
    );
    check_error(
        "func.func @f(%c: i1) {\n  scf.if %c {\n    func.return\n  }\n  return\n}",
        "must stand directly in `func.func`",
    );
}

#[test]
fn call_errors() {
    let body = |op: &str| {
        format!("func.func private @g(i32) -> f32\nfunc.func @f(%a: i64) {{\n  {op}\n  return\n}}")
    };
    check_error(&body("call @h() : () -> ()"), "there is no function `@h`");
    check_error(
        &body("%0 = call @g() : () -> f32"),
        "the arguments of the call have types (), but the arguments of the function have (i32)",
    );
    check_error(&body("%0 = call @g(%a) : (i64) -> f32"), "the arguments of the call have types (i64), but");
    check_error(
        &body("%0 = constant @g : () -> ()"),
        "the function has type `(i32) -> f32`, but the result has `() -> ()`",
    );
    check_error(
        "memref.global \"private\" @m : memref<4xi32>\nfunc.func @f() {\n  call @m() : () -> ()\n  return\n}",
        "`@m` is no function but a `memref.global`",
    );
    check_error(
        "func.func @f(%g: (i32) -> f32, %a: i32) {\n  \
         %0 = \"func.call_indirect\"(%g, %a) : ((i32) -> f32, i32) -> i32\n  return\n}",
        "the results of the call have types (i32), but the results of the function have (f32)",
    );
}

#[test]
fn call_of_constant() {
    check_canonical(
        "func.func private @g(i32) -> f32
func.func @f(%a: i32) -> f32 {
  %g = constant @g : (i32) -> f32
  %0 = call_indirect %g(%a) : (i32) -> f32
  return %0 : f32
}",
        "func.func private @g(i32) -> f32
func.func @f(%a: i32) -> f32 {
  %0 = call @g(%a) : (i32) -> f32
  return %0 : f32
}
",
    );
}
