//! Tests of `arith`: its text, its diagnostics, its rewrites, and its evaluation against the host's arithmetic.

use super::DIALECT;
use super::rounding::{Rounding, narrow};
use crate::testing::{Evaluator, check_canonical, check_error, check_records, check_text};
use base::{Bits, Code, FloatFormat, Rng, codes, float};
use ir::Undefined;
use std::cmp::Ordering;

// ----- text -----

#[test]
fn records() {
    check_records(DIALECT.ops);
}

#[test]
fn text() {
    check_text(
        r#"%a = "test.value"() : () -> i32
%b = "test.value"() : () -> i32
%x = "test.value"() : () -> f32
%y = "test.value"() : () -> f32
%c = "test.value"() : () -> i1
%v = "test.value"() : () -> vector<4xi1>
%w = "test.value"() : () -> vector<4xi32>
%0 = arith.addi %a, %b : i32
%1 = arith.addi %a, %b overflow<nsw, nuw> : i32
%sum:2 = arith.addui_extended %a, %b : i32, i1
%low:2 = arith.mulsi_extended %a, %b : i32
%2 = arith.addf %x, %y fastmath<nnan,ninf> : f32
%3 = arith.addf %x, %y fastmath<fast> {note} : f32
%4 = arith.cmpi slt, %a, %b : i32
%5 = arith.cmpf olt, %x, %y fastmath<nnan> : f32
%6 = arith.select %c, %a, %b : i32
%7 = arith.select %v, %w, %w : vector<4xi1>, vector<4xi32>
%8 = arith.select %c, %w, %w {note = 1 : i8} : vector<4xi32>
%9 = arith.truncf %x : f32 to bf16
%10 = arith.truncf %x to_nearest_even fastmath<nnan> : f32 to bf16
%11 = arith.extf %x fastmath<none> : f32 to f64
%12 = arith.index_cast %a : i32 to index
%c-3_i32 = arith.constant {note} -3 : i32
%true = arith.constant true
%cst = arith.constant dense<1.500000e+00> : vector<4xf32>
"#,
    );
}

#[test]
fn errors() {
    let with = |ty: &str, op: &str| format!("%a = \"test.value\"() : () -> {ty}\n{op}\n");
    let bad = |ty: &str, op: &str, words: &str| check_error(&with(ty, op), words);
    bad("i32", "%0 = arith.extsi %a : i32 to i32", "wider");
    bad("i32", "%0 = arith.trunci %a : i32 to i64", "narrower");
    bad("bf16", "%0 = arith.extf %a : bf16 to f16", "wider");
    bad("i32", "%0 = arith.bitcast %a : i32 to f64", "as wide as");
    bad("i32", "%0 = arith.index_cast %a : i32 to i64", "must be index");
    bad("vector<2xi32>", "%0 = arith.extsi %a : vector<2xi32> to vector<3xi64>", "same shape");
    bad("si32", "%0 = arith.addi %a, %a : si32", "signless");
    bad("f32", "%0 = arith.addi %a, %a : f32", "signless");
    bad("i32", "%0 = arith.addf %a, %a : i32", "float");
    bad("i32", "%0 = \"arith.addi\"(%a, %a) : (i32, i32) -> i64", "type");
    bad("i32", "%0 = \"arith.cmpi\"(%a, %a) <{predicate = 10 : i64}> : (i32, i32) -> i1", "predicate");
    bad("i32", "%0 = \"arith.cmpi\"(%a, %a) : (i32, i32) -> i1", "predicate");
    bad("i32", "%0 = arith.constant 3 : si32", "signless");
    bad("i32", "%0 = arith.constant \"text\"", "");
    bad(
        "vector<2xi1>",
        "%b = arith.constant 1 : i8\n%0 = arith.select %a, %b, %b : vector<2xi1>, i8",
        "condition",
    );
}

// ----- rewrites -----

/// Programs with two `i32` values `%a` and `%b`, an `i8` value `%n` and a condition `%c`, before and after.
fn canonical(before: &str, after: &str) {
    let value = |(name, ty)| format!("%{name} = \"test.value\"() : () -> {ty}\n");
    let head: String = [("a", "i32"), ("b", "i32"), ("n", "i8"), ("c", "i1")].map(value).concat();
    let (constants, rest): (Vec<&str>, Vec<&str>) =
        after.lines().map(str::trim).partition(|line| line.contains("arith.constant"));
    let join = |lines: Vec<&str>| lines.iter().map(|line| format!("{line}\n")).collect::<String>();
    check_canonical(&format!("{head}{before}"), &format!("{}{head}{}", join(constants), join(rest)));
}

#[test]
fn constants_meet() {
    canonical(
        "%c1 = arith.constant 5 : i32
         %c2 = arith.constant 7 : i32
         %0 = arith.addi %a, %c1 overflow<nsw> : i32
         %1 = arith.subi %c2, %0 overflow<nsw> : i32
         \"test.use\"(%1) : (i32) -> ()",
        "%c2_i32 = arith.constant 2 : i32
         %0 = arith.subi %c2_i32, %a : i32
         \"test.use\"(%0) : (i32) -> ()",
    );
}

/// A bit of a number is wires.
#[test]
fn bits_that_are_compared_are_cut_out() {
    canonical(
        "%c0_i32 = arith.constant 0 : i32
         %c1_i32 = arith.constant 1 : i32
         %false = arith.constant false
         %0 = arith.andi %a, %c1_i32 : i32
         %1 = arith.cmpi ne, %0, %c0_i32 : i32
         %2 = arith.cmpi eq, %0, %c0_i32 : i32
         %3 = arith.cmpi eq, %c, %false : i1
         \"test.use\"(%1, %2, %3) : (i1, i1, i1) -> ()",
        "%true = arith.constant true
         %0 = arith.trunci %a : i32 to i1
         %1 = arith.trunci %a : i32 to i1
         %2 = arith.xori %1, %true : i1
         %3 = arith.xori %c, %true : i1
         \"test.use\"(%0, %2, %3) : (i1, i1, i1) -> ()",
    );
}

/// Coincidences that random programs seldom have.
#[test]
fn values_that_are_there_already() {
    canonical(
        "%c-1_i32 = arith.constant -1 : i32
         %c1_i32 = arith.constant 1 : i32
         %0 = arith.cmpi eq, %a, %b : i32
         %1 = arith.cmpi ne, %b, %a : i32
         %2 = arith.cmpi slt, %a, %b : i32
         %3 = arith.select %0, %a, %b : i32
         %4 = arith.select %1, %a, %b : i32
         %5 = arith.select %2, %a, %b : i32
         %6 = arith.extsi %c : i1 to i32
         %7 = arith.cmpi eq, %6, %c-1_i32 : i32
         %8 = arith.extui %c : i1 to i32
         %9 = arith.cmpi eq, %8, %c1_i32 : i32
         \"test.use\"(%3, %4, %5, %7, %9) : (i32, i32, i32, i1, i1) -> ()",
        "%0 = arith.cmpi slt, %a, %b : i32
         %1 = arith.select %0, %a, %b : i32
         \"test.use\"(%b, %a, %1, %c, %c) : (i32, i32, i32, i1, i1) -> ()",
    );
    canonical(
        "%c1_i32 = arith.constant 1 : i32
         %0 = arith.extsi %c : i1 to i32
         %1 = arith.cmpi eq, %0, %c1_i32 : i32
         \"test.use\"(%1) : (i1) -> ()",
        "%c1_i32 = arith.constant 1 : i32
         %0 = arith.extsi %c : i1 to i32
         %1 = arith.cmpi eq, %0, %c1_i32 : i32
         \"test.use\"(%1) : (i1) -> ()",
    );
}

#[test]
fn widenings_move_outwards() {
    canonical(
        "%0 = arith.extui %n : i8 to i32
         %1 = arith.constant 200 : i32
         %2 = arith.cmpi slt, %0, %1 : i32
         \"test.use\"(%2) : (i1) -> ()",
        "%c-56_i8 = arith.constant -56 : i8
         %0 = arith.cmpi ult, %n, %c-56_i8 : i8
         \"test.use\"(%0) : (i1) -> ()",
    );
}

#[test]
fn extensions_join() {
    canonical(
        "%0 = arith.extui %n : i8 to i16
         %1 = arith.extsi %0 : i16 to i32
         %2 = arith.extsi %n : i8 to i32
         %3 = arith.trunci %2 : i32 to i16
         %4 = arith.trunci %2 : i32 to i4
         %5 = arith.index_cast %2 : i32 to index
         \"test.use\"(%1, %3, %4, %5) : (i32, i16, i4, index) -> ()",
        "%0 = arith.extui %n : i8 to i32
         %1 = arith.extsi %n : i8 to i16
         %2 = arith.trunci %n : i8 to i4
         %3 = arith.index_cast %n : i8 to index
         \"test.use\"(%0, %1, %2, %3) : (i32, i16, i4, index) -> ()",
    );
}

#[test]
fn negations_disappear() {
    canonical(
        "%true = arith.constant true
         %0 = arith.cmpi sgt, %a, %b : i32
         %1 = arith.xori %0, %true : i1
         %2 = arith.xori %c, %true : i1
         %3 = arith.select %2, %a, %b : i32
         \"test.use\"(%1, %3) : (i1, i32) -> ()",
        "%0 = arith.cmpi sle, %a, %b : i32
         %1 = arith.select %c, %b, %a : i32
         \"test.use\"(%0, %1) : (i1, i32) -> ()",
    );
}

#[test]
fn a_result_nobody_asks_for_is_not_computed() {
    canonical(
        "%0:2 = arith.mulsi_extended %a, %b : i32
         %1, %2 = arith.addui_extended %a, %0#0 : i32, i1
         \"test.use\"(%1) : (i32) -> ()",
        "%0 = arith.muli %a, %b : i32
         %1 = arith.addi %a, %0 : i32
         \"test.use\"(%1) : (i32) -> ()",
    );
}

#[test]
fn undefined_operations_stay() {
    let kept = "%c0_i32 = arith.constant 0 : i32
         %0 = arith.divsi %a, %c0_i32 : i32
         \"test.use\"(%0) : (i32) -> ()";
    canonical(kept, kept);
}

// ----- evaluation -----

fn bits8(value: i64) -> Bits {
    Bits::from_i64(8, value)
}

/// The evaluator of a binary operation, `op` standing before its type.
fn binary(op: &str, ty: &str) -> Evaluator {
    Evaluator::new(&format!("%a, %b = \"test.values\"() : () -> ({ty}, {ty})\n%0 = arith.{op} : {ty}"))
}

/// Signed and unsigned value of an operation on `i8`, for every pair of operands; `None` where it is undefined.
fn check_i8(op: &str, expected: impl Fn(i64, i64, i64, i64) -> Option<i64>) {
    let evaluator = binary(op, "i8");
    for a in -128..128 {
        for b in -128..128 {
            let found = evaluator.one(&[bits8(a), bits8(b)]).ok();
            assert_eq!(found, expected(a, b, a & 255, b & 255).map(bits8), "{op} of {a} and {b}");
        }
    }
}

#[test]
fn integers_of_eight_bits() {
    let signed = |v: i64| (-128..128).contains(&v).then_some(v);
    let unsigned = |v: i64| (0..256).contains(&v).then_some(v);
    let nonzero = |b: i64| (b != 0).then_some(b);
    check_i8("addi %a, %b", |a, b, _, _| Some(a + b));
    check_i8("addi %a, %b overflow<nsw>", |a, b, _, _| signed(a + b));
    check_i8("addi %a, %b overflow<nuw>", |_, _, a, b| unsigned(a + b));
    check_i8("subi %a, %b", |a, b, _, _| Some(a - b));
    check_i8("subi %a, %b overflow<nsw>", |a, b, _, _| signed(a - b));
    check_i8("subi %a, %b overflow<nuw>", |_, _, a, b| unsigned(a - b));
    check_i8("muli %a, %b", |a, b, _, _| Some(a * b));
    check_i8("muli %a, %b overflow<nsw>", |a, b, _, _| signed(a * b));
    check_i8("muli %a, %b overflow<nuw>", |_, _, a, b| unsigned(a * b));
    check_i8("muli %a, %b overflow<nsw, nuw>", |a, b, c, d| signed(a * b).and(unsigned(c * d)));
    check_i8("divsi %a, %b", |a, b, _, _| signed(a / nonzero(b)?));
    check_i8("remsi %a, %b", |a, b, _, _| signed(a / nonzero(b)?).map(|q| a - q * b));
    check_i8("divui %a, %b", |_, _, a, b| Some(a / nonzero(b)?));
    check_i8("remui %a, %b", |_, _, a, b| Some(a % nonzero(b)?));
    check_i8("floordivsi %a, %b", |a, b, _, _| signed((a as f64 / nonzero(b)? as f64).floor() as i64));
    check_i8("ceildivsi %a, %b", |a, b, _, _| signed((a as f64 / nonzero(b)? as f64).ceil() as i64));
    check_i8("ceildivui %a, %b", |_, _, a, b| Some((a as f64 / nonzero(b)? as f64).ceil() as i64));
    check_i8("shli %a, %b", |a, _, _, b| (b < 8).then(|| a << b));
    check_i8("shli %a, %b overflow<nsw>", |a, _, _, b| (b < 8).then(|| signed(a << b))?);
    check_i8("shli %a, %b overflow<nuw>", |_, _, a, b| (b < 8).then(|| unsigned(a << b))?);
    check_i8("shrsi %a, %b", |a, _, _, b| (b < 8).then(|| a >> b));
    check_i8("shrui %a, %b", |_, _, a, b| (b < 8).then(|| a >> b));
    check_i8("andi %a, %b", |a, b, _, _| Some(a & b));
    check_i8("ori %a, %b", |a, b, _, _| Some(a | b));
    check_i8("xori %a, %b", |a, b, _, _| Some(a ^ b));
    check_i8("maxsi %a, %b", |a, b, _, _| Some(a.max(b)));
    check_i8("minsi %a, %b", |a, b, _, _| Some(a.min(b)));
    check_i8("maxui %a, %b", |_, _, a, b| Some(a.max(b)));
    check_i8("minui %a, %b", |_, _, a, b| Some(a.min(b)));
}

#[test]
fn comparisons() {
    type Test = fn(i64, i64, i64, i64) -> bool;
    let predicates: [(&str, Test); 10] = [
        ("eq", |a, b, _, _| a == b),
        ("ne", |a, b, _, _| a != b),
        ("slt", |a, b, _, _| a < b),
        ("sle", |a, b, _, _| a <= b),
        ("sgt", |a, b, _, _| a > b),
        ("sge", |a, b, _, _| a >= b),
        ("ult", |_, _, a, b| a < b),
        ("ule", |_, _, a, b| a <= b),
        ("ugt", |_, _, a, b| a > b),
        ("uge", |_, _, a, b| a >= b),
    ];
    for (predicate, test) in predicates {
        let evaluator = binary(&format!("cmpi {predicate}, %a, %b"), "i8");
        for a in -128..128 {
            for b in -128..128 {
                let expected = Bits::from_bool(test(a, b, a & 255, b & 255));
                assert_eq!(evaluator.one(&[bits8(a), bits8(b)]), Ok(expected), "{a} {predicate} {b}");
            }
        }
    }
}

#[test]
fn wide_integers() {
    let mut rng = Rng::new(7);
    let (add, mul_s) = (binary("addi %a, %b", "i100"), binary("muli %a, %b", "i64"));
    let text =
        |op: &str| format!("%a, %b = \"test.values\"() : () -> (i64, i64)\n%0, %1 = arith.{op} %a, %b : i64");
    let (wide_s, wide_u) = (Evaluator::new(&text("mulsi_extended")), Evaluator::new(&text("mului_extended")));
    let carry = Evaluator::new(&format!("{}, i1", text("addui_extended")));
    for _ in 0..2000 {
        let (a, b) = (rng.edgy_bits(100), rng.edgy_bits(100));
        let sum = a.to_u128().unwrap().wrapping_add(b.to_u128().unwrap());
        assert_eq!(add.one(&[a, b]), Ok(Bits::from_u128(100, sum)));
        let (a, b) = (rng.edgy_bits(64), rng.edgy_bits(64));
        let (x, y) = (a.low_u64(), b.low_u64());
        let pair = [a, b];
        let halves = |p: u128| [Bits::from_u64(64, p as u64), Bits::from_u64(64, (p >> 64) as u64)];
        assert_eq!(mul_s.one(&pair), Ok(Bits::from_u64(64, x.wrapping_mul(y))));
        let signed = i128::from(x as i64) * i128::from(y as i64);
        assert_eq!(wide_s.eval(&pair).unwrap()[..], halves(signed as u128));
        assert_eq!(wide_u.eval(&pair).unwrap()[..], halves(u128::from(x) * u128::from(y)));
        let (sum, overflow) = x.overflowing_add(y);
        assert_eq!(carry.eval(&pair).unwrap()[..], [Bits::from_u64(64, sum), Bits::from_bool(overflow)]);
    }
}

#[test]
fn the_reason_for_no_result() {
    let code = |op: &str, a: i64, b: i64| match binary(op, "i8").one(&[bits8(a), bits8(b)]) {
        Err(Undefined::Poison(code, _)) => (false, code),
        Err(Undefined::Immediate(code, _)) => (true, code),
        Ok(found) => panic!("{op} gave {found:?}"),
    };
    let is =
        |found: (bool, Code), immediate: bool, code: Code| assert!(found.0 == immediate && found.1 == code);
    is(code("divui %a, %b", 1, 0), true, codes::UB_DIVISION);
    is(code("divsi %a, %b", -128, -1), true, codes::UB_DIVISION);
    is(code("remsi %a, %b", -128, -1), true, codes::UB_DIVISION);
    is(code("shrui %a, %b", 1, 8), false, codes::UB_SHIFT);
    is(code("addi %a, %b overflow<nsw>", 127, 1), false, codes::UB_POISON);
    let cast = Evaluator::new("%a = \"test.value\"() : () -> f32\n%0 = arith.fptosi %a : f32 to i8");
    let found = cast.one(&[Bits::from_u64(32, 128f32.to_bits().into())]);
    assert!(matches!(found, Err(Undefined::Poison(codes::UB_OTHER, _))));
}

fn single(x: f32) -> Bits {
    let x = if x.is_nan() { f32::NAN.to_bits() & 0x7fff_ffff } else { x.to_bits() };
    Bits::from_u64(32, x.into())
}

fn double(x: f64) -> Bits {
    let x = if x.is_nan() { f64::NAN.to_bits() & (u64::MAX >> 1) } else { x.to_bits() };
    Bits::from_u64(64, x)
}

#[test]
fn floats_of_the_host() {
    let mut rng = Rng::new(8);
    type Host<T> = fn(T, T) -> T;
    let ops: [(&str, Host<f32>, Host<f64>); 5] = [
        ("addf", |a, b| a + b, |a, b| a + b),
        ("subf", |a, b| a - b, |a, b| a - b),
        ("mulf", |a, b| a * b, |a, b| a * b),
        ("divf", |a, b| a / b, |a, b| a / b),
        ("remf", |a, b| a % b, |a, b| a % b),
    ];
    for (op, on_single, on_double) in ops {
        let f32s = binary(&format!("{op} %a, %b fastmath<fast>"), "f32");
        let f64s = binary(&format!("{op} %a, %b"), "f64");
        for _ in 0..2000 {
            let (a, b) = (rng.edgy_bits(32), rng.edgy_bits(32));
            let expected = on_single(f32::from_bits(a.low_u64() as u32), f32::from_bits(b.low_u64() as u32));
            assert_eq!(f32s.one(&[a, b]), Ok(single(expected)), "{op}");
            let (a, b) = (rng.edgy_bits(64), rng.edgy_bits(64));
            let expected = on_double(f64::from_bits(a.low_u64()), f64::from_bits(b.low_u64()));
            assert_eq!(f64s.one(&[a, b]), Ok(double(expected)), "{op}");
        }
    }
}

#[test]
fn float_comparisons() {
    type Test = fn(f32, f32) -> bool;
    let predicates: [(&str, Test); 16] = [
        ("false", |_, _| false),
        ("oeq", |a, b| a == b),
        ("ogt", |a, b| a > b),
        ("oge", |a, b| a >= b),
        ("olt", |a, b| a < b),
        ("ole", |a, b| a <= b),
        ("one", |a, b| a.partial_cmp(&b).is_some_and(Ordering::is_ne)),
        ("ord", |a, b| !a.is_nan() && !b.is_nan()),
        ("ueq", |a, b| a.partial_cmp(&b).is_none_or(Ordering::is_eq)),
        ("ugt", |a, b| a.partial_cmp(&b).is_none_or(Ordering::is_gt)),
        ("uge", |a, b| a.partial_cmp(&b).is_none_or(Ordering::is_ge)),
        ("ult", |a, b| a.partial_cmp(&b).is_none_or(Ordering::is_lt)),
        ("ule", |a, b| a.partial_cmp(&b).is_none_or(Ordering::is_le)),
        ("une", |a, b| a != b),
        ("uno", |a, b| a.is_nan() || b.is_nan()),
        ("true", |_, _| true),
    ];
    let values = [0.0, -0.0, 1.0, -1.0, f32::INFINITY, f32::NEG_INFINITY, f32::NAN];
    for (predicate, test) in predicates {
        let evaluator = binary(&format!("cmpf {predicate}, %a, %b"), "f32");
        for a in values {
            for b in values {
                let found = evaluator.one(&[single(a), single(b)]);
                assert_eq!(found, Ok(Bits::from_bool(test(a, b))), "{a} {predicate} {b}");
            }
        }
    }
}

fn cast(op: &str, from: &str, to: &str) -> Evaluator {
    Evaluator::new(&format!("%a = \"test.value\"() : () -> {from}\n%0 = arith.{op} %a : {from} to {to}"))
}

#[test]
fn casts() {
    let mut rng = Rng::new(9);
    let check = |op: &str, from: &str, to: &str, input: Bits, expected: Option<Bits>| {
        assert_eq!(cast(op, from, to).one(&[input]).ok(), expected, "{op} {from} to {to}");
    };
    for _ in 0..300 {
        let b = rng.edgy_bits(32);
        let x = b.low_u64() as u32;
        check("extsi", "i32", "i64", b.clone(), Some(Bits::from_i64(64, (x as i32).into())));
        check("extui", "i32", "i64", b.clone(), Some(Bits::from_u64(64, x.into())));
        check("trunci", "i32", "i8", b.clone(), Some(Bits::from_u64(8, x.into())));
        check("index_cast", "i32", "index", b.clone(), Some(Bits::from_i64(64, (x as i32).into())));
        check("index_castui", "i32", "index", b.clone(), Some(Bits::from_u64(64, x.into())));
        check("index_cast", "index", "i8", b.zext(64), Some(Bits::from_u64(8, x.into())));
        check("sitofp", "i32", "f32", b.clone(), Some(single(x as i32 as f32)));
        check("uitofp", "i32", "f32", b.clone(), Some(single(x as f32)));
        check("bitcast", "i32", "f32", b.clone(), Some(b.clone()));
        let f = f32::from_bits(x);
        check("extf", "f32", "f64", b.clone(), Some(double(f.into())));
        let fits = |low: f32, high: f32| f.trunc() >= low && f.trunc() < high;
        let signed = fits(-2147483648.0, 2147483648.0).then(|| Bits::from_i64(32, f as i64));
        check("fptosi", "f32", "i32", b.clone(), signed);
        let unsigned = fits(0.0, 4294967296.0).then(|| Bits::from_u64(32, f as u64));
        check("fptoui", "f32", "i32", b.clone(), unsigned);
        let wide = rng.edgy_bits(64);
        check("truncf", "f64", "f32", wide.clone(), Some(single(f64::from_bits(wide.low_u64()) as f32)));
    }
    check("sitofp", "i1", "f32", Bits::from_bool(true), Some(single(-1.0)));
    check("uitofp", "i1", "f32", Bits::from_bool(true), Some(single(1.0)));
}

/// Every value of `from`, against all the numbers of `to` in their order.
#[test]
fn roundings_pick_the_right_neighbour() {
    let from = FloatFormat::F16;
    for to in [FloatFormat::F8E5M2, FloatFormat::F8E4M3FN, FloatFormat::F8E4M3FNUZ] {
        let value = |b: &Bits| float::to_f64(to, b);
        let mut numbers: Vec<Bits> =
            (0..256).map(|i| Bits::from_u64(8, i)).filter(|b| float::is_finite(to, b)).collect();
        numbers.sort_by(|a, b| value(a).total_cmp(&value(b)));
        let greatest = value(numbers.last().unwrap());
        for input in (0..1 << 16).map(|i| Bits::from_u64(16, i)) {
            let x = float::to_f64(from, &input);
            let round = |rounding| narrow(from, to, &input, rounding).map(|b| value(&b)).unwrap();
            if !x.is_finite() || x.abs() >= greatest {
                continue;
            }
            let below = value(numbers.iter().rfind(|b| value(b) <= x).unwrap());
            let above = value(numbers.iter().find(|b| value(b) >= x).unwrap());
            assert_eq!(round(Rounding::Down), below, "{x} down in {}", to.name());
            assert_eq!(round(Rounding::Up), above, "{x} up in {}", to.name());
            let inner = if x < 0.0 { above } else { below };
            assert_eq!(round(Rounding::TowardZero), inner, "{x} toward zero in {}", to.name());
            let nearest = match (x - below).total_cmp(&(above - x)) {
                Ordering::Less => below,
                Ordering::Greater => above,
                Ordering::Equal if x < 0.0 => below,
                Ordering::Equal => above,
            };
            assert_eq!(round(Rounding::NearestAway), nearest, "{x} to nearest in {}", to.name());
        }
        let huge = float::from_f64(from, 60000.0);
        let capped = narrow(from, to, &huge, Rounding::TowardZero).map(|b| value(&b));
        assert_eq!(capped, Some(greatest.min(57344.0)), "60000 in {}", to.name());
    }
}
