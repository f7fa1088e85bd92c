//! The guard: a row of addresses of stores that are not complete, and a comparator for each.
//!
//! The row moves on when an address comes, so the newest is in front and the oldest behind as many as there are others; a bit for every place says whether there are
//! more addresses than that. No address is compared with a register that may be written in the same cycle: what comes now is of the
//! activation whose load has passed.

use super::frame::{Behaviour, Frame, Token};
use dialects::handshake::unit::guard::{DONE, LOAD, STORE, STORES};
use ir::Value;

pub(super) fn guard(f: &mut Frame<'_>, window: u32) -> Behaviour {
    let [load, store, done] = [LOAD, STORE, DONE].map(|input| f.inputs[input]);
    let stores = f.inputs.get(STORES).copied();
    let [push, pop] = ["push", "pop"].map(|name| f.wire(name, 1));
    let held = count(f, window, push, pop);
    let some = f.bit(held, 0);
    let completes = f.and(done.valid, some);
    f.drive(pop, completes);

    let sync = f.sync;
    let owed = f.reg("owed", 1, sync);
    let hit = hits(f, window, held, push);
    let (idle, misses) = (f.not(owed), f.not(hit));
    let valid = f.and_all(&[load.valid, idle, misses]);
    let ready = f.ready[0];
    let passes = f.and(valid, ready);

    let turn = f.or(owed, passes);
    let full = f.msb(held);
    let free = f.not(full);
    let room = f.or(free, done.valid);
    let mut enters = vec![turn, store.valid, room];
    let none = stores.map(|stores| {
        let is_one = stores.data.expect("a condition has data");
        enters.extend([stores.valid, is_one]);
        let is_none = f.not(is_one);
        f.and_all(&[turn, stores.valid, is_none])
    });
    let enters = f.and_all(&enters);
    f.drive(push, enters);
    let settled = match none {
        Some(none) => f.or(enters, none),
        None => enters,
    };
    let open = f.not(settled);
    let next = f.and(turn, open);
    f.drive(owed, next);

    let mut readies = vec![passes, enters, some];
    readies.extend(stores.map(|_| settled));
    Behaviour::new(readies, vec![Token { valid, data: load.data }])
}

/// Bit k is set if the row has more than k addresses.
fn count(f: &mut Frame<'_>, window: u32, push: Value, pop: Value) -> Value {
    let changes = f.xor(push, pop);
    let sync = f.sync.enable(changes);
    let held = f.reg("held", window, sync);
    let next = if window == 1 {
        push
    } else {
        let (one, none) = (f.flag(true), f.flag(false));
        let (low, high) = (f.trunc(held, window - 1), f.extract(held, 1, window - 1));
        let (more, fewer) = (f.concat(&[low, one]), f.concat(&[none, high]));
        f.mux(push, more, fewer)
    };
    f.drive(held, next);
    held
}

/// Whether the address of the load is one in the row. In the cycle in which a completion comes, the oldest does not count any more.
fn hits(f: &mut Frame<'_>, window: u32, held: Value, push: Value) -> Value {
    let (address, mut slot, near) = addresses(f);
    let goes_on = f.inputs[DONE].valid;
    let goes_on = f.not(goes_on);
    let mut hits = Vec::new();
    for k in 0..window {
        let name = if window == 1 { "slot".to_owned() } else { format!("slot{k}") };
        slot = f.keep(&name, Some(slot), push).expect("an address has data");
        let is_held = f.bit(held, k);
        let stays = if k + 1 == window {
            goes_on
        } else {
            let is_younger = f.bit(held, k + 1);
            f.or(is_younger, goes_on)
        };
        let equal = f.eq(slot, address);
        hits.push(f.and_all(&[is_held, stays, equal]));
    }
    let hit = f.some(&hits);
    match near {
        Some(near) => f.and(hit, near),
        None => hit,
    }
}

/// The two addresses in bits that are compared, as many of both. The narrower has zeros before it: of a wider store it is enough to know whether there is anything
/// before the bits of the load; what is before those of the store in a wider load keeps it from meeting any.
fn addresses(f: &mut Frame<'_>) -> (Value, Value, Option<Value>) {
    let (load, store) = (f.data(LOAD), f.data(STORE));
    let [of_load, of_store] = [load, store].map(|address| f.width(address));
    if of_load == of_store {
        return (load, store, None);
    }
    if of_load > of_store {
        let high = f.extract(load, of_store, of_load - of_store);
        let far = f.any(high);
        let near = f.not(far);
        return (f.trunc(load, of_store), store, Some(near));
    }
    let high = f.extract(store, of_load, of_store - of_load);
    let far = f.any(high);
    let low = f.trunc(store, of_load);
    let none = f.flag(false);
    (f.concat(&[none, load]), f.concat(&[far, low]), None)
}
