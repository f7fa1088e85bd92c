//! Control flow: the blocks of a region as a graph.
//!
//! Blocks know their successors through their last operation; this file adds the other direction, and the orders in
//! which analyses visit blocks. A [`Cfg`] is a picture of a moment: whoever changes branches makes a new one.

use crate::storage::{Block, Ir, Region};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

/// Edges by block number, once per edge: a branch that names a block twice has two.
pub(crate) type Edges = Vec<SmallVec<[u32; 2]>>;

/// The control-flow graph of one region.
#[derive(Clone, Debug)]
pub struct Cfg {
    blocks: Vec<Block>,
    numbers: FxHashMap<Block, u32>,
    successors: Edges,
    predecessors: Edges,
}

/// Where a block may go: the successors of its last operation.
pub fn successors(ir: &Ir, block: Block) -> &[Block] {
    ir.last_op(block).map_or(&[], |op| ir.successors(op))
}

impl Cfg {
    /// The graph of a region as it is now. Branches out of the region (which the verifier reports) are no edges.
    pub fn new(ir: &Ir, region: Region) -> Cfg {
        let blocks = ir.blocks(region).to_vec();
        let numbers: FxHashMap<Block, u32> = blocks.iter().copied().zip(0..).collect();
        let mut edges: Edges = vec![SmallVec::new(); blocks.len()];
        let mut back: Edges = vec![SmallVec::new(); blocks.len()];
        for (from, block) in (0u32..).zip(&blocks) {
            for to in successors(ir, *block) {
                if let Some(&to) = numbers.get(to) {
                    edges[from as usize].push(to);
                    back[to as usize].push(from);
                }
            }
        }
        Cfg { blocks, numbers, successors: edges, predecessors: back }
    }

    /// The blocks in the order of the region, the entry first.
    pub fn blocks(&self) -> &[Block] {
        &self.blocks
    }

    /// Where control goes from a block, once per edge.
    pub fn successors(&self, block: Block) -> impl Iterator<Item = Block> + '_ {
        self.neighbours(&self.successors, block)
    }

    /// Where control comes from, once per edge, in the order of the blocks.
    pub fn predecessors(&self, block: Block) -> impl Iterator<Item = Block> + '_ {
        self.neighbours(&self.predecessors, block)
    }

    fn neighbours<'a>(&'a self, edges: &'a Edges, block: Block) -> impl Iterator<Item = Block> + 'a {
        let number = self.numbers.get(&block).map(|n| *n as usize);
        number.into_iter().flat_map(|n| &edges[n]).map(|to| self.blocks[*to as usize])
    }

    /// The blocks that can be reached from the entry, each before its successors unless an edge goes back.
    pub fn reverse_post_order(&self) -> Vec<Block> {
        let mut order = post_order(&self.successors, 0);
        order.reverse();
        order.into_iter().map(|n| self.blocks[n as usize]).collect()
    }

    pub(crate) fn numbers(&self) -> &FxHashMap<Block, u32> {
        &self.numbers
    }

    pub(crate) fn edges(&self) -> (&Edges, &Edges) {
        (&self.successors, &self.predecessors)
    }
}

/// The nodes that can be reached from `root`, each after its successors unless an edge goes back.
fn post_order(edges: &Edges, root: u32) -> Vec<u32> {
    let mut order = Vec::with_capacity(edges.len());
    let mut seen = vec![false; edges.len()];
    let mut stack = Vec::new();
    if let Some(first) = seen.get_mut(root as usize) {
        *first = true;
        stack.push((root, 0));
    }
    while let Some((node, next)) = stack.last_mut() {
        match edges[*node as usize].get(*next) {
            Some(&to) => {
                *next += 1;
                if !std::mem::replace(&mut seen[to as usize], true) {
                    stack.push((to, 0));
                }
            }
            None => {
                order.push(*node);
                stack.pop();
            }
        }
    }
    order
}

/// The blocks of a region that control cannot reach, in the order of the region.
pub fn unreachable_blocks(ir: &Ir, region: Region) -> Vec<Block> {
    if ir.blocks(region).len() < 2 {
        return Vec::new();
    }
    let cfg = Cfg::new(ir, region);
    let mut reached = vec![false; cfg.blocks.len()];
    for node in post_order(&cfg.successors, 0) {
        reached[node as usize] = true;
    }
    cfg.blocks.iter().zip(reached).filter(|(_, reached)| !reached).map(|(block, _)| *block).collect()
}
