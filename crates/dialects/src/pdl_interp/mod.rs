//! `pdl_interp`: patterns as a machine that matches and rewrites.
//!
//! A function `@matcher` takes an operation and walks from it through the program: operations without successors fetch what is near, and
//! terminators compare it and go on at one block or another. `pdl_interp.record_match` notes that a pattern matches, with what the
//! rewrite needs, and goes on: one walk finds the matches of all patterns. The functions in the module `@rewriters` make and replace.
//!
//! * What is not there is null: an operand past the last, the defining operation of an argument, an attribute of another name. Fetching from null gives
//!   null, and `pdl_interp.is_not_null` asks.
//! * Equality is identity: of values, operations, types and attributes; of ranges, element by element.
//! * A comparison or a switch may take a path only once its operands are fetched; nothing is computed but handles.
//! * `pdl_interp.foreach` does its region for each of a range, so that one root can match several times.
//!
//! Handles have the types of [`pdl`](crate::pdl), and text and rules are MLIR 19's. `pdl_interp.create_operation` has one more: as many names
//! of attributes as values for them.

pub mod ops;
mod syntax;
#[cfg(test)]
mod tests;
mod verify;

pub use ops::*;

use crate::ids;
use ir::Dialect;

/// The dialect.
pub static DIALECT: Dialect = Dialect {
    id: ids::PDL_INTERP,
    name: "pdl_interp",
    doc: "Patterns as a machine that matches and rewrites.",
    ops: ops::OPS,
    types: &[],
    attrs: &[],
    enums: &[],
    constants: &[],
};
