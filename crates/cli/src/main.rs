//! The `flowright` binary.
fn main() {}
