//! What the rounds of a loop wait for: everything that depends on what the round before made.
//!
//! A round of a loop that counts starts without waiting for the one before, so what is computed from its number, from outside, and from memory that
//! the loop does not write is there ahead of time, however long it takes. What is not is followed from the carried values on.

use crate::alias::{Origin, may_alias, origin};
use dialects::scf::{self, WhileParts};
use dialects::{arith, memref};
use ir::effects::memory_effects;
use ir::fold::constant_bits;
use ir::{Block, Ir, Op, Value, ValueDef};
use rustc_hash::FxHashSet;

/// The innermost loop around an operation.
pub(crate) fn loop_around(ir: &Ir, op: Op) -> Option<Op> {
    std::iter::successors(ir.parent_op(op), |op| ir.parent_op(*op)).find(|op| is_loop(ir, *op))
}

fn is_loop(ir: &Ir, op: Op) -> bool {
    matches!(ir.code(op), scf::FOR | scf::WHILE | scf::PARALLEL)
}

/// The values in a loop that depend on the round before.
pub(crate) struct Recurrence {
    waiting: FxHashSet<Value>,
    /// Whether the loop starts rounds without waiting: it counts.
    counts: bool,
}

impl Recurrence {
    pub(crate) fn of(ir: &Ir, around: Op) -> Recurrence {
        let mut recurrence = Recurrence { waiting: FxHashSet::default(), counts: true };
        let stored: Vec<Origin> = ir
            .walk(around)
            .into_iter()
            .filter(|op| ir.code(*op) == memref::STORE)
            .map(|op| origin(ir, ir.operand(op, 1)))
            .collect();
        let counter = match ir.code(around) {
            scf::WHILE => {
                let counter = counter(ir, around);
                recurrence.counts = counter.is_some();
                counter
            }
            _ => Some(0),
        };
        if ir.code(around) != scf::PARALLEL
            && let Some(block) = ir.entry(ir.region(around, 0))
        {
            let args = ir.args(block).iter().enumerate();
            recurrence.waiting.extend(args.filter(|(at, _)| Some(*at) != counter).map(|(_, arg)| *arg));
        }
        let inside: Vec<Op> = ir.walk(around).into_iter().filter(|op| *op != around).collect();
        // What an operation inside gives may depend on what comes later in the text, in its regions.
        let mut changed = true;
        while std::mem::take(&mut changed) {
            for op in &inside {
                changed |= recurrence.follow(ir, *op, around, &stored);
            }
        }
        recurrence
    }

    /// Marks what depends on marked values by one operation; whether there was anything new.
    fn follow(&mut self, ir: &Ir, op: Op, around: Op, stored: &[Origin]) -> bool {
        let waits = ir.operands(op).any(|value| self.waiting.contains(&value))
            || match ir.code(op) {
                memref::LOAD => {
                    let from = origin(ir, ir.operand(op, 0));
                    stored.iter().any(|to| may_meet(*to, from))
                }
                _ => ir.regions(op).is_empty() && memory_effects(ir, op).unknown,
            };
        if !waits {
            return false;
        }
        let mut marked: Vec<Value> = ir.results(op).collect();
        let parent = ir.parent_op(op);
        let ends = ir.has_trait(op, ir::Trait::Terminator);
        match parent {
            Some(parent) if ends && parent == around => marked.extend(self.passed_on(ir, op, around)),
            Some(parent) if ends => {
                marked.extend(ir.results(parent));
                if is_loop(ir, parent) {
                    marked.extend(arguments(ir, parent));
                }
            }
            _ => {}
        }
        if is_loop(ir, op) {
            marked.extend(arguments(ir, op));
        }
        let known = self.waiting.len();
        self.waiting.extend(marked);
        self.waiting.len() > known
    }

    /// What the test of the loop itself hands to its second region.
    fn passed_on(&self, ir: &Ir, test: Op, around: Op) -> Vec<Value> {
        if ir.code(test) != scf::CONDITION {
            return Vec::new();
        }
        let Some(after) = ir.entry(ir.region(around, 1)) else { return Vec::new() };
        let passed = ir.operands(test).skip(1).zip(ir.args(after));
        passed.filter(|(value, _)| self.waiting.contains(value)).map(|(_, arg)| *arg).collect()
    }

    /// Whether the loop does not wait for an operation.
    pub(crate) fn is_ahead(&self, ir: &Ir, op: Op) -> bool {
        self.counts && ir.operands(op).all(|value| !self.waiting.contains(&value))
    }

    /// A value takes the place of another.
    pub(crate) fn stands_for(&mut self, new: Value, old: Value) {
        if self.waiting.contains(&old) {
            self.waiting.insert(new);
        }
    }
}

/// What rings of a loop can go through: what depends on the round before, and what the next one depends on.
pub(crate) struct Rings {
    recurrence: Recurrence,
    feeds: FxHashSet<Value>,
}

impl Rings {
    pub(crate) fn of(ir: &Ir, around: Op) -> Rings {
        Rings { recurrence: Recurrence::of(ir, around), feeds: feeds(ir, around) }
    }

    /// Whether a value depends on the round before.
    pub(crate) fn waits(&self, value: Value) -> bool {
        self.recurrence.waiting.contains(&value)
    }

    /// Whether the next round depends on a value.
    pub(crate) fn feeds(&self, value: Value) -> bool {
        self.feeds.contains(&value)
    }

    /// A value takes the place of another.
    pub(crate) fn stands_for(&mut self, new: Value, old: Value) {
        self.recurrence.stands_for(new, old);
        if self.feeds.contains(&old) {
            self.feeds.insert(new);
        }
    }
}

/// Whether accesses wait for each other in a circuit, where every argument is a memory of its own.
fn may_meet(a: Origin, b: Origin) -> bool {
    match (a, b) {
        (Origin::Argument(a), Origin::Argument(b)) => a == b,
        _ => may_alias(a, b),
    }
}

/// What the next round of a loop depends on: what is carried or tested, and what is written to memory that the loop reads.
fn feeds(ir: &Ir, around: Op) -> FxHashSet<Value> {
    let inside = ir.walk(around);
    let read: Vec<Origin> = inside
        .iter()
        .filter(|op| ir.code(**op) == memref::LOAD)
        .map(|op| origin(ir, ir.operand(*op, 0)))
        .collect();
    let goes_on = |op: &Op| match ir.code(*op) {
        memref::STORE => read.iter().any(|from| may_meet(origin(ir, ir.operand(*op, 1)), *from)),
        scf::YIELD | scf::CONDITION => ir.parent_op(*op) == Some(around),
        _ => false,
    };
    let mut feeds = FxHashSet::default();
    let mut open: Vec<Op> = inside.iter().copied().filter(goes_on).collect();
    let mut seen: FxHashSet<Op> = open.iter().copied().collect();
    while let Some(op) = open.pop() {
        let used: Vec<Value> = match ir.regions(op) {
            [] => ir.operands(op).collect(),
            // Whatever happens inside may matter.
            _ => ir.walk(op).into_iter().flat_map(|inner| ir.operands(inner).collect::<Vec<_>>()).collect(),
        };
        for value in used {
            feeds.insert(value);
            let made = ir.defining_op(value).filter(|made| *made != around && ir.is_inside(*made, around));
            open.extend(made.filter(|made| seen.insert(*made)));
        }
    }
    feeds
}

fn arguments(ir: &Ir, op: Op) -> Vec<Value> {
    let blocks = ir.regions(op).iter().flat_map(|region| ir.blocks(*region));
    blocks.flat_map(|block| ir.args(*block).iter().copied()).collect()
}

/// Which of the values that a `while` carries counts its rounds: it is compared with something from outside, and changes by a literal.
pub(crate) fn counter(ir: &Ir, around: Op) -> Option<usize> {
    let parts = WhileParts::of(ir, around)?;
    let compare = ir.defining_op(ir.operand(parts.test, 0)).filter(|op| ir.code(*op) == arith::CMPI)?;
    let sides = [0, 1].map(|operand| ir.operand(compare, operand));
    let is_outside = |value: Value| constant_bits(ir, value).is_some() || ir.is_outside(value, around);
    let counts = |value: Value| {
        let number = argument(ir, value, parts.before)?;
        steps(ir, &parts, number, value).then_some(number)
    };
    [(sides[0], sides[1]), (sides[1], sides[0])]
        .into_iter()
        .find_map(|(value, bound)| counts(value).filter(|_| is_outside(bound)))
}

pub(crate) fn argument(ir: &Ir, value: Value, of: Block) -> Option<usize> {
    match ir.value_def(value) {
        ValueDef::Argument(block, number) if block == of => Some(number as usize),
        _ => None,
    }
}

/// Whether the next of a carried value is it and a literal.
fn steps(ir: &Ir, parts: &WhileParts, number: usize, value: Value) -> bool {
    let Some(step) = ir.defining_op(parts.resolve(ir, ir.operand(parts.end, number))) else { return false };
    matches!(ir.code(step), arith::ADDI | arith::SUBI | arith::SHLI | arith::SHRSI | arith::SHRUI)
        && parts.resolve(ir, ir.operand(step, 0)) == value
        && constant_bits(ir, ir.operand(step, 1)).is_some()
}
