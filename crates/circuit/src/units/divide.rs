//! Division: a restoring divider, a bit of the quotient after the other.
//!
//! Signs are taken off first and put on last. Divided by zero, every bit of the quotient is one and the remainder becomes the dividend, which
//! is what a division by zero is defined to give; only the sign of such a quotient must stay off.

use super::compute::stage;
use super::frame::Frame;
use dialects::handshake::unit::Function;
use ir::Value;

/// What moves from one bit to the next.
#[derive(Clone, Copy)]
struct Division {
    /// What is left of the dividend's bits that were looked at: no more bits than these.
    remainder: Option<Value>,
    /// The dividend's other bits above the quotient's bits that are known.
    quotient: Value,
    divisor: Value,
    /// For every bit that is still to come, from the next one on, whether the divisor has ones above as many bits as the remainder will have then. None
    /// before the first bit, and when there are no others.
    exceeds: Option<Value>,
    /// Whether the result is to be negated.
    negate: Option<Value>,
}

/// A quotient or a remainder as logic.
pub(super) fn at_once(f: &mut Frame<'_>, function: Function, a: Value, b: Value) -> Value {
    let by_zero = f.eq(b, 0);
    match function {
        Function::DivS | Function::DivU => {
            let quotient = if function == Function::DivS { f.divs(a, b) } else { f.divu(a, b) };
            f.mux(by_zero, -1, quotient)
        }
        _ => {
            let remainder = if function == Function::RemS { f.mods(a, b) } else { f.modu(a, b) };
            f.mux(by_zero, a, remainder)
        }
    }
}

/// A pipeline of `latency` stages, three or more: signs, bits, sign. The bits are spread evenly over the stages between, one a stage where there are
/// enough of them.
pub(super) fn pipelined(
    f: &mut Frame<'_>,
    function: Function,
    a: Value,
    b: Value,
    latency: u32,
    moves: Value,
) -> Value {
    let width = f.width(a);
    let mut division = begin(f, function, a, b);
    registers(f, 0, &mut division, moves);
    let between = latency - 2;
    let mut done = 0;
    for k in 1..=between {
        let until = (u64::from(width) * u64::from(k)).div_ceil(u64::from(between)) as u32;
        for known in done..until {
            step(f, &mut division, known);
        }
        done = until;
        registers(f, k, &mut division, moves);
    }
    let result = match function {
        Function::DivS | Function::DivU => division.quotient,
        _ => division.remainder.expect("every bit was looked at"),
    };
    let result = match division.negate {
        Some(negate) => {
            let negative = f.neg(result);
            f.mux(negate, negative, result)
        }
        None => result,
    };
    stage(f, "result", result, moves)
}

fn begin(f: &mut Frame<'_>, function: Function, a: Value, b: Value) -> Division {
    if matches!(function, Function::DivU | Function::RemU) {
        return Division { remainder: None, quotient: a, divisor: b, exceeds: None, negate: None };
    }
    let ((quotient, a_negative), (divisor, b_negative)) = (magnitude(f, a), magnitude(f, b));
    let negate = if function == Function::RemS {
        a_negative
    } else {
        let differ = f.xor(a_negative, b_negative);
        let divides = f.any(b);
        f.and(differ, divides)
    };
    Division { remainder: None, quotient, divisor, exceeds: None, negate: Some(negate) }
}

/// One bit of the quotient, when so many are known. What is left of as many bits of the dividend is no longer than they are, so only as much of the
/// divisor is subtracted, and if it is longer, nothing.
fn step(f: &mut Frame<'_>, division: &mut Division, known: u32) {
    let Division { remainder, quotient, divisor, .. } = *division;
    let width = f.width(quotient);
    let top = f.msb(quotient);
    let partial = match remainder {
        Some(remainder) => f.concat(&[remainder, top]),
        None => top,
    };
    let cut = f.trunc(divisor, known + 1);
    let reaches = f.uge(partial, cut);
    let fits = match exceeds(f, division, known) {
        Some(exceeds) => {
            let is_short = f.not(exceeds);
            f.and(reaches, is_short)
        }
        None => reaches,
    };
    let reduced = f.sub(partial, cut);
    division.remainder = Some(f.mux(fits, reduced, partial));
    division.quotient = if width == 1 {
        fits
    } else {
        let rest = f.trunc(quotient, width - 1);
        f.concat(&[rest, fits])
    };
}

/// Whether the divisor is longer than one bit more than are known; none if it cannot be. The first bit finds it out for all.
fn exceeds(f: &mut Frame<'_>, division: &mut Division, known: u32) -> Option<Value> {
    let all = match division.exceeds {
        Some(all) => all,
        None if known == 0 => ones_above(f, division.divisor)?,
        None => return None,
    };
    let others = f.width(all) - 1;
    division.exceeds = (others > 0).then(|| f.extract(all, 1, others));
    Some(f.bit(all, 0))
}

/// Of every bit of a number but the highest, whether there is a one above it.
fn ones_above(f: &mut Frame<'_>, x: Value) -> Option<Value> {
    let width = f.width(x);
    let mut ones: Vec<Value> = (1..width).map(|k| f.bit(x, k)).collect();
    let mut reach = 1;
    while reach < ones.len() {
        for k in 0..ones.len() - reach {
            ones[k] = f.or(ones[k], ones[k + reach]);
        }
        reach *= 2;
    }
    ones.reverse();
    (!ones.is_empty()).then(|| f.concat(&ones))
}

fn registers(f: &mut Frame<'_>, k: u32, division: &mut Division, moves: Value) {
    division.remainder = division.remainder.map(|held| stage(f, &format!("remainder{k}"), held, moves));
    division.quotient = stage(f, &format!("quotient{k}"), division.quotient, moves);
    division.divisor = stage(f, &format!("divisor{k}"), division.divisor, moves);
    division.exceeds = division.exceeds.map(|held| stage(f, &format!("exceeds{k}"), held, moves));
    division.negate = division.negate.map(|negate| stage(f, &format!("negate{k}"), negate, moves));
}

/// A number without its sign, and whether it was negative.
pub(super) fn magnitude(f: &mut Frame<'_>, x: Value) -> (Value, Value) {
    let negative = f.msb(x);
    let opposite = f.neg(x);
    (f.mux(negative, opposite, x), negative)
}
