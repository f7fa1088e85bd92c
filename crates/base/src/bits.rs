//! Bit vectors of any width: the integers of programs and of circuits.
//!
//! A [`Bits`] has a width and that many bits, each zero or one; whether they mean a signed or an unsigned number is
//! the operation's business, as in MLIR. Up to 64 bits sit inline and every operation on them is a few machine
//! instructions; beyond that there are boxed little-endian words, with division and long multiplication left to
//! `num-bigint`. Bits above the width are always zero, so equality and hashing are those of the words.
//!
//! Operations on two vectors want equal widths and assert it: a difference is a fault of the verifier, not of the
//! program. Whatever a program can bring about (division by zero, a shift past the width) is an `Option`.

mod arith;
mod shape;
#[cfg(test)]
mod tests;
mod text;

pub use shape::ShiftAmount;
pub(crate) use text::parse_decimal_digits;
pub use text::{ParseBitsError, parse_integer};

use std::fmt;

/// The widest vector. MLIR's widest integer type has 2^24 - 1 bits, and a complex number is two of them in one vector.
pub const MAX_WIDTH: u32 = 1 << 25;

/// A bit vector.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Bits {
    width: u32,
    repr: Repr,
}

/// `Small` exactly for widths up to 64, `Wide` with exactly as many words as the width needs beyond.
#[derive(Clone, PartialEq, Eq, Hash)]
enum Repr {
    Small(u64),
    Wide(Box<[u64]>),
}

/// The low `width` bits set, for a width of at most 64.
const fn mask(width: u32) -> u64 {
    if width == 0 { 0 } else { u64::MAX >> (64 - width) }
}

/// The value of the low `width` (1 to 64) bits as a signed number.
const fn sign_extend(value: u64, width: u32) -> i64 {
    if width == 0 { 0 } else { ((value << (64 - width)) as i64) >> (64 - width) }
}

/// Constructors.
impl Bits {
    fn small(width: u32, value: u64) -> Bits {
        debug_assert!(width <= 64);
        Bits { width, repr: Repr::Small(value & mask(width)) }
    }

    /// The vector whose word `i` is `word(i)`, cut to the width.
    fn build(width: u32, mut word: impl FnMut(usize) -> u64) -> Bits {
        assert!(width <= MAX_WIDTH, "a bit vector has at most 2^25 bits");
        if width <= 64 {
            return Bits::small(width, word(0));
        }
        let mut words: Box<[u64]> = (0..width.div_ceil(64) as usize).map(word).collect();
        let top = words.len() - 1;
        words[top] &= mask((width - 1) % 64 + 1);
        Bits { width, repr: Repr::Wide(words) }
    }

    /// All bits zero.
    pub fn zero(width: u32) -> Bits {
        Bits::build(width, |_| 0)
    }

    /// All bits one.
    pub fn ones(width: u32) -> Bits {
        Bits::build(width, |_| u64::MAX)
    }

    /// The low bits of a number, zeros above.
    #[inline]
    pub fn from_u64(width: u32, value: u64) -> Bits {
        if width <= 64 {
            return Bits::small(width, value);
        }
        Bits::build(width, |i| if i == 0 { value } else { 0 })
    }

    /// The low bits of a number, its sign above.
    #[inline]
    pub fn from_i64(width: u32, value: i64) -> Bits {
        if width <= 64 {
            return Bits::small(width, value as u64);
        }
        Bits::build(width, |i| if i == 0 { value as u64 } else { (value >> 63) as u64 })
    }

    /// The low bits of a number, zeros above.
    pub fn from_u128(width: u32, value: u128) -> Bits {
        Bits::from_words(width, &[value as u64, (value >> 64) as u64])
    }

    /// The low bits of a number, its sign above.
    pub fn from_i128(width: u32, value: i128) -> Bits {
        Bits::build(width, |i| (value >> (64 * i.min(1)) >> (63 * i.saturating_sub(1).min(1))) as u64)
    }

    /// The low bits of a number given as little-endian words, zeros above.
    pub fn from_words(width: u32, words: &[u64]) -> Bits {
        Bits::build(width, |i| words.get(i).copied().unwrap_or(0))
    }

    /// The low bits of a number given as little-endian bytes, zeros above.
    pub fn from_le_bytes(width: u32, bytes: &[u8]) -> Bits {
        Bits::build(width, |i| {
            let mut word = [0; 8];
            let from = bytes.get(8 * i..).unwrap_or(&[]);
            let count = from.len().min(8);
            word[..count].copy_from_slice(&from[..count]);
            u64::from_le_bytes(word)
        })
    }

    /// One bit.
    #[inline]
    pub fn from_bool(value: bool) -> Bits {
        Bits::small(1, u64::from(value))
    }

    /// The smallest signed number of the width: only the top bit set.
    pub fn min_signed(width: u32) -> Bits {
        let top = width.saturating_sub(1);
        Bits::build(width, |i| if i == (top / 64) as usize { 1 << (top % 64) } else { 0 })
    }

    /// The largest signed number of the width: all but the top bit set.
    pub fn max_signed(width: u32) -> Bits {
        Bits::min_signed(width).not()
    }
}

/// What a vector is.
impl Bits {
    /// The number of bits.
    #[inline]
    pub fn width(&self) -> u32 {
        self.width
    }

    /// The value as little-endian words; at least one.
    #[inline]
    pub fn words(&self) -> &[u64] {
        match &self.repr {
            Repr::Small(value) => std::slice::from_ref(value),
            Repr::Wide(words) => words,
        }
    }

    /// Word `i`, zero past the end.
    #[inline]
    fn word(&self, i: usize) -> u64 {
        self.words().get(i).copied().unwrap_or(0)
    }

    /// The value, if it sits inline.
    #[inline]
    fn as_small(&self) -> Option<u64> {
        match self.repr {
            Repr::Small(value) => Some(value),
            Repr::Wide(_) => None,
        }
    }

    /// Bit `i`, counted from the least significant; false past the width.
    #[inline]
    pub fn bit(&self, i: u32) -> bool {
        self.word((i / 64) as usize) >> (i % 64) & 1 == 1
    }

    /// Whether all bits are zero.
    #[inline]
    pub fn is_zero(&self) -> bool {
        match &self.repr {
            Repr::Small(value) => *value == 0,
            Repr::Wide(words) => words.iter().all(|&w| w == 0),
        }
    }

    /// Whether all bits are one; true of the empty vector too.
    pub fn is_ones(&self) -> bool {
        self.count_ones() == self.width
    }

    /// Whether the top bit is set.
    #[inline]
    pub fn is_negative(&self) -> bool {
        self.width > 0 && self.bit(self.width - 1)
    }

    /// The low 64 bits.
    #[inline]
    pub fn low_u64(&self) -> u64 {
        self.words()[0]
    }

    /// The value as an unsigned number, if it fits.
    #[inline]
    pub fn to_u64(&self) -> Option<u64> {
        match &self.repr {
            Repr::Small(value) => Some(*value),
            Repr::Wide(words) => words[1..].iter().all(|&w| w == 0).then_some(words[0]),
        }
    }

    /// The value as a signed number, if it fits.
    #[inline]
    pub fn to_i64(&self) -> Option<i64> {
        match &self.repr {
            Repr::Small(value) => Some(sign_extend(*value, self.width)),
            Repr::Wide(words) => (self.signed_bits() <= 64).then_some(words[0] as i64),
        }
    }

    /// The value as an unsigned number, if it fits.
    pub fn to_u128(&self) -> Option<u128> {
        (self.active_bits() <= 128).then(|| u128::from(self.word(1)) << 64 | u128::from(self.word(0)))
    }

    /// The value as a signed number, if it fits.
    pub fn to_i128(&self) -> Option<i128> {
        if self.signed_bits() > 128 {
            return None;
        }
        let wide = self.sext(self.width.max(128));
        Some((u128::from(wide.word(1)) << 64 | u128::from(wide.word(0))) as i128)
    }

    /// The value as little-endian bytes, as many as the width needs.
    pub fn to_le_bytes(&self) -> Vec<u8> {
        let mut bytes: Vec<u8> = self.words().iter().flat_map(|w| w.to_le_bytes()).collect();
        bytes.truncate(self.width.div_ceil(8) as usize);
        bytes
    }

    /// How many bits are one.
    pub fn count_ones(&self) -> u32 {
        self.words().iter().map(|w| w.count_ones()).sum()
    }

    /// How many bits above the topmost one are zero; the width if all are.
    pub fn leading_zeros(&self) -> u32 {
        self.width - self.active_bits()
    }

    /// How many bits below the lowest one are zero; the width if all are.
    pub fn trailing_zeros(&self) -> u32 {
        match self.words().iter().position(|&w| w != 0) {
            Some(i) => 64 * i as u32 + self.words()[i].trailing_zeros(),
            None => self.width,
        }
    }

    /// The bits an unsigned number of this value needs: zero for zero.
    pub fn active_bits(&self) -> u32 {
        match self.words().iter().rposition(|&w| w != 0) {
            Some(i) => 64 * (i as u32 + 1) - self.words()[i].leading_zeros(),
            None => 0,
        }
    }

    /// The bits a signed number of this value needs: one for zero and minus one (none in the empty vector).
    pub fn signed_bits(&self) -> u32 {
        let magnitude = if self.is_negative() { self.not().active_bits() } else { self.active_bits() };
        (magnitude + 1).min(self.width)
    }
}

/// Width and value as hardware languages write them: `8'hFF`.
impl fmt::Debug for Bits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}'h{}", self.width, self.hex_digits())
    }
}
