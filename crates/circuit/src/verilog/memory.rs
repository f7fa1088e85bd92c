//! Memories: arrays with processes around them, in the form that synthesis takes for block RAM.
//!
//! All writes of a memory stand in one process, in the order of its ports, so that the last of one edge wins. A read with latency
//! stands in a process, too, and sees the word from before the edge; where it is to see the new word, the process hands
//! that over. An address past the end is guarded wherever it can occur.

use super::module::range;
use super::plan::Form;
use super::usage::{Demand, Reads};
use super::{Writer, error};
use base::{Bits, codes};
use dialects::seq::{self, MemoryType};
use ir::{Loc, Op, Value, dense};
use rustc_hash::FxHashMap;

/// Words of a memory whose zeros are written down for synthesis, too. FPGAs start block RAM at zero without being told, and
/// Yosys takes a minute for what a loop over 64 Ki words says.
const MAX_SYNTHESIZED_ZEROS: u64 = 1024;

/// The most words of a memory.
const MAX_DEPTH: u64 = 1 << 28;

/// What a port does when its clock rises.
#[derive(Clone, Copy)]
struct Access {
    address: Value,
    clock: Value,
    enable: Option<Value>,
    /// It happens only when this is as it says.
    mode: Option<(Value, bool)>,
    port: Op,
    loc: Loc,
}

/// What a port writes, and its mask.
type Written = (Value, Option<Value>);

/// A port that writes.
struct Write {
    access: Access,
    data: Value,
    mask: Option<Value>,
}

/// A port that reads with latency, and the registers that its word goes through.
struct Read {
    access: Access,
    stages: Vec<String>,
}

/// A memory with its ports.
pub(super) struct MemoryState {
    name: String,
    ty: MemoryType,
    sees_new: bool,
    writes: Vec<Write>,
    reads: Vec<Read>,
}

/// Whether an address is one of the memory's.
enum Inside {
    Yes,
    No,
    /// When this is 1.
    If(String),
}

impl Writer<'_> {
    fn memory_of(&self, memory: Value) -> Option<seq::Memory<'_>> {
        seq::memory(self.ir, self.ir.defining_op(memory)?)
    }

    /// The parts of a port: its memory, what it does, what it writes, and whether it reads.
    fn port(&self, op: Op) -> Option<(Value, Access, Option<Written>, bool)> {
        let ir = self.ir;
        let loc = ir.loc(op);
        if let Some(port) = seq::read_port(ir, op) {
            let access = Access {
                address: port.address,
                clock: port.clock,
                enable: port.enable,
                mode: None,
                port: op,
                loc,
            };
            return Some((port.memory, access, None, true));
        }
        if let Some(port) = seq::write_port(ir, op) {
            let access = Access {
                address: port.address,
                clock: port.clock,
                enable: port.enable,
                mode: None,
                port: op,
                loc,
            };
            return Some((port.memory, access, Some((port.data, port.mask)), false));
        }
        let port = seq::read_write_port(ir, op)?;
        let mode = Some((port.mode, true));
        let access =
            Access { address: port.address, clock: port.clock, enable: port.enable, mode, port: op, loc };
        Some((port.memory, access, Some((port.data, port.mask)), true))
    }

    /// Whether a port never does anything: its clock is a constant, or its address is one past the end.
    pub(super) fn is_idle(&self, op: Op) -> bool {
        let Some((memory, access, _, reads)) = self.port(op) else { return false };
        let Some(memory) = self.memory_of(memory) else { return false };
        let past = self.constant(access.address).is_some_and(|address| !is_inside(address, memory.ty.depth));
        let at_once = reads && memory.read_latency == 0;
        past || self.never_ticks(access.clock) && !at_once
    }

    /// How the text of a port uses its operands.
    pub(super) fn port_uses(&self, op: Op, each: &mut dyn FnMut(Value, Demand, Reads)) {
        let Some((memory, access, write, _)) = self.port(op) else { return };
        let Some(memory) = self.memory_of(memory) else { return };
        let ticks = !self.never_ticks(access.clock);
        let clocked = ticks && (write.is_some() || memory.read_latency > 0);
        each(access.address, Demand::Repeated, Reads::All);
        if clocked {
            let root = self.clock(access.clock).unwrap_or(access.clock);
            each(root, Demand::Once, Reads::All);
        }
        for value in access.enable.into_iter().chain(access.mode.map(|(mode, _)| mode)) {
            each(value, Demand::Repeated, Reads::All);
        }
        if let Some((data, mask)) = write.filter(|_| ticks) {
            let parts = memory.ty.mask.is_some_and(|parts| parts > 1);
            let demand = if mask.is_some() && parts { Demand::Selected } else { Demand::Repeated };
            each(data, demand, Reads::All);
            if let Some(mask) = mask {
                each(mask, demand, Reads::All);
            }
        }
    }

    /// Declares the memories of a module.
    pub(super) fn declare_memories(&mut self, ops: &[Op]) -> Vec<MemoryState> {
        let ir = self.ir;
        let mut states = Vec::new();
        let mut place: FxHashMap<Value, usize> = FxHashMap::default();
        for &op in ops.iter().filter(|op| ir.code(**op) == seq::FIRMEM) {
            let Some(memory) = seq::memory(ir, op) else { continue };
            let value = ir.result(op, 0);
            let Form::Named(signal) = self.forms[value] else { continue };
            if let Some(message) = unwritable(&memory) {
                self.diags.push(error(ir, op, codes::MEMORY_NOT_EXECUTED, message));
                continue;
            }
            place.insert(value, states.len());
            self.signals[signal as usize].declared = true;
            let name = self.signals[signal as usize].name.clone();
            let sees_new = memory.ruw.sees_new();
            states.push(MemoryState { name, ty: memory.ty, sees_new, writes: Vec::new(), reads: Vec::new() });
        }
        let mut read: Vec<bool> = vec![false; states.len()];
        for &op in ops {
            let Some((memory, access, write, reads)) = self.port(op).filter(|_| !self.is_idle(op)) else {
                continue;
            };
            let Some(&at) = place.get(&memory) else { continue };
            // A longer one was refused, and nothing of this will be written.
            let latency = self.memory_of(memory).map_or(0, |memory| memory.read_latency);
            let latency = latency.min(seq::clocks::MAX_READ_LATENCY);
            read[at] |= reads;
            if let Some((data, mask)) = write
                && let Some(clock) = self.clock(access.clock)
            {
                states[at].writes.push(Write { access: Access { clock, ..access }, data, mask });
            }
            if reads
                && latency > 0
                && let Some(clock) = self.clock(access.clock)
            {
                let mode = access.mode.map(|(mode, _)| (mode, false));
                let stages = self.declare_stages(ir.result(op, 0), latency, u64::from(states[at].ty.width));
                states[at].reads.push(Read { access: Access { clock, mode, ..access }, stages });
            }
        }
        // Each loop declares it anew, but nothing else may be called like it.
        let index = if states.is_empty() { String::new() } else { self.scope.claim("i") };
        for (value, at) in ops.iter().filter_map(|op| {
            let value = ir.results(*op).next()?;
            Some((value, *place.get(&value)?))
        }) {
            self.declare_memory(value, &states[at], read[at], &index);
        }
        states
    }

    /// Declares the registers that a word goes through on its way out; the last is the port's value.
    fn declare_stages(&mut self, value: Value, latency: u32, width: u64) -> Vec<String> {
        let Form::Named(signal) = self.forms[value] else { return Vec::new() };
        let name = self.signals[signal as usize].name.clone();
        let mut stages: Vec<String> =
            (1..latency).map(|stage| self.scope.claim(&format!("{name}_stage_{stage}"))).collect();
        for stage in &stages {
            self.own_register(stage, width);
        }
        self.signals[signal as usize].declared = true;
        self.indent(1);
        self.declaration(signal, "logic", |writer| put!(writer.text, " = {width}'h0"));
        stages.push(name);
        stages
    }

    fn declare_memory(&mut self, value: Value, state: &MemoryState, read: bool, index: &str) {
        let ir = self.ir;
        let op = ir.defining_op(value).expect("a memory is a result");
        let MemoryState { name, ty, .. } = state;
        let MemoryType { depth, width, .. } = ty;
        if state.writes.is_empty() && !read {
            return;
        }
        if !read {
            self.text.push_str("  /* verilator lint_off UNUSEDSIGNAL */\n");
        }
        put!(self.text, "  logic {}{name} [0:{}];", range(u64::from(*width)), depth - 1);
        self.place(ir.loc(op));
        if !read {
            self.text.push_str("  /* verilator lint_on UNUSEDSIGNAL */\n");
        }
        let block = self.scope.claim(&format!("{name}_init"));
        put!(self.text, "  initial begin : {block}\n    integer {index};\n");
        let long = *depth > MAX_SYNTHESIZED_ZEROS;
        self.text.push_str(if long { "`ifndef SYNTHESIS\n" } else { "" });
        put!(
            self.text,
            "    for ({index} = 0; {index} < {depth}; {index} = {index} + 1)\n      {name}[{index}] = {width}'h0;\n"
        );
        self.text.push_str(if long { "`endif\n" } else { "" });
        if let Some(init) = seq::memory(ir, op).and_then(|memory| memory.init) {
            self.text.push_str(if init.is_binary { "    $readmemb(" } else { "    $readmemh(" });
            super::push_quoted(&mut self.text, init.file);
            put!(self.text, ", {name});\n");
        }
        if let Some(words) = seq::memory(ir, op).and_then(|memory| memory.words)
            && let Some(words) = dense::elements(&ir.ctx, words)
        {
            for (at, word) in words.enumerate().filter(|(_, word)| !word.is_zero()) {
                put!(self.text, "    {name}[{at}] = {word:?};\n");
            }
        }
        self.text.push_str("  end\n");
    }

    fn inside(&mut self, address: Value, depth: u64) -> Inside {
        if let Some(known) = self.constant(address) {
            return if is_inside(known, depth) { Inside::Yes } else { Inside::No };
        }
        let width = self.width(address);
        if width < 64 && depth >= 1 << width {
            return Inside::Yes;
        }
        let address = self.text_of(address);
        Inside::If(if depth == 1 {
            format!("~{address}")
        } else {
            format!("({address} < {width}'h{depth:X})")
        })
    }

    /// The word at an address that is inside.
    fn word(&mut self, state: &MemoryState, address: Value) -> String {
        let address = if state.ty.depth == 1 { "0".to_string() } else { self.text_of(address) };
        format!("{}[{address}]", state.name)
    }

    /// What must be 1 for an access to happen; the address is not looked at.
    fn conditions(&mut self, access: Access) -> Vec<String> {
        let mut conditions: Vec<String> =
            access.enable.into_iter().map(|enable| self.text_of(enable)).collect();
        if let Some((mode, on)) = access.mode {
            let mode = self.text_of(mode);
            conditions.push(if on { mode } else { format!("~{mode}") });
        }
        conditions
    }

    /// A read without latency is a wire.
    pub(super) fn read_at_once(&mut self, op: Op) {
        let Some((memory, access, _, true)) = self.port(op) else { return };
        let Some(view) = self.memory_of(memory).filter(|memory| memory.read_latency == 0) else { return };
        let (ty, sees_new) = (view.ty, view.ruw.sees_new());
        let name = self.text_of(memory);
        let state = MemoryState { name, ty, sees_new, writes: Vec::new(), reads: Vec::new() };
        let access = Access { mode: access.mode.map(|(mode, _)| (mode, false)), ..access };
        let mut conditions = self.conditions(access);
        if let Inside::If(inside) = self.inside(access.address, ty.depth) {
            conditions.push(inside);
        }
        let word = self.word(&state, access.address);
        self.assign(self.ir.result(op, 0), access.loc, |writer| {
            if conditions.is_empty() {
                writer.text.push_str(&word);
            } else {
                put!(writer.text, "{} ? {word} : {}'h0", conditions.join(" & "), ty.width);
            }
        });
    }

    /// Writes the processes of a memory.
    pub(super) fn write_memory(&mut self, state: MemoryState) {
        let mut clocks: Vec<Value> = Vec::new();
        let accesses = state.writes.iter().map(|write| write.access);
        for access in accesses.chain(state.reads.iter().map(|read| read.access)) {
            if !clocks.contains(&access.clock) {
                clocks.push(access.clock);
            }
        }
        for clock in clocks {
            put!(self.text, "  always_ff @(posedge ");
            self.value(clock, super::expr::Binding::Atom);
            self.text.push_str(") begin\n");
            for write in state.writes.iter().filter(|write| write.access.clock == clock) {
                let target = self.word(&state, write.access.address);
                self.write_word(&state, write, &[], &target, 2);
            }
            for read in state.reads.iter().filter(|read| read.access.clock == clock) {
                self.read_word(&state, read);
            }
            self.text.push_str("  end\n");
        }
    }

    /// Assigns what a port writes to a target, part by part where it has a mask.
    fn write_word(
        &mut self,
        state: &MemoryState,
        write: &Write,
        more: &[String],
        target: &str,
        levels: usize,
    ) {
        let mut conditions = self.conditions(write.access);
        match self.inside(write.access.address, state.ty.depth) {
            Inside::Yes => {}
            Inside::No => return,
            Inside::If(inside) => conditions.push(inside),
        }
        conditions.extend_from_slice(more);
        let data = self.text_of(write.data);
        let Some(mask) = write.mask else {
            return self.conditional(&conditions, &format!("{target} <= {data};"), levels, write.access.loc);
        };
        let mask = self.text_of(mask);
        let parts = state.ty.mask.unwrap_or(1);
        for part in 0..parts {
            let bits = state.ty.masked_bits(part);
            let select = match (parts, bits.len()) {
                (1, _) => String::new(),
                (_, 1) => format!("[{}]", bits.start),
                _ => format!("[{}:{}]", bits.end - 1, bits.start),
            };
            let bit = if parts == 1 { mask.clone() } else { format!("{mask}[{part}]") };
            let mut conditions = conditions.clone();
            conditions.push(bit);
            let transfer = format!("{target}{select} <= {data}{select};");
            self.conditional(&conditions, &transfer, levels, write.access.loc);
        }
    }

    /// `if (…) `, or nothing.
    fn when(&mut self, conditions: &[String]) {
        match conditions {
            [] => {}
            // A comparison has brackets already.
            [only] if only.starts_with('(') => put!(self.text, "if {only} "),
            _ => put!(self.text, "if ({}) ", conditions.join(" & ")),
        }
    }

    fn conditional(&mut self, conditions: &[String], statement: &str, levels: usize, loc: Loc) {
        self.indent(levels);
        self.when(conditions);
        self.text.push_str(statement);
        self.place(loc);
    }

    fn read_word(&mut self, state: &MemoryState, read: &Read) {
        let Some((first, rest)) = read.stages.split_first() else { return };
        let conditions = self.conditions(read.access);
        let word = self.word(state, read.access.address);
        let word = match self.inside(read.access.address, state.ty.depth) {
            Inside::If(inside) => format!("{inside} ? {word} : {}'h0", state.ty.width),
            _ => word,
        };
        if !state.sees_new || state.writes.is_empty() {
            self.conditional(&conditions, &format!("{first} <= {word};"), 2, read.access.loc);
        } else {
            self.indent(2);
            self.when(&conditions);
            self.text.push_str("begin\n");
            self.conditional(&[], &format!("{first} <= {word};"), 3, read.access.loc);
            let address = self.text_of(read.access.address);
            // A port that reads does not write, so it does not see itself.
            for write in state.writes.iter().filter(|write| write.access.port != read.access.port) {
                let same = format!("({} == {address})", self.text_of(write.access.address));
                self.write_word(state, write, &[same], first, 3);
            }
            self.text.push_str("    end\n");
        }
        let mut before = first;
        for stage in rest {
            put!(self.text, "    {stage} <= {before};\n");
            before = stage;
        }
    }
}

fn is_inside(address: &Bits, depth: u64) -> bool {
    address.to_u64().is_some_and(|address| address < depth)
}

/// What is wrong with a memory, if anything is.
fn unwritable(memory: &seq::Memory<'_>) -> Option<String> {
    if !(1..=MAX_DEPTH).contains(&memory.ty.depth) {
        return Some(format!("{} words are too many or too few; there may be {MAX_DEPTH}", memory.ty.depth));
    }
    if memory.ty.width == 0 || u64::from(memory.ty.width) > super::MAX_WIDTH {
        return Some(format!("words of {} bits are no vectors", memory.ty.width));
    }
    None
}
