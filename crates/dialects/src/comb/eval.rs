//! What the operations of `comb` compute: total functions on bits.
//!
//! One function an operation, named like it. [`div_u`] and its like are what a division means wherever circuits are executed.

use super::predicate::Predicate;
use super::table_of;
use base::{Bits, codes};
use ir::{EvalCx, Evaluated, Undefined};
use smallvec::smallvec;

/// What an evaluation gives.
pub type Outcome = Result<Evaluated, Undefined>;

fn one(bits: Bits) -> Outcome {
    Ok(smallvec![bits])
}

/// What only an operation that the verifier refuses has no result for.
fn wrong(why: &'static str) -> Outcome {
    Err(Undefined::Immediate(codes::NOT_EXECUTABLE, why))
}

/// The width of the result.
fn width(cx: &EvalCx<'_>) -> Option<u32> {
    cx.ctx.scalar_width(*cx.results.first()?)
}

// ----- any number of operands -----

fn all(v: &[Bits], step: fn(&Bits, &Bits) -> Bits) -> Outcome {
    match v.split_first() {
        Some((first, rest)) => one(rest.iter().fold(first.clone(), |sum, next| step(&sum, next))),
        None => wrong("an operation without operands"),
    }
}

/// Wrapping sum.
pub fn add(_: &EvalCx<'_>, v: &[Bits]) -> Outcome {
    all(v, Bits::add)
}

/// Wrapping product.
pub fn mul(_: &EvalCx<'_>, v: &[Bits]) -> Outcome {
    all(v, Bits::mul)
}

/// Bitwise and.
pub fn and(_: &EvalCx<'_>, v: &[Bits]) -> Outcome {
    all(v, Bits::and)
}

/// Bitwise or.
pub fn or(_: &EvalCx<'_>, v: &[Bits]) -> Outcome {
    all(v, Bits::or)
}

/// Bitwise exclusive or.
pub fn xor(_: &EvalCx<'_>, v: &[Bits]) -> Outcome {
    all(v, Bits::xor)
}

/// All bits side by side, the first operand highest.
pub fn concat(_: &EvalCx<'_>, v: &[Bits]) -> Outcome {
    one(Bits::concat_all(v))
}

// ----- two operands -----

/// Wrapping difference.
pub fn sub(_: &EvalCx<'_>, v: &[Bits]) -> Outcome {
    one(v[0].sub(&v[1]))
}

/// Quotient without a sign; 0 if the divisor is.
pub fn div_u(a: &Bits, b: &Bits) -> Bits {
    a.udiv(b).unwrap_or_else(|| Bits::zero(a.width()))
}

/// Remainder without a sign; 0 if the divisor is.
pub fn mod_u(a: &Bits, b: &Bits) -> Bits {
    a.urem(b).unwrap_or_else(|| Bits::zero(a.width()))
}

/// Quotient with a sign, rounded towards zero; 0 if the divisor is, and the least value by -1 is the least value.
pub fn div_s(a: &Bits, b: &Bits) -> Bits {
    match a.sdiv(b) {
        Some(quotient) => quotient,
        None if b.is_zero() => Bits::zero(a.width()),
        None => a.clone(),
    }
}

/// The remainder that belongs to [`div_s`], with the sign of the dividend; 0 if the divisor is.
pub fn mod_s(a: &Bits, b: &Bits) -> Bits {
    a.srem(b).unwrap_or_else(|| Bits::zero(a.width()))
}

/// See [`div_u`].
pub fn divu(_: &EvalCx<'_>, v: &[Bits]) -> Outcome {
    one(div_u(&v[0], &v[1]))
}

/// See [`div_s`].
pub fn divs(_: &EvalCx<'_>, v: &[Bits]) -> Outcome {
    one(div_s(&v[0], &v[1]))
}

/// See [`mod_u`].
pub fn modu(_: &EvalCx<'_>, v: &[Bits]) -> Outcome {
    one(mod_u(&v[0], &v[1]))
}

/// See [`mod_s`].
pub fn mods(_: &EvalCx<'_>, v: &[Bits]) -> Outcome {
    one(mod_s(&v[0], &v[1]))
}

/// Shift to the left, zeros from below.
pub fn shl(_: &EvalCx<'_>, v: &[Bits]) -> Outcome {
    one(v[0].shl(&v[1]).unwrap_or_else(|| Bits::zero(v[0].width())))
}

/// Shift to the right, zeros from above.
pub fn shru(_: &EvalCx<'_>, v: &[Bits]) -> Outcome {
    one(v[0].lshr(&v[1]).unwrap_or_else(|| Bits::zero(v[0].width())))
}

/// Shift to the right, copies of the sign from above.
pub fn shrs(_: &EvalCx<'_>, v: &[Bits]) -> Outcome {
    let sign = || if v[0].is_negative() { Bits::ones(v[0].width()) } else { Bits::zero(v[0].width()) };
    one(v[0].ashr(&v[1]).unwrap_or_else(sign))
}

/// Whether the predicate holds.
pub fn icmp(cx: &EvalCx<'_>, v: &[Bits]) -> Outcome {
    let predicate = cx.attr("predicate").and_then(|attr| cx.ctx.int_value(attr)).and_then(Predicate::new);
    match predicate {
        Some(predicate) => one(Bits::from_bool(predicate.holds(&v[0], &v[1]))),
        None => wrong("a comparison without a predicate"),
    }
}

/// The second operand if the first is 1, otherwise the third.
pub fn mux(_: &EvalCx<'_>, v: &[Bits]) -> Outcome {
    one(if v[0].is_zero() { v[2].clone() } else { v[1].clone() })
}

// ----- wires -----

/// The bits of the result's width from `lowBit` on.
pub fn extract(cx: &EvalCx<'_>, v: &[Bits]) -> Outcome {
    let low =
        cx.attr("lowBit").and_then(|attr| cx.ctx.int_value(attr)).and_then(|low| u32::try_from(low).ok());
    match (low, width(cx)) {
        (Some(low), Some(width)) if u64::from(low) + u64::from(width) <= u64::from(v[0].width()) => {
            one(v[0].extract(low, width))
        }
        _ => wrong("bits that are not there"),
    }
}

/// As many copies as the result is wide.
pub fn replicate(cx: &EvalCx<'_>, v: &[Bits]) -> Outcome {
    match width(cx) {
        Some(0) => one(Bits::zero(0)),
        Some(width) if v[0].width() > 0 && width % v[0].width() == 0 => {
            one(v[0].replicate(width / v[0].width()))
        }
        _ => wrong("a number of copies that is not whole"),
    }
}

/// Whether an odd number of bits is set.
pub fn parity(_: &EvalCx<'_>, v: &[Bits]) -> Outcome {
    one(Bits::from_bool(v[0].count_ones() % 2 == 1))
}

/// The bits from the lowest to the highest.
pub fn reverse(_: &EvalCx<'_>, v: &[Bits]) -> Outcome {
    one(v[0].reverse_bits())
}

/// The entry of the table at the number that the inputs make, the first being its highest bit.
pub fn truth_table(cx: &EvalCx<'_>, v: &[Bits]) -> Outcome {
    let index =
        v.iter().try_fold(0usize, |index, bit| Some(index.checked_mul(2)? + usize::from(!bit.is_zero())));
    let entry = cx.attr("lookupTable").and_then(|table| table_of(cx.ctx, table)).zip(index);
    match entry.and_then(|(table, index)| table.get(index).copied()) {
        Some(entry) => one(Bits::from_bool(entry)),
        None => wrong("an entry that is not there"),
    }
}
