//! SystemVerilog: circuits as the text that simulators, synthesis and vendor tools read.
//!
//! One module for every `hw.module`, under its name. The text keeps to what Verilator, Icarus, Yosys and the vendors' tools all take: `logic`
//! vectors, `assign`, `always_ff` and a few `always_comb`, no structs, no arrays in ports, no functions, nothing generated. An
//! aggregate is a vector of its bits. What a circuit means (`docs/rationale/circuits.md`) is what the text does in all of them: what
//! SystemVerilog would call X (a division by zero, a read past the end, a register before its first edge) is written out as
//! the number that it is.
//!
//! The way of a module: [`interface`] gives it and its ports legal names; [`plan`] decides which values have names and
//! which stand where they are used, asking [`usage`] how operations use their operands; [`module`] writes it, with [`expr`] for
//! expressions, [`lines`] for what takes several lines, [`state`] for registers and [`memory`] for memories. What cannot be
//! written is a diagnostic at the operation, and then nothing is; which clocks can be, [`seq::clocks`] says before.

/// Appends formatted text to a string.
macro_rules! put {
    ($text:expr, $($arguments:tt)+) => {
        {
            use std::fmt::Write as _;
            write!($text, $($arguments)+).expect("a string takes any text")
        }
    };
}

mod expr;
mod interface;
mod lines;
mod memory;
mod module;
mod names;
mod plan;
mod state;
mod usage;
mod words;

use base::{Bits, Code, Diagnostic, Diagnostics, SideMap, codes};
use dialects::{comb, hw, seq};
use interface::Interface;
use ir::symbols::SymbolTables;
use ir::{Ir, Op, OpCode, Value};
use names::Scope;
use plan::{Fact, Form, Signal};
use rustc_hash::{FxHashMap, FxHashSet};

/// The most bits of a vector that every tool must take.
pub const MAX_WIDTH: u64 = 1 << 16;

/// The circuit of a `builtin.module` in one text, its modules in their order. `None` when something in it cannot be written;
/// the diagnostics say what.
pub fn write(ir: &Ir, module: Op, diags: &mut Diagnostics) -> Option<String> {
    let files = write_files(ir, module, diags)?;
    // Verilator wants a module to be alone in a file of its name.
    let mut text = String::from("/* verilator lint_off DECLFILENAME */\n");
    for (_, module) in files {
        text.push('\n');
        text.push_str(&module);
    }
    text.push_str("\n/* verilator lint_on DECLFILENAME */\n");
    Some(text)
}

/// As [`write`], each module on its own: its name and its text. A file named after the module and ending in `.sv` is
/// found by every tool.
pub fn write_files(ir: &Ir, module: Op, diags: &mut Diagnostics) -> Option<Vec<(String, String)>> {
    let before = diags.error_count();
    let members: Vec<Op> = members(ir, module);
    let mut found = false;
    for op in &members {
        found |= hw::is_module(ir, *op);
        if !hw::is_module(ir, *op) && !hw::is_extern(ir, *op) {
            let hint = "only `hw.module` and `hw.module.extern` may stand here";
            diags.push(error(ir, *op, codes::NOT_IN_VERILOG, "this is no part of a circuit").hint(hint));
        }
    }
    if !found {
        diags.push(error(ir, module, codes::NOT_IN_VERILOG, "there is no `hw.module` to write"));
    }
    let mut tables = SymbolTables::default();
    let mut interfaces = interface::interfaces(ir, &members, diags);
    let instance_names = interface::instance_names(ir, &members, &mut tables, &mut interfaces);
    let clocks = seq::Clocks::check(ir, &members, &mut tables, diags);
    let mut writer = Writer { instance_names, clocks, ..Writer::new(ir, interfaces, tables, diags) };
    let mut files = Vec::new();
    for op in members.into_iter().filter(|op| hw::is_module(ir, *op)) {
        if let Some(text) = writer.module(op) {
            let name = writer.interfaces.get(&op).map(|interface| interface.name.clone()).unwrap_or_default();
            files.push((name, text));
        }
    }
    (writer.diags.error_count() == before).then_some(files)
}

/// The names that a module and its ports have in the text, the ports in their order. `None` when they cannot be written.
pub fn interface_names(ir: &Ir, module: Op, top: Op) -> Option<(String, Vec<String>)> {
    let mut diags = Diagnostics::new();
    let mut interfaces = interface::interfaces(ir, &members(ir, module), &mut diags);
    let interface = interfaces.remove(&top)?;
    Some((interface.name, interface.ports.into_iter().map(|port| port.name).collect()))
}

fn members(ir: &Ir, module: Op) -> Vec<Op> {
    ir.regions(module)
        .iter()
        .flat_map(|region| ir.blocks(*region))
        .flat_map(|block| ir.block_ops(*block))
        .collect()
}

fn error(ir: &Ir, op: Op, code: Code, message: impl AsRef<str>) -> Diagnostic {
    ir::op_error(ir, op, code, message)
}

/// Operations that can be written.
const KNOWN: &[OpCode] = &[
    hw::AGGREGATE_CONSTANT,
    hw::ARRAY_CONCAT,
    hw::ARRAY_CREATE,
    hw::ARRAY_GET,
    hw::ARRAY_INJECT,
    hw::ARRAY_SLICE,
    hw::BITCAST,
    hw::CONSTANT,
    hw::INSTANCE,
    hw::OUTPUT,
    hw::PARAM_VALUE,
    hw::STRUCT_CREATE,
    hw::STRUCT_EXPLODE,
    hw::STRUCT_EXTRACT,
    hw::STRUCT_INJECT,
    hw::WIRE,
    comb::ADD,
    comb::AND,
    comb::CONCAT,
    comb::DIVS,
    comb::DIVU,
    comb::EXTRACT,
    comb::ICMP,
    comb::MODS,
    comb::MODU,
    comb::MUL,
    comb::MUX,
    comb::OR,
    comb::PARITY,
    comb::REPLICATE,
    comb::REVERSE,
    comb::SHL,
    comb::SHRS,
    comb::SHRU,
    comb::SUB,
    comb::TRUTH_TABLE,
    comb::XOR,
    seq::COMPREG,
    seq::COMPREG_CE,
    seq::CONST_CLOCK,
    seq::FIRMEM,
    seq::FIRREG,
    seq::FROM_CLOCK,
    seq::INITIAL,
    seq::READ_PORT,
    seq::READ_WRITE_PORT,
    seq::TO_CLOCK,
    seq::WRITE_PORT,
];

/// What is known while a circuit is written. Facts about values and operations are kept for all modules in one map, since
/// no two modules share a value.
struct Writer<'a> {
    ir: &'a Ir,
    diags: &'a mut Diagnostics,
    interfaces: FxHashMap<Op, Interface>,
    instance_names: FxHashMap<Op, String>,
    tables: SymbolTables,
    clocks: seq::Clocks,
    initials: seq::Initials,
    known: FxHashSet<OpCode>,

    // Facts.
    position: SideMap<Op, u32>,
    live: SideMap<Op, bool>,
    needed: SideMap<Value, bool>,
    facts: SideMap<Value, Fact>,
    forms: SideMap<Value, Form>,
    weights: SideMap<Value, u32>,
    /// The place of a value's number in `constants`, from 1; 0 is none.
    constant_at: SideMap<Value, u32>,
    constants: Vec<Bits>,
    signals: Vec<Signal>,

    // The module that is being written.
    ops: Vec<Op>,
    /// Bits that are read of values that are not read as a whole.
    ranges: FxHashMap<Value, Vec<(u64, u64)>>,
    scope: Scope,
    /// The parameters' names in the IR and in the text.
    params: Vec<(String, String)>,
    /// Those of them, by their names in the text, that something uses.
    used_params: FxHashSet<String>,
    /// Outputs that are wires of the module at the same time.
    driven: FxHashSet<String>,
    /// Signals that are used before they are declared.
    forward: Vec<u32>,
    declarations: String,
    text: String,
}

impl<'a> Writer<'a> {
    fn new(
        ir: &'a Ir,
        interfaces: FxHashMap<Op, Interface>,
        tables: SymbolTables,
        diags: &'a mut Diagnostics,
    ) -> Writer<'a> {
        let nothing = Fact { uses: 0, demand: usage::Demand::Once, whole: false, user: None };
        Writer {
            ir,
            diags,
            interfaces,
            tables,
            clocks: seq::Clocks::default(),
            initials: seq::Initials::default(),
            known: KNOWN.iter().copied().collect(),
            position: SideMap::new(),
            live: SideMap::new(),
            needed: SideMap::new(),
            facts: SideMap::with_default(nothing),
            forms: SideMap::with_default(Form::Absent),
            weights: SideMap::new(),
            constant_at: SideMap::new(),
            constants: Vec::new(),
            signals: Vec::new(),
            ops: Vec::new(),
            ranges: FxHashMap::default(),
            scope: Scope::default(),
            params: Vec::new(),
            used_params: FxHashSet::default(),
            instance_names: FxHashMap::default(),
            driven: FxHashSet::default(),
            forward: Vec::new(),
            declarations: String::new(),
            text: String::new(),
        }
    }

    /// The bits of a value; 0 for what is no bits.
    fn width(&self, value: Value) -> u64 {
        hw::width(&self.ir.ctx, self.ir.ty(value)).unwrap_or(0)
    }
}

/// Writes a string of SystemVerilog.
fn push_quoted(text: &mut String, string: &str) {
    text.push('"');
    for byte in string.bytes() {
        match byte {
            b'"' | b'\\' => {
                text.push('\\');
                text.push(char::from(byte));
            }
            b' '..=b'~' => text.push(char::from(byte)),
            _ => put!(text, "\\{byte:03o}"),
        }
    }
    text.push('"');
}
