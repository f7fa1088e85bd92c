//! Copies of one element from a slot: a load and a store, if the slot is surely written before.
//!
//! A copy also carries along that nothing was written, which a load would stumble over, so other copies stay and keep both memories.

use super::{Order, Slot, assigned, constant_before, is_slot};
use dialects::memref;
use ir::{InsertPoint, Ir, Op, OpState, Type, TypeKind, Value};

/// Splits the copies among some operations.
pub(super) fn split(ir: &mut Ir, ops: &[Op], order: &mut Order) {
    let is_copy = |op: &&Op| !ir.is_erased(**op) && ir.code(**op) == memref::COPY;
    let mut copies: Vec<Op> = ops.iter().filter(is_copy).copied().collect();
    // A copy that is split is a store to the source of others.
    loop {
        let before = copies.len();
        copies.retain(|copy| !split_one(ir, *copy, order));
        if copies.len() == before {
            return;
        }
    }
}

fn split_one(ir: &mut Ir, copy: Op, order: &mut Order) -> bool {
    let (source, target) = (ir.operand(copy, 0), ir.operand(copy, 1));
    let Some(make) = ir.defining_op(source).filter(|make| is_slot(ir, *make)) else { return false };
    let (Some(rank), true) = (rank(ir, source), rank(ir, source) == rank(ir, target)) else { return false };
    if !Slot::new(ir, make, order, true).is_some_and(|slot| assigned::is_assigned(ir, &slot)) {
        return false;
    }
    let mut indices = Vec::new();
    if rank > 0 {
        let Some(zero) = constant_before(ir, copy, Type::INDEX) else { return false };
        indices = vec![zero; rank];
    }
    let (loc, element) = (ir.loc(copy), ir.ctx.element_ty(ir.ty(source)));
    let load = OpState::new(memref::LOAD, loc).operands(&[source]).operands(&indices).results(&[element]);
    let load = ir.create(load);
    ir.insert(load, InsertPoint::Before(copy));
    order.put_before(load, copy);
    let value = ir.result(load, 0);
    let store = ir.create(OpState::new(memref::STORE, loc).operands(&[value, target]).operands(&indices));
    ir.insert(store, InsertPoint::Before(copy));
    order.put_for(store, copy);
    ir.erase(copy);
    true
}

/// The number of dimensions of a memory of one element.
fn rank(ir: &Ir, memory: Value) -> Option<usize> {
    match &ir.ctx[ir.ty(memory)] {
        TypeKind::Memref { shape, .. } => shape.iter().all(|size| *size == Some(1)).then_some(shape.len()),
        _ => None,
    }
}
