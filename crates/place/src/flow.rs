//! How signals pass through units: from which input to which output, and where a register stands between.
//!
//! Valid and data go forwards together, ready comes back. No valid depends on a ready (but in `lazy_fork`), so a combinational
//! cycle is one of data and valids alone, or one of readies alone, and the two can be looked at apart.

use dialects::handshake;
use dialects::handshake::{Kind, MemoryPort, MemoryUnit, PortPlace};
use ir::{Ir, Op, TypeKind};

/// A way through a unit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Way {
    /// The operand it begins at.
    pub from: usize,
    /// The result it ends at.
    pub to: usize,
    /// Whether a token goes this way, in this cycle or a later one; otherwise only signals do.
    pub token: bool,
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
        .flat_map(|from| {
            (0..ir.result_count(op)).map(move |to| Way { from, to, token: true, forward, backward })
        })
        .collect()
}

fn wires(ir: &Ir, op: Op, backward: fn(usize) -> bool) -> Vec<Way> {
    let count = ir.operand_count(op).min(ir.result_count(op));
    (0..count).map(|k| Way { from: k, to: k, token: true, forward: true, backward: backward(k) }).collect()
}

/// A port that asks is granted or not by who else asks, and whether one asks depends on whether its answer or its completion is being taken. So a
/// ready at the output of one load makes that at the address of every load, and so it is with stores.
fn memory_ways(ir: &Ir, op: Op, memory: &MemoryUnit) -> Vec<Way> {
    // The inputs of every load and store, and the output that answers them.
    let (mut asked, mut stored) = (Vec::new(), Vec::new());
    let mut ways = Vec::new();
    let done = ir.result_count(op) - 1;
    let end = ir.operand_count(op) - 1;
    for PortPlace { port, input, output } in memory.places() {
        // The first operand is the memory, which is no channel.
        let operand = input + 1;
        match (port, output) {
            // Announcements hold the end back, and are taken at once.
            (MemoryPort::Announce, _) => {
                ways.push(Way { from: operand, to: done, token: true, forward: true, backward: false });
            }
            (MemoryPort::Load, Some(output)) => asked.push((vec![operand], output)),
            (MemoryPort::Store, Some(output)) => stored.push((vec![operand, operand + 1], output)),
            (_, None) => {}
        }
    }
    for group in [asked, stored] {
        for (inputs, own) in &group {
            for (from, (_, to)) in
                inputs.iter().flat_map(|from| group.iter().map(move |other| (*from, other)))
            {
                ways.push(Way { from, to: *to, token: to == own, forward: false, backward: true });
            }
        }
    }
    ways.extend([1, end].map(|from| Way { from, to: done, token: true, forward: true, backward: true }));
    ways
}
