//! The gatherer: fills the buffer from the records that come.
//!
//! With every record, all registers change at once: a register whose operation comes makes its children known in the same step, and these do not count that record themselves. Read as a loop over registers, each
//! of which sees what those before it became, the procedure would have a child bind the record of its parent.

use super::register::{Register, State, place_bits};
use crate::alphabet::OpcodeSet;
use crate::chip::fields::{Fields, is_one_of};
use crate::pattern::{Pattern, Slot};
use crate::stream::layout::Layout;
use circuit::{Logic, Sync};
use ir::Value;

/// What comes to a unit in a cycle.
pub struct Incoming {
    /// The clock.
    pub clock: Value,
    /// Whether there is a record.
    pub takes: Value,
    /// The record.
    pub fields: Fields,
    /// Whether it is the root of a new attempt.
    pub new_sequence: Value,
    /// Whether it is the last of the attempt.
    pub stream_completed: Value,
}

/// The registers of the buffer: what each can hold, and what it holds.
pub type Buffer = Vec<(Register, Value)>;

/// Makes the buffer, and fills it.
pub fn gather(c: &mut Logic<'_>, layout: &Layout, pattern: &Pattern, incoming: &Incoming) -> Buffer {
    let sync = Sync::on(incoming.clock).enable(incoming.takes);
    let buffer: Buffer = (0..pattern.nodes.len() as u32)
        .map(|node| {
            let register = Register::new(layout, pattern, node);
            let value = c.reg(&format!("node{node}"), register.bits(), sync);
            (register, value)
        })
        .collect();
    let counter = c.reg("counter", place_bits(layout, pattern), sync);
    let counted = c.add(counter, 1);
    let next = c.mux(incoming.new_sequence, 0, counted);
    c.drive(counter, next);
    let comes = comes(c, incoming, &buffer);
    for ((node, (register, value)), slot) in buffer.iter().enumerate().zip(pattern.slot_of_nodes()) {
        let own = Node { register, value: *value, comes: comes[node] };
        let next = match slot {
            None => own.root(c, incoming, counter),
            Some(Slot { node: above, operand }) => {
                let located = own.located(c, layout, operand, incoming);
                let next = own.moved(c, incoming, counted);
                let (register, value) = &buffer[above as usize];
                let no_parent = register.is(c, *value, State::Never);
                let never = own.register.plain(c, State::Never);
                let next = c.mux(no_parent, never, next);
                own.after_parent(c, incoming, above, comes[above as usize], located, next)
            }
        };
        let is_found = register.is(c, next, State::Found);
        let never = register.plain(c, State::Never);
        let closed = c.mux(is_found, next, never);
        let next = c.mux(incoming.stream_completed, closed, next);
        c.drive(*value, next);
    }
    buffer
}

/// For each register whether the record is its operation.
fn comes(c: &mut Logic<'_>, incoming: &Incoming, buffer: &Buffer) -> Vec<Value> {
    let comes = |(node, (register, value)): (usize, &(Register, Value))| {
        if node == 0 {
            return incoming.new_sequence;
        }
        let (is_located, offset) = (register.is(c, *value, State::LocatedAt), register.offset(c, *value));
        let here = c.eq(offset, 0);
        c.and(is_located, here)
    };
    buffer.iter().enumerate().map(comes).collect()
}

/// A register that takes something.
struct Node<'a> {
    register: &'a Register,
    value: Value,
    /// Whether the record is its operation.
    comes: Value,
}

impl Node<'_> {
    fn root(&self, c: &mut Logic<'_>, incoming: &Incoming, counter: Value) -> Value {
        let bits = c.width(counter);
        let place = c.lit(bits, 0);
        let found = self.register.found(c, &incoming.fields, place);
        c.mux(self.comes, found, self.value)
    }

    /// Where the operation is, if the record is the one above it.
    fn located(&self, c: &mut Logic<'_>, layout: &Layout, operand: u32, incoming: &Incoming) -> Value {
        let field = layout.field(operand);
        let (far, payload) = incoming.fields.operands[field as usize];
        let has: OpcodeSet =
            layout.operations.iter().copied().filter(|o| layout.fields_of(*o).contains(&field)).collect();
        let has = is_one_of(c, layout, incoming.fields.code, &has);
        let near = c.not(far);
        let follows = c.and(has, near);
        let (located, never) = (self.register.located(c, payload), self.register.plain(c, State::Never));
        c.mux(follows, located, never)
    }

    /// What becomes of it with a record that is so many behind the root.
    fn moved(&self, c: &mut Logic<'_>, incoming: &Incoming, place: Value) -> Value {
        let is_located = self.register.is(c, self.value, State::LocatedAt);
        let offset = self.register.offset(c, self.value);
        let less = c.sub(offset, 1);
        let nearer = self.register.located(c, less);
        let found = self.register.found(c, &incoming.fields, place);
        let next = c.mux(is_located, nearer, self.value);
        c.mux(self.comes, found, next)
    }

    /// What becomes of it, if it is made known or begins anew.
    fn after_parent(
        &self,
        c: &mut Logic<'_>,
        incoming: &Incoming,
        above: u32,
        parent_comes: Value,
        located: Value,
        next: Value,
    ) -> Value {
        let next = c.mux(parent_comes, located, next);
        if above == 0 {
            return next;
        }
        let unknown = self.register.plain(c, State::Unknown);
        c.mux(incoming.new_sequence, unknown, next)
    }
}
