//! Simplifying the control flow between the blocks of a region.
//!
//! Four steps, until none applies: blocks that control never reaches are removed; a block argument that is given
//! the same value by every branch is that value; what nobody needs is removed ([`crate::region_dce`]); a block is joined
//! with the only one that branches to it, if that branches nowhere else. All but the first look only through branches
//! whose record says how operands are handed on.

use crate::branch::Branch;
use crate::cfg::{Cfg, unreachable_blocks};
use crate::region_dce::remove_dead;
use crate::storage::{Block, Ir, Op, Region, Value};
use rustc_hash::{FxHashMap, FxHashSet};
use std::ops::Range;

/// Simplifies all regions below an operation. Says whether anything changed.
pub fn simplify_regions(ir: &mut Ir, root: Op) -> bool {
    let mut changed = false;
    // Inner regions last is as good as first: the steps of one region do not make steps in another, except by
    // removing it with its block.
    for op in ir.walk(root) {
        if ir.is_erased(op) {
            continue;
        }
        for index in 0..ir.regions(op).len() {
            let region = ir.region(op, index);
            if ir.blocks(region).len() > 1 {
                changed |= simplify_region(ir, region);
            }
        }
    }
    changed
}

/// Simplifies one region. Says whether anything changed.
pub fn simplify_region(ir: &mut Ir, region: Region) -> bool {
    let mut changed = remove_unreachable_blocks(ir, region);
    loop {
        let step = forward_single_arguments(ir, region) | remove_dead(ir, region) | join_blocks(ir, region);
        if !step {
            return changed;
        }
        changed = true;
    }
}

/// Removes the blocks of a region that control never reaches.
pub fn remove_unreachable_blocks(ir: &mut Ir, region: Region) -> bool {
    let dead = unreachable_blocks(ir, region);
    ir.erase_blocks(region, &dead);
    !dead.is_empty()
}

/// A way from one block to another that says which operands it hands on: one for every argument.
pub(crate) struct Edge {
    pub branch: Op,
    /// Which of the branch's successors.
    pub successor: usize,
    /// The operands, as long as nobody changes their number.
    operands: Range<usize>,
}

impl Edge {
    /// The value that is handed on to argument number `arg`.
    pub fn value(&self, ir: &Ir, arg: usize) -> Value {
        ir.operand(self.branch, self.operands.start + arg)
    }
}

/// The edges into every block of a region that control can come to; `None` where one does not say what it hands on.
pub(crate) fn incoming(ir: &Ir, cfg: &Cfg) -> FxHashMap<Block, Option<Vec<Edge>>> {
    let mut edges: FxHashMap<Block, Option<Vec<Edge>>> = FxHashMap::default();
    for branch in cfg.blocks().iter().filter_map(|block| ir.last_op(*block)) {
        let ways = ir.successors(branch).iter().zip(ir.all_successor_operands(branch));
        for (successor, (to, operands)) in ways.enumerate() {
            let known = edges.entry(*to).or_insert_with(|| Some(Vec::new()));
            match (operands.filter(|range| range.len() == ir.args(*to).len()), known.as_mut()) {
                (Some(operands), Some(known)) => known.push(Edge { branch, successor, operands }),
                _ => *known = None,
            }
        }
    }
    edges
}

/// Replaces arguments that are the same value on every edge. They stay, unused, for the next step to remove.
fn forward_single_arguments(ir: &mut Ir, region: Region) -> bool {
    let cfg = Cfg::new(ir, region);
    let incoming = incoming(ir, &cfg);
    // What each argument stands for is known before any use is touched: through a row of blocks every use moves once.
    let mut forwarded = Forwarded::default();
    let mut found = Vec::new();
    for block in cfg.blocks().iter().copied().skip(1) {
        let Some(Some(edges)) = incoming.get(&block) else { continue };
        for index in 0..ir.args(block).len() {
            let arg = ir.args(block)[index];
            if ir.is_unused(arg) {
                continue;
            }
            // Around a loop the argument may be handed on to itself.
            let values = edges.iter().map(|edge| forwarded.resolve(edge.value(ir, index)));
            let mut given = values.filter(|value| *value != arg);
            let Some(value) = given.next() else { continue };
            if given.all(|other| other == value) {
                forwarded.0.insert(arg, value);
                found.push(arg);
            }
        }
    }
    for arg in &found {
        let value = forwarded.resolve(*arg);
        ir.replace_uses(*arg, value);
    }
    !found.is_empty()
}

/// The value that each forwarded argument is known to be, which may be forwarded itself.
#[derive(Default)]
struct Forwarded(FxHashMap<Value, Value>);

impl Forwarded {
    /// The value at the end of the row; those on the way are pointed to it, so that no row is walked often.
    fn resolve(&mut self, value: Value) -> Value {
        let mut end = value;
        while let Some(next) = self.0.get(&end) {
            end = *next;
        }
        let mut at = value;
        while let Some(next) = self.0.get_mut(&at).filter(|next| **next != end) {
            at = std::mem::replace(next, end);
        }
        end
    }
}

/// Appends blocks to the only block that branches to them and only to them.
fn join_blocks(ir: &mut Ir, region: Region) -> bool {
    let cfg = Cfg::new(ir, region);
    let (mut gone, mut emptied) = (FxHashSet::default(), Vec::new());
    for block in cfg.reverse_post_order() {
        // A block that was joined has nothing left; whoever took its operations goes on with its branch.
        if gone.contains(&block) {
            continue;
        }
        while let Some(next) = joinable(ir, &cfg, block) {
            let branch = ir.last_op(block).expect("a block with a successor has a branch");
            let given: Vec<Value> = ir.operands(branch).collect();
            ir.erase(branch);
            for (index, value) in given.into_iter().enumerate() {
                ir.replace_uses(ir.args(next)[index], value);
            }
            ir.splice_to_end(next, block);
            gone.insert(next);
            emptied.push(next);
        }
    }
    ir.erase_blocks(region, &emptied);
    !emptied.is_empty()
}

/// The block after `block` in every run, before which no other comes.
fn joinable(ir: &Ir, cfg: &Cfg, block: Block) -> Option<Block> {
    let branch = ir.last_op(block)?;
    let [next] = *ir.successors(branch) else { return None };
    let def = ir.def(branch)?;
    // It must do nothing but hand on all it has.
    let plain = def.branch == Some(Branch { first_group: 0, segments: None })
        && ir.successor_operands(branch, 0)? == (0..ir.operand_count(branch))
        && ir.operand_count(branch) == ir.args(next).len()
        && ir.result_count(branch) == 0
        && ir.regions(branch).is_empty();
    let only =
        next != block && cfg.predecessors(next).nth(1).is_none() && cfg.blocks().first() != Some(&next);
    (plain && only).then_some(next)
}
