//! The units of `dataflow`: what loops are made of.
//!
//! `carry` and `invariant` take the false that closes a burst in the cycle in which they give the first value of the next, so a burst of K
//! iterations takes K + 1 cycles.

use super::compute::{logic, predicate};
use super::frame::{Behaviour, Frame, Token};
use crate::builder::Sync;
use base::Bits;
use dialects::handshake::unit::StreamKind;
use ir::Value;

/// Where a `carry` or an `invariant` stands.
struct Turn {
    /// It gives a first value if there is one.
    opens: Value,
    /// It goes on: the condition is there and true.
    again: Value,
    /// Whether what it gives is no first value, in a cycle in which it gives something. Without the valid of the condition a choice of data by it is
    /// a function of four bits.
    is_later: Value,
    /// It takes the false that closes a burst.
    closes: Value,
}

/// The state of a unit with the condition `in0` and the first value `in1`.
fn turn(f: &mut Frame<'_>) -> Turn {
    let (d, first, ready) = (f.inputs[0], f.inputs[1], f.ready[0]);
    let opens = f.wire("opens", 1);
    let sync = f.sync.enable(opens);
    let loops = f.reg("loops", 1, sync);
    let fires = f.and(first.valid, ready);
    f.drive(loops, fires);
    let known = f.and(loops, d.valid);
    let goes_on = f.data(0);
    let ends = f.not(goes_on);
    let (again, closes) = (f.and(known, goes_on), f.and(known, ends));
    let is_later = f.and(loops, goes_on);
    let idle = f.not(loops);
    let open = f.or(idle, closes);
    f.drive(opens, open);
    Turn { opens, again, is_later, closes }
}

pub(super) fn carry(f: &mut Frame<'_>) -> Behaviour {
    let Turn { opens, again, is_later, closes } = turn(f);
    let (first, next, ready) = (f.inputs[1], f.inputs[2], f.ready[0]);
    let joined = f.and(again, next.valid);
    let opened = f.and(opens, first.valid);
    let valid = f.or(opened, joined);
    let data = f.choose(is_later, next.data, first.data);
    let moves = f.and(joined, ready);
    let readies = vec![f.or(closes, moves), f.and(opens, ready), moves];
    Behaviour::new(readies, vec![Token { valid, data }])
}

pub(super) fn invariant(f: &mut Frame<'_>) -> Behaviour {
    let Turn { opens, again, is_later, closes } = turn(f);
    let (first, ready) = (f.inputs[1], f.ready[0]);
    let opened = f.and(opens, first.valid);
    let store = f.and(opened, ready);
    let stored = f.keep("stored", first.data, store);
    let valid = f.or(opened, again);
    let data = f.choose(is_later, stored, first.data);
    let moves = f.and(again, ready);
    let readies = vec![f.or(closes, moves), f.and(opens, ready)];
    Behaviour::new(readies, vec![Token { valid, data }])
}

pub(super) fn gate(f: &mut Frame<'_>) -> Behaviour {
    let (value, condition) = (f.inputs[0].data, f.data(1));
    let both = f.all_valid();
    let fires = f.wire("fires", 1);
    let sync = f.sync.enable(fires);
    // Whether a token of the burst has been there; its condition then belongs to the token before.
    let follows = f.reg("follows", 1, sync);
    f.drive(follows, condition);
    let (valids, complete) = f.eager(both, &[Some(condition), Some(follows)]);
    let fire = f.and(both, complete);
    f.drive(fires, fire);
    let outputs =
        vec![Token { valid: valids[0], data: value }, Token { valid: valids[1], data: Some(condition) }];
    Behaviour::new(vec![fires; 2], outputs)
}

/// `literals` are the inputs that are always the same.
pub(super) fn stream(f: &mut Frame<'_>, kind: StreamKind, literals: &[Option<Bits>]) -> Behaviour {
    let width = f.width(f.data(0));
    let there = f.all_valid();
    let fires = f.wire("fires", 1);
    let goes_on = f.wire("goes_on", 1);
    let sync = f.sync.enable(fires);
    let loops = f.reg("loops", 1, sync);
    f.drive(loops, goes_on);
    let starts = f.not(loops);
    let latch = f.and(starts, fires);
    let [step, bound] = [(1, "step"), (2, "bound")].map(|(input, name)| {
        let given = f.data(input);
        if known(literals, input).is_some() {
            return given;
        }
        let held = f.keep(name, Some(given), latch);
        f.choose(loops, held, Some(given)).expect("it has data")
    });
    let last = last_index(kind, literals);
    // One more bit holds the index that closes a loop to the largest number.
    let is_wider = kind.rule.is_none() && last.as_ref().is_none_or(|last| last.width() > width);
    let wide = width + u32::from(is_wider);
    let index = index(f, wide, loops, fires, known(literals, 0));
    let (mut test, following) = advance(f, kind, index.now, step, bound);
    if let Some(last) = last {
        let last = f.constant(last.sext(wide));
        test = f.ne(index.now, last);
    }
    let zero = f.eq(step, 0);
    let zero = f.and(starts, zero);
    let test = if kind.checked {
        let sound = f.not(zero);
        f.and(test, sound)
    } else {
        test
    };
    f.drive(goes_on, test);
    let next = match index.first {
        Some(first) => f.mux(test, following, first),
        None => following,
    };
    f.drive(index.register, next);
    let valid = f.or(loops, there);
    let (valids, complete) = f.eager(valid, &[None, None]);
    let fire = f.and(valid, complete);
    f.drive(fires, fire);
    let narrow = f.trunc(index.now, width);
    let outputs =
        vec![Token { valid: valids[0], data: Some(narrow) }, Token { valid: valids[1], data: Some(test) }];
    let mut behaviour = Behaviour::new(vec![latch; 3], outputs);
    if kind.checked {
        let error = f.and(zero, there);
        behaviour.others.push(("error", error));
    }
    behaviour
}

fn known(literals: &[Option<Bits>], input: usize) -> Option<&Bits> {
    literals.get(input)?.as_ref()
}

/// The index of a stream.
struct Index {
    now: Value,
    register: Value,
    /// What the register takes when the loop ends.
    first: Option<Value>,
}

/// An index that begins with the first input, or with a literal: then the register waits with it, and nothing stands between that and who takes the index.
fn index(f: &mut Frame<'_>, wide: u32, loops: Value, fires: Value, start: Option<&Bits>) -> Index {
    if let Some(start) = start {
        let sync = f.sync.enable(fires);
        let start = start.sext(wide);
        let register = f.reg_starting("index", &start, sync);
        return Index { now: register, register, first: Some(f.constant(start)) };
    }
    let sync = Sync::on(f.clock).enable(fires);
    let register = f.reg("next", wide, sync);
    let start = f.data(0);
    let start = f.sext(start, wide);
    Index { now: f.mux(loops, register, start), register, first: None }
}

/// The index at which a stream of literals ends, in no more bits than it takes with its sign and at least in those of the index. Whether it is the last one takes less than
/// an order of numbers.
fn last_index(kind: StreamKind, literals: &[Option<Bits>]) -> Option<Bits> {
    let [start, step, bound] = [0, 1, 2].map(|input| known(literals, input));
    let width = start?.width();
    if kind.rule.is_some() || width > 64 {
        return None;
    }
    let [start, step, bound] = [start?.to_i128()?, step?.to_i128()?, bound?.to_i128()?];
    let way = bound - start;
    let rounds = match step.signum() {
        1 if way > 0 => (way + step - 1) / step,
        -1 if way < 0 => (way + step + 1) / step,
        0 => return None,
        _ => 0,
    };
    let last = start + rounds * step;
    let fits = Bits::from_i128(width, last);
    Some(if fits.to_i128() == Some(last) { fits } else { Bits::from_i128(width + 1, last) })
}

/// Whether a stream goes on at an index, and the index after it.
fn advance(f: &mut Frame<'_>, kind: StreamKind, index: Value, step: Value, bound: Value) -> (Value, Value) {
    let Some((op, test)) = kind.rule else {
        let wide = f.width(index);
        let down = f.msb(step);
        let (step, bound) = (f.sext(step, wide), f.sext(bound, wide));
        let (less, more) = (f.slt(index, bound), f.sgt(index, bound));
        return (f.mux(down, more, less), f.add(index, step));
    };
    let next = logic(f, op.function(), &[index, step], f.width(index));
    (f.icmp(predicate(test), index, bound), next)
}
