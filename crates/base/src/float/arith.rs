//! Operations on floating-point numbers.

use super::{
    FloatFormat, Special, Value, from_f64, from_raw, is_nan, nan, raw, round, round_big, to_f64, unpack, zero,
};
use crate::bits::Bits;
use num_bigint::BigUint;
use rustc_apfloat::Float;
use rustc_apfloat::ieee::{Quad, X87DoubleExtended};
use std::cmp::Ordering;

/// Evaluates an expression in the host's or the library's arithmetic that is right for the format.
///
/// `host` is used with `f32` or `f64` operands and must be correct for both; narrow formats go through `f64`.
macro_rules! compute {
    ($format:expr, ($($operand:ident),+), $host:expr, $soft:expr) => {{
        let format = $format;
        let result = match format {
            FloatFormat::F32 => {
                $(let $operand = f32::from_bits($operand.low_u64() as u32);)+
                Bits::from_u64(32, u64::from($host.to_bits()))
            }
            FloatFormat::F80 => {
                $(let $operand = X87DoubleExtended::from_bits(raw(format, $operand));)+
                from_raw(format, $soft.value.to_bits())
            }
            FloatFormat::F128 => {
                $(let $operand = Quad::from_bits(raw(format, $operand));)+
                from_raw(format, $soft.value.to_bits())
            }
            _ => {
                $(let $operand = to_f64(format, $operand);)+
                from_f64(format, $host)
            }
        };
        canonical(format, result)
    }};
}

/// The value, or the canonical NaN for any.
fn canonical(format: FloatFormat, value: Bits) -> Bits {
    if is_nan(format, &value) { nan(format) } else { value }
}

/// Sum.
pub fn add(format: FloatFormat, a: &Bits, b: &Bits) -> Bits {
    compute!(format, (a, b), a + b, a + b)
}

/// Difference.
pub fn sub(format: FloatFormat, a: &Bits, b: &Bits) -> Bits {
    compute!(format, (a, b), a - b, a - b)
}

/// Product.
pub fn mul(format: FloatFormat, a: &Bits, b: &Bits) -> Bits {
    compute!(format, (a, b), a * b, a * b)
}

/// Quotient.
pub fn div(format: FloatFormat, a: &Bits, b: &Bits) -> Bits {
    compute!(format, (a, b), a / b, a / b)
}

/// Remainder of the quotient rounded towards zero, as C's `fmod`; always exact.
pub fn rem(format: FloatFormat, a: &Bits, b: &Bits) -> Bits {
    compute!(format, (a, b), a % b, a.c_fmod(b))
}

/// `a * b + c`, rounded once.
pub fn fma(format: FloatFormat, a: &Bits, b: &Bits, c: &Bits) -> Bits {
    match format {
        FloatFormat::F32 | FloatFormat::F64 | FloatFormat::F80 | FloatFormat::F128 => {
            compute!(format, (a, b, c), a.mul_add(b, c), a.mul_add(b, c))
        }
        _ => {
            let (a, b, c) = (to_f64(format, a), to_f64(format, b), to_f64(format, c));
            from_f64(format, sum_to_odd(a * b, c))
        }
    }
}

/// The sum of two numbers, of the two neighbours the one with the odd significand if it is not exact.
///
/// Rounding a sum of wide operands to `f64` and then to a narrow format could round twice; a number rounded to odd
/// lies on the same side of every tie of the narrow format as the sum itself. The product of two narrow numbers is
/// exact in `f64`, so this is all that a fused operation needs.
fn sum_to_odd(a: f64, b: f64) -> f64 {
    let sum = a + b;
    if !sum.is_finite() {
        return sum;
    }
    // Knuth's exact error term of a sum.
    let a_part = sum - b;
    let error = (a - a_part) + (b - (sum - a_part));
    if error == 0.0 || sum.to_bits() & 1 == 1 {
        sum
    } else if (error > 0.0) == (sum > 0.0) {
        f64::from_bits(sum.to_bits() + 1)
    } else {
        f64::from_bits(sum.to_bits() - 1)
    }
}

/// Square root; NaN for numbers below zero.
pub fn sqrt(format: FloatFormat, a: &Bits) -> Bits {
    match format {
        FloatFormat::F32 => {
            let root = f32::from_bits(a.low_u64() as u32).sqrt();
            canonical(format, Bits::from_u64(32, u64::from(root.to_bits())))
        }
        FloatFormat::F80 | FloatFormat::F128 => match unpack(format, a) {
            Value::Infinite { negative: false } => a.clone(),
            Value::Finite { significand: 0, .. } => a.clone(),
            Value::Finite { negative: false, significand, exponent } => {
                // The root of a number of more than 256 bits has more than 128, enough to round; the exponent is even.
                let shift = 256 + (exponent & 1);
                let square = BigUint::from(significand) << shift;
                let root = square.sqrt();
                let exact = &root * &root == square;
                round_big(format, false, &root, i64::from((exponent - shift) / 2), !exact)
            }
            _ => nan(format),
        },
        _ => from_f64(format, to_f64(format, a).sqrt()),
    }
}

/// The pattern with a sign. Formats without a negative zero keep their zero and their NaN.
fn with_sign(format: FloatFormat, a: &Bits, negative: bool) -> Bits {
    let unsigned_only = format.spec().special == Special::Fnuz && a.trunc(format.width() - 1).is_zero();
    if unsigned_only { a.clone() } else { a.insert(format.width() - 1, &Bits::from_bool(negative)) }
}

/// The number with its sign changed; of a NaN too.
pub fn neg(format: FloatFormat, a: &Bits) -> Bits {
    with_sign(format, a, !a.is_negative())
}

/// The number without its sign.
pub fn abs(format: FloatFormat, a: &Bits) -> Bits {
    with_sign(format, a, false)
}

/// The magnitude of `a` with the sign of `b`.
pub fn copysign(format: FloatFormat, a: &Bits, b: &Bits) -> Bits {
    with_sign(format, a, super::is_negative(format, b))
}

/// Comparison; none if one of them is a NaN. Zeros are equal.
pub fn cmp(format: FloatFormat, a: &Bits, b: &Bits) -> Option<Ordering> {
    match format {
        FloatFormat::F80 => {
            let [a, b] = [a, b].map(|x| X87DoubleExtended::from_bits(raw(format, x)));
            a.partial_cmp(&b)
        }
        FloatFormat::F128 => {
            let [a, b] = [a, b].map(|x| Quad::from_bits(raw(format, x)));
            a.partial_cmp(&b)
        }
        _ => to_f64(format, a).partial_cmp(&to_f64(format, b)),
    }
}

/// Of two numbers the one that comes first in an order where negative zero is below zero; none with a NaN.
fn lesser<'a>(format: FloatFormat, a: &'a Bits, b: &'a Bits) -> Option<(&'a Bits, &'a Bits)> {
    Some(match cmp(format, a, b)? {
        Ordering::Less => (a, b),
        Ordering::Greater => (b, a),
        Ordering::Equal if b.is_negative() => (b, a),
        Ordering::Equal => (a, b),
    })
}

/// The smaller number, negative zero below zero; NaN if either is (IEEE 754-2019 `minimum`).
pub fn minimum(format: FloatFormat, a: &Bits, b: &Bits) -> Bits {
    lesser(format, a, b).map_or_else(|| nan(format), |(low, _)| low.clone())
}

/// The larger number, negative zero below zero; NaN if either is (IEEE 754-2019 `maximum`).
pub fn maximum(format: FloatFormat, a: &Bits, b: &Bits) -> Bits {
    lesser(format, a, b).map_or_else(|| nan(format), |(_, high)| high.clone())
}

/// The one that is a number, if only one is; NaN if neither.
fn the_number(format: FloatFormat, a: &Bits, b: &Bits) -> Bits {
    if is_nan(format, a) { canonical(format, b.clone()) } else { a.clone() }
}

/// The smaller number, negative zero below zero; the other one if one is a NaN.
pub fn minnum(format: FloatFormat, a: &Bits, b: &Bits) -> Bits {
    lesser(format, a, b).map_or_else(|| the_number(format, a, b), |(low, _)| low.clone())
}

/// The larger number, negative zero below zero; the other one if one is a NaN.
pub fn maxnum(format: FloatFormat, a: &Bits, b: &Bits) -> Bits {
    lesser(format, a, b).map_or_else(|| the_number(format, a, b), |(_, high)| high.clone())
}

/// The float nearest to a signed integer of any width.
pub fn from_int_s(format: FloatFormat, value: &Bits) -> Bits {
    round_int(format, value.is_negative(), &value.magnitude())
}

/// The float nearest to an unsigned integer of any width.
pub fn from_int_u(format: FloatFormat, value: &Bits) -> Bits {
    round_int(format, false, value)
}

fn round_int(format: FloatFormat, negative: bool, magnitude: &Bits) -> Bits {
    match magnitude.to_u128() {
        Some(small) => round(format, negative, small, 0, false),
        None => {
            let excess = magnitude.active_bits() - 128;
            let sticky = magnitude.trailing_zeros() < excess;
            let top = magnitude.extract(excess, 128);
            round(format, negative, top.to_u128().expect("128 bits were taken"), i64::from(excess), sticky)
        }
    }
}

/// Sign and magnitude of a finite number rounded towards zero, the latter in as many bits as it needs, unless that is
/// more than `limit`.
fn truncate(format: FloatFormat, value: &Bits, limit: u32) -> Option<(bool, Bits)> {
    let Value::Finite { negative, significand, exponent } = unpack(format, value) else { return None };
    if exponent <= 0 {
        let whole = significand.checked_shr(exponent.unsigned_abs()).unwrap_or(0);
        let bits = 128 - whole.leading_zeros();
        return (bits <= limit).then(|| (negative, Bits::from_u128(bits, whole)));
    }
    let bits = 128 - significand.leading_zeros();
    if significand == 0 {
        return Some((negative, Bits::zero(0)));
    }
    let needed = bits + exponent.unsigned_abs();
    if needed > limit {
        return None;
    }
    let whole = Bits::concat(&Bits::from_u128(bits, significand), &Bits::zero(exponent.unsigned_abs()));
    Some((negative, whole))
}

/// The number rounded towards zero as a signed integer; none for a NaN or if it does not fit.
pub fn to_int_s(format: FloatFormat, value: &Bits, width: u32) -> Option<Bits> {
    let (negative, magnitude) = truncate(format, value, width)?;
    let magnitude = magnitude.zext(width);
    let fits = !magnitude.is_negative() || negative && magnitude == Bits::min_signed(width);
    fits.then(|| if negative { magnitude.neg() } else { magnitude })
}

/// The number rounded towards zero as an unsigned integer; none for a NaN or if it does not fit.
pub fn to_int_u(format: FloatFormat, value: &Bits, width: u32) -> Option<Bits> {
    let (negative, magnitude) = truncate(format, value, width)?;
    (!negative || magnitude.is_zero()).then(|| magnitude.zext(width))
}

/// Which whole number a number is rounded to.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum RoundMode {
    /// The next one below.
    Floor,
    /// The next one above.
    Ceil,
    /// The next one towards zero.
    Trunc,
    /// The nearest, halves away from zero: C's `round`.
    HalfAway,
    /// The nearest, halves to the even one: C's `roundeven`.
    HalfEven,
}

/// The number rounded to a whole one, as a float. A result of zero keeps the sign.
pub fn round_to_integral(format: FloatFormat, mode: RoundMode, value: &Bits) -> Bits {
    let (negative, significand, exponent) = match unpack(format, value) {
        Value::Nan => return nan(format),
        Value::Finite { negative, significand, exponent } if exponent < 0 => {
            (negative, significand, -exponent)
        }
        _ => return value.clone(),
    };
    // Significands have at most 113 bits, so that anything shifted by 127 or more is below one half.
    let shift = exponent.min(127);
    let whole = significand >> shift;
    let fraction = significand & ((1 << shift) - 1);
    let half = 1u128 << (shift - 1);
    let up = match mode {
        RoundMode::Trunc => false,
        RoundMode::Floor => negative && fraction != 0,
        RoundMode::Ceil => !negative && fraction != 0,
        RoundMode::HalfAway => fraction >= half,
        RoundMode::HalfEven => fraction > half || fraction == half && whole & 1 == 1,
    };
    match whole + u128::from(up) {
        0 => zero(format, negative),
        whole => round(format, negative, whole, 0, false),
    }
}
