//! `dataflow`: loops as streams.
//!
//! A loop that runs its body K times is governed by a stream of K times true and once false; the next activation of the loop follows in the
//! same stream. The four operations make such streams and move values in and out of them:
//!
//! * `stream` counts: K+1 indices and the K+1 conditions.
//! * `carry` is a value that the body computes anew: the initial one, then one for each true.
//! * `invariant` is a value that the body only reads: it is repeated for each true.
//! * `gate` takes off what the body does not see: the value that belongs to the false, and the first condition.
//!
//! `carry` and `invariant` give one token before they look at a condition, and start again after each false. All four are functions of their
//! streams: no result depends on delays. Values are integers, floats, `index`, `none` where only the order counts, and tagged values;
//! they are plain, or all of them are channels of [`handshake`](crate::handshake).
//!
//! `stream` goes beyond its specification in two ways: its operands may be integers of one width, which the text then gives, and
//! attributes may name another step and another condition than counting up or down to a bound.

pub mod ops;
mod syntax;
#[cfg(test)]
mod tests;
mod types;
mod verify;

pub use ops::*;
pub use types::{tagged, tagged_ty};

use crate::arith::{INT_PREDICATE, IntPredicate};
use crate::handshake::StepOp;
use crate::ids;
use ir::{Dialect, Ir, Op};

/// The error that a step of zero is: its number on the port `error_code` of a circuit, and its name.
pub const ZERO_STEP: (u16, &str) = (259, "RT_DATAFLOW_STREAM_ZERO_STEP");

/// The dialect.
pub static DIALECT: Dialect = Dialect {
    id: ids::DATAFLOW,
    name: "dataflow",
    doc: "Loops as streams: counting, carried and repeated values, and what a body sees of them.",
    ops: ops::OPS,
    types: &types::TYPES,
    attrs: &[],
    enums: &[],
    constants: &[],
};

/// How a `dataflow.stream` steps and when it goes on, if an attribute says so: otherwise it adds the step and compares by its sign. The outer
/// `None` is an attribute that says nothing known.
pub fn rule(ir: &Ir, op: Op) -> Option<Option<(StepOp, IntPredicate)>> {
    let (step, condition) = (ir.attr(op, "step_op"), ir.attr(op, "cont_cond"));
    if step.is_none() && condition.is_none() {
        return Some(None);
    }
    let step = match step {
        Some(name) => StepOp::from_name(ir.ctx.str_value(name)?)?,
        None => StepOp::Add,
    };
    let condition = match condition {
        Some(name) => predicate(ir.ctx.str_value(name)?)?,
        None => IntPredicate::Slt,
    };
    Some(Some((step, condition)))
}

/// The predicate of a name.
fn predicate(name: &str) -> Option<IntPredicate> {
    INT_PREDICATE.value(name).and_then(|number| IntPredicate::new(number as i64))
}
