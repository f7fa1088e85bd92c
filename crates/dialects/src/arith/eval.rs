//! What the operations of `arith` compute, on the bit patterns of scalars.
//!
//! One function an operation, named like it. Fast-math flags are not looked at; overflow flags are, because they decide
//! whether there is a result at all.

use super::predicate::{FloatPredicate, IntPredicate};
use super::rounding::{self, Rounding};
use super::{NSW, NUW};
use base::{Bits, Code, FloatFormat, codes, float};
use ir::{AttrKind, EvalCx, Evaluated, Type, Undefined};
use smallvec::smallvec;

/// What an evaluation gives.
pub type Outcome = Result<Evaluated, Undefined>;

fn one(bits: Bits) -> Outcome {
    Ok(smallvec![bits])
}

fn poison<T>(code: Code, why: &'static str) -> Result<T, Undefined> {
    Err(Undefined::Poison(code, why))
}

fn immediate<T>(code: Code, why: &'static str) -> Result<T, Undefined> {
    Err(Undefined::Immediate(code, why))
}

// ----- constants and choice -----

/// The constant itself; a constant that is no number has no bits.
pub fn constant(cx: &EvalCx<'_>, _: &[Bits]) -> Outcome {
    match cx.attr("value").and_then(|value| cx.ctx.scalar_bits(value)) {
        Some(bits) => one(bits.clone()),
        None => immediate(codes::NOT_EXECUTABLE, "only constants that are one number can be evaluated"),
    }
}

/// The second operand if the first is 1, otherwise the third.
pub fn select(_: &EvalCx<'_>, v: &[Bits]) -> Outcome {
    one(if v[0].is_zero() { v[2].clone() } else { v[1].clone() })
}

// ----- integers -----

/// The overflow flags of the operation.
fn flags(cx: &EvalCx<'_>) -> u64 {
    match cx.attr("overflowFlags").map(|attr| &cx.ctx[attr]) {
        Some(AttrKind::Enum { value, .. }) => *value,
        _ => 0,
    }
}

/// The result of an operation with overflow flags. The tests are made only where a flag asks for them.
fn unless_overflow(
    cx: &EvalCx<'_>,
    result: Bits,
    signed: impl FnOnce() -> bool,
    unsigned: impl FnOnce() -> bool,
) -> Outcome {
    let flags = flags(cx);
    if flags & NSW != 0 && signed() {
        poison(codes::UB_POISON, "signed overflow of an operation marked nsw")
    } else if flags & NUW != 0 && unsigned() {
        poison(codes::UB_POISON, "unsigned overflow of an operation marked nuw")
    } else {
        one(result)
    }
}

/// Wrapping sum.
pub fn addi(cx: &EvalCx<'_>, v: &[Bits]) -> Outcome {
    let (a, b) = (&v[0], &v[1]);
    unless_overflow(cx, a.add(b), || a.add_overflows_s(b), || a.add_overflows_u(b))
}

/// Wrapping difference.
pub fn subi(cx: &EvalCx<'_>, v: &[Bits]) -> Outcome {
    let (a, b) = (&v[0], &v[1]);
    unless_overflow(cx, a.sub(b), || a.sub_overflows_s(b), || a.sub_overflows_u(b))
}

/// Wrapping product.
pub fn muli(cx: &EvalCx<'_>, v: &[Bits]) -> Outcome {
    let (a, b) = (&v[0], &v[1]);
    unless_overflow(cx, a.mul(b), || a.mul_overflows_s(b), || a.mul_overflows_u(b))
}

const SHIFT: &str = "a shift by the width or more";

/// Shift to the left.
pub fn shli(cx: &EvalCx<'_>, v: &[Bits]) -> Outcome {
    let (a, b) = (&v[0], &v[1]);
    match a.shl(b) {
        Some(result) => unless_overflow(cx, result, || a.shl_overflows_s(b), || a.shl_overflows_u(b)),
        None => poison(codes::UB_SHIFT, SHIFT),
    }
}

/// Shift to the right with the sign.
pub fn shrsi(_: &EvalCx<'_>, v: &[Bits]) -> Outcome {
    v[0].ashr(&v[1]).map_or_else(|| poison(codes::UB_SHIFT, SHIFT), one)
}

/// Shift to the right with zeros.
pub fn shrui(_: &EvalCx<'_>, v: &[Bits]) -> Outcome {
    v[0].lshr(&v[1]).map_or_else(|| poison(codes::UB_SHIFT, SHIFT), one)
}

/// The sum and whether it overflowed.
pub fn addui_extended(_: &EvalCx<'_>, v: &[Bits]) -> Outcome {
    Ok(smallvec![v[0].add(&v[1]), Bits::from_bool(v[0].add_overflows_u(&v[1]))])
}

/// The two halves of the signed product.
pub fn mulsi_extended(_: &EvalCx<'_>, v: &[Bits]) -> Outcome {
    let (low, high) = v[0].mul_full_s(&v[1]);
    Ok(smallvec![low, high])
}

/// The two halves of the unsigned product.
pub fn mului_extended(_: &EvalCx<'_>, v: &[Bits]) -> Outcome {
    let (low, high) = v[0].mul_full_u(&v[1]);
    Ok(smallvec![low, high])
}

macro_rules! total {
    ($($(#[$doc:meta])* $name:ident = $method:ident;)*) => {
        $($(#[$doc])* pub fn $name(_: &EvalCx<'_>, v: &[Bits]) -> Outcome {
            one(v[0].$method(&v[1]))
        })*
    };
}

total! {
    /// Bitwise and.
    andi = and;
    /// Bitwise or.
    ori = or;
    /// Bitwise exclusive or.
    xori = xor;
    /// The larger, signed.
    maxsi = max_s;
    /// The larger, unsigned.
    maxui = max_u;
    /// The smaller, signed.
    minsi = min_s;
    /// The smaller, unsigned.
    minui = min_u;
}

macro_rules! division {
    ($($(#[$doc:meta])* $name:ident = $method:ident;)*) => {
        $($(#[$doc])* pub fn $name(_: &EvalCx<'_>, v: &[Bits]) -> Outcome {
            match v[0].$method(&v[1]) {
                Some(result) => one(result),
                None if v[1].is_zero() => immediate(codes::UB_DIVISION, "division by zero"),
                None => immediate(codes::UB_DIVISION, "signed overflow of a division: the least value by -1"),
            }
        })*
    };
}

division! {
    /// Quotient rounded up, signed.
    ceildivsi = ceildiv_s;
    /// Quotient rounded up, unsigned.
    ceildivui = ceildiv_u;
    /// Quotient rounded towards zero, signed.
    divsi = sdiv;
    /// Quotient rounded down, unsigned.
    divui = udiv;
    /// Quotient rounded down, signed.
    floordivsi = floordiv_s;
    /// Remainder, signed.
    remsi = srem;
    /// Remainder, unsigned.
    remui = urem;
}

fn predicate(cx: &EvalCx<'_>) -> Option<i64> {
    cx.attr("predicate").and_then(|attr| cx.ctx.int_value(attr))
}

/// Integer comparison.
pub fn cmpi(cx: &EvalCx<'_>, v: &[Bits]) -> Outcome {
    let predicate = predicate(cx).and_then(IntPredicate::new).expect("a verified comparison has a predicate");
    one(Bits::from_bool(predicate.holds(&v[0], &v[1])))
}

// ----- floats -----

/// The format of a float type.
pub fn format(cx: &EvalCx<'_>, ty: Type) -> Result<FloatFormat, Undefined> {
    match cx.ctx.float_format(ty) {
        Some(format) => Ok(format),
        None => immediate(codes::NOT_EXECUTABLE, "only an operation on one float can be evaluated"),
    }
}

macro_rules! float_binary {
    ($($(#[$doc:meta])* $name:ident = $function:ident;)*) => {
        $($(#[$doc])* pub fn $name(cx: &EvalCx<'_>, v: &[Bits]) -> Outcome {
            one(float::$function(format(cx, cx.operands[0])?, &v[0], &v[1]))
        })*
    };
}

float_binary! {
    /// Sum.
    addf = add;
    /// Difference.
    subf = sub;
    /// Product.
    mulf = mul;
    /// Quotient.
    divf = div;
    /// Remainder.
    remf = rem;
    /// The larger, or NaN.
    maximumf = maximum;
    /// The smaller, or NaN.
    minimumf = minimum;
    /// The larger number.
    maxnumf = maxnum;
    /// The smaller number.
    minnumf = minnum;
}

/// The sign inverted.
pub fn negf(cx: &EvalCx<'_>, v: &[Bits]) -> Outcome {
    one(float::neg(format(cx, cx.operands[0])?, &v[0]))
}

/// Float comparison.
pub fn cmpf(cx: &EvalCx<'_>, v: &[Bits]) -> Outcome {
    let predicate =
        predicate(cx).and_then(FloatPredicate::new).expect("a verified comparison has a predicate");
    let order = float::cmp(format(cx, cx.operands[0])?, &v[0], &v[1]);
    one(Bits::from_bool(predicate.holds(order)))
}

// ----- casts -----

fn result_width(cx: &EvalCx<'_>) -> Result<u32, Undefined> {
    match cx.ctx.scalar_width(cx.results[0]) {
        Some(width) => Ok(width),
        None => immediate(codes::NOT_EXECUTABLE, "only casts of one number can be evaluated"),
    }
}

/// The same bits.
pub fn bitcast(cx: &EvalCx<'_>, v: &[Bits]) -> Outcome {
    // A tf32 has 19 bits and is cast to and from 32, of which nobody says what the others are.
    if result_width(cx)? != v[0].width() {
        return immediate(codes::NOT_EXECUTABLE, "a tf32 has no bit pattern of 32 bits");
    }
    one(v[0].clone())
}

/// Copies of the sign above.
pub fn extsi(cx: &EvalCx<'_>, v: &[Bits]) -> Outcome {
    one(v[0].sext(result_width(cx)?))
}

/// Zeros above.
pub fn extui(cx: &EvalCx<'_>, v: &[Bits]) -> Outcome {
    one(v[0].zext(result_width(cx)?))
}

/// The low bits.
pub fn trunci(cx: &EvalCx<'_>, v: &[Bits]) -> Outcome {
    one(v[0].trunc(result_width(cx)?))
}

/// Copies of the sign above, or the low bits.
pub fn index_cast(cx: &EvalCx<'_>, v: &[Bits]) -> Outcome {
    let width = result_width(cx)?;
    one(if width < v[0].width() { v[0].trunc(width) } else { v[0].sext(width) })
}

/// Zeros above, or the low bits.
pub fn index_castui(cx: &EvalCx<'_>, v: &[Bits]) -> Outcome {
    let width = result_width(cx)?;
    one(if width < v[0].width() { v[0].trunc(width) } else { v[0].zext(width) })
}

/// The same value in a wider format.
pub fn extf(cx: &EvalCx<'_>, v: &[Bits]) -> Outcome {
    let (from, to) = (format(cx, cx.operands[0])?, format(cx, cx.results[0])?);
    one(float::convert(from, to, &v[0]))
}

/// The value rounded to a narrower format.
pub fn truncf(cx: &EvalCx<'_>, v: &[Bits]) -> Outcome {
    let (from, to) = (format(cx, cx.operands[0])?, format(cx, cx.results[0])?);
    let rounding = match cx.attr("roundingmode").and_then(|attr| cx.ctx.int_value(attr)) {
        Some(1) => Rounding::Down,
        Some(2) => Rounding::Up,
        Some(3) => Rounding::TowardZero,
        Some(4) => Rounding::NearestAway,
        _ => return one(float::convert(from, to, &v[0])),
    };
    match rounding::narrow(from, to, &v[0], rounding) {
        Some(result) => one(result),
        None => immediate(codes::NOT_EXECUTABLE, "only the nearest f80, ties to even, can be evaluated"),
    }
}

/// A signed integer as a float.
pub fn sitofp(cx: &EvalCx<'_>, v: &[Bits]) -> Outcome {
    one(float::from_int_s(format(cx, cx.results[0])?, &v[0]))
}

/// An unsigned integer as a float.
pub fn uitofp(cx: &EvalCx<'_>, v: &[Bits]) -> Outcome {
    one(float::from_int_u(format(cx, cx.results[0])?, &v[0]))
}

const TOO_LARGE: &str = "a float that the integer type cannot hold";

/// A float as a signed integer.
pub fn fptosi(cx: &EvalCx<'_>, v: &[Bits]) -> Outcome {
    let result = float::to_int_s(format(cx, cx.operands[0])?, &v[0], result_width(cx)?);
    result.map_or_else(|| poison(codes::UB_OTHER, TOO_LARGE), one)
}

/// A float as an unsigned integer.
pub fn fptoui(cx: &EvalCx<'_>, v: &[Bits]) -> Outcome {
    let result = float::to_int_u(format(cx, cx.operands[0])?, &v[0], result_width(cx)?);
    result.map_or_else(|| poison(codes::UB_OTHER, TOO_LARGE), one)
}
