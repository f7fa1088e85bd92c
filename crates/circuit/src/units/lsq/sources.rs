//! For every load the youngest store before it that has the same address, as far as addresses are known.
//!
//! A row has a bit for each store. The address of a load may be equal to several, and the youngest of them is found in the cycle after it came, of the rows of that cycle only: one a port.
//! Meanwhile its row has all of them. The address of a store that comes later takes the place of the one in a row if that is older.

use super::super::frame::Frame;
use super::compare::{Arrival, Compared};
use super::order::Arrivals;
use super::slots::Slots;
use super::word::{gate, meet, none_of, pick, word};
use crate::builder::Sync;
use ir::Value;

pub(super) struct Sources {
    /// For every load the stores.
    rows: Vec<Value>,
    /// For every port the load whose address came in the cycle before, and its row.
    fresh: Vec<Vec<Value>>,
    fresh_row: Vec<Value>,
}

/// What is known of a load's source.
pub(super) struct Source {
    /// Whether it has one, and whether that has its data.
    pub some: Value,
    pub filled: Value,
    /// The store.
    pub store: Value,
}

impl Sources {
    pub fn new(f: &mut Frame<'_>, loads: &Slots, stores: &Slots) -> Sources {
        let plain = Sync::on(f.clock);
        let width = stores.count() as u32;
        let rows = (0..loads.count()).map(|l| f.reg(&format!("load{l}_source"), width, plain)).collect();
        let fresh = |p: usize| {
            (0..loads.count()).map(|l| f.reg(&format!("fresh{p}_load{l}"), 1, plain)).collect::<Vec<Value>>()
        };
        let fresh = (0..loads.ports).map(fresh).collect();
        let fresh_row = (0..loads.ports).map(|p| f.reg(&format!("fresh{p}_source"), width, plain)).collect();
        Sources { rows, fresh, fresh_row }
    }

    /// The sources of all loads; `filled` are the stores that have their data.
    pub fn settle(&self, f: &mut Frame<'_>, stores: &Slots, filled: Value) -> Vec<Source> {
        let (mut youngest, mut there) = (Vec::new(), Vec::new());
        for row in &self.fresh_row {
            let bits: Vec<Value> = (0..stores.count()).map(|s| f.bit(*row, s as u32)).collect();
            let bits = stores.youngest(f, &bits);
            let store = word(f, &bits);
            there.push(meet(f, store, filled));
            youngest.push(store);
        }
        let source = |(l, row): (usize, &Value)| {
            let fresh: Vec<Value> = self.fresh.iter().map(|loads| loads[l]).collect();
            let is_fresh = f.some(&fresh);
            let (first, kept) = (pick(f, &fresh, &there), meet(f, *row, filled));
            let filled = f.mux(is_fresh, first, kept);
            let found = pick(f, &fresh, &youngest);
            Source { some: f.any(*row), filled, store: f.mux(is_fresh, found, *row) }
        };
        self.rows.iter().enumerate().map(source).collect()
    }

    /// What becomes of the rows when addresses come; stores that are `renewed` are none any more.
    pub fn drive(
        &self,
        f: &mut Frame<'_>,
        (loads, stores): (&Slots, &Slots),
        settled: &[Source],
        arrivals: &Arrivals,
        renewed: Value,
    ) {
        let Arrivals { loads: asked, stores: placed } = arrivals;
        let mut rows = Vec::new();
        for (p, (arrival, compared)) in asked.iter().enumerate() {
            let before = pick(f, &arrival.at, &loads.before);
            let row = f.and(before, compared.equal);
            let row = none_of(f, row, renewed);
            f.drive(self.fresh_row[p], row);
            for (fresh, to) in self.fresh[p].iter().zip(&arrival.to) {
                f.drive(*fresh, *to);
            }
            rows.push(row);
        }
        let placed_to: Vec<Value> = placed.iter().map(|(arrival, _)| word(f, &arrival.to)).collect();
        let takes = self.takes(f, (loads, stores), placed);
        for (l, row) in self.rows.iter().enumerate() {
            let comes: Vec<Value> = asked.iter().map(|(arrival, _)| arrival.to[l]).collect();
            let changes: Vec<Value> = comes.iter().chain(&takes[l]).copied().collect();
            let changes = f.some(&changes);
            let stays = f.not(changes);
            let parts =
                [gate(f, stays, settled[l].store), pick(f, &comes, &rows), pick(f, &takes[l], &placed_to)];
            let next = f.or_all(&parts);
            let next = none_of(f, next, renewed);
            f.drive(*row, next);
        }
    }

    /// For every load the port of a store whose address comes and that is its source from then on.
    fn takes(
        &self,
        f: &mut Frame<'_>,
        (loads, stores): (&Slots, &Slots),
        placed: &[(Arrival, Compared)],
    ) -> Vec<Vec<Value>> {
        let younger: Vec<Value> = placed
            .iter()
            .map(|(arrival, _)| {
                let bits = stores.younger(f, &arrival.at);
                word(f, &bits)
            })
            .collect();
        let at: Vec<Value> = placed.iter().map(|(arrival, _)| word(f, &arrival.at)).collect();
        let mut takes = Vec::new();
        for l in 0..loads.count() {
            let mut wants = Vec::new();
            for (q, (arrival, compared)) in placed.iter().enumerate() {
                let looks = meet(f, at[q], loads.before[l]);
                let other = meet(f, self.rows[l], younger[q]);
                let latest = f.not(other);
                let equal = f.bit(compared.equal, l as u32);
                wants.push(f.every(&[looks, latest, equal, arrival.valid]));
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
