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
use rustc_hash::FxHashSet;

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

/// The edges into a block as (branch, successor number), if every one says which operands it hands on.
pub(crate) fn incoming(ir: &Ir, cfg: &Cfg, block: Block) -> Option<Vec<(Op, usize)>> {
    let mut edges = Vec::new();
    let mut last = None;
    for pred in cfg.predecessors(block) {
        // A predecessor with several edges here comes several times in a row.
        if last == Some(pred) {
            continue;
        }
        last = Some(pred);
        let branch = ir.last_op(pred)?;
        for (index, to) in ir.successors(branch).iter().enumerate() {
            if *to == block {
                let range = ir.successor_operands(branch, index)?;
                if range.len() != ir.args(block).len() {
                    return None;
                }
                edges.push((branch, index));
            }
        }
    }
    Some(edges)
}

/// The value that an edge hands on to argument number `arg`.
pub(crate) fn handed_on(ir: &Ir, edge: (Op, usize), arg: usize) -> Option<Value> {
    let range = ir.successor_operands(edge.0, edge.1)?;
    Some(ir.operand(edge.0, range.start + arg))
}

/// Replaces arguments that are the same value on every edge. They stay, unused, for the next step to remove.
fn forward_single_arguments(ir: &mut Ir, region: Region) -> bool {
    let cfg = Cfg::new(ir, region);
    let mut changed = false;
    for block in cfg.blocks().iter().copied().skip(1) {
        if ir.args(block).iter().all(|arg| ir.is_unused(*arg)) {
            continue;
        }
        let Some(edges) = incoming(ir, &cfg, block) else { continue };
        for index in 0..ir.args(block).len() {
            let arg = ir.args(block)[index];
            if ir.is_unused(arg) {
                continue;
            }
            // Around a loop the argument may be handed on to itself.
            let mut given =
                edges.iter().filter_map(|edge| handed_on(ir, *edge, index)).filter(|value| *value != arg);
            let Some(value) = given.next() else { continue };
            if given.all(|other| other == value) {
                ir.replace_uses(arg, value);
                changed = true;
            }
        }
    }
    changed
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
