//! From a `handshake.func` on channels to a network: every operation with a unit is a unit, every value with a channel's type a channel.
//!
//! Each argument gets its slot here, so that from now on arguments are units like others.

use super::network::{Argument, Channel, ChannelId, MemoryDef, MemoryId, Network, Place};
use base::text::counted;
use base::{Bits, Diagnostics, codes};
use dialects::handshake::unit::{BufferType, Kind, MemoryPort, Unit};
use dialects::handshake::{self, is_channel, payload_width, unit_of};
use ir::symbols::symbol_name;
use ir::text::shared_name;
use ir::{Block, Ir, Loc, Op, TypeKind, Value, dense};
use rustc_hash::{FxHashMap, FxHashSet};

/// The largest memory of a circuit itself, and all that its units hold, in words of 64 bits.
const MOST_WORDS: u64 = 1 << 26;

/// The network of a function; what has no unit is told in `diags`. The IR has been verified.
pub(super) fn import(ir: &Ir, func: Op, diags: &mut Diagnostics) -> Option<Network> {
    let errors = diags.error_count();
    let name = symbol_name(ir, func).unwrap_or("").to_string();
    let network = Network { name, ..Network::default() };
    let names = handshake::names(ir, func, "argNames");
    let (channels, memories) = (FxHashMap::default(), FxHashMap::default());
    let mut import = Import { ir, diags, network, channels, memories, held: 0 };
    let Some(body) = ir.regions(func).first().and_then(|region| ir.entry(*region)) else {
        let error =
            ir::op_error(ir, func, codes::ELASTIC_UNIT, "it has no body, so there is nothing to simulate");
        import.diags.push(error);
        return None;
    };
    import.values(body, &names);
    import.arguments(body, &names);
    for op in ir.block_ops(body) {
        import.operation(op);
    }
    let Import { network, diags, .. } = import;
    (diags.error_count() == errors).then_some(network)
}

struct Import<'a> {
    ir: &'a Ir,
    diags: &'a mut Diagnostics,
    network: Network,
    channels: FxHashMap<Value, ChannelId>,
    memories: FxHashMap<Value, MemoryId>,
    /// Words that units hold, so far.
    held: u64,
}

impl Import<'_> {
    fn place(&self, loc: Loc) -> Place {
        let ctx = &self.ir.ctx;
        let stated = ctx.file_place(loc).map(|(file, line, column)| format!("{file}:{line}:{column}"));
        Place { span: ctx.span(loc), stated }
    }

    /// A channel for every value that is one, in the order of the text.
    fn values(&mut self, body: Block, names: &[&str]) {
        let ir = self.ir;
        let mut taken: FxHashSet<String> = FxHashSet::default();
        for (index, value) in ir.args(body).iter().enumerate() {
            let label = argument_name(ir, names, index, *value);
            taken.insert(label.clone());
            self.value(*value, format!("argument `{label}`"), label);
        }
        let of_text = ir
            .block_ops(body)
            .flat_map(|op| ir.results(op))
            .filter(|value| shared_name(ir, *value).is_none());
        taken.extend(of_text.filter_map(|value| ir.value_name(value)).map(|name| ir.ctx[name].to_string()));
        // What is made gives way to what the text says.
        let free = |wanted: String| {
            let numbered = (1..).map(|number| format!("{wanted}_{number}"));
            let label = std::iter::once(wanted.clone()).chain(numbered).find(|label| !taken.contains(label));
            label.expect("there is no end of numbers")
        };
        for op in ir.block_ops(body) {
            for (index, value) in ir.results(op).enumerate() {
                let (unit, shared) = (unit_name(ir, op), shared_name(ir, value));
                let own = ir.value_name(shared.map_or(value, |(head, _)| head)).map(|name| &ir.ctx[name]);
                let (name, label) = match (shared, own) {
                    (Some((_, number)), Some(own)) => {
                        (format!("`%{own}#{number}`"), free(format!("{own}_{number}")))
                    }
                    (None, Some(own)) => (format!("`%{own}`"), own.to_string()),
                    (_, None) if ir.result_count(op) == 1 => (format!("the output of `{unit}`"), free(unit)),
                    (_, None) => (format!("output {index} of `{unit}`"), free(format!("{unit}_{index}"))),
                };
                self.value(value, name, label);
            }
        }
        self.network.values = self.network.channels.len();
    }

    fn value(&mut self, value: Value, name: String, label: String) {
        let (ir, ty) = (self.ir, self.ir.ty(value));
        if is_channel(&ir.ctx, ty) {
            let width = payload_width(&ir.ctx, ty, 64).unwrap_or(0);
            let place = self.place(ir.value_loc(value));
            let channel = Channel { name, label, width, from: None, to: None, place };
            self.channels.insert(value, self.network.channels.push(channel));
        }
    }

    /// The arguments: slots for tokens, memories for arrays.
    fn arguments(&mut self, body: Block, names: &[&str]) {
        let ir = self.ir;
        for (index, value) in ir.args(body).iter().enumerate() {
            let name = argument_name(ir, names, index, *value);
            if let Some(channel) = self.channels.get(value).copied() {
                let inside = self.network.channels[channel].clone();
                let (width, place) = (inside.width, inside.place.clone());
                let outside = Channel {
                    name: format!("argument `{name}` from outside"),
                    from: None,
                    to: None,
                    ..inside
                };
                let entry = self.network.channels.push(outside);
                let kind = Kind::Buffer { ty: BufferType::ONE_SLOT_BREAK_R, slots: 1 };
                let unit = Unit { kind, inputs: vec![width], outputs: vec![width] };
                self.network.add(unit, ("argument", &name), place, vec![entry], vec![channel]);
                self.network.arguments.push(Argument::Scalar { name, width, entry });
            } else if let Some(memory) = self.memory(*value, name.clone()) {
                self.network.arguments.push(Argument::Memory(memory));
            } else {
                let message =
                    format!("argument `{name}` is neither a channel nor a memory, so it cannot be simulated");
                let span = ir.ctx.span(ir.value_loc(*value));
                self.diags.push(base::Diagnostic::error(codes::ELASTIC_UNIT, span, message));
            }
        }
    }

    /// Declares the memory behind a value.
    fn memory(&mut self, value: Value, name: String) -> Option<MemoryId> {
        let ir = self.ir;
        let ty = ir.ty(value);
        let TypeKind::Memref { element, .. } = ir.ctx[ty] else { return None };
        let words = dense::element_count(&ir.ctx, ty);
        let width = payload_width(&ir.ctx, element, 64)?;
        let id = self.network.memories.push(MemoryDef { name, width, words, initial: Vec::new() });
        self.memories.insert(value, id);
        Some(id)
    }

    fn operation(&mut self, op: Op) {
        let ir = self.ir;
        match ir.code(op) {
            handshake::END => {
                let results =
                    ir.operands(op).filter_map(|value| self.channels.get(&value).copied()).collect();
                self.network.results = results;
            }
            handshake::RAM => self.ram(op),
            _ => match unit_of(ir, op) {
                Some(unit) => self.unit(op, unit),
                None => {
                    let message = "there is no unit for it, so it cannot be simulated cycle by cycle";
                    self.diags.push(ir::op_error(ir, op, codes::ELASTIC_UNIT, message));
                }
            },
        }
    }

    fn ram(&mut self, op: Op) {
        let ir = self.ir;
        let Some(id) = self.memory(ir.result(op, 0), unit_name(ir, op)) else { return };
        let memory = &mut self.network.memories[id];
        let Some(words) = memory.words else {
            let message = "its size is not known, so it cannot be simulated";
            self.diags.push(ir::op_error(ir, op, codes::ELASTIC_UNIT, message));
            return;
        };
        if words.checked_mul(words_of(memory.width)).is_none_or(|size| size > MOST_WORDS) {
            let message = format!(
                "{words} words of {} are more than are simulated, which are {MOST_WORDS} of 64 bits",
                counted(memory.width, "bit")
            );
            self.diags.push(ir::op_error(ir, op, codes::ELASTIC_UNIT, message));
            return;
        }
        let elements = ir.attr(op, "initialValue").and_then(|value| dense::elements(&ir.ctx, value));
        if let Some(elements) = elements {
            let width = memory.width;
            let resize = |word: Bits| if word.width() < width { word.zext(width) } else { word.trunc(width) };
            memory.initial = elements.map(resize).collect();
        }
    }

    fn unit(&mut self, op: Op, unit: Unit) {
        let ir = self.ir;
        let channel = |value: Value| self.channels.get(&value).copied();
        let inputs: Vec<ChannelId> = ir.operands(op).filter_map(channel).collect();
        let outputs: Vec<ChannelId> = ir.results(op).filter_map(channel).collect();
        if inputs.len() != unit.inputs.len() || outputs.len() != unit.outputs.len() {
            let message = "its operands are not channels, so it cannot be simulated cycle by cycle";
            let error = ir::op_error(ir, op, codes::ELASTIC_UNIT, message);
            self.diags.push(error.hint("lower the graph with `dataflow-to-handshake` first"));
            return;
        }
        let slots = match unit.kind {
            Kind::Buffer { slots, .. } => slots,
            Kind::Compute { latency, .. } => latency,
            Kind::Lsq(ref queue) => queue.load_depth + queue.store_depth,
            _ => 1,
        };
        let width = unit.inputs.iter().chain(&unit.outputs).copied().max().unwrap_or(0);
        self.held = self.held.saturating_add(u64::from(slots) * (1 + words_of(width)));
        if self.held > MOST_WORDS {
            let message = format!(
                "up to here units hold more than {MOST_WORDS} words of 64 bits, so they cannot be simulated"
            );
            self.diags.push(ir::op_error(ir, op, codes::ELASTIC_UNIT, message));
            return;
        }
        if widest_number(&unit) > 64 {
            let message =
                "a number of more than 64 bits chooses an input or counts stores, which cannot be simulated";
            self.diags.push(ir::op_error(ir, op, codes::ELASTIC_UNIT, message));
            return;
        }
        // Its answer comes from there, or the memory's results would not fit its ports: whoever counts questions and answers relies on it.
        let asks = |user| ir.code(user) == handshake::MEM_CONTROLLER;
        if unit.kind == Kind::Load && !ir.users(ir.result(op, 0)).all(asks) {
            let message = "its address does not go to a memory controller";
            self.diags.push(ir::op_error(ir, op, codes::ELASTIC_UNIT, message));
            return;
        }
        let is_memory = matches!(unit.kind, Kind::Memory(_) | Kind::Lsq(_));
        let place = self.place(ir.loc(op));
        let id = self.network.add(unit, (ir.name(op), &unit_name(ir, op)), place, inputs, outputs);
        if is_memory {
            let memory = self.memories.get(&ir.operand(op, 0)).copied();
            let shared = self.network.nodes.values().any(|node| memory.is_some() && node.memory == memory);
            if memory.is_none() || shared {
                let message = "its memory is not an argument or a `handshake.ram` of its own";
                self.diags.push(ir::op_error(ir, op, codes::ELASTIC_UNIT, message));
            }
            self.network.nodes[id].memory = memory;
        }
    }
}

/// The bits of the widest number by which a unit does something, which the simulator takes for a word.
fn widest_number(unit: &Unit) -> u32 {
    match &unit.kind {
        Kind::Mux => unit.inputs[0],
        Kind::ControlMerge => unit.outputs[1],
        Kind::Memory(memory) => {
            let places = memory.places().into_iter().filter(|place| place.port == MemoryPort::Announce);
            places.map(|place| unit.inputs[place.input]).max().unwrap_or(0)
        }
        _ => 0,
    }
}

/// Words of 64 bits of data of a width.
fn words_of(width: u32) -> u64 {
    u64::from(super::code::words(width))
}

/// What an argument is called.
fn argument_name(ir: &Ir, names: &[&str], index: usize, value: Value) -> String {
    match (names.get(index).filter(|name| !name.is_empty()), ir.value_name(value)) {
        (Some(name), _) => name.to_string(),
        (None, Some(name)) => ir.ctx[name].to_string(),
        (None, None) => format!("arg{index}"),
    }
}

/// What an operation is called.
fn unit_name(ir: &Ir, op: Op) -> String {
    let name = ir.str_attr(op, handshake::NAME);
    match (name, ir.result_count(op)) {
        (Some(name), _) => name.to_string(),
        (None, 0) => ir.name(op).to_string(),
        (None, _) => match ir.value_name(ir.result(op, 0)) {
            Some(name) => ir.ctx[name].to_string(),
            None => ir.name(op).to_string(),
        },
    }
}
