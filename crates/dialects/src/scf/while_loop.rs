//! The parts of an `scf.while`, and its rewrites: loops that never go on, and values that are carried for nothing.

use super::canonicalize::{keep_operands, keep_results, replace_inside};
use super::{CONDITION, yield_of};
use ir::fold::constant_bits;
use ir::rewrite::Rewriter;
use ir::{Attr, Block, Ir, Op, Value, ValueDef};

/// The two blocks of an `scf.while` and how they end.
#[derive(Clone, Copy, Debug)]
pub struct WhileParts {
    /// What is run before it is known whether there is a round.
    pub before: Block,
    /// The `scf.condition` that says so.
    pub test: Op,
    /// What is run if there is one.
    pub after: Block,
    /// The `scf.yield` to the next.
    pub end: Op,
}

impl WhileParts {
    /// The parts of an `scf.while`.
    pub fn of(ir: &Ir, op: Op) -> Option<WhileParts> {
        let before = ir.entry(ir.region(op, 0))?;
        let after = ir.entry(ir.region(op, 1))?;
        let test = ir.last_op(before).filter(|last| ir.code(*last) == CONDITION)?;
        Some(WhileParts { before, test, after, end: yield_of(ir, after)? })
    }

    /// What an argument of the second block is before the test; any other value is itself.
    pub fn resolve(&self, ir: &Ir, value: Value) -> Value {
        match ir.value_def(value) {
            ValueDef::Argument(block, number) if block == self.after => {
                ir.operand(self.test, 1 + number as usize)
            }
            _ => value,
        }
    }
}

/// A loop whose condition is false is its first region.
pub fn never_true(rw: &mut Rewriter<'_>, op: Op) -> bool {
    let Some(WhileParts { before, test: condition, .. }) = WhileParts::of(rw.ir, op) else { return false };
    if !constant_bits(rw.ir, rw.ir.operand(condition, 0)).is_some_and(base::Bits::is_zero) {
        return false;
    }
    let inits: Vec<Value> = rw.ir.operands(op).collect();
    rw.inline_block_before(before, op, &inits);
    // Asked after the arguments were replaced: what is passed on may be one of them.
    let values: Vec<Value> = rw.ir.operands(condition).skip(1).collect();
    rw.erase(condition);
    rw.replace_op(op, &values);
    true
}

/// A condition that is itself passed on is true in the second region, and false in the end.
pub fn known_inside(rw: &mut Rewriter<'_>, op: Op) -> bool {
    let Some(WhileParts { test: condition, after, .. }) = WhileParts::of(rw.ir, op) else { return false };
    let decides = rw.ir.operand(condition, 0);
    if constant_bits(rw.ir, decides).is_some() {
        return false;
    }
    let mut changed = false;
    for index in 1..rw.ir.operand_count(condition) {
        if rw.ir.operand(condition, index) != decides {
            continue;
        }
        for (value, known) in
            [(rw.ir.args(after)[index - 1], Attr::TRUE), (rw.ir.result(op, index - 1), Attr::FALSE)]
        {
            if rw.ir.is_unused(value) {
                continue;
            }
            let Some(known) = rw.constant(known, ir::Type::I1) else { continue };
            rw.replace_uses(value, known);
            changed = true;
        }
    }
    // A condition from outside of the loop never changes: where the loop goes on it is true.
    let region = rw.ir.region(op, 1);
    changed | replace_inside(rw, decides, region, Attr::TRUE)
}

/// What is passed on from outside of the loop is known there without being passed on.
pub fn values_from_outside(rw: &mut Rewriter<'_>, op: Op) -> bool {
    let Some(WhileParts { test: condition, after, .. }) = WhileParts::of(rw.ir, op) else { return false };
    let mut changed = false;
    for index in 1..rw.ir.operand_count(condition) {
        let value = rw.ir.operand(condition, index);
        if !rw.ir.is_outside(value, op) {
            continue;
        }
        for known in [rw.ir.args(after)[index - 1], rw.ir.result(op, index - 1)] {
            changed |= !rw.ir.is_unused(known);
            rw.replace_uses(known, value);
        }
    }
    changed
}

/// What neither the second region nor anybody after the loop uses is not passed on.
pub fn unused_results(rw: &mut Rewriter<'_>, op: Op) -> bool {
    let Some(WhileParts { test: condition, after, .. }) = WhileParts::of(rw.ir, op) else { return false };
    let count = rw.ir.result_count(op);
    let is_unused = |i: usize| rw.ir.is_unused(rw.ir.result(op, i)) && rw.ir.is_unused(rw.ir.args(after)[i]);
    let kept: Vec<usize> = (0..count).filter(|i| !is_unused(*i)).collect();
    if kept.len() == count {
        return false;
    }
    let mut passed = vec![0];
    passed.extend(kept.iter().map(|i| i + 1));
    keep_operands(rw, condition, &passed);
    for index in (0..count).rev().filter(|i| !kept.contains(i)) {
        rw.ir.remove_argument(after, index);
    }
    let operands: Vec<Value> = rw.ir.operands(op).collect();
    keep_results(rw, op, &kept, &operands);
    rw.erase(op);
    true
}

/// An operand that every round yields again unchanged, or that the first region does not look at, is not carried.
pub fn invariant_values(rw: &mut Rewriter<'_>, op: Op) -> bool {
    let Some(parts) = WhileParts::of(rw.ir, op) else { return false };
    let WhileParts { before, end, .. } = parts;
    let count = rw.ir.operand_count(op);
    let is_invariant = |index: usize| {
        let (arg, init, yielded) =
            (rw.ir.args(before)[index], rw.ir.operand(op, index), rw.ir.operand(end, index));
        // Unchanged: yielded as it was passed on by the condition, or as it was at first.
        rw.ir.is_unused(arg) || yielded == init || parts.resolve(rw.ir, yielded) == arg
    };
    let (dropped, kept): (Vec<usize>, Vec<usize>) = (0..count).partition(|index| is_invariant(*index));
    if dropped.is_empty() {
        return false;
    }
    for index in dropped.iter().rev() {
        let (arg, init) = (rw.ir.args(before)[*index], rw.ir.operand(op, *index));
        rw.replace_uses(arg, init);
        rw.ir.remove_argument(before, *index);
    }
    keep_operands(rw, end, &kept);
    keep_operands(rw, op, &kept);
    true
}
