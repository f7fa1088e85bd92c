//! Floating-point numbers of MLIR's formats as bit patterns, with results that are the same on every host.
//!
//! A number is a [`Bits`] of its format's width. Everything is correctly rounded to nearest, ties to even. `f32` and
//! `f64` use the host's operations, which IEEE 754 fixes to the bit; formats of at most eleven bits of precision are
//! computed in `f64`, whose 53 bits are more than twice theirs and two, so that rounding twice cannot be told from
//! rounding once; `f80` and `f128` are left to `rustc_apfloat`. What IEEE 754 leaves open is fixed here: an operation
//! that gives a NaN gives the format's one canonical NaN ([`nan`]).
//!
//! This file has the formats, their encodings and the one rounding function; [`arith`] the operations, [`text`]
//! decimal reading and MLIR's way of printing.

pub mod arith;
#[cfg(test)]
mod tests;
pub mod text;

pub use arith::{
    RoundMode, abs, add, cmp, copysign, div, fma, from_int_s, from_int_u, maximum, maxnum, minimum, minnum,
    mul, neg, rem, round_to_integral, sqrt, sub, to_int_s, to_int_u,
};
pub use text::{parse_decimal, parse_literal, print};

use crate::bits::Bits;
use num_bigint::BigUint;

/// A floating-point format of MLIR 19.
#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum FloatFormat {
    /// `f16`, IEEE binary16.
    F16,
    /// `bf16`, the upper half of an `f32`.
    BF16,
    /// `tf32`, the range of `f32` with the precision of `f16`, in 19 bits.
    TF32,
    /// `f32`, IEEE binary32.
    F32,
    /// `f64`, IEEE binary64.
    F64,
    /// `f80`, the extended format of the x87, with an explicit integer bit.
    F80,
    /// `f128`, IEEE binary128.
    F128,
    /// `f8E5M2`, in the manner of IEEE.
    F8E5M2,
    /// `f8E4M3`, in the manner of IEEE.
    F8E4M3,
    /// `f8E3M4`, in the manner of IEEE. `mlir-opt` 19 does not know it; later versions do.
    F8E3M4,
    /// `f8E4M3FN`, without infinities, with one NaN of either sign.
    F8E4M3FN,
    /// `f8E5M2FNUZ`, without infinities and without a negative zero, whose pattern is the only NaN.
    F8E5M2FNUZ,
    /// `f8E4M3FNUZ`, without infinities and without a negative zero, whose pattern is the only NaN.
    F8E4M3FNUZ,
    /// `f8E4M3B11FNUZ`, the same with an exponent bias of 11.
    F8E4M3B11FNUZ,
}

/// How infinities and NaNs are encoded.
#[derive(Copy, Clone, PartialEq, Eq)]
enum Special {
    /// The largest exponent is for them alone.
    Ieee,
    /// All ones after the sign are NaN; there is no infinity.
    NanOnly,
    /// Negative zero is NaN; there is no infinity.
    Fnuz,
    /// As IEEE, with the significand's leading bit written out.
    X87,
}

struct Spec {
    name: &'static str,
    width: u32,
    exponent_bits: u32,
    /// Bits of the significand, the leading one included.
    precision: u32,
    bias: i32,
    special: Special,
}

impl Spec {
    const fn new(
        name: &'static str,
        width: u32,
        exponent_bits: u32,
        precision: u32,
        bias: i32,
        special: Special,
    ) -> Spec {
        Spec { name, width, exponent_bits, precision, bias, special }
    }

    /// Bits below the exponent.
    const fn fraction_bits(&self) -> u32 {
        self.width - 1 - self.exponent_bits
    }

    const fn exponent_mask(&self) -> u128 {
        (1 << self.exponent_bits) - 1
    }

    const fn fraction_mask(&self) -> u128 {
        (1 << self.fraction_bits()) - 1
    }

    /// The exponent of the smallest normal number.
    const fn min_exponent(&self) -> i32 {
        1 - self.bias
    }
}

impl FloatFormat {
    /// Every format.
    pub const ALL: [FloatFormat; 14] = {
        use FloatFormat::*;
        [
            F16,
            BF16,
            TF32,
            F32,
            F64,
            F80,
            F128,
            F8E5M2,
            F8E4M3,
            F8E3M4,
            F8E4M3FN,
            F8E5M2FNUZ,
            F8E4M3FNUZ,
            F8E4M3B11FNUZ,
        ]
    };

    const fn spec(self) -> &'static Spec {
        use Special::*;
        match self {
            FloatFormat::F16 => &const { Spec::new("f16", 16, 5, 11, 15, Ieee) },
            FloatFormat::BF16 => &const { Spec::new("bf16", 16, 8, 8, 127, Ieee) },
            FloatFormat::TF32 => &const { Spec::new("tf32", 19, 8, 11, 127, Ieee) },
            FloatFormat::F32 => &const { Spec::new("f32", 32, 8, 24, 127, Ieee) },
            FloatFormat::F64 => &const { Spec::new("f64", 64, 11, 53, 1023, Ieee) },
            FloatFormat::F80 => &const { Spec::new("f80", 80, 15, 64, 16383, X87) },
            FloatFormat::F128 => &const { Spec::new("f128", 128, 15, 113, 16383, Ieee) },
            FloatFormat::F8E5M2 => &const { Spec::new("f8E5M2", 8, 5, 3, 15, Ieee) },
            FloatFormat::F8E4M3 => &const { Spec::new("f8E4M3", 8, 4, 4, 7, Ieee) },
            FloatFormat::F8E3M4 => &const { Spec::new("f8E3M4", 8, 3, 5, 3, Ieee) },
            FloatFormat::F8E4M3FN => &const { Spec::new("f8E4M3FN", 8, 4, 4, 7, NanOnly) },
            FloatFormat::F8E5M2FNUZ => &const { Spec::new("f8E5M2FNUZ", 8, 5, 3, 16, Fnuz) },
            FloatFormat::F8E4M3FNUZ => &const { Spec::new("f8E4M3FNUZ", 8, 4, 4, 8, Fnuz) },
            FloatFormat::F8E4M3B11FNUZ => &const { Spec::new("f8E4M3B11FNUZ", 8, 4, 4, 11, Fnuz) },
        }
    }

    /// MLIR's name of the type.
    pub const fn name(self) -> &'static str {
        self.spec().name
    }

    /// The format of MLIR's type of this name.
    pub fn from_name(name: &str) -> Option<FloatFormat> {
        FloatFormat::ALL.into_iter().find(|format| format.name() == name)
    }

    /// The number of bits of a value.
    pub const fn width(self) -> u32 {
        self.spec().width
    }

    /// The number of bits of the significand, with the leading one that most formats do not store.
    pub const fn precision(self) -> u32 {
        self.spec().precision
    }
}

/// A number taken apart. Finite ones are `significand * 2^exponent`.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
enum Value {
    Nan,
    Infinite { negative: bool },
    Finite { negative: bool, significand: u128, exponent: i32 },
}

/// The bit pattern of a number of the format.
fn raw(format: FloatFormat, value: &Bits) -> u128 {
    assert_eq!(value.width(), format.width(), "a float has its format's width");
    u128::from(value.words()[0]) | value.words().get(1).map_or(0, |&high| u128::from(high) << 64)
}

fn from_raw(format: FloatFormat, raw: u128) -> Bits {
    Bits::from_u128(format.width(), raw)
}

fn unpack(format: FloatFormat, value: &Bits) -> Value {
    let spec = format.spec();
    let raw = raw(format, value);
    let negative = raw >> (spec.width - 1) & 1 == 1;
    let field = raw >> spec.fraction_bits() & spec.exponent_mask();
    let fraction = raw & spec.fraction_mask();
    let top = field == spec.exponent_mask();
    let integer_bit = 1 << (spec.precision - 1);
    match spec.special {
        Special::Ieee if top && fraction == 0 => return Value::Infinite { negative },
        Special::X87 if top && fraction == integer_bit => return Value::Infinite { negative },
        Special::Ieee | Special::X87 if top => return Value::Nan,
        // Patterns that the x87 itself refuses.
        Special::X87 if field != 0 && fraction & integer_bit == 0 => return Value::Nan,
        Special::NanOnly if top && fraction == spec.fraction_mask() => return Value::Nan,
        Special::Fnuz if negative && field == 0 && fraction == 0 => return Value::Nan,
        _ => {}
    }
    let lowest = 1 - spec.precision as i32;
    if field == 0 {
        return Value::Finite { negative, significand: fraction, exponent: spec.min_exponent() + lowest };
    }
    Value::Finite {
        negative,
        significand: fraction | integer_bit,
        exponent: field as i32 - spec.bias + lowest,
    }
}

/// The number nearest to `significand * 2^exponent`, ties to even. `sticky` says that the true significand is
/// larger by a fraction of its last place; it then has at least two bits more than the format's precision.
fn round(format: FloatFormat, negative: bool, significand: u128, exponent: i64, sticky: bool) -> Bits {
    let spec = format.spec();
    if significand == 0 {
        return zero(format, negative);
    }
    let precision = i64::from(spec.precision);
    let leading = exponent + i64::from(significand.ilog2());
    // The exponent of the result's last place.
    let mut last = leading.max(i64::from(spec.min_exponent())) - (precision - 1);
    let mut kept = match last - exponent {
        shift @ ..=0 => significand << -shift,
        shift => {
            let below = |bits: i64| if bits >= 128 { significand } else { significand & ((1 << bits) - 1) };
            let kept = if shift >= 128 { 0 } else { significand >> shift };
            let half = shift <= 128 && significand >> (shift - 1) & 1 == 1;
            let more = sticky || below(shift - 1) != 0;
            kept + u128::from(half && (more || kept & 1 == 1))
        }
    };
    if kept >> precision != 0 {
        kept >>= 1;
        last += 1;
    }
    let normal = kept >> (precision - 1) != 0;
    let field = if normal { last + (precision - 1) + i64::from(spec.bias) } else { 0 };
    let fraction = kept & spec.fraction_mask();
    let largest = spec.exponent_mask() as i64;
    let overflow = match spec.special {
        Special::Ieee | Special::X87 => field >= largest,
        Special::NanOnly => field > largest || field == largest && fraction == spec.fraction_mask(),
        Special::Fnuz => field > largest,
    };
    if overflow {
        return infinity(format, negative).unwrap_or_else(|| nan(format));
    }
    if kept == 0 {
        return zero(format, negative);
    }
    let sign = u128::from(negative) << (spec.width - 1);
    from_raw(format, sign | (field as u128) << spec.fraction_bits() | fraction)
}

/// The number nearest to a whole number times a power of two, ties to even.
fn round_big(
    format: FloatFormat,
    negative: bool,
    significand: &BigUint,
    exponent: i64,
    sticky: bool,
) -> Bits {
    let excess = significand.bits().saturating_sub(128);
    let top = significand >> excess;
    let sticky = sticky || significand.trailing_zeros().is_some_and(|zeros| zeros < excess);
    let mut digits = top.iter_u64_digits();
    let (low, high) = (digits.next().unwrap_or(0), digits.next().unwrap_or(0));
    let top = u128::from(high) << 64 | u128::from(low);
    round(format, negative, top, exponent + excess as i64, sticky)
}

/// Zero; formats without a negative zero have one only.
pub fn zero(format: FloatFormat, negative: bool) -> Bits {
    let spec = format.spec();
    let signed = negative && spec.special != Special::Fnuz;
    from_raw(format, u128::from(signed) << (spec.width - 1))
}

/// The canonical NaN: positive, of the payload only the quiet bit.
pub fn nan(format: FloatFormat) -> Bits {
    let spec = format.spec();
    let exponent = spec.exponent_mask() << spec.fraction_bits();
    from_raw(
        format,
        match spec.special {
            Special::Ieee => exponent | 1 << (spec.precision - 2),
            Special::X87 => exponent | 0b11 << (spec.precision - 2),
            Special::NanOnly => exponent | spec.fraction_mask(),
            Special::Fnuz => 1 << (spec.width - 1),
        },
    )
}

/// Infinity, if the format has it.
pub fn infinity(format: FloatFormat, negative: bool) -> Option<Bits> {
    let spec = format.spec();
    let integer_bit = match spec.special {
        Special::Ieee => 0,
        Special::X87 => 1 << (spec.precision - 1),
        Special::NanOnly | Special::Fnuz => return None,
    };
    let sign = u128::from(negative) << (spec.width - 1);
    Some(from_raw(format, sign | spec.exponent_mask() << spec.fraction_bits() | integer_bit))
}

/// Whether it is a NaN.
pub fn is_nan(format: FloatFormat, value: &Bits) -> bool {
    unpack(format, value) == Value::Nan
}

/// Whether it is an infinity.
pub fn is_infinite(format: FloatFormat, value: &Bits) -> bool {
    matches!(unpack(format, value), Value::Infinite { .. })
}

/// Whether it is neither infinite nor a NaN.
pub fn is_finite(format: FloatFormat, value: &Bits) -> bool {
    matches!(unpack(format, value), Value::Finite { .. })
}

/// Whether it is zero of either sign.
pub fn is_zero(format: FloatFormat, value: &Bits) -> bool {
    matches!(unpack(format, value), Value::Finite { significand: 0, .. })
}

/// Whether its sign is minus; also of zeros, infinities and NaNs that have one.
pub fn is_negative(format: FloatFormat, value: &Bits) -> bool {
    let only_nan = format.spec().special == Special::Fnuz && is_nan(format, value);
    value.is_negative() && !only_nan
}

/// The value in another format, rounded. What overflows becomes infinite, or NaN in a format without infinities.
pub fn convert(from: FloatFormat, to: FloatFormat, value: &Bits) -> Bits {
    if from == to && !is_nan(from, value) {
        return value.clone();
    }
    match unpack(from, value) {
        Value::Nan => nan(to),
        Value::Infinite { negative } => infinity(to, negative).unwrap_or_else(|| nan(to)),
        Value::Finite { negative, significand, exponent } => {
            round(to, negative, significand, i64::from(exponent), false)
        }
    }
}

/// The value as an `f64`, rounded if the format has more precision or range.
pub fn to_f64(format: FloatFormat, value: &Bits) -> f64 {
    match format {
        FloatFormat::F64 => f64::from_bits(value.low_u64()),
        FloatFormat::F32 => f64::from(f32::from_bits(value.low_u64() as u32)),
        _ => f64::from_bits(convert(format, FloatFormat::F64, value).low_u64()),
    }
}

/// An `f64` in a format, rounded; a NaN becomes the canonical one.
pub fn from_f64(format: FloatFormat, value: f64) -> Bits {
    if value.is_nan() {
        return nan(format);
    }
    convert(FloatFormat::F64, format, &Bits::from_u64(64, value.to_bits()))
}
