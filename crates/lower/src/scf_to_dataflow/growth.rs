//! Carried values that only ever grow.
//!
//! In `if (…) { a[p] = x; p++; }` nobody knows what `p` is in a round, but it is never less than it was, and greater behind a round that has made the access. So two such accesses of different rounds are
//! of different elements. A value grows if what it is in the next round is itself, itself and a positive literal that is added without wrapping, or one of these by a choice.

use super::loops;
use dialects::arith::{self, NSW, promises};
use dialects::scf::{self, WhileParts};
use ir::{Block, Ir, Op, Value, ValueDef};

/// Operations that are followed from what a value is in the next round.
const DEPTH: u32 = 8;

/// How a carried value grows.
#[derive(Clone, Default, Debug)]
struct Growth {
    /// In every round.
    always: bool,
    /// In rounds that execute one of these.
    in_blocks: Vec<Block>,
}

/// The loop that carries a value which only grows, if it is greater behind every round that executes an operation, or only not less.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Grows {
    pub around: Op,
    /// It is greater behind every round that executes the operation.
    pub behind: bool,
}

/// How a value grows that is carried by a loop around an operation, if it does.
pub(super) fn grows(ir: &Ir, value: Value, op: Op) -> Option<Grows> {
    let ValueDef::Argument(block, number) = ir.value_def(value) else { return None };
    let around = ir.block_parent_op(block).filter(|around| loops::is_loop(ir, *around))?;
    let number = number as usize;
    let (next, parts) = match ir.code(around) {
        // The first is the index.
        scf::FOR => (ir.operand(ir.last_op(block)?, number.checked_sub(1)?), None),
        _ => {
            let parts = WhileParts::of(ir, around).filter(|parts| parts.before == block)?;
            (ir.operand(parts.end, number), Some(parts))
        }
    };
    let growth = follow(ir, parts.as_ref(), next, value, DEPTH)?;
    let home = ir.parent_block(op)?;
    let executes = |block: &Block| is_inside(ir, home, *block);
    Some(Grows { around, behind: growth.always || growth.in_blocks.iter().any(executes) })
}

/// How a value comes from the carried one, if it is that or greater.
fn follow(ir: &Ir, parts: Option<&WhileParts>, value: Value, from: Value, depth: u32) -> Option<Growth> {
    let value = parts.map_or(value, |parts| parts.resolve(ir, value));
    if value == from {
        return Some(Growth::default());
    }
    let depth = depth.checked_sub(1)?;
    let op = ir.defining_op(value)?;
    let follow = |value: Value| follow(ir, parts, value, from, depth);
    match ir.code(op) {
        arith::ADDI if promises(ir, op, NSW) => {
            let literal = ir::fold::constant_bits(ir, ir.operand(op, 1)).and_then(|bits| bits.to_i64())?;
            let grown = follow(ir.operand(op, 0))?;
            match literal {
                0 => Some(grown),
                1.. => Some(Growth { always: true, ..grown }),
                _ => None,
            }
        }
        arith::SELECT => {
            let (mut yes, no) = (follow(ir.operand(op, 1))?, follow(ir.operand(op, 2))?);
            // A block may have been executed whose value is not taken.
            yes.in_blocks.retain(|block| no.in_blocks.contains(block));
            Some(Growth { always: yes.always && no.always, in_blocks: yes.in_blocks })
        }
        scf::IF => {
            let number = ir.results(op).position(|result| result == value)?;
            let side = |at: usize| {
                let block = ir.entry(*ir.regions(op).get(at)?)?;
                let mut grown = follow(ir.operand(ir.last_op(block)?, number))?;
                // One that is not on this side may be executed though the other side is taken.
                grown.in_blocks.retain(|inner| is_inside(ir, *inner, block));
                if grown.always {
                    grown.in_blocks.push(block);
                }
                Some(grown)
            };
            let (mut yes, no) = (side(0)?, side(1)?);
            yes.in_blocks.extend(no.in_blocks);
            Some(Growth { always: yes.always && no.always, in_blocks: yes.in_blocks })
        }
        _ => None,
    }
}

/// Whether a block is another or stands in it.
fn is_inside(ir: &Ir, block: Block, other: Block) -> bool {
    let around = |block: &Block| ir.parent_block(ir.block_parent_op(*block)?);
    std::iter::successors(Some(block), around).any(|block| block == other)
}
