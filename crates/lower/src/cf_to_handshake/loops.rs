//! The loops of a graph of blocks, for the marks that reports find them by.
//!
//! A loop is the head that its ways back lead to and every block from which one of them is reached without passing the head. Mostly one block decides
//! once in every round whether the loop goes on: its branch is the loop's test. Of other loops only the head is known. Ways back into the middle of
//! irreducible graphs belong to no loop.

use super::graph::Edge;
use dialects::cf;
use ir::cfg::Cfg;
use ir::dominance::DomTree;
use ir::{Block, Ir, Loc, Op};
use rustc_hash::{FxHashMap, FxHashSet};

/// The branch that decides about another round.
#[derive(Clone, Copy)]
pub(super) struct Test {
    /// Whether the loop goes on when the condition holds.
    pub goes_on: bool,
    /// Whether all that the loop does comes before the test.
    pub is_last: bool,
    /// Where the loop stands, if that is known better than by the branch.
    pub loc: Option<Loc>,
}

/// The loops of a function.
#[derive(Default)]
pub(super) struct Loops {
    /// Tests of loops, by their branches.
    pub tests: FxHashMap<Op, Test>,
    /// Heads of loops without such a test: the ways back.
    pub heads: FxHashMap<Block, Vec<Edge>>,
}

impl Loops {
    pub fn of(ir: &Ir, cfg: &Cfg, edges_into: &FxHashMap<Block, Vec<Edge>>) -> Loops {
        let dominators = DomTree::of_cfg(cfg);
        let mut found: Vec<Found> = Vec::new();
        for head in cfg.blocks() {
            let into = edges_into.get(head).map(Vec::as_slice).unwrap_or_default();
            let is_back = |edge: &&Edge| dominators.dominates(*head, source(ir, edge));
            let backs: Vec<Edge> = into.iter().filter(is_back).copied().collect();
            if !backs.is_empty() {
                // What comes before a loop knows where it stands; its first operation may belong to something inside.
                let entry = into.iter().find(|edge| !is_back(edge) && ir.code(edge.0) == cf::BR);
                let blocks = body(ir, *head, &backs, edges_into);
                found.push(Found { head: *head, backs, blocks, loc: entry.map(|edge| ir.loc(edge.0)) });
            }
        }
        let mut loops = Loops::default();
        for one in &found {
            match one.test(ir, &dominators, &found) {
                Some((branch, test)) => drop(loops.tests.insert(branch, test)),
                None => drop(loops.heads.insert(one.head, one.backs.clone())),
            }
        }
        loops
    }
}

fn source(ir: &Ir, edge: &Edge) -> Block {
    ir.parent_block(edge.0).expect("a branch stands in a block")
}

/// The blocks of a loop.
fn body(ir: &Ir, head: Block, backs: &[Edge], edges_into: &FxHashMap<Block, Vec<Edge>>) -> FxHashSet<Block> {
    let mut blocks: FxHashSet<Block> = [head].into_iter().collect();
    let mut open: Vec<Block> = backs.iter().map(|edge| source(ir, edge)).collect();
    while let Some(block) = open.pop() {
        if blocks.insert(block) {
            open.extend(edges_into.get(&block).into_iter().flatten().map(|edge| source(ir, edge)));
        }
    }
    blocks
}

struct Found {
    head: Block,
    backs: Vec<Edge>,
    blocks: FxHashSet<Block>,
    loc: Option<Loc>,
}

impl Found {
    /// The test, if there is one block that the loop is left from and that every round passes once.
    fn test(&self, ir: &Ir, dominators: &DomTree, all: &[Found]) -> Option<(Op, Test)> {
        let branch_of = |block: &Block| ir.last_op(*block);
        let leaves = |block: &&Block| {
            branch_of(block).is_some_and(|op| ir.successors(op).iter().any(|to| !self.blocks.contains(to)))
        };
        let mut exits = self.blocks.iter().filter(leaves);
        let exit = exits.next().filter(|_| exits.next().is_none())?;
        let in_inner = all.iter().any(|other| {
            other.head != self.head && self.blocks.contains(&other.head) && other.blocks.contains(exit)
        });
        if in_inner || !self.backs.iter().all(|edge| dominators.dominates(*exit, source(ir, edge))) {
            return None;
        }
        let branch = branch_of(exit).filter(|op| ir.code(*op) == cf::COND_BR)?;
        let goes_on = self.blocks.contains(&ir.successors(branch)[0]);
        let again = ir.successors(branch)[usize::from(!goes_on)];
        if !self.blocks.contains(&again) {
            return None;
        }
        // A block that only leads on to the head does nothing.
        let is_last =
            again == self.head || (ir.first_op(again) == ir.last_op(again) && leads_to(ir, again, self.head));
        Some((branch, Test { goes_on, is_last, loc: self.loc }))
    }
}

fn leads_to(ir: &Ir, block: Block, to: Block) -> bool {
    ir.last_op(block).is_some_and(|op| ir.successors(op).iter().all(|next| *next == to))
}
