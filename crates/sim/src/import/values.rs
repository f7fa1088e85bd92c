//! The values of a module as nodes.
//!
//! Values are turned into nodes on demand, from what the module drives backwards: text order means nothing in a module, and what
//! drives nothing costs nothing. Registers, memories and instances are there from the start; they are where the way back ends.

use super::nodes::Nodes;
use super::{Import, Problem, Use, bits, cycle_in_module, readmem};
use crate::design::{
    Child, ChildId, LateRead, Mem, MemId, Named, NodeId, NodeKind, Op, Reg, RegId, Role, Template,
    TemplateId, WritePort,
};
use crate::import::Observe;
use crate::lanes::MAX_WORDS;
use crate::program::words;
use base::text::{counted, reason};
use base::{Bits, Diagnostic, codes};
use dialects::arith::IntPredicate;
use dialects::seq::{self, ClockRoot};
use dialects::{comb, hw};
use ir::symbols::symbol_name;
use ir::text::type_print::type_text;
use ir::{EvalCx, Ir, Type, Value, ValueDef, dense};
use rustc_hash::{FxHashMap, FxHashSet};

/// The template of a module, and for each of its instances the number of the module it is of.
pub fn template(import: &mut Import<'_>, used: &Use) -> Option<(Template, Vec<usize>)> {
    let ir = import.ir;
    let module = used.module;
    let (inputs, outputs) = import.ports(module)?;
    let block = hw::body(ir, module)?;
    let mut nodes = Nodes::default();
    nodes.template.name = symbol_name(ir, module).unwrap_or("").to_string();
    nodes.template.op = Some(module);
    nodes.template.inputs = inputs;
    nodes.template.outputs = outputs;
    let mut values = Values {
        import,
        ir,
        used,
        nodes,
        done: FxHashMap::default(),
        memories: FxHashMap::default(),
        children: Vec::new(),
        instances: FxHashMap::default(),
        stages: FxHashMap::default(),
        good: true,
    };
    values.leaves(block);
    values.drive(block);
    values.good.then_some((values.nodes.template, values.children))
}

struct Values<'a, 'i> {
    import: &'a mut Import<'i>,
    ir: &'i Ir,
    used: &'a Use,
    nodes: Nodes,
    /// The nodes of values; `None` while a value waits for its operands.
    done: FxHashMap<Value, Option<NodeId>>,
    /// The memories by their values, with how many edges a read takes and whether it sees the write of its edge.
    memories: FxHashMap<Value, (MemId, u32, bool)>,
    children: Vec<usize>,
    instances: FxHashMap<ir::Op, ChildId>,
    /// The registers of reads that take edges.
    stages: FxHashMap<ir::Op, Vec<RegId>>,
    good: bool,
}

impl Values<'_, '_> {
    /// Tells that an operation cannot be simulated, and what can be done about it.
    fn error(&mut self, code: base::Code, op: ir::Op, message: impl Into<String>, hint: impl Into<String>) {
        let span = self.ir.ctx.span(self.ir.loc(op));
        self.import.error(Diagnostic::error(code, span, message).hint(hint));
        self.good = false;
    }

    /// How many bits the values of a type have, if that can be simulated.
    fn bits(&self, ty: Type) -> Option<u32> {
        bits(&self.ir.ctx, ty).ok()
    }

    fn leaf(&mut self, value: Value, kind: NodeKind, width: u32) -> NodeId {
        self.nodes.value = Some(value);
        let node = self.nodes.leaf(kind, width);
        self.done.insert(value, Some(node));
        node
    }

    /// The name of a register or memory.
    fn name(&self, op: ir::Op) -> String {
        let own = self.ir.str_attr(op, "name").filter(|name| !name.is_empty());
        let value = || self.ir.value_name(self.ir.result(op, 0)).map(|name| &self.ir.ctx[name]);
        own.or_else(value).unwrap_or("unnamed").to_string()
    }

    // ----- where the way back ends -----

    /// Ports, registers, memories and instances.
    fn leaves(&mut self, block: ir::Block) {
        let ir = self.ir;
        for (index, arg) in ir.args(block).iter().enumerate() {
            let width = self.nodes.template.inputs[index].width;
            self.leaf(*arg, NodeKind::Input(index as u32), width);
        }
        for op in ir.block_ops(block).filter(|op| ir.code(*op) == seq::FIRMEM) {
            self.memory(op);
        }
        for op in ir.block_ops(block) {
            match ir.code(op) {
                hw::INSTANCE => self.instance(op),
                seq::COMPREG | seq::COMPREG_CE | seq::FIRREG => self.register(op),
                seq::READ_PORT | seq::READ_WRITE_PORT => self.read_registers(op),
                seq::FIFO => {
                    let message = "a queue is simulated as the registers and the memory that it is made of";
                    self.error(codes::NOT_SIMULATED, op, message, "run the pass `lower-seq-fifo` first");
                }
                _ => {}
            }
        }
    }

    fn instance(&mut self, op: ir::Op) {
        let ir = self.ir;
        let name = ir.str_attr(op, "instanceName").unwrap_or("").to_string();
        let Some(module) = hw::instance_target(ir, &mut self.import.tables, op) else {
            let message = format!("the module of instance `{name}` is missing");
            return self.error(codes::UNDEFINED_MODULE, op, message, "define it");
        };
        if hw::is_extern(ir, module) && self.import.checking {
            return self.black_box(op, &name);
        }
        if hw::is_extern(ir, module) {
            let module = symbol_name(ir, module).unwrap_or("");
            let message = format!(
                "instance `{name}` is of @{module}, whose body is elsewhere, so it cannot be simulated"
            );
            let hint = format!("give @{module} a body (`hw.module`) that does the same");
            return self.error(codes::NOT_SIMULATED, op, message, hint);
        }
        let params = hw::params(ir, op)
            .iter()
            .filter_map(|param| Some((param.name, self.param(param.value?))))
            .collect();
        let still: Vec<u32> = (0..)
            .zip(ir.operands(op))
            .filter(|(index, operand)| self.is_clock(module, *index, *operand) && !self.ticks(*operand))
            .map(|(index, _)| index)
            .collect();
        let number = self.import.number(Use { module, params, still });
        self.children.push(number);
        // The template is filled in when all of them are known.
        let child = Child { name, op, template: TemplateId::at(0), inputs: Vec::new() };
        let child = self.nodes.template.children.push(child);
        self.instances.insert(op, child);
        for (index, result) in ir.results(op).enumerate() {
            match self.bits(ir.ty(result)) {
                Some(width) => {
                    self.leaf(result, NodeKind::Output(child, index as u32), width);
                }
                // It is told at the port of the module.
                None => self.good = false,
            }
        }
    }

    /// An instance of a module that is defined elsewhere: what comes out of it may be anything in any cycle, as if it were registers.
    fn black_box(&mut self, op: ir::Op, name: &str) {
        for result in self.ir.results(op) {
            let Some(width) = self.bits(self.ir.ty(result)) else {
                self.no_bits(op, result);
                continue;
            };
            let reg = Reg { name: name.to_string(), width, init: Bits::zero(width), next: None };
            let reg = self.nodes.template.regs.push(reg);
            let node = self.leaf(result, NodeKind::Reg(reg), width);
            self.nodes.template.regs[reg].next = Some(node);
        }
    }

    /// Whether an input of a module is a clock in it.
    fn is_clock(&self, module: ir::Op, input: u32, value: Value) -> bool {
        seq::is_clock(&self.ir.ctx, self.ir.ty(value)) || self.import.clocks.is_clock_bit(module, input)
    }

    /// Tells what is wrong with the type of a value.
    fn no_bits(&mut self, op: ir::Op, value: Value) {
        let ty = self.ir.ty(value);
        let Err(Problem { what, hint }) = bits(&self.ir.ctx, ty) else { return };
        let ty = type_text(&self.ir.ctx, ty);
        let message = format!("a value of type `{ty}` {what}, so it cannot be simulated");
        self.error(codes::NOT_SIMULATED, op, message, hint);
    }

    /// What a parameter is, seen from outside of all modules.
    fn param(&self, value: ir::Attr) -> ir::Attr {
        match hw::param_ref(&self.ir.ctx, value) {
            Some(name) => self.ir.ctx.find_str(name).and_then(|name| self.own_param(name)).unwrap_or(value),
            None => value,
        }
    }

    /// A parameter of this module: what the instance gives, or its default.
    fn own_param(&self, name: base::Str) -> Option<ir::Attr> {
        let given = self.used.params.iter().find(|(own, _)| *own == name).map(|(_, value)| *value);
        given.or_else(|| hw::params(self.ir, self.used.module).iter().find(|param| param.name == name)?.value)
    }

    fn register(&mut self, op: ir::Op) {
        let ir = self.ir;
        let (value, name) = (ir.result(op, 0), self.name(op));
        let Some(register) = seq::register(ir, op) else { return };
        let Some(width) = self.bits(ir.ty(value)) else { return self.no_bits(op, value) };
        let Some(init) = self.import.initials.of(ir, op) else {
            let message =
                format!("the value that register `{name}` starts with is not known before the circuit runs");
            let hint = "start with a constant, or with what `seq.initial` computes from constants";
            return self.error(codes::NOT_SIMULATED, op, message, hint);
        };
        if !self.ticks(register.clock) {
            let node = self.nodes.constant(init);
            self.done.insert(value, Some(node));
            return;
        }
        let reg = self.nodes.template.regs.push(Reg { name, width, init, next: None });
        self.leaf(value, NodeKind::Reg(reg), width);
    }

    /// Whether a clock ever rises: inputs do, unless a constant is connected to them. One that is none has been told of.
    fn ticks(&self, clock: Value) -> bool {
        match self.import.clocks.root(clock) {
            Some(ClockRoot::Input(input)) => match self.ir.value_def(input) {
                ValueDef::Argument(_, index) => !self.used.still.contains(&index),
                _ => true,
            },
            Some(ClockRoot::Still) => false,
            Some(ClockRoot::Foreign(_)) | None => true,
        }
    }

    fn memory(&mut self, op: ir::Op) {
        let ir = self.ir;
        let name = self.name(op);
        // Latencies that memories do not have were told of.
        let memory =
            seq::memory(ir, op).filter(|memory| memory.read_latency <= seq::clocks::MAX_READ_LATENCY);
        let Some(memory) = memory else {
            self.good = false;
            return;
        };
        let (depth, width) = (memory.ty.depth, memory.ty.width);
        if !self.import.checking && depth.saturating_mul(words(width).into()) > MAX_WORDS {
            let message = format!(
                "memory `{name}` of {depth} × {} is too large to simulate: there are at most {MAX_WORDS} words of 32 bits",
                counted(width, "bit")
            );
            return self.error(codes::CIRCUIT_TOO_LARGE, op, message, "make it shallower");
        }
        let words =
            memory.words.filter(|_| !self.import.checking).and_then(|words| dense::elements(&ir.ctx, words));
        let init = match memory.init {
            None => words.map_or(Vec::new(), Iterator::collect),
            Some(init) => {
                let relative = "the path is relative to the folder that the tool runs in";
                let text = read_init(init.file).map_err(|why| (why, relative));
                let words = text.and_then(|text| {
                    let words = readmem::parse(&text, init.is_binary, depth, width);
                    words.map_err(|why| {
                        (why, "write a number for each word, as `$readmemh` and `$readmemb` read them")
                    })
                });
                match words {
                    Ok(words) => words,
                    Err((why, hint)) => {
                        let message = format!("memory `{name}` cannot begin with `{}`: {why}", init.file);
                        return self.error(codes::MEMORY_FILE, op, message, hint);
                    }
                }
            }
        };
        // Nobody looks at the words when it is not simulated.
        let depth = if self.import.checking { 1 } else { depth };
        let made = self.nodes.template.mems.push(Mem { name, depth, width, init, writes: Vec::new() });
        let late = memory.ruw == seq::ReadUnderWrite::New;
        self.memories.insert(ir.result(op, 0), (made, memory.read_latency, late));
    }

    /// The registers that the data of a read goes through, one an edge.
    fn read_registers(&mut self, op: ir::Op) {
        let result = self.ir.result(op, 0);
        let Some(&(mem, latency, _)) = self.memories.get(&self.ir.operand(op, 0)) else {
            // The memory was refused, or is none.
            self.good = false;
            return;
        };
        let (width, name) =
            (self.nodes.template.mems[mem].width, format!("{}_data", self.nodes.template.mems[mem].name));
        let mut stages = Vec::new();
        for _ in 0..latency {
            let reg = Reg { name: name.clone(), width, init: Bits::zero(width), next: None };
            stages.push(self.nodes.template.regs.push(reg));
        }
        if let Some(last) = stages.last() {
            self.leaf(result, NodeKind::Reg(*last), width);
            self.stages.insert(op, stages);
        }
    }

    // ----- what is driven -----

    /// Everything that the module drives, and with it all values that matter.
    fn drive(&mut self, block: ir::Block) {
        let ir = self.ir;
        for op in ir.block_ops(block) {
            match ir.code(op) {
                hw::OUTPUT => {
                    let driven: Option<Vec<NodeId>> = ir.operands(op).map(|value| self.node(value)).collect();
                    self.nodes.template.driven = driven.unwrap_or_default();
                }
                hw::INSTANCE => self.drive_instance(op),
                seq::COMPREG | seq::COMPREG_CE | seq::FIRREG => self.drive_register(op),
                seq::READ_PORT => {
                    if let Some(port) = seq::read_port(ir, op) {
                        let ticks = self.ticks(port.clock);
                        self.drive_read(op, port.memory, ticks, port.address, port.enable, None);
                    }
                }
                seq::WRITE_PORT => {
                    if let Some(port) = seq::write_port(ir, op) {
                        let ticks = self.ticks(port.clock);
                        let enable = port.enable.map(|enable| self.node(enable));
                        self.drive_write(port.memory, ticks, port.address, port.data, port.mask, enable);
                    }
                }
                seq::READ_WRITE_PORT => {
                    if let Some(port) = seq::read_write_port(ir, op) {
                        let ticks = self.ticks(port.clock);
                        self.drive_read(op, port.memory, ticks, port.address, port.enable, Some(port.mode));
                        let enable = port.enable.map(|enable| self.node(enable));
                        let mode = self.node(port.mode);
                        let enable = match (enable, mode) {
                            (Some(None), _) | (_, None) => None,
                            (None, Some(mode)) => Some(mode),
                            (Some(Some(enable)), Some(mode)) => Some(self.nodes.both(Some(enable), mode)),
                        };
                        let enable = Some(enable);
                        self.drive_write(port.memory, ticks, port.address, port.data, port.mask, enable);
                    }
                }
                hw::WIRE if self.import.checking && !seq::is_clock(&ir.ctx, ir.ty(ir.result(op, 0))) => {
                    let wire = self.node(ir.result(op, 0));
                    self.look_at(wire);
                }
                _ => {}
            }
        }
        if self.import.observe == Observe::Names && self.good {
            for op in ir.block_ops(block) {
                self.observe(op);
            }
            self.observe_ports(block);
        }
    }

    fn observe_ports(&mut self, block: ir::Block) {
        let template = &self.nodes.template;
        let args = self.ir.args(block).iter().map(|arg| self.done.get(arg).copied().flatten());
        let inputs = template.inputs.iter().zip(args).filter(|(port, _)| !port.clock);
        let inputs = inputs.filter_map(|(port, node)| Some((port, Role::Input, node?)));
        let outputs = template.outputs.iter().zip(&template.driven);
        let outputs = outputs.map(|(port, node)| (port, Role::Output, *node));
        let named = inputs.chain(outputs).map(|(port, role, node)| Named {
            name: port.name.clone(),
            role,
            ty: port.ty.clone(),
            node,
        });
        let ports: Vec<Named> = named.collect();
        // A value that has the name of the output it drives is shown once, as the output.
        let values = std::mem::take(&mut self.nodes.template.named);
        let shown: FxHashSet<(&str, NodeId)> = ports.iter().map(|port| (&port.name[..], port.node)).collect();
        let values: Vec<Named> =
            values.into_iter().filter(|value| !shown.contains(&(&value.name[..], value.node))).collect();
        self.nodes.template.named = ports.into_iter().chain(values).collect();
    }

    /// Keeps the values of an operation that have names, constants aside.
    fn observe(&mut self, op: ir::Op) {
        let ir = self.ir;
        if ir.code(op) == hw::CONSTANT || ir.code(op) == seq::FIRMEM {
            return;
        }
        for result in ir.results(op) {
            // A register and a wire may have a name of their own, which is also theirs in SystemVerilog.
            let own = ir.str_attr(op, "name").filter(|name| !name.is_empty() && ir.result_count(op) == 1);
            let value = ir.value_name(result).map(|name| &ir.ctx[name]);
            let Some(name) = own.or(value).map(str::to_string) else { continue };
            if self.bits(ir.ty(result)).is_none() || seq::is_clock(&ir.ctx, ir.ty(result)) {
                continue;
            }
            let Some(node) = self.node(result) else { continue };
            let is_register = matches!(self.nodes.template.nodes[node].kind, NodeKind::Reg(_));
            let role = if is_register { Role::Register } else { Role::Wire };
            let ty = type_text(&ir.ctx, ir.ty(result));
            self.nodes.template.named.push(Named { name, role, ty, node });
        }
    }

    fn drive_instance(&mut self, op: ir::Op) {
        let ir = self.ir;
        // Results are leaves only if the module is there.
        let number = self.instances.get(&op).copied();
        let mut inputs = Vec::new();
        for operand in ir.operands(op) {
            if !seq::is_clock(&ir.ctx, ir.ty(operand)) {
                let input = self.node(operand);
                inputs.extend(input);
                if self.import.checking {
                    self.look_at(input);
                }
                continue;
            }
            // Nothing is computed from a clock: what matters is that it ticks.
            inputs.push(self.nodes.constant(Bits::zero(1)));
        }
        if let Some(child) = number {
            self.nodes.template.children[child].inputs = inputs;
        }
    }

    /// Keeps a node, whether an output depends on it or not.
    fn look_at(&mut self, node: Option<NodeId>) {
        let (name, ty) = (String::new(), String::new());
        let named = node.map(|node| Named { name, role: Role::Wire, ty, node });
        self.nodes.template.named.extend(named);
    }

    fn drive_register(&mut self, op: ir::Op) {
        let ir = self.ir;
        let Some(Some(node)) = self.done.get(&ir.result(op, 0)).copied() else { return };
        let NodeKind::Reg(reg) = self.nodes.template.nodes[node].kind else { return };
        let Some(register) = seq::register(ir, op) else { return };
        let Some(mut next) = self.node(register.input) else { return };
        if let Some(enable) = register.enable {
            let Some(enable) = self.node(enable) else { return };
            next = self.nodes.mux(enable, next, node);
        }
        if let Some(reset) = register.reset {
            let (Some(signal), Some(value)) = (self.node(reset.signal), self.node(reset.value)) else {
                return;
            };
            next = self.nodes.mux(signal, value, next);
        }
        self.nodes.template.regs[reg].next = Some(next);
    }

    /// The condition under which a port reads; `None` is always.
    fn reads(&mut self, enable: Option<Value>, mode: Option<Value>) -> Option<Option<NodeId>> {
        let enable = match enable {
            Some(enable) => Some(self.node(enable)?),
            None => None,
        };
        let Some(mode) = mode else { return Some(enable) };
        let mode = self.node(mode)?;
        let reads = self.nodes.not(mode);
        Some(Some(self.nodes.both(enable, reads)))
    }

    /// A read that takes edges. One that takes none is a value like others.
    fn drive_read(
        &mut self,
        op: ir::Op,
        memory: Value,
        ticks: bool,
        address: Value,
        enable: Option<Value>,
        mode: Option<Value>,
    ) {
        let (Some(&(mem, _, late)), Some(stages)) = (self.memories.get(&memory), self.stages.remove(&op))
        else {
            return;
        };
        if !ticks {
            // Registers that never take anything stay as they begin.
            for stage in stages {
                let width = self.nodes.template.mems[mem].width;
                self.nodes.template.regs[stage].next = Some(self.nodes.leaf(NodeKind::Reg(stage), width));
            }
            return;
        }
        let (Some(addr), Some(enable)) = (self.node(address), self.reads(enable, mode)) else { return };
        let width = self.nodes.template.mems[mem].width;
        let first = stages[0];
        if late {
            self.nodes.template.late.push(LateRead { mem, enable, addr, reg: first });
        } else {
            let data = self.nodes.op(Op::Read(mem), width, &[addr]);
            let held = self.nodes.leaf(NodeKind::Reg(first), width);
            let next = enable.map_or(data, |enable| self.nodes.mux(enable, data, held));
            self.nodes.template.regs[first].next = Some(next);
        }
        for pair in stages.windows(2) {
            let before = self.nodes.leaf(NodeKind::Reg(pair[0]), width);
            self.nodes.template.regs[pair[1]].next = Some(before);
        }
    }

    fn drive_write(
        &mut self,
        memory: Value,
        ticks: bool,
        address: Value,
        data: Value,
        mask: Option<Value>,
        enable: Option<Option<NodeId>>,
    ) {
        let Some(&(mem, ..)) = self.memories.get(&memory) else { return };
        let (addr, data, mask) = (self.node(address), self.node(data), mask.map(|mask| self.node(mask)));
        // An operand without a node was told; the write is dropped with the whole circuit.
        let (Some(addr), Some(data)) = (addr, data) else { return };
        if enable == Some(None) || mask == Some(None) || !ticks {
            return;
        }
        let write = WritePort { enable: enable.flatten(), addr, data, mask: mask.flatten() };
        self.nodes.template.mems[mem].writes.push(write);
    }

    // ----- values -----

    /// The node of a value; `None` after an error.
    fn node(&mut self, value: Value) -> Option<NodeId> {
        if let Some(done) = self.done.get(&value) {
            return *done;
        }
        let ir = self.ir;
        if ir.defining_op(value).is_none_or(|op| self.is_refused(op)) {
            self.good = false;
            return None;
        }
        let operands = |value| self.operands(ir.defining_op(value).expect("arguments are leaves"));
        // Each value with those of its operands that were not looked at yet.
        let mut path = vec![(value, operands(value))];
        self.done.insert(value, None);
        while let Some((value, left)) = path.last_mut() {
            match left.find(|operand| !matches!(self.done.get(operand), Some(Some(_)))) {
                Some(operand) if self.done.contains_key(&operand) => {
                    if let Some(from) = path.iter().position(|(value, _)| *value == operand) {
                        let cycle: Vec<Value> = path[from..].iter().map(|(value, _)| *value).collect();
                        self.import.diags.push(cycle_in_module(ir, self.used.module, &cycle));
                    }
                    self.good = false;
                    return None;
                }
                Some(operand) => {
                    if ir.defining_op(operand).is_none_or(|op| self.is_refused(op)) {
                        self.good = false;
                        return None;
                    }
                    self.done.insert(operand, None);
                    path.push((operand, self.operands(ir.defining_op(operand).expect("it is no argument"))));
                }
                None => {
                    let value = *value;
                    self.nodes.value = Some(value);
                    let node = self.make(ir.defining_op(value).expect("arguments are leaves"), value)?;
                    self.done.insert(value, Some(node));
                    path.pop();
                }
            }
        }
        self.done[&value]
    }

    /// Whether an operation whose results have no nodes yet was refused with an error, it or its memory.
    fn is_refused(&self, op: ir::Op) -> bool {
        match self.ir.code(op) {
            hw::INSTANCE | seq::COMPREG | seq::COMPREG_CE | seq::FIRREG | seq::FIFO => true,
            seq::READ_PORT | seq::READ_WRITE_PORT => !self.memories.contains_key(&self.ir.operand(op, 0)),
            _ => false,
        }
    }

    /// The operands that an operation's node is made of.
    fn operands(&self, op: ir::Op) -> impl Iterator<Item = Value> + use<> {
        let ir = self.ir;
        let operands: Vec<Value> = match ir.code(op) {
            // The memory and the clock are no bits.
            seq::READ_PORT => seq::read_port(ir, op)
                .map_or(Vec::new(), |port| [port.address].into_iter().chain(port.enable).collect()),
            seq::READ_WRITE_PORT => seq::read_write_port(ir, op).map_or(Vec::new(), |port| {
                [port.address, port.mode].into_iter().chain(port.enable).collect()
            }),
            _ => ir.operands(op).collect(),
        };
        operands.into_iter()
    }

    /// The node of a result whose operands have nodes.
    fn make(&mut self, op: ir::Op, value: Value) -> Option<NodeId> {
        let ir = self.ir;
        // The index into an array of one element has no bits, and is a constant then.
        if let Some(bits) = self.constant(op, value).filter(|bits| bits.width() <= hw::MAX_WIDTH) {
            return Some(self.nodes.constant(bits));
        }
        let Some(width) = self.bits(ir.ty(value)) else {
            self.no_bits(op, value);
            return None;
        };
        let args: Vec<NodeId> = self.operands(op).filter_map(|operand| self.done[&operand]).collect();
        let node = self.make_comb(op, &args, width).or_else(|| self.make_aggregate(op, value, &args, width));
        if node.is_none() {
            self.not_simulated(op);
        }
        node
    }

    fn not_simulated(&mut self, op: ir::Op) {
        let message = format!("`{}` cannot be simulated", self.ir.name(op));
        let hint = "make it of operations of `hw`, `comb` and `seq` that compute bits";
        self.error(codes::NOT_SIMULATED, op, message, hint);
    }

    /// The bits of a result, if they do not depend on inputs and state.
    fn constant(&mut self, op: ir::Op, value: Value) -> Option<Bits> {
        let ir = self.ir;
        let ty = ir.ty(value);
        match ir.code(op) {
            hw::CONSTANT => return ir.ctx.bits_of(ir.attr(op, "value")?, ty),
            hw::AGGREGATE_CONSTANT => return ir.ctx.bits_of(ir.attr(op, "fields")?, ty),
            hw::PARAM_VALUE => return ir.ctx.bits_of(self.param(ir.attr(op, "value")?), ty),
            seq::CONST_CLOCK => {
                return seq::clock_constant(&ir.ctx, ir.own_attr(op, 0)?).map(Bits::from_bool);
            }
            _ => {}
        }
        let inputs: Option<Vec<Bits>> = ir
            .operands(op)
            .map(|operand| self.nodes.known(self.done.get(&operand).copied()??).cloned())
            .collect();
        let (inputs, eval) = (inputs.filter(|inputs| !inputs.is_empty())?, ir.def(op)?.eval?);
        let operands: Vec<Type> = ir.operands(op).map(|operand| ir.ty(operand)).collect();
        let results: Vec<Type> = ir.results(op).map(|result| ir.ty(result)).collect();
        let cx = EvalCx { ctx: &ir.ctx, props: ir.props(op), operands: &operands, results: &results };
        let index = ir.results(op).position(|result| result == value)?;
        eval(&cx, &inputs).ok()?.get(index).cloned()
    }

    fn make_comb(&mut self, op: ir::Op, args: &[NodeId], width: u32) -> Option<NodeId> {
        let ir = self.ir;
        let nodes = &mut self.nodes;
        Some(match ir.code(op) {
            comb::ADD => nodes.chain(Op::Add, args),
            comb::AND => nodes.chain(Op::And, args),
            comb::MUL => nodes.chain(Op::Mul, args),
            comb::OR => nodes.chain(Op::Or, args),
            comb::XOR => nodes.chain(Op::Xor, args),
            comb::SUB => nodes.op(Op::Sub, width, args),
            comb::DIVS => nodes.op(Op::DivS, width, args),
            comb::DIVU => nodes.op(Op::DivU, width, args),
            comb::MODS => nodes.op(Op::ModS, width, args),
            comb::MODU => nodes.op(Op::ModU, width, args),
            comb::SHL => nodes.op(Op::Shl, width, args),
            comb::SHRS => nodes.op(Op::ShrS, width, args),
            comb::SHRU => nodes.op(Op::ShrU, width, args),
            comb::PARITY => nodes.op(Op::Parity, 1, args),
            comb::REVERSE => nodes.op(Op::Reverse, width, args),
            comb::MUX => nodes.mux(args[0], args[1], args[2]),
            comb::CONCAT => nodes.concat(args),
            comb::EXTRACT => nodes.extract(args[0], comb::low_bit(ir, op)?, width),
            comb::REPLICATE => match nodes.width(args[0]) {
                0 => return None,
                1 if width > 1 => nodes.op(Op::Fill, width, args),
                part => nodes.concat(&vec![args[0]; (width / part) as usize]),
            },
            comb::TRUTH_TABLE => {
                let table = comb::lookup_table(ir, op)?;
                let bits = table
                    .iter()
                    .fold(Bits::zero(0), |bits, entry| Bits::concat(&Bits::from_bool(*entry), &bits));
                let (table, index) = (nodes.constant(bits), nodes.concat(args));
                nodes.pick(table, index, 1, 1)
            }
            comb::ICMP => {
                let (op, swap) = match comb::Predicate::of(ir, op)?.plain() {
                    IntPredicate::Eq => (Op::Eq, false),
                    IntPredicate::Ne => (Op::Ne, false),
                    IntPredicate::Ult => (Op::Ult, false),
                    IntPredicate::Ule => (Op::Ule, false),
                    IntPredicate::Slt => (Op::Slt, false),
                    IntPredicate::Sle => (Op::Sle, false),
                    IntPredicate::Ugt => (Op::Ult, true),
                    IntPredicate::Uge => (Op::Ule, true),
                    IntPredicate::Sgt => (Op::Slt, true),
                    IntPredicate::Sge => (Op::Sle, true),
                };
                let (a, b) = if swap { (args[1], args[0]) } else { (args[0], args[1]) };
                nodes.op(op, 1, &[a, b])
            }
            _ => return None,
        })
    }

    fn make_aggregate(&mut self, op: ir::Op, value: Value, args: &[NodeId], width: u32) -> Option<NodeId> {
        let ir = self.ir;
        let nodes = &mut self.nodes;
        Some(match ir.code(op) {
            hw::WIRE | hw::BITCAST | seq::TO_CLOCK | seq::FROM_CLOCK => args[0],
            hw::ARRAY_CREATE | hw::ARRAY_CONCAT | hw::STRUCT_CREATE => nodes.concat(args),
            hw::ARRAY_GET => nodes.pick(args[0], args[1], width, width),
            hw::ARRAY_SLICE => {
                let (_, element) = hw::array(&ir.ctx, ir.ty(value))?;
                let size = self.bits(element)?;
                self.nodes.pick(args[0], args[1], size, width)
            }
            hw::ARRAY_INJECT => nodes.op(Op::Inject, width, args),
            hw::STRUCT_EXTRACT => {
                let (low, size) = self.field(op, ir.int_attr(op, "fieldIndex")?)?;
                self.nodes.extract(args[0], low, size)
            }
            hw::STRUCT_EXPLODE => {
                let index = ir.results(op).position(|result| result == value)?;
                let (low, size) = self.field(op, index as i64)?;
                self.nodes.extract(args[0], low, size)
            }
            hw::STRUCT_INJECT => {
                let (low, size) = self.field(op, ir.int_attr(op, "fieldIndex")?)?;
                let mut parts = Vec::new();
                if low + size < width {
                    parts.push(self.nodes.extract(args[0], low + size, width - low - size));
                }
                parts.push(args[1]);
                if low > 0 {
                    parts.push(self.nodes.extract(args[0], 0, low));
                }
                self.nodes.concat(&parts)
            }
            seq::READ_PORT | seq::READ_WRITE_PORT => {
                let (memory, enable, mode) = match seq::read_port(ir, op) {
                    Some(port) => (port.memory, port.enable, None),
                    None => seq::read_write_port(ir, op)
                        .map(|port| (port.memory, port.enable, Some(port.mode)))?,
                };
                let (mem, ..) = *self.memories.get(&memory)?;
                let reads = self.reads(enable, mode)?;
                let data = self.nodes.op(Op::Read(mem), width, &args[..1]);
                let Some(reads) = reads else { return Some(data) };
                let zero = self.nodes.constant(Bits::zero(width));
                self.nodes.mux(reads, data, zero)
            }
            _ => return None,
        })
    }

    /// The position and width of a field of the struct that an operation takes.
    fn field(&self, op: ir::Op, index: i64) -> Option<(u32, u32)> {
        let fields = hw::fields(&self.ir.ctx, self.ir.ty(self.ir.operand(op, 0)))?;
        let index = usize::try_from(index).ok()?;
        let size = self.bits(fields.get(index)?.1)?;
        let low: Option<u32> = fields[index + 1..].iter().map(|(_, ty)| self.bits(*ty)).sum();
        Some((low?, size))
    }
}

/// The largest file that a memory begins with: all words that a memory may have, with room for comments.
const MAX_INIT_BYTES: u64 = 1 << 30;

/// The text that a memory begins with. What has no end, as a device, is not read.
fn read_init(file: &str) -> Result<String, String> {
    let facts = std::fs::metadata(file).map_err(|error| reason(&error))?;
    if !facts.is_file() {
        return Err("it is no ordinary file".to_string());
    }
    if facts.len() > MAX_INIT_BYTES {
        return Err(format!("it has more than {MAX_INIT_BYTES} bytes"));
    }
    std::fs::read_to_string(file).map_err(|error| reason(&error))
}
