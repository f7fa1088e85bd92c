//! The fast engine: all patterns at once, from the leaves up.
//!
//! Entries are looked at once each, values before their uses. The state of an entry is the set of subpatterns that match at it when equalities
//! are left aside ([`subpatterns`]). It follows from the entry's opcode, the states of its operands and its facts, and these
//! combinations come back all the time: each is worked out once and then looked up ([`automaton`]), so that the time an entry takes does not grow
//! with the number of patterns. What is left is to see which values are equal, for the patterns of the state that ask for it ([`endings`]).
//!
//! States are made while a program is looked at, and stay for the next one: patterns of large sets have more states than any program has entries, and few of
//! them ever occur.

mod automaton;
mod endings;
mod order;
mod subpatterns;

use crate::alphabet::Alphabet;
use crate::pattern::Pattern;
use crate::program::Program;
use crate::reference;
use automaton::{Automaton, NO_STATE};
use endings::Endings;
use order::Order;
use subpatterns::Subpatterns;

/// A set of patterns, ready to be matched.
pub struct Engine {
    patterns: Vec<Pattern>,
    automaton: Automaton,
    endings: Endings,
}

impl Engine {
    /// The engine of these patterns.
    pub fn new(alphabet: &Alphabet, patterns: &[Pattern]) -> Engine {
        let subpatterns = Subpatterns::of(patterns);
        Engine {
            endings: Endings::new(patterns, &subpatterns.roots),
            automaton: Automaton::new(alphabet, subpatterns.all),
            patterns: patterns.to_vec(),
        }
    }

    /// How many matches there are.
    pub fn count(&mut self, program: &Program) -> u64 {
        let mut count = 0;
        self.run(program, |_, patterns| count += patterns.len() as u64);
        count
    }

    /// All matches: pairs of an entry and the number of a pattern, in that order.
    pub fn all_matches(&mut self, program: &Program) -> Vec<(u32, u32)> {
        let mut matches = Vec::new();
        self.run(program, |root, patterns| matches.extend(patterns.iter().map(|pattern| (root, *pattern))));
        matches.sort_unstable();
        matches
    }

    /// Calls `matched` with a root and patterns that match at it, as often as it takes.
    fn run(&mut self, program: &Program, mut matched: impl FnMut(u32, &[u32])) {
        let mut states = vec![NO_STATE; program.len()];
        let order = Order::of(program);
        for entry in order.settled() {
            let state = self.automaton.step(program, &states, entry);
            states[entry as usize] = state;
            if state != NO_STATE {
                self.endings.at(self.automaton.members(state), state, program, entry, &mut matched);
            }
        }
        // Those that no order has, and those of which there would be too many states.
        let left = (0..program.len() as u32).filter(|entry| states[*entry as usize] == NO_STATE);
        for entry in left {
            for (number, pattern) in (0..).zip(&self.patterns) {
                if reference::matches(program, pattern, entry) {
                    matched(entry, &[number]);
                }
            }
        }
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
            let count = 1 + rng.below(12);
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
