//! The ports of a kernel's module, by the function it comes from: what they are called, and what they are for.
//!
//! Names are those of the source. One that a kernel's module has anyway, or that two ports would have, gets a number.

use circuit::units::{MemoryPorts, memory_ports};
use dialects::handshake::unit::Kind;
use dialects::handshake::{self, unit_of};
use ir::{Ir, Op, TypeKind, Value};
use rustc_hash::FxHashSet;

/// Ports that every kernel may have.
const FIXED: [&str; 8] =
    ["clk", "rst", "start_valid", "start_ready", "done_valid", "done_ready", "error_valid", "error_code"];

/// The ports of a kernel's module, beside `clk`, `rst` and the handshakes of `start` and `done`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ports {
    /// An entry for every argument of the function.
    pub arguments: Vec<Argument>,
    /// An entry for every result of the function: its port, if it has data, and its width.
    pub results: Vec<Option<(String, u32)>>,
    /// Whether there are `error_valid` and `error_code`.
    pub errors: bool,
}

/// What an argument is outside.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Argument {
    /// A token that comes with `start`.
    Token,
    /// An input that is sampled with `start`.
    Scalar {
        /// The name of the port.
        name: String,
        /// Its width.
        width: u32,
    },
    /// An array, with `{name}_raddr` and so on as far as the kernel uses them; `None` if it does not use it at all.
    Array {
        /// What the names of its ports begin with.
        name: String,
        /// Which ports there are.
        ports: Option<MemoryPorts>,
    },
}

/// The ports that the module of an elastic `handshake.func` has.
pub fn ports(ir: &Ir, function: Op) -> Ports {
    let mut taken = Names(FIXED.iter().map(|name| (*name).to_owned()).collect());
    let block = ir.entry(ir.region(function, 0)).expect("the function has a body");
    let ops: Vec<Op> = ir.block_ops(block).collect();
    let names = handshake::names(ir, function, "argNames");
    let mut arguments = Vec::new();
    for (k, argument) in ir.args(block).iter().enumerate() {
        let name = names
            .get(k)
            .filter(|name| !name.is_empty())
            .map_or_else(|| format!("arg{k}"), ToString::to_string);
        arguments.push(match (&ir.ctx[ir.ty(*argument)], width(ir, *argument)) {
            (TypeKind::Memref { .. }, _) => {
                let ports = ports_of(ir, &ops, *argument);
                Argument::Array { name: taken.claim(&name, array_ports(ports)), ports }
            }
            (_, 0) => Argument::Token,
            (_, width) => Argument::Scalar { name: taken.claim(&name, &[""]), width },
        });
    }
    let end = ops.last().expect("a function ends in `end`");
    let names = handshake::names(ir, function, "resNames");
    let widths: Vec<u32> = ir.operands(*end).map(|value| width(ir, value)).collect();
    let several = widths.iter().filter(|width| **width > 0).count() > 1;
    let mut results = Vec::new();
    for (k, width) in widths.into_iter().enumerate() {
        results.push((width > 0).then(|| {
            let given = names.get(k).filter(|name| !is_generic(name));
            let number = if several { k.to_string() } else { String::new() };
            let name = given.map_or_else(|| format!("result{number}"), ToString::to_string);
            (taken.claim(&name, &[""]), width)
        }));
    }
    let errors = ops.iter().any(|op| is_checked(ir, *op));
    Ports { arguments, results, errors }
}

/// Whether a unit can report an error.
pub(super) fn is_checked(ir: &Ir, op: Op) -> bool {
    matches!(unit_of(ir, op), Some(unit) if matches!(unit.kind, Kind::Stream(stream) if stream.checked))
}

/// What an array's ports are called behind its name.
fn array_ports(ports: Option<MemoryPorts>) -> &'static [&'static str] {
    const ALL: [&str; 6] = ["_raddr", "_ren", "_rdata", "_waddr", "_wen", "_wdata"];
    match ports {
        Some(MemoryPorts { reads: true, writes: false, .. }) => &ALL[..3],
        Some(MemoryPorts { reads: false, writes: true, .. }) => &ALL[3..],
        _ => &ALL,
    }
}

/// What the controller of a memory, or the queue before it, needs of it.
fn ports_of(ir: &Ir, ops: &[Op], memory: Value) -> Option<MemoryPorts> {
    let is_controller = |op: &&Op| {
        matches!(ir.code(**op), handshake::MEM_CONTROLLER | handshake::LSQ) && ir.operand(**op, 0) == memory
    };
    memory_ports(&unit_of(ir, *ops.iter().find(is_controller)?)?)
}

/// The bits of a channel's data; 0 if it has none, and for a memory.
pub(super) fn width(ir: &Ir, value: Value) -> u32 {
    handshake::payload_width(&ir.ctx, ir.ty(value), 64).unwrap_or(0)
}

/// Whether a name of a result says nothing but its place.
fn is_generic(name: &str) -> bool {
    let stem = name.trim_end_matches(|c: char| c.is_ascii_digit());
    matches!(stem, "" | "out" | "res" | "result" | "ret")
}

/// Names that are in use.
pub(super) struct Names(pub FxHashSet<String>);

impl Names {
    /// A name like `wanted` that is free with each of the endings.
    pub fn claim(&mut self, wanted: &str, endings: &[&str]) -> String {
        let numbered = (1..).map(|number| format!("{wanted}_{number}"));
        let mut names = std::iter::once(wanted.to_owned()).chain(numbered);
        let free = |name: &String| {
            let mut all = endings.iter().map(|ending| format!("{name}{ending}"));
            all.all(|name| !self.0.contains(&name) && !is_observed(&name))
        };
        let name = names.find(free).expect("there is a number that is free");
        self.0.extend(endings.iter().map(|ending| format!("{name}{ending}")));
        name
    }
}

/// Whether a port is called as those that show channels are.
fn is_observed(name: &str) -> bool {
    let stem = name.trim_end_matches("_valid").trim_end_matches("_ready");
    stem.strip_prefix("ch").is_some_and(|rest| !rest.is_empty() && rest.bytes().all(|c| c.is_ascii_digit()))
}
