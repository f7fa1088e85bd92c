//! Simplifying the control flow between the blocks of a region.
//!
//! Four steps, until none applies: blocks that control never reaches are removed; a block argument that is given
//! the same value by every branch is that value; block arguments whose value nobody needs are removed, also around
//! loops in which they only feed themselves; a block is joined with the only one that branches to it, if that
//! branches nowhere else. All but the first look only through branches whose record says how operands are handed on.

use crate::branch::Branch;
use crate::cfg::{Cfg, unreachable_blocks};
use crate::storage::{Block, Ir, Op, Region, Value, ValueDef};
use rustc_hash::{FxHashMap, FxHashSet};

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
        let step = forward_single_arguments(ir, region) | remove_dead_arguments(ir, region) | join_blocks(ir, region);
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
fn incoming(ir: &Ir, cfg: &Cfg, block: Block) -> Option<Vec<(Op, usize)>> {
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

fn handed_on(ir: &Ir, edge: (Op, usize), arg: usize) -> Option<Value> {
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
            let mut given = edges.iter().filter_map(|edge| handed_on(ir, *edge, index)).filter(|value| *value != arg);
            let Some(value) = given.next() else { continue };
            if given.all(|other| other == value) {
                ir.replace_uses(arg, value);
                changed = true;
            }
        }
    }
    changed
}

/// Removes arguments that no operation needs: unused, or used only to be handed on to others of that kind.
fn remove_dead_arguments(ir: &mut Ir, region: Region) -> bool {
    let cfg = Cfg::new(ir, region);
    let mut open = Vec::new();
    let mut position: FxHashMap<Block, usize> = FxHashMap::default();
    let mut candidates: FxHashSet<Value> = FxHashSet::default();
    for block in cfg.blocks().iter().copied().skip(1) {
        if !ir.args(block).is_empty()
            && let Some(edges) = incoming(ir, &cfg, block)
        {
            candidates.extend(ir.args(block));
            position.insert(block, open.len());
            open.push((block, edges));
        }
    }
    let args = open.iter().flat_map(|(block, _)| ir.args(*block).iter().copied());
    let mut live: Vec<Value> = args.filter(|arg| is_needed(ir, *arg, &candidates)).collect();
    let mut alive: FxHashSet<Value> = live.iter().copied().collect();
    // What is handed on to a live argument is live.
    while let Some(arg) = live.pop() {
        let ValueDef::Argument(block, index) = ir.value_def(arg) else { continue };
        let Some((_, edges)) = position.get(&block).map(|position| &open[*position]) else { continue };
        for edge in edges {
            if let Some(value) = handed_on(ir, *edge, index as usize)
                && candidates.contains(&value)
                && alive.insert(value)
            {
                live.push(value);
            }
        }
    }
    let mut changed = false;
    let mut dead_args = Vec::new();
    for (block, edges) in open {
        let keep: Vec<bool> = ir.args(block).iter().map(|arg| alive.contains(arg)).collect();
        if keep.iter().all(|keep| *keep) {
            continue;
        }
        changed = true;
        for (branch, successor) in edges {
            let given = ir.successor_operands(branch, successor).unwrap_or(0..0);
            let given = given.zip(&keep).filter(|(_, keep)| **keep).map(|(i, _)| ir.operand(branch, i));
            let given: Vec<Value> = given.collect();
            ir.set_successor_operands(branch, successor, &given);
        }
        dead_args.push((block, keep));
    }
    // Only now have all of them lost their uses.
    for (block, keep) in dead_args {
        for index in (0..keep.len()).rev().filter(|i| !keep[*i]) {
            ir.remove_argument(block, index);
        }
    }
    changed
}

/// Whether an argument is used other than by being handed on to an argument that may turn out dead.
fn is_needed(ir: &Ir, arg: Value, candidates: &FxHashSet<Value>) -> bool {
    ir.uses(arg).any(|u| {
        let (user, operand) = ir.use_owner(u);
        let successors = ir.successors(user);
        let target = (0..successors.len()).find_map(|index| {
            let range = ir.successor_operands(user, index)?;
            range.contains(&operand).then(|| ir.args(successors[index]).get(operand - range.start))?
        });
        target.is_none_or(|target| !candidates.contains(target))
    })
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
    let only = next != block && cfg.predecessors(next).nth(1).is_none() && cfg.blocks().first() != Some(&next);
    (plain && only).then_some(next)
}
