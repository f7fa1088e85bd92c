//! What has a meaning cycle by cycle: where clocks come from, and which registers and memories they may drive.
//!
//! In a cycle all clocks rise at once, so a clock is a root: an input of the top, or a constant, which never rises. Modules hand
//! roots on to each other, by inputs as clocks or as the bits that `seq.to_clock` makes clocks of, by outputs as clocks. A clock that logic makes
//! would rise after the others, logic that reads a clock would see the middle of a cycle, and what two clocks write has no order.
//! None of it is executed. The simulator and the SystemVerilog writer both ask here, so that they refuse the same circuits with the same
//! words, and agree on what every clock is.

use super::ops::*;
use super::types::is_clock;
use super::views::{memory, read_port, read_write_port, register, write_port};
use crate::hw;
use base::text::counted;
use base::{Diagnostic, Diagnostics, codes};
use ir::symbols::SymbolTables;
use ir::{Ir, Op, Value, ValueDef, op_error};
use rustc_hash::{FxHashMap, FxHashSet};

/// Where a clock comes from, as its module sees it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ClockRoot {
    /// An input of the module, of type `!seq.clock` or a bit.
    Input(Value),
    /// A constant: it never rises.
    Still,
    /// A result of an instance; a module that is defined elsewhere makes it.
    Foreign(Value),
}

/// The most edges that a read may take: each is a register.
pub const MAX_READ_LATENCY: u32 = 64;

/// The clocks of a circuit.
#[derive(Default)]
pub struct Clocks {
    /// Where values come from that were asked about; the error is the operation that makes a clock of logic.
    roots: FxHashMap<Value, Result<ClockRoot, Op>>,
    /// Inputs of modules that are bits and clocks.
    bits: FxHashSet<(Op, u32)>,
}

impl Clocks {
    /// Looks at the clocks of modules, which know of each other; all that cannot be executed is told.
    pub fn check(ir: &Ir, modules: &[Op], tables: &mut SymbolTables, diags: &mut Diagnostics) -> Clocks {
        let mut check = Check {
            ir,
            tables,
            diags,
            clocks: Clocks::default(),
            told: FxHashSet::default(),
            reads: Vec::new(),
        };
        let bodies: Vec<(Op, Vec<Op>)> = modules
            .iter()
            .filter_map(|module| Some((*module, ir.block_ops(hw::body(ir, *module)?).collect())))
            .collect();
        for (_, ops) in &bodies {
            ops.iter().for_each(|op| check.operation(*op));
            check.memories(ops);
        }
        check.bits(&bodies);
        check.readers();
        check.clocks
    }

    /// Where the clock of a register, a port or an instance comes from; `None` for one that was refused.
    pub fn root(&self, clock: Value) -> Option<ClockRoot> {
        self.roots.get(&clock)?.ok()
    }

    /// Whether an input of a module, by its position, is a bit that is a clock in it.
    pub fn is_clock_bit(&self, module: Op, input: u32) -> bool {
        self.bits.contains(&(module, input))
    }
}

struct Check<'a> {
    ir: &'a Ir,
    tables: &'a mut SymbolTables,
    diags: &'a mut Diagnostics,
    clocks: Clocks,
    /// Operations that an error was told of.
    told: FxHashSet<Op>,
    /// Bits that are clocks, for which nobody has looked yet who uses them, each with the operation that made a bit of a clock.
    reads: Vec<(Value, Option<Op>)>,
}

const USE_ENABLE: &str =
    "use a clock of the top as it is, and give the register or the port an enable where it is to stand still";

impl Check<'_> {
    fn tell(&mut self, op: Op, code: base::Code, message: impl AsRef<str>, hint: &str) {
        if self.told.insert(op) {
            self.diags.push(op_error(self.ir, op, code, message).hint(hint));
        }
    }

    fn is_clock(&self, value: Value) -> bool {
        is_clock(&self.ir.ctx, self.ir.ty(value))
    }

    /// What is wrong with one operation, and the clocks that it uses.
    fn operation(&mut self, op: Op) {
        let ir = self.ir;
        match ir.code(op) {
            TO_CLOCK | CONST_CLOCK | hw::WIRE => return,
            FROM_CLOCK => return self.reads.push((ir.result(op, 0), Some(op))),
            hw::INSTANCE => {}
            _ if ir.results(op).any(|result| self.is_clock(result)) => {
                return self.tell(op, codes::DERIVED_CLOCK, "this makes a clock", USE_ENABLE);
            }
            COMPREG | COMPREG_CE | FIRREG | FIFO | READ_PORT | WRITE_PORT | READ_WRITE_PORT | hw::OUTPUT => {}
            _ if ir.operands(op).any(|operand| self.is_clock(operand)) => return self.reads_clock(op),
            _ => return,
        }
        if register(ir, op).and_then(|register| register.reset).is_some_and(|reset| reset.is_async) {
            let message = format!("the reset of register `{}` does not wait for the clock", self.name(op));
            self.tell(op, codes::ASYNC_RESET, message, "write `reset sync`");
        }
        for operand in ir.operands(op) {
            if self.is_clock(operand) {
                self.used(op, operand);
            }
        }
    }

    /// The name of a register or a memory.
    fn name(&self, op: Op) -> &str {
        let own = self.ir.str_attr(op, "name").filter(|name| !name.is_empty());
        let value = || self.ir.value_name(self.ir.result(op, 0)).map(|name| &self.ir.ctx[name]);
        own.or_else(value).unwrap_or("unnamed")
    }

    fn reads_clock(&mut self, op: Op) {
        let message = "a clock is read as a bit, which depends on the moment in the cycle";
        let hint = "give the circuit an input that says what is to be known";
        self.tell(op, codes::DERIVED_CLOCK, message, hint);
    }

    /// Finds the root of a clock that drives something. Logic that makes one is told of once, whatever it drives.
    fn used(&mut self, user: Op, clock: Value) {
        let ir = self.ir;
        let Err(maker) = self.root(clock) else { return };
        if !self.told.insert(maker) {
            return;
        }
        let name = match (ir.value_name(clock), ir.defining_op(clock)) {
            (Some(name), _) => format!("`%{}`", &ir.ctx[name]),
            (None, Some(op)) => format!("of `{}`", ir.name(op)),
            (None, None) => "of a port".to_string(),
        };
        let message = format!("the clock {name} is made by logic; a clock is an input of the top");
        let error = Diagnostic::error(codes::DERIVED_CLOCK, ir.ctx.span(ir.value_loc(clock)), message);
        let error = match ir.ctx.span(ir.loc(user)) {
            Some(user) => error.label(user, "it is the clock of this"),
            None => error,
        };
        self.diags.push(error.hint(USE_ENABLE));
    }

    // ----- where clocks come from -----

    /// Follows a clock, or the bit that becomes one, to its root. What is met on the way is remembered, so that all clocks together take
    /// linear time.
    fn root(&mut self, clock: Value) -> Result<ClockRoot, Op> {
        let ir = self.ir;
        // Values of the present module on the way; and for each module around it, the instance whose output is looked at and the way to it.
        let (mut way, mut around): (Vec<Value>, Vec<(Op, Vec<Value>)>) = (Vec::new(), Vec::new());
        let mut at = clock;
        loop {
            let mut found = match self.step(at, &mut way) {
                Step::Found(found) => found,
                Step::To(next) => {
                    at = next;
                    continue;
                }
                Step::Inside(instance, next) => {
                    around.push((instance, std::mem::take(&mut way)));
                    at = next;
                    continue;
                }
            };
            loop {
                self.clocks.roots.extend(way.drain(..).map(|value| (value, found)));
                let Some((instance, outer)) = around.pop() else { return found };
                way = outer;
                let operand = match found {
                    Ok(ClockRoot::Input(input)) => match ir.value_def(input) {
                        ValueDef::Argument(_, index) => ir.operands(instance).nth(index as usize),
                        _ => None,
                    },
                    _ => None,
                };
                match (operand, found, way.last()) {
                    (Some(operand), ..) => {
                        at = operand;
                        break;
                    }
                    (None, Ok(ClockRoot::Foreign(_)), Some(result)) => {
                        found = Ok(ClockRoot::Foreign(*result))
                    }
                    _ => {}
                }
            }
        }
    }

    fn step(&mut self, at: Value, way: &mut Vec<Value>) -> Step {
        let ir = self.ir;
        if let Some(known) = self.clocks.roots.get(&at) {
            return Step::Found(*known);
        }
        way.push(at);
        let Some(op) = ir.defining_op(at) else { return Step::Found(Ok(ClockRoot::Input(at))) };
        // Wires may form a ring, which comes from nowhere: this is what the last of them finds.
        self.clocks.roots.insert(at, Err(op));
        match ir.code(op) {
            CONST_CLOCK => Step::Found(Ok(ClockRoot::Still)),
            TO_CLOCK | FROM_CLOCK | hw::WIRE => Step::To(ir.operand(op, 0)),
            hw::INSTANCE if self.is_clock(at) => {
                let target = hw::instance_target(ir, self.tables, op);
                if target.is_some_and(|target| hw::is_extern(ir, target)) {
                    return Step::Found(Ok(ClockRoot::Foreign(at)));
                }
                let index = ir.results(op).position(|result| result == at);
                let output = target.and_then(|target| hw::output(ir, target)).zip(index);
                match output.and_then(|(output, index)| ir.operands(output).nth(index)) {
                    Some(inner) => Step::Inside(op, inner),
                    None => Step::Found(Err(op)),
                }
            }
            _ => Step::Found(Err(op)),
        }
    }

    // ----- bits that are clocks -----

    /// Finds the inputs that are clocks in all but type: what `seq.to_clock` takes, and what is connected to such inputs of instances.
    fn bits(&mut self, bodies: &[(Op, Vec<Op>)]) {
        let ir = self.ir;
        let mut instances: FxHashMap<Op, Vec<(Op, Op)>> = FxHashMap::default();
        let mut open: Vec<(Op, u32)> = Vec::new();
        for (module, ops) in bodies {
            for op in ops {
                match ir.code(*op) {
                    hw::INSTANCE => {
                        if let Some(target) = hw::instance_target(ir, self.tables, *op) {
                            instances.entry(target).or_default().push((*module, *op));
                        }
                    }
                    // A clock made of something else is told of where it drives something.
                    TO_CLOCK => {
                        let root = self.root(ir.operand(*op, 0));
                        self.clock_input(*module, root.ok(), &mut open);
                    }
                    _ => {}
                }
            }
        }
        while let Some((module, input)) = open.pop() {
            for &(around, instance) in instances.get(&module).into_iter().flatten() {
                let Some(bit) = ir.operands(instance).nth(input as usize) else { continue };
                match self.root(bit) {
                    Ok(root) => self.clock_input(around, Some(root), &mut open),
                    Err(_) => {
                        let name = hw::input_names(ir, module).get(input as usize).copied();
                        let name = name.map_or("", |name| &ir.ctx[name]);
                        let message =
                            format!("port `{name}` is a clock inside of the module, and logic drives it");
                        let hint = "connect an input of the module, and use an enable where the clock is to stand still";
                        self.tell(instance, codes::DERIVED_CLOCK, message, hint);
                    }
                }
            }
        }
    }

    /// Notes that an input is a clock, if it is one that is a bit.
    fn clock_input(&mut self, module: Op, root: Option<ClockRoot>, open: &mut Vec<(Op, u32)>) {
        let Some(ClockRoot::Input(bit)) = root else { return };
        let ValueDef::Argument(_, index) = self.ir.value_def(bit) else { return };
        if !self.is_clock(bit) && self.clocks.bits.insert((module, index)) {
            open.push((module, index));
            self.reads.push((bit, None));
        }
    }

    /// Tells of everything that reads a bit that is a clock.
    fn readers(&mut self) {
        let ir = self.ir;
        let mut open = std::mem::take(&mut self.reads);
        open.reverse();
        let mut wires = FxHashSet::default();
        while let Some((bit, from)) = open.pop() {
            for user in ir.users(bit) {
                match ir.code(user) {
                    TO_CLOCK => {}
                    hw::WIRE => open.extend(wires.insert(user).then(|| (ir.result(user, 0), from))),
                    hw::INSTANCE => {
                        let target = hw::instance_target(ir, self.tables, user)
                            .filter(|target| !hw::is_extern(ir, *target));
                        let mut ports =
                            (0u32..).zip(ir.operands(user)).filter(|(_, operand)| *operand == bit);
                        if target.is_some_and(|target| {
                            ports.any(|(port, _)| !self.clocks.is_clock_bit(target, port))
                        }) {
                            self.reads_clock(from.unwrap_or(user));
                        }
                    }
                    // A clock that is made of this clock has been told of.
                    _ if self.told.contains(&user) => {}
                    _ => self.reads_clock(from.unwrap_or(user)),
                }
            }
        }
    }

    // ----- memories -----

    fn latencies(&mut self, op: Op) {
        let latency = |name| self.ir.int_attr(op, name).unwrap_or(-1);
        let (read, write) = (latency("readLatency"), latency("writeLatency"));
        let name = self.name(op);
        if write != 1 {
            let message =
                format!("memory `{name}` takes {} to write; it must take 1", counted(write, "edge"));
            let hint = "use a write latency of 1, and registers before the port where more is meant";
            self.tell(op, codes::MEMORY_NOT_EXECUTED, message, hint);
        } else if !(0..=i64::from(MAX_READ_LATENCY)).contains(&read) {
            let edges = counted(read, "edge");
            let message =
                format!("memory `{name}` takes {edges} to read; it may take 0 to {MAX_READ_LATENCY}");
            let hint = "use a shorter latency, and registers or another memory behind the port";
            self.tell(op, codes::MEMORY_NOT_EXECUTED, message, hint);
        }
    }

    /// Refuses memories that have no meaning cycle by cycle.
    fn memories(&mut self, ops: &[Op]) {
        let ir = self.ir;
        let mut written: FxHashMap<Value, ClockRoot> = FxHashMap::default();
        let mut late: Vec<(Op, Value, Value)> = Vec::new();
        let hint = "use one clock for all ports of the memory";
        for &op in ops {
            if ir.code(op) == FIRMEM {
                self.latencies(op);
                continue;
            }
            let (of, clock, writes, reads) = if let Some(port) = read_port(ir, op) {
                (port.memory, port.clock, false, true)
            } else if let Some(port) = write_port(ir, op) {
                (port.memory, port.clock, true, false)
            } else if let Some(port) = read_write_port(ir, op) {
                (port.memory, port.clock, true, true)
            } else {
                continue;
            };
            // A memory comes from its operation, or from one that was refused.
            let Some(view) = ir.defining_op(of).and_then(|op| memory(ir, op)) else { continue };
            if reads && view.read_latency > 0 && view.ruw.sees_new() {
                late.push((op, of, clock));
            }
            let root = self.clocks.root(clock).filter(|root| writes && *root != ClockRoot::Still);
            if let Some(root) = root
                && *written.entry(of).or_insert(root) != root
            {
                self.tell(
                    op,
                    codes::MEMORY_NOT_EXECUTED,
                    "the memory is written with more than one clock",
                    hint,
                );
            }
        }
        for (op, of, clock) in late {
            let (root, writer) = (self.clocks.root(clock), written.get(&of));
            if root.zip(writer).is_some_and(|(root, writer)| root != ClockRoot::Still && root != *writer) {
                let message = "the port is to show what is written with another clock";
                self.tell(op, codes::MEMORY_NOT_EXECUTED, message, hint);
            }
        }
    }
}

/// What following a clock by one value leads to.
enum Step {
    Found(Result<ClockRoot, Op>),
    /// Another value of the module.
    To(Value),
    /// A value inside of the module of an instance.
    Inside(Op, Value),
}
