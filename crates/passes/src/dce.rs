//! `dce`: removes what has no influence on what the program does.
//!
//! Works backwards from what must stay (effects, terminators, what nobody described) and marks what that needs; the rest
//! goes. Marking is optimistic, so a value that only feeds itself around a loop is dead, which counting uses would never
//! find. It looks through branches and structured operations: an argument of a block or a value carried by a loop is
//! needed only if somebody needs it in turn, and the operands that would have become it go with it.
//!
//! Control itself is never removed here, except in operations that go as a whole: every branch of a live region stays with
//! its condition. Blocks that control cannot reach are removed first.
//!
//! `scf.if`, `for`, `while`, `index_switch` and `execute_region` lose the results and carried values that are not needed
//! (file `dce/sweep.rs`); of all other operations with regions nothing is known, and they stay as they are or go.

mod sweep;

use base::{Diagnostics, SideMap};
use dialects::control::region_flows;
use dialects::scf;
use ir::cfg::Cfg;
use ir::effects::is_removable;
use ir::pass::{PassArgs, PassDef};
use ir::region_simplify::remove_unreachable_blocks;
use ir::text::Reported;
use ir::{Block, Ir, Op, Region, Trait, Value, ValueDef};
use rustc_hash::FxHashMap;
use std::ops::Range;

/// The pass `dce`.
pub static DCE: PassDef = PassDef {
    name: "dce",
    doc: "Removes operations, block arguments and carried values that nobody needs.\n\
        Also blocks that control never reaches, and the results of structured operations that nobody uses.",
    options: &[],
    run,
};

fn run(ir: &mut Ir, root: Op, _: &PassArgs, _: &mut Diagnostics) -> Result<(), Reported> {
    for op in ir.walk(root) {
        if !ir.is_erased(op) {
            for index in 0..ir.regions(op).len() {
                remove_unreachable_blocks(ir, ir.region(op, index));
            }
        }
    }
    let mut needed = Needed::default();
    needed.begin(ir, root);
    needed.settle(ir);
    sweep::sweep(ir, root, &needed);
    Ok(())
}

/// Something that was found to be needed and whose own needs are still to be marked.
enum Open {
    Value(Value),
    Op(Op),
}

/// What is needed.
#[derive(Default)]
struct Needed {
    values: SideMap<Value, bool>,
    ops: SideMap<Op, bool>,
    open: Vec<Open>,
    /// For a value that others become: those others.
    given: FxHashMap<Value, Vec<Value>>,
    /// Blocks whose arguments can be removed, because every way to them says what it hands on.
    described: SideMap<Block, bool>,
    /// Structured operations whose carried values can be removed, because the tables say how they travel.
    flowing: SideMap<Op, bool>,
}

impl Needed {
    /// Notes how values travel, and marks what must stay whatever anybody needs.
    fn begin(&mut self, ir: &Ir, root: Op) {
        let ops = ir.walk(root);
        for op in &ops {
            for region in ir.regions(*op) {
                self.note_branches(ir, *region);
            }
            let Some(flows) = region_flows(ir, *op) else { continue };
            self.flowing[*op] = true;
            for flow in flows {
                for (from, to) in flow.values.into_iter().zip(flow.targets) {
                    self.given.entry(to).or_default().push(from);
                }
            }
        }
        for op in ops {
            // A terminator is as needed as what it ends; one that nobody registered may be anything.
            if op == root || (!ir.has_trait(op, Trait::Terminator) && !is_removable(ir, op)) {
                self.need_op(op);
            }
        }
    }

    fn note_branches(&mut self, ir: &Ir, region: Region) {
        if ir.blocks(region).len() < 2 {
            return;
        }
        let cfg = Cfg::new(ir, region);
        for block in cfg.blocks().iter().copied().skip(1) {
            let Some(edges) = incoming(ir, &cfg, block) else { continue };
            self.described[block] = true;
            for (branch, range) in edges {
                for (index, arg) in range.zip(ir.args(block)) {
                    self.given.entry(*arg).or_default().push(ir.operand(branch, index));
                }
            }
        }
    }

    fn settle(&mut self, ir: &Ir) {
        while let Some(next) = self.open.pop() {
            match next {
                Open::Value(value) => self.value_needs(ir, value),
                Open::Op(op) => self.op_needs(ir, op),
            }
        }
    }

    fn need(&mut self, value: Value) {
        if !std::mem::replace(&mut self.values[value], true) {
            self.open.push(Open::Value(value));
        }
    }

    fn need_op(&mut self, op: Op) {
        if !std::mem::replace(&mut self.ops[op], true) {
            self.open.push(Open::Op(op));
        }
    }

    fn value_needs(&mut self, ir: &Ir, value: Value) {
        for given in self.given.remove(&value).unwrap_or_default() {
            self.need(given);
        }
        let op = match ir.value_def(value) {
            ValueDef::Result(op, _) => Some(op),
            ValueDef::Argument(block, _) => ir.block_parent_op(block),
            ValueDef::Forward => None,
        };
        op.into_iter().for_each(|op| self.need_op(op));
    }

    /// What an operation needs to do its work: what is around it, its operands except those that travel on (which are
    /// needed only if what they become is), and the control inside of it.
    fn op_needs(&mut self, ir: &Ir, op: Op) {
        ir.parent_op(op).into_iter().for_each(|around| self.need_op(around));
        let travelling = self.travelling(ir, op);
        for (index, value) in ir.operands(op).enumerate() {
            if !travelling.iter().any(|range| range.contains(&index)) {
                self.need(value);
            }
        }
        for block in ir.regions(op).iter().flat_map(|region| ir.blocks(*region)) {
            ir.terminator(*block).into_iter().for_each(|last| self.need_op(last));
        }
    }

    /// The operands that become arguments or results which can be removed.
    fn travelling(&self, ir: &Ir, op: Op) -> Vec<Range<usize>> {
        let successors = ir.successors(op).iter().enumerate();
        let described = successors.filter(|(_, to)| self.described[**to]);
        let mut ranges: Vec<_> =
            described.filter_map(|(number, _)| ir.successor_operands(op, number)).collect();
        ranges.extend(self.carried(ir, op));
        ranges
    }

    /// The operands of a structured operation or of its terminator that become arguments or results.
    fn carried(&self, ir: &Ir, op: Op) -> Option<Range<usize>> {
        let in_flowing = || ir.parent_op(op).is_some_and(|around| self.flowing[around]);
        let first = match ir.code(op) {
            scf::FOR if self.flowing[op] => 3,
            scf::WHILE if self.flowing[op] => 0,
            scf::YIELD if in_flowing() => 0,
            scf::CONDITION if in_flowing() => 1,
            _ => return None,
        };
        Some(first..ir.operand_count(op))
    }
}

/// The ways to a block as branches and operands, if every one says which operands it hands on.
fn incoming(ir: &Ir, cfg: &Cfg, block: Block) -> Option<Vec<(Op, Range<usize>)>> {
    let mut edges = Vec::new();
    let mut last = None;
    for from in cfg.predecessors(block) {
        // One with several ways here comes several times in a row.
        if last.replace(from) == Some(from) {
            continue;
        }
        let branch = ir.last_op(from)?;
        for (number, to) in ir.successors(branch).iter().enumerate() {
            if *to == block {
                let range = ir.successor_operands(branch, number)?;
                if range.len() != ir.args(block).len() {
                    return None;
                }
                edges.push((branch, range));
            }
        }
    }
    Some(edges)
}
