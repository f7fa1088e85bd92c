//! Registers, and the processes of everything that a clock drives.
//!
//! A register is declared with what it starts with, so that no simulator begins at X and an FPGA begins where the simulators do.
//! Registers with one clock, one reset and one enable share a process.

use super::expr::Binding;
use super::memory::MemoryState;
use super::plan::Form;
use super::{Writer, error};
use base::codes;
use dialects::seq::{self, ClockRoot};
use ir::{Op, Value};
use rustc_hash::FxHashMap;

/// Registers that share a process.
pub(super) struct Group {
    clock: Value,
    reset: Option<Value>,
    enable: Option<Value>,
    registers: Vec<Op>,
}

/// The state of a module.
pub(super) struct State {
    groups: Vec<Group>,
    memories: Vec<MemoryState>,
}

impl Writer<'_> {
    /// What a clock is called: an input of the module, or a result of an instance. `None` for one that never rises, or was refused.
    pub(super) fn clock(&self, clock: Value) -> Option<Value> {
        match self.clocks.root(clock)? {
            ClockRoot::Input(root) | ClockRoot::Foreign(root) => Some(root),
            ClockRoot::Still => None,
        }
    }

    /// Whether a clock is a constant.
    pub(super) fn never_ticks(&self, clock: Value) -> bool {
        self.clocks.root(clock) == Some(ClockRoot::Still)
    }

    /// Declares registers and memories, and says which processes they need.
    pub(super) fn declare_state(&mut self, ops: &[Op]) -> State {
        let ir = self.ir;
        let mut groups: Vec<Group> = Vec::new();
        let mut found: FxHashMap<(Value, Option<Value>, Option<Value>), usize> = FxHashMap::default();
        for &op in ops {
            let Some(register) = seq::register(ir, op) else { continue };
            let value = ir.result(op, 0);
            let Form::Named(signal) = self.forms[value] else { continue };
            if self.constant(value).is_some() {
                continue;
            }
            let Some(initial) = self.initials.of(ir, op) else {
                let message = "what the register starts with is no number that can be computed";
                self.diags.push(error(ir, op, codes::UNKNOWN_INITIAL, message));
                continue;
            };
            let Some(clock) = self.clock(register.clock) else { continue };
            self.signals[signal as usize].declared = true;
            self.indent(1);
            self.declaration(signal, "logic", |writer| {
                writer.text.push_str(" = ");
                writer.literal(&initial);
            });
            let (reset, enable) = (register.reset.map(|reset| reset.signal), register.enable);
            let group = *found.entry((clock, reset, enable)).or_insert(groups.len());
            if group == groups.len() {
                groups.push(Group { clock, reset, enable, registers: Vec::new() });
            }
            groups[group].registers.push(op);
        }
        let memories = self.declare_memories(ops);
        self.declarations = std::mem::take(&mut self.text);
        State { groups, memories }
    }

    /// Writes the processes.
    pub(super) fn write_state(&mut self, state: State) {
        for memory in state.memories {
            self.write_memory(memory);
        }
        for group in state.groups {
            self.text.push_str("  always_ff @(posedge ");
            self.value(group.clock, Binding::Atom);
            self.text.push_str(") begin\n");
            self.write_group(&group);
            self.text.push_str("  end\n");
        }
    }

    fn write_group(&mut self, group: &Group) {
        let ir = self.ir;
        let view = |op: &Op| seq::register(ir, *op).expect("only registers are in groups");
        let next = |writer: &mut Self, levels: usize| {
            for op in &group.registers {
                writer.transfer(*op, view(op).input, levels);
            }
        };
        let conditional = group.reset.is_some() || group.enable.is_some();
        if !conditional {
            return next(self, 2);
        }
        self.indent(2);
        if let Some(reset) = group.reset {
            self.text.push_str("if (");
            self.value(reset, Binding::Choice);
            self.text.push_str(") begin\n");
            for op in &group.registers {
                let reset = view(op).reset.expect("the group has a reset");
                self.transfer(*op, reset.value, 3);
            }
            self.text.push_str("    end else ");
        }
        if let Some(enable) = group.enable {
            self.text.push_str("if (");
            self.value(enable, Binding::Choice);
            self.text.push_str(") ");
        }
        self.text.push_str("begin\n");
        next(self, 3);
        self.text.push_str("    end\n");
    }

    /// `register <= value;`
    fn transfer(&mut self, register: Op, value: Value, levels: usize) {
        self.indent(levels);
        self.value(self.ir.result(register, 0), Binding::Atom);
        self.text.push_str(" <= ");
        self.value(value, Binding::Choice);
        self.text.push(';');
        self.place(self.ir.loc(register));
    }

    /// The text of a value, which is a name or a number.
    pub(super) fn text_of(&mut self, value: Value) -> String {
        let start = self.text.len();
        self.value(value, Binding::Atom);
        self.text.split_off(start)
    }

    /// Writes a declaration of a register of ours, which starts at zero.
    pub(super) fn own_register(&mut self, name: &str, width: u64) {
        put!(self.text, "  logic {}{name} = {width}'h0;\n", super::module::range(width));
    }
}
