//! How often a loop runs, as far as its bounds say.
//!
//! `scf.for` and `scf.parallel` compare their bounds as signed numbers. A step that is not positive is undefined behaviour
//! of the loop itself, so a loop that is defined runs at all exactly when its lower bound is below its upper one.

use base::Bits;
use dialects::scf;
use ir::fold::constant_bits;
use ir::{Ir, Op};
use std::cmp::Ordering;

/// What is known about the number of iterations.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Trips {
    /// There is none.
    None,
    /// There is one at least.
    Some,
    /// Nothing is known.
    Unknown,
}

/// What two bounds say.
pub fn of_bounds(lower: Option<&Bits>, upper: Option<&Bits>) -> Trips {
    match (lower, upper) {
        (Some(lower), Some(upper)) if lower.width() == upper.width() => match lower.scmp(upper) {
            Ordering::Less => Trips::Some,
            _ => Trips::None,
        },
        _ => Trips::Unknown,
    }
}

/// What the bounds of a `for` or `parallel` say; nothing is known of other operations.
pub fn trips(ir: &Ir, op: Op) -> Trips {
    let bounds: Vec<_> = match ir.code(op) {
        scf::FOR => vec![(ir.operand(op, 0), ir.operand(op, 1))],
        scf::PARALLEL => ir.group_operands(op, 0).zip(ir.group_operands(op, 1)).collect(),
        _ => return Trips::Unknown,
    };
    let dimensions = bounds.into_iter().map(|(l, u)| of_bounds(constant_bits(ir, l), constant_bits(ir, u)));
    // One empty dimension empties the whole.
    dimensions.fold(Trips::Some, |all, one| match (all, one) {
        (Trips::None, _) | (_, Trips::None) => Trips::None,
        (Trips::Some, Trips::Some) => Trips::Some,
        _ => Trips::Unknown,
    })
}
