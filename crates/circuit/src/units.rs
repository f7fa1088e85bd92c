//! The circuits of elastic units: one private module for each different [`Unit`].
//!
//! A unit is described by `dialects::handshake::unit`; what it does in a cycle is the table in `docs/rationale/streams.md`, which these circuits
//! follow to the letter, as the elastic simulator does. No valid and no data of an output depends on a ready in the same cycle, except in
//! `lazy_fork`; resets are synchronous.
//!
//! Ports of a module: `clk`, `rst`; for input channel k `in{k}` (its data, absent if it has none), `in{k}_valid` and, as an output,
//! `in{k}_ready`; for output channel k `out{k}`, `out{k}_valid` and, as an input, `out{k}_ready`. A stream that is `checked` has an output `error`; a memory
//! controller and a queue of loads and stores have the ports of its memory: `raddr`, `ren`, `rdata` if it loads, `waddr`, `wen`, `wdata` if it stores. Data that are a literal are no port: a stream that counts
//! between literals needs no register for them, and knows where it ends.

mod buffer;
mod compute;
mod divide;
mod frame;
mod guard;
mod lsq;
mod memory;
mod name;
mod steer;
mod stream;

pub use memory::{MemoryPorts, memory_ports};
use name::literals_name;
pub use name::unit_name;

use crate::builder::ModuleBuilder;
use base::Bits;
use dialects::handshake::unit::{Function, Kind, Storage, Unit};
use frame::{Behaviour, Frame};
use ir::symbols::symbol_name;
use ir::{Ir, Op};
use rustc_hash::{FxHashMap, FxHashSet};

/// The widest channel: that of a vector in SystemVerilog.
const MAX_WIDTH: u32 = 1 << 16;
/// The widest division: it has a stage of three such numbers for every bit.
const MAX_DIVISION: u32 = 512;
/// The most stages that move together, and the longest queue.
const MAX_STAGES: u32 = 4096;
const MAX_SLOTS: u32 = 1 << 20;

/// Whether there is a circuit for a unit.
pub fn has(unit: &Unit) -> bool {
    refusal(unit).is_none()
}

/// Why there is no circuit for a unit, if there is none.
pub fn refusal(unit: &Unit) -> Option<String> {
    if let Some(width) = unit.inputs.iter().chain(&unit.outputs).find(|width| **width > MAX_WIDTH) {
        return Some(format!(
            "a channel of {width} bits is too wide for a circuit, which has {MAX_WIDTH} at most"
        ));
    }
    match &unit.kind {
        Kind::Compute { function: Function::Float(float), .. } => {
            Some(format!("there is no circuit for `{}`: floating point has no units", float.name))
        }
        Kind::Compute {
            function: Function::DivS | Function::DivU | Function::RemS | Function::RemU, ..
        } if unit.inputs[0] > MAX_DIVISION => Some(format!(
            "there is no circuit for a division of {} bits; {MAX_DIVISION} are the most",
            unit.inputs[0]
        )),
        Kind::Compute { latency, .. } if *latency > MAX_STAGES => Some(format!(
            "a latency of {latency} cycles is too long for a circuit; {MAX_STAGES} are the most"
        )),
        Kind::Buffer { ty, slots } if ty.storage() == Storage::Shift && *slots > MAX_STAGES => Some(format!(
            "a shift register of {slots} slots is too long for a circuit; {MAX_STAGES} are the most"
        )),
        Kind::Buffer { slots, .. } if *slots > MAX_SLOTS => {
            Some(format!("a buffer of {slots} slots is too large for a circuit; {MAX_SLOTS} are the most"))
        }
        _ => None,
    }
}

/// Of every input of a unit, the data that it always has, if these are known; of none where there is no list.
pub type Literals = Vec<Option<Bits>>;

/// The modules of units in a design, each made when it is first asked for.
pub struct Library {
    design: Op,
    modules: FxHashMap<(Unit, Literals), Op>,
    /// Names that nothing else in the design may have.
    names: FxHashSet<String>,
}

impl Library {
    /// A library whose modules go to the end of `design`. They get none of the names that are in use there.
    pub fn new(ir: &Ir, design: Op) -> Library {
        let block = ir.entry(ir.region(design, 0)).expect("a design has a block");
        let names = ir.block_ops(block).filter_map(|op| symbol_name(ir, op).map(str::to_owned)).collect();
        Library { design, modules: FxHashMap::default(), names }
    }

    /// The module of a unit that there is a circuit for.
    pub fn module(&mut self, ir: &mut Ir, unit: &Unit) -> Op {
        self.module_for(ir, unit, Literals::new())
    }

    /// The same where the data of some inputs are literals; it has no ports for these.
    pub fn module_for(&mut self, ir: &mut Ir, unit: &Unit, literals: Literals) -> Op {
        let key = (unit.clone(), literals);
        if let Some(module) = self.modules.get(&key) {
            return *module;
        }
        let (unit, literals) = &key;
        let wanted = format!("{}{}", unit_name(unit), literals_name(literals));
        let numbered = (1..).map(|number| format!("{wanted}_{number}"));
        let mut names = std::iter::once(wanted.clone()).chain(numbered);
        let name = names.find(|name| !self.names.contains(name)).expect("there is a number that is free");
        let module = build(ir, self.design, &name, unit, literals);
        self.names.insert(name);
        self.modules.insert(key, module);
        module
    }
}

/// Makes the module of a unit.
fn build(ir: &mut Ir, design: Op, name: &str, unit: &Unit, literals: &[Option<Bits>]) -> Op {
    let mut c = ModuleBuilder::new(ir, design, name);
    c.private();
    let mut frame = Frame::new(c, unit, literals);
    let behaviour = behaviour(&mut frame, unit, literals);
    frame.finish(behaviour)
}

fn behaviour(f: &mut Frame<'_>, unit: &Unit, literals: &[Option<Bits>]) -> Behaviour {
    match &unit.kind {
        Kind::Buffer { ty, slots } => buffer::buffer(f, *ty, *slots),
        Kind::Init { initial } => buffer::init(f, initial),
        Kind::Fork => steer::fork(f),
        Kind::LazyFork => steer::lazy_fork(f),
        Kind::Merge => steer::merge(f),
        Kind::ControlMerge => steer::control_merge(f, unit.outputs[1]),
        Kind::Mux => steer::mux(f),
        Kind::CondBr => steer::cond_br(f),
        Kind::Br | Kind::Store => steer::wires(f),
        Kind::Constant { value } => steer::constant(f, value),
        Kind::Sink => steer::sink(f),
        Kind::Source => steer::source(f),
        Kind::Join => steer::join(f, None),
        Kind::Blocker => steer::join(f, f.inputs[0].data),
        Kind::Carry => stream::carry(f),
        Kind::Invariant => stream::invariant(f),
        Kind::Gate => stream::gate(f),
        Kind::Stream(kind) => stream::stream(f, *kind, literals),
        Kind::Load => memory::load(f),
        Kind::QueuedLoad => memory::queued_load(f),
        Kind::Memory(memory) => memory::controller(f, unit, memory),
        Kind::Guard { window } => guard::guard(f, *window),
        Kind::Lsq(queue) => lsq::lsq(f, unit, queue),
        Kind::Compute { function, latency } => compute::compute(f, *function, *latency, unit.outputs[0]),
    }
}
