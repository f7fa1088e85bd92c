//! Arithmetic on values of more than 64 bits, as slices of 32-bit words, lowest first, without allocation.
//!
//! Operands are reduced (bits past their width are zero), and so are results after [`reduce`].

use std::cmp::Ordering;

/// Clears the bits past a width.
pub fn reduce(words: &mut [u32], width: u32) {
    let whole = (width / 32) as usize;
    if whole < words.len() {
        words[whole] &= (1u32 << (width % 32)) - 1;
        words[whole + 1..].fill(0);
    }
}

/// At most 64 bits from a position on; zeros past the end.
#[inline]
pub fn field(words: &[u32], low: u64, width: u32) -> u64 {
    let word = |index: u64| words.get(index as usize).map_or(0, |word| u64::from(*word));
    let (index, shift) = (low / 32, low % 32);
    let mut bits = (word(index) | word(index + 1) << 32) >> shift;
    if shift != 0 {
        bits |= word(index + 2) << (64 - shift);
    }
    if width < 64 { bits & ((1 << width) - 1) } else { bits }
}

/// Writes bits from a position on; what lies past the end is dropped.
pub fn set_field(words: &mut [u32], low: u64, width: u32, bits: u64) {
    let (mut at, mut left, mut bits) = (low, width, bits);
    while left > 0 {
        let (index, shift) = ((at / 32) as usize, (at % 32) as u32);
        let count = left.min(32 - shift);
        let mask = ((1u64 << count) - 1) as u32;
        let Some(word) = words.get_mut(index) else { return };
        *word = *word & !(mask << shift) | (bits as u32 & mask) << shift;
        bits >>= count;
        at += u64::from(count);
        left -= count;
    }
}

/// Copies `width` bits of one value to a position of another.
pub fn copy_field(to: &mut [u32], to_low: u64, from: &[u32], from_low: u64, width: u32) {
    let mut done = 0;
    while done < width {
        let count = (width - done).min(64);
        set_field(to, to_low + u64::from(done), count, field(from, from_low + u64::from(done), count));
        done += count;
    }
}

/// Whether a bit is set.
pub fn bit(words: &[u32], index: u32) -> bool {
    words.get((index / 32) as usize).is_some_and(|word| word >> (index % 32) & 1 == 1)
}

/// `to += other` (words past the end of `other` are zero).
pub fn add(to: &mut [u32], other: &[u32]) {
    let mut carry = 0u64;
    for (index, word) in to.iter_mut().enumerate() {
        carry += u64::from(*word) + other.get(index).map_or(0, |w| u64::from(*w));
        *word = carry as u32;
        carry >>= 32;
    }
}

/// `to -= other`.
pub fn sub(to: &mut [u32], other: &[u32]) {
    let mut borrow = 0i64;
    for (index, word) in to.iter_mut().enumerate() {
        borrow += i64::from(*word) - other.get(index).map_or(0, |w| i64::from(*w));
        *word = borrow as u32;
        borrow >>= 32;
    }
}

/// `to = -to`.
pub fn negate(to: &mut [u32]) {
    let mut carry = 1u64;
    for word in to {
        carry += u64::from(!*word);
        *word = carry as u32;
        carry >>= 32;
    }
}

/// `to = a * b`.
pub fn mul(to: &mut [u32], a: &[u32], b: &[u32]) {
    to.fill(0);
    for (i, x) in a.iter().enumerate().filter(|(_, x)| **x != 0) {
        let mut carry = 0u64;
        for j in 0..to.len().saturating_sub(i) {
            carry += u64::from(to[i + j]) + u64::from(*x) * b.get(j).map_or(0, |y| u64::from(*y));
            to[i + j] = carry as u32;
            carry >>= 32;
        }
    }
}

/// Unsigned comparison.
pub fn compare(a: &[u32], b: &[u32]) -> Ordering {
    a.iter().rev().cmp(b.iter().rev())
}

/// Quotient and remainder: `remainder` begins as the dividend's zero and `quotient` as the dividend; `divisor` is not zero.
pub fn divide(quotient: &mut [u32], remainder: &mut [u32], divisor: &[u32], width: u32) {
    // One bit at a time: division of wide values is rare, and this needs no room besides its results.
    remainder.fill(0);
    for _ in 0..width {
        let top = bit(quotient, width - 1);
        shift_left_one(quotient);
        reduce(quotient, width);
        // The remainder is below the divisor, so shifting it loses nothing unless the divisor uses the top bit.
        let lost = bit(remainder, width - 1);
        shift_left_one(remainder);
        reduce(remainder, width);
        remainder[0] |= u32::from(top);
        if lost || compare(remainder, divisor) != Ordering::Less {
            sub(remainder, divisor);
            reduce(remainder, width);
            quotient[0] |= 1;
        }
    }
}

fn shift_left_one(words: &mut [u32]) {
    let mut carry = 0;
    for word in words {
        let next = *word >> 31;
        *word = *word << 1 | carry;
        carry = next;
    }
}

/// The amount of a shift: `None` when it is `width` or more.
pub fn amount(words: &[u32], width: u32) -> Option<u32> {
    let (low, high) = words.split_first()?;
    (high.iter().all(|word| *word == 0) && *low < width).then_some(*low)
}
