//! Floats against `rustc_apfloat` and the host where those have the format, against exact arithmetic otherwise, and
//! against what `mlir-opt` 19 prints.

use super::*;
use crate::rng::Rng;
use rustc_apfloat::ieee::{BFloat, Double, Float8E4M3FN, Float8E5M2, Half, Quad, Single, X87DoubleExtended};
use rustc_apfloat::{Float, FloatConvert, Round};
use std::cmp::Ordering;

/// Equal, or both NaN: the library keeps payloads.
fn same<F: Float>(format: FloatFormat, ours: &Bits, theirs: F, what: &str) {
    if theirs.is_nan() {
        assert_eq!(*ours, nan(format), "{what} in {}", format.name());
    } else {
        assert_eq!(raw(format, ours), theirs.to_bits(), "{what} in {}", format.name());
    }
}

fn check_pair<F: Float>(format: FloatFormat, a: &Bits, b: &Bits) {
    let (fa, fb) = (F::from_bits(raw(format, a)), F::from_bits(raw(format, b)));
    let what = |op: &str| format!("{a:?} {op} {b:?}");
    same(format, &add(format, a, b), (fa + fb).value, &what("+"));
    same(format, &sub(format, a, b), (fa - fb).value, &what("-"));
    same(format, &mul(format, a, b), (fa * fb).value, &what("*"));
    same(format, &div(format, a, b), (fa / fb).value, &what("/"));
    same(format, &rem(format, a, b), fa.c_fmod(fb).value, &what("%"));
    same(format, &minimum(format, a, b), fa.minimum(fb), &what("min"));
    same(format, &maximum(format, a, b), fa.maximum(fb), &what("max"));
    assert_eq!(cmp(format, a, b), fa.partial_cmp(&fb), "{}", what("<>"));
    if !fa.is_nan() {
        same(format, &copysign(format, a, b), fa.copy_sign(fb), &what("copysign"));
        same(format, &neg(format, a), -fa, "neg");
        same(format, &abs(format, a), fa.abs(), "abs");
    }
    for (mode, theirs) in [
        (RoundMode::Floor, Round::TowardNegative),
        (RoundMode::Ceil, Round::TowardPositive),
        (RoundMode::Trunc, Round::TowardZero),
        (RoundMode::HalfAway, Round::NearestTiesToAway),
        (RoundMode::HalfEven, Round::NearestTiesToEven),
    ] {
        let theirs = fa.round_to_integral(theirs).value;
        same(format, &round_to_integral(format, mode, a), theirs, &format!("{mode:?} {a:?}"));
    }
    for width in [1u32, 7, 8, 32, 100, 128] {
        let check = |ours: Option<Bits>, bits: u128, status: rustc_apfloat::Status| {
            let fits = !status.contains(rustc_apfloat::Status::INVALID_OP);
            assert_eq!(
                ours,
                fits.then(|| Bits::from_u128(width, bits)),
                "{a:?} {} to {width} bits",
                format.name()
            );
        };
        let unsigned = fa.to_u128(width as usize);
        check(to_int_u(format, a, width), unsigned.value, unsigned.status);
        let signed = fa.to_i128(width as usize);
        check(to_int_s(format, a, width), signed.value as u128, signed.status);
    }
}

fn check_fma<F: Float>(format: FloatFormat, a: &Bits, b: &Bits, c: &Bits) {
    let [fa, fb, fc] = [a, b, c].map(|x| F::from_bits(raw(format, x)));
    same(format, &fma(format, a, b, c), fa.mul_add(fb, fc).value, &format!("{a:?} * {b:?} + {c:?}"));
}

fn check_format<F>(format: FloatFormat, rounds: usize)
where
    F: FloatConvert<Double>
        + FloatConvert<Single>
        + FloatConvert<Half>
        + FloatConvert<BFloat>
        + FloatConvert<Quad>
        + FloatConvert<X87DoubleExtended>
        + FloatConvert<Float8E4M3FN>
        + FloatConvert<Float8E5M2>,
{
    // The x87 has several patterns for some numbers; the library gives back the usual one.
    let usual = |x: Bits| from_raw(format, F::from_bits(raw(format, &x)).to_bits());
    let mut rng = Rng::new(format.width().into());
    let width = format.width();
    for _ in 0..rounds {
        let a = usual(rng.edgy_bits(width));
        // Operands of like magnitude, so that not everything is swallowed, cancelled or overflows.
        let near = a.xor(&rng.bits(width.min(14) - 2).zext(width));
        let b = usual(if rng.bool() { rng.edgy_bits(width) } else { near });
        check_pair::<F>(format, &a, &b);
        let c = usual(if rng.bool() { rng.edgy_bits(width) } else { mul(format, &a, &b) });
        check_fma::<F>(format, &a, &b, &c);
        check_fma::<F>(format, &a, &b, &neg(format, &c));
        let int = rng.edgy_bits(128);
        let (signed, unsigned) = (int.to_i128().unwrap(), int.to_u128().unwrap());
        same(format, &from_int_s(format, &int), F::from_i128(signed).value, &format!("{signed}"));
        same(format, &from_int_u(format, &int), F::from_u128(unsigned).value, &format!("{unsigned}"));
        let fa = F::from_bits(raw(format, &a));
        macro_rules! check_convert {
            ($($to:ident $type:ident)+) => { $({
                let theirs: $type = fa.convert(&mut false).value;
                same(FloatFormat::$to, &convert(format, FloatFormat::$to, &a), theirs, &format!("{a:?}"));
            })+ };
        }
        check_convert!(F16 Half BF16 BFloat F32 Single F64 Double F80 X87DoubleExtended F128 Quad
            F8E4M3FN Float8E4M3FN F8E5M2 Float8E5M2);
    }
}

#[test]
fn the_library_agrees() {
    check_format::<Half>(FloatFormat::F16, 20_000);
    check_format::<BFloat>(FloatFormat::BF16, 20_000);
    check_format::<Single>(FloatFormat::F32, 20_000);
    check_format::<Double>(FloatFormat::F64, 20_000);
    check_format::<X87DoubleExtended>(FloatFormat::F80, 5_000);
    check_format::<Quad>(FloatFormat::F128, 5_000);
    check_format::<Float8E5M2>(FloatFormat::F8E5M2, 5_000);
    check_format::<Float8E4M3FN>(FloatFormat::F8E4M3FN, 5_000);
}

#[test]
fn the_library_agrees_on_every_pair_of_bytes() {
    for pair in 0..=0xFFFF {
        let (a, b) = (Bits::from_u64(8, pair >> 8), Bits::from_u64(8, pair));
        check_pair::<Float8E5M2>(FloatFormat::F8E5M2, &a, &b);
        check_pair::<Float8E4M3FN>(FloatFormat::F8E4M3FN, &a, &b);
    }
}

/// The formats that the library lacks, each value of them.
fn bytes(format: FloatFormat) -> impl Iterator<Item = Bits> {
    assert_eq!(format.width(), 8);
    (0..=0xFF).map(|raw| Bits::from_u64(8, raw))
}

#[test]
fn formats_without_a_library_keep_the_laws_of_rounding() {
    use FloatFormat::*;
    for format in [F8E4M3, F8E3M4, F8E5M2FNUZ, F8E4M3FNUZ, F8E4M3B11FNUZ, F8E5M2, F8E4M3FN] {
        let finite: Vec<Bits> = bytes(format).filter(|x| is_finite(format, x)).collect();
        let mut exact: Vec<f64> = finite.iter().map(|x| to_f64(format, x)).collect();
        for (bits, &value) in finite.iter().zip(&exact) {
            assert_eq!(from_f64(format, value), *bits, "{value} of {}", format.name());
        }
        exact.sort_by(f64::total_cmp);
        for pair in exact.windows(2) {
            let (low, high) = (pair[0], pair[1]);
            let middle = (low + high) / 2.0;
            let [below, above] =
                [middle.next_down(), middle.next_up()].map(|x| to_f64(format, &from_f64(format, x)));
            assert_eq!((below, above), (low, high), "around {middle} in {}", format.name());
            let even = from_f64(format, middle);
            assert!(!even.bit(0), "the tie {middle} goes to {even:?} in {}", format.name());
        }
        let largest = *exact.last().unwrap();
        let overflown = from_f64(format, largest * 2.0);
        assert_eq!(overflown, infinity(format, false).unwrap_or(nan(format)));
        let nans = bytes(format).filter(|x| is_nan(format, x)).count();
        let infinities = bytes(format).filter(|x| is_infinite(format, x)).count();
        assert_eq!(nans + infinities + finite.len(), 256);
        assert_eq!(infinities, infinity(format, false).map_or(0, |_| 2));
        assert!(is_nan(format, &nan(format)) && !is_negative(format, &nan(format)));
        for x in bytes(format) {
            let back = neg(format, &neg(format, &x));
            assert_eq!(back, x);
            assert_eq!(is_nan(format, &neg(format, &x)), is_nan(format, &x));
            assert_eq!(
                to_f64(format, &abs(format, &x)).to_bits(),
                to_f64(format, &x).abs().to_bits() & !(1 << 63)
            );
        }
    }
    assert_eq!(to_f64(F8E4M3, &Bits::from_u64(8, 0x77)), 240.0);
    assert_eq!(to_f64(F8E3M4, &Bits::from_u64(8, 0x6F)), 15.5);
    assert_eq!(to_f64(F8E5M2FNUZ, &Bits::from_u64(8, 0x7F)), 57344.0);
    assert_eq!(to_f64(F8E4M3FNUZ, &Bits::from_u64(8, 0x7F)), 240.0);
    assert_eq!(to_f64(F8E4M3B11FNUZ, &Bits::from_u64(8, 0x7F)), 30.0);
    assert_eq!(zero(F8E4M3FNUZ, true), zero(F8E4M3FNUZ, false));
}

#[test]
fn minima_and_maxima_treat_zeros_and_nans() {
    let format = FloatFormat::F32;
    let f = |x: f32| Bits::from_u64(32, x.to_bits().into());
    let (plus, minus, odd_nan) = (f(0.0), f(-0.0), Bits::from_u64(32, 0xFFC0_1234));
    for (a, b) in [(&plus, &minus), (&minus, &plus)] {
        assert_eq!((minimum(format, a, b), maximum(format, a, b)), (minus.clone(), plus.clone()));
        assert_eq!((minnum(format, a, b), maxnum(format, a, b)), (minus.clone(), plus.clone()));
        assert_eq!(cmp(format, a, b), Some(Ordering::Equal));
    }
    for (a, b) in [(&plus, &odd_nan), (&odd_nan, &plus)] {
        assert_eq!((minimum(format, a, b), maximum(format, a, b)), (nan(format), nan(format)));
        assert_eq!((minnum(format, a, b), maxnum(format, a, b)), (plus.clone(), plus.clone()));
    }
    assert_eq!(maxnum(format, &odd_nan, &odd_nan), nan(format));
    assert_eq!(add(format, &odd_nan, &plus), nan(format));
    assert_eq!(neg(format, &odd_nan), Bits::from_u64(32, 0x7FC0_1234));
}

#[test]
fn square_roots_are_the_nearest() {
    let mut rng = Rng::new(9);
    for format in FloatFormat::ALL {
        assert!(is_nan(format, &sqrt(format, &from_f64(format, -1.0))));
        assert_eq!(sqrt(format, &zero(format, true)), zero(format, true));
        assert_eq!(sqrt(format, &from_f64(format, 4.0)), from_f64(format, 2.0));
    }
    // A number is the root's nearest if the square lies between the squares of the midpoints to its neighbours, which
    // have one bit more; exact in whole numbers.
    for format in [FloatFormat::F16, FloatFormat::F32, FloatFormat::F64, FloatFormat::F80, FloatFormat::F128]
    {
        for _ in 0..2000 {
            let a = abs(format, &rng.bits(format.width()));
            let (Value::Finite { significand, exponent, .. }, root) = (unpack(format, &a), sqrt(format, &a))
            else {
                continue;
            };
            let Value::Finite { significand: root, exponent: root_exponent, .. } = unpack(format, &root)
            else {
                panic!("the root of a positive number is one");
            };
            if significand == 0 {
                continue;
            }
            // Both sides in units of 2^(2 * (root_exponent - 1)).
            let shift = i64::from(exponent) - 2 * (i64::from(root_exponent) - 1);
            let square = BigUint::from(significand) << u64::try_from(shift.max(0)).unwrap();
            let scale = u64::try_from((-shift).max(0)).unwrap();
            let middle = |half: i32| {
                let m = (BigUint::from(root) << 1u32) + 1u32 - if half < 0 { 2u32 } else { 0 };
                (&m * &m) << scale
            };
            assert!(middle(-1) <= square && square <= middle(1), "the root of {a:?} in {}", format.name());
        }
    }
}

#[test]
fn integers_of_any_width_round_once() {
    let format = FloatFormat::F32;
    let wide =
        |shift: u32, low: u64| Bits::from_u64(300, 1).shl(shift).unwrap().or(&Bits::from_u64(300, low));
    let tie = wide(100, 0).or(&wide(76, 0));
    assert_eq!(from_int_u(FloatFormat::F64, &wide(200, 0)), from_f64(FloatFormat::F64, 2f64.powi(200)));
    assert_eq!(from_int_u(format, &tie), from_f64(format, 2f64.powi(100)));
    assert_eq!(
        from_int_u(format, &tie.or(&Bits::from_u64(300, 1))),
        from_f64(format, 2f64.powi(100) + 2f64.powi(77))
    );
    assert_eq!(from_int_s(format, &tie.neg()), from_f64(format, -(2f64.powi(100))));
    let huge = Bits::from_u64(300, 1).shl(250).unwrap();
    let above = huge.or(&Bits::from_u64(300, 1).shl(197).unwrap());
    assert_eq!(from_int_u(FloatFormat::F64, &above), from_f64(FloatFormat::F64, 2f64.powi(250)));
    let next = f64::from_bits(2f64.powi(250).to_bits() + 1);
    assert_eq!(
        from_int_u(FloatFormat::F64, &above.or(&Bits::from_u64(300, 1))),
        from_f64(FloatFormat::F64, next)
    );
    assert_eq!(
        to_int_u(FloatFormat::F64, &from_f64(FloatFormat::F64, 2f64.powi(200)), 300),
        Some(wide(200, 0))
    );
    assert_eq!(to_int_u(FloatFormat::F64, &from_f64(FloatFormat::F64, 2f64.powi(200)), 200), None);
    assert_eq!(to_int_s(FloatFormat::F64, &from_f64(FloatFormat::F64, -0.9), 1), Some(Bits::zero(1)));
    assert_eq!(to_int_u(FloatFormat::F64, &from_f64(FloatFormat::F64, -0.9), 8), Some(Bits::zero(8)));
}

#[test]
fn decimals_are_read_correctly_rounded() {
    let mut rng = Rng::new(5);
    for _ in 0..5000 {
        let exponent = rng.between(-50, 50);
        let text = format!("{}.{}e{exponent}", rng.next_u64() >> rng.below(64), rng.next_u64() >> 32);
        for (format, theirs) in [
            (FloatFormat::F16, text.parse::<Half>().unwrap().to_bits()),
            (FloatFormat::BF16, text.parse::<BFloat>().unwrap().to_bits()),
            (FloatFormat::F80, text.parse::<X87DoubleExtended>().unwrap().to_bits()),
            (FloatFormat::F128, text.parse::<Quad>().unwrap().to_bits()),
            (FloatFormat::F8E5M2, text.parse::<Float8E5M2>().unwrap().to_bits()),
        ] {
            assert_eq!(
                raw(format, &parse_decimal(format, &text).unwrap()),
                theirs,
                "{text} as {}",
                format.name()
            );
        }
    }
    // A tie of `f16`, and a hair above it, beyond the digits that an `f64` can tell apart.
    let tie = "2.98023223876953125e-8";
    assert_eq!(parse_decimal(FloatFormat::F16, tie), Some(Bits::zero(16)));
    let above = format!("2.98023223876953125{}1e-8", "0".repeat(20_000));
    assert_eq!(parse_decimal(FloatFormat::F16, &above), Some(Bits::from_u64(16, 1)));
    assert_eq!(parse_literal(FloatFormat::F16, &above), Some(Bits::zero(16)));
    let whole = format!("2049{}1e-{}", "0".repeat(20_000), 20_001);
    assert_eq!(parse_decimal(FloatFormat::F16, &whole), Some(from_f64(FloatFormat::F16, 2050.0)));
    for format in FloatFormat::ALL {
        for text in
            ["", "-", ".", ".5", "1e", "1e+", "1e1.0", "inf", "nan", "0x1", "1 ", "--1", "1.2.3", "1_0"]
        {
            assert_eq!(parse_decimal(format, text), None, "{text:?}");
        }
        let huge = infinity(format, false).unwrap_or(nan(format));
        for text in ["1e99999999999999999999", "1.0e20000", "1e5000"] {
            assert_eq!(parse_decimal(format, text), Some(huge.clone()), "{text} as {}", format.name());
        }
        for text in ["-1e-99999999999999999999", "-1.0e-20000", "-1e-5000", "-0.0", "-0e99999999999999999999"]
        {
            assert_eq!(parse_decimal(format, text), Some(zero(format, true)), "{text} as {}", format.name());
        }
    }
}

#[test]
fn what_is_printed_is_read_back() {
    let mut rng = Rng::new(6);
    for format in FloatFormat::ALL {
        assert_eq!(FloatFormat::from_name(format.name()), Some(format));
        for _ in 0..500 {
            let value = rng.edgy_bits(format.width());
            let text = print(format, &value);
            let read = match text.starts_with("0x") {
                true => Bits::parse(format.width(), &text).ok(),
                false => parse_decimal(format, &text),
            };
            // Only the x87 has several patterns for one number.
            if format != FloatFormat::F80 {
                assert_eq!(read, Some(value), "{text} : {}", format.name());
            }
        }
    }
}

/// Pairs recorded from `mlir-opt` 19: format, bit pattern, what it prints.
#[test]
fn mlir_prints_the_same() {
    for line in include_str!("recorded.txt").lines().filter(|line| !line.starts_with('#')) {
        let mut words = line.split(' ');
        let mut word = || words.next().expect("a line has three words");
        let (format, pattern, expected) = (word(), word(), word());
        let format = FloatFormat::from_name(format).expect("the format is known");
        let value = Bits::parse(format.width(), pattern).expect("the pattern fits");
        assert_eq!(print(format, &value), expected, "{pattern} : {}", format.name());
    }
}
