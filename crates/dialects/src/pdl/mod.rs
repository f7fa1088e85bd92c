//! `pdl`: patterns of operations, and what they are rewritten to, as operations themselves.
//!
//! A `pdl.pattern` has one block. What stands directly in it is the *match*: each operation names something that the program must have, and
//! whoever uses the name again demands the same thing again. The last, `pdl.rewrite`, is what happens to a match: operations that make
//! and replace, or the name of a function that does so.
//!
//! * A handle stands for an operation, a value, a type or an attribute; a range for any number of values or types. `pdl.operand` is a
//!   value from anywhere, `pdl.result` one of an operation of the pattern.
//! * A `pdl.operation` in a match has exactly the operands and results that it names: without `->` it has no results. A single range
//!   stands for all of them.
//! * Two operations of a pattern may be one operation of the program: nothing says that different names are different things.
//! * Every name of a match is bound to something a rewrite can reach: it has a user, and all that the rewrite uses hangs together.
//! * An operation that a rewrite makes has a name and result types that can be told: they are given, or follow from the operation
//!   it replaces, or from its operands. Of operations that no dialect here defines nothing is known and nothing demanded. What MLIR knows depends on
//!   which dialects a run of it has loaded; here a dialect is known or not.
//!
//! Text and rules are MLIR 19's. `pdl_interp` is the same patterns one level further down.

mod constraints;
mod inference;
pub mod ops;
mod syntax;
#[cfg(test)]
mod tests;
mod types;
mod verify;

pub use constraints::*;
pub use inference::{Inference, inference, result_types};
pub use ops::*;
pub(crate) use syntax::{OperationText, parse_operation_parts, print_operation_parts};
pub use types::{
    attribute_ty, element_or_self, element_ty, operation_ty, operations_ty, range_ty, type_ty, types_ty,
    value_ty, values_ty,
};
pub use verify::replaced_by;
pub(crate) use verify::{attribute_names, range_elements};

use crate::ids;
use ir::Dialect;

/// The dialect.
pub static DIALECT: Dialect = Dialect {
    id: ids::PDL,
    name: "pdl",
    doc: "Patterns of operations, and what they are rewritten to.",
    ops: ops::OPS,
    types: &types::TYPES,
    attrs: &[],
    enums: &[],
    constants: &[],
};
