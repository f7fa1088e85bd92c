//! The units of `dataflow`: what loops are made of.
//!
//! `carry` and `invariant` take the false that closes a burst in the cycle in which they give the first value of the next, so a burst of K
//! iterations takes K + 1 cycles.

use super::compute::{logic, predicate};
use super::frame::{Behaviour, Frame, Token};
use dialects::handshake::unit::StreamKind;
use ir::Value;

/// Where a `carry` or an `invariant` stands.
struct Turn {
    /// It gives a first value if there is one.
    opens: Value,
    /// It goes on: the condition is there and true.
    again: Value,
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
    let idle = f.not(loops);
    let open = f.or(idle, closes);
    f.drive(opens, open);
    Turn { opens, again, closes }
}

pub(super) fn carry(f: &mut Frame<'_>) -> Behaviour {
    let Turn { opens, again, closes } = turn(f);
    let (first, next, ready) = (f.inputs[1], f.inputs[2], f.ready[0]);
    let joined = f.and(again, next.valid);
    let opened = f.and(opens, first.valid);
    let valid = f.or(opened, joined);
    let data = f.choose(again, next.data, first.data);
    let moves = f.and(joined, ready);
    let readies = vec![f.or(closes, moves), f.and(opens, ready), moves];
    Behaviour::new(readies, vec![Token { valid, data }])
}

pub(super) fn invariant(f: &mut Frame<'_>) -> Behaviour {
    let Turn { opens, again, closes } = turn(f);
    let (first, ready) = (f.inputs[1], f.ready[0]);
    let opened = f.and(opens, first.valid);
    let store = f.and(opened, ready);
    let stored = f.keep("stored", first.data, store);
    let valid = f.or(opened, again);
    let data = f.choose(again, stored, first.data);
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

pub(super) fn stream(f: &mut Frame<'_>, kind: StreamKind) -> Behaviour {
    let width = f.width(f.data(0));
    let there = f.all_valid();
    let fires = f.wire("fires", 1);
    let goes_on = f.wire("goes_on", 1);
    let sync = f.sync.enable(fires);
    let loops = f.reg("loops", 1, sync);
    f.drive(loops, goes_on);
    let starts = f.not(loops);
    let latch = f.and(starts, fires);
    let [start, step, bound] = [0, 1, 2].map(|input| f.data(input));
    let held_step = f.keep("step", Some(step), latch);
    let held_bound = f.keep("bound", Some(bound), latch);
    let step = f.choose(loops, held_step, Some(step)).expect("a step has data");
    let bound = f.choose(loops, held_bound, Some(bound)).expect("a bound has data");
    // One more bit holds the index that closes a loop to the largest number.
    let wide = if kind.rule.is_none() { width + 1 } else { width };
    let clock = f.clock;
    let next = f.reg("next", wide, crate::builder::Sync::on(clock).enable(fires));
    let start = f.sext(start, wide);
    let index = f.mux(loops, next, start);
    let (test, following) = advance(f, kind, index, step, bound);
    f.drive(next, following);
    let zero = f.eq(step, 0);
    let zero = f.and(starts, zero);
    let test = if kind.checked {
        let sound = f.not(zero);
        f.and(test, sound)
    } else {
        test
    };
    f.drive(goes_on, test);
    let valid = f.or(loops, there);
    let (valids, complete) = f.eager(valid, &[None, None]);
    let fire = f.and(valid, complete);
    f.drive(fires, fire);
    let narrow = f.trunc(index, width);
    let outputs =
        vec![Token { valid: valids[0], data: Some(narrow) }, Token { valid: valids[1], data: Some(test) }];
    let mut behaviour = Behaviour::new(vec![latch; 3], outputs);
    if kind.checked {
        let error = f.and(zero, there);
        behaviour.others.push(("error", error));
    }
    behaviour
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
