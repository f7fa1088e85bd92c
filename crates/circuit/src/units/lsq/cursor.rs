//! Which slot of a port is next: to get an address or data, or to give its answer.
//!
//! A port's slots come in the order in which they are given. Which one is next is a register, so nothing is searched for in the cycle of a token; what is searched for meanwhile is the one after that.

use super::super::frame::Frame;
use super::slots::Slots;
use super::word::none_of;
use ir::Value;

pub(super) struct Cursor {
    port: usize,
    /// The slot, none if there is none.
    pub at: Vec<Value>,
    /// Whether there is one.
    pub some: Value,
}

impl Cursor {
    pub fn new(f: &mut Frame<'_>, name: &str, port: usize, slots: &Slots) -> Cursor {
        let sync = f.sync;
        let mut at = |k: usize| match slots.may_be_of(k, port) {
            true => f.reg(&format!("{name}{port}_at{k}"), 1, sync),
            false => f.flag(false),
        };
        let at = (0..slots.count()).map(&mut at).collect();
        Cursor { port, at, some: f.reg(&format!("{name}{port}_some"), 1, sync) }
    }

    /// Goes on while `moves` is set, among the slots that are taken and not over; `given` is the slot that the port gets in this cycle.
    pub fn drive(
        &self,
        f: &mut Frame<'_>,
        slots: &Slots,
        moves: Value,
        over: Option<&[Value]>,
        given: &[Value],
    ) {
        let after = self.after(f, slots, over);
        let more = f.some(&after);
        let last = none_of(f, moves, more);
        let none = f.not(self.some);
        let empty = f.or(none, last);
        let any_given = f.some(given);
        for (k, at) in self.at.iter().enumerate().filter(|(k, _)| slots.may_be_of(*k, self.port)) {
            let next = f.mux(moves, after[k], *at);
            let first = f.and(empty, given[k]);
            let next = f.or(next, first);
            f.drive(*at, next);
        }
        let stays = none_of(f, self.some, last);
        let some = f.or(stays, any_given);
        f.drive(self.some, some);
    }

    /// The slot of the port that comes after this one.
    fn after(&self, f: &mut Frame<'_>, slots: &Slots, over: Option<&[Value]>) -> Vec<Value> {
        let count = slots.count();
        let mut open = Vec::new();
        for k in 0..count {
            let mut needs = vec![slots.taken[k]];
            if let Some(over) = over {
                needs.push(f.not(over[k]));
            }
            // If slots are of ports for good, it is a known one; otherwise one has to be found.
            let behind = (k + count - slots.ports % count) % count;
            needs.push(match slots.is_fixed {
                true if behind == k => f.flag(false),
                true => self.at[behind],
                false => none_of(f, slots.is_of(k, self.port), self.at[k]),
            });
            open.push(f.every(&needs));
        }
        if slots.is_fixed { open } else { slots.oldest(f, &open) }
    }
}
