//! Making the module of a kernel.

use super::ports::{Argument, Names, Ports, ports, width};
use base::Bits;
use circuit::builder::{Memory, ModuleBuilder, Outputs, Sync};
use circuit::units::{Library, Literals, MemoryPorts, memory_ports};
use dialects::dataflow;
use dialects::handshake::unit::{BufferType, Kind, Unit};
use dialects::handshake::{self, unit_of};
use dialects::hw::{self, Dir};
use ir::symbols::symbol_name;
use ir::text::shared_name;
use ir::{Block, Ir, Loc, Op, TypeKind, Value, dense};
use rustc_hash::FxHashMap;

/// A channel as wires.
#[derive(Clone, Default)]
struct Channel {
    /// What the wires are called.
    name: String,
    data: Option<Value>,
    valid: Option<Value>,
    /// From its only user.
    ready: Option<Value>,
}

/// An instance to be connected: its inputs by name, in their order.
struct Instance {
    op: Op,
    inputs: Vec<String>,
    /// The channels that its inputs and outputs are.
    channels: [Vec<Value>; 2],
}

/// An operation of the function and the module of its unit.
struct Part {
    op: Op,
    name: String,
    unit: Unit,
    module: Op,
    loc: Loc,
}

struct Kernel<'a> {
    c: ModuleBuilder<'a>,
    clock: Value,
    reset: Value,
    channels: FxHashMap<Value, Channel>,
    instances: Vec<Instance>,
    /// Zeros that stand where something will be connected.
    stand_ins: Vec<Value>,
    /// Outputs of the module, in the order of its ports.
    outputs: Vec<(String, Value)>,
    errors: Vec<Value>,
}

/// Makes the module of a function that was checked; `observe` makes every channel a port.
pub(super) fn kernel(ir: &mut Ir, root: Op, function: Op, observe: bool, library: &mut Library) {
    let name = symbol_name(ir, function).expect("a function has a name").to_owned();
    let ports = ports(ir, function);
    let block = ir.entry(ir.region(function, 0)).expect("the function has a body");
    let parts = parts(ir, block, library);
    let arguments = ir.args(block).to_vec();
    let slots: Vec<Option<Op>> = arguments.iter().map(|argument| slot(ir, *argument, library)).collect();
    let end = ir.last_op(block).expect("a function ends in `end`");
    let loc = ir.loc(function);
    let mut c = ModuleBuilder::new(ir, root, &name);
    c.loc = loc;
    let (clock, reset) = (c.clock("clk"), c.input("rst", 1));
    let mut kernel = Kernel {
        c,
        clock,
        reset,
        channels: FxHashMap::default(),
        instances: Vec::new(),
        stand_ins: Vec::new(),
        outputs: Vec::new(),
        errors: Vec::new(),
    };
    let entered = kernel.enter(&ports, &arguments, &slots, &parts);
    kernel.parts(&parts, &entered.words);
    kernel.c.loc = kernel.c.ir.loc(end);
    kernel.leave(&ports, end, &entered);
    kernel.connect();
    if observe {
        kernel.observe(&arguments, &parts);
    }
    kernel.finish();
}

/// Every operation that is a unit, with its name or its kind and a number.
fn units(ir: &Ir, block: Block) -> Vec<(Op, Unit, String)> {
    let mut names = Names(Default::default());
    let mut numbers: FxHashMap<String, u32> = FxHashMap::default();
    let mut units = Vec::new();
    for op in ir.block_ops(block) {
        let Some(unit) = unit_of(ir, op) else { continue };
        let given = ir.str_attr(op, handshake::NAME).filter(|name| !name.is_empty()).map(str::to_owned);
        let name = given.unwrap_or_else(|| {
            let kind = ir.name(op).rsplit('.').next().unwrap_or("unit").to_owned();
            let number = numbers.entry(kind.clone()).or_default();
            *number += 1;
            format!("{kind}{}", *number - 1)
        });
        units.push((op, unit, names.claim(&name, &[""])));
    }
    units
}

/// Every unit with its module.
fn parts(ir: &mut Ir, block: Block, library: &mut Library) -> Vec<Part> {
    let units = units(ir, block);
    let part = |(op, unit, name): (Op, Unit, String)| {
        let literals = literals(ir, op, &unit);
        let module = library.module_for(ir, &unit, literals);
        Part { op, name, unit, module, loc: ir.loc(op) }
    };
    units.into_iter().map(part).collect()
}

/// As far from a literal is looked for.
const MAX_WAY: usize = 16;

/// What a unit is given that is always the same, where its circuit has a use for that.
fn literals(ir: &Ir, op: Op, unit: &Unit) -> Literals {
    if !matches!(unit.kind, Kind::Stream(_)) {
        return Literals::new();
    }
    // What holds or doubles a token changes nothing of it. A ring of such units has no literal in it.
    let literal = |mut operand: Value| {
        for _ in 0..MAX_WAY {
            let op = ir.defining_op(operand)?;
            match unit_of(ir, op)?.kind {
                Kind::Constant { value } => return Some(value),
                Kind::Buffer { .. } | Kind::Fork | Kind::Br => operand = ir.operand(op, 0),
                _ => return None,
            }
        }
        None
    };
    let literals: Literals = ir.operands(op).map(literal).collect();
    if literals.iter().all(Option::is_none) { Literals::new() } else { literals }
}

/// The endings of the names of a channel's wires.
const WIRES: [&str; 3] = ["", "_valid", "_ready"];

/// What the wires of the channels between units are called: `NAME`, `NAME_valid` and `NAME_ready`.
pub fn channel_names(ir: &Ir, function: Op) -> FxHashMap<Value, String> {
    let block = ir.entry(ir.region(function, 0)).expect("the function has a body");
    let units = units(ir, block);
    result_names(ir, units.iter().map(|(op, _, unit)| (*op, &unit[..])))
}

/// The names of the results of units: those of the text, and others that are made of what several results share, or of the unit's name. What is
/// made gives way to what the text says.
fn result_names<'a>(ir: &Ir, units: impl Iterator<Item = (Op, &'a str)>) -> FxHashMap<Value, String> {
    let own = |value: Value| ir.value_name(value).map(|name| ir.ctx[name].to_owned());
    let (mut names, mut made) = (FxHashMap::default(), Vec::new());
    for (op, unit) in units {
        for (k, value) in ir.results(op).enumerate() {
            let shared = shared_name(ir, value);
            match (shared, own(shared.map_or(value, |(head, _)| head)), ir.result_count(op)) {
                (Some((_, number)), Some(name), _) => made.push((value, format!("{name}_{number}"))),
                (None, Some(name), _) => drop(names.insert(value, name)),
                (_, None, 1) => made.push((value, unit.to_owned())),
                (_, None, _) => made.push((value, format!("{unit}_{k}"))),
            }
        }
    }
    let wires = |name: &String| WIRES.map(|ending| format!("{name}{ending}"));
    let mut taken = Names(names.values().flat_map(wires).collect());
    names.extend(made.into_iter().map(|(value, name)| (value, taken.claim(&name, &WIRES))));
    names
}

/// The module of the slot that an argument enters.
fn slot(ir: &mut Ir, argument: Value, library: &mut Library) -> Option<Op> {
    if !handshake::is_channel(&ir.ctx, ir.ty(argument)) {
        return None;
    }
    let width = width(ir, argument);
    let kind = Kind::Buffer { ty: BufferType::ONE_SLOT_BREAK_R, slots: 1 };
    Some(library.module(ir, &Unit { kind, inputs: vec![width], outputs: vec![width] }))
}

/// Arrays that are ports: what their ports are called, and the word that is read.
type Words = FxHashMap<Value, (String, Option<Value>)>;

/// What the beginning of a kernel leaves for the rest.
struct Entered {
    words: Words,
    /// Whether an activation is going on.
    busy: Value,
    /// Whether one begins.
    fire: Value,
    done_ready: Value,
}

impl Kernel<'_> {
    /// The beginning: inputs, the names of channels, the slots of the arguments.
    fn enter(&mut self, ports: &Ports, arguments: &[Value], slots: &[Option<Op>], parts: &[Part]) -> Entered {
        let start_valid = self.c.input("start_valid", 1);
        let names: Vec<Option<String>> =
            arguments.iter().map(|argument| self.given_name(*argument)).collect();
        let mut inputs = Vec::new();
        let mut words = Words::default();
        for (argument, port) in arguments.iter().zip(&ports.arguments) {
            let mut input = None;
            match port {
                Argument::Token => {}
                Argument::Scalar { name, width } => input = Some(self.c.input(name, *width)),
                Argument::Array { name, ports } => {
                    let reads = ports.filter(|ports| ports.reads);
                    let word = reads.map(|ports| self.c.input(&format!("{name}_rdata"), ports.word));
                    words.insert(*argument, (name.clone(), word));
                }
            }
            inputs.push(input);
        }
        let done_ready = self.c.input("done_ready", 1);
        for (result, name) in result_names(self.c.ir, parts.iter().map(|part| (part.op, &part.name[..]))) {
            self.channels.insert(result, Channel { name, ..Channel::default() });
        }
        let sync = Sync::on(self.clock).reset(self.reset);
        let busy = self.c.reg("busy", 1, sync);
        let fire = self.c.wire("fire", 1);
        let mut free = vec![self.c.not(busy)];
        for (k, ((argument, slot), input)) in arguments.iter().zip(slots).zip(inputs).enumerate() {
            let Some(slot) = slot else { continue };
            let name = names[k].clone().unwrap_or_else(|| format!("arg{k}"));
            self.channels.insert(*argument, Channel { name: format!("{name}_token"), ..Channel::default() });
            let given: Vec<(&str, Value)> =
                input.iter().map(|data| ("in0", *data)).chain([("in0_valid", fire)]).collect();
            let outputs = self.instance(&format!("{name}_slot"), *slot, [vec![], vec![*argument]], &given);
            // A call may be done while what it was given waits still, where nothing needed it.
            free.push(outputs["in0_ready"]);
        }
        let ready = self.c.and_all(&free);
        let begins = self.c.and(start_valid, ready);
        self.c.drive(fire, begins);
        self.outputs.push(("start_ready".to_owned(), ready));
        Entered { words, busy, fire, done_ready }
    }

    /// The end: the join of what `end` takes, and whether an activation goes on.
    fn leave(&mut self, ports: &Ports, end: Op, entered: &Entered) {
        let Entered { busy, fire, done_ready, .. } = *entered;
        let operands: Vec<Value> = self.c.ir.operands(end).collect();
        let valid = |operand: &Value| self.channels[operand].valid.expect("a channel has a producer");
        let valids: Vec<Value> = operands.iter().map(valid).collect();
        let done = if valids.is_empty() { self.c.lit(1, 1) } else { self.c.and_all(&valids) };
        let taken = self.c.and(done, done_ready);
        let ongoing = self.c.or(busy, fire);
        let goes_on = self.c.not(taken);
        let next = self.c.and(ongoing, goes_on);
        self.c.drive(busy, next);
        let mut outputs = vec![("done_valid".to_owned(), done)];
        for (operand, port) in operands.into_iter().zip(&ports.results) {
            let channel = self.channel(operand);
            channel.ready = Some(taken);
            outputs.extend(port.iter().filter_map(|(name, _)| Some((name.clone(), channel.data?))));
        }
        // Behind `start_ready`, before the ports of arrays.
        self.outputs.splice(1..1, outputs);
    }

    /// The instances of all operations, and their memories.
    fn parts(&mut self, parts: &[Part], words: &Words) {
        for part in parts {
            self.c.loc = part.loc;
            let of_channels = |kernel: &Self, values: Vec<Value>| -> Vec<Value> {
                values
                    .into_iter()
                    .filter(|value| handshake::is_channel(&kernel.c.ir.ctx, kernel.c.ir.ty(*value)))
                    .collect()
            };
            let operands = self.c.ir.operands(part.op).collect();
            let results = self.c.ir.results(part.op).collect();
            let channels = [of_channels(self, operands), of_channels(self, results)];
            let Some(ports) = memory_ports(&part.unit) else {
                let outputs = self.instance(&part.name, part.module, channels, &[]);
                if matches!(part.unit.kind, Kind::Stream(kind) if kind.checked) {
                    self.errors.push(outputs["error"]);
                }
                continue;
            };
            let memory = self.c.ir.operand(part.op, 0);
            match words.get(&memory) {
                Some((name, word)) => {
                    let given: Vec<(&str, Value)> = word.iter().map(|word| ("rdata", *word)).collect();
                    let outputs = self.instance(&part.name, part.module, channels, &given);
                    let ends = [("raddr", ports.reads), ("ren", ports.reads)];
                    let writes = [("waddr", ports.writes), ("wen", ports.writes), ("wdata", ports.writes)];
                    for (end, _) in ends.into_iter().chain(writes).filter(|(_, is_there)| *is_there) {
                        self.outputs.push((format!("{name}_{end}"), outputs[end]));
                    }
                }
                None => self.memory_inside(part, memory, ports, channels),
            }
        }
    }

    /// A controller and the memory that only it sees.
    fn memory_inside(&mut self, part: &Part, memory: Value, ports: MemoryPorts, channels: [Vec<Value>; 2]) {
        let ram = self.c.ir.defining_op(memory).expect("a memory is an argument or a `ram`");
        let name = self.given_name(memory).unwrap_or_else(|| format!("{}_ram", part.name));
        let TypeKind::Memref { shape, .. } = &self.c.ir.ctx[self.c.ir.ty(memory)] else {
            panic!("a memory is of a memref type");
        };
        let depth: u64 = shape.iter().map(|size| size.expect("the memory was checked")).product();
        let initial = self.c.ir.attr(ram, "initialValue").expect("the verifier has seen it");
        let ctx = &self.c.ir.ctx;
        let words: Vec<Bits> = match dense::splat_element(ctx, initial) {
            Some(word) => vec![word],
            None => dense::elements(ctx, initial).expect("the verifier has seen it").collect(),
        };
        let made = self.c.memory_of_words(&name, Memory::new(depth, ports.word).latency(1), &words);
        let clock = self.clock;
        let given = if ports.reads {
            let [address, enable] = [("raddr", ports.address), ("ren", 1)]
                .map(|(end, width)| self.c.wire(&format!("{name}_{end}"), width));
            let word = self.c.read(made, address, Sync::on(clock).enable(enable));
            self.c.name(word, &format!("{name}_rdata"));
            vec![("rdata", word, Some((address, enable)))]
        } else {
            Vec::new()
        };
        let inputs: Vec<(&str, Value)> = given.iter().map(|(name, word, _)| (*name, *word)).collect();
        let outputs = self.instance(&part.name, part.module, channels, &inputs);
        for (_, _, wires) in given {
            let (address, enable) = wires.expect("a read port has an address");
            self.c.drive(address, outputs["raddr"]);
            self.c.drive(enable, outputs["ren"]);
        }
        if ports.writes {
            let sync = Sync::on(clock).enable(outputs["wen"]);
            self.c.write(made, outputs["waddr"], outputs["wdata"], sync);
        }
    }

    /// Makes an instance. `given` are inputs that are known; the others are connected later.
    fn instance(
        &mut self,
        name: &str,
        module: Op,
        channels: [Vec<Value>; 2],
        given: &[(&str, Value)],
    ) -> Outputs {
        let mut names = Vec::new();
        let mut inputs: Vec<(String, Value)> = Vec::new();
        for port in hw::ports(self.c.ir, module) {
            if port.dir == Dir::Out {
                continue;
            }
            let text = self.c.ir.ctx[port.name].to_owned();
            let known = match text.as_str() {
                "clk" => Some(self.clock),
                "rst" => Some(self.reset),
                other => given.iter().find(|(name, _)| *name == other).map(|(_, value)| *value),
            };
            names.push(if known.is_some() { String::new() } else { text.clone() });
            let value = known.unwrap_or_else(|| {
                let width = self.c.ir.ctx.bit_width(port.ty).expect("ports are bits");
                self.stand_in(width as u32)
            });
            inputs.push((text, value));
        }
        let inputs: Vec<(&str, Value)> = inputs.iter().map(|(name, value)| (name.as_str(), *value)).collect();
        let outputs = self.c.instance(name, module, &inputs);
        let op = outputs.values().next().and_then(|value| self.c.ir.defining_op(value));
        let op = op.expect("a unit has an output");
        for (k, value) in channels[0].iter().enumerate() {
            let ready = outputs[format!("in{k}_ready").as_str()];
            let channel = self.channel(*value);
            channel.ready = Some(ready);
            let name = format!("{}_ready", channel.name);
            self.c.name(ready, &name);
        }
        for (k, value) in channels[1].iter().enumerate() {
            let has_data = width(self.c.ir, *value) > 0;
            let data = has_data.then(|| outputs[format!("out{k}").as_str()]);
            let valid = outputs[format!("out{k}_valid").as_str()];
            let channel = self.channel(*value);
            (channel.data, channel.valid) = (data, Some(valid));
            let name = channel.name.clone();
            self.c.name(valid, &format!("{name}_valid"));
            if let Some(data) = data {
                self.c.name(data, &name);
            }
        }
        self.instances.push(Instance { op, inputs: names, channels });
        outputs
    }

    /// Connects what stands in for channels.
    fn connect(&mut self) {
        for Instance { op, inputs, channels } in std::mem::take(&mut self.instances) {
            for (operand, name) in inputs.iter().enumerate().filter(|(_, name)| !name.is_empty()) {
                let (side, rest) = match name.strip_prefix("in") {
                    Some(rest) => (0, rest),
                    None => (1, name.strip_prefix("out").expect("channels are inputs and outputs")),
                };
                let (number, end) = rest.split_once('_').unwrap_or((rest, ""));
                let number: usize = number.parse().expect("channels have numbers");
                let channel = &self.channels[&channels[side][number]];
                let wire = match end {
                    "" => channel.data,
                    "valid" => channel.valid,
                    _ => channel.ready,
                };
                self.c.ir.set_operand(op, operand, wire.expect("a channel has a producer and a user"));
            }
        }
    }

    fn observe(&mut self, arguments: &[Value], parts: &[Part]) {
        let results = parts.iter().flat_map(|part| self.c.ir.results(part.op).collect::<Vec<Value>>());
        let values: Vec<Value> = arguments.iter().copied().chain(results).collect();
        let channels = values.iter().filter_map(|value| self.channels.get(value));
        for (k, channel) in channels.enumerate() {
            let ends = [("_valid", channel.valid), ("_ready", channel.ready), ("", channel.data)];
            let there = ends.into_iter().filter_map(|(end, value)| Some((format!("ch{k}{end}"), value?)));
            self.outputs.extend(there);
        }
    }

    /// Declares the outputs, and removes what stood in for channels.
    fn finish(mut self) {
        if !self.errors.is_empty() {
            let sync = Sync::on(self.clock).reset(self.reset);
            let error = self.c.reg("error", 1, sync);
            let any = self.c.or_all(&self.errors);
            let next = self.c.or(error, any);
            self.c.drive(error, next);
            let code = self.c.lit(16, dataflow::ZERO_STEP.0);
            let code = self.c.mux(error, code, 0);
            self.outputs.extend([("error_valid".to_owned(), error), ("error_code".to_owned(), code)]);
        }
        for (name, value) in &self.outputs {
            self.c.output(name, *value);
        }
        for value in self.stand_ins {
            if self.c.ir.is_unused(value)
                && let Some(op) = self.c.ir.defining_op(value)
            {
                self.c.ir.erase(op);
            }
        }
        self.c.finish();
    }

    fn channel(&mut self, value: Value) -> &mut Channel {
        self.channels.entry(value).or_default()
    }

    fn stand_in(&mut self, width: u32) -> Value {
        let zero = self.c.constant(Bits::zero(width));
        if !self.stand_ins.contains(&zero) {
            self.stand_ins.push(zero);
        }
        zero
    }

    /// What the text calls a value.
    fn given_name(&self, value: Value) -> Option<String> {
        self.c.ir.value_name(value).map(|name| self.c.ir.ctx[name].to_owned())
    }
}
