//! Random sets of patterns in PDL, and programs that they match in.
//!
//! A pattern is read off the program: an operation of it is described, with some of the operations that make its operands, and some that use the same values. What is said of each is
//! drawn, from next to nothing to all that there is, so most patterns match where they were read off and many match elsewhere, too. Some
//! are then made wrong in one place. A rewrite puts an operation with the pattern's number in the place of the root, with what was matched
//! as operands and attributes, so that what a matcher found shows in the program.

mod describe;
pub mod measured;
mod program;
mod rewrite;

use base::Rng;
use describe::Description;
pub use program::Program;

/// Patterns and a program.
pub struct PatternSet {
    /// Patterns, each without its benefit.
    patterns: Vec<String>,
    /// The program, as a module `@ir`.
    pub program: String,
}

impl PatternSet {
    /// The set of a seed.
    pub fn new(seed: u64) -> PatternSet {
        let rng = &mut Rng::new(seed);
        let program = Program::new(rng);
        let count = 1 + rng.index(6);
        let patterns = (0..count).map(|number| Description::of(&program, number, rng)).collect();
        PatternSet { patterns, program: program.text() }
    }

    /// How many patterns there are.
    pub fn len(&self) -> usize {
        self.patterns.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.patterns.is_empty()
    }

    /// The patterns with benefits that are all different. `first` is the number of the one that is worth most; a rewrite hides the matches of those
    /// that are worth less.
    pub fn patterns(&self, first: usize) -> String {
        let count = self.len();
        let benefit = |number: usize| count - (number + count - first) % count;
        let patterns = self.patterns.iter().enumerate();
        patterns
            .map(|(n, body)| format!("pdl.pattern @p{n} : benefit({}) {{\n{body}}}\n", benefit(n)))
            .collect()
    }
}
