//! Dominance: what is computed on every path to a place, so that its value is there.
//!
//! [`DomTree`] answers for the blocks of one region, in either direction of control. [`Dominance`] answers for
//! operations and values anywhere: it makes trees and numbers operations when first asked, and asks neither for the
//! common region of a single block. Both are pictures of a moment; whoever moves operations starts a new one.
//!
//! The tree comes from the algorithm of Lengauer and Tarjan with path compression, which keeps its O(m log n) on the
//! shapes that make the simpler iterative scheme quadratic, such as a long chain with one common exit.

use crate::cfg::{Cfg, Edges};
use crate::opdef::Trait;
use crate::storage::{Block, Ir, Op, Region, Value, ValueDef};
use base::SideMap;
use rustc_hash::FxHashMap;

const NONE: u32 = u32::MAX;

/// The dominator tree (or post-dominator tree) of one region.
#[derive(Clone, Debug)]
pub struct DomTree {
    blocks: Vec<Block>,
    numbers: FxHashMap<Block, u32>,
    /// Each node's immediate dominator; `NONE` for the root and for nodes that are not reached.
    idom: Vec<u32>,
    /// Position in a pre-order of the tree (`NONE` when not reached) and number of nodes below, itself included.
    place: Vec<(u32, u32)>,
}

impl DomTree {
    /// Which blocks are passed on every path from the entry.
    pub fn new(ir: &Ir, region: Region) -> DomTree {
        DomTree::of_cfg(&Cfg::new(ir, region))
    }

    /// As [`DomTree::new`], of a graph that is there already.
    pub fn of_cfg(cfg: &Cfg) -> DomTree {
        let (forward, back) = cfg.edges();
        DomTree::build(cfg, forward, back, 0)
    }

    /// Which blocks are passed on every path to a block without successors. Blocks from which none can be reached
    /// (endless loops) are post-dominated by nothing but themselves, and so is a block before several exits.
    pub fn post(ir: &Ir, region: Region) -> DomTree {
        let cfg = Cfg::new(ir, region);
        let (forward, back) = cfg.edges();
        // One node more, after which every exit comes.
        let root = forward.len() as u32;
        let (mut down, mut up) = (back.clone(), forward.clone());
        down.push((0..root).filter(|n| forward[*n as usize].is_empty()).collect());
        for exit in &down[root as usize] {
            up[*exit as usize].push(root);
        }
        up.push(Default::default());
        DomTree::build(&cfg, &down, &up, root)
    }

    fn build(cfg: &Cfg, down: &Edges, up: &Edges, root: u32) -> DomTree {
        let idom = immediate_dominators(down, up, root);
        let place = tree_places(&idom, root);
        DomTree { blocks: cfg.blocks().to_vec(), numbers: cfg.numbers().clone(), idom: idom.idom, place }
    }

    /// Whether `a` is passed on every path to `b`, or is `b`. A block that is never reached is dominated by all.
    pub fn dominates(&self, a: Block, b: Block) -> bool {
        if a == b {
            return true;
        }
        let (Some(&a), Some(&b)) = (self.numbers.get(&a), self.numbers.get(&b)) else { return false };
        let ((a, below), (b, _)) = (self.place[a as usize], self.place[b as usize]);
        b == NONE || (a != NONE && a <= b && b - a < below)
    }

    /// The nearest other block that dominates this one.
    pub fn idom(&self, block: Block) -> Option<Block> {
        let idom = self.idom[*self.numbers.get(&block)? as usize];
        // `NONE` and the added exit node are past the blocks.
        self.blocks.get(idom as usize).copied()
    }

    /// Whether control can get here (for a post-dominator tree: whether it can get from here to an exit).
    pub fn is_reachable(&self, block: Block) -> bool {
        self.numbers.get(&block).is_some_and(|n| self.place[*n as usize].0 != NONE)
    }
}

struct Dominators {
    idom: Vec<u32>,
    /// The reached nodes in depth-first order: a dominator comes before what it dominates.
    order: Vec<u32>,
}

fn immediate_dominators(down: &Edges, up: &Edges, root: u32) -> Dominators {
    let mut idom = vec![NONE; down.len()];
    if down.is_empty() {
        return Dominators { idom, order: Vec::new() };
    }
    let (order, number, parent) = depth_first(down, root);
    let mut forest = Forest::new(order.len());
    // From here on nodes are known by their depth-first number.
    let mut dom = vec![0u32; order.len()];
    let mut bucket = vec![NONE; order.len()];
    let mut next_in_bucket = vec![NONE; order.len()];
    for w in (1..order.len() as u32).rev() {
        for pred in &up[order[w as usize] as usize] {
            let pred = number[*pred as usize];
            if pred != NONE {
                let best = forest.eval(pred);
                forest.semi[w as usize] = forest.semi[w as usize].min(forest.semi[best as usize]);
            }
        }
        let semi = forest.semi[w as usize] as usize;
        next_in_bucket[w as usize] = std::mem::replace(&mut bucket[semi], w);
        let above = parent[w as usize];
        forest.ancestor[w as usize] = above;
        let mut v = std::mem::replace(&mut bucket[above as usize], NONE);
        while v != NONE {
            let best = forest.eval(v);
            let closer = forest.semi[best as usize] < forest.semi[v as usize];
            dom[v as usize] = if closer { best } else { above };
            v = next_in_bucket[v as usize];
        }
    }
    for w in 1..order.len() {
        if dom[w] != forest.semi[w] {
            dom[w] = dom[dom[w] as usize];
        }
        idom[order[w] as usize] = order[dom[w] as usize];
    }
    Dominators { idom, order }
}

/// Depth-first numbering: nodes by number, numbers by node (`NONE` when not reached), parents' numbers by number.
fn depth_first(edges: &Edges, root: u32) -> (Vec<u32>, Vec<u32>, Vec<u32>) {
    let (mut order, mut number, mut parent) = (vec![root], vec![NONE; edges.len()], vec![0]);
    number[root as usize] = 0;
    let mut stack = vec![(root, 0)];
    while let Some((node, next)) = stack.last_mut() {
        let Some(&to) = edges[*node as usize].get(*next) else {
            stack.pop();
            continue;
        };
        *next += 1;
        if number[to as usize] == NONE {
            parent.push(number[*node as usize]);
            number[to as usize] = order.len() as u32;
            order.push(to);
            stack.push((to, 0));
        }
    }
    (order, number, parent)
}

/// The forest of processed nodes, with the least semi-dominator on the way up kept by path compression.
struct Forest {
    semi: Vec<u32>,
    label: Vec<u32>,
    ancestor: Vec<u32>,
    path: Vec<u32>,
}

impl Forest {
    fn new(len: usize) -> Forest {
        let all: Vec<u32> = (0..len as u32).collect();
        Forest { semi: all.clone(), label: all, ancestor: vec![NONE; len], path: Vec::new() }
    }

    fn eval(&mut self, v: u32) -> u32 {
        if self.ancestor[v as usize] == NONE {
            return v;
        }
        let mut x = v;
        while self.ancestor[self.ancestor[x as usize] as usize] != NONE {
            self.path.push(x);
            x = self.ancestor[x as usize];
        }
        while let Some(x) = self.path.pop() {
            let above = self.ancestor[x as usize] as usize;
            if self.semi[self.label[above] as usize] < self.semi[self.label[x as usize] as usize] {
                self.label[x as usize] = self.label[above];
            }
            self.ancestor[x as usize] = self.ancestor[above];
        }
        self.label[v as usize]
    }
}

/// Numbers the tree so that a subtree is an interval.
fn tree_places(dominators: &Dominators, root: u32) -> Vec<(u32, u32)> {
    let Dominators { idom, order } = dominators;
    let mut place = vec![(NONE, 1); idom.len()];
    for node in order.iter().skip(1).rev() {
        place[idom[*node as usize] as usize].1 += place[*node as usize].1;
    }
    if order.is_empty() {
        return place;
    }
    place[root as usize].0 = 0;
    let mut free = vec![1; idom.len()];
    for node in order.iter().skip(1).map(|n| *n as usize) {
        let above = idom[node] as usize;
        let start = free[above];
        free[above] += place[node].1;
        place[node].0 = start;
        free[node] = start + 1;
    }
    place
}

/// Whether the operations of a region have no order: the operation around says so, or nobody knows what it is.
pub fn is_graph_region(ir: &Ir, region: Region) -> bool {
    ir.region_parent(region).is_some_and(|op| ir.def(op).is_none_or(|def| def.has(Trait::GraphRegion)))
}

/// The operation that stands in `region` and is `op` or has it inside.
pub fn ancestor_in(ir: &Ir, region: Region, op: Op) -> Option<Op> {
    std::iter::successors(Some(op), |op| ir.parent_op(*op)).find(|op| ir.parent_region(*op) == Some(region))
}

/// Dominance everywhere in an IR, computed as it is asked for.
#[derive(Clone, Default)]
pub struct Dominance {
    trees: FxHashMap<Region, DomTree>,
    /// Position in its block, from 1; 0 when the block is not numbered yet.
    order: SideMap<Op, u32>,
}

impl Dominance {
    /// Nothing computed yet.
    pub fn new() -> Dominance {
        Dominance::default()
    }

    /// The tree of a region.
    pub fn tree(&mut self, ir: &Ir, region: Region) -> &DomTree {
        self.trees.entry(region).or_insert_with(|| DomTree::new(ir, region))
    }

    /// Whether control can reach a block from the entry of its region.
    pub fn is_reachable(&mut self, ir: &Ir, block: Block) -> bool {
        let Some(region) = ir.block_region(block) else { return false };
        ir.entry(region) == Some(block) || self.tree(ir, region).is_reachable(block)
    }

    /// Whether `a` is passed on every path to `b`, or is it. `b` may stand in an operation nested in `a`'s region.
    pub fn dominates(&mut self, ir: &Ir, a: Block, mut b: Block) -> bool {
        let Some(region) = ir.block_region(a) else { return a == b };
        while ir.block_region(b) != Some(region) {
            match ir.block_parent_op(b).and_then(|op| ir.parent_block(op)) {
                Some(around) => b = around,
                None => return false,
            }
        }
        a == b || self.tree(ir, region).dominates(a, b)
    }

    /// Whether `a` is done on every path to `b`, and is not `b`. `b` may be nested deeper than `a`, but not in it.
    pub fn properly_dominates_op(&mut self, ir: &Ir, a: Op, b: Op) -> bool {
        let (Some(block), Some(region)) = (ir.parent_block(a), ir.parent_region(a)) else { return false };
        let Some(b) = ancestor_in(ir, region, b) else { return false };
        match ir.parent_block(b) {
            Some(other) if other == block => {
                is_graph_region(ir, region) || self.order(ir, a) < self.order(ir, b)
            }
            Some(other) => self.tree(ir, region).dominates(block, other),
            None => false,
        }
    }

    /// Whether a value is there for an operation to use.
    pub fn value_dominates(&mut self, ir: &Ir, value: Value, user: Op) -> bool {
        match ir.value_def(value) {
            ValueDef::Result(op, _) => self.properly_dominates_op(ir, op, user),
            ValueDef::Argument(block, _) => {
                ir.parent_block(user).is_some_and(|user| self.dominates(ir, block, user))
            }
            ValueDef::Forward => false,
        }
    }

    fn order(&mut self, ir: &Ir, op: Op) -> u32 {
        if self.order[op] == 0
            && let Some(block) = ir.parent_block(op)
        {
            for (number, op) in (1..).zip(ir.block_ops(block)) {
                self.order[op] = number;
            }
        }
        self.order[op]
    }
}
