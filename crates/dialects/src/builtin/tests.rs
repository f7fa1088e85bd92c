//! Tests of `builtin`: its text, its diagnostics, its folds.

use super::DIALECT;
use crate::testing::{check_canonical, check_error, check_examples, check_text};

#[test]
fn examples() {
    check_examples(DIALECT.ops);
}

#[test]
fn text() {
    check_text(
        "module @a attributes {test.x = 1 : i64} {
  module {
  }
  %0 = unrealized_conversion_cast to i32
  %1:2 = unrealized_conversion_cast %0 : i32 to f32, f64 {note}
}
",
    );
}

#[test]
fn errors() {
    check_error("module attributes {x} {}", "attribute `x` needs the prefix of a dialect");
    check_error("\"builtin.module\"() ({}) : () -> ()", "must have exactly one block");
    check_error(
        "func.func @f() {\n  \"builtin.unrealized_conversion_cast\"() : () -> ()\n  return\n}",
        "at least one result",
    );
    check_error("module @a {}\nmodule @a {}", "the symbol `@a` is defined twice");
}

#[test]
fn casts_that_lead_back() {
    check_canonical(
        "func.func @f(%a: index, %b: i32) -> (index, i32) {
  %0 = builtin.unrealized_conversion_cast %a : index to i64
  %1 = builtin.unrealized_conversion_cast %0 : i64 to index
  %2 = builtin.unrealized_conversion_cast %b : i32 to i32
  return %1, %2 : index, i32
}",
        "func.func @f(%a: index, %b: i32) -> (index, i32) {
  return %a, %b : index, i32
}
",
    );
}
