//! Tests of `dataflow`: its text and its diagnostics.

use super::DIALECT;
use crate::testing::check_records;

#[test]
fn records() {
    check_records(DIALECT.ops);
}
