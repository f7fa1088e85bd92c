//! Words of bits, one for each slot, and registers of which a bit says when they change.

use super::super::frame::Frame;
use crate::builder::{Memory, Sync};
use ir::Value;

/// Bits as a word, the first the lowest.
pub(super) fn word(f: &mut Frame<'_>, bits: &[Value]) -> Value {
    let reversed: Vec<Value> = bits.iter().rev().copied().collect();
    f.concat(&reversed)
}

/// The word `a` without the bits of `b`.
pub(super) fn none_of(f: &mut Frame<'_>, a: Value, b: Value) -> Value {
    let others = f.not(b);
    f.and(a, others)
}

/// A word, or zeros if a bit is not set.
pub(super) fn gate(f: &mut Frame<'_>, bit: Value, word: Value) -> Value {
    let width = f.width(word);
    let bits = spread(f, bit, width);
    f.and(bits, word)
}

/// A word whose bits are all the same.
pub(super) fn spread(f: &mut Frame<'_>, bit: Value, width: u32) -> Value {
    if width == 1 { bit } else { f.replicate(bit, width) }
}

/// Whether a word and another one have a bit in common.
pub(super) fn meet(f: &mut Frame<'_>, a: Value, b: Value) -> Value {
    let both = f.and(a, b);
    f.any(both)
}

/// The word of the bit that is set; zeros if none is. Bits exclude each other.
pub(super) fn pick(f: &mut Frame<'_>, bits: &[Value], words: &[Value]) -> Value {
    let gated: Vec<Value> = bits.iter().zip(words).map(|(bit, word)| gate(f, *bit, *word)).collect();
    f.or_all(&gated)
}

/// The number of the bit that is set.
pub(super) fn number(f: &mut Frame<'_>, bits: &[Value]) -> Value {
    let width = (bits.len() - 1).checked_ilog2().map_or(1, |log| log + 1);
    let digit = |digit: u32| {
        let ones: Vec<Value> =
            bits.iter().enumerate().filter(|(k, _)| k >> digit & 1 != 0).map(|(_, bit)| *bit).collect();
        f.some(&ones)
    };
    let digits: Vec<Value> = (0..width).map(digit).collect();
    word(f, &digits)
}

/// A register for data that takes `value` while `enable` is set.
pub(super) fn held(f: &mut Frame<'_>, to: Value, name: &str, value: Value, enable: Value) {
    let sync = Sync::on(f.clock).enable(enable);
    let kept = f.delay(name, value, sync);
    f.drive(to, kept);
}

/// A bit that is set by `set` and cleared by `clear`, which comes first.
pub(super) fn keep(f: &mut Frame<'_>, bit: Value, set: Value, clear: Value) {
    let is_set = f.or(bit, set);
    let next = none_of(f, is_set, clear);
    f.drive(bit, next);
}

/// A word for each slot. One is written in a cycle, to the slot whose bit is set.
pub(super) struct Words {
    memory: Value,
    slots: usize,
}

impl Words {
    pub fn new(f: &mut Frame<'_>, name: &str, slots: usize, to: &[Value], data: Value) -> Words {
        let any = f.some(to);
        let sync = Sync::on(f.clock).enable(any);
        if slots == 1 {
            return Words { memory: f.delay(name, data, sync), slots };
        }
        let shape = Memory::new(slots as u64, f.width(data));
        let memory = f.memory(name, shape);
        let at = number(f, to);
        f.write(memory, at, data, sync);
        Words { memory, slots }
    }

    /// The word of the slot whose bit is set.
    pub fn read(&self, f: &mut Frame<'_>, of: &[Value]) -> Value {
        if self.slots == 1 {
            return self.memory;
        }
        let (at, clock) = (number(f, of), f.clock);
        f.read(self.memory, at, clock)
    }
}

/// What was asked for in the cycle before, and comes now: it goes on to whoever reads it in this cycle, and is kept for who reads it later.
pub(super) struct Coming {
    to: Value,
    now: Value,
    words: Words,
}

impl Coming {
    /// A word for each slot; `now` is for the one whose bit is set.
    pub fn new(f: &mut Frame<'_>, name: &str, to: &[Value], now: Value) -> Coming {
        let words = Words::new(f, name, to.len(), to, now);
        Coming { to: word(f, to), now, words }
    }

    /// The word of the slot whose bit is set.
    pub fn read(&self, f: &mut Frame<'_>, of: &[Value]) -> Value {
        let at = word(f, of);
        let (kept, is_now) = (self.words.read(f, of), meet(f, at, self.to));
        f.mux(is_now, self.now, kept)
    }
}
