//! `Bits` against machine integers where those are wide enough, and against `num-bigint` beyond.

use super::*;
use crate::rng::Rng;
use num_bigint::{BigInt, BigUint, Sign};
use std::cmp::Ordering;

/// What machine arithmetic says about one pair of values of one width of at most 64 bits.
fn check_small(a: &Bits, b: &Bits) {
    let w = a.width();
    let (ua, ub) = (a.to_u128().unwrap(), b.to_u128().unwrap());
    let (sa, sb) = (a.to_i128().unwrap(), b.to_i128().unwrap());
    let bits = |value: i128| Bits::from_i128(w, value);
    let fits_s = |value: i128| bits(value).to_i128() == Some(value);
    let fits_u = |value: i128| value >= 0 && bits(value).to_u128() == Some(value as u128);
    let context = || format!("{a:?} {b:?}");
    let (ia, ib) = (ua as i128, ub as i128);

    assert_eq!(a.add(b), bits(sa + sb), "{}", context());
    assert_eq!(a.sub(b), bits(sa - sb), "{}", context());
    assert_eq!(a.mul(b), Bits::from_u128(w, ua.wrapping_mul(ub)), "{}", context());
    assert_eq!(a.neg(), bits(-sa));
    assert_eq!(a.not(), bits(!sa));
    assert_eq!(a.and(b), bits(sa & sb));
    assert_eq!(a.or(b), bits(sa | sb));
    assert_eq!(a.xor(b), bits(sa ^ sb));
    assert_eq!(a.ucmp(b), ua.cmp(&ub));
    assert_eq!(a.scmp(b), sa.cmp(&sb));
    assert_eq!(a.min_s(b), bits(sa.min(sb)));
    assert_eq!(a.max_s(b), bits(sa.max(sb)));
    assert_eq!(a.min_u(b), Bits::from_u128(w, ua.min(ub)));
    assert_eq!(a.max_u(b), Bits::from_u128(w, ua.max(ub)));

    assert_eq!(a.udiv(b), ua.checked_div(ub).map(|q| Bits::from_u128(w, q)), "{}", context());
    assert_eq!(a.urem(b), ua.checked_rem(ub).map(|q| Bits::from_u128(w, q)));
    assert_eq!(a.ceildiv_u(b), (ub != 0).then(|| Bits::from_u128(w, ua.div_ceil(ub))));
    let quotient = sa.checked_div(sb).filter(|&q| fits_s(q));
    assert_eq!(a.sdiv(b), quotient.map(bits), "{}", context());
    assert_eq!(a.srem(b), quotient.map(|q| bits(sa - q * sb)));
    let floor = |x: i128, y: i128| x.div_euclid(y) - i128::from(y < 0 && x.rem_euclid(y) != 0);
    assert_eq!(a.floordiv_s(b), quotient.map(|_| bits(floor(sa, sb))), "{}", context());
    assert_eq!(a.ceildiv_s(b), quotient.map(|_| bits(-floor(-sa, sb))), "{}", context());

    assert_eq!(a.add_overflows_s(b), !fits_s(sa + sb), "{}", context());
    assert_eq!(a.add_overflows_u(b), !fits_u(ia + ib), "{}", context());
    assert_eq!(a.sub_overflows_s(b), !fits_s(sa - sb), "{}", context());
    assert_eq!(a.sub_overflows_u(b), !fits_u(ia - ib), "{}", context());
    assert_eq!(a.mul_overflows_s(b), !fits_s(sa * sb), "{}", context());
    let product = ua * ub;
    assert_eq!(a.mul_overflows_u(b), product >> w != 0, "{}", context());
    assert_eq!(a.mul_full_u(b), (Bits::from_u128(w, product), Bits::from_u128(w, product >> w)));
    assert_eq!(a.mul_full_s(b), (bits(sa * sb), bits((sa * sb) >> w)), "{}", context());

    let amount = b.to_u64().filter(|&n| n < u64::from(w)).map(|n| n as u32);
    assert_eq!(a.shl(b), amount.map(|n| Bits::from_u128(w, ua << n)));
    assert_eq!(a.lshr(b), amount.map(|n| Bits::from_u128(w, ua >> n)));
    assert_eq!(a.ashr(b), amount.map(|n| bits(sa >> n)));
    assert_eq!(a.shl_overflows_u(b), amount.is_none_or(|n| (ua << n) >> w != 0), "{}", context());
    assert_eq!(a.shl_overflows_s(b), amount.is_none_or(|n| !fits_s(sa << n)), "{}", context());

    let joined = Bits::concat(a, b);
    let (none, end) = (Bits::zero(0), Bits::concat(b, a));
    let parts = [none.clone(), a.clone(), b.clone(), none.clone(), b.clone(), a.clone(), none];
    assert_eq!(Bits::concat_all(&parts), Bits::concat(&joined, &end));
    assert_eq!(joined.to_u128(), Some(ua << w | ub));
    assert_eq!((joined.extract(w, w), joined.trunc(w)), (a.clone(), b.clone()));
    assert_eq!(joined.insert(0, a).insert(w, b), Bits::concat(b, a));
}

/// Laws about one value of any width, bit by bit.
fn check_one(a: &Bits) {
    let w = a.width();
    let ones = (0..w).filter(|&i| a.bit(i)).count() as u32;
    assert_eq!(a.count_ones(), ones);
    assert_eq!((a.is_zero(), a.is_ones()), (ones == 0, ones == w));
    assert_eq!(a.active_bits(), (0..w).rev().find(|&i| a.bit(i)).map_or(0, |i| i + 1));
    assert_eq!(a.leading_zeros(), w - a.active_bits());
    assert_eq!(a.trailing_zeros(), (0..w).find(|&i| a.bit(i)).unwrap_or(w));
    let narrow = a.trunc(a.signed_bits());
    assert_eq!(&narrow.sext(w), a);
    assert!(narrow.width() <= 1 || &narrow.trunc(narrow.width() - 1).sext(w) != a, "{a:?} in fewer bits");
    let reversed = a.reverse_bits();
    assert!((0..w).all(|i| reversed.bit(i) == a.bit(w - 1 - i)), "{a:?}");
    assert_eq!(Bits::from_le_bytes(w, &a.to_le_bytes()), *a);
    assert_eq!(a.to_le_bytes().len(), w.div_ceil(8) as usize);
    assert_eq!(Bits::from_words(w, a.words()), *a);
    for width in [w, w + 1, w + 64, 2 * w + 3] {
        let (zero, sign) = (a.zext(width), a.sext(width));
        assert!((0..width).all(|i| zero.bit(i) == a.bit(i)), "{a:?} to {width}");
        assert!((0..width).all(|i| sign.bit(i) == if i < w { a.bit(i) } else { a.is_negative() }));
        assert_eq!((&zero.trunc(w), &sign.trunc(w)), (a, a));
    }
    for text in [a.signed().to_string(), a.unsigned().to_string(), a.hex().to_string()] {
        assert_eq!(Bits::parse(w, &text), Ok(a.clone()), "{text} of {w} bits");
    }
    if w > 0 {
        assert_eq!(parse_integer(&a.signed().to_string()), Ok(narrow));
    }
    let thrice = a.replicate(3);
    assert!((0..3 * w).all(|i| thrice.bit(i) == a.bit(i % w)));
    if w.is_multiple_of(8) {
        let swapped = a.swap_bytes();
        assert!((0..w).all(|i| swapped.bit(i) == a.bit((w / 8 - 1 - i / 8) * 8 + i % 8)));
    }
}

#[test]
fn small_widths_exhaustively() {
    for w in 0..=6 {
        for x in 0..1u64 << w {
            check_one(&Bits::from_u64(w, x));
            for y in 0..1u64 << w {
                check_small(&Bits::from_u64(w, x), &Bits::from_u64(w, y));
            }
        }
    }
}

#[test]
fn up_to_a_word_at_random() {
    let mut rng = Rng::new(1);
    for round in 0..40_000 {
        let w = 7 + round % 57;
        let (a, b) = (rng.edgy_bits(w), rng.edgy_bits(w));
        check_small(&a, &b);
        check_small(&a, &Bits::from_u64(w, rng.below(u64::from(w))));
        check_one(&a);
    }
}

/// The largest width at which `check_small` can compute in 128 bits: its products need twice the width and a sign.
#[test]
fn a_full_word_at_the_extremes() {
    let edges = [0, 1, 2, u64::MAX, u64::MAX - 1, 1 << 63, (1 << 63) - 1, (1 << 63) + 1];
    for x in edges {
        for y in edges {
            let (a, b) = (Bits::from_u64(64, x), Bits::from_u64(64, y));
            assert_eq!(a.add(&b).low_u64(), x.wrapping_add(y));
            assert_eq!(a.mul(&b).low_u64(), x.wrapping_mul(y));
            assert_eq!(a.sdiv(&b).map(|q| q.low_u64() as i64), (x as i64).checked_div(y as i64));
            assert_eq!(a.srem(&b).map(|q| q.low_u64() as i64), (x as i64).checked_rem(y as i64));
            assert_eq!(a.add_overflows_s(&b), (x as i64).checked_add(y as i64).is_none());
            assert_eq!(a.add_overflows_u(&b), x.checked_add(y).is_none());
            assert_eq!(a.mul_overflows_s(&b), (x as i64).checked_mul(y as i64).is_none());
            assert_eq!(a.mul_overflows_u(&b), x.checked_mul(y).is_none());
            assert_eq!(a.scmp(&b), (x as i64).cmp(&(y as i64)));
        }
    }
}

#[test]
fn beyond_a_word_at_random() {
    let mut rng = Rng::new(2);
    for round in 0..4000 {
        let w = 65 + round % 300;
        let (a, b) = (rng.edgy_bits(w), rng.edgy_bits(w));
        check_one(&a);
        check_wide(&a, &b);
        check_wide(&a, &rng.edgy_bits(40).sext(w));
        let n = rng.below(u64::from(w)) as u32;
        check_shift(&a, n);
    }
}

/// The low bits of an arbitrarily large number in two's complement.
fn from_bigint(width: u32, value: &BigInt) -> Bits {
    let magnitude = Bits::from_biguint(width, value.magnitude());
    if value.sign() == Sign::Minus { magnitude.neg() } else { magnitude }
}

fn check_shift(a: &Bits, n: u32) {
    let w = a.width();
    let (big, sign) = (a.to_biguint(), a.to_bigint());
    assert_eq!(a.shl(n), Some(Bits::from_biguint(w, &(&big << n))));
    assert_eq!(a.lshr(n), Some(Bits::from_biguint(w, &(&big >> n))));
    assert_eq!(a.ashr(n), Some(from_bigint(w, &(&sign >> n))));
    assert_eq!(a.shl_overflows_s(n), from_bigint(w, &(&sign << n)).to_bigint() != &sign << n);
    assert_eq!(a.shl_overflows_u(n), (&big << n).bits() > u64::from(w));
    assert_eq!(a.shl(w), None);
    assert_eq!(a.lshr(&Bits::ones(200)), None);
    let (hi, lo) = (a.extract(n, w - n), a.trunc(n));
    assert_eq!(&Bits::concat(&hi, &lo), a);
    assert_eq!(a.insert(n, &hi.not()).trunc(n), lo);
}

fn check_wide(a: &Bits, b: &Bits) {
    let w = a.width();
    let (ua, ub): (BigUint, BigUint) = (a.to_biguint(), b.to_biguint());
    let (sa, sb): (BigInt, BigInt) = (a.to_bigint(), b.to_bigint());
    let bits = |value: &BigInt| from_bigint(w, value);
    let fits_s = |value: &BigInt| bits(value).to_bigint() == *value;
    let zero = BigInt::default();
    assert_eq!(a.add(b), bits(&(&sa + &sb)), "{a:?} {b:?}");
    assert_eq!(a.sub(b), bits(&(&sa - &sb)));
    assert_eq!(a.mul(b), bits(&(&sa * &sb)));
    assert_eq!(a.scmp(b), sa.cmp(&sb));
    assert_eq!(a.ucmp(b), ua.cmp(&ub));
    assert_eq!(a.add_overflows_s(b), !fits_s(&(&sa + &sb)));
    assert_eq!(a.add_overflows_u(b), (&ua + &ub).bits() > u64::from(w));
    assert_eq!(a.sub_overflows_s(b), !fits_s(&(&sa - &sb)));
    assert_eq!(a.sub_overflows_u(b), ua.cmp(&ub) == Ordering::Less);
    assert_eq!(a.mul_overflows_s(b), !fits_s(&(&sa * &sb)));
    assert_eq!(a.mul_overflows_u(b), (&ua * &ub).bits() > u64::from(w));
    assert_eq!(a.mul_full_u(b).1, Bits::from_biguint(w, &((&ua * &ub) >> w)));
    assert_eq!(a.mul_full_s(b).1, bits(&((&sa * &sb) >> w)));
    if sb == zero {
        assert_eq!((a.udiv(b), a.srem(b), a.ceildiv_u(b), a.floordiv_s(b)), (None, None, None, None));
        return;
    }
    assert_eq!(a.udiv(b), Some(Bits::from_biguint(w, &(&ua / &ub))));
    assert_eq!(a.urem(b), Some(Bits::from_biguint(w, &(&ua % &ub))));
    let quotient = Some(&sa / &sb).filter(fits_s);
    assert_eq!(a.sdiv(b), quotient.as_ref().map(bits));
    assert_eq!(a.srem(b), quotient.as_ref().map(|_| bits(&(&sa % &sb))));
    let below = |q: &BigInt| if (q * &sb == sa) || (sa < zero) == (sb < zero) { q.clone() } else { q - 1 };
    let above = |q: &BigInt| if (q * &sb == sa) || (sa < zero) != (sb < zero) { q.clone() } else { q + 1 };
    assert_eq!(a.floordiv_s(b), quotient.as_ref().map(|q| bits(&below(q))));
    assert_eq!(a.ceildiv_s(b), quotient.as_ref().map(|q| bits(&above(q))));
}

#[test]
fn conversions_to_machine_integers_are_exact_or_refused() {
    assert_eq!(Bits::from_i64(100, -5).to_i64(), Some(-5));
    assert_eq!(Bits::from_i64(100, -5).to_u64(), None);
    assert_eq!(Bits::from_u64(100, u64::MAX).to_u64(), Some(u64::MAX));
    assert_eq!(Bits::from_u64(100, u64::MAX).to_i64(), None);
    assert_eq!(Bits::from_u64(8, 200).to_i64(), Some(-56));
    assert_eq!(Bits::min_signed(128).to_i128(), Some(i128::MIN));
    assert_eq!(Bits::ones(300).to_i128(), Some(-1));
    assert_eq!(Bits::ones(129).to_u128(), None);
    assert_eq!(Bits::from_i128(300, -7), Bits::from_i64(300, -7));
    assert_eq!(Bits::from_i128(300, i128::MAX).to_i128(), Some(i128::MAX));
    assert_eq!(Bits::zero(0).to_i64(), Some(0));
}

#[test]
fn numbers_are_read_strictly() {
    assert_eq!(Bits::parse(8, "255"), Ok(Bits::ones(8)));
    assert_eq!(Bits::parse(8, "-128"), Ok(Bits::min_signed(8)));
    assert_eq!(Bits::parse(8, "-0x80"), Ok(Bits::min_signed(8)));
    assert_eq!(Bits::parse(8, "-0"), Ok(Bits::zero(8)));
    assert_eq!(Bits::parse(0, "0"), Ok(Bits::zero(0)));
    for text in ["256", "-129", "0x100", "99999999999999999999999"] {
        assert_eq!(Bits::parse(8, text), Err(ParseBitsError::TooWide), "{text}");
    }
    for text in ["", "-", "0x", "--1", "+1", "1_0", "0xG", "0X1", " 1", "1 ", "a", "١"] {
        assert_eq!(Bits::parse(8, text), Err(ParseBitsError::Malformed), "{text:?}");
    }
    for (text, width) in [("0", 1), ("-1", 1), ("1", 2), ("-2", 2), ("127", 8), ("128", 9), ("-128", 8)] {
        assert_eq!(parse_integer(text).map(|b| b.width()), Ok(width), "{text}");
    }
    assert_eq!(parse_integer(&"9".repeat(20_000_000)), Err(ParseBitsError::TooWide));
}

#[test]
fn long_numbers_come_back() {
    let mut rng = Rng::new(3);
    let long = rng.bits(40_000);
    assert_eq!(Bits::parse(40_000, &long.unsigned().to_string()), Ok(long.clone()));
    assert_eq!(Bits::parse(40_000, &long.signed().to_string()), Ok(long.clone()));
}

#[test]
fn a_vector_is_three_words() {
    assert_eq!(size_of::<Bits>(), 24);
    assert_eq!(
        format!("{:?} {:?}", Bits::ones(7), Bits::from_u128(80, 1 << 64)),
        "7'h7F 80'h10000000000000000"
    );
}
