//! The fast engine: all patterns at once, from the leaves up.
//!
//! Entries are looked at once each, values before their uses. The state of an entry is the set of subpatterns that match at it, of those that stand
//! below others ([`crate::subpatterns`], [`states`]); equalities are left aside for that. Each opcode has a plane ([`plane`]) with a bit for every subpattern and every pattern
//! that may begin with it. A state at an operand allows a row of these bits, rows of all operands are taken together by `and`, and what is left is the
//! state of the entry and the patterns that match at it. Rows depend on states alone, and the same states come back all the time, so each row is made once. Where states are few, what
//! comes of an opcode and two of them is kept, too ([`pairs`]).
//!
//! What is left to see is which values are equal, for the patterns that ask for it. Patterns share such questions: `x op x` is one,
//! whatever is below. Each is asked once for all patterns that are still in the running.

mod order;
mod pairs;
mod plane;
mod states;

use crate::alphabet::Alphabet;
use crate::pattern::Pattern;
use crate::program::Program;
use crate::reference;
use crate::subpatterns::Subpatterns;
use order::Order;
use pairs::Pairs;
use plane::Plane;
use states::{NO_STATE, States};

/// A set of patterns, ready to be matched. What it finds out about states stays for the next program.
pub struct Engine {
    patterns: Vec<Pattern>,
    states: States,
    /// For each opcode.
    planes: Vec<Plane>,
    /// What is known of two operands together, where that is enough.
    pairs: Option<Pairs>,
}

impl Engine {
    /// The engine of these patterns.
    pub fn new(alphabet: &Alphabet, patterns: &[Pattern]) -> Engine {
        let subpatterns = Subpatterns::of(patterns);
        let opcodes = (0..alphabet.len() as u16).map(crate::Opcode);
        let planes: Vec<Plane> = opcodes.map(|opcode| Plane::new(opcode, patterns, &subpatterns)).collect();
        let pairs = Pairs::new(&planes);
        Engine { patterns: patterns.to_vec(), states: States::default(), planes, pairs }
    }

    /// How many matches there are.
    pub fn count(&mut self, program: &Program) -> u64 {
        let mut count = 0;
        self.run(program, |_, found| count += u64::from(found.bits.count_ones()));
        count
    }

    /// All matches: pairs of an entry and the number of a pattern, in that order.
    pub fn all_matches(&mut self, program: &Program) -> Vec<(u32, u32)> {
        let mut matches = Vec::new();
        self.run(program, |root, found| matches.extend(found.patterns().map(|pattern| (root, pattern))));
        matches.sort_unstable();
        matches
    }

    /// Calls `matched` with a root and patterns that match at it, as often as it takes.
    fn run(&mut self, program: &Program, mut matched: impl FnMut(u32, Found<'_>)) {
        // One more, for the operand that an operation does not have.
        let mut states = vec![NO_STATE; program.len() + 1];
        let order = Order::of(program);
        let is_settled = self.pairs.as_mut().is_some_and(|pairs| {
            let found = |root, bits, numbers: &[u32]| matched(root, Found { bits, numbers });
            pairs.settle(program, &order, &mut self.planes, &mut self.states, &mut states, found)
        });
        if !is_settled {
            // It would have no room for another program, either.
            self.pairs = None;
            self.settle(program, &order, &mut states, &mut matched);
        }
        // Those that no order has, and those of which there would be too many states.
        let left = (0..program.len() as u32).filter(|entry| states[*entry as usize] == NO_STATE);
        for entry in left {
            for (number, pattern) in (0..).zip(&self.patterns) {
                if reference::matches(program, pattern, entry) {
                    matched(entry, Found { bits: 1, numbers: &[number] });
                }
            }
        }
    }

    /// Looks at the entries that an order has, one by one.
    fn settle(
        &mut self,
        program: &Program,
        order: &Order,
        states: &mut [u32],
        matched: &mut impl FnMut(u32, Found<'_>),
    ) {
        let mut scratch = Vec::new();
        for place in 0..order.len() {
            let entry = order.entry(place);
            let plane = &mut self.planes[usize::from(program.opcodes[entry as usize].0)];
            let found = |bits, numbers: &[u32]| matched(entry, Found { bits, numbers });
            states[entry as usize] =
                plane.look_at(program, entry, states, &mut self.states, &mut scratch, found);
        }
    }
}

/// Patterns that match at one root.
struct Found<'a> {
    /// A bit for each that does.
    bits: u64,
    /// The numbers of the patterns that the bits stand for.
    numbers: &'a [u32],
}

impl Found<'_> {
    fn patterns(&self) -> impl Iterator<Item = u32> {
        let set = (0..).zip(self.numbers).filter(|(place, _)| self.bits >> place & 1 != 0);
        set.map(|(_, number)| *number)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Shape;
    use base::Rng;

    #[test]
    fn it_finds_what_the_reference_finds() {
        for seed in 0..2000 {
            let rng = &mut Rng::new(seed);
            let shape = Shape::any(rng);
            let alphabet = shape.alphabet(rng);
            let count = 1 + rng.below(if seed.is_multiple_of(8) { 300 } else { 12 });
            let patterns: Vec<Pattern> =
                (0..count).map(|n| shape.pattern(&alphabet, n.to_string(), rng)).collect();
            let mut engine = Engine::new(&alphabet, &patterns);
            // Twice, because an engine keeps what it has seen.
            for _ in 0..2 {
                let program = shape.program(&alphabet, &patterns, rng);
                let expected = reference::all_matches(&program, &patterns);
                assert_eq!(engine.all_matches(&program), expected, "seed {seed}");
                assert_eq!(engine.count(&program), expected.len() as u64, "seed {seed}");
            }
        }
    }
}
