//! When values are there, in hundredths of a cycle after their round begins.
//!
//! An estimate for a clock of 5 ns, only to compare two groupings with: additions take a third of a cycle, what is pipelined or in memory begins anew with a cycle. What comes from outside of the
//! innermost loop is there at once, and what an inner loop gives comes late.
//!
//! A value that depends on the round before, in a tree that the next round depends on, is on a ring of the loop. Every operation behind it is part of each round, so such a value counts as later
//! than all that is not on a ring.

use crate::cycles::cycles;
use crate::recurrence::{Rings, loop_around};
use crate::reduce_strength::digits;
use base::Bits;
use dialects::handshake::latency;
use dialects::handshake::unit::Function;
use dialects::{arith, memref, scf};
use ir::fold::constant_bits;
use ir::{Ir, Op, Value};
use rustc_hash::FxHashMap;

/// A cycle.
const CYCLE: u32 = 100;
/// An addition or a comparison.
const SUM: u32 = 37;
/// One level of logic.
const LOGIC: u32 = 22;
/// What an inner loop takes, which nobody knows.
const LOOP: u32 = 50 * CYCLE;
/// A value on a ring is this much later than others.
const RING: u32 = 1 << 24;
/// No estimate is more than this: sums of them are far from overflowing.
const LATEST: u32 = 1 << 20;

/// The estimates so far, and the rings of the loops that were asked about.
pub(super) struct Arrivals {
    at: FxHashMap<Value, u32>,
    rings: FxHashMap<Op, Rings>,
}

impl Arrivals {
    pub(super) fn new() -> Arrivals {
        Arrivals { at: FxHashMap::default(), rings: FxHashMap::default() }
    }

    /// Estimates the results of an operation; those before it have been seen.
    pub(super) fn see(&mut self, ir: &Ir, op: Op) {
        let at = self.estimate(ir, op, |_| None);
        for result in ir.results(op) {
            self.at.insert(result, at);
        }
    }

    fn estimate(&self, ir: &Ir, op: Op, known: impl Fn(Value) -> Option<u32>) -> u32 {
        let around = loop_around(ir, op);
        let home = |value: Value| {
            let parent = ir.value_block(value).and_then(|block| ir.block_parent_op(block));
            parent.and_then(|parent| match ir.code(parent) {
                scf::FOR | scf::WHILE | scf::PARALLEL => Some(parent),
                _ => loop_around(ir, parent),
            })
        };
        let arrival = |value: Value| {
            known(value).unwrap_or_else(|| match self.at.get(&value) {
                Some(at) if home(value) == around => *at,
                _ => 0,
            })
        };
        let mut last = ir.operands(op).map(arrival).max().unwrap_or(0);
        if ir.code(op) == scf::IF {
            let blocks = ir.regions(op).iter().filter_map(|region| ir.entry(*region));
            let ends = blocks.filter_map(|block| scf::yield_of(ir, block));
            last = ends.flat_map(|end| ir.operands(end)).map(arrival).chain([last]).max().unwrap_or(0);
        }
        let literal = || ir.operands(op).find_map(|operand| constant_bits(ir, operand));
        let at = match ir.code(op) {
            arith::CONSTANT
            | arith::EXTSI
            | arith::EXTUI
            | arith::TRUNCI
            | arith::INDEX_CAST
            | arith::INDEX_CASTUI => last,
            arith::SHLI | arith::SHRSI | arith::SHRUI if literal().is_some() => last,
            arith::ADDI => after(last, false, None),
            arith::MULI => after(last, true, literal()),
            memref::LOAD => begun(last) + CYCLE + LOGIC,
            _ if cycles(ir, op) > 0 => begun(last) + cycles(ir, op) * CYCLE,
            arith::ANDI | arith::ORI | arith::XORI | arith::SELECT | scf::IF => last + LOGIC,
            scf::FOR | scf::WHILE | scf::PARALLEL => last + LOOP,
            _ => last + SUM,
        };
        // What is known already may be on a ring, and stays so.
        if at < RING { at.min(LATEST) } else { at }
    }

    /// When the last of a tree's operations is there, given which of its leaves are on a ring. Users come first.
    pub(super) fn of_tree(&self, ir: &Ir, inner: &[Op], ring: &[Value]) -> u32 {
        let mut made: FxHashMap<Value, u32> = FxHashMap::default();
        let mut end = 0;
        for op in inner.iter().rev() {
            let known = |value| {
                made.get(&value).copied().or_else(|| ring.contains(&value).then(|| self.in_ring(value, ring)))
            };
            end = self.estimate(ir, *op, known);
            made.insert(ir.result(*op, 0), end);
        }
        end
    }

    /// When a leaf is there, given which are on a ring.
    pub(super) fn in_ring(&self, leaf: Value, ring: &[Value]) -> u32 {
        let at = self.at.get(&leaf).copied().unwrap_or(0);
        if ring.contains(&leaf) { at + RING } else { at }
    }

    /// Those leaves of a tree that are on a ring with it.
    pub(super) fn ring_through(&mut self, ir: &Ir, root: Op, leaves: &[Value]) -> Vec<Value> {
        let Some(around) = loop_around(ir, root) else { return Vec::new() };
        let rings = self.rings.entry(around).or_insert_with(|| Rings::of(ir, around));
        let goes_on = rings.feeds(ir.result(root, 0));
        leaves.iter().copied().filter(|leaf| goes_on && rings.waits(*leaf)).collect()
    }

    /// A value takes the place of another.
    pub(super) fn stands_for(&mut self, new: Value, old: Value) {
        for rings in self.rings.values_mut() {
            rings.stands_for(new, old);
        }
    }
}

/// The begin of the cycle in which a value is there: it goes into a register at its end.
fn begun(at: u32) -> u32 {
    at - at % CYCLE
}

/// When a sum or product is there whose later operand comes at `last`, one of them perhaps a literal.
pub(super) fn after(last: u32, multiplies: bool, literal: Option<&Bits>) -> u32 {
    match (multiplies, literal.and_then(digits)) {
        (false, _) => last + SUM,
        (true, Some(digits)) => last + SUM * digits.len().saturating_sub(1) as u32,
        (true, None) => begun(last) + latency(Function::Mul, 32) * CYCLE,
    }
}
