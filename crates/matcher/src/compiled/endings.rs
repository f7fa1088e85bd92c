//! Which patterns match in a state: those without equalities always, the others if their values are equal.
//!
//! The equalities that the patterns of a state ask for are few, because patterns share them: `x op x` is one, whatever is below. They are looked at
//! once, and the patterns for which they are enough are kept for the next entry that has the same ones. Most entries have none.

use crate::pattern::{Pattern, Slot};
use crate::program::Program;
use crate::reference;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

/// What follows from states.
pub struct Endings {
    patterns: Vec<Pattern>,
    /// The patterns that each subpattern is the whole of.
    ends_of: Vec<Vec<u32>>,
    /// For each pattern its slots that must be equal, as ways from the root.
    equalities: Vec<Vec<(Way, Way)>>,
    /// For each state.
    of_state: Vec<Option<Ending>>,
}

/// A slot as the operands on the way to it from the root.
type Way = SmallVec<[u32; 4]>;

#[derive(Default)]
struct Ending {
    always: Vec<u32>,
    tests: Vec<Tests>,
    /// Patterns with more equalities than a signature has bits.
    alone: Vec<u32>,
}

/// Equalities that are looked at together, and the patterns that ask for them.
#[derive(Default)]
struct Tests {
    /// Values: an operand of the root, or of the entry that makes a value before it in the list.
    values: Vec<(Option<u32>, u32)>,
    /// Which values are compared; each is a bit of a signature.
    pairs: Vec<(u32, u32)>,
    /// Patterns, with the bits they ask for.
    patterns: Vec<(u32, u64)>,
    /// The patterns that match for signatures that have occurred.
    known: FxHashMap<u64, Box<[u32]>>,
}

impl Endings {
    /// The endings of patterns, given which subpattern each is.
    pub fn new(patterns: &[Pattern], roots: &[u32]) -> Endings {
        let mut ends_of = vec![Vec::new(); roots.iter().map(|root| *root as usize + 1).max().unwrap_or(0)];
        for (pattern, root) in (0..).zip(roots) {
            ends_of[*root as usize].push(pattern);
        }
        let equalities = patterns.iter().map(ways_of).collect();
        Endings { patterns: patterns.to_vec(), ends_of, equalities, of_state: Vec::new() }
    }

    /// Calls `matched` with the patterns that match at an entry of a state.
    pub fn at(
        &mut self,
        members: &[u32],
        state: u32,
        program: &Program,
        root: u32,
        matched: &mut impl FnMut(u32, &[u32]),
    ) {
        if self.of_state.len() <= state as usize {
            self.of_state.resize_with(state as usize + 1, || None);
        }
        if self.of_state[state as usize].is_none() {
            self.of_state[state as usize] = Some(self.ending(members));
        }
        let ending = self.of_state[state as usize].as_mut().expect("it was just made");
        if !ending.always.is_empty() {
            matched(root, &ending.always);
        }
        for tests in &mut ending.tests {
            let signature = tests.signature(program, root);
            if signature != 0 {
                matched(root, tests.matching(signature));
            }
        }
        for pattern in &ending.alone {
            if reference::matches(program, &self.patterns[*pattern as usize], root) {
                matched(root, &[*pattern]);
            }
        }
    }

    fn ending(&self, members: &[u32]) -> Ending {
        let mut ending = Ending::default();
        let ends = members.iter().filter_map(|member| self.ends_of.get(*member as usize)).flatten();
        for pattern in ends.copied() {
            let equalities = &self.equalities[pattern as usize];
            if equalities.is_empty() {
                ending.always.push(pattern);
                continue;
            }
            if equalities.len() > u64::BITS as usize {
                ending.alone.push(pattern);
                continue;
            }
            let fits = |tests: &&mut Tests| tests.pairs.len() + equalities.len() <= u64::BITS as usize;
            match ending.tests.last_mut().filter(fits) {
                Some(tests) => tests.add(pattern, equalities),
                None => {
                    let mut tests = Tests::default();
                    tests.add(pattern, equalities);
                    ending.tests.push(tests);
                }
            }
        }
        ending
    }
}

/// The equalities of a pattern as ways from its root, each once.
fn ways_of(pattern: &Pattern) -> Vec<(Way, Way)> {
    let slot_of = pattern.slot_of_nodes();
    let way_to = |slot: Slot| {
        let mut way = Way::from_slice(&[slot.operand]);
        let mut node = slot.node;
        while let Some(above) = slot_of[node as usize] {
            way.push(above.operand);
            node = above.node;
        }
        way.reverse();
        way
    };
    let ordered = |(a, b): (Way, Way)| if a <= b { (a, b) } else { (b, a) };
    let mut ways: Vec<(Way, Way)> =
        pattern.equalities.iter().map(|(a, b)| ordered((way_to(*a), way_to(*b)))).collect();
    ways.sort_unstable();
    ways.dedup();
    ways
}

impl Tests {
    fn add(&mut self, pattern: u32, equalities: &[(Way, Way)]) {
        let mut bits = 0;
        for (a, b) in equalities {
            let pair = (self.value(a), self.value(b));
            let place = self.pairs.iter().position(|known| *known == pair).unwrap_or_else(|| {
                self.pairs.push(pair);
                self.pairs.len() - 1
            });
            bits |= 1 << place;
        }
        self.patterns.push((pattern, bits));
    }

    /// The place of a value in the list; it may be new.
    fn value(&mut self, way: &[u32]) -> u32 {
        let mut above = None;
        for operand in way {
            let step = (above, *operand);
            let place = self.values.iter().position(|known| *known == step).unwrap_or_else(|| {
                self.values.push(step);
                self.values.len() - 1
            });
            above = Some(place as u32);
        }
        above.expect("a slot is an operand of a node")
    }

    /// Which of the values are equal.
    fn signature(&self, program: &Program, root: u32) -> u64 {
        let mut values: SmallVec<[u32; 16]> = SmallVec::new();
        for (above, operand) in &self.values {
            let entry = above.map_or(root, |above| values[above as usize]);
            values.push(program.operand(entry, *operand));
        }
        let equal = |(a, b): &(u32, u32)| values[*a as usize] == values[*b as usize];
        (0..).zip(&self.pairs).fold(0, |bits, (place, pair)| bits | u64::from(equal(pair)) << place)
    }

    /// The patterns that ask for no more than what is equal.
    fn matching(&mut self, signature: u64) -> &[u32] {
        let patterns = &self.patterns;
        self.known.entry(signature).or_insert_with(|| {
            let enough = |(_, bits): &&(u32, u64)| bits & signature == *bits;
            patterns.iter().filter(enough).map(|(pattern, _)| *pattern).collect()
        })
    }
}
