//! `sink-stores`: writes once, behind a loop, what every round would write alike.
//!
//! A store of one value to one place, in every round of a loop that runs at least once, leaves there what the last round wrote: the same. If nothing in the
//! loop looks at that place or writes to it, the store may as well come after the loop. In a circuit it takes the port of its memory in every round, so this
//! is the counterpart of what `loop-invariant-code-motion` does for loads.

use crate::alias::{Origin, may_alias, origin};
use crate::licm::is_invariant;
use crate::trips::{Trips, trips};
use base::Diagnostics;
use dialects::{memref, scf};
use ir::fold::constant_bits;
use ir::pass::{PassArgs, PassDef};
use ir::text::Reported;
use ir::{Block, Effect, InsertPoint, Ir, Op, Value};

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
fn part_that_runs(ir: &Ir, op: Op) -> Option<Block> {
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
        let store = Access::of(ir, *store);
        accesses.iter().all(|other| other.op == store.op || store.is_apart(ir, other))
    };
    leaving.retain(is_apart);
    let after = ir.next(around).expect("a loop is followed by the end of its block");
    for store in leaving {
        ir.move_op(store, InsertPoint::Before(after));
    }
}

/// A load or store.
struct Access {
    op: Op,
    memory: Value,
    from: Origin,
    subscripts: Vec<Value>,
}

impl Access {
    fn of(ir: &Ir, op: Op) -> Access {
        let at = usize::from(ir.code(op) == memref::STORE);
        let memory = ir.operand(op, at);
        Access { op, memory, from: origin(ir, memory), subscripts: ir.operands(op).skip(at + 1).collect() }
    }

    /// Whether two accesses never touch the same place.
    fn is_apart(&self, ir: &Ir, other: &Access) -> bool {
        let differ = |(a, b): (&Value, &Value)| match (constant_bits(ir, *a), constant_bits(ir, *b)) {
            (Some(a), Some(b)) => a != b,
            _ => false,
        };
        !may_alias(self.from, other.from)
            || (self.memory == other.memory && self.subscripts.iter().zip(&other.subscripts).any(differ))
    }
}

/// All loads and stores in a loop, if these are all that touches memory there.
fn accesses(ir: &Ir, around: Op) -> Option<Vec<Access>> {
    let mut accesses = Vec::new();
    for op in ir.walk(around) {
        match ir.def(op).map_or(Effect::Unknown, |def| def.effect) {
            Effect::Read | Effect::Write if matches!(ir.code(op), memref::LOAD | memref::STORE) => {
                accesses.push(Access::of(ir, op));
            }
            Effect::Read | Effect::Write | Effect::Free | Effect::Unknown => return None,
            Effect::Pure | Effect::PureGuarded | Effect::Allocate | Effect::OfRegions => {}
        }
    }
    Some(accesses)
}
