//! Registers of the buffer: a sum type, as a tag with what it has in it above.
//!
//! | state | tag | in it |
//! |---|---|---|
//! | `Unknown` | 0 | nothing |
//! | `LocatedAt` | 1 | how many records come before it does |
//! | `Found` | 2 | what the machine asks for of the operation, and how many records it is behind the root |
//! | `Never` | 3 | nothing |

use super::checks;
use crate::chip::fields::{Fields, fit};
use crate::pattern::Pattern;
use crate::stream::layout::{Layout, bits_for};
use circuit::Logic;
use ir::Value;
use std::collections::BTreeSet;

/// The states of a register.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum State {
    /// Nothing is known of the operation.
    Unknown = 0,
    /// It is so many records away.
    LocatedAt = 1,
    /// It is here.
    Found = 2,
    /// It does not come.
    Never = 3,
}

/// How many bits a tag has.
pub const TAG_BITS: u32 = 2;

/// What a register of a node can hold.
pub struct Register {
    code_bits: u32,
    offset_bits: u32,
    /// The fields that are compared.
    operands: Vec<u32>,
    /// How many bits the distance from the root has.
    place_bits: u32,
}

/// An operation in a register.
pub struct Found {
    /// What it is.
    pub code: Value,
    /// The fields that are compared: for each its number, whether it is far, and its payload.
    pub operands: Vec<(u32, Value, Value)>,
    /// How many records it is behind the root.
    pub place: Value,
}

impl Register {
    /// The register of a node.
    pub fn new(layout: &Layout, pattern: &Pattern, node: u32) -> Register {
        let slots = pattern.equalities.iter().flat_map(|(a, b)| [a, b]).filter(|slot| slot.node == node);
        let operands: BTreeSet<u32> = slots.map(|slot| layout.field(slot.operand)).collect();
        Register {
            code_bits: layout.code_bits(),
            offset_bits: layout.payload_bits(),
            operands: operands.into_iter().collect(),
            place_bits: place_bits(layout, pattern),
        }
    }

    /// How many bits it has.
    pub fn bits(&self) -> u32 {
        let operand = 1 + self.offset_bits;
        let found = self.place_bits + self.code_bits + self.operands.len() as u32 * operand;
        TAG_BITS + found.max(self.offset_bits)
    }

    /// A state with nothing in it.
    pub fn plain(&self, c: &mut Logic<'_>, state: State) -> Value {
        c.lit(self.bits(), state as i32)
    }

    /// So many records come before the operation does.
    pub fn located(&self, c: &mut Logic<'_>, offset: Value) -> Value {
        self.tagged(c, offset, State::LocatedAt)
    }

    /// The operation of a record, so many records behind the root.
    pub fn found(&self, c: &mut Logic<'_>, fields: &Fields, place: Value) -> Value {
        let mut parts = vec![place, fields.code];
        for field in &self.operands {
            let (far, payload) = fields.operands[*field as usize];
            parts.extend([payload, far]);
        }
        parts.reverse();
        let parts = c.concat(&parts);
        self.tagged(c, parts, State::Found)
    }

    fn tagged(&self, c: &mut Logic<'_>, content: Value, state: State) -> Value {
        let content = fit(c, content, self.bits() - TAG_BITS);
        let tag = c.lit(TAG_BITS, state as i32);
        c.concat(&[content, tag])
    }

    /// Whether a register is in a state.
    pub fn is(&self, c: &mut Logic<'_>, register: Value, state: State) -> Value {
        let tag = c.trunc(register, TAG_BITS);
        c.eq(tag, state as u32)
    }

    /// How many records come before the operation does, if that is known.
    pub fn offset(&self, c: &mut Logic<'_>, register: Value) -> Value {
        c.extract(register, TAG_BITS, self.offset_bits)
    }

    /// The operation, if it is there.
    pub fn operation(&self, c: &mut Logic<'_>, register: Value) -> Found {
        let mut low = TAG_BITS;
        let mut take = |bits: u32| {
            low += bits;
            c.extract(register, low - bits, bits)
        };
        let place = take(self.place_bits);
        let code = take(self.code_bits);
        let operands = self.operands.iter();
        let operands = operands.map(|field| {
            let payload = take(self.offset_bits);
            (*field, take(1), payload)
        });
        let operands = operands.collect();
        Found { code, operands, place }
    }
}

/// How many bits a distance from the root has.
pub fn place_bits(layout: &Layout, pattern: &Pattern) -> u32 {
    bits_for(u64::from(checks::span(pattern, layout.window)) + 1).max(1)
}
