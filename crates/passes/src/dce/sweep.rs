//! The second half of `dce`: takes away what was not marked.
//!
//! Uses go before what they use: first every operand of a dead operation and every operand that would become a dead value,
//! then dead operations, dead arguments, and last the dead results of structured operations, which need a new operation
//! because an operation's results are fixed when it is made.

use super::Needed;
use crate::remake::{remake, take_place};
use dialects::scf;
use ir::{Block, Ir, Op, Value};

pub(super) fn sweep(ir: &mut Ir, root: Op, needed: &Needed) {
    let ops = ir.walk(root);
    let mut shrunk = Vec::new();
    let mut cut = Vec::new();
    for op in &ops {
        if !needed.ops[*op] {
            ir.set_operands(*op, &[]);
            continue;
        }
        cut_branch(ir, *op, needed);
        if needed.flowing[*op] {
            shrunk.extend(plan(ir, *op, needed));
        }
        for index in 0..ir.regions(*op).len() {
            let blocks = ir.blocks(ir.region(*op, index)).iter().copied().skip(1);
            cut.extend(blocks.filter(|block| needed.described[*block]));
        }
    }
    for plan in &shrunk {
        for (op, first, keep) in &plan.operands {
            keep_operands(ir, *op, *first, keep);
        }
    }
    for op in &ops {
        if !needed.ops[*op] && !ir.is_erased(*op) {
            ir.erase(*op);
        }
    }
    for block in cut {
        let keep: Vec<bool> = ir.args(block).iter().map(|arg| needed.values[*arg]).collect();
        remove_args(ir, block, 0, &keep);
    }
    for plan in &shrunk {
        for (block, first, keep) in &plan.args {
            remove_args(ir, *block, *first, keep);
        }
    }
    for plan in shrunk {
        if plan.results.contains(&false) {
            rebuild(ir, plan.op, &plan.results);
        }
    }
}

/// Drops the operands of a branch that would become dead arguments.
fn cut_branch(ir: &mut Ir, op: Op, needed: &Needed) {
    for number in 0..ir.successors(op).len() {
        let to = ir.successors(op)[number];
        let Some(range) = ir.successor_operands(op, number).filter(|_| needed.described[to]) else {
            continue;
        };
        if ir.args(to).iter().all(|arg| needed.values[*arg]) {
            continue;
        }
        let kept = range.zip(ir.args(to)).filter(|(_, arg)| needed.values[**arg]);
        let kept: Vec<Value> = kept.map(|(index, _)| ir.operand(op, index)).collect();
        ir.set_successor_operands(op, number, &kept);
    }
}

/// What a structured operation loses. Each list of flags says which to keep, from a first position on.
struct Plan {
    op: Op,
    operands: Vec<(Op, usize, Vec<bool>)>,
    args: Vec<(Block, usize, Vec<bool>)>,
    results: Vec<bool>,
}

fn plan(ir: &Ir, op: Op, needed: &Needed) -> Option<Plan> {
    let is_needed = |value: Value| needed.values[value];
    let results: Vec<bool> = ir.results(op).map(is_needed).collect();
    let entry = |number| ir.entry(ir.region(op, number));
    let mut plan = Plan { op, operands: Vec::new(), args: Vec::new(), results };
    match ir.code(op) {
        scf::FOR => {
            // A carried value and its result are one: both go or none.
            let body = entry(0)?;
            let args = ir.args(body)[1..].iter();
            let keep: Vec<bool> =
                plan.results.iter().zip(args).map(|(result, arg)| *result || is_needed(*arg)).collect();
            plan.operands = vec![(op, 3, keep.clone()), (ir.last_op(body)?, 0, keep.clone())];
            plan.args = vec![(body, 1, keep.clone())];
            plan.results = keep;
        }
        scf::WHILE => {
            let (before, after) = (entry(0)?, entry(1)?);
            let carried: Vec<bool> = ir.args(before).iter().copied().map(is_needed).collect();
            let args = ir.args(after).iter();
            let passed: Vec<bool> =
                plan.results.iter().zip(args).map(|(result, arg)| *result || is_needed(*arg)).collect();
            plan.operands = vec![
                (op, 0, carried.clone()),
                (ir.last_op(after)?, 0, carried.clone()),
                (ir.last_op(before)?, 1, passed.clone()),
            ];
            plan.args = vec![(before, 0, carried), (after, 0, passed.clone())];
            plan.results = passed;
        }
        _ => {
            let blocks = ir.regions(op).iter().flat_map(|region| ir.blocks(*region));
            let yields =
                blocks.filter_map(|block| ir.last_op(*block)).filter(|last| ir.code(*last) == scf::YIELD);
            plan.operands = yields.map(|last| (last, 0, plan.results.clone())).collect();
        }
    }
    let mut flags =
        plan.operands.iter().map(|(_, _, keep)| keep).chain(plan.args.iter().map(|(_, _, keep)| keep));
    flags.any(|keep| keep.contains(&false)).then_some(plan)
}

fn keep_operands(ir: &mut Ir, op: Op, first: usize, keep: &[bool]) {
    let is_kept = |index: usize| index.checked_sub(first).is_none_or(|position| keep[position]);
    let kept = ir.operands(op).enumerate().filter(|(index, _)| is_kept(*index));
    let kept: Vec<Value> = kept.map(|(_, value)| value).collect();
    ir.set_operands(op, &kept);
}

fn remove_args(ir: &mut Ir, block: Block, first: usize, keep: &[bool]) {
    for position in (0..keep.len()).rev().filter(|position| !keep[*position]) {
        ir.remove_argument(block, first + position);
    }
}

/// Replaces an operation by one with fewer results.
fn rebuild(ir: &mut Ir, op: Op, keep: &[bool]) {
    let kept: Vec<Value> =
        ir.results(op).zip(keep).filter(|(_, keep)| **keep).map(|(result, _)| result).collect();
    let types: Vec<_> = kept.iter().map(|result| ir.ty(*result)).collect();
    let operands: Vec<Value> = ir.operands(op).collect();
    let new = remake(ir, op, &operands, &types);
    for (number, old) in kept.into_iter().enumerate() {
        take_place(ir, ir.result(new, number), old);
    }
    ir.erase(op);
}
