//! Values instead of memory among the blocks of a region.
//!
//! Works on regions in which all accesses to the slot are direct. A block that needs the slot's value at its start takes it
//! from the only way that leads to it, or, where several do, as a new argument that every branch is given.

use super::{Access, Slot};
use ir::cfg::Cfg;
use ir::{Block, Ir, Op, Region, Value};
use rustc_hash::{FxHashMap, FxHashSet};

/// Whether every branch in a region says which operands it hands on, so that one more can be added.
pub(super) fn are_described(ir: &Ir, region: Region) -> bool {
    ir.blocks(region).len() < 2
        || ir.blocks(region).iter().all(|block| {
            let Some(last) = ir.last_op(*block) else { return false };
            let mut successors = ir.successors(last).iter().enumerate();
            successors.all(|(number, to)| {
                ir.successor_operands(last, number).is_some_and(|range| range.len() == ir.args(*to).len())
            })
        })
}

/// Replaces the accesses in a region, at whose start the slot holds `incoming`, and gives back the slot's value at the end of
/// every block without successors if that is asked for. A slot that was just made holds `unwritten`.
pub(super) fn promote(
    ir: &mut Ir,
    slot: &mut Slot,
    region: Region,
    incoming: Value,
    outgoing: bool,
    unwritten: Value,
) -> Vec<(Block, Value)> {
    if let [block] = *ir.blocks(region) {
        let value = promote_block(ir, slot, block, Some(incoming), unwritten);
        return value.into_iter().map(|value| (block, value)).collect();
    }
    let cfg = Cfg::new(ir, region);
    let order = cfg.reverse_post_order();
    let live = live_blocks(ir, slot, &cfg, &order, outgoing);
    let mut at_end: FxHashMap<Block, Option<Value>> = FxHashMap::default();
    let mut joined = Vec::new();
    for &block in &order {
        let mut from = cfg.predecessors(block);
        let start = match (from.next(), from.next()) {
            _ if cfg.blocks().first() == Some(&block) => Some(incoming),
            _ if !live.contains(&block) => None,
            // The only block before this one comes before it in the order, too.
            (Some(from), None) => at_end[&from],
            _ => {
                let arg = ir.add_argument(block, slot.element, ir.loc(slot.op));
                ir.set_value_name(arg, ir.value_name(slot.memory));
                joined.push(block);
                Some(arg)
            }
        };
        at_end.insert(block, promote_block(ir, slot, block, start, unwritten));
    }
    let joined: FxHashSet<Block> = joined.into_iter().collect();
    for block in &order {
        let last = ir.last_op(*block).expect("a block of a verified region has a terminator");
        for number in 0..ir.successors(last).len() {
            if joined.contains(&ir.successors(last)[number]) {
                let given = at_end[block].expect("the value of a slot is known where a block needs it");
                hand_on(ir, last, number, given);
            }
        }
    }
    let exits = order.iter().filter(|block| cfg.successors(**block).next().is_none());
    exits.filter_map(|block| Some((*block, at_end[block]?))).collect()
}

/// The blocks that need the slot's value at their start.
fn live_blocks(ir: &Ir, slot: &Slot, cfg: &Cfg, order: &[Block], outgoing: bool) -> FxHashSet<Block> {
    let mut live: FxHashSet<Block> = FxHashSet::default();
    let mut open: Vec<Block> = Vec::new();
    let first: FxHashMap<Block, Access> =
        order.iter().map(|block| (*block, first_access(ir, slot, *block))).collect();
    for block in order {
        let is_exit = cfg.successors(*block).next().is_none();
        if first[block] == Access::Load || (first[block] == Access::Other && is_exit && outgoing) {
            live.insert(*block);
            open.push(*block);
        }
    }
    while let Some(block) = open.pop() {
        for from in cfg.predecessors(block) {
            if first.get(&from) == Some(&Access::Other) && live.insert(from) {
                open.push(from);
            }
        }
    }
    live
}

fn first_access(ir: &Ir, slot: &Slot, block: Block) -> Access {
    let first = slot.accesses.get(&block).and_then(|placed| placed.first());
    first.map_or(Access::Other, |(_, op)| slot.access(ir, *op))
}

/// Replaces the accesses of one block; gives back the slot's value at its end. A load where no value is known stands where
/// control never comes.
fn promote_block(
    ir: &mut Ir,
    slot: &mut Slot,
    block: Block,
    start: Option<Value>,
    unwritten: Value,
) -> Option<Value> {
    let mut current = start;
    for (_, op) in slot.accesses.remove(&block).unwrap_or_default() {
        match slot.access(ir, op) {
            Access::Make => current = Some(unwritten),
            Access::Load => {
                let value = current.unwrap_or(unwritten);
                ir.replace_uses(ir.result(op, 0), value);
                ir.erase(op);
            }
            Access::Store => {
                current = Some(ir.operand(op, 0));
                ir.erase(op);
            }
            Access::Free | Access::Other => {}
        }
    }
    current
}

fn hand_on(ir: &mut Ir, branch: Op, successor: usize, value: Value) {
    let range = ir.successor_operands(branch, successor).expect("branches of the region are described");
    let mut given: Vec<Value> = range.map(|index| ir.operand(branch, index)).collect();
    given.push(value);
    ir.set_successor_operands(branch, successor, &given);
}
