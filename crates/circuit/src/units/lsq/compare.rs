//! Addresses are compared when they come: that of each port with those that the slots of the other kind have, and with those that come in the same cycle.
//!
//! So there are as many comparators as ports times slots. What they say is kept in the rows that need it, by `order` and `sources`.

use super::super::frame::Frame;
use super::cursor::Cursor;
use super::slots::Slots;
use super::word::{none_of, word};
use ir::Value;

/// What comes to the slots of one kind from a port.
pub(super) struct Arrival {
    pub valid: Value,
    /// The slot it is for, whether it comes or not, and the one that gets it in this cycle.
    pub at: Vec<Value>,
    pub to: Vec<Value>,
    pub data: Value,
}

impl Arrival {
    pub fn new(f: &mut Frame<'_>, cursor: &Cursor, input: usize, width: u32) -> Arrival {
        let valid = f.inputs[input].valid;
        let to = cursor.at.iter().map(|at| f.and(*at, valid)).collect();
        let data = f.data(input);
        Arrival { valid, at: cursor.at.clone(), to, data: f.resize(data, width) }
    }
}

/// Whether each slot gets something, and what.
pub(super) fn arrives(f: &mut Frame<'_>, slots: &Slots, from: &[Arrival], k: usize) -> (Value, Value) {
    let bits: Vec<Value> = from.iter().map(|arrival| arrival.to[k]).collect();
    let any = f.some(&bits);
    let data: Vec<Value> = from.iter().map(|arrival| arrival.data).collect();
    (any, slots.of_port(f, k, &data))
}

/// Slots whose address is equal to one that comes, and those whose address is another; as words. Those without one are neither.
pub(super) struct Compared {
    pub equal: Value,
    pub apart: Value,
}

/// The address that comes to one kind is compared with those of the slots of the other one; `coming` are those that come there in the same cycle.
pub(super) fn compare(f: &mut Frame<'_>, address: Value, others: &Slots, coming: &[Arrival]) -> Compared {
    let meets: Vec<Value> = coming.iter().map(|other| f.eq(address, other.data)).collect();
    let (mut equal, mut apart) = (Vec::new(), Vec::new());
    for k in 0..others.count() {
        let same = f.eq(address, others.address[k]);
        let mut is_equal = vec![f.and(others.addressed[k], same)];
        let mut is_apart = vec![none_of(f, others.addressed[k], same)];
        for (other, meets) in coming.iter().zip(&meets) {
            is_equal.push(f.and(other.to[k], *meets));
            is_apart.push(none_of(f, other.to[k], *meets));
        }
        equal.push(f.some(&is_equal));
        apart.push(f.some(&is_apart));
    }
    Compared { equal: word(f, &equal), apart: word(f, &apart) }
}
