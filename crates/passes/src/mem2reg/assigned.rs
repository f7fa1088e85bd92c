//! Whether a slot is surely written before it is read.
//!
//! Each block, region and structured operation is summed up in two facts: whether a load in it can be reached without a store
//! in it before, and whether every way through it stores. Inner operations are summed up before outer ones.

use super::{Access, Placed, Slot};
use crate::trips::{Trips, trips};
use dialects::scf;
use ir::cfg::Cfg;
use ir::{Block, Ir, Op, Region};
use rustc_hash::FxHashMap;

/// What a piece of program does to a slot.
#[derive(Clone, Copy, Default)]
struct Summary {
    /// A load may come before any store.
    needs: bool,
    /// Every way through ends with the slot written.
    gives: bool,
    /// A way through may end with a slot that is new and so not written, whatever it was before.
    renews: bool,
}

/// Whether no load of the slot can come before a store.
pub(super) fn is_assigned(ir: &Ir, slot: &Slot) -> bool {
    let mut known = FxHashMap::default();
    for op in &slot.around {
        let summary = of_op(ir, slot, *op, &known);
        known.insert(*op, summary);
    }
    !of_region(ir, slot, slot.home, &known).needs
}

type Known = FxHashMap<Op, Summary>;

fn of_op(ir: &Ir, slot: &Slot, op: Op, known: &Known) -> Summary {
    let regions: Vec<Summary> =
        ir.regions(op).iter().map(|region| of_region(ir, slot, *region, known)).collect();
    let needs = regions.iter().any(|region| region.needs);
    let gives = match ir.code(op) {
        // A missing branch of an `if` is a region that gives nothing.
        scf::IF | scf::INDEX_SWITCH | scf::EXECUTE_REGION => regions.iter().all(|region| region.gives),
        scf::FOR => trips(ir, op) == Trips::Some && regions.iter().all(|region| region.gives),
        scf::WHILE => {
            let [before, after] = regions[..] else { return Summary { needs: true, ..Summary::default() } };
            let needs = before.needs || (after.needs && !before.gives);
            return Summary { needs, gives: before.gives, renews: false };
        }
        _ => false,
    };
    Summary { needs, gives, renews: false }
}

fn of_block(ir: &Ir, slot: &Slot, block: Block, known: &Known) -> Summary {
    let mut summary = Summary::default();
    let placed = |ops: Option<&Placed>| ops.cloned().unwrap_or_default();
    let mut ops = [placed(slot.accesses.get(&block)), placed(slot.inner.get(&block))].concat();
    ops.sort_unstable();
    for (_, op) in ops {
        match slot.access(ir, op) {
            Access::Make => summary = Summary { gives: false, renews: true, ..summary },
            Access::Load => summary.needs |= !summary.gives,
            Access::Store => summary = Summary { gives: true, renews: false, ..summary },
            Access::Free => {}
            Access::Other => {
                if let Some(inner) = known.get(&op) {
                    summary.needs |= inner.needs && !summary.gives;
                    summary.gives |= inner.gives;
                    summary.renews &= !inner.gives;
                }
            }
        }
    }
    summary
}

fn of_region(ir: &Ir, slot: &Slot, region: Region, known: &Known) -> Summary {
    match ir.blocks(region) {
        [] => return Summary::default(),
        [block] => return of_block(ir, slot, *block, known),
        _ => {}
    }
    let cfg = Cfg::new(ir, region);
    let order = cfg.reverse_post_order();
    let blocks: FxHashMap<Block, Summary> =
        order.iter().map(|b| (*b, of_block(ir, slot, *b, known))).collect();
    // Whether the slot is written at the end of each block: yes, until a way shows that it is not.
    let mut written: FxHashMap<Block, bool> = order.iter().map(|block| (*block, true)).collect();
    let at_start = |block: Block, written: &FxHashMap<Block, bool>| {
        cfg.blocks().first() != Some(&block)
            && cfg.predecessors(block).filter_map(|from| written.get(&from)).all(|written| *written)
    };
    loop {
        let mut changed = false;
        for block in &order {
            let summary = blocks[block];
            let at_end = summary.gives || (!summary.renews && at_start(*block, &written));
            changed |= written.insert(*block, at_end) != Some(at_end);
        }
        if !changed {
            break;
        }
    }
    let needs = order.iter().any(|block| blocks[block].needs && !at_start(*block, &written));
    let mut exits = order.iter().filter(|block| cfg.successors(**block).next().is_none());
    Summary { needs, gives: exits.all(|block| written[block]), renews: false }
}
