//! Tests of `handshake`: its text, its diagnostics, and what operations are as units.

use super::DIALECT;
use crate::testing::check_examples;

#[test]
fn examples() {
    check_examples(DIALECT.ops);
}
