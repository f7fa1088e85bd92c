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
    /// What is left of the dividend's bits that were looked at.
    remainder: Value,
    /// The dividend's other bits above the quotient's bits that are known.
    quotient: Value,
    divisor: Value,
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
        for _ in done..until {
            step(f, &mut division);
        }
        done = until;
        registers(f, k, &mut division, moves);
    }
    let result = match function {
        Function::DivS | Function::DivU => division.quotient,
        _ => division.remainder,
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
    let width = f.width(a);
    let remainder = f.lit(width, 0);
    if matches!(function, Function::DivU | Function::RemU) {
        return Division { remainder, quotient: a, divisor: b, negate: None };
    }
    let ((quotient, a_negative), (divisor, b_negative)) = (magnitude(f, a), magnitude(f, b));
    let negate = if function == Function::RemS {
        a_negative
    } else {
        let differ = f.xor(a_negative, b_negative);
        let divides = f.any(b);
        f.and(differ, divides)
    };
    Division { remainder, quotient, divisor, negate: Some(negate) }
}

/// One bit of the quotient.
fn step(f: &mut Frame<'_>, division: &mut Division) {
    let Division { remainder, quotient, divisor, .. } = *division;
    let width = f.width(quotient);
    let top = f.msb(quotient);
    // The remainder is less than the divisor, so twice as much and a bit has one bit more.
    let partial = f.concat(&[remainder, top]);
    let wide = f.zext(divisor, width + 1);
    let fits = f.uge(partial, wide);
    let reduced = f.sub(partial, wide);
    let next = f.mux(fits, reduced, partial);
    division.remainder = f.trunc(next, width);
    division.quotient = if width == 1 {
        fits
    } else {
        let rest = f.trunc(quotient, width - 1);
        f.concat(&[rest, fits])
    };
}

fn registers(f: &mut Frame<'_>, k: u32, division: &mut Division, moves: Value) {
    division.remainder = stage(f, &format!("remainder{k}"), division.remainder, moves);
    division.quotient = stage(f, &format!("quotient{k}"), division.quotient, moves);
    division.divisor = stage(f, &format!("divisor{k}"), division.divisor, moves);
    division.negate = division.negate.map(|negate| stage(f, &format!("negate{k}"), negate, moves));
}

/// A number without its sign, and whether it was negative.
pub(super) fn magnitude(f: &mut Frame<'_>, x: Value) -> (Value, Value) {
    let negative = f.msb(x);
    let opposite = f.neg(x);
    (f.mux(negative, opposite, x), negative)
}
