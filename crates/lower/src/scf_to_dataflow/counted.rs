//! `while` loops that count.
//!
//! One of the carried values starts somewhere, is compared with something from outside of the loop, and becomes itself and a literal
//! (added, subtracted, multiplied, or shifted by it) in every round. A `stream` with that step and that comparison makes the same numbers, in the same
//! width, wrapping where the program wraps. So the condition need not be computed in a ring with the value. A literal of zero is left alone:
//! a stream would report it, and the program may be one that stops before its first round.

use dialects::arith::{self, IntPredicate, NSW, promises};
use dialects::scf::WhileParts;
use ir::{Ir, Op, OpCode, Value, ValueDef};

/// How a loop counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Counted {
    /// Which of the carried values counts.
    pub value: usize,
    /// What it is compared with.
    pub bound: Value,
    /// The comparison under which the loop goes on.
    pub goes_on: IntPredicate,
    /// The literal of the step.
    pub step: Value,
    /// The step in the language of `stream`.
    pub step_op: &'static str,
    /// The operation that steps.
    pub stepping: Op,
}

impl Counted {
    /// What is added in a round, if something is and the sum never wraps: then no two rounds have the same value.
    pub fn linear_step(&self, ir: &Ir) -> Option<i64> {
        let step = ir::fold::constant_bits(ir, self.step).and_then(|bits| bits.to_i64())?;
        match self.step_op {
            _ if !promises(ir, self.stepping, NSW) => None,
            "add" => Some(step),
            "sub" => step.checked_neg(),
            _ => None,
        }
    }
}

/// How a `while` counts, if it does.
pub(super) fn counted(ir: &Ir, op: Op) -> Option<Counted> {
    let parts = WhileParts::of(ir, op)?;
    let compare =
        ir.defining_op(ir.operand(parts.test, 0)).filter(|compare| ir.code(*compare) == arith::CMPI)?;
    let predicate = IntPredicate::of(ir, compare)?;
    let [left, right] = [0, 1].map(|operand| ir.operand(compare, operand));
    let sides = [(left, right, predicate), (right, left, predicate.swapped())];
    sides.into_iter().find_map(|(value, bound, goes_on)| {
        let ValueDef::Argument(block, number) = ir.value_def(value) else { return None };
        let number = number as usize;
        if block != parts.before || !is_outside(ir, bound, op) {
            return None;
        }
        let stepping = next(ir, &parts, value, number)?;
        let (step, step_op) = step(ir, stepping)?;
        Some(Counted { value: number, bound, goes_on, step, step_op, stepping })
    })
}

/// Whether a value is the same in all rounds of a loop.
fn is_outside(ir: &Ir, value: Value, inner: Op) -> bool {
    let is_literal = ir::fold::constant_value(ir, value).is_some();
    is_literal || ir.is_outside(value, inner)
}

/// The operation that makes the next of a carried value of it and a literal. It may stand before the test or after it.
fn next(ir: &Ir, parts: &WhileParts, value: Value, number: usize) -> Option<Op> {
    let stepping = ir.defining_op(parts.resolve(ir, ir.operand(parts.end, number)))?;
    let stepped = (ir.operand_count(stepping) == 2).then(|| ir.operand(stepping, 0))?;
    (parts.resolve(ir, stepped) == value).then_some(stepping)
}

fn step(ir: &Ir, stepping: Op) -> Option<(Value, &'static str)> {
    const STEPS: [(OpCode, &str); 6] = [
        (arith::ADDI, "add"),
        (arith::SUBI, "sub"),
        (arith::MULI, "mul"),
        (arith::SHLI, "shl"),
        (arith::SHRSI, "ashr"),
        (arith::SHRUI, "lshr"),
    ];
    let (_, name) = STEPS.into_iter().find(|(code, _)| *code == ir.code(stepping))?;
    let step = ir.operand(stepping, 1);
    ir::fold::constant_bits(ir, step).filter(|bits| !bits.is_zero())?;
    Some((step, name))
}
