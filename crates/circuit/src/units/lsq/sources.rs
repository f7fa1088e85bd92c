//! For every load the youngest store before it that has the same address, as far as addresses are known.
//!
//! A row has a bit for each store. What is found for a load whose address comes is kept by the port for a cycle, and is in the row of the load from the next one on: a comparison is not followed by a choice
//! for every load. The address of a store that comes later takes the place of the one in a row if that is older.

use super::super::frame::Frame;
use super::compare::{Arrival, Compared};
use super::order::Arrivals;
use super::slots::Slots;
use super::twins::Twins;
use super::word::{meet, none_of, pick, word};
use crate::builder::Sync;
use ir::Value;

pub(super) struct Sources {
    /// For every load the store.
    rows: Vec<Value>,
    /// For every port the load whose address came in the cycle before, and its store.
    fresh: Vec<Vec<Value>>,
    fresh_row: Vec<Value>,
    /// If addresses of stores come from one port.
    twins: Option<Twins>,
}

/// The source of a load.
pub(super) struct Source {
    /// Whether it has one, and whether that has its data.
    pub some: Value,
    pub filled: Value,
    /// The store, as a word.
    pub store: Value,
}

impl Sources {
    pub fn new(f: &mut Frame<'_>, loads: &Slots, stores: &Slots) -> Sources {
        let (plain, width) = (Sync::on(f.clock), stores.count() as u32);
        let rows = (0..loads.count()).map(|l| f.reg(&format!("load{l}_source"), width, plain)).collect();
        let mut fresh = |p: usize| {
            let mut bit = |l: usize| match loads.may_be_of(l, p) {
                true => f.reg(&format!("fresh{p}_load{l}"), 1, plain),
                false => f.flag(false),
            };
            (0..loads.count()).map(&mut bit).collect()
        };
        let fresh = (0..loads.ports).map(&mut fresh).collect();
        let fresh_row = (0..loads.ports).map(|p| f.reg(&format!("fresh{p}_source"), width, plain)).collect();
        Sources { rows, fresh, fresh_row, twins: (stores.ports == 1).then(|| Twins::new(f, stores)) }
    }

    /// The sources of all loads; `filled` are the stores that have their data.
    pub fn all(&self, f: &mut Frame<'_>, loads: &Slots, filled: Value) -> Vec<Source> {
        let of = |f: &mut Frame<'_>, row: Value| (f.any(row), meet(f, row, filled));
        let (some, there): (Vec<Value>, Vec<Value>) = self.fresh_row.iter().map(|row| of(f, *row)).unzip();
        let mut sources = Vec::new();
        for (l, row) in self.rows.iter().enumerate() {
            let is_fresh: Vec<Value> = self.fresh.iter().map(|loads| loads[l]).collect();
            let is_fresh = f.some(&is_fresh);
            let kept = of(f, *row);
            let mut choose = |fresh: &[Value], kept: Value| {
                let fresh = loads.of_port(f, l, fresh);
                f.mux(is_fresh, fresh, kept)
            };
            sources.push(Source {
                some: choose(&some, kept.0),
                filled: choose(&there, kept.1),
                store: choose(&self.fresh_row, *row),
            });
        }
        sources
    }

    /// What becomes of the rows when addresses come; stores that are `renewed` are none any more.
    pub fn drive(
        &self,
        f: &mut Frame<'_>,
        (loads, stores): (&Slots, &Slots),
        sources: &[Source],
        arrivals: &Arrivals,
        renewed: Value,
    ) {
        let Arrivals { loads: asked, stores: placed } = arrivals;
        for (p, asked) in asked.iter().enumerate() {
            let row = self.first(f, (loads, stores), asked, placed);
            let row = none_of(f, row, renewed);
            f.drive(self.fresh_row[p], row);
            for l in (0..loads.count()).filter(|l| loads.may_be_of(*l, p)) {
                f.drive(self.fresh[p][l], asked.0.to[l]);
            }
        }
        if let (Some(twins), [(placed, _)]) = (&self.twins, &placed[..]) {
            twins.drive(f, stores, placed);
        }
        let placed_to: Vec<Value> = placed.iter().map(|(arrival, _)| word(f, &arrival.to)).collect();
        let takes = self.takes(f, (loads, stores), sources, placed);
        for (l, row) in self.rows.iter().enumerate() {
            let (new, any) = (pick(f, &takes[l], &placed_to), f.some(&takes[l]));
            let next = f.mux(any, new, sources[l].store);
            let next = none_of(f, next, renewed);
            f.drive(*row, next);
        }
    }

    /// The source of a load whose address comes: of the stores before it the youngest that is equal, as a word.
    fn first(
        &self,
        f: &mut Frame<'_>,
        (loads, stores): (&Slots, &Slots),
        (asked, compared): &(Arrival, Compared),
        placed: &[(Arrival, Compared)],
    ) -> Value {
        let before = pick(f, &asked.at, &loads.before);
        let (Some(twins), [(placed, _)]) = (&self.twins, placed) else {
            let equal = f.and(before, compared.equal);
            let equal: Vec<Value> = (0..stores.count()).map(|s| f.bit(equal, s as u32)).collect();
            let youngest = stores.youngest(f, &equal);
            return word(f, &youngest);
        };
        let known = word(f, &stores.addressed);
        let known = f.and(before, known);
        let youngest = twins.youngest(f, known);
        // A store whose address comes in the same cycle is younger than all whose addresses are known.
        let at = word(f, &placed.at);
        let (looks, same) = (meet(f, before, at), f.eq(asked.data, placed.data));
        let last = f.every(&[looks, same, placed.valid]);
        let mut row = Vec::new();
        for (s, youngest) in youngest.into_iter().enumerate() {
            let same = f.eq(asked.data, stores.address[s]);
            let found = f.and(youngest, same);
            row.push(f.mux(last, placed.at[s], found));
        }
        word(f, &row)
    }

    /// For every load the port of a store whose address comes and that is its source from then on.
    fn takes(
        &self,
        f: &mut Frame<'_>,
        (loads, stores): (&Slots, &Slots),
        sources: &[Source],
        placed: &[(Arrival, Compared)],
    ) -> Vec<Vec<Value>> {
        // Addresses of one port come in the order of its stores: each is of a younger one than those before.
        let several = if self.twins.is_some() { &[] } else { placed };
        let younger: Vec<Value> = several
            .iter()
            .map(|(arrival, _)| {
                let bits = stores.younger(f, &arrival.at);
                word(f, &bits)
            })
            .collect();
        let at: Vec<Value> = placed.iter().map(|(arrival, _)| word(f, &arrival.at)).collect();
        let mut takes = Vec::new();
        for (l, (before, source)) in loads.before.iter().zip(sources).enumerate() {
            let mut wants = Vec::new();
            for (q, (arrival, compared)) in placed.iter().enumerate() {
                let looks = meet(f, *before, at[q]);
                let mut needs = vec![looks, arrival.valid, f.bit(compared.equal, l as u32)];
                if self.twins.is_none() {
                    let other = meet(f, source.store, younger[q]);
                    needs.push(f.not(other));
                }
                wants.push(f.every(&needs));
            }
            let mut first = Vec::new();
            for (q, want) in wants.iter().enumerate() {
                let mut beaten = Vec::new();
                for other in (0..wants.len()).filter(|other| *other != q) {
                    let is_younger = meet(f, at[other], younger[q]);
                    beaten.push(f.and(wants[other], is_younger));
                }
                let beaten = f.some(&beaten);
                first.push(none_of(f, *want, beaten));
            }
            takes.push(first);
        }
        takes
    }
}
