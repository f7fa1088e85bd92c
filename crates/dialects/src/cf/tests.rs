//! Tests of `cf`: its text, its diagnostics, its rewrites.

use super::DIALECT;
use crate::testing::check_examples;

#[test]
fn examples() {
    check_examples(DIALECT.ops);
}
