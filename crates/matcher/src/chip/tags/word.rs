//! What is kept of a record for its users.

use crate::chip::Plan;
use crate::chip::fields::equal_fields;
use crate::pattern::{Pattern, Way};
use crate::stream::layout::bits_for;
use crate::subpatterns::{Subpattern, Subpatterns};
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
        let depth = plan.patterns.iter().map(Pattern::depth).max().unwrap_or(1);
        let address_bits = bits_for(u64::from(plan.layout.window)).max(1);
        // The values of one match are made in so many records one after the other.
        let place_bits = bits_for(u64::from(depth) * u64::from(plan.layout.window)).max(address_bits);
        let subpatterns = Subpatterns::of(plan.patterns);
        let (tags, code_bits) = tags(&subpatterns.below, plan.layout.code_bits());
        Shape {
            subpatterns,
            tags,
            code_bits,
            ways: ways.into_iter().collect(),
            address_bits,
            place_bits,
            identity_bits: 1 + place_bits.max(plan.layout.payload_bits()),
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

/// Which subpatterns have tags, and how many bits of a code there are beside them. Where more subpatterns than a code has bits ask for nothing but an opcode, the code is kept in their place.
fn tags(below: &[Subpattern], code_bits: u32) -> (Vec<Option<u32>>, u32) {
    let is_plain = |of: &Subpattern| of.facts == 0 && of.operands.iter().all(Option::is_none);
    let keeps_code = below.iter().filter(|of| is_plain(of)).count() > code_bits as usize;
    let mut next = 0..;
    let tag = |of: &Subpattern| if keeps_code && is_plain(of) { None } else { next.next() };
    (below.iter().map(tag).collect(), if keeps_code { code_bits } else { 0 })
}
