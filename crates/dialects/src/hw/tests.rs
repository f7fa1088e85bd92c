//! Tests of `hw`: its text, its diagnostics, its folds.

use super::DIALECT;
use crate::testing::check_examples;

#[test]
fn examples() {
    check_examples(DIALECT.ops);
}
