//! One module: its head, its declarations, its logic in the order of the IR, its state, its end.
//!
//! A wire is declared where it is computed. One that is used further up is declared at the start, as are registers and memories.
//! State comes last, so that registers of one clock stand together.

use super::expr::Binding;
use super::interface::Interface;
use super::plan::{Form, Signal};
use super::{Writer, error};
use base::codes;
use dialects::seq::{self, ClockRoot};
use dialects::{comb, hw};
use ir::{AttrKind, Block, Loc, Op, Value};

/// Around declarations with bits that nobody reads.
pub(super) const OFF: &str = "/* verilator lint_off UNUSEDSIGNAL */";
pub(super) const ON: &str = "/* verilator lint_on UNUSEDSIGNAL */";

impl Writer<'_> {
    /// The text of a module; `None` when something in it cannot be written.
    pub(super) fn module(&mut self, module: Op) -> Option<String> {
        let ir = self.ir;
        let block = hw::body(ir, module)?;
        let interface = self.interfaces.remove(&module)?;
        let text = self.body(module, &interface, block);
        self.interfaces.insert(module, interface);
        text
    }

    fn body(&mut self, module: Op, interface: &Interface, block: Block) -> Option<String> {
        let first = self.signals.len();
        let inputs = interface.ports.iter().filter(|port| port.input);
        for (port, value) in inputs.zip(self.ir.args(block)) {
            let name = port.name.clone();
            self.forms[*value] = Form::Named(self.signals.len() as u32);
            self.signals.push(Signal {
                name,
                width: port.width,
                declared: true,
                unused: false,
                value: *value,
            });
        }
        if !self.plan(block) {
            return None;
        }
        let ops = std::mem::take(&mut self.ops);
        self.scope = interface.scope.clone();
        self.params =
            interface.params.iter().map(|param| (param.source.clone(), param.name.clone())).collect();
        self.used_params.clear();
        self.name_signals(first, interface, &ops);
        for signal in first..self.signals.len() {
            self.signals[signal].unused = self.has_unused_bits(self.signals[signal].value);
        }
        self.text.clear();
        self.forward.clear();
        let before = self.diags.error_count();
        let state = self.declare_state(&ops);
        for op in &ops {
            self.statement(*op, interface);
        }
        self.write_state(state);
        let logic = std::mem::take(&mut self.text);
        if self.diags.error_count() > before {
            return None;
        }
        self.head(module, interface, block);
        let forward = std::mem::take(&mut self.forward);
        for signal in forward {
            self.indent(1);
            self.declaration(signal, "logic", |_| {});
        }
        self.text.push_str(&std::mem::take(&mut self.declarations));
        self.text.push_str(&logic);
        self.text.push_str("endmodule\n");
        Some(std::mem::take(&mut self.text))
    }

    // ----- names -----

    /// Names signals. What the source names comes first, so that it keeps its names.
    fn name_signals(&mut self, first: usize, interface: &Interface, ops: &[Op]) {
        let ir = self.ir;
        let ports = interface.ports.iter().filter(|port| port.input).count();
        for op in ops.iter().filter(|op| ir.code(**op) == hw::INSTANCE) {
            let name = self.instance_names.get(op).cloned().unwrap_or_default();
            for (index, result) in ir.results(*op).enumerate() {
                if let Form::Named(signal) = self.forms[result] {
                    let port = result_name(self, *op, index).unwrap_or("out");
                    self.signals[signal as usize].name = self.scope.claim(&format!("{name}_{port}"));
                }
            }
        }
        self.share_ports(interface, ops);
        for named_by_source in [true, false] {
            for signal in first + ports..self.signals.len() {
                let Signal { name, value, .. } = &self.signals[signal];
                let (value, op) = (*value, ir.defining_op(*value).expect("all but ports are results"));
                if !name.is_empty() {
                    continue;
                }
                let name = match (self.source_name(op, value), named_by_source) {
                    (Some(name), true) => {
                        let word = if seq::register(ir, op).is_some() { "_reg" } else { "" };
                        self.scope.claim_or(&ir.ctx[name], word)
                    }
                    (None, false) => {
                        let word = ir.name(op).rsplit('.').next().unwrap_or("value");
                        self.scope.number(word)
                    }
                    _ => continue,
                };
                self.signals[signal].name = name;
            }
        }
    }

    /// A wire that is called like the output it drives is that output.
    fn share_ports(&mut self, interface: &Interface, ops: &[Op]) {
        let ir = self.ir;
        self.driven.clear();
        let Some(&output) = ops.iter().find(|op| ir.code(**op) == hw::OUTPUT) else { return };
        let outputs = interface.ports.iter().filter(|port| !port.input);
        for (port, value) in outputs.zip(ir.operands(output)) {
            let (Form::Named(signal), Some(op)) = (self.forms[value], ir.defining_op(value)) else {
                continue;
            };
            let state = seq::register(ir, op).is_some()
                || matches!(ir.code(op), seq::READ_PORT | seq::READ_WRITE_PORT);
            let same = self.source_name(op, value).is_some_and(|name| ir.ctx[name] == port.name);
            let signal = &mut self.signals[signal as usize];
            if same && !state && signal.name.is_empty() {
                signal.name = port.name.clone();
                signal.declared = true;
                self.driven.insert(port.name.clone());
            }
        }
    }

    // ----- head and declarations -----

    fn head(&mut self, module: Op, interface: &Interface, block: Block) {
        put!(self.text, "module {}", interface.name);
        if !interface.params.is_empty() {
            self.text.push_str(" #(\n");
            for (index, param) in interface.params.iter().enumerate() {
                let unused = !self.used_params.contains(&param.name);
                if unused {
                    self.text.push_str("  /* verilator lint_off UNUSEDPARAM */\n");
                }
                put!(self.text, "  parameter {}{} = ", range(u64::from(param.width)), param.name);
                match &param.default {
                    Some(bits) => super::expr::write_literal(&mut self.text, bits),
                    None => put!(self.text, "{}'h0", param.width),
                }
                self.text.push_str(if index + 1 < interface.params.len() { ",\n" } else { "\n" });
                if unused {
                    self.text.push_str("  /* verilator lint_on UNUSEDPARAM */\n");
                }
            }
            self.text.push(')');
        }
        if interface.ports.is_empty() {
            self.text.push_str(";\n");
            return;
        }
        let longest = interface.ports.iter().map(|port| range(port.width).len()).max().unwrap_or(0);
        self.text.push_str(" (");
        self.place(self.ir.loc(module));
        let mut args = self.ir.args(block).iter();
        let count = interface.ports.len();
        let mut waived = false;
        for (index, port) in interface.ports.iter().enumerate() {
            let unused = port.input && args.next().is_some_and(|value| self.is_unused(*value));
            if unused != waived {
                put!(self.text, "  {}\n", if unused { OFF } else { ON });
                waived = unused;
            }
            let direction = if port.input { "input " } else { "output" };
            put!(self.text, "  {direction} logic {:<longest$}{}", range(port.width), port.name);
            self.text.push_str(if index + 1 < count { ",\n" } else { "\n" });
        }
        if waived {
            put!(self.text, "  {ON}\n");
        }
        self.text.push_str(");\n");
    }

    fn is_unused(&self, value: Value) -> bool {
        matches!(self.forms[value], Form::Named(signal) if self.signals[signal as usize].unused)
    }

    pub(super) fn indent(&mut self, levels: usize) {
        (0..levels).for_each(|_| self.text.push_str("  "));
    }

    /// Ends a line, with the place in the source that it comes from.
    pub(super) fn place(&mut self, loc: Loc) {
        let ctx = &self.ir.ctx;
        let found = match ctx.file_place(loc) {
            Some((file, line, column)) => Some((file, line, column)),
            None => ctx.span(loc).map(|span| {
                let position = ctx.sources.locate(span);
                (ctx.sources.name(span.source), position.line, position.column)
            }),
        };
        if let Some((file, line, column)) = found {
            self.text.push_str("  // ");
            push_file(&mut self.text, file);
            put!(self.text, ":{line}:{column}");
        }
        self.text.push('\n');
    }

    /// Writes `KIND [7:0] NAME…;` in a line of its own, after the indentation.
    pub(super) fn declaration(&mut self, signal: u32, kind: &str, rest: impl FnOnce(&mut Self)) {
        let Signal { name, width, unused, .. } = &self.signals[signal as usize];
        let (name, range, unused) = (name.clone(), range(*width), *unused);
        if unused {
            put!(self.text, "{OFF}\n  ");
        }
        put!(self.text, "{kind} {range}{name}");
        rest(self);
        self.text.push(';');
        if unused {
            put!(self.text, "\n  {ON}");
        }
        self.text.push('\n');
    }

    /// Writes a further signal that a statement needs, with what it is.
    pub(super) fn helper(&mut self, name: &str, width: u64, unused: bool, is: impl FnOnce(&mut Self)) {
        if unused {
            put!(self.text, "  {OFF}\n");
        }
        put!(self.text, "  wire {}{name} = ", range(width));
        is(self);
        self.text.push_str(";\n");
        if unused {
            put!(self.text, "  {ON}\n");
        }
    }

    /// Writes what gives a signal its value: a wire with it, or an assignment if it is declared already.
    pub(super) fn assign(&mut self, value: Value, loc: Loc, is: impl FnOnce(&mut Self)) {
        let Form::Named(signal) = self.forms[value] else { return };
        let Signal { name, width, unused, declared, .. } = &mut self.signals[signal as usize];
        let (name, width) = (name.clone(), *width);
        if std::mem::replace(declared, true) {
            put!(self.text, "  assign {name} = ");
            is(self);
            self.text.push(';');
            return self.place(loc);
        }
        let unused = *unused;
        // What stands behind the equals sign may not use the name, but may come across it: it is in a ring then.
        self.signals[signal as usize].declared = true;
        if unused {
            put!(self.text, "  {OFF}\n");
        }
        put!(self.text, "  wire {}{name} = ", range(width));
        is(self);
        self.text.push(';');
        self.place(loc);
        if unused {
            put!(self.text, "  {ON}\n");
        }
    }

    // ----- statements -----

    fn statement(&mut self, op: Op, interface: &Interface) {
        let ir = self.ir;
        let loc = ir.loc(op);
        match ir.code(op) {
            hw::OUTPUT => {
                let outputs = interface.ports.iter().filter(|port| !port.input);
                for (port, value) in outputs.zip(ir.operands(op)) {
                    if self.driven.contains(&port.name) {
                        continue;
                    }
                    put!(self.text, "  assign {} = ", port.name);
                    self.value(value, Binding::Choice);
                    self.text.push_str(";\n");
                }
            }
            hw::INSTANCE => self.instance(op),
            _ if self.constant_result(op) => {
                let value = ir.result(op, 0);
                let bits = self.constant(value).cloned().expect("it was found to be a number");
                self.assign(value, loc, |writer| writer.literal(&bits));
            }
            seq::READ_PORT | seq::READ_WRITE_PORT => self.read_at_once(op),
            seq::COMPREG | seq::COMPREG_CE | seq::FIRREG | seq::INITIAL | seq::FIRMEM | seq::WRITE_PORT => {}
            comb::TRUTH_TABLE => self.truth_table(op),
            comb::DIVU | comb::MODU | comb::DIVS | comb::MODS if self.takes_lines(op) => {
                self.long_division(op)
            }
            hw::ARRAY_INJECT if self.takes_lines(op) => self.array_inject(op),
            hw::ARRAY_SLICE if self.takes_lines(op) => self.array_slice(op),
            _ => {
                for (index, value) in (0..).zip(ir.results(op)) {
                    self.assign(value, loc, |writer| writer.expression(op, index, Binding::Choice));
                }
            }
        }
    }

    fn constant_result(&self, op: Op) -> bool {
        self.ir.results(op).next().is_some_and(|value| self.constant(value).is_some())
    }

    fn instance(&mut self, op: Op) {
        let ir = self.ir;
        let target = hw::instance_target(ir, &mut self.tables, op);
        let Some(interface) =
            target.and_then(|target| self.interfaces.remove(&target).map(|it| (target, it)))
        else {
            // What is wrong with the module has been said; a module within itself is the verifier's to refuse.
            return;
        };
        let (target, interface) = interface;
        let mut operands = ir.operands(op);
        put!(self.text, "  {}", interface.name);
        self.instance_params(op, &interface);
        put!(self.text, " {} (", self.instance_names.get(&op).expect("instances have names"));
        self.place(ir.loc(op));
        let (mut results, mut inputs) = (ir.results(op), 0);
        for (index, port) in interface.ports.iter().enumerate() {
            let comma = if index + 1 < interface.ports.len() { "," } else { "" };
            let value = if port.input { operands.next() } else { results.next() };
            let Some(value) = value else { break };
            if port.input {
                put!(self.text, "    .{}(", port.name);
                if self.is_still(target, inputs, value) {
                    self.zeros(1);
                } else {
                    self.value(value, Binding::Choice);
                }
                put!(self.text, "){comma}\n");
                inputs += 1;
            } else if let Form::Named(signal) = self.forms[value] {
                put!(self.text, "    .{}(", port.name);
                self.signal(signal);
                put!(self.text, "){comma}\n");
            } else {
                self.text.push_str("    /* verilator lint_off PINCONNECTEMPTY */\n");
                put!(self.text, "    .{}(){comma}\n", port.name);
                self.text.push_str("    /* verilator lint_on PINCONNECTEMPTY */\n");
            }
        }
        self.text.push_str("  );\n");
        self.interfaces.insert(target, interface);
    }

    /// Whether a clock that never rises goes into an instance. It is written as zero, whatever its level: a simulator would see a
    /// one rise, at the start. Only what is defined elsewhere may look at the level.
    fn is_still(&self, target: Op, input: u32, value: Value) -> bool {
        let clock = seq::is_clock(&self.ir.ctx, self.ir.ty(value)) || self.clocks.is_clock_bit(target, input);
        clock && !hw::is_extern(self.ir, target) && self.clocks.root(value) == Some(ClockRoot::Still)
    }

    fn instance_params(&mut self, op: Op, interface: &Interface) {
        let ir = self.ir;
        let given = hw::params(ir, op);
        if given.is_empty() {
            return;
        }
        self.text.push_str(" #(");
        for (index, param) in given.iter().enumerate() {
            let source = &ir.ctx[param.name];
            let known = interface.params.iter().find(|known| known.source == source);
            let name = known.map_or(source, |known| known.name.as_str());
            if index > 0 {
                self.text.push_str(", ");
            }
            put!(self.text, ".{name}(");
            match param.value.map(|value| (value, &ir.ctx[value])) {
                Some((_, AttrKind::Integer { value, .. })) => self.literal(value),
                Some((_, AttrKind::String { value, .. })) => {
                    super::push_quoted(&mut self.text, &ir.ctx[*value])
                }
                Some((value, _)) if self.push_param(value) => {}
                _ => {
                    let message = format!("the value of parameter {source:?} is none that can be written");
                    self.diags.push(error(ir, op, codes::PARAMETER_NOT_EXECUTED, message));
                }
            }
            self.text.push(')');
        }
        self.text.push(')');
    }

    /// Writes the name of the module's parameter that an attribute refers to, if it does.
    fn push_param(&mut self, attr: ir::Attr) -> bool {
        let Some(source) = hw::param_ref(&self.ir.ctx, attr) else { return false };
        let Some((_, name)) = self.params.iter().find(|(known, _)| known == source) else { return false };
        self.text.push_str(name);
        self.used_params.insert(name.clone());
        true
    }

    /// Writes the value of a `hw.param.value`.
    pub(super) fn parameter_value(&mut self, op: Op) {
        let ir = self.ir;
        let attr = ir.own_attr(op, 0);
        match attr.map(|attr| (attr, &ir.ctx[attr])) {
            Some((_, AttrKind::Integer { value, .. })) => self.literal(value),
            Some((attr, _)) if self.push_param(attr) => {}
            _ => {
                let message = "only numbers and parameters of the module can be written";
                self.diags.push(error(ir, op, codes::PARAMETER_NOT_EXECUTED, message));
            }
        }
    }
}

/// The name of a result of an instance.
fn result_name<'a>(writer: &Writer<'a>, op: Op, index: usize) -> Option<&'a str> {
    let ir = writer.ir;
    match &ir.ctx[ir.attr(op, "resultNames")?] {
        AttrKind::Array(names) => ir.ctx.str_value(*names.get(index)?),
        _ => None,
    }
}

/// `[7:0] `, or nothing for one bit.
pub(super) fn range(width: u64) -> String {
    if width == 1 { String::new() } else { format!("[{}:0] ", width - 1) }
}

/// Writes the last part of a path, in characters that mean nothing in a comment. Tools look for orders to them at the start
/// of comments, so a word that one of them listens to does not stand there.
fn push_file(text: &mut String, path: &str) {
    let file = path.rsplit(['/', '\\']).next().unwrap_or(path);
    let listens =
        ["verilator", "synopsys", "synthesis", "pragma", "cadence", "ambit", "altera", "xilinx", "exemplar"];
    let start = file.to_ascii_lowercase();
    if listens.iter().any(|word| start.starts_with(word)) {
        text.push_str("./");
    }
    let plain = |c: char| if c.is_ascii_alphanumeric() || "._-+<>".contains(c) { c } else { '_' };
    text.extend(file.chars().take(80).map(plain));
}
