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
    /// For every load the store.
    pub rows: Vec<Value>,
}

impl Sources {
    pub fn new(f: &mut Frame<'_>, loads: &Slots, stores: &Slots) -> Sources {
        let (plain, width) = (Sync::on(f.clock), stores.count() as u32);
        let row = |l: usize| f.reg(&format!("load{l}_source"), width, plain);
        Sources { rows: (0..loads.count()).map(row).collect() }
    }

    /// What becomes of the rows when addresses come; stores that are `renewed` are none any more.
    pub fn drive(
        &self,
        f: &mut Frame<'_>,
        (loads, stores): (&Slots, &Slots),
        arrivals: &Arrivals,
        renewed: Value,
    ) {
        let Arrivals { loads: asked, stores: placed } = arrivals;
        let mut rows = Vec::new();
        for (arrival, compared) in asked {
            let before = pick(f, &arrival.at, &loads.before);
            let equal = f.and(before, compared.equal);
            let equal: Vec<Value> = (0..stores.count()).map(|s| f.bit(equal, s as u32)).collect();
            let youngest = stores.youngest(f, &equal);
            rows.push(word(f, &youngest));
        }
        let placed_to: Vec<Value> = placed.iter().map(|(arrival, _)| word(f, &arrival.to)).collect();
        let takes = self.takes(f, (loads, stores), placed);
        for (l, row) in self.rows.iter().enumerate() {
            let comes: Vec<Value> = asked.iter().map(|(arrival, _)| arrival.to[l]).collect();
            let changes: Vec<Value> = comes.iter().chain(&takes[l]).copied().collect();
            let changes = f.some(&changes);
            let stays = f.not(changes);
            let parts = [gate(f, stays, *row), pick(f, &comes, &rows), pick(f, &takes[l], &placed_to)];
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
