//! What the operations of `math` compute, on the bit patterns of scalars; [`super`] says how precisely.

use crate::arith::eval::{Outcome, format};
use base::float::{self, RoundMode};
use base::{Bits, FloatFormat, codes};
use ir::{EvalCx, Undefined};
use smallvec::smallvec;

fn one(bits: Bits) -> Outcome {
    Ok(smallvec![bits])
}

// ----- integers -----

/// The magnitude, wrapping around for the least value.
pub fn absi(_: &EvalCx<'_>, v: &[Bits]) -> Outcome {
    one(if v[0].is_negative() { v[0].neg() } else { v[0].clone() })
}

/// Zeros above the highest 1.
pub fn ctlz(_: &EvalCx<'_>, v: &[Bits]) -> Outcome {
    one(Bits::from_u64(v[0].width(), v[0].leading_zeros().into()))
}

/// Zeros below the lowest 1.
pub fn cttz(_: &EvalCx<'_>, v: &[Bits]) -> Outcome {
    let count = if v[0].is_zero() { v[0].width() } else { v[0].trailing_zeros() };
    one(Bits::from_u64(v[0].width(), count.into()))
}

/// Ones.
pub fn ctpop(_: &EvalCx<'_>, v: &[Bits]) -> Outcome {
    one(Bits::from_u64(v[0].width(), v[0].count_ones().into()))
}

/// How many bits the multiplications of one integer power may make together: about a second of work.
const LONGEST_POWER: u64 = 1 << 26;

/// Integer power, by squaring.
pub fn ipowi(_: &EvalCx<'_>, v: &[Bits]) -> Outcome {
    let (base, exponent) = (&v[0], &v[1]);
    let unit = Bits::from_u64(base.width(), 1);
    if exponent.is_negative() {
        // In i1 the one pattern that is not zero is -1, so the order of the tests matters to nobody.
        return if base.is_zero() {
            Err(Undefined::Immediate(codes::UB_DIVISION, "zero to a negative power"))
        } else if base.is_ones() {
            one(if exponent.bit(0) { base.clone() } else { unit })
        } else if *base == unit {
            one(unit)
        } else {
            one(Bits::zero(base.width()))
        };
    }
    // Each factor of an even base brings a zero at the low end.
    let zeros = if base.is_zero() { base.width() } else { base.trailing_zeros() };
    let all_zeros = |times: u64| times.saturating_mul(zeros.into()) >= base.width().into();
    if zeros > 0 && exponent.to_u64().is_none_or(all_zeros) {
        return one(Bits::zero(base.width()));
    }
    if *base == unit {
        return one(unit);
    }
    let factors = u64::from(exponent.active_bits()) + u64::from(exponent.count_ones());
    if factors > 2 && factors * u64::from(base.width()) > LONGEST_POWER {
        let why = "so large a power of so wide an integer cannot be evaluated";
        return Err(Undefined::Immediate(codes::NOT_EXECUTABLE, why));
    }
    let mut result = unit;
    let mut power = base.clone();
    for i in 0..exponent.active_bits() {
        if i > 0 {
            power = power.mul(&power);
        }
        if exponent.bit(i) {
            result = result.mul(&power);
        }
    }
    one(result)
}

// ----- exact functions of floats -----

/// Without the sign.
pub fn absf(cx: &EvalCx<'_>, v: &[Bits]) -> Outcome {
    one(float::abs(format(cx, cx.operands[0])?, &v[0]))
}

/// With the sign of the other.
pub fn copysign(cx: &EvalCx<'_>, v: &[Bits]) -> Outcome {
    one(float::copysign(format(cx, cx.operands[0])?, &v[0], &v[1]))
}

/// Product and sum, rounded once.
pub fn fma(cx: &EvalCx<'_>, v: &[Bits]) -> Outcome {
    one(float::fma(format(cx, cx.operands[0])?, &v[0], &v[1], &v[2]))
}

/// Square root.
pub fn sqrt(cx: &EvalCx<'_>, v: &[Bits]) -> Outcome {
    one(float::sqrt(format(cx, cx.operands[0])?, &v[0]))
}

macro_rules! integral {
    ($($(#[$doc:meta])* $name:ident = $mode:ident;)*) => {
        $($(#[$doc])* pub fn $name(cx: &EvalCx<'_>, v: &[Bits]) -> Outcome {
            one(float::round_to_integral(format(cx, cx.operands[0])?, RoundMode::$mode, &v[0]))
        })*
    };
}

integral! {
    /// The next whole number above.
    ceil = Ceil;
    /// The next whole number below.
    floor = Floor;
    /// The nearest whole number, halves away from zero.
    round = HalfAway;
    /// The nearest whole number, halves to even.
    roundeven = HalfEven;
    /// The next whole number towards zero.
    trunc = Trunc;
}

/// Float to an integer power, by squaring.
pub fn fpowi(cx: &EvalCx<'_>, v: &[Bits]) -> Outcome {
    let format = format(cx, cx.operands[0])?;
    let unit = float::from_int_u(format, &Bits::from_u64(2, 1));
    let exponent = v[1].magnitude();
    let mut result = unit.clone();
    let mut power = v[0].clone();
    // Squares soon stay at zero, one, infinity or the like, and products of them do too; exponents may have millions of
    // bits.
    let mut settled = false;
    for i in 0..exponent.active_bits() {
        if i > 0 && !settled {
            let square = float::mul(format, &power, &power);
            settled = square == power;
            power = square;
        }
        if exponent.bit(i) {
            let product = float::mul(format, &result, &power);
            if settled && product == result {
                break;
            }
            result = product;
        }
    }
    one(if v[1].is_negative() { float::div(format, &unit, &result) } else { result })
}

// ----- the functions of libm -----

const TOO_WIDE: Undefined = Undefined::Immediate(
    codes::NOT_EXECUTABLE,
    "elementary functions of floats wider than f64 cannot be evaluated",
);

/// A function of `f64` and its like of `f32`, applied in the format of the operands.
fn elementary<const N: usize>(
    cx: &EvalCx<'_>,
    v: &[Bits],
    single: impl Fn([f32; N]) -> f32,
    double: impl Fn([f64; N]) -> f64,
) -> Outcome {
    let format = format(cx, cx.operands[0])?;
    if matches!(format, FloatFormat::F80 | FloatFormat::F128) {
        return Err(TOO_WIDE);
    }
    let args: [f64; N] = std::array::from_fn(|i| float::to_f64(format, &v[i]));
    let result = match format {
        FloatFormat::F64 => double(args),
        // Every narrower format is a part of f32, so nothing is rounded on the way in.
        _ => f64::from(single(args.map(|x| x as f32))),
    };
    one(float::from_f64(format, result))
}

/// 1 divided by the root.
pub fn rsqrt(cx: &EvalCx<'_>, v: &[Bits]) -> Outcome {
    let format = format(cx, cx.operands[0])?;
    if matches!(format, FloatFormat::F80 | FloatFormat::F128) {
        return Err(TOO_WIDE);
    }
    one(float::from_f64(format, 1.0 / libm::sqrt(float::to_f64(format, &v[0]))))
}

macro_rules! unary {
    ($($(#[$doc:meta])* $name:ident = $single:ident, $double:ident;)*) => {
        $($(#[$doc])* pub fn $name(cx: &EvalCx<'_>, v: &[Bits]) -> Outcome {
            elementary(cx, v, |[x]| libm::$single(x), |[x]| libm::$double(x))
        })*
    };
}

unary! {
    /// Arc cosine.
    acos = acosf, acos;
    /// Inverse hyperbolic cosine.
    acosh = acoshf, acosh;
    /// Arc sine.
    asin = asinf, asin;
    /// Inverse hyperbolic sine.
    asinh = asinhf, asinh;
    /// Arc tangent.
    atan = atanf, atan;
    /// Inverse hyperbolic tangent.
    atanh = atanhf, atanh;
    /// Cube root.
    cbrt = cbrtf, cbrt;
    /// Cosine.
    cos = cosf, cos;
    /// Hyperbolic cosine.
    cosh = coshf, cosh;
    /// Error function.
    erf = erff, erf;
    /// Power of e.
    exp = expf, exp;
    /// Power of 2.
    exp2 = exp2f, exp2;
    /// Power of e less 1.
    expm1 = expm1f, expm1;
    /// Natural logarithm.
    log = logf, log;
    /// Logarithm to base 10.
    log10 = log10f, log10;
    /// Natural logarithm of 1 more.
    log1p = log1pf, log1p;
    /// Logarithm to base 2.
    log2 = log2f, log2;
    /// Sine.
    sin = sinf, sin;
    /// Hyperbolic sine.
    sinh = sinhf, sinh;
    /// Tangent.
    tan = tanf, tan;
    /// Hyperbolic tangent.
    tanh = tanhf, tanh;
}

/// The angle of a point.
pub fn atan2(cx: &EvalCx<'_>, v: &[Bits]) -> Outcome {
    elementary(cx, v, |[y, x]| libm::atan2f(y, x), |[y, x]| libm::atan2(y, x))
}

/// Power.
pub fn powf(cx: &EvalCx<'_>, v: &[Bits]) -> Outcome {
    elementary(cx, v, |[x, y]| libm::powf(x, y), |[x, y]| libm::pow(x, y))
}
