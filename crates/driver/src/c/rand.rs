//! `rand` as glibc has it, so that a program that makes its inputs with it makes the same ones.
//!
//! An additive feedback generator: each word is the sum of those 3 and 31 places before, and `rand` gives it without its lowest bit. The
//! first 31 words come from a linear congruential generator, and 310 words are thrown away.

/// How far back the farther summand is.
const LONG_LAG: usize = 31;
/// How far back the nearer summand is.
const SHORT_LAG: usize = 3;

/// The state of `rand`.
pub struct Rand {
    words: [u32; LONG_LAG],
    /// The oldest word, which the next replaces.
    at: usize,
}

impl Rand {
    /// The state after `srand(seed)`.
    pub fn new(seed: u32) -> Rand {
        let mut words = [0; LONG_LAG];
        // A seed of zero would stay zero.
        let mut word = if seed == 0 { 1 } else { seed as i32 };
        for slot in &mut words {
            *slot = word as u32;
            word = (16807 * i64::from(word) % 2_147_483_647) as i32;
            if word < 0 {
                word += 2_147_483_647;
            }
        }
        // The first sum is of the first word and the one after the shorter lag.
        let mut rand = Rand { words, at: SHORT_LAG };
        for _ in 0..10 * LONG_LAG {
            rand.next();
        }
        rand
    }

    /// The next number, from 0 to 2147483647.
    pub fn next(&mut self) -> i32 {
        let near = self.words[(self.at + LONG_LAG - SHORT_LAG) % LONG_LAG];
        let word = self.words[self.at].wrapping_add(near);
        self.words[self.at] = word;
        self.at = (self.at + 1) % LONG_LAG;
        (word >> 1) as i32
    }
}

#[cfg(test)]
mod tests {
    use super::Rand;

    #[test]
    fn the_sequences_are_those_of_glibc() {
        let check = |seed, expected: [i32; 4]| {
            let mut rand = Rand::new(seed);
            assert_eq!([(); 4].map(|()| rand.next()), expected, "seed {seed}");
        };
        check(1, [1804289383, 846930886, 1681692777, 1714636915]);
        check(0, [1804289383, 846930886, 1681692777, 1714636915]);
        check(13, [1358590890, 733184381, 1941561279, 279246991]);
        check(42, [71876166, 708592740, 1483128881, 907283241]);
        check(4294967295, [254925627, 1205188300, 366127624, 1401405153]);
        check(2147483648, [1336741213, 1210407648, 1447044896, 337392383]);
    }
}
