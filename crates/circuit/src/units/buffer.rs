//! Buffers by how their slots work and what they break, queues, and `init`.

use super::frame::{Behaviour, Frame, Token};
use crate::builder::{Memory, Sync};
use base::Bits;
use dialects::handshake::unit::{BufferType, Storage};
use ir::Value;

pub(super) fn buffer(f: &mut Frame<'_>, ty: BufferType, slots: u32) -> Behaviour {
    match (ty.storage(), ty.breaks_dv(), ty.breaks_r()) {
        (Storage::Slot, true, false) => one_slot_break_dv(f, None),
        (Storage::Slot, true, true) => one_slot_break_dvr(f),
        (Storage::Slot, false, _) => one_slot_break_r(f),
        (Storage::Queue, true, breaks_r) => fifo_break_dv(f, slots, breaks_r),
        (Storage::Queue, false, breaks_r) => fifo_passed(f, slots, breaks_r),
        (Storage::Shift, ..) => shift_register(f, slots),
    }
}

/// A slot that is full in the beginning.
pub(super) fn init(f: &mut Frame<'_>, initial: &Bits) -> Behaviour {
    one_slot_break_dv(f, Some(initial))
}

fn one_slot_break_dv(f: &mut Frame<'_>, initial: Option<&Bits>) -> Behaviour {
    let Token { valid, data } = f.inputs[0];
    let room = f.wire("room", 1);
    let sync = f.sync.enable(room);
    let full = f.reg_starting("full", &Bits::from_bool(initial.is_some()), sync);
    f.drive(full, valid);
    let (empty, ready) = (f.not(full), f.ready[0]);
    let free = f.or(empty, ready);
    f.drive(room, free);
    let take = f.and(room, valid);
    let slot = match (data, initial) {
        (Some(data), Some(initial)) => {
            let sync = f.sync.enable(take);
            let slot = f.reg_starting("slot", initial, sync);
            f.drive(slot, data);
            Some(slot)
        }
        _ => f.keep("slot", data, take),
    };
    Behaviour::new(vec![room], vec![Token { valid: full, data: slot }])
}

fn one_slot_break_r(f: &mut Frame<'_>) -> Behaviour {
    let Token { valid, data } = f.inputs[0];
    let sync = f.sync;
    let full = f.reg("full", 1, sync);
    let offered = f.or(full, valid);
    let ready = f.ready[0];
    let waits = f.not(ready);
    let next = f.and(offered, waits);
    f.drive(full, next);
    let empty = f.not(full);
    let take = f.and(empty, valid);
    let slot = f.keep("slot", data, take);
    let data = f.choose(full, slot, data);
    Behaviour::new(vec![empty], vec![Token { valid: offered, data }])
}

fn one_slot_break_dvr(f: &mut Frame<'_>) -> Behaviour {
    let Token { valid, data } = f.inputs[0];
    let sync = f.sync;
    let full = f.reg("full", 1, sync);
    let ready = f.ready[0];
    let waits = f.not(ready);
    let next = f.mux(full, waits, valid);
    f.drive(full, next);
    let empty = f.not(full);
    let take = f.and(empty, valid);
    let slot = f.keep("slot", data, take);
    Behaviour::new(vec![empty], vec![Token { valid: full, data: slot }])
}

fn fifo_break_dv(f: &mut Frame<'_>, slots: u32, breaks_r: bool) -> Behaviour {
    let (input, ready) = (f.inputs[0], f.ready[0]);
    let [push, pop] = ["push", "pop"].map(|name| f.wire(name, 1));
    let queue = queue(f, slots, input.data, push, pop);
    let free = f.not(queue.full);
    let room = if breaks_r { free } else { f.or(free, ready) };
    let (takes, gives) = (f.and(input.valid, room), f.and(queue.some, ready));
    f.drive(push, takes);
    f.drive(pop, gives);
    Behaviour::new(vec![room], vec![Token { valid: queue.some, data: queue.oldest }])
}

fn fifo_passed(f: &mut Frame<'_>, slots: u32, breaks_r: bool) -> Behaviour {
    let room = f.wire("room", 1);
    let (input, ready) = (f.inputs[0], f.ready[0]);
    let (output, queue) = passing_queue(f, slots, input, ready, room);
    let free = f.not(queue.full);
    let free = if breaks_r { free } else { f.or(free, ready) };
    f.drive(room, free);
    Behaviour::new(vec![room], vec![output])
}

/// A queue that a token passes without delay while it is empty. `room` says whether it takes one.
pub(super) fn passing_queue(
    f: &mut Frame<'_>,
    slots: u32,
    input: Token,
    ready: Value,
    room: Value,
) -> (Token, Queue) {
    let [push, pop] = ["push", "pop"].map(|name| f.wire(name, 1));
    let queue = queue(f, slots, input.data, push, pop);
    let empty = f.not(queue.some);
    let passes = f.and(empty, ready);
    let stays = f.not(passes);
    let takes = f.and_all(&[input.valid, room, stays]);
    let gives = f.and(queue.some, ready);
    f.drive(push, takes);
    f.drive(pop, gives);
    let valid = f.or(queue.some, input.valid);
    let data = f.choose(queue.some, queue.oldest, input.data);
    (Token { valid, data }, queue)
}

/// What a queue says of itself; all of it is known at the beginning of a cycle.
pub(super) struct Queue {
    /// Whether there is an element.
    pub some: Value,
    /// Whether there is no room.
    pub full: Value,
    /// The element that came first.
    pub oldest: Option<Value>,
}

/// Slots in the order in which they are filled. A slot may be filled in the cycle that empties it.
fn queue(f: &mut Frame<'_>, slots: u32, data: Option<Value>, push: Value, pop: Value) -> Queue {
    let changes = f.xor(push, pop);
    let sync = f.sync.enable(changes);
    let bits = 32 - slots.leading_zeros();
    let count = f.reg("count", bits, sync);
    let (more, fewer) = (f.add(count, 1), f.sub(count, 1));
    let next = f.mux(push, more, fewer);
    f.drive(count, next);
    let some = f.any(count);
    let full = f.eq(count, slots);
    let Some(data) = data else { return Queue { some, full, oldest: None } };
    if slots == 1 {
        let oldest = f.keep("slot", Some(data), push);
        return Queue { some, full, oldest };
    }
    let (first, last) = (counter(f, "first", slots, pop), counter(f, "last", slots, push));
    let memory = Memory::new(slots.into(), f.width(data));
    let memory = f.memory("slots", memory);
    let clock = f.clock;
    f.write(memory, last, data, Sync::on(clock).enable(push));
    let oldest = f.read(memory, first, clock);
    Queue { some, full, oldest: Some(oldest) }
}

/// Counts to `limit` - 1 and begins again at 0.
fn counter(f: &mut Frame<'_>, name: &str, limit: u32, step: Value) -> Value {
    let bits = 32 - (limit - 1).leading_zeros();
    let sync = f.sync.enable(step);
    let count = f.reg(name, bits, sync);
    let more = f.add(count, 1);
    let next = if limit.is_power_of_two() {
        more
    } else {
        let ends = f.eq(count, limit - 1);
        f.mux(ends, 0, more)
    };
    f.drive(count, next);
    count
}

fn shift_register(f: &mut Frame<'_>, slots: u32) -> Behaviour {
    let Token { valid, data } = f.inputs[0];
    let (moves, last) = f.pipeline(slots, valid);
    let mut slot = data;
    for k in 0..slots {
        slot = f.keep(&format!("slot{k}"), slot, moves);
    }
    Behaviour::new(vec![moves], vec![Token { valid: last, data: slot }])
}
