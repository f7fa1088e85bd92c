//! How signals pass through units: from which input to which output, and where a register stands between.
//!
//! Valid and data go forwards together, ready comes back. No valid depends on a ready, so a combinational cycle is one of data and valids alone, or one of
//! readies alone, and the two can be looked at apart. Only in a `lazy_fork` it does ([`Turns`]); a kernel with one has cycles of both, too.

use dialects::handshake;
use dialects::handshake::{Kind, MemoryPort, MemoryUnit, PortPlace};
use ir::{Ir, Op, TypeKind};
use std::ops::Range;

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

/// Readies that pass back in the same cycle from every one of some outputs to every one of some inputs. As ways they would be as many as the
/// square of the accesses of a program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Crossing {
    /// Operands.
    pub inputs: Vec<usize>,
    /// Results.
    pub outputs: Vec<usize>,
}

/// The readies that pass through the unit of an operation besides those of its [`ways`].
pub fn crossings(ir: &Ir, op: Op) -> Vec<Crossing> {
    let unit = (ir.code(op) == handshake::MEM_CONTROLLER).then(|| handshake::unit_of(ir, op)).flatten();
    match unit.map(|unit| unit.kind) {
        Some(Kind::Memory(memory)) => memory_crossings(&memory),
        _ => Vec::new(),
    }
}

/// Where one of the two signals makes the other in the same cycle.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Turns {
    /// Sets of operands: the valid of each of a set is asked for in the readies of all of it.
    pub asked: Vec<Vec<usize>>,
    /// Results, each of which is valid when all others are ready.
    pub lazy: Vec<usize>,
}

/// How signals turn in the unit of an operation.
pub fn turns(ir: &Ir, op: Op) -> Turns {
    let every = || vec![(0..ir.operand_count(op)).collect()];
    if ir.code(op) == handshake::END {
        // Results are taken together.
        return Turns { asked: every(), lazy: Vec::new() };
    }
    let Some(unit) = handshake::unit_of(ir, op) else { return Turns::default() };
    let asked = match &unit.kind {
        Kind::LazyFork => return Turns { lazy: (0..ir.result_count(op)).collect(), ..Turns::default() },
        // What these are ready for does not depend on what there is.
        Kind::Buffer { .. }
        | Kind::Init { .. }
        | Kind::Fork
        | Kind::Br
        | Kind::Constant { .. }
        | Kind::Source
        | Kind::Sink
        | Kind::Load
        | Kind::Store => Vec::new(),
        Kind::Memory(memory) => memory_asked(ir, op, memory),
        _ => every(),
    };
    Turns { asked, lazy: Vec::new() }
}

/// Who is granted depends on who asks; the end waits for the start, and for what is announced.
fn memory_asked(ir: &Ir, op: Op, memory: &MemoryUnit) -> Vec<Vec<usize>> {
    let of = |kind: MemoryPort| -> Vec<usize> {
        let places = memory.places().into_iter().filter(|place| place.port == kind);
        places.flat_map(|place| operands_of(place.port, place.input)).collect()
    };
    let mut ends = vec![1, ir.operand_count(op) - 1];
    ends.extend(of(MemoryPort::Announce));
    vec![of(MemoryPort::Load), of(MemoryPort::Store), ends]
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

fn memory_ways(ir: &Ir, op: Op, memory: &MemoryUnit) -> Vec<Way> {
    let mut ways = Vec::new();
    let done = ir.result_count(op) - 1;
    let end = ir.operand_count(op) - 1;
    for PortPlace { port, input, output } in memory.places() {
        let asked = operands_of(port, input);
        match (port, output) {
            // Announcements hold the end back, and are taken at once.
            (MemoryPort::Announce, _) => {
                ways.extend(asked.map(|from| Way {
                    from,
                    to: done,
                    token: true,
                    forward: true,
                    backward: false,
                }));
            }
            (_, Some(to)) => {
                ways.extend(asked.map(|from| Way { from, to, token: true, forward: false, backward: true }));
            }
            (_, None) => {}
        }
    }
    ways.extend([1, end].map(|from| Way { from, to: done, token: true, forward: true, backward: true }));
    ways
}

/// A port that asks is granted or not by who else asks, and whether one asks depends on whether its answer or its completion is being taken. So a
/// ready at the output of one load makes that at the address of every load, and so it is with stores.
fn memory_crossings(memory: &MemoryUnit) -> Vec<Crossing> {
    let of = |kind: MemoryPort| {
        let mut crossing = Crossing { inputs: Vec::new(), outputs: Vec::new() };
        for PortPlace { port, input, output } in memory.places() {
            if let Some(output) = output.filter(|_| port == kind) {
                crossing.inputs.extend(operands_of(port, input));
                crossing.outputs.push(output);
            }
        }
        crossing
    };
    [MemoryPort::Load, MemoryPort::Store].map(of).into()
}

/// The operands of a port. The first operand of a controller is the memory, which is no channel.
fn operands_of(port: MemoryPort, input: usize) -> Range<usize> {
    input + 1..input + if port == MemoryPort::Store { 3 } else { 2 }
}
