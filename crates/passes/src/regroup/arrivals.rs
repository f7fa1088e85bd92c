//! When values are there, in hundredths of a cycle after their round begins.
//!
//! An estimate for the default target and clock, only to compare two groupings with: what is pipelined or in memory begins anew with a cycle and takes as many as its unit does, the rest takes a part
//! of one. What comes from outside of the innermost loop is there at once, and what an inner loop gives comes late.
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
/// An addition of 32 bits on the default target.
const SUM: u32 = 37;
/// One level of its logic.
const LOGIC: u32 = 22;
/// What an inner loop takes, which nobody knows.
const LOOP: u32 = 50 * CYCLE;
/// A value on a ring is this much later than others.
const RING: u32 = 1 << 24;
/// No estimate is more than this.
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
        // Sums of estimates stay far from overflowing.
        let at = self.estimate(ir, op, &FxHashMap::default()).min(LATEST);
        for result in ir.results(op) {
            self.at.insert(result, at);
        }
    }

    /// When a value is there for what is in a loop, or in none.
    fn arrival(&self, ir: &Ir, value: Value, around: Option<Op>) -> u32 {
        self.at.get(&value).copied().filter(|_| home(ir, value) == around).unwrap_or(0)
    }

    /// When the results of an operation are there. Of some values it is known when they are.
    fn estimate(&self, ir: &Ir, op: Op, known: &FxHashMap<Value, u32>) -> u32 {
        let around = loop_around(ir, op);
        let arrival =
            |value: Value| known.get(&value).copied().unwrap_or_else(|| self.arrival(ir, value, around));
        let mut last = ir.operands(op).map(arrival).max().unwrap_or(0);
        if ir.code(op) == scf::IF {
            let blocks = ir.regions(op).iter().filter_map(|region| ir.entry(*region));
            let ends = blocks.filter_map(|block| scf::yield_of(ir, block));
            last = ends.flat_map(|end| ir.operands(end)).map(arrival).chain([last]).max().unwrap_or(0);
        }
        let literal = || ir.operands(op).find_map(|operand| constant_bits(ir, operand));
        match ir.code(op) {
            arith::CONSTANT
            | arith::EXTSI
            | arith::EXTUI
            | arith::TRUNCI
            | arith::INDEX_CAST
            | arith::INDEX_CASTUI => last,
            arith::SHLI | arith::SHRSI | arith::SHRUI if literal().is_some() => last,
            arith::ADDI => after(last, 0, None),
            arith::MULI => after(last, multiplier(ir, op), literal()),
            memref::LOAD => begun(last) + cycles(ir, op) * CYCLE + LOGIC,
            _ if cycles(ir, op) > 0 => begun(last) + cycles(ir, op) * CYCLE,
            arith::ANDI | arith::ORI | arith::XORI | arith::SELECT | scf::IF => last + LOGIC,
            scf::FOR | scf::WHILE | scf::PARALLEL => last + LOOP,
            _ => last + SUM,
        }
    }

    /// When each of a tree's leaves is there: later than all others if it is on a ring with the tree.
    pub(super) fn of_leaves(&mut self, ir: &Ir, root: Op, leaves: &[Value]) -> Vec<u32> {
        let around = loop_around(ir, root);
        let rings = around.map(|around| &*self.rings.entry(around).or_insert_with(|| Rings::of(ir, around)));
        let rings = rings.filter(|rings| rings.feeds(ir.result(root, 0)));
        let ring = |leaf: Value| if rings.is_some_and(|rings| rings.waits(leaf)) { RING } else { 0 };
        let late: Vec<u32> = leaves.iter().map(|leaf| ring(*leaf)).collect();
        leaves.iter().zip(late).map(|(leaf, late)| self.arrival(ir, *leaf, around) + late).collect()
    }

    /// When the last of a tree's operations is there, given when its leaves are. Users come first.
    pub(super) fn of_tree(&self, ir: &Ir, inner: &[Op], leaves: impl Iterator<Item = (Value, u32)>) -> u32 {
        let mut known: FxHashMap<Value, u32> = leaves.collect();
        let mut end = 0;
        for op in inner.iter().rev() {
            end = self.estimate(ir, *op, &known);
            known.insert(ir.result(*op, 0), end);
        }
        end
    }

    /// A value takes the place of another.
    pub(super) fn stands_for(&mut self, new: Value, old: Value) {
        for rings in self.rings.values_mut() {
            rings.stands_for(new, old);
        }
    }
}

/// The innermost loop that a value is made in.
fn home(ir: &Ir, value: Value) -> Option<Op> {
    let parent = ir.value_block(value).and_then(|block| ir.block_parent_op(block))?;
    match ir.code(parent) {
        scf::FOR | scf::WHILE | scf::PARALLEL => Some(parent),
        _ => loop_around(ir, parent),
    }
}

/// The begin of the cycle in which a value is there: it goes into a register at its end.
fn begun(at: u32) -> u32 {
    at - at % CYCLE
}

/// The cycles of the unit that an operation of a tree is: none for a sum.
pub(super) fn multiplier(ir: &Ir, op: Op) -> u32 {
    let width = ir.ctx.scalar_width(ir.ty(ir.result(op, 0))).unwrap_or(0);
    if ir.code(op) == arith::MULI { latency(Function::Mul, width) } else { 0 }
}

/// When a sum, or a product by a unit of some cycles, is there whose later operand comes at `last`, one of them perhaps a literal.
pub(super) fn after(last: u32, multiplier: u32, literal: Option<&Bits>) -> u32 {
    match (multiplier, literal.and_then(digits)) {
        (0, _) => last + SUM,
        (_, Some(digits)) => last + SUM * digits.len().saturating_sub(1) as u32,
        (cycles, None) => begun(last) + cycles * CYCLE,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_of_a_cycle_are_those_of_the_default_target() {
        let table: toml::Table =
            include_str!("../../../../targets/kintex7.toml").parse().expect("it is read by others, too");
        // In hundredths of a cycle of 5 ns.
        let part =
            |unit: &str| (table[unit]["data"]["32"].as_float().expect("a delay") / 5.0 * 100.0).round();
        assert_eq!(f64::from(SUM), part("addi"));
        assert_eq!(f64::from(LOGIC), part("andi"));
    }
}
