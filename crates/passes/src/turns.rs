//! Loops whose rounds wait for a unit of several cycles, and how many rounds ahead they have to be made to look so that they do not.
//!
//! A unit that takes several cycles can begin in each, so if a round needs what was made some rounds before, and not what the last one made, the rounds need not wait. What waits for its turn is carried,
//! and passes the units of its loop in each round. All of them and the long unit are one ring, which takes a cycle more than the unit for three turns and more for longer ones. Turns for a round in every
//! cycle would be so many that what carries them is larger than what computes, so there are turns for one in every second cycle.

use crate::alias::origin;
use crate::cycles::cycles;
use crate::recurrence::Rings;
use crate::reduction::waits_for_loop;
use crate::remake::remake;
use dialects::{memref, scf};
use ir::{Ir, Op, Type, Value};

/// Rounds below which it does not pay, as text of documentation wants it, too.
macro_rules! least_rounds {
    () => {
        12
    };
}
pub(crate) use least_rounds;

const LEAST_ROUNDS: i128 = least_rounds!();
/// The cycles between two rounds that turns are made for.
const PERIOD: u32 = 2;
/// The most turns.
const MOST_TURNS: u32 = 8;

/// Whether a loop runs long enough, as far as its bounds say. One with bounds that another loop leaves does what that has left over, which is little.
pub(crate) fn is_long(ir: &Ir, around: Op) -> bool {
    match scf::rounds(ir, around) {
        Some(rounds) => rounds >= LEAST_ROUNDS,
        None => (0..3).all(|bound| !waits_for_loop(ir, ir.operand(around, bound))),
    }
}

/// How many turns operations need of which each waits for the one before, if they take long and there is such a number.
pub(crate) fn turns(ir: &Ir, steps: &[Op]) -> Option<usize> {
    let cycles: u32 = steps.iter().map(|step| cycles(ir, *step)).sum();
    let turns = (cycles + 1).div_ceil(PERIOD);
    (cycles > PERIOD && turns <= MOST_TURNS).then_some(turns as usize)
}

/// Whether a loop waits for something else than these operations: another unit of several cycles from round to round, memory, or a loop inside.
pub(crate) fn waits_otherwise(ir: &Ir, around: Op, steps: &[Op]) -> bool {
    let rings = Rings::of(ir, around);
    let inside: Vec<Op> =
        ir.walk(around).into_iter().filter(|op| *op != around && !steps.contains(op)).collect();
    let is_written = |load: Op| {
        let from = origin(ir, ir.operand(load, 0));
        inside.iter().any(|op| ir.code(*op) == memref::STORE && origin(ir, ir.operand(*op, 1)) == from)
    };
    inside.iter().any(|op| {
        let waits = ir.operands(*op).any(|value| rings.waits(value));
        let feeds = ir.results(*op).any(|result| rings.feeds(result));
        let is_loop = matches!(ir.code(*op), scf::FOR | scf::WHILE | scf::PARALLEL);
        is_loop
            || (waits && feeds && cycles(ir, *op) > 0)
            || (ir.code(*op) == memref::LOAD && is_written(*op))
    })
}

/// Makes an `scf.for` anew that carries more: for each, what it begins as. The arguments of its body have been added; what they are next is to be yielded. The old loop has lost its body and
/// is to be erased.
pub(crate) fn carry_more(ir: &mut Ir, around: Op, inits: &[Value]) -> Op {
    let mut operands: Vec<Value> = ir.operands(around).collect();
    let mut types: Vec<Type> = ir.results(around).map(|result| ir.ty(result)).collect();
    types.extend(inits.iter().map(|init| ir.ty(*init)));
    operands.extend(inits);
    remake(ir, around, &operands, &types)
}
