//! The engine that runs PDL-Interp as it stands: a module with a function `@matcher` is decoded once and then run on operations of the IR.
//!
//! This is the engine for all of PDL: attributes, types, ranges, several results, users and functions of the host. Its meaning is MLIR 19's, match for
//! match and in the same order; a law of `testkit` compares the two. What MLIR leaves undefined (asking null for its operands) gives null here.
//!
//! ```text
//!  pdl_interp ──decode──▶ code: rows of instructions over registers ──run──▶ matches ──rewrite──▶ other IR
//! ```
//!
//! Patterns and the program they run on are of one [`Context`](ir::Context): types, attributes and names are compared by their handles.

mod code;
pub mod constraints;
mod decode;
mod handle;
mod natives;
mod rewrite;
mod run;
#[cfg(test)]
mod tests;

pub use handle::Handle;
pub use natives::{Constraint, Natives, Rewrite};
pub use rewrite::apply;

use base::{Diagnostic, Diagnostics, codes};
use code::Function;
use ir::{Ir, Loc, Op, op_error};
use run::Machine;
pub(crate) use run::attribute_type;

/// After how many roots it is said how far matching is: at one, [`run::MOST_STEPS`] may take a tenth of a second.
const SAID: usize = 64;

/// Patterns, ready to be matched. Whether there are functions of the host that their rewriters call does not matter.
pub struct Matcher {
    matcher: Function,
    patterns: Vec<Recorded>,
    /// The functions that rewrite matches, each once.
    rewriters: Vec<Op>,
}

/// Patterns, ready to be applied.
pub struct Patterns {
    matcher: Matcher,
    rewriters: Vec<Function>,
}

/// What a `pdl_interp.record_match` says of its pattern.
#[derive(Clone, Debug)]
pub struct Recorded {
    /// The name of the function that rewrites a match, without that of the module of rewriters.
    pub rewriter: String,
    /// Which match comes first: that of the greatest benefit.
    pub benefit: u16,
    /// That function.
    function: usize,
    /// Where the pattern stands.
    loc: Loc,
}

/// That a pattern matches at a root.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Match {
    /// The number of the pattern among [`Matcher::patterns`].
    pub pattern: usize,
    /// What the rewriter gets.
    pub inputs: Vec<Handle>,
    /// The operations that were matched.
    pub operations: Vec<Op>,
}

/// That matching at a root takes more steps in loops, or for ranges, than are taken.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TooLong {
    /// The root.
    pub root: Op,
}

impl TooLong {
    /// It as a diagnostic at the root.
    pub fn diagnostic(self, ir: &Ir) -> Diagnostic {
        let message = format!(
            "to match here takes more than {} steps in loops over users and in ranges",
            run::MOST_STEPS
        );
        let diagnostic = op_error(ir, self.root, codes::MATCH_STEPS, message);
        diagnostic.hint("a pattern with several operations that nothing in it uses looks at all users of what they have in common")
    }
}

impl Patterns {
    /// Decodes the function `@matcher` of a module and the rewriters that it names. What is wrong goes to `diags`.
    pub fn decode(ir: &mut Ir, module: Op, natives: &Natives, diags: &mut Diagnostics) -> Option<Patterns> {
        let matcher = Matcher::decode(ir, module, natives, diags)?;
        let rewriters = decode::rewriters(ir, &matcher.rewriters, natives, diags)?;
        Some(Patterns { matcher, rewriters })
    }
}

impl Matcher {
    /// Decodes the function `@matcher` of a module. What is wrong goes to `diags`.
    pub fn decode(ir: &mut Ir, module: Op, natives: &Natives, diags: &mut Diagnostics) -> Option<Matcher> {
        decode::module(ir, module, natives, diags)
    }

    /// The patterns, one for each `pdl_interp.record_match` in the order of the text.
    pub fn patterns(&self) -> &[Recorded] {
        &self.patterns
    }

    /// The matches at every operation inside an operation, in the order of the text, with their roots: at each the greatest benefit first and otherwise in the order in which
    /// they are found. A pattern with loops over users may match at a root in several ways.
    pub fn all_matches(&self, ir: &mut Ir, module: Op) -> Result<Vec<(Op, Match)>, TooLong> {
        let mut machine = Machine::of_one_program();
        let mut found = Vec::new();
        for root in ir.walk(module).split_off(1) {
            let matches = self.matches_with(&mut machine, ir, root)?;
            found.extend(matches.into_iter().map(|one| (root, one)));
        }
        Ok(found)
    }

    /// Which patterns match at some operations, by their numbers among [`Matcher::patterns`]: each once at a root, in how many ways it may match there. From time to time it says how many
    /// of the operations were looked at.
    pub fn patterns_at_saying(
        &self,
        ir: &mut Ir,
        roots: &[Op],
        say: &mut dyn FnMut(usize),
    ) -> Result<Vec<(Op, usize)>, TooLong> {
        let mut machine = Machine::of_one_program();
        let mut found = Vec::new();
        // The root at which each pattern was met last.
        let mut met = vec![None; self.patterns.len()];
        for (number, root) in roots.iter().copied().enumerate() {
            if number % SAID == 0 {
                say(number);
            }
            machine.run_matcher(&self.matcher, ir, root, |_, record| {
                if met[record.pattern].replace(root) != Some(root) {
                    found.push((root, record.pattern));
                }
            })?;
        }
        Ok(found)
    }

    fn matches_with(&self, machine: &mut Machine, ir: &mut Ir, root: Op) -> Result<Vec<Match>, TooLong> {
        let mut found = Vec::new();
        machine
            .run_matcher(&self.matcher, ir, root, |machine, record| found.push(machine.match_of(record)))?;
        found.sort_by_key(|one| std::cmp::Reverse(self.patterns[one.pattern].benefit));
        Ok(found)
    }
}
