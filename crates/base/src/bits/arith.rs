//! Arithmetic, logic and comparison of bit vectors.

use super::{Bits, Repr, mask, sign_extend};
use num_bigint::{BigInt, BigUint, Sign};
use std::cmp::Ordering;

impl Bits {
    pub(super) fn to_biguint(&self) -> BigUint {
        BigUint::new(self.words().iter().flat_map(|&w| [w as u32, (w >> 32) as u32]).collect())
    }

    pub(super) fn from_biguint(width: u32, value: &BigUint) -> Bits {
        let mut digits = value.iter_u64_digits();
        Bits::build(width, |_| digits.next().unwrap_or(0))
    }

    pub(super) fn to_bigint(&self) -> BigInt {
        if self.is_negative() {
            BigInt::from_biguint(Sign::Minus, self.neg().to_biguint())
        } else {
            BigInt::from_biguint(Sign::Plus, self.to_biguint())
        }
    }

    #[inline]
    fn same_width(&self, other: &Bits) {
        assert_eq!(self.width, other.width, "operands of one operation have equal widths");
    }

    /// Applies an operation word by word.
    #[inline]
    fn zip(&self, other: &Bits, op: impl Fn(u64, u64) -> u64) -> Bits {
        self.same_width(other);
        match (&self.repr, &other.repr) {
            (Repr::Small(a), Repr::Small(b)) => Bits::small(self.width, op(*a, *b)),
            _ => Bits::build(self.width, |i| op(self.word(i), other.word(i))),
        }
    }

    /// Bitwise complement.
    pub fn not(&self) -> Bits {
        Bits::build(self.width, |i| !self.word(i))
    }

    /// Bitwise and.
    pub fn and(&self, other: &Bits) -> Bits {
        self.zip(other, |a, b| a & b)
    }

    /// Bitwise or.
    pub fn or(&self, other: &Bits) -> Bits {
        self.zip(other, |a, b| a | b)
    }

    /// Bitwise exclusive or.
    pub fn xor(&self, other: &Bits) -> Bits {
        self.zip(other, |a, b| a ^ b)
    }

    /// `a + b + carry`, modulo the width; `b` is complemented for a subtraction.
    fn add_carry(&self, other: &Bits, complement: u64, mut carry: bool) -> Bits {
        Bits::build(self.width, |i| {
            let (sum, over) = self.word(i).overflowing_add(other.word(i) ^ complement);
            let (sum, over_carry) = sum.overflowing_add(u64::from(carry));
            carry = over | over_carry;
            sum
        })
    }

    /// Sum modulo 2^width.
    #[inline]
    pub fn add(&self, other: &Bits) -> Bits {
        self.same_width(other);
        match (&self.repr, &other.repr) {
            (Repr::Small(a), Repr::Small(b)) => Bits::small(self.width, a.wrapping_add(*b)),
            _ => self.add_carry(other, 0, false),
        }
    }

    /// Difference modulo 2^width.
    #[inline]
    pub fn sub(&self, other: &Bits) -> Bits {
        self.same_width(other);
        match (&self.repr, &other.repr) {
            (Repr::Small(a), Repr::Small(b)) => Bits::small(self.width, a.wrapping_sub(*b)),
            _ => self.add_carry(other, u64::MAX, true),
        }
    }

    /// Negation modulo 2^width.
    pub fn neg(&self) -> Bits {
        Bits::zero(self.width).sub(self)
    }

    /// The absolute value as an unsigned number, so that the smallest signed number has one too.
    pub fn magnitude(&self) -> Bits {
        if self.is_negative() { self.neg() } else { self.clone() }
    }

    /// Product modulo 2^width.
    #[inline]
    pub fn mul(&self, other: &Bits) -> Bits {
        self.same_width(other);
        match (&self.repr, &other.repr) {
            (Repr::Small(a), Repr::Small(b)) => Bits::small(self.width, a.wrapping_mul(*b)),
            _ => Bits::from_biguint(self.width, &(self.to_biguint() * other.to_biguint())),
        }
    }

    /// The unsigned product in full: low half and high half.
    pub fn mul_full_u(&self, other: &Bits) -> (Bits, Bits) {
        self.same_width(other);
        if let (Some(a), Some(b)) = (self.as_small(), other.as_small()) {
            let product = u128::from(a) * u128::from(b);
            return (
                Bits::from_u128(self.width, product),
                Bits::from_u128(self.width, product >> self.width),
            );
        }
        let product = self.to_biguint() * other.to_biguint();
        (Bits::from_biguint(self.width, &product), Bits::from_biguint(self.width, &(product >> self.width)))
    }

    /// The signed product in full: low half and high half.
    pub fn mul_full_s(&self, other: &Bits) -> (Bits, Bits) {
        // The signed product is the unsigned one less each operand's weight of the other's sign bit.
        let (low, mut high) = self.mul_full_u(other);
        if self.is_negative() {
            high = high.sub(other);
        }
        if other.is_negative() {
            high = high.sub(self);
        }
        (low, high)
    }

    /// Unsigned quotient; none for a zero divisor.
    pub fn udiv(&self, other: &Bits) -> Option<Bits> {
        self.same_width(other);
        if other.is_zero() {
            return None;
        }
        if let (Some(a), Some(b)) = (self.as_small(), other.as_small()) {
            return Some(Bits::small(self.width, a / b));
        }
        Some(Bits::from_biguint(self.width, &(self.to_biguint() / other.to_biguint())))
    }

    /// Unsigned remainder; none for a zero divisor.
    pub fn urem(&self, other: &Bits) -> Option<Bits> {
        self.same_width(other);
        if other.is_zero() {
            return None;
        }
        if let (Some(a), Some(b)) = (self.as_small(), other.as_small()) {
            return Some(Bits::small(self.width, a % b));
        }
        Some(Bits::from_biguint(self.width, &(self.to_biguint() % other.to_biguint())))
    }

    /// Whether a signed division is undefined: by zero, or of the smallest number by minus one.
    fn sdiv_undefined(&self, other: &Bits) -> bool {
        self.same_width(other);
        other.is_zero() || other.is_ones() && *self == Bits::min_signed(self.width)
    }

    /// Signed quotient rounded towards zero; none for a zero divisor or if it does not fit.
    pub fn sdiv(&self, other: &Bits) -> Option<Bits> {
        if self.sdiv_undefined(other) {
            return None;
        }
        if let (Some(a), Some(b)) = (self.as_small(), other.as_small()) {
            let quotient = sign_extend(a, self.width).wrapping_div(sign_extend(b, self.width));
            return Some(Bits::small(self.width, quotient as u64));
        }
        let quotient = self.magnitude().udiv(&other.magnitude())?;
        Some(if self.is_negative() != other.is_negative() { quotient.neg() } else { quotient })
    }

    /// Signed remainder with the sign of the dividend; none for a zero divisor or if the quotient does not fit.
    pub fn srem(&self, other: &Bits) -> Option<Bits> {
        if self.sdiv_undefined(other) {
            return None;
        }
        if let (Some(a), Some(b)) = (self.as_small(), other.as_small()) {
            let remainder = sign_extend(a, self.width).wrapping_rem(sign_extend(b, self.width));
            return Some(Bits::small(self.width, remainder as u64));
        }
        let remainder = self.magnitude().urem(&other.magnitude())?;
        Some(if self.is_negative() { remainder.neg() } else { remainder })
    }

    fn increment(&self) -> Bits {
        self.add(&Bits::from_u64(self.width, 1))
    }

    /// Unsigned quotient rounded up; none for a zero divisor.
    pub fn ceildiv_u(&self, other: &Bits) -> Option<Bits> {
        let quotient = self.udiv(other)?;
        Some(if self.urem(other)?.is_zero() { quotient } else { quotient.increment() })
    }

    /// Signed quotient rounded up; none for a zero divisor or if it does not fit.
    pub fn ceildiv_s(&self, other: &Bits) -> Option<Bits> {
        let quotient = self.sdiv(other)?;
        let inexact = !self.srem(other)?.is_zero();
        Some(if inexact && self.is_negative() == other.is_negative() {
            quotient.increment()
        } else {
            quotient
        })
    }

    /// Signed quotient rounded down; none for a zero divisor or if it does not fit.
    pub fn floordiv_s(&self, other: &Bits) -> Option<Bits> {
        let quotient = self.sdiv(other)?;
        let inexact = !self.srem(other)?.is_zero();
        let below = inexact && self.is_negative() != other.is_negative();
        Some(if below { quotient.add(&Bits::ones(self.width)) } else { quotient })
    }

    /// Comparison as unsigned numbers.
    #[inline]
    pub fn ucmp(&self, other: &Bits) -> Ordering {
        self.same_width(other);
        self.words().iter().rev().cmp(other.words().iter().rev())
    }

    /// Comparison as signed numbers.
    #[inline]
    pub fn scmp(&self, other: &Bits) -> Ordering {
        other.is_negative().cmp(&self.is_negative()).then_with(|| self.ucmp(other))
    }

    /// The smaller as signed numbers.
    pub fn min_s(&self, other: &Bits) -> Bits {
        if self.scmp(other).is_le() { self.clone() } else { other.clone() }
    }

    /// The larger as signed numbers.
    pub fn max_s(&self, other: &Bits) -> Bits {
        if self.scmp(other).is_ge() { self.clone() } else { other.clone() }
    }

    /// The smaller as unsigned numbers.
    pub fn min_u(&self, other: &Bits) -> Bits {
        if self.ucmp(other).is_le() { self.clone() } else { other.clone() }
    }

    /// The larger as unsigned numbers.
    pub fn max_u(&self, other: &Bits) -> Bits {
        if self.ucmp(other).is_ge() { self.clone() } else { other.clone() }
    }

    /// Whether the sum of two signed numbers does not fit.
    pub fn add_overflows_s(&self, other: &Bits) -> bool {
        let sum = self.add(other);
        self.is_negative() == other.is_negative() && sum.is_negative() != self.is_negative()
    }

    /// Whether the sum of two unsigned numbers does not fit.
    pub fn add_overflows_u(&self, other: &Bits) -> bool {
        self.add(other).ucmp(self).is_lt()
    }

    /// Whether the difference of two signed numbers does not fit.
    pub fn sub_overflows_s(&self, other: &Bits) -> bool {
        let difference = self.sub(other);
        self.is_negative() != other.is_negative() && difference.is_negative() != self.is_negative()
    }

    /// Whether the difference of two unsigned numbers is negative.
    pub fn sub_overflows_u(&self, other: &Bits) -> bool {
        self.ucmp(other).is_lt()
    }

    /// Whether the product of two signed numbers does not fit.
    pub fn mul_overflows_s(&self, other: &Bits) -> bool {
        let (low, high) = self.mul_full_s(other);
        if low.is_negative() { !high.is_ones() } else { !high.is_zero() }
    }

    /// Whether the product of two unsigned numbers does not fit.
    pub fn mul_overflows_u(&self, other: &Bits) -> bool {
        !self.mul_full_u(other).1.is_zero()
    }

    /// Every bit in reverse order.
    pub fn reverse_bits(&self) -> Bits {
        let count = self.words().len();
        let unused = 64 * count as u32 - self.width;
        let reversed = |i: usize| if i < count { self.words()[count - 1 - i].reverse_bits() } else { 0 };
        if unused == 64 {
            return self.clone();
        }
        Bits::build(self.width, |i| {
            reversed(i) >> unused
                | if unused == 0 { 0 } else { (reversed(i + 1) & mask(unused)) << (64 - unused) }
        })
    }

    /// The bytes in reverse order; the width is a multiple of eight.
    pub fn swap_bytes(&self) -> Bits {
        assert_eq!(self.width % 8, 0, "only whole bytes can be swapped");
        let mut bytes = self.to_le_bytes();
        bytes.reverse();
        Bits::from_le_bytes(self.width, &bytes)
    }
}
