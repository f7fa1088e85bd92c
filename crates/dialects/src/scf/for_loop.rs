//! Rewrites of `scf.for`: loops whose number of rounds is known to be none or one, and carried values that are not.

use super::canonicalize::{inline, keep_operands, keep_results};
use super::yield_of;
use crate::arith;
use base::Bits;
use ir::fold::constant_bits;
use ir::rewrite::Rewriter;
use ir::{Block, Ir, Op, Value};

fn body(rw: &Rewriter<'_>, op: Op) -> Option<(Block, Op)> {
    let block = rw.ir.entry(rw.ir.region(op, 0))?;
    Some((block, yield_of(rw.ir, block)?))
}

/// A loop that runs no round gives its initial values; one that runs one round is its body.
pub fn known_trip_count(rw: &mut Rewriter<'_>, op: Op) -> bool {
    let Some((block, _)) = body(rw, op) else { return false };
    let inits: Vec<Value> = rw.ir.group_operands(op, 3).collect();
    let [lower, upper, step] = [0, 1, 2].map(|i| rw.ir.operand(op, i));
    let known = |value: Value| constant_bits(rw.ir, value).and_then(base::Bits::to_i128);
    let bounds = known(lower).zip(known(upper));
    if lower == upper || bounds.is_some_and(|(lower, upper)| lower >= upper) {
        rw.replace_op(op, &inits);
        return true;
    }
    let one_round = bounds.zip(known(step)).is_some_and(|((lower, upper), step)| {
        // In 128 bits the sum of two 64-bit numbers cannot overflow; wider ones are left alone.
        step > 0 && lower.checked_add(step).is_some_and(|next| next >= upper)
    });
    if one_round {
        let mut args = vec![lower];
        args.extend(inits);
        return inline(rw, op, block, &args);
    }
    false
}

/// A carried value that every round yields as it came (or as it was at first) is the initial value.
pub fn invariant_values(rw: &mut Rewriter<'_>, op: Op) -> bool {
    let Some((block, end)) = body(rw, op) else { return false };
    let mut changed = false;
    for index in 0..rw.ir.result_count(op) {
        let (arg, init) = (rw.ir.args(block)[index + 1], rw.ir.operand(op, index + 3));
        let yielded = rw.ir.operand(end, index);
        if yielded != arg && yielded != init {
            continue;
        }
        let result = rw.ir.result(op, index);
        // What is yielded for itself is left as it is, for the rewrite of values that nobody looks at.
        let only_itself = rw.ir.uses(arg).all(|u| rw.ir.use_owner(u) == (end, index));
        let is_settled = yielded == arg && rw.ir.is_unused(result) && only_itself;
        if is_settled {
            continue;
        }
        rw.replace_uses(result, init);
        rw.replace_uses(arg, init);
        rw.set_operand(end, index, arg);
        changed = true;
    }
    changed
}

/// A carried value to which every round of a known number adds the same literal is known after the loop.
pub fn steady_sums(rw: &mut Rewriter<'_>, op: Op) -> bool {
    let Some((block, end)) = body(rw, op) else { return false };
    let Some(rounds) = rounds(rw.ir, op) else { return false };
    let mut changed = false;
    for index in 0..rw.ir.result_count(op) {
        let (arg, result) = (rw.ir.args(block)[index + 1], rw.ir.result(op, index));
        let Some(next) = rw.ir.defining_op(rw.ir.operand(end, index)) else { continue };
        if rw.ir.is_unused(result) || rw.ir.code(next) != arith::ADDI || rw.ir.operand(next, 0) != arg {
            continue;
        }
        let Some(added) = constant_bits(rw.ir, rw.ir.operand(next, 1)) else { continue };
        let total = added.mul(&Bits::from_i128(added.width(), rounds));
        let (ty, init) = (rw.ir.ty(result), rw.ir.operand(op, index + 3));
        let Some(total) = rw.ir.ctx.scalar_attr(total, ty) else { continue };
        let Some(total) = rw.constant(total, ty) else { continue };
        let sum = rw.value(arith::ADDI, &[init, total], ty);
        rw.replace_uses(result, sum);
        changed = true;
    }
    changed
}

/// The number of rounds of a `for` between literals.
pub fn rounds(ir: &Ir, op: Op) -> Option<i128> {
    let known = |operand: usize| constant_bits(ir, ir.operand(op, operand)).and_then(Bits::to_i128);
    let (lower, upper, step) = (known(0)?, known(1)?, known(2)?);
    let distance = upper.checked_sub(lower).filter(|_| step > 0)?.max(0);
    Some(distance / step + i128::from(distance % step != 0))
}

/// A carried value that nobody looks at, except to compute its own next value by carrying it, is not carried.
pub fn unused_values(rw: &mut Rewriter<'_>, op: Op) -> bool {
    let Some((block, end)) = body(rw, op) else { return false };
    let count = rw.ir.result_count(op);
    let is_idle = |index: usize| {
        let arg = rw.ir.args(block)[index + 1];
        // The argument may go only where it is yielded for itself.
        let only_itself = rw.ir.uses(arg).all(|u| rw.ir.use_owner(u) == (end, index));
        rw.ir.is_unused(rw.ir.result(op, index)) && only_itself
    };
    let kept: Vec<usize> = (0..count).filter(|index| !is_idle(*index)).collect();
    if kept.len() == count {
        return false;
    }
    keep_operands(rw, end, &kept);
    for index in (0..count).rev().filter(|index| !kept.contains(index)) {
        rw.ir.remove_argument(block, index + 1);
    }
    let mut operands: Vec<Value> = rw.ir.operands(op).take(3).collect();
    operands.extend(kept.iter().map(|index| rw.ir.operand(op, index + 3)));
    keep_results(rw, op, &kept, &operands);
    rw.erase(op);
    true
}
