//! Guards as code. The row of addresses is a few words; which of them count is control, so code of a control state compares with those alone.

use super::super::control::Decider;
use super::super::instr::{Guard, Instr};
use super::Emit;
use cranelift_codegen::ir::Value;
use cranelift_codegen::ir::condcodes::IntCC;

const OWED: u32 = Guard::OWED as u32;
const COUNT: u32 = Guard::COUNT as u32;
const ROW: u32 = Guard::ROW as u32;

impl Emit<'_, '_> {
    pub(super) fn guards(&mut self, instr: Instr) {
        let code = self.code;
        match instr {
            Instr::Guard { guard } => self.guard(guard),
            Instr::GuardDone { guard } => {
                let &Guard { s, done, .. } = &code.guards[guard as usize];
                let count = self.s(s as u32 + COUNT);
                let some = self.is_not(count, 0);
                self.set_r(done, some);
            }
            Instr::GuardStore { guard } => {
                let &Guard { s, window, store, done, stores, o, .. } = &code.guards[guard as usize];
                let (owed, count, passes) = (self.s(s as u32 + OWED), self.s(s as u32 + COUNT), self.t(o));
                let turn = self.or(owed, passes);
                let (free, complete) = (self.below(count, i64::from(window)), self.v(done));
                let room = self.or(free, complete);
                let there = self.v(store);
                let enters = self.all([turn, there, room]);
                let Some(stores) = stores else { return self.set_r(store, enters) };
                let there = self.v(stores);
                let known = self.and(turn, there);
                let condition = self.decide(stores, known);
                let push = self.all([enters, known, condition]);
                let otherwise = self.not(condition);
                let none = self.and(known, otherwise);
                let settled = self.or(push, none);
                self.set_r(store, push);
                self.set_r(stores, settled);
            }
            _ => {}
        }
    }

    fn guard(&mut self, number: u32) {
        let code = self.code;
        let &Guard { s, window, load, done, o, .. } = &code.guards[number as usize];
        let s = s as u32;
        let (owed, count) = (self.s(s + OWED), self.s(s + COUNT));
        let (offered, address, complete) = (self.v(load), self.d(load), self.v(done));
        let idle = self.not(owed);
        let asks = self.and(offered, idle);
        let mut hit = self.zero;
        for k in 0..window {
            let few = self.below(count, i64::from(k) + 1);
            let held = self.not(few);
            // The oldest does not count in the cycle in which its completion comes.
            let oldest = self.is(count, i64::from(k) + 1);
            let leaves = self.and(oldest, complete);
            let stays = self.not(leaves);
            let live = self.all([asks, held, stays]);
            if live != self.zero {
                let word = self.s(s + ROW + k);
                let equal = self.compare(IntCC::Equal, word, address);
                let meets = self.and(live, equal);
                hit = self.or(hit, meets);
            }
        }
        let hit = self.decided(hit, asks, Decider::Hit(number));
        let misses = self.not(hit);
        let valid = self.and(asks, misses);
        self.set_v(o, valid);
        self.set_d(o, address);
    }

    pub(super) fn guard_edge(&mut self, number: u32) {
        let code = self.code;
        let &Guard { s, window, store, done, stores, o, .. } = &code.guards[number as usize];
        let s = s as u32;
        let (pop, push, passes) = (self.t(done), self.t(store), self.t(o));
        let settled = match stores {
            Some(stores) => self.t(stores),
            None => push,
        };
        let (owed, count) = (self.s(s + OWED), self.s(s + COUNT));
        let turn = self.or(owed, passes);
        let open = self.not(settled);
        let next = self.and(turn, open);
        self.store(s + OWED, next);
        self.changed(next, owed);
        let more = self.add(count, push);
        let fewer = self.sub(more, pop);
        self.store(s + COUNT, fewer);
        self.moved(push);
        self.moved(pop);
        if push == self.zero {
            return;
        }
        // The words before the edge are read first: code under a condition leaves no value behind.
        let mut row: Vec<Value> = vec![self.d(store)];
        row.extend((0..window - 1).map(|k| self.s(s + ROW + k)).collect::<Vec<_>>());
        self.when(push, |emit| {
            for (k, word) in (0..).zip(row) {
                emit.store(s + ROW + k, word);
            }
        });
    }
}
