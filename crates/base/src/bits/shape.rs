//! Shifts, and operations that change the width: extension, truncation, parts and compositions.

use super::{Bits, MAX_WIDTH, Repr, mask, sign_extend};

/// What a shift amount can be given as.
pub trait ShiftAmount {
    /// The amount as an unsigned number, the largest number if it does not fit.
    fn amount(self) -> u32;
}

impl ShiftAmount for u32 {
    fn amount(self) -> u32 {
        self
    }
}

impl ShiftAmount for &Bits {
    fn amount(self) -> u32 {
        self.to_u64().and_then(|n| u32::try_from(n).ok()).unwrap_or(u32::MAX)
    }
}

impl Bits {
    /// The 64 bits from bit `lo` on, zeros past the end.
    #[inline]
    fn window(&self, lo: u64) -> u64 {
        let (word, bit) = ((lo / 64) as usize, lo % 64);
        let low = self.word(word) >> bit;
        if bit == 0 { low } else { low | self.word(word + 1) << (64 - bit) }
    }

    /// Shift left, zeros from below; none if the amount is the width or more.
    #[inline]
    pub fn shl(&self, amount: impl ShiftAmount) -> Option<Bits> {
        let n = amount.amount();
        if n >= self.width {
            return None;
        }
        Some(match self.repr {
            Repr::Small(value) => Bits::small(self.width, value << n),
            Repr::Wide(_) => {
                let (words, bits) = ((n / 64) as usize, n % 64);
                Bits::build(self.width, |i| {
                    let part = |i: Option<usize>| i.map_or(0, |i| self.word(i));
                    let high = part(i.checked_sub(words)) << bits;
                    let low = if bits == 0 { 0 } else { part(i.checked_sub(words + 1)) >> (64 - bits) };
                    high | low
                })
            }
        })
    }

    /// Shift right, zeros from above; none if the amount is the width or more.
    #[inline]
    pub fn lshr(&self, amount: impl ShiftAmount) -> Option<Bits> {
        let n = amount.amount();
        if n >= self.width {
            return None;
        }
        Some(match self.repr {
            Repr::Small(value) => Bits::small(self.width, value >> n),
            Repr::Wide(_) => Bits::build(self.width, |i| self.window(64 * i as u64 + u64::from(n))),
        })
    }

    /// Shift right, copies of the top bit from above; none if the amount is the width or more.
    #[inline]
    pub fn ashr(&self, amount: impl ShiftAmount) -> Option<Bits> {
        let n = amount.amount();
        if n >= self.width {
            return None;
        }
        Some(match self.repr {
            Repr::Small(value) => Bits::small(self.width, (sign_extend(value, self.width) >> n) as u64),
            Repr::Wide(_) => self.extract(n, self.width - n).sext(self.width),
        })
    }

    /// Whether a left shift loses the value of a signed number; true for the width or more.
    pub fn shl_overflows_s(&self, amount: impl ShiftAmount) -> bool {
        let n = amount.amount();
        n >= self.width || self.signed_bits() > self.width - n
    }

    /// Whether a left shift loses the value of an unsigned number; true for the width or more.
    pub fn shl_overflows_u(&self, amount: impl ShiftAmount) -> bool {
        let n = amount.amount();
        n >= self.width || self.active_bits() > self.width - n
    }

    /// Widens with zeros; the width does not shrink.
    #[inline]
    pub fn zext(&self, width: u32) -> Bits {
        assert!(width >= self.width, "an extension does not narrow");
        Bits::from_words(width, self.words())
    }

    /// Widens with copies of the top bit; the width does not shrink.
    #[inline]
    pub fn sext(&self, width: u32) -> Bits {
        assert!(width >= self.width, "an extension does not narrow");
        match self.repr {
            Repr::Small(value) => Bits::from_i64(width, sign_extend(value, self.width)),
            Repr::Wide(_) if !self.is_negative() => self.zext(width),
            Repr::Wide(_) => {
                let last = self.words().len() - 1;
                let above = !mask((self.width - 1) % 64 + 1);
                Bits::build(width, |i| match i.cmp(&last) {
                    std::cmp::Ordering::Less => self.word(i),
                    std::cmp::Ordering::Equal => self.word(i) | above,
                    std::cmp::Ordering::Greater => u64::MAX,
                })
            }
        }
    }

    /// Keeps the low bits; the width does not grow.
    #[inline]
    pub fn trunc(&self, width: u32) -> Bits {
        assert!(width <= self.width, "a truncation does not widen");
        Bits::from_words(width, self.words())
    }

    /// The `width` bits from bit `lo` on, which all exist.
    #[inline]
    pub fn extract(&self, lo: u32, width: u32) -> Bits {
        assert!(lo <= self.width && width <= self.width - lo, "the extracted bits exist");
        Bits::build(width, |i| self.window(64 * i as u64 + u64::from(lo)))
    }

    /// `hi` above `lo`. The sum of the widths is a width.
    pub fn concat(hi: &Bits, lo: &Bits) -> Bits {
        let width = hi.width + lo.width;
        let (words, bits) = ((lo.width / 64) as usize, lo.width % 64);
        Bits::build(width, |i| {
            let part = |i: Option<usize>| i.map_or(0, |i| hi.word(i));
            let high = part(i.checked_sub(words)) << bits;
            let low = if bits == 0 { 0 } else { part(i.checked_sub(words + 1)) >> (64 - bits) };
            lo.word(i) | high | low
        })
    }

    /// All parts side by side, the first highest, in time linear in the result. The sum of the widths is a width.
    pub fn concat_all(parts: &[Bits]) -> Bits {
        let width: u64 = parts.iter().map(|part| u64::from(part.width)).sum();
        assert!(width <= u64::from(MAX_WIDTH), "the parts fit");
        let mut words = vec![0u64; width.div_ceil(64) as usize];
        let mut low = 0;
        for part in parts.iter().rev() {
            let (first, shift) = (low / 64, low % 64);
            for (i, word) in part.words().iter().enumerate() {
                // A part of no bits may stand at the very end, and the top word of a part may not reach the next one.
                if let Some(here) = words.get_mut(first + i) {
                    *here |= word << shift;
                }
                if let Some(next) = words.get_mut(first + i + 1).filter(|_| shift > 0) {
                    *next |= word >> (64 - shift);
                }
            }
            low += part.width as usize;
        }
        Bits::from_words(width as u32, &words)
    }

    /// The vector with the bits from `lo` on replaced by `part`, which fits.
    pub fn insert(&self, lo: u32, part: &Bits) -> Bits {
        assert!(lo <= self.width && part.width <= self.width - lo, "the replaced bits exist");
        let above = lo + part.width;
        let high = self.extract(above, self.width - above);
        Bits::concat(&high, &Bits::concat(part, &self.extract(0, lo)))
    }

    /// `count` copies side by side. Their total width is a width.
    pub fn replicate(&self, count: u32) -> Bits {
        assert!(u64::from(self.width) * u64::from(count) <= u64::from(MAX_WIDTH), "the copies fit");
        let mut result = Bits::zero(0);
        if self.width == 0 {
            return result;
        }
        // Square and multiply: the cost is linear in the result.
        for bit in (0..32 - count.leading_zeros()).rev() {
            result = Bits::concat(&result, &result);
            if count >> bit & 1 == 1 {
                result = Bits::concat(&result, self);
            }
        }
        result
    }
}
