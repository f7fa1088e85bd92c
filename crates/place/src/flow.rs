//! How signals pass through units: from which input to which output, and where a register stands between.
//!
//! Valid and data go forwards together, ready comes back. No valid depends on a ready (but in `lazy_fork`), so a combinational
//! cycle is one of data and valids alone, or one of readies alone, and the two can be looked at apart.

use dialects::handshake;
use dialects::handshake::{Kind, MemoryPort, MemoryUnit};
use ir::{Ir, Op, TypeKind};

/// A way through a unit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Way {
    /// The operand it begins at.
    pub from: usize,
    /// The result it ends at.
    pub to: usize,
    /// Whether data and valid pass in the same cycle.
    pub forward: bool,
    /// Whether ready passes back in the same cycle.
    pub backward: bool,
}

/// The ways through the unit of an operation. What has no unit (a queue of loads and stores) is taken to pass nothing in a
/// cycle, as its registers do.
pub fn ways(ir: &Ir, op: Op) -> Vec<Way> {
    let Some(unit) = handshake::unit_of(ir, op) else { return every(ir, op, false, false) };
    match unit.kind {
        Kind::Buffer { ty, .. } => every(ir, op, !ty.breaks_dv(), !ty.breaks_r()),
        Kind::Init { .. } => every(ir, op, false, true),
        Kind::Compute { latency, .. } => every(ir, op, latency == 0, true),
        Kind::Br | Kind::Store => wires(ir, op, |_| true),
        // The answers of a memory have slots of their own, so their ready is a register.
        Kind::Load => wires(ir, op, |k| k == 0),
        Kind::Memory(memory) => memory_ways(ir, op, &memory),
        _ => every(ir, op, true, true),
    }
}

/// From every channel that goes in to every one that comes out.
fn every(ir: &Ir, op: Op, forward: bool, backward: bool) -> Vec<Way> {
    let is_channel =
        |index: &usize| !matches!(ir.ctx[ir.ty(ir.operand(op, *index))], TypeKind::Memref { .. });
    let inputs = (0..ir.operand_count(op)).filter(is_channel);
    inputs
        .flat_map(|from| (0..ir.result_count(op)).map(move |to| Way { from, to, forward, backward }))
        .collect()
}

fn wires(ir: &Ir, op: Op, backward: fn(usize) -> bool) -> Vec<Way> {
    let count = ir.operand_count(op).min(ir.result_count(op));
    (0..count).map(|k| Way { from: k, to: k, forward: true, backward: backward(k) }).collect()
}

fn memory_ways(ir: &Ir, op: Op, memory: &MemoryUnit) -> Vec<Way> {
    let registered = |from, to| Way { from, to, forward: false, backward: true };
    let loads = memory.ports.iter().filter(|port| **port == MemoryPort::Load).count();
    let (mut load, mut store, mut input) = (0, loads, 2);
    let mut ways = Vec::new();
    for port in &memory.ports {
        match port {
            MemoryPort::Announce => input += 1,
            MemoryPort::Load => {
                ways.push(registered(input, load));
                (load, input) = (load + 1, input + 1);
            }
            MemoryPort::Store => {
                if memory.store_done {
                    ways.extend([registered(input, store), registered(input + 1, store)]);
                    store += 1;
                }
                input += 2;
            }
        }
    }
    let done = ir.result_count(op) - 1;
    // Announcements hold the end back, and are taken at once.
    let announced = (2..input).filter(|i| is_announcement(memory, *i));
    ways.extend(announced.map(|from| Way { from, to: done, forward: true, backward: false }));
    ways.extend([1, ir.operand_count(op) - 1].map(|from| Way {
        from,
        to: done,
        forward: true,
        backward: true,
    }));
    ways
}

fn is_announcement(memory: &MemoryUnit, input: usize) -> bool {
    let mut at = 2;
    for port in &memory.ports {
        if at == input {
            return *port == MemoryPort::Announce;
        }
        at += if *port == MemoryPort::Store { 2 } else { 1 };
    }
    false
}
