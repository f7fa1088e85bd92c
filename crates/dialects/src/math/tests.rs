//! Tests of `math`: its text, its diagnostics, its folds, and its evaluation.

use super::DIALECT;
use crate::testing::{Evaluator, check_canonical, check_error, check_records, check_text};
use base::{Bits, Rng, codes};
use ir::Undefined;

#[test]
fn records() {
    check_records(DIALECT.ops);
}

#[test]
fn text() {
    check_text(
        r#"%x = "test.value"() : () -> f32
%n = "test.value"() : () -> i8
%i = "test.value"() : () -> index
%v = "test.value"() : () -> vector<2xf64>
%0 = math.absf %x fastmath<fast> : f32
%1 = math.sqrt %v {note} : vector<2xf64>
%2 = math.fma %x, %x, %0 : f32
%3 = math.fpowi %x, %n : f32, i8
%4 = math.ipowi %i, %i : index
%5 = math.ctlz %n : i8
"#,
    );
}

#[test]
fn errors() {
    let bad = |op: &str, words: &str| {
        let values = "%x, %v, %w = \"test.values\"() : () -> (f32, vector<2xf32>, vector<3xi8>)";
        check_error(&format!("{values}\n{op}\n"), words);
    };
    bad("%0 = math.absi %x : f32", "signless");
    bad("%0 = math.sin %w : vector<3xi8>", "float");
    bad("%0 = math.fpowi %v, %w : vector<2xf32>, vector<3xi8>", "same shape");
}

#[test]
fn folds() {
    check_canonical(
        r#"%x = "test.value"() : () -> f32
%0 = arith.negf %x : f32
%1 = math.absf %0 : f32
%2 = math.absf %1 : f32
%3 = math.floor %2 : f32
%4 = math.round %3 : f32
"test.use"(%2, %4) : (f32, f32) -> ()
"#,
        r#"%x = "test.value"() : () -> f32
%0 = math.absf %x : f32
%1 = math.floor %0 : f32
"test.use"(%0, %1) : (f32, f32) -> ()
"#,
    );
}

fn unary(op: &str, ty: &str) -> Evaluator {
    Evaluator::new(&format!("%a = \"test.value\"() : () -> {ty}\n%0 = math.{op} %a : {ty}"))
}

#[test]
fn integers() {
    let mut rng = Rng::new(1);
    for _ in 0..500 {
        let b = rng.edgy_bits(32);
        let x = b.low_u64() as u32;
        let check = |op: &str, expected: u32| {
            assert_eq!(
                unary(op, "i32").one(std::slice::from_ref(&b)),
                Ok(Bits::from_u64(32, expected.into())),
                "{op} {x}"
            );
        };
        check("absi", (x as i32).wrapping_abs() as u32);
        check("ctlz", x.leading_zeros());
        check("cttz", x.trailing_zeros());
        check("ctpop", x.count_ones());
    }
}

#[test]
fn integer_powers() {
    let power = Evaluator::new("%a, %b = \"test.values\"() : () -> (i8, i8)\n%0 = math.ipowi %a, %b : i8");
    for a in -128i64..128 {
        for b in -128i64..128 {
            let found = power.one(&[Bits::from_i64(8, a), Bits::from_i64(8, b)]);
            let expected = match (a, b) {
                (0, ..0) => {
                    assert!(matches!(found, Err(Undefined::Immediate(codes::UB_DIVISION, _))));
                    continue;
                }
                (1 | -1, _) => {
                    if b & 1 == 0 {
                        1
                    } else {
                        a
                    }
                }
                (_, ..0) => 0,
                _ => (a as i8).wrapping_pow(b as u32).into(),
            };
            assert_eq!(found, Ok(Bits::from_i64(8, expected)), "{a} to the power of {b}");
        }
    }
}

/// The functions are right, not only there: against the host's, which differ in the last places.
#[test]
fn elementary_functions() {
    type Host = fn(f64) -> f64;
    let functions: [(&str, Host); 23] = [
        ("acos", f64::acos),
        ("acosh", f64::acosh),
        ("asin", f64::asin),
        ("asinh", f64::asinh),
        ("atan", f64::atan),
        ("atanh", f64::atanh),
        ("cbrt", f64::cbrt),
        ("cos", f64::cos),
        ("cosh", f64::cosh),
        ("exp", f64::exp),
        ("exp2", f64::exp2),
        ("expm1", f64::exp_m1),
        ("log", f64::ln),
        ("log10", f64::log10),
        ("log1p", f64::ln_1p),
        ("log2", f64::log2),
        ("rsqrt", |x| 1.0 / x.sqrt()),
        ("sin", f64::sin),
        ("sinh", f64::sinh),
        ("sqrt", f64::sqrt),
        ("tan", f64::tan),
        ("tanh", f64::tanh),
        ("round", f64::round),
    ];
    let close = |found: f64, expected: f64, precision: f64| {
        found == expected
            || found.is_nan() && expected.is_nan()
            || (found - expected).abs() <= precision * expected.abs()
    };
    for (op, host) in functions {
        let (f64s, f32s, f16s) = (unary(op, "f64"), unary(op, "f32"), unary(op, "f16"));
        for i in -40..=40 {
            let x = f64::from(i) / 8.0;
            let found = f64s.one(&[Bits::from_u64(64, x.to_bits())]).unwrap();
            let found = f64::from_bits(found.low_u64());
            assert!(close(found, host(x), 4.0 * f64::EPSILON), "{op} {x}: {found} and {}", host(x));
            let found = f32s.one(&[Bits::from_u64(32, (x as f32).to_bits().into())]).unwrap();
            let found = f32::from_bits(found.low_u64() as u32);
            assert!(
                close(found.into(), host(x), 2.0 * f64::from(f32::EPSILON)),
                "{op} {x}: {found} and {}",
                host(x)
            );
            let narrow = base::float::from_f64(base::FloatFormat::F16, x);
            let found = base::float::to_f64(base::FloatFormat::F16, &f16s.one(&[narrow]).unwrap());
            assert!(close(found, host(x), 1.0 / 2048.0), "{op} {x}: {found} and {}", host(x));
        }
    }
}

/// Results that must never change, whatever the host: a sample of bit patterns.
#[test]
fn results_are_the_same_on_every_host() {
    let single = |op: &str, x: f32| {
        let found = unary(op, "f32").one(&[Bits::from_u64(32, x.to_bits().into())]).unwrap();
        found.low_u64() as u32
    };
    assert_eq!(single("sin", f32::INFINITY), 0x7fc0_0000);
    assert_eq!(single("sqrt", -1.0), 0x7fc0_0000);
    assert_eq!(single("sqrt", -0.0), 0x8000_0000);
    assert_eq!(single("exp", f32::NEG_INFINITY), 0);
    assert_eq!(single("log", 0.0), f32::NEG_INFINITY.to_bits());
    assert_eq!(single("erf", 1.0), 0x3f57_bb3d);
    assert_eq!(single("absf", f32::from_bits(0xffc0_1234)), 0x7fc0_1234);
}

#[test]
fn float_powers() {
    let text = "%a, %b = \"test.values\"() : () -> (f32, i8)\n%0 = math.fpowi %a, %b : f32, i8";
    let power = Evaluator::new(text);
    for (x, n, expected) in
        [(2.0, 3, 8.0), (2.0, -2, 0.25), (-1.5, 3, -3.375), (0.0, 0, 1.0), (0.0, -1, f32::INFINITY)]
    {
        let found = power.one(&[Bits::from_u64(32, f32::to_bits(x).into()), Bits::from_i64(8, n)]);
        assert_eq!(found, Ok(Bits::from_u64(32, f32::to_bits(expected).into())), "{x} to the power of {n}");
    }
    let wide = Evaluator::new("%a = \"test.value\"() : () -> f128\n%0 = math.sin %a : f128");
    assert!(matches!(wide.one(&[Bits::zero(128)]), Err(Undefined::Immediate(codes::NOT_EXECUTABLE, _))));
}

#[test]
fn powers_of_wide_integers_are_bounded() {
    let power = |width: u32, base: Bits, exponent: Bits| {
        let ty = format!("i{width}");
        let text = format!("%a, %b = \"test.values\"() : () -> ({ty}, {ty})\n%0 = math.ipowi %a, %b : {ty}");
        Evaluator::new(&text).one(&[base, exponent])
    };
    const WIDE: u32 = 1 << 20;
    let (two, three) = (Bits::from_u64(WIDE, 2), Bits::from_u64(WIDE, 3));
    let greatest = Bits::max_signed(WIDE);
    assert_eq!(power(WIDE, two.clone(), greatest.clone()), Ok(Bits::zero(WIDE)));
    assert_eq!(power(WIDE, Bits::zero(WIDE), greatest.clone()), Ok(Bits::zero(WIDE)));
    assert_eq!(power(WIDE, Bits::zero(WIDE), Bits::zero(WIDE)), Ok(Bits::from_u64(WIDE, 1)));
    assert_eq!(power(WIDE, Bits::from_u64(WIDE, 1), greatest.clone()), Ok(Bits::from_u64(WIDE, 1)));
    assert_eq!(power(WIDE, three.clone(), Bits::from_u64(WIDE, 4)), Ok(Bits::from_u64(WIDE, 81)));
    assert_eq!(power(WIDE, two, Bits::from_u64(WIDE, 40)), Ok(Bits::from_u64(WIDE, 1 << 40)));
    let refused = power(WIDE, three, greatest);
    assert!(matches!(refused, Err(Undefined::Immediate(codes::NOT_EXECUTABLE, _))), "{refused:?}");
    // All of a small type, against multiplying one by one.
    for base in 0..16u64 {
        for exponent in 0..8 {
            let expected = base.pow(exponent as u32) & 15;
            let found = power(4, Bits::from_u64(4, base), Bits::from_u64(4, exponent));
            assert_eq!(found, Ok(Bits::from_u64(4, expected)), "{base} to the power of {exponent}");
        }
    }
}

#[test]
fn float_powers_with_huge_exponents_settle() {
    const WIDE: u32 = 1 << 20;
    let ty = format!("i{WIDE}");
    let text = format!("%a, %b = \"test.values\"() : () -> (f32, {ty})\n%0 = math.fpowi %a, %b : f32, {ty}");
    let power = Evaluator::new(&text);
    for (x, expected) in [(-1.0f32, -1.0f32), (1.0, 1.0), (1.5, f32::INFINITY), (-0.5, -0.0)] {
        let found = power.one(&[Bits::from_u64(32, x.to_bits().into()), Bits::max_signed(WIDE)]);
        assert_eq!(found, Ok(Bits::from_u64(32, expected.to_bits().into())), "{x}");
    }
}
