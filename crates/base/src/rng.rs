//! A small deterministic random number generator for tests, generated programs and random inputs.
//!
//! The same seed gives the same numbers on every machine and in every version of the project, so that a seed
//! printed by a failing run is enough to repeat it. The generator is xoshiro256**, its state filled by SplitMix64.
//! It is no source of secrets.

use crate::bits::Bits;

/// A stream of random numbers.
#[derive(Clone, Debug)]
pub struct Rng {
    state: [u64; 4],
}

/// One step of SplitMix64: also a good way to derive the seed of case `n` from a base seed.
pub fn split_mix(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let mut z = *state;
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

impl Rng {
    /// The stream of a seed.
    pub fn new(mut seed: u64) -> Self {
        Rng { state: std::array::from_fn(|_| split_mix(&mut seed)) }
    }

    /// A stream of its own, so that one part of a generator can draw more without changing the others.
    pub fn fork(&mut self) -> Rng {
        Rng::new(self.next_u64())
    }

    /// Any 64 bits.
    pub fn next_u64(&mut self) -> u64 {
        let s = &mut self.state;
        let result = s[1].wrapping_mul(5).rotate_left(7).wrapping_mul(9);
        let t = s[1] << 17;
        s[2] ^= s[0];
        s[3] ^= s[1];
        s[1] ^= s[2];
        s[0] ^= s[3];
        s[2] ^= t;
        s[3] = s[3].rotate_left(45);
        result
    }

    /// A number below `n`, all equally likely. `n` is not zero.
    pub fn below(&mut self, n: u64) -> u64 {
        assert!(n > 0, "there is no number below zero");
        // The high half of a product is uniform once the few low halves that would favour some are thrown away.
        let threshold = n.wrapping_neg() % n;
        loop {
            let product = u128::from(self.next_u64()) * u128::from(n);
            if product as u64 >= threshold {
                return (product >> 64) as u64;
            }
        }
    }

    /// An index into something of `len` entries; `len` is not zero.
    pub fn index(&mut self, len: usize) -> usize {
        self.below(len as u64) as usize
    }

    /// A number from `low` to `high`, both included.
    pub fn between(&mut self, low: i64, high: i64) -> i64 {
        assert!(low <= high, "an empty range has no number");
        match (high.wrapping_sub(low) as u64).checked_add(1) {
            Some(count) => low.wrapping_add(self.below(count) as i64),
            None => self.next_u64() as i64,
        }
    }

    /// True in `times` of `out_of` cases.
    pub fn chance(&mut self, times: u64, out_of: u64) -> bool {
        self.below(out_of) < times
    }

    /// True or false.
    pub fn bool(&mut self) -> bool {
        self.next_u64() >> 63 == 1
    }

    /// One of the items; there is at least one.
    pub fn pick<'a, T>(&mut self, items: &'a [T]) -> &'a T {
        &items[self.index(items.len())]
    }

    /// Puts the items into a random order.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.index(last + 1));
        }
    }

    /// Any bits of a width.
    pub fn bits(&mut self, width: u32) -> Bits {
        let words: Vec<u64> = (0..width.div_ceil(64)).map(|_| self.next_u64()).collect();
        Bits::from_words(width, &words)
    }

    /// Bits of a width with a taste for the values where mistakes hide: small magnitudes, extremes, single bits,
    /// long runs.
    pub fn edgy_bits(&mut self, width: u32) -> Bits {
        let any = self.bits(width);
        if width == 0 {
            return any;
        }
        match self.below(8) {
            0 => Bits::from_i64(width, self.between(-3, 3)),
            1 => Bits::min_signed(width),
            2 => Bits::max_signed(width),
            3 => Bits::from_u64(width, 1).shl(self.below(u64::from(width)) as u32).unwrap_or(any),
            4 => Bits::ones(width).lshr(self.below(u64::from(width)) as u32).unwrap_or(any),
            5 => any.ashr(self.below(u64::from(width)) as u32).unwrap_or(any),
            _ => any,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_stream_of_a_seed_is_fixed() {
        // The published test vector of SplitMix64 for this seed.
        let mut state = 1_234_567;
        assert_eq!(split_mix(&mut state), 6_457_827_717_110_365_317);
        assert_eq!(split_mix(&mut state), 3_203_168_211_198_807_973);
        let mut rng = Rng { state: [1, 2, 3, 4] };
        let first: Vec<u64> = (0..4).map(|_| rng.next_u64()).collect();
        assert_eq!(first, [11_520, 0, 1_509_978_240, 1_215_971_899_390_074_240]);
    }

    #[test]
    fn numbers_stay_in_range_and_reach_it() {
        let mut rng = Rng::new(1);
        let mut seen = [false; 7];
        for _ in 0..1000 {
            seen[rng.index(7)] = true;
            assert!((-2..=3).contains(&rng.between(-2, 3)));
        }
        assert_eq!(seen, [true; 7]);
        rng.between(i64::MIN, i64::MAX);
        let mut items = [1, 2, 3, 4, 5];
        rng.shuffle(&mut items);
        items.sort();
        assert_eq!(items, [1, 2, 3, 4, 5]);
    }
}
