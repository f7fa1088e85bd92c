//! `run-ahead`: computes what the next round of a loop begins with while it is still being decided whether there is one.
//!
//! In a circuit the second region of an `scf.while` begins when the condition is known, so in `while (c(x)) x = f(x)` a round takes as long as `c` and
//! then `f`. What `f` computes without effects is moved into the first region: it takes no longer than the slower one of them, and what was computed for the round that
//! does not come is dropped.
//!
//! Only values are moved that wait for two others somewhere: what is computed of a value and literals follows it without deciding anything. A loop that counts
//! starts its rounds without waiting for them, so nothing is gained there. And where another run of the loop follows, what takes several
//! cycles stays where it is: the run that follows would have to wait for the round that is dropped.
//!
//! Reads go ahead of the test where a count keeps them in range ([`reads`]); loops that end by `break` are made simpler before ([`flags`]).

mod flags;
mod reads;

use crate::if_conversion::is_long;
use crate::recurrence::{counter, loop_around};
use crate::remake::{remake, take_place};
use base::Diagnostics;
use dialects::scf::{self, WhileParts};
use ir::effects::is_speculatable;
use ir::fold::constant_bits;
use ir::pass::{PassArgs, PassDef};
use ir::text::Reported;
use ir::{AttrKind, Block, InsertPoint, Ir, Op, Type, Value};
use rustc_hash::{FxHashMap, FxHashSet};

/// The pass.
pub static RUN_AHEAD: PassDef = PassDef {
    name: "run-ahead",
    doc: "Computes the next round of a loop beside the condition of this one.\n\
        What the second region of an `scf.while` computes for the next round without effects, and always defined, moves into the first region, unless the loop counts. \
        Reads whose place a count keeps within an array that the loop does not write move, too.",
    options: &[],
    run,
};

/// How many operations may be computed ahead for one value.
const MOST_AHEAD: usize = 32;

fn run(ir: &mut Ir, root: Op, _: &PassArgs, _: &mut Diagnostics) -> Result<(), Reported> {
    for op in ir.walk_post_order(root) {
        if ir.code(op) == scf::WHILE
            && let Some(parts) = WhileParts::of(ir, op)
            && counter(ir, op).is_none()
        {
            flags::simplify(ir, op, &parts);
            let (op, reads) = reads::read_ahead(ir, op, &parts).unwrap_or((op, FxHashSet::default()));
            run_ahead(ir, op, &parts, &reads);
        }
    }
    Ok(())
}

fn run_ahead(ir: &mut Ir, op: Op, parts: &WhileParts, reads: &FxHashSet<Op>) {
    let is_repeated = loop_around(ir, op).is_some();
    let next = ir.operands(parts.end);
    let ahead: FxHashSet<Op> =
        next.filter_map(|value| ahead(ir, parts.after, value, is_repeated, reads)).flatten().collect();
    if ahead.is_empty() {
        return;
    }
    let passed: FxHashMap<Value, Value> =
        ir.args(parts.after).iter().copied().zip(ir.operands(parts.test).skip(1)).collect();
    let (moved, stays): (Vec<Op>, Vec<Op>) = ir.block_ops(parts.after).partition(|op| ahead.contains(op));
    let yes = ir.ctx.attr(AttrKind::Unit);
    for op in &moved {
        if reads.contains(op) {
            ir.set_attr(*op, scf::RUNS_AHEAD, Some(yes));
        }
        ir.move_op(*op, InsertPoint::Before(parts.test));
        for index in 0..ir.operand_count(*op) {
            if let Some(before) = passed.get(&ir.operand(*op, index)) {
                ir.set_operand(*op, index, *before);
            }
        }
    }
    let made: FxHashSet<Value> = moved.iter().flat_map(|op| ir.results(*op)).collect();
    pass_on(ir, op, parts, &stays, &made);
}

/// What a block computes a value of, if all of it may be computed before the test and that shortens a round. Some reads may.
fn ahead(ir: &Ir, after: Block, value: Value, is_repeated: bool, reads: &FxHashSet<Op>) -> Option<Vec<Op>> {
    let (mut found, mut open, mut waits) = (Vec::new(), vec![value], false);
    while let Some(value) = open.pop() {
        let Some(op) = ir.defining_op(value).filter(|op| ir.parent_block(*op) == Some(after)) else {
            continue;
        };
        if found.contains(&op) {
            continue;
        }
        let may_be =
            || ir.regions(op).is_empty() && is_speculatable(ir, op) && !(is_repeated && is_long(ir, op));
        if found.len() == MOST_AHEAD || !reads.contains(&op) && !may_be() {
            return None;
        }
        waits |= reads.contains(&op)
            || ir.operands(op).filter(|operand| constant_bits(ir, *operand).is_none()).count() > 1;
        found.push(op);
        open.extend(ir.operands(op));
    }
    waits.then_some(found)
}

/// Passes on what was made before the test and is used behind it; the loop is made again with the results that this takes.
fn pass_on(ir: &mut Ir, op: Op, parts: &WhileParts, stays: &[Op], made: &FxHashSet<Value>) {
    let mut passed: Vec<Value> = ir.operands(parts.test).collect();
    let mut inside: FxHashMap<Value, Value> = FxHashMap::default();
    let users: Vec<Op> = stays.iter().flat_map(|op| ir.walk(*op)).collect();
    for user in users {
        for index in 0..ir.operand_count(user) {
            let value = ir.operand(user, index);
            if !made.contains(&value) {
                continue;
            }
            let arg = *inside.entry(value).or_insert_with(|| {
                passed.push(value);
                let (ty, loc, name) = (ir.ty(value), ir.value_loc(value), ir.value_name(value));
                let arg = ir.add_argument(parts.after, ty, loc);
                ir.set_value_name(arg, name);
                arg
            });
            ir.set_operand(user, index, arg);
        }
    }
    ir.set_operands(parts.test, &passed);
    let inits: Vec<Value> = ir.operands(op).collect();
    let new = remade(ir, op, parts, &inits);
    let yes = ir.ctx.attr(AttrKind::Unit);
    ir.set_attr(new, scf::RUNS_AHEAD, Some(yes));
}

/// Makes a loop again with other operands, and as many results as its test passes on; the first ones are those it had.
fn remade(ir: &mut Ir, op: Op, parts: &WhileParts, inits: &[Value]) -> Op {
    let types: Vec<Type> = ir.operands(parts.test).skip(1).map(|value| ir.ty(value)).collect();
    let new = remake(ir, op, inits, &types);
    let results: Vec<(Value, Value)> = ir.results(new).zip(ir.results(op)).collect();
    for (new, old) in results {
        take_place(ir, new, old);
    }
    ir.erase(op);
    new
}
