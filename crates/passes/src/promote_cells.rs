//! `promote-cells`: carries an element of an array through a loop that would read and write it in every round.
//!
//! In `for (i …) sum[k] += a[i]` a round waits until the one before it has stored. If every access in the loop that may be of that element is of it, the element is read before the loop, carried, and written
//! behind it. What is carried is a sum like any other, which other passes then take apart.
//!
//! The program may not touch the element where the loop has no round, or under a condition that never holds, and it may be out of bounds or not written yet then. So it must be known that the program gets to an access of
//! it: one stands before the loop, on every way to it, or surely is executed in the first round. A loop whose first access surely is a store needs no load before it.
//!
//! All accesses in the loop become accesses of a scalar in memory, which `mem2reg` turns into values: it knows the ways through loops and choices. Inner loops come first, so that an element leaves as many as it can.

use crate::alias::{ARGUMENTS, ARGUMENTS_ARE, Arguments, Origin};
use crate::cells::{Access, Cell, accesses, is_sure, subscripts};
use crate::licm::goes_on;
use crate::mem2reg::promote_all;
use crate::sink_stores::part_that_runs;
use base::Diagnostics;
use dialects::{memref, scf};
use ir::pass::{PassArgs, PassDef};
use ir::symbols::resolve;
use ir::text::Reported;
use ir::{Builder, InsertPoint, Ir, Op, OpState, TypeKind, Value};

/// The pass.
pub static PROMOTE_CELLS: PassDef = PassDef {
    name: "promote-cells",
    doc: "Carries an element of an array through a loop that reads and writes it in every round.\n\
        Where all accesses in an `scf.for` or `scf.while` that may be of one element have the same subscripts, which do not change in the loop, the element is read before the loop and written behind it, if the program surely \
        touches it.",
    options: &[ARGUMENTS],
    run,
};

/// Accesses of a loop that are looked at: each is compared with the others.
const MOST_ACCESSES: usize = 256;
/// Operations before a loop that are looked at for one that touches the element.
const MOST_BEFORE: usize = 256;

fn run(ir: &mut Ir, root: Op, args: &PassArgs, diags: &mut Diagnostics) -> Result<(), Reported> {
    let arguments: Arguments = args.read(ARGUMENTS.name, ARGUMENTS_ARE, diags)?;
    let mut changed = false;
    for op in ir.walk_post_order(root) {
        if matches!(ir.code(op), scf::FOR | scf::WHILE) && !is_in_parallel(ir, op) {
            for cell in cells(ir, op, arguments) {
                promote(ir, op, &cell);
                changed = true;
            }
        }
    }
    if changed {
        promote_all(ir, root);
    }
    Ok(())
}

/// Rounds of a parallel loop have no order: what one of them only carries along, another may write.
fn is_in_parallel(ir: &Ir, op: Op) -> bool {
    std::iter::successors(ir.parent_op(op), |op| ir.parent_op(*op)).any(|op| ir.code(op) == scf::PARALLEL)
}

/// An element that a loop may carry.
struct Promoted {
    /// The accesses of it in the loop.
    accesses: Vec<Op>,
    memory: Value,
    /// Its subscripts, as they are known outside of the loop.
    subscripts: Vec<Value>,
    /// Whether it is read before the loop: the loop does not write it first.
    is_read: bool,
}

/// The elements that a loop may carry.
fn cells(ir: &Ir, around: Op, arguments: Arguments) -> Vec<Promoted> {
    let Some(accesses) = accesses(ir, around).filter(|accesses| accesses.len() <= MOST_ACCESSES) else {
        return Vec::new();
    };
    let mut met: Vec<&Cell> = Vec::new();
    let mut found = Vec::new();
    for access in accesses.iter().filter(|access| access.writes) {
        let is_outside = ir.operands(access.op).skip(1).all(|value| ir.is_outside(value, around));
        if is_outside && met.iter().all(|cell| !cell.is(&access.cell)) {
            met.push(&access.cell);
            found.extend(promoted(ir, around, access, &accesses, arguments));
        }
    }
    found
}

/// The element of a store, if the loop may carry it.
fn promoted(ir: &Ir, around: Op, store: &Access, all: &[Access], arguments: Arguments) -> Option<Promoted> {
    let cell = &store.cell;
    let (own, others): (Vec<&Access>, Vec<&Access>) = all.iter().partition(|access| access.cell.is(cell));
    let own: Vec<Op> = own.into_iter().map(|access| access.op).collect();
    let may_be = may_be_written(ir, store)
        && others.iter().all(|other| other.cell.is_apart(cell, arguments))
        && own.iter().all(|op| is_sure(ir, *op) && is_followed(ir, *op, around));
    if !may_be {
        return None;
    }
    let first = first(ir, around, &own);
    let is_touched = first.is_some() || is_touched_before(ir, around, cell);
    is_touched.then(|| Promoted {
        accesses: own,
        memory: cell.memory,
        subscripts: subscripts(ir, store.op).collect(),
        is_read: first.is_none_or(|first| ir.code(first) == memref::LOAD),
    })
}

/// Whether the memory is such that a store of what is there already changes nothing: it is known, holds scalars, and is no table of constants.
fn may_be_written(ir: &Ir, store: &Access) -> bool {
    let may = match store.cell.from {
        Origin::Unknown => false,
        Origin::Global(name) => {
            resolve(ir, store.op, name).is_some_and(|global| ir.attr(global, "constant").is_none())
        }
        Origin::Allocation(_) | Origin::Argument(_) => true,
    };
    may && ir.ctx.scalar_width(ir.ctx.element_ty(ir.ty(store.cell.memory))).is_some()
}

/// Whether values can be followed from an access up to the loop.
fn is_followed(ir: &Ir, access: Op, around: Op) -> bool {
    let mut op = access;
    while op != around {
        let Some(parent) = ir.parent_op(op) else { return false };
        let has_one_block = ir.parent_region(op).is_some_and(|region| ir.blocks(region).len() == 1);
        if !has_one_block || !matches!(ir.code(parent), scf::FOR | scf::WHILE | scf::IF) {
            return false;
        }
        op = parent;
    }
    true
}

/// The access among some that comes first in a loop, if one surely does.
fn first(ir: &Ir, around: Op, own: &[Op]) -> Option<Op> {
    let mut block = part_that_runs(ir, around)?;
    'inner: loop {
        for op in ir.block_ops(block) {
            if own.contains(&op) {
                return Some(op);
            }
            if !ir.regions(op).is_empty() && own.iter().any(|access| ir.is_inside(*access, op)) {
                block = part_that_runs(ir, op)?;
                continue 'inner;
            }
            if !goes_on(ir, op) {
                return None;
            }
        }
        return None;
    }
}

/// Whether an element is read or written before an operation on every way to it, and its memory is still there.
fn is_touched_before(ir: &Ir, op: Op, cell: &Cell) -> bool {
    // Only loads and stores surely leave what is there: memory may be freed, or an element that nobody has written be copied to it.
    let may_be_gone = |op: Op| accesses(ir, op).is_none();
    let mut at = op;
    for _ in 0..MOST_BEFORE {
        if let Some(before) = ir.prev(at) {
            if is_sure(ir, before) && Access::of(ir, before).is_some_and(|access| access.cell.is(cell)) {
                return true;
            }
            at = before;
        } else {
            // These have one block a region, so what stands before them comes before all that is in them.
            let is_structured = |op: &Op| matches!(ir.code(*op), scf::FOR | scf::WHILE | scf::IF);
            let Some(parent) = ir.parent_op(at).filter(is_structured) else { return false };
            at = parent;
        }
        if may_be_gone(at) {
            return false;
        }
    }
    false
}

/// Makes the accesses of an element ones of a scalar.
fn promote(ir: &mut Ir, around: Op, cell: &Promoted) {
    let (loc, element) = (ir.loc(around), ir.ctx.element_ty(ir.ty(cell.memory)));
    let scalar = TypeKind::Memref { shape: [].into(), element, layout: None, space: None };
    let scalar = ir.ctx.ty(scalar);
    let place = [&[cell.memory], &cell.subscripts[..]].concat();

    let sizes = ir.ctx.i32_array_attr(&[0, 0]);
    let slot = OpState::new(memref::ALLOCA, loc).results(&[scalar]).prop(ir, "operandSegmentSizes", sizes);
    let mut b = Builder::new(ir, InsertPoint::Before(around), loc);
    let slot = b.build(slot);
    let slot = b.ir.result(slot, 0);
    if cell.is_read {
        let value = b.value(memref::LOAD, &place, element);
        b.op(memref::STORE, &[value, slot], &[]);
    }
    ir.set_value_name(slot, ir.value_name(cell.memory));
    for access in &cell.accesses {
        match ir.code(*access) {
            memref::STORE => ir.set_operands(*access, &[ir.operand(*access, 0), slot]),
            _ => ir.set_operands(*access, &[slot]),
        }
    }
    let mut b = Builder::new(ir, InsertPoint::After(around), loc);
    let value = b.value(memref::LOAD, &[slot], element);
    b.op(memref::STORE, &[&[value], &place[..]].concat(), &[]);
}
