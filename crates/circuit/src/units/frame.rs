//! What all units have: a clock, a reset and channels, and the pieces that several of them are made of.

use crate::builder::{ModuleBuilder, Sync};
use base::Bits;
use dialects::handshake::unit::Unit;
use ir::{Op, Value};
use std::ops::{Deref, DerefMut};

/// What comes from a channel's producer.
#[derive(Clone, Copy)]
pub(super) struct Token {
    pub valid: Value,
    /// None for a channel without data.
    pub data: Option<Value>,
}

/// What a unit drives in every cycle: the readies of its inputs, its outputs, and ports that are no channels.
pub(super) struct Behaviour {
    pub ready: Vec<Value>,
    pub outputs: Vec<Token>,
    pub others: Vec<(&'static str, Value)>,
}

impl Behaviour {
    pub fn new(ready: Vec<Value>, outputs: Vec<Token>) -> Behaviour {
        Behaviour { ready, outputs, others: Vec::new() }
    }
}

/// A module that is being made, with the ports of its unit.
pub(super) struct Frame<'a> {
    c: ModuleBuilder<'a>,
    /// Registers that the reset puts back.
    pub sync: Sync,
    pub clock: Value,
    pub reset: Value,
    pub inputs: Vec<Token>,
    /// The readies of the outputs.
    pub ready: Vec<Value>,
}

impl<'a> Frame<'a> {
    pub fn new(mut c: ModuleBuilder<'a>, unit: &Unit, literals: &[Option<Bits>]) -> Frame<'a> {
        let clock = c.clock("clk");
        let reset = c.input("rst", 1);
        let mut inputs = Vec::with_capacity(unit.inputs.len());
        for (k, width) in unit.inputs.iter().enumerate() {
            let data = (*width > 0).then(|| match literals.get(k) {
                Some(Some(literal)) => c.constant(literal.clone()),
                _ => c.input(&format!("in{k}"), *width),
            });
            inputs.push(Token { valid: c.input(&format!("in{k}_valid"), 1), data });
        }
        let ready = (0..unit.outputs.len()).map(|k| c.input(&format!("out{k}_ready"), 1)).collect();
        Frame { c, sync: Sync::on(clock).reset(reset), clock, reset, inputs, ready }
    }

    /// Ends the module.
    pub fn finish(mut self, behaviour: Behaviour) -> Op {
        for (k, token) in behaviour.outputs.into_iter().enumerate() {
            if let Some(data) = token.data {
                self.output(&format!("out{k}"), data);
            }
            self.output(&format!("out{k}_valid"), token.valid);
        }
        for (k, ready) in behaviour.ready.into_iter().enumerate() {
            self.output(&format!("in{k}_ready"), ready);
        }
        for (name, value) in behaviour.others {
            self.output(name, value);
        }
        self.c.finish()
    }

    /// The data of an input that has some.
    pub fn data(&self, input: usize) -> Value {
        self.inputs[input].data.expect("the channel has data")
    }

    /// The constant of one bit.
    pub fn flag(&mut self, value: bool) -> Value {
        self.lit(1, i32::from(value))
    }

    /// Whether all of some bits are set.
    pub fn every(&mut self, bits: &[Value]) -> Value {
        if bits.is_empty() { self.flag(true) } else { self.and_all(bits) }
    }

    /// Whether any of some bits is set.
    pub fn some(&mut self, bits: &[Value]) -> Value {
        if bits.is_empty() { self.flag(false) } else { self.or_all(bits) }
    }

    /// Whether all inputs have a token.
    pub fn all_valid(&mut self) -> Value {
        let valids: Vec<Value> = self.inputs.iter().map(|input| input.valid).collect();
        self.every(&valids)
    }

    /// `yes` or `no`, where there are data.
    pub fn choose(&mut self, condition: Value, yes: Option<Value>, no: Option<Value>) -> Option<Value> {
        Some(self.mux(condition, yes?, no?))
    }

    /// The data whose bit is set; bits of `cases` exclude each other.
    pub fn select(&mut self, cases: &[(Value, Option<Value>)]) -> Option<Value> {
        let (last, others) = cases.split_last().expect("there is something to choose from");
        others.iter().rev().fold(last.1, |rest, (chosen, data)| self.choose(*chosen, *data, rest))
    }

    /// A register for data, which no reset touches: it is only looked at when a bit says that it holds something.
    pub fn keep(&mut self, name: &str, data: Option<Value>, enable: Value) -> Option<Value> {
        let sync = Sync::on(self.clock).enable(enable);
        data.map(|data| self.delay(name, data, sync))
    }

    /// The lowest of some bits that is set, alone.
    pub fn first(&mut self, bits: &[Value]) -> Vec<Value> {
        let mut first = Vec::with_capacity(bits.len());
        for (k, bit) in bits.iter().enumerate() {
            if k == 0 {
                first.push(*bit);
                continue;
            }
            let before = self.some(&bits[..k]);
            let none = self.not(before);
            first.push(self.and(*bit, none));
        }
        first
    }

    /// For each of some bits whether one before it is set, and at last whether any is: in as few levels as there are doublings of their number.
    pub fn before(&mut self, bits: &[Value]) -> Vec<Value> {
        let mut up_to = bits.to_vec();
        let mut step = 1;
        while step < bits.len() {
            for k in (0..bits.len()).filter(|k| k & step != 0) {
                up_to[k] = self.or(up_to[k], up_to[(k & !(step - 1)) - 1]);
            }
            step *= 2;
        }
        up_to.insert(0, self.flag(false));
        up_to
    }

    /// Whether any of some bits is set, and for each whether one behind it is.
    pub fn behind(&mut self, bits: &[Value]) -> Vec<Value> {
        let reversed: Vec<Value> = bits.iter().rev().copied().collect();
        let mut behind = self.before(&reversed);
        behind.reverse();
        behind
    }

    /// A token that goes to several outputs, to each when it is ready: the valids, and whether all have it after this cycle. Where `needed` has
    /// a bit, an output gets the token only if that is set.
    pub fn eager(&mut self, valid: Value, needed: &[Option<Value>]) -> (Vec<Value>, Value) {
        let sync = self.sync.enable(valid);
        let done: Vec<Option<Value>> = (0..needed.len())
            .map(|k| (needed.len() > 1).then(|| self.reg(&format!("done{k}"), 1, sync)))
            .collect();
        let (mut valids, mut accepted, mut settled) = (Vec::new(), Vec::new(), Vec::new());
        for (k, need) in needed.iter().enumerate() {
            let mut offered = vec![valid];
            offered.extend(*need);
            let mut has = vec![self.ready[k]];
            if let Some(done) = done[k] {
                offered.push(self.not(done));
                has.push(done);
            }
            valids.push(self.every(&offered));
            let has = self.some(&has);
            accepted.push(has);
            settled.push(match need {
                Some(need) => {
                    let free = self.not(*need);
                    self.or(has, free)
                }
                None => has,
            });
        }
        let complete = self.every(&settled);
        let more = self.not(complete);
        for ((done, has), need) in done.into_iter().zip(accepted).zip(needed) {
            let Some(done) = done else { continue };
            let mut next = vec![has, more];
            next.extend(*need);
            let next = self.every(&next);
            self.drive(done, next);
        }
        (valids, complete)
    }

    /// `value` cut or extended with zeros.
    pub fn resize(&mut self, value: Value, width: u32) -> Value {
        if self.width(value) < width { self.zext(value, width) } else { self.trunc(value, width) }
    }

    /// Stages that move together while `moves` is set: bit k of the result is whether stage k holds something.
    pub fn stages(&mut self, count: u32, moves: Value, valid: Value) -> Value {
        let sync = self.sync.enable(moves);
        let held = self.reg("held", count, sync);
        let next = if count == 1 {
            valid
        } else {
            let others = self.trunc(held, count - 1);
            self.concat(&[others, valid])
        };
        self.drive(held, next);
        held
    }

    /// The same for the last of `count` stages and for the movement: a pipeline whose last stage is the only output. Gives whether it moves and
    /// whether the last stage holds something.
    pub fn pipeline(&mut self, count: u32, valid: Value) -> (Value, Value) {
        let moves = self.wire("moves", 1);
        let held = self.stages(count, moves, valid);
        let last = self.msb(held);
        let (empty, ready) = (self.not(last), self.ready[0]);
        let free = self.or(empty, ready);
        self.c.drive(moves, free);
        (moves, last)
    }
}

impl<'a> Deref for Frame<'a> {
    type Target = ModuleBuilder<'a>;

    fn deref(&self) -> &ModuleBuilder<'a> {
        &self.c
    }
}

impl DerefMut for Frame<'_> {
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut self.c
    }
}
