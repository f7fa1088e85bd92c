//! Rewrites of choices and of `scf.execute_region` and `scf.parallel`; the other loops have files of their own.

use super::{IF, yield_of};
use crate::arith;
use ir::fold::constant_bits;
use ir::rewrite::Rewriter;
use ir::{Attr, Block, Ir, Op, OpState, Region, Type, Value};

/// Replaces an operation by the one block that it runs: the block's operations before it, the yielded values for its
/// results. The block's arguments become `args`.
pub(super) fn inline(rw: &mut Rewriter<'_>, op: Op, block: Block, args: &[Value]) -> bool {
    let Some(end) = yield_of(rw.ir, block) else { return false };
    rw.inline_block_before(block, op, args);
    // Asked after the arguments were replaced: what is yielded may be one of them.
    let values: Vec<Value> = rw.ir.operands(end).collect();
    rw.erase(end);
    rw.replace_op(op, &values);
    true
}

/// A copy of an operation that keeps only some of its results; gives the new operation. Regions move to it.
pub(super) fn keep_results(rw: &mut Rewriter<'_>, op: Op, kept: &[usize], operands: &[Value]) -> Op {
    let types: Vec<Type> = kept.iter().map(|i| rw.ir.ty(rw.ir.result(op, *i))).collect();
    let mut state = OpState::new(rw.ir.code(op), rw.loc).operands(operands).results(&types);
    state.props = rw.ir.ctx.dict(rw.ir.props(op)).to_vec();
    state.attrs = rw.ir.ctx.dict(rw.ir.attrs(op)).to_vec();
    for from in rw.ir.regions(op).to_vec() {
        let to = rw.ir.create_region();
        rw.ir.move_blocks(from, to, 0);
        state.regions.push(to);
    }
    let new = rw.create(state);
    for (at, i) in kept.iter().enumerate() {
        let (from, to) = (rw.ir.result(op, *i), rw.ir.result(new, at));
        rw.ir.set_value_name(to, rw.ir.value_name(from));
        rw.replace_uses(from, to);
    }
    new
}

/// Leaves only these operands.
pub(super) fn keep_operands(rw: &mut Rewriter<'_>, op: Op, kept: &[usize]) {
    let operands: Vec<Value> = kept.iter().map(|i| rw.ir.operand(op, *i)).collect();
    rw.set_operands(op, &operands);
}

// ----- if -----

/// A condition that is known decides.
pub fn if_constant(rw: &mut Rewriter<'_>, op: Op) -> bool {
    let Some(bits) = constant_bits(rw.ir, rw.ir.operand(op, 0)) else { return false };
    let region = rw.ir.region(op, usize::from(bits.is_zero()));
    match rw.ir.entry(region) {
        Some(block) => inline(rw, op, block, &[]),
        None => {
            rw.erase(op);
            true
        }
    }
}

/// Inside the first region the condition is true, inside the second it is false.
pub fn if_known_inside(rw: &mut Rewriter<'_>, op: Op) -> bool {
    let condition = rw.ir.operand(op, 0);
    if rw.ir.has_one_use(condition) || constant_bits(rw.ir, condition).is_some() {
        return false;
    }
    let regions = [rw.ir.region(op, 0), rw.ir.region(op, 1)];
    let mut changed = false;
    for (region, known) in regions.into_iter().zip([Attr::TRUE, Attr::FALSE]) {
        changed |= replace_inside(rw, condition, region, known);
    }
    changed
}

/// Replaces the uses of a condition inside a region by a constant.
pub(super) fn replace_inside(rw: &mut Rewriter<'_>, condition: Value, region: Region, known: Attr) -> bool {
    let is_inside = |ir: &Ir, op: Op| {
        std::iter::successors(ir.parent_region(op), |r| ir.parent_region(ir.region_parent(*r)?))
            .any(|r| r == region)
    };
    let uses: Vec<_> = rw.ir.uses(condition).filter(|u| is_inside(rw.ir, rw.ir.use_owner(*u).0)).collect();
    if uses.is_empty() {
        return false;
    }
    let Some(known) = rw.constant(known, Type::I1) else { return false };
    for u in uses {
        let (user, index) = rw.ir.use_owner(u);
        rw.set_operand(user, index, known);
    }
    true
}

/// A result for which both regions yield a value from outside is a selection, or that value if it is the same one.
pub fn if_to_select(rw: &mut Rewriter<'_>, op: Op) -> bool {
    let Some((yes, no)) = ends(rw.ir, op) else { return false };
    let mut changed = false;
    for index in 0..rw.ir.result_count(op) {
        let result = rw.ir.result(op, index);
        if rw.ir.is_unused(result) {
            continue;
        }
        let (a, b) = (rw.ir.operand(yes, index), rw.ir.operand(no, index));
        if !rw.ir.is_outside(a, op) || !rw.ir.is_outside(b, op) {
            continue;
        }
        let (condition, ty) = (rw.ir.operand(op, 0), rw.ir.ty(result));
        let value = if a == b { a } else { rw.value(arith::SELECT, &[condition, a, b], ty) };
        rw.replace_uses(result, value);
        changed = true;
    }
    changed
}

/// Results that nobody uses need not be yielded.
pub fn if_unused_results(rw: &mut Rewriter<'_>, op: Op) -> bool {
    let kept: Vec<usize> =
        (0..rw.ir.result_count(op)).filter(|i| !rw.ir.is_unused(rw.ir.result(op, *i))).collect();
    if kept.len() == rw.ir.result_count(op) {
        return false;
    }
    let Some((yes, no)) = ends(rw.ir, op) else { return false };
    keep_operands(rw, yes, &kept);
    keep_operands(rw, no, &kept);
    let condition = rw.ir.operand(op, 0);
    keep_results(rw, op, &kept, &[condition]);
    rw.erase(op);
    true
}

/// A second region that does nothing is none.
pub fn if_empty_else(rw: &mut Rewriter<'_>, op: Op) -> bool {
    let Some(block) = rw.ir.entry(rw.ir.region(op, 1)) else { return false };
    if rw.ir.result_count(op) > 0 || rw.ir.first_op(block) != yield_of(rw.ir, block) {
        return false;
    }
    rw.modify(op, |ir| ir.erase_block(block));
    true
}

/// The two yields of an `scf.if` with results.
fn ends(ir: &Ir, op: Op) -> Option<(Op, Op)> {
    debug_assert_eq!(ir.code(op), IF);
    let yes = yield_of(ir, ir.entry(ir.region(op, 0))?)?;
    let no = yield_of(ir, ir.entry(ir.region(op, 1))?)?;
    Some((yes, no))
}

// ----- the others -----

/// An index that is known decides.
pub fn index_switch_constant(rw: &mut Rewriter<'_>, op: Op) -> bool {
    let Some(value) = constant_bits(rw.ir, rw.ir.operand(op, 0)).and_then(base::Bits::to_i64) else {
        return false;
    };
    let cases = rw.ir.attr(op, "cases").and_then(|cases| rw.ir.ctx.int_array(cases)).unwrap_or_default();
    let region = cases.iter().position(|case| *case == value).map_or(0, |case| case + 1);
    let Some(block) = rw.ir.regions(op).get(region).and_then(|region| rw.ir.entry(*region)) else {
        return false;
    };
    inline(rw, op, block, &[])
}

/// A region of one block needs nothing around it.
pub fn execute_region_of_one_block(rw: &mut Rewriter<'_>, op: Op) -> bool {
    match rw.ir.blocks(rw.ir.region(op, 0)) {
        [block] => {
            let block = *block;
            inline(rw, op, block, &[])
        }
        _ => false,
    }
}

/// A nest of which one loop runs no round gives its initial values.
pub fn parallel_of_no_rounds(rw: &mut Rewriter<'_>, op: Op) -> bool {
    let bound = |group: usize| -> Vec<Option<i64>> {
        rw.ir.group_operands(op, group).map(|v| constant_bits(rw.ir, v)?.to_i64()).collect()
    };
    let is_empty =
        bound(0).into_iter().zip(bound(1)).any(|bounds| matches!(bounds, (Some(l), Some(u)) if l >= u));
    if is_empty {
        let inits: Vec<Value> = rw.ir.group_operands(op, 3).collect();
        rw.replace_op(op, &inits);
    }
    is_empty
}
