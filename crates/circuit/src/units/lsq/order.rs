//! Who looks at whom: a load at the stores before it whose slots are still theirs, a store at the loads before it that it has to wait for.
//!
//! For every slot a row with a bit for each slot of the other kind, set when the place is given. No age is compared for it in a cycle.

use super::super::frame::Frame;
use super::compare::{Arrival, Compared};
use super::slots::Slots;
use super::word::{gate, none_of, word};
use super::{Place, Queue};
use dialects::handshake::unit::MemoryPort;
use ir::Value;
use std::collections::BTreeMap;

/// The addresses that come from the ports of each kind, with what they are equal to.
pub(super) struct Arrivals {
    pub loads: Vec<(Arrival, Compared)>,
    pub stores: Vec<(Arrival, Compared)>,
}

impl Queue<'_> {
    /// A load looks at the stores that are there when its place is given and those before it in its group, until their slots are given to others.
    pub fn look(&self, f: &mut Frame<'_>, allocated: &[Value], renewed: Value) {
        let taken = word(f, &self.stores.taken);
        let known = word(f, &self.stores.addressed);
        let there = f.or(taken, known);
        let (loads, stores) = (&self.loads, &self.stores);
        let rest = loads.before.clone();
        self.rows(f, (loads, stores), &self.given(MemoryPort::Load), allocated, (there, renewed, &rest));
    }

    /// A store waits for the loads that are there and those before it in its group, each until it has read or is known to have another address. A load that reads in this cycle is left out in
    /// the next one, in which its slot is still its own.
    pub fn wait(&self, f: &mut Frame<'_>, allocated: &[Value], arrivals: &Arrivals) {
        let (taken, read) = (word(f, &self.loads.taken), word(f, &self.read));
        let (loads, stores) = (&self.loads, &self.stores);
        let asked: Vec<Value> = arrivals.loads.iter().map(|(arrival, _)| word(f, &arrival.to)).collect();
        let mut rest = Vec::new();
        for (s, before) in stores.before.iter().enumerate() {
            let mut apart = Vec::new();
            for ((_, compared), to) in arrivals.loads.iter().zip(&asked) {
                let differs = f.bit(compared.apart, s as u32);
                apart.push(gate(f, differs, *to));
            }
            for (arrival, compared) in &arrivals.stores {
                apart.push(gate(f, arrival.to[s], compared.apart));
            }
            let apart = f.or_all(&apart);
            rest.push(none_of(f, *before, apart));
        }
        self.rows(f, (stores, loads), &self.given(MemoryPort::Store), allocated, (taken, read, &rest));
    }

    /// What rows become: `there` for a place that is given, with the places before it in its group, and otherwise `rest`; without those that are `over`.
    fn rows(
        &self,
        f: &mut Frame<'_>,
        (slots, others): (&Slots, &Slots),
        places: &[Place],
        allocated: &[Value],
        (there, over, rest): (Value, Value, &[Value]),
    ) {
        // Places that have as many of the other kind before them in their groups.
        let mut alike: BTreeMap<usize, Vec<&Place>> = BTreeMap::new();
        for place in places {
            alike.entry(place.others).or_default().push(place);
        }
        let there = none_of(f, there, over);
        let mut first = Vec::new();
        for wanted in alike.keys() {
            let next = others.next(f, *wanted);
            first.push(f.or(there, next));
        }
        for (k, rest) in rest.iter().enumerate() {
            let mut cases = Vec::new();
            for (places, first) in alike.values().zip(&first) {
                let here: Vec<Value> = places
                    .iter()
                    .map(|place| f.and(allocated[place.group], slots.at(k, place.own)))
                    .collect();
                cases.push((f.some(&here), Some(*first)));
            }
            let here: Vec<Value> = cases.iter().map(|(here, _)| *here).collect();
            let any = f.some(&here);
            let first = f.select(&cases).expect("they have data");
            let rest = none_of(f, *rest, over);
            let row = f.mux(any, first, rest);
            f.drive(slots.before[k], row);
        }
    }
}
