//! What is kept of a record for its users.

use crate::chip::Plan;
use crate::chip::fields::equal_fields;
use crate::pattern::{Pattern, Slot, Way};
use crate::stream::layout::bits_for;
use crate::subpatterns::{Subpattern, Subpatterns};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeSet;

/// What a word has in it, from the lowest bit on: the code if it has one, tags, identities.
pub struct Shape {
    /// What patterns are made of.
    pub subpatterns: Subpatterns,
    /// For each subpattern that stands below another which tag it is; for some the code says whether they match.
    pub tags: Vec<Option<u32>>,
    /// How many bits of a code a word has.
    pub code_bits: u32,
    /// The ways, by fields, to values whose identities a word has.
    pub ways: Vec<Way>,
    /// How many bits the address of a word has.
    pub address_bits: u32,
    /// How many bits the number of a record has.
    pub place_bits: u32,
    /// How many bits an identity has.
    pub identity_bits: u32,
}

impl Shape {
    /// The shape of words for patterns.
    pub fn of(plan: &Plan<'_>) -> Shape {
        let mut ways = BTreeSet::new();
        for (a, b) in plan.patterns.iter().flat_map(|pattern| equal_fields(plan.layout, pattern)) {
            for way in [a, b] {
                ways.extend((1..way.len()).map(|from| Way::from_slice(&way[from..])));
            }
        }
        let (address_bits, place_bits) = (address_bits(plan), place_bits(plan));
        let subpatterns = Subpatterns::of(plan.patterns);
        let (tags, code_bits) = tags(&subpatterns.below, plan.layout.code_bits());
        Shape {
            subpatterns,
            tags,
            code_bits,
            ways: ways.into_iter().collect(),
            address_bits,
            place_bits,
            identity_bits: identity_bits(plan),
        }
    }

    /// How many bits a word has.
    pub fn bits(&self) -> u32 {
        (self.identity_low(self.ways.len() as u32)).max(1)
    }

    /// Where the identity begins that is at the end of the way with a number.
    pub fn identity_low(&self, way: u32) -> u32 {
        let tags = self.tags.iter().flatten().count() as u32;
        self.code_bits + tags + way * self.identity_bits
    }
}

fn address_bits(plan: &Plan<'_>) -> u32 {
    bits_for(u64::from(plan.layout.window)).max(1)
}

/// The values of one match are made in so many records one after the other.
fn place_bits(plan: &Plan<'_>) -> u32 {
    let depth = plan.patterns.iter().map(Pattern::depth).max().unwrap_or(1);
    bits_for(u64::from(depth) * u64::from(plan.layout.window)).max(address_bits(plan))
}

fn identity_bits(plan: &Plan<'_>) -> u32 {
    1 + place_bits(plan).max(plan.layout.payload_bits())
}

/// How many bits a word has at the most, for a set of patterns whose shape may be too large to be made.
pub fn word_bits(plan: &Plan<'_>) -> u64 {
    // Each way without its first operands, told by its last operand and those before it; the whole way is not in a word.
    let mut numbers = FxHashMap::default();
    for pattern in plan.patterns {
        let slot_of = pattern.slot_of_nodes();
        let different = pattern.equalities.iter().filter(|(a, b)| a != b);
        for slot in different.flat_map(|(a, b)| [*a, *b]).collect::<FxHashSet<Slot>>() {
            let (mut way, mut end) = (slot, 0);
            while let Some(above) = slot_of[way.node as usize] {
                let next = numbers.len() as u32 + 1;
                end = *numbers.entry((end, way.operand)).or_insert(next);
                way = above;
            }
        }
    }
    let tags = Subpatterns::of(plan.patterns).below.len() as u64 + u64::from(plan.layout.code_bits());
    tags + numbers.len() as u64 * u64::from(identity_bits(plan))
}

/// Which subpatterns have tags, and how many bits of a code there are beside them. Where more subpatterns than a code has bits ask for nothing but an opcode, the code is kept in their place.
fn tags(below: &[Subpattern], code_bits: u32) -> (Vec<Option<u32>>, u32) {
    let is_plain = |of: &Subpattern| of.facts == 0 && of.operands.iter().all(Option::is_none);
    let keeps_code = below.iter().filter(|of| is_plain(of)).count() > code_bits as usize;
    let mut next = 0..;
    let tag = |of: &Subpattern| if keeps_code && is_plain(of) { None } else { next.next() };
    (below.iter().map(tag).collect(), if keeps_code { code_bits } else { 0 })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random;
    use crate::stream::layout::Layout;
    use base::Rng;

    #[test]
    fn how_large_a_word_is_can_be_said_without_making_its_shape() {
        for seed in 0..300 {
            let rng = &mut Rng::new(seed);
            let shape = random::Shape::any(rng);
            let alphabet = &shape.alphabet(rng);
            let count = 1 + rng.below(20);
            let patterns: Vec<Pattern> =
                (0..count).map(|n| shape.pattern(alphabet, n.to_string(), rng)).collect();
            let layout = &Layout::new(alphabet, &patterns, 1 + rng.below(20) as u32);
            let patterns = &patterns[..];
            let plan = Plan { alphabet, patterns, layout, lists_matches: false, streams: 1, units: None };
            let made = Shape::of(&plan);
            // All subpatterns have tags, or a code is there in their place.
            let untagged = made.tags.iter().filter(|tag| tag.is_none()).count() as u32;
            let spared = layout.code_bits() - made.code_bits + untagged;
            assert_eq!(
                word_bits(&plan),
                u64::from(made.identity_low(made.ways.len() as u32) + spared),
                "seed {seed}"
            );
        }
    }
}
