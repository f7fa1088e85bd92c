//! `sink-stores`: writes once, behind a loop, what every round would write alike.
//!
//! A store of one value to one place, in every round of a loop that runs at least once, leaves there what the last round wrote: the same. If nothing in the
//! loop looks at that place or writes to it, the store may as well come after the loop. In a circuit it takes the port of its memory in every round, so this
//! is the counterpart of what `loop-invariant-code-motion` does for loads.

use crate::alias::Arguments;
use crate::cells::{Access, accesses};
use crate::licm::is_invariant;
use crate::trips::{Trips, trips};
use base::Diagnostics;
use dialects::{memref, scf};
use ir::pass::{PassArgs, PassDef};
use ir::text::Reported;
use ir::{Block, InsertPoint, Ir, Op};

/// The pass.
pub static SINK_STORES: PassDef = PassDef {
    name: "sink-stores",
    doc: "Writes behind a loop what every round would write alike.\n\
        A `memref.store` of an invariant value to an invariant place leaves a loop that surely gets to it, if nothing else in the loop may touch that place.",
    options: &[],
    run,
};

fn run(ir: &mut Ir, root: Op, _: &PassArgs, _: &mut Diagnostics) -> Result<(), Reported> {
    // Inner loops first, so that a store leaves as many as it can.
    for op in ir.walk_post_order(root) {
        if let Some(block) = part_that_runs(ir, op) {
            sink(ir, op, block);
        }
    }
    Ok(())
}

/// The part of a loop that runs at least once.
pub(crate) fn part_that_runs(ir: &Ir, op: Op) -> Option<Block> {
    let runs = match ir.code(op) {
        scf::FOR => trips(ir, op) == Trips::Some,
        // The condition is computed once at least.
        scf::WHILE => true,
        _ => false,
    };
    if runs { ir.entry(ir.region(op, 0)) } else { None }
}

fn sink(ir: &mut Ir, around: Op, block: Block) {
    let alike = |op: &Op| ir.code(*op) == memref::STORE && is_invariant(ir, *op, around);
    let mut leaving: Vec<Op> = ir.block_ops(block).filter(alike).collect();
    if leaving.is_empty() {
        return;
    }
    let Some(accesses) = accesses(ir, around) else { return };
    let is_apart = |store: &Op| {
        let cell = Access::of(ir, *store).expect("it is a store").cell;
        accesses.iter().all(|other| other.op == *store || cell.is_apart(&other.cell, Arguments::MayShare))
    };
    leaving.retain(is_apart);
    let after = ir.next(around).expect("a loop is followed by the end of its block");
    for store in leaving {
        ir.move_op(store, InsertPoint::Before(after));
    }
}
