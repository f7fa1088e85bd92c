//! `loop-invariant-code-motion`: computes before a loop what every iteration would compute alike.
//!
//! Loops are `scf.for`, `scf.while` and `scf.parallel`, inner ones first, so that an operation leaves as many loops as it
//! can. What may leave depends on what it could do wrong where it then stands, since the loop may not run at all:
//!
//! * An operation that may be computed anywhere (at worst it gives poison, which nobody uses then) always may.
//! * One that is undefined for some operands, such as a division, may leave if the program surely gets to it: it stands
//!   directly in a part of the loop that runs at least once, and nothing before it there can end or delay the run.
//! * A read of memory is like the latter, as its place may be out of bounds or not written yet, and moreover nothing
//!   in the loop may write to memory that it could share.
//!
//! An operation with regions that only computes is like a division: whichever way it goes depends on a value, and to
//! decide by poison is undefined.

use crate::alias::{Origin, may_alias, origin};
use crate::trips::{Trips, trips};
use base::Diagnostics;
use dialects::{memref, scf};
use ir::effects::{is_pure, is_speculatable, memory_effects};
use ir::pass::{PassArgs, PassDef};
use ir::text::Reported;
use ir::{Block, Effect, InsertPoint, Ir, Op, Value};

/// The pass `loop-invariant-code-motion`.
pub static LOOP_INVARIANT_CODE_MOTION: PassDef = PassDef {
    name: "loop-invariant-code-motion",
    doc: "Computes before a loop what every iteration would compute alike.\n\
        Operations that are always defined leave the loop; divisions, structured operations and reads of memory do so only \
        when the loop surely gets to them, reads moreover only when the loop writes nothing that may be the same memory.",
    options: &[],
    run,
};

fn run(ir: &mut Ir, root: Op, _: &PassArgs, _: &mut Diagnostics) -> Result<(), Reported> {
    for op in ir.walk_post_order(root) {
        if is_loop(ir, op) {
            empty_loop(ir, op);
        }
    }
    Ok(())
}

fn is_loop(ir: &Ir, op: Op) -> bool {
    matches!(ir.code(op), scf::FOR | scf::WHILE | scf::PARALLEL)
}

/// Moves what is invariant in a loop before it.
fn empty_loop(ir: &mut Ir, around: Op) {
    let surely = match ir.code(around) {
        // The condition is computed once at least.
        scf::WHILE => Some(0),
        _ => (trips(ir, around) == Trips::Some).then_some(0),
    };
    let mut writes = None;
    for number in 0..ir.regions(around).len() {
        let region = ir.region(around, number);
        let Some(block) = ir.entry(region).filter(|_| ir.blocks(region).len() == 1) else { continue };
        let mut reached = surely == Some(number);
        let mut next = ir.first_op(block);
        while let Some(op) = next {
            next = ir.next(op);
            let stays = match may_leave(ir, op) {
                Leave::Always => false,
                Leave::WhenReached => !reached,
                Leave::WhenReachedAndUnwritten(read) => {
                    !reached || writes.get_or_insert_with(|| Writes::of(ir, around)).may_touch(read)
                }
                Leave::Never => true,
            };
            if !stays && is_invariant(ir, op, around) {
                ir.move_op(op, InsertPoint::Before(around));
            } else {
                reached &= goes_on(ir, op);
            }
        }
    }
}

enum Leave {
    Always,
    WhenReached,
    WhenReachedAndUnwritten(Origin),
    Never,
}

fn may_leave(ir: &Ir, op: Op) -> Leave {
    let Some(def) = ir.def(op) else { return Leave::Never };
    if def.has(ir::Trait::Terminator) || def.has(ir::Trait::Symbol) {
        return Leave::Never;
    }
    match def.effect {
        Effect::PureGuarded if ir.regions(op).is_empty() => Leave::WhenReached,
        Effect::Read if ir.code(op) == memref::LOAD => {
            Leave::WhenReachedAndUnwritten(origin(ir, ir.operand(op, 0)))
        }
        Effect::Pure | Effect::OfRegions if is_speculatable(ir, op) => Leave::Always,
        Effect::OfRegions if is_pure(ir, op) => Leave::WhenReached,
        _ => Leave::Never,
    }
}

/// Whether control surely gets past an operation in time, unless it is undefined: it is no call or assertion and has no
/// loop of unknown length in it.
pub(crate) fn goes_on(ir: &Ir, op: Op) -> bool {
    let endless = |inner: &Op| ir.code(*inner) == scf::WHILE || !ir.successors(*inner).is_empty();
    !memory_effects(ir, op).unknown && (ir.regions(op).is_empty() || !ir.walk(op).iter().any(endless))
}

/// Whether it uses nothing that is made in the loop (or in itself only).
pub(crate) fn is_invariant(ir: &Ir, op: Op, around: Op) -> bool {
    let comes_in = |value: Value| {
        let Some(block) = ir.value_block(value) else { return false };
        !is_in(ir, block, around) || is_in(ir, block, op)
    };
    match ir.regions(op) {
        [] => ir.operands(op).all(comes_in),
        _ => ir.walk(op).iter().all(|inner| ir.operands(*inner).all(comes_in)),
    }
}

fn is_in(ir: &Ir, block: Block, op: Op) -> bool {
    ir.block_parent_op(block).is_some_and(|parent| ir.is_inside(parent, op))
}

/// The memory that a loop writes.
struct Writes {
    to: Vec<Origin>,
    /// Something in the loop writes or frees who knows what.
    anywhere: bool,
}

impl Writes {
    fn of(ir: &Ir, around: Op) -> Writes {
        let mut writes = Writes { to: Vec::new(), anywhere: false };
        for op in ir.walk(around) {
            match ir.def(op).map_or(Effect::Unknown, |def| def.effect) {
                Effect::Write if ir.code(op) == memref::STORE => {
                    let target = origin(ir, ir.operand(op, 1));
                    if !writes.to.contains(&target) {
                        writes.to.push(target);
                    }
                }
                Effect::Write | Effect::Free | Effect::Unknown => writes.anywhere = true,
                Effect::Pure | Effect::PureGuarded | Effect::Read | Effect::Allocate | Effect::OfRegions => {}
            }
        }
        writes
    }

    fn may_touch(&self, read: Origin) -> bool {
        self.anywhere || self.to.iter().any(|write| may_alias(*write, read))
    }
}
