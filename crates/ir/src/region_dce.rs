//! Removing from a region of several blocks what nothing needs.
//!
//! That a value has no use is seen at once; that it only feeds itself around a loop, through operations without
//! effects and arguments of blocks, takes a look at the whole region. What is needed is found from the operations that
//! must stay, going back along operands and along the branches into blocks; the rest goes.

use crate::cfg::Cfg;
use crate::effects::is_removable;
use crate::region_simplify::{Edge, incoming};
use crate::storage::{Block, Ir, Op, Region, Value, ValueDef};
use rustc_hash::{FxHashMap, FxHashSet};

/// A block whose arguments may go, with the edges into it.
struct Open {
    block: Block,
    edges: Vec<Edge>,
}

/// Removes operations and block arguments of a region that nothing needs. Says whether there were any.
pub fn remove_dead(ir: &mut Ir, region: Region) -> bool {
    let cfg = Cfg::new(ir, region);
    let ops: Vec<Op> = cfg.blocks().iter().flat_map(|block| ir.block_ops(*block)).collect();
    let mut needs = Needs {
        live: FxHashSet::default(),
        open: Vec::new(),
        position: FxHashMap::default(),
        todo: Vec::new(),
    };
    let mut incoming = incoming(ir, &cfg);
    for block in cfg.blocks().iter().copied().skip(1) {
        if !ir.args(block).is_empty()
            && let Some(Some(edges)) = incoming.remove(&block)
        {
            needs.position.insert(block, needs.open.len());
            needs.open.push(Open { block, edges });
        }
    }
    let removable: Vec<Op> = ops.iter().copied().filter(|op| is_removable(ir, *op)).collect();
    let may_go: FxHashSet<Op> = removable.iter().copied().collect();
    ops.iter().filter(|op| !may_go.contains(*op)).for_each(|op| needs.operands_of(ir, *op));
    needs.follow(ir, region, &may_go);

    let dead: Vec<Op> = removable
        .into_iter()
        .filter(|op| ir.results(*op).all(|result| !needs.live.contains(&result)))
        .collect();
    let shrunk = remove_arguments(ir, &needs);
    // They may use each other in any order, so all uses go first.
    for op in &dead {
        for inner in ir.walk(*op) {
            ir.set_operands(inner, &[]);
        }
    }
    dead.iter().for_each(|op| ir.erase(*op));
    // Arguments last: dead operations may have used them.
    for (block, keep) in &shrunk {
        for index in (0..keep.len()).rev().filter(|index| !keep[*index]) {
            ir.remove_argument(*block, index);
        }
    }
    !dead.is_empty() || !shrunk.is_empty()
}

/// Lets branches hand on only what is live; gives the blocks that have arguments to lose, with those to keep.
fn remove_arguments(ir: &mut Ir, needs: &Needs) -> Vec<(Block, Vec<bool>)> {
    let mut shrunk = Vec::new();
    for Open { block, edges } in &needs.open {
        let keep: Vec<bool> = ir.args(*block).iter().map(|arg| needs.live.contains(arg)).collect();
        if keep.iter().all(|keep| *keep) {
            continue;
        }
        for Edge { branch, successor, .. } in edges {
            let given = ir.successor_operands(*branch, *successor).unwrap_or(0..0);
            let kept =
                given.zip(&keep).filter(|(_, keep)| **keep).map(|(index, _)| ir.operand(*branch, index));
            let kept: Vec<Value> = kept.collect();
            ir.set_successor_operands(*branch, *successor, &kept);
        }
        shrunk.push((*block, keep));
    }
    shrunk
}

struct Needs {
    live: FxHashSet<Value>,
    open: Vec<Open>,
    /// Where a block stands in `open`.
    position: FxHashMap<Block, usize>,
    todo: Vec<Value>,
}

impl Needs {
    fn value(&mut self, value: Value) {
        if self.live.insert(value) {
            self.todo.push(value);
        }
    }

    /// Everything an operation uses is needed, inside of it too, except what it hands on to arguments that may go.
    fn operands_of(&mut self, ir: &Ir, op: Op) {
        let handed_on = self.handed_on(ir, op);
        for (index, value) in ir.operands(op).enumerate() {
            if handed_on.get(index) != Some(&true) {
                self.value(value);
            }
        }
        if !ir.regions(op).is_empty() {
            for inner in ir.walk(op).into_iter().skip(1) {
                ir.operands(inner).for_each(|value| self.value(value));
            }
        }
    }

    /// Which operands an operation hands on to arguments that may go; empty for one that does not branch.
    fn handed_on(&self, ir: &Ir, op: Op) -> Vec<bool> {
        if ir.successors(op).is_empty() {
            return Vec::new();
        }
        let mut handed_on = vec![false; ir.operand_count(op)];
        for (to, operands) in ir.successors(op).iter().zip(ir.all_successor_operands(op)) {
            if let Some(operands) = operands.filter(|_| self.position.contains_key(to)) {
                handed_on[operands].fill(true);
            }
        }
        handed_on
    }

    /// What is needed for what is needed.
    fn follow(&mut self, ir: &Ir, region: Region, may_go: &FxHashSet<Op>) {
        while let Some(value) = self.todo.pop() {
            match ir.value_def(value) {
                ValueDef::Argument(block, index) => {
                    let Some(position) = self.position.get(&block) else { continue };
                    let edges = &self.open[*position].edges;
                    let given: Vec<Value> = edges.iter().map(|edge| edge.value(ir, index as usize)).collect();
                    given.into_iter().for_each(|value| self.value(value));
                }
                // Another result of it may have been needed before: then its operands are known to be.
                ValueDef::Result(op, _) if ir.parent_region(op) == Some(region) && may_go.contains(&op) => {
                    self.operands_of(ir, op);
                }
                _ => {}
            }
        }
    }
}
