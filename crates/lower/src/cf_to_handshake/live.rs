//! Which values each block needs from the blocks before it.
//!
//! Besides values of the program there are two tokens an array, which blocks redefine: they are variables. A block's arguments count as needed
//! only if the block, or one after it, uses them, so what is handed to an argument that nobody uses is not needed either.

use crate::streams::memory::Memories;
use dialects::{arith, memref};
use ir::cfg::{Cfg, successors};
use ir::{Block, Ir, Op, Value};
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;

/// Something that is handed from block to block.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) enum Item {
    /// A value of the program, no constant and no array.
    Value(Value),
    /// The token of the last write to a memory.
    Written(usize),
    /// The token of the last write to a memory and all reads since.
    Settled(usize),
}

/// What each block needs, in a fixed order. Its own arguments are part of it.
pub(super) struct Live {
    needs: FxHashMap<Block, Vec<Item>>,
}

impl Live {
    /// Of the blocks of a graph all of which can be reached.
    pub fn new(ir: &Ir, cfg: &Cfg, memories: &Memories) -> Live {
        let order: Vec<Block> = cfg.reverse_post_order();
        let local: FxHashMap<Block, Local> =
            order.iter().map(|block| (*block, Local::new(ir, *block, memories))).collect();
        let mut needs: FxHashMap<Block, BTreeSet<Item>> = FxHashMap::default();
        let mut changed = true;
        while changed {
            changed = false;
            for block in order.iter().rev() {
                let mut now = local[block].uses.clone();
                for item in needed_after(ir, *block, &needs) {
                    if !local[block].defines.contains(&item) {
                        now.insert(item);
                    }
                }
                if needs.get(block).is_none_or(|known| known.len() != now.len()) {
                    needs.insert(*block, now);
                    changed = true;
                }
            }
        }
        Live { needs: needs.into_iter().map(|(block, items)| (block, items.into_iter().collect())).collect() }
    }

    /// What a block needs.
    pub fn of(&self, block: Block) -> &[Item] {
        self.needs.get(&block).map_or(&[], Vec::as_slice)
    }
}

/// What the targets of a block need from it, in terms of the block.
fn needed_after(ir: &Ir, block: Block, needs: &FxHashMap<Block, BTreeSet<Item>>) -> Vec<Item> {
    let mut items = Vec::new();
    let Some(branch) = ir.last_op(block) else { return items };
    for (way, target) in successors(ir, block).iter().enumerate() {
        for item in needs.get(target).into_iter().flatten() {
            match handed(ir, branch, way, *item) {
                Handed::Same => items.push(*item),
                Handed::Given(value) if is_handed(ir, value) => items.push(Item::Value(value)),
                Handed::Given(_) => {}
            }
        }
    }
    items
}

/// What a branch hands on for an item that its target needs.
pub(super) enum Handed {
    /// The item itself.
    Same,
    /// A value for an argument of the target.
    Given(Value),
}

/// What way `way` of a branch hands on for an item that its target needs.
pub(super) fn handed(ir: &Ir, branch: Op, way: usize, item: Item) -> Handed {
    let target = ir.successors(branch)[way];
    let Item::Value(value) = item else { return Handed::Same };
    let Some(at) = ir.args(target).iter().position(|arg| *arg == value) else { return Handed::Same };
    let range = ir.successor_operands(branch, way).expect("branches of cf say what they hand on");
    Handed::Given(ir.operand(branch, range.start + at))
}

/// Whether a value travels from block to block: constants are made where they are used.
pub(super) fn is_handed(ir: &Ir, value: Value) -> bool {
    ir.defining_op(value).is_none_or(|op| ir.code(op) != arith::CONSTANT)
}

/// What a block uses before it defines it, and what it defines.
#[derive(Default)]
struct Local {
    uses: BTreeSet<Item>,
    defines: BTreeSet<Item>,
}

impl Local {
    fn new(ir: &Ir, block: Block, memories: &Memories) -> Local {
        let mut local = Local::default();
        for op in ir.block_ops(block) {
            match ir.code(op) {
                memref::LOAD | memref::STORE => local.access(ir, op, memories),
                memref::ALLOC | memref::ALLOCA | memref::GET_GLOBAL => continue,
                // What a branch hands on is needed if its target needs it.
                _ if !ir.successors(op).is_empty() => {
                    if ir.successors(op).len() > 1 {
                        local.use_value(ir, ir.operand(op, 0));
                    }
                }
                _ => ir.operands(op).for_each(|value| local.use_value(ir, value)),
            }
            local.defines.extend(ir.results(op).map(Item::Value));
        }
        // The end of the function waits for every access.
        if ir.successors(ir.last_op(block).expect("a block has a terminator")).is_empty() {
            for (number, memory) in memories.list().iter().enumerate() {
                if memory.is_written {
                    local.use_item(Item::Settled(number));
                }
            }
        }
        local
    }

    fn access(&mut self, ir: &Ir, op: Op, memories: &Memories) {
        let Some(access) = memories.access(ir, op) else { return };
        access.address.values().chain(access.stored).for_each(|value| self.use_value(ir, value));
        if !memories.list()[access.memory].is_written {
            return;
        }
        self.use_item(Item::Settled(access.memory));
        match access.stored {
            Some(_) => self.defines.extend([Item::Written(access.memory), Item::Settled(access.memory)]),
            None => {
                self.use_item(Item::Written(access.memory));
                self.defines.insert(Item::Settled(access.memory));
            }
        }
    }

    fn use_value(&mut self, ir: &Ir, value: Value) {
        if is_handed(ir, value) {
            self.use_item(Item::Value(value));
        }
    }

    fn use_item(&mut self, item: Item) {
        if !self.defines.contains(&item) {
            self.uses.insert(item);
        }
    }
}
