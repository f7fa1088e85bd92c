//! The slots of one kind, and their ages.
//!
//! Slots are given in turn, so the tail is a bit that goes round, and of some slots the oldest is the first one from there on. No age is kept: a slot that is before the tail is
//! younger than all that are not, and otherwise the lower one is older.

use super::super::frame::Frame;
use super::super::memory::MemoryPorts;
use super::word::{held, none_of, word};
use crate::builder::Sync;
use ir::Value;

pub(super) struct Slots {
    name: &'static str,
    /// Whether a slot is taken, has an address, and is the next to be given.
    pub taken: Vec<Value>,
    pub addressed: Vec<Value>,
    tail: Vec<Value>,
    /// Whether a slot is before the tail: those are younger than the others.
    young: Vec<Value>,
    pub address: Vec<Value>,
    /// For every slot a bit for each port.
    port: Vec<Vec<Value>>,
    /// The tail moves by a multiple of this, and is always at one.
    stride: usize,
    /// Whether every slot is of one port for good.
    pub is_fixed: bool,
    /// For every slot the slots of the other kind that it looks at, as a word.
    pub before: Vec<Value>,
    pub ports: usize,
}

impl Slots {
    pub fn new(
        f: &mut Frame<'_>,
        name: &'static str,
        [count, others]: [u32; 2],
        groups: &[usize],
        widths: MemoryPorts,
    ) -> Slots {
        let (count, ports) = (count as usize, groups.iter().sum());
        let (sync, plain) = (f.sync, Sync::on(f.clock));
        let mut slots = Slots {
            name,
            taken: Vec::new(),
            addressed: Vec::new(),
            tail: Vec::new(),
            young: Vec::new(),
            address: Vec::new(),
            port: Vec::new(),
            stride: groups.iter().fold(count, |a, b| gcd(a, *b)),
            is_fixed: groups.len() == 1 && count % ports == 0,
            before: Vec::new(),
            ports,
        };
        for k in 0..count {
            let name = format!("{name}{k}");
            slots.taken.push(f.reg(&format!("{name}_taken"), 1, sync));
            slots.addressed.push(f.reg(&format!("{name}_addressed"), 1, sync));
            if k % slots.stride == 0 {
                slots.tail.push(f.reg_init(&format!("{name}_tail"), 1, i32::from(k == 0), sync));
                slots.young.push(f.reg(&format!("{name}_young"), 1, sync));
            } else {
                slots.tail.push(f.flag(false));
                slots.young.push(slots.young[k - 1]);
            }
            slots.address.push(f.wire(&format!("{name}_address"), widths.address));
            slots.before.push(if others > 0 {
                f.reg(&format!("{name}_before"), others, plain)
            } else {
                f.flag(false)
            });
            let mut port = |p: usize| match slots.is_fixed {
                true => f.flag(k % ports == p),
                false => f.wire(&format!("{name}_port{p}"), 1),
            };
            slots.port.push((0..ports).map(&mut port).collect());
        }
        slots
    }

    pub fn count(&self) -> usize {
        self.taken.len()
    }

    /// Whether a slot is of a port.
    pub fn is_of(&self, slot: usize, port: usize) -> Value {
        self.port[slot][port]
    }

    /// What comes from the port that a slot is of.
    pub fn of_port(&self, f: &mut Frame<'_>, slot: usize, data: &[Value]) -> Value {
        let cases: Vec<(Value, Option<Value>)> =
            data.iter().enumerate().map(|(p, data)| (self.is_of(slot, p), Some(*data))).collect();
        f.select(&cases).expect("a slot is of a port that has data")
    }

    /// Whether a slot may be of a port.
    pub fn may_be_of(&self, slot: usize, port: usize) -> bool {
        !self.is_fixed || slot % self.ports == port
    }

    /// The oldest of the slots whose bit is set, alone.
    pub fn oldest(&self, f: &mut Frame<'_>, bits: &[Value]) -> Vec<Value> {
        let old: Vec<Value> =
            bits.iter().zip(&self.young).map(|(bit, young)| none_of(f, *bit, *young)).collect();
        let (old, all) = (f.before(&old), f.before(bits));
        let any_old = old[bits.len()];
        let pick = |(k, bit): (usize, &Value)| {
            let around = f.or(any_old, all[k]);
            let older = f.mux(self.young[k], around, old[k]);
            none_of(f, *bit, older)
        };
        bits.iter().enumerate().map(pick).collect()
    }

    /// The youngest of them.
    pub fn youngest(&self, f: &mut Frame<'_>, bits: &[Value]) -> Vec<Value> {
        let young: Vec<Value> =
            bits.iter().zip(&self.young).map(|(bit, young)| f.and(*bit, *young)).collect();
        let (young, all) = (f.behind(&young), f.behind(bits));
        let any_young = young[0];
        let pick = |(k, bit): (usize, &Value)| {
            let around = f.or(any_young, all[k + 1]);
            let younger = f.mux(self.young[k], young[k + 1], around);
            none_of(f, *bit, younger)
        };
        bits.iter().enumerate().map(pick).collect()
    }

    /// Whether each slot is younger than the one whose bit is set.
    pub fn younger(&self, f: &mut Frame<'_>, than: &[Value]) -> Vec<Value> {
        let young: Vec<Value> =
            than.iter().zip(&self.young).map(|(bit, young)| f.and(*bit, *young)).collect();
        let is_young = f.some(&young);
        let above = f.before(than);
        let pick = |(k, young): (usize, &Value)| {
            let (both, either) = (f.and(*young, above[k]), f.or(*young, above[k]));
            f.mux(is_young, both, either)
        };
        self.young.iter().enumerate().map(pick).collect()
    }

    /// Whether slot `k` is the one `after` the tail, going round.
    pub fn at(&self, k: usize, after: usize) -> Value {
        let count = self.count();
        self.tail[(k + count - after % count) % count]
    }

    /// Whether slot `k` is one of the next `wanted` ones.
    pub fn among(&self, f: &mut Frame<'_>, k: usize, wanted: usize) -> Value {
        let bits: Vec<Value> = (0..wanted).map(|after| self.at(k, after)).collect();
        f.some(&bits)
    }

    /// The next `wanted` slots, as a word.
    pub fn next(&self, f: &mut Frame<'_>, wanted: usize) -> Value {
        let bits: Vec<Value> = (0..self.count()).map(|k| self.among(f, k, wanted)).collect();
        word(f, &bits)
    }

    /// Whether the next `wanted` slots are free.
    pub fn has_room(&self, f: &mut Frame<'_>, wanted: usize) -> Value {
        let mut taken = Vec::new();
        for k in 0..self.count() {
            let among = self.among(f, k, wanted);
            taken.push(f.and(among, self.taken[k]));
        }
        let any = f.some(&taken);
        f.not(any)
    }

    /// Gives slot `k` to the port whose bit is set in `by_port`, if one is, and takes it back when it is `free`.
    pub fn give(&self, f: &mut Frame<'_>, k: usize, by_port: &[Value], free: Value) {
        let any = f.some(by_port);
        for (p, bit) in self.port[k].iter().enumerate().filter(|_| !self.is_fixed) {
            held(f, *bit, &format!("{}{k}_port{p}_kept", self.name), by_port[p], any);
        }
        let still = none_of(f, self.taken[k], free);
        let taken = f.or(still, any);
        f.drive(self.taken[k], taken);
    }

    /// Moves the tail: by so many places for each bit that is set, of which there is at most one.
    pub fn advance(&self, f: &mut Frame<'_>, moves: &[(Value, usize)]) {
        let bits: Vec<Value> = moves.iter().map(|(moves, _)| *moves).collect();
        let any = f.some(&bits);
        let next = |k: usize| {
            let mut bits: Vec<Value> =
                moves.iter().map(|(moves, count)| f.and(*moves, self.at(k, *count))).collect();
            bits.push(none_of(f, self.tail[k], any));
            f.some(&bits)
        };
        let next: Vec<Value> = (0..self.count()).map(next).collect();
        let behind = f.behind(&next);
        for (k, next) in next.into_iter().enumerate().step_by(self.stride) {
            f.drive(self.tail[k], next);
            f.drive(self.young[k], behind[k + 1]);
        }
    }
}

fn gcd(a: usize, b: usize) -> usize {
    if b == 0 { a } else { gcd(b, a % b) }
}
