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
        (Storage::Slot, false, _) => {
            let (ready, token) = passed_slot(f, 0);
            Behaviour::new(vec![ready], vec![token])
        }
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

/// A slot beside the way from an input to the output of its number; the ready of the input, and the output.
pub(super) fn passed_slot(f: &mut Frame<'_>, channel: usize) -> (Value, Token) {
    let Token { valid, data } = f.inputs[channel];
    let sync = f.sync;
    let full = f.reg("full", 1, sync);
    let offered = f.or(full, valid);
    let ready = f.ready[channel];
    let waits = f.not(ready);
    let next = f.and(offered, waits);
    f.drive(full, next);
    let empty = f.not(full);
    let take = f.and(empty, valid);
    let slot = f.keep("slot", data, take);
    let data = f.choose(full, slot, data);
    (empty, Token { valid: offered, data })
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

/// The longest queue that has a bit for every number of elements instead of a counter.
const MAX_BITS: u32 = 8;

/// Slots in the order in which they are filled. A slot may be filled in the cycle that empties it.
fn queue(f: &mut Frame<'_>, slots: u32, data: Option<Value>, push: Value, pop: Value) -> Queue {
    let changes = f.xor(push, pop);
    let sync = f.sync.enable(changes);
    if slots > MAX_BITS {
        let count = f.reg("count", 32 - slots.leading_zeros(), sync);
        let (more, fewer) = (f.add(count, 1), f.sub(count, 1));
        let next = f.mux(push, more, fewer);
        f.drive(count, next);
        let (some, full) = (f.any(count), f.eq(count, slots));
        let oldest = data.map(|data| ring(f, slots, data, push, pop));
        return Queue { some, full, oldest };
    }
    // Bit k is set if there are more than k elements, so what is asked most needs no logic.
    let held = f.reg("held", slots, sync);
    let next = if slots == 1 {
        push
    } else {
        let (one, none) = (f.flag(true), f.flag(false));
        let (low, high) = (f.trunc(held, slots - 1), f.extract(held, 1, slots - 1));
        let (more, fewer) = (f.concat(&[low, one]), f.concat(&[none, high]));
        f.mux(push, more, fewer)
    };
    f.drive(held, next);
    let (some, full) = (f.bit(held, 0), f.msb(held));
    let oldest = data.map(|data| {
        let width = f.width(data);
        if is_row(slots, width) { row(f, slots, data, push, held) } else { ring(f, slots, data, push, pop) }
    });
    Queue { some, full, oldest }
}

/// Whether the elements of a queue are cheaper in a row of registers than in a memory, in tables of four inputs: a row takes a choice less than it has slots for every
/// bit, a memory of 16 words six for every four bits, and two counters.
fn is_row(slots: u32, width: u32) -> bool {
    let bits = 32 - (slots - 1).leading_zeros();
    let row = (slots - 1).saturating_mul(width);
    row <= width.div_ceil(4).saturating_mul(6) + 2 * (bits + 1)
}

/// Elements that move on when one comes; the oldest is behind as many as there are others.
fn row(f: &mut Frame<'_>, slots: u32, data: Value, push: Value, held: Value) -> Value {
    let (mut last, mut oldest) = (data, None);
    for k in 0..slots {
        let name = if slots == 1 { "slot".to_owned() } else { format!("slot{k}") };
        last = f.keep(&name, Some(last), push).expect("there are data");
        oldest = Some(match oldest {
            None => last,
            Some(younger) => {
                let is_held = f.bit(held, k);
                f.mux(is_held, last, younger)
            }
        });
    }
    oldest.expect("a queue has a slot")
}

/// Elements that stay where they are, in a memory.
fn ring(f: &mut Frame<'_>, slots: u32, data: Value, push: Value, pop: Value) -> Value {
    let (first, last) = (counter(f, "first", slots, pop), counter(f, "last", slots, push));
    let memory = Memory::new(slots.into(), f.width(data));
    let memory = f.memory("slots", memory);
    let clock = f.clock;
    f.write(memory, last, data, Sync::on(clock).enable(push));
    f.read(memory, first, clock)
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
