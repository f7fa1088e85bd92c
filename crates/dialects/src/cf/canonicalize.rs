//! Rewrites of `cf`: branches that are decided, that lead through empty blocks, or that have one target only.

use super::verify::case_values;
use super::{BR, SWITCH};
use crate::arith;
use ir::dense;
use ir::fold::constant_bits;
use ir::rewrite::Rewriter;
use ir::{Attr, Block, Ir, Op, OpState, Type, TypeKind, Value};
use std::ops::Range;

/// An assertion of what is always true goes.
pub fn assert_true(rw: &mut Rewriter<'_>, op: Op) -> bool {
    let holds = constant_bits(rw.ir, rw.ir.operand(op, 0)).is_some_and(|bits| !bits.is_zero());
    if holds {
        rw.erase(op);
    }
    holds
}

/// A condition that is known decides.
pub fn cond_br_constant(rw: &mut Rewriter<'_>, op: Op) -> bool {
    let Some(bits) = constant_bits(rw.ir, rw.ir.operand(op, 0)) else { return false };
    let successor = usize::from(bits.is_zero());
    go_to(rw, op, successor)
}

/// Two ways to one block are one way, on which the condition selects the values that differ.
pub fn cond_br_same_target(rw: &mut Rewriter<'_>, op: Op) -> bool {
    let [yes, no] = rw.ir.successors(op) else { return false };
    if yes != no {
        return false;
    }
    let target = *yes;
    let (yes, no) = (operands_for(rw.ir, op, 0), operands_for(rw.ir, op, 1));
    if yes.len() != no.len() {
        return false;
    }
    let condition = rw.ir.operand(op, 0);
    let mut operands = Vec::with_capacity(yes.len());
    for (yes, no) in yes.into_iter().zip(no) {
        operands.push(if yes == no {
            yes
        } else {
            let ty = rw.ir.ty(yes);
            rw.value(arith::SELECT, &[condition, yes, no], ty)
        });
    }
    branch(rw, op, target, &operands);
    true
}

/// In a block that is entered only when the condition holds, it holds; likewise for the other one.
pub fn cond_br_known_inside(rw: &mut Rewriter<'_>, op: Op) -> bool {
    let condition = rw.ir.operand(op, 0);
    // Two uses at least: one is this branch.
    if rw.ir.has_one_use(condition) || constant_bits(rw.ir, condition).is_some() {
        return false;
    }
    let [yes, no] = rw.ir.successors(op) else { return false };
    let (yes, no) = (*yes, *no);
    if yes == no {
        return false;
    }
    let mut changed = false;
    for (block, known) in [(yes, Attr::TRUE), (no, Attr::FALSE)] {
        let is_entry = rw.ir.block_region(block).and_then(|region| rw.ir.entry(region)) == Some(block);
        if is_entry || rw.ir.edges_into(block) > 1 {
            continue;
        }
        // Looking through the block rather than through the uses: it has one branch to it, the condition may have many.
        let is_use = |(user, index): &(Op, usize)| rw.ir.operand(*user, *index) == condition;
        let operands = |user| (0..rw.ir.operand_count(user)).map(move |index| (user, index));
        let uses: Vec<_> = rw.ir.block_ops(block).flat_map(operands).filter(is_use).collect();
        if uses.is_empty() {
            continue;
        }
        let Some(known) = rw.constant(known, Type::I1) else { continue };
        for (user, index) in uses {
            rw.set_operand(user, index, known);
            changed = true;
        }
    }
    changed
}

/// A number that is known decides.
pub fn switch_constant(rw: &mut Rewriter<'_>, op: Op) -> bool {
    if rw.ir.successors(op).len() == 1 {
        return go_to(rw, op, 0);
    }
    let Some(flag) = constant_bits(rw.ir, rw.ir.operand(op, 0)) else { return false };
    let successor = case_values(rw.ir, op).iter().position(|value| value == flag).map_or(0, |case| case + 1);
    go_to(rw, op, successor)
}

/// A case that does what the default does is no case.
pub fn switch_useless_cases(rw: &mut Rewriter<'_>, op: Op) -> bool {
    let values = case_values(rw.ir, op);
    let successors = rw.ir.successors(op).to_vec();
    let ranges = rw.ir.all_successor_operands(op);
    let given: Vec<Vec<Value>> = ranges.into_iter().map(|range| operands_in(rw.ir, op, range)).collect();
    let keep = |case: &usize| successors[*case] != successors[0] || given[*case] != given[0];
    let kept: Vec<usize> = (1..successors.len()).filter(keep).collect();
    if kept.len() + 1 == successors.len() || values.len() + 1 != successors.len() {
        return false;
    }
    let mut operands = vec![rw.ir.operand(op, 0)];
    operands.extend_from_slice(&given[0]);
    let mut segments = Vec::new();
    for case in &kept {
        segments.push(given[*case].len() as i32);
        operands.extend_from_slice(&given[*case]);
    }
    let sizes = [1, given[0].len() as i32, segments.iter().sum()];
    let flag_ty = rw.ir.ty(operands[0]);
    let ctx = &mut rw.ir.ctx;
    let (sizes, segments) = (ctx.i32_array_attr(&sizes), ctx.i32_array_attr(&segments));
    let mut state = OpState::new(SWITCH, rw.loc)
        .operands(&operands)
        .prop(rw.ir, "operandSegmentSizes", sizes)
        .prop(rw.ir, "case_operand_segments", segments)
        .successor(successors[0]);
    if !kept.is_empty() {
        let shape = [(kept.len() as u64, false)].into();
        let vector = rw.ir.ctx.ty(TypeKind::Vector { shape, element: flag_ty });
        let kept: Vec<_> = kept.iter().map(|case| values[case - 1].clone()).collect();
        let attr = dense::dense_attr(&mut rw.ir.ctx, vector, &kept);
        state = state.prop(rw.ir, "case_values", attr);
    }
    state.successors.extend(kept.iter().map(|case| successors[*case]));
    state.attrs = rw.ir.ctx.dict(rw.ir.attrs(op)).to_vec();
    rw.replace_with(op, state);
    true
}

/// A branch to a block that does nothing but branch on goes there at once.
pub fn pass_through(rw: &mut Rewriter<'_>, op: Op) -> bool {
    for index in 0..rw.ir.successors(op).len() {
        let block = rw.ir.successors(op)[index];
        let Some(next) = rw.ir.first_op(block).filter(|next| rw.ir.code(*next) == BR) else { continue };
        let target = rw.ir.successors(next)[0];
        if !leads_out(rw.ir, target) || rw.ir.parent_block(op) == Some(block) {
            continue;
        }
        let args = rw.ir.args(block).to_vec();
        let given = operands_for(rw.ir, op, index);
        // An argument that blocks further on use must stay defined by this block.
        let is_local = |arg: &Value| rw.ir.users(*arg).all(|user| user == next);
        if given.len() != args.len() || !args.iter().all(is_local) {
            continue;
        }
        let substitute =
            |value: Value| args.iter().position(|arg| *arg == value).map_or(value, |at| given[at]);
        let operands: Vec<Value> = operands_for(rw.ir, next, 0).into_iter().map(substitute).collect();
        rw.modify(op, |ir| {
            ir.set_successor_operands(op, index, &operands);
            ir.set_successor(op, index, target);
        });
        return true;
    }
    false
}

/// Whether empty blocks from this one on lead to one that is not: a ring of them is a loop that never ends, and going
/// around in it would not end either. A longer row of them than anybody writes is shortened from its other end.
fn leads_out(ir: &Ir, block: Block) -> bool {
    let next = |block: &Block| {
        let first = ir.first_op(*block).filter(|first| ir.code(*first) == BR)?;
        ir.successors(first).first().copied()
    };
    std::iter::successors(Some(block), next).take(LONGEST_ROW).count() < LONGEST_ROW
}

const LONGEST_ROW: usize = 64;

/// The operands that become the arguments of a successor.
fn operands_for(ir: &Ir, op: Op, successor: usize) -> Vec<Value> {
    operands_in(ir, op, ir.successor_operands(op, successor))
}

fn operands_in(ir: &Ir, op: Op, range: Option<Range<usize>>) -> Vec<Value> {
    range.unwrap_or_default().map(|operand| ir.operand(op, operand)).collect()
}

/// Makes a branch one that always takes one of its ways.
fn go_to(rw: &mut Rewriter<'_>, op: Op, successor: usize) -> bool {
    let target = rw.ir.successors(op)[successor];
    let operands = operands_for(rw.ir, op, successor);
    branch(rw, op, target, &operands);
    true
}

fn branch(rw: &mut Rewriter<'_>, op: Op, target: Block, operands: &[Value]) {
    let state = OpState::new(BR, rw.loc).operands(operands).successor(target);
    rw.replace_with(op, state);
}
