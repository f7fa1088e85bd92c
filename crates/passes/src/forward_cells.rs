//! `forward-cells`: a load takes what was stored or loaded before, and a store goes that another one writes over.
//!
//! `cse` does the first where nothing is written in between. Here it is looked at what is written: what is surely another element changes nothing. What is known of memory is known in the sides of a choice, too, and in a loop
//! as far as the loop does not write it.
//!
//! A store is of no use if another one to the same element follows in its block, and nothing between them may read the element.

use crate::alias::{ARGUMENTS, ARGUMENTS_ARE, Arguments};
use crate::cells::{Access, Cell, accesses};
use base::Diagnostics;
use dialects::scf;
use ir::dominance::is_graph_region;
use ir::effects::memory_effects;
use ir::pass::{PassArgs, PassDef};
use ir::text::Reported;
use ir::{Block, Ir, Op, Value};

/// The pass.
pub static FORWARD_CELLS: PassDef = PassDef {
    name: "forward-cells",
    doc: "Takes from values what is known to be in memory.\n\
        A load of an element that was loaded or stored before takes that value, if nothing in between may write the element; a store goes that another one of the same block writes over, if nothing in between may read it.",
    options: &[ARGUMENTS],
    run,
};

/// Elements that are known at one place: each access is compared with all of them.
const MOST_KNOWN: usize = 32;

fn run(ir: &mut Ir, root: Op, args: &PassArgs, diags: &mut Diagnostics) -> Result<(), Reported> {
    let arguments: Arguments = args.read(ARGUMENTS.name, ARGUMENTS_ARE, diags)?;
    forward_loads(ir, root, arguments);
    for op in ir.walk(root) {
        let regions = ir.regions(op).iter().filter(|region| !is_graph_region(ir, **region));
        let blocks: Vec<Block> = regions.flat_map(|region| ir.blocks(*region).to_vec()).collect();
        for block in blocks {
            remove_stores(ir, block, arguments);
        }
    }
    Ok(())
}

/// What is known to be in memory.
#[derive(Clone, Default)]
struct Known(Vec<(Cell, Value)>);

impl Known {
    fn value(&self, cell: &Cell) -> Option<Value> {
        self.0.iter().find(|(known, _)| known.is(cell)).map(|(_, value)| *value)
    }

    fn add(&mut self, cell: Cell, value: Value) {
        if self.0.len() == MOST_KNOWN {
            self.0.remove(0);
        }
        self.0.push((cell, value));
    }

    /// Forgets what an operation may write.
    fn forget(&mut self, ir: &Ir, op: Op, arguments: Arguments) {
        let effects = memory_effects(ir, op);
        if !effects.writes && !effects.frees && !effects.unknown || self.0.is_empty() {
            return;
        }
        match accesses(ir, op) {
            Some(accesses) => self.0.retain(|(cell, _)| {
                accesses.iter().all(|access| !access.writes || access.cell.is_apart(cell, arguments))
            }),
            None => self.0.clear(),
        }
    }
}

fn forward_loads(ir: &mut Ir, root: Op, arguments: Arguments) {
    // Where to go on, and what is known there.
    let mut open: Vec<(Option<Op>, Known)> = Vec::new();
    for op in ir.walk(root).into_iter().filter(|op| !is_structured(ir, *op)) {
        enter(ir, op, &Known::default(), &mut open);
    }
    while let Some((mut next, mut known)) = open.pop() {
        while let Some(op) = next {
            next = ir.next(op);
            let before = if ir.code(op) == scf::IF { known.clone() } else { Known::default() };
            known.forget(ir, op, arguments);
            match Access::of(ir, op) {
                Some(Access { writes: true, cell, .. }) => known.add(cell, ir.operand(op, 0)),
                Some(Access { cell, .. }) => match known.value(&cell) {
                    Some(value) => {
                        ir.replace_uses(ir.result(op, 0), value);
                        ir.erase(op);
                    }
                    None => known.add(cell, ir.result(op, 0)),
                },
                None if ir.code(op) == scf::IF => enter(ir, op, &before, &mut open),
                None if is_structured(ir, op) => enter(ir, op, &known, &mut open),
                None => {}
            }
        }
    }
}

/// Whether what is known before an operation is known in it, as far as it does not write.
fn is_structured(ir: &Ir, op: Op) -> bool {
    matches!(ir.code(op), scf::IF | scf::FOR | scf::WHILE)
}

/// Plans the blocks of an operation, at whose beginning so much is known.
fn enter(ir: &Ir, op: Op, known: &Known, open: &mut Vec<(Option<Op>, Known)>) {
    for region in ir.regions(op).iter().filter(|region| !is_graph_region(ir, **region)) {
        open.extend(ir.blocks(*region).iter().map(|block| (ir.first_op(*block), known.clone())));
    }
}

/// Removes the stores of a block that others of it write over.
fn remove_stores(ir: &mut Ir, block: Block, arguments: Arguments) {
    // What is written further down before it may be read.
    let mut written: Vec<Cell> = Vec::new();
    let mut next = ir.last_op(block);
    while let Some(op) = next {
        next = ir.prev(op);
        match Access::of(ir, op) {
            Some(Access { writes: true, cell, .. }) if written.iter().any(|later| later.is(&cell)) => {
                ir.erase(op)
            }
            Some(Access { writes: true, cell, .. }) => {
                if written.len() == MOST_KNOWN {
                    written.remove(0);
                }
                written.push(cell);
            }
            _ if written.is_empty() => {}
            _ => forget_read(ir, op, &mut written, arguments),
        }
    }
}

/// Forgets what an operation may read. Memory that is made or freed there is none that is written further down.
fn forget_read(ir: &Ir, op: Op, written: &mut Vec<Cell>, arguments: Arguments) {
    let effects = memory_effects(ir, op);
    if !effects.reads && !effects.writes && !effects.frees && !effects.unknown {
        return;
    }
    match accesses(ir, op) {
        Some(accesses) => {
            written.retain(|cell| {
                accesses.iter().all(|access| access.writes || access.cell.is_apart(cell, arguments))
            });
        }
        None => written.clear(),
    }
}
