//! For every two stores whether the younger one has the same address, where the addresses of stores come in the order of the stores: from one port.
//!
//! A load's address that is equal to that of a store is equal to those of its twins. So which stores can be the youngest one that is equal is known before the address comes: those
//! without a younger twin. It need not be found in a cycle that begins with a comparison.

use super::super::frame::Frame;
use super::compare::Arrival;
use super::slots::Slots;
use super::word::{gate, meet, none_of, spread, word};
use crate::builder::Sync;
use ir::Value;

pub(super) struct Twins {
    /// For every store its younger twins, as a word.
    younger: Vec<Value>,
}

impl Twins {
    pub fn new(f: &mut Frame<'_>, stores: &Slots) -> Twins {
        let (plain, width) = (Sync::on(f.clock), stores.count() as u32);
        let younger = (0..stores.count()).map(|s| f.reg(&format!("store{s}_twins"), width, plain)).collect();
        Twins { younger }
    }

    /// The stores of some without a younger twin among them. All of them have addresses.
    pub fn youngest(&self, f: &mut Frame<'_>, among: Value) -> Vec<Value> {
        let mut youngest = Vec::new();
        for (s, younger) in self.younger.iter().enumerate() {
            let twin = meet(f, *younger, among);
            let is_among = f.bit(among, s as u32);
            youngest.push(none_of(f, is_among, twin));
        }
        youngest
    }

    /// The store whose address comes is the younger twin of those whose address is the same, and has none itself.
    pub fn drive(&self, f: &mut Frame<'_>, stores: &Slots, arrival: &Arrival) {
        let to = word(f, &arrival.to);
        for (s, younger) in self.younger.iter().enumerate() {
            let same = f.eq(arrival.data, stores.address[s]);
            let twin = f.and(stores.addressed[s], same);
            let twin = gate(f, twin, to);
            let comes = spread(f, arrival.to[s], stores.count() as u32);
            let over = f.or(to, comes);
            let rest = none_of(f, *younger, over);
            let next = f.or(rest, twin);
            f.drive(*younger, next);
        }
    }
}
