//! The loops that something stands in.

use dialects::scf;
use ir::{Ir, Op, Value};

/// Whether an operation is a loop.
pub(super) fn is_loop(ir: &Ir, op: Op) -> bool {
    matches!(ir.code(op), scf::FOR | scf::WHILE)
}

/// The loops around an operation, the innermost first; an operation that is a loop is one of them.
pub(super) fn around(ir: &Ir, op: Op) -> impl Iterator<Item = Op> + '_ {
    std::iter::successors(Some(op), |op| ir.parent_op(*op)).filter(|op| is_loop(ir, *op))
}

/// The loops around the place where a value is made.
pub(super) fn around_value(ir: &Ir, value: Value) -> impl Iterator<Item = Op> + '_ {
    let place = ir.value_block(value).and_then(|block| ir.block_parent_op(block));
    place.into_iter().flat_map(|op| around(ir, op))
}
