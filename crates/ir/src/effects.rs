//! Effects: what an operation does besides computing its results, regions included.
//!
//! The record's [`Effect`] speaks for the operation alone; [`Effect::OfRegions`] means "ask the operations inside",
//! which is what the functions here do, without recursion.

use crate::opdef::{Effect, Trait};
use crate::storage::{Ir, Op};

/// The effects of an operation with everything in it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Effects {
    /// Reads memory.
    pub reads: bool,
    /// Writes memory.
    pub writes: bool,
    /// Makes memory.
    pub allocates: bool,
    /// Ends the life of memory.
    pub frees: bool,
    /// Does something nobody described; everything may have happened.
    pub unknown: bool,
}

impl Effects {
    /// Whether there are none.
    pub fn is_empty(self) -> bool {
        self == Effects::default()
    }
}

/// The effect its record states; unregistered operations may do anything, and so may what is seen from outside.
fn stated(ir: &Ir, op: Op) -> Effect {
    match ir.def(op) {
        Some(def) if def.has(Trait::InnerSymbol) && ir.attr(op, "inner_sym").is_some() => Effect::Unknown,
        Some(def) => def.effect,
        None => Effect::Unknown,
    }
}

/// Whether `test` holds for the operation and, as far as effects are those of regions, for everything inside.
fn holds_inside(ir: &Ir, op: Op, mut test: impl FnMut(Op, Effect) -> bool) -> bool {
    let mut stack = vec![op];
    while let Some(op) = stack.pop() {
        let effect = stated(ir, op);
        if !test(op, effect) {
            return false;
        }
        if effect == Effect::OfRegions {
            for region in ir.regions(op) {
                for block in ir.blocks(*region) {
                    stack.extend(ir.block_ops(*block));
                }
            }
        }
    }
    true
}

/// What an operation does to memory, its regions included.
pub fn memory_effects(ir: &Ir, op: Op) -> Effects {
    let mut effects = Effects::default();
    holds_inside(ir, op, |_, effect| {
        match effect {
            Effect::Pure | Effect::PureGuarded | Effect::OfRegions => {}
            Effect::Read => effects.reads = true,
            Effect::Write => effects.writes = true,
            Effect::Allocate => effects.allocates = true,
            Effect::Free => effects.frees = true,
            Effect::Unknown => effects.unknown = true,
        }
        !effects.unknown
    });
    effects
}

/// Whether it does nothing but compute its results, so that it may be merged with an equal one before it. It may still
/// be undefined for some operands: see [`is_speculatable`].
pub fn is_pure(ir: &Ir, op: Op) -> bool {
    holds_inside(ir, op, |_, effect| matches!(effect, Effect::Pure | Effect::PureGuarded | Effect::OfRegions))
}

/// Whether it may be computed where the program did not: it has no effect, is always defined, and ends. An operation
/// that repeats its region or has branches in it is not taken to end; and one that decides by an operand which of its
/// regions to execute is undefined when that operand is poison.
pub fn is_speculatable(ir: &Ir, op: Op) -> bool {
    holds_inside(ir, op, |op, effect| match effect {
        Effect::Pure => ir.successors(op).is_empty(),
        Effect::OfRegions => !ir.has_trait(op, Trait::LoopLike) && ir.operand_count(op) == 0,
        _ => false,
    })
}

/// Whether it could go if nobody used its results: it changes nothing that anybody else can see.
pub fn is_removable(ir: &Ir, op: Op) -> bool {
    let Some(def) = ir.def(op) else { return false };
    !def.has(Trait::Terminator)
        && !def.has(Trait::Symbol)
        && holds_inside(ir, op, |_, effect| {
            // An allocation whose result is unused is nobody's memory; one inside dies with what is around it.
            matches!(
                effect,
                Effect::Pure | Effect::PureGuarded | Effect::Read | Effect::Allocate | Effect::OfRegions
            )
        })
}

/// Whether it can go: nobody uses its results and it changes nothing that anybody else can see.
pub fn is_trivially_dead(ir: &Ir, op: Op) -> bool {
    ir.results(op).all(|result| ir.is_unused(result)) && is_removable(ir, op)
}
