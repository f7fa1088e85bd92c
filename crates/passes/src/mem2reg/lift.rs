//! Accesses inside a structured operation become one load before it and one store after it.
//!
//! The operation is made anew with one more result (and carried value), and hands the slot's value in and out. One that
//! only reads needs the load alone. Operations inside have been treated before, so all accesses are direct.

use super::{Access, Order, Slot, blocks};
use crate::remake::{remake, take_place};
use dialects::{memref, scf};
use ir::{Block, InsertPoint, Ir, Op, OpState, Region, TypeKind, Value};

/// Moves the accesses in `op` out of it; `index` is a constant zero to access memory of any rank with.
pub(super) fn lift(ir: &mut Ir, slot: &mut Slot, op: Op, stores: bool, index: Value, order: &mut Order) {
    let before = load(ir, slot, op, index, order);
    if !stores {
        replace_loads(ir, slot, op, before);
        return;
    }
    let mut operands: Vec<Value> = ir.operands(op).collect();
    match ir.code(op) {
        scf::FOR => {
            operands.push(before);
            carry(ir, slot, ir.region(op, 0));
        }
        scf::WHILE => {
            operands.push(before);
            carry(ir, slot, ir.region(op, 0));
            carry(ir, slot, ir.region(op, 1));
        }
        _ => {
            for number in 0..ir.regions(op).len() {
                branch(ir, slot, op, ir.region(op, number), before);
            }
        }
    }
    let new = rebuild(ir, slot, op, &operands, order);
    let after = ir.result(new, ir.result_count(new) - 1);
    store(ir, slot, new, after, index, order);
}

/// How many indices an access of the slot has.
fn rank(ir: &Ir, slot: &Slot) -> usize {
    match &ir.ctx[ir.ty(slot.memory)] {
        TypeKind::Memref { shape, .. } => shape.len(),
        _ => 0,
    }
}

fn load(ir: &mut Ir, slot: &mut Slot, at: Op, index: Value, order: &mut Order) -> Value {
    let mut operands = vec![slot.memory];
    operands.resize(1 + rank(ir, slot), index);
    let op = ir.create(OpState::new(memref::LOAD, ir.loc(at)).operands(&operands).results(&[slot.element]));
    ir.insert(op, InsertPoint::Before(at));
    order.put_before(op, at);
    slot.add(ir, order, op);
    ir.result(op, 0)
}

fn store(ir: &mut Ir, slot: &mut Slot, at: Op, value: Value, index: Value, order: &mut Order) {
    let mut operands = vec![value, slot.memory];
    operands.resize(2 + rank(ir, slot), index);
    let op = ir.create(OpState::new(memref::STORE, ir.loc(at)).operands(&operands));
    ir.insert(op, InsertPoint::After(at));
    order.put_after(op, at);
    slot.add(ir, order, op);
}

/// Replaces the loads directly in an operation's regions.
fn replace_loads(ir: &mut Ir, slot: &mut Slot, op: Op, value: Value) {
    let blocks = ir.regions(op).iter().flat_map(|region| ir.blocks(*region));
    let accesses: Vec<(u64, Op)> = blocks.filter_map(|block| slot.accesses.remove(block)).flatten().collect();
    for (_, load) in accesses {
        debug_assert!(slot.access(ir, load) == Access::Load, "an operation without stores has loads only");
        ir.replace_uses(ir.result(load, 0), value);
        ir.erase(load);
    }
}

/// Gives the only block of a region the slot's value as an argument, and its terminator the value at the end.
fn carry(ir: &mut Ir, slot: &mut Slot, region: Region) {
    let block = ir.entry(region).expect("a loop has a body");
    let arg = ir.add_argument(block, slot.element, ir.loc(slot.op));
    ir.set_value_name(arg, ir.value_name(slot.memory));
    for (block, value) in blocks::promote(ir, slot, region, arg, true, arg) {
        hand_out(ir, block, value);
    }
}

/// Lets a region start with a value that holds before it, and hand out the one at its end. A missing `else` is made.
fn branch(ir: &mut Ir, slot: &mut Slot, op: Op, region: Region, before: Value) {
    if ir.blocks(region).is_empty() {
        let block = ir.add_block(region);
        let end = ir.create(OpState::new(scf::YIELD, ir.loc(op)));
        ir.insert(end, InsertPoint::End(block));
    }
    for (block, value) in blocks::promote(ir, slot, region, before, true, before) {
        hand_out(ir, block, value);
    }
}

fn hand_out(ir: &mut Ir, block: Block, value: Value) {
    let last = ir.last_op(block).expect("a block of a structured operation has a terminator");
    let mut operands: Vec<Value> = ir.operands(last).collect();
    operands.push(value);
    ir.set_operands(last, &operands);
}

/// Replaces an operation by one with one more result.
fn rebuild(ir: &mut Ir, slot: &Slot, op: Op, operands: &[Value], order: &mut Order) -> Op {
    let mut types: Vec<_> = ir.results(op).map(|result| ir.ty(result)).collect();
    types.push(slot.element);
    let new = remake(ir, op, operands, &types);
    order.put_for(new, op);
    for (from, to) in ir.results(op).zip(ir.results(new)) {
        take_place(ir, to, from);
    }
    let last = ir.result(new, types.len() - 1);
    ir.set_value_name(last, ir.value_name(slot.memory));
    ir.erase(op);
    new
}
