//! `cf`: branches between the blocks of a region.
//!
//! Values do not live in variables here but travel along branches: a branch hands each successor one operand for every
//! argument of its block, of the same type (the verifier checks it for every branch from the record's
//! [`ir::Branch`]). A loop is a branch back; whether it can be raised to `scf` is a question of its shape alone.
//!
//! `cf.assert` is the one operation of the dialect that is no terminator: a program that reaches it with a false
//! condition is wrong there and then, and what it does afterwards is not defined.

mod canonicalize;
pub mod ops;
mod syntax;
#[cfg(test)]
mod tests;
mod verify;

pub use ops::*;
pub use verify::case_values;

use crate::ids;
use ir::Dialect;

/// The dialect.
pub static DIALECT: Dialect = Dialect {
    id: ids::CF,
    name: "cf",
    doc: "Branches between blocks, and assertions.",
    ops: ops::OPS,
    types: &[],
    attrs: &[],
    enums: &[],
    constants: &[],
};
