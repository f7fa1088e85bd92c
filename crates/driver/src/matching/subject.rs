//! The dialects and patterns of a request.

use super::Sought;
use crate::load::load_dialects;
use crate::patterns;
use ::matcher::front::{PatternSet, Vocabulary, read_patterns};
use ::matcher::held::Held;
use ::matcher::interp::Natives;
use ::matcher::stream::key::key;
use base::{Diagnostics, codes};
use dialects::irdl::legal::Attributes;
use ir::text::ParseOptions;
use ir::{Context, Ir, Op, op_error};

/// What is looked for, as engines and chips read it.
pub struct Subject {
    /// The operations there are.
    pub vocabulary: Vocabulary,
    /// The patterns.
    pub set: PatternSet,
}

/// What takes patterns that are no trees, where something else than a chip is wanted.
pub const INTERP: &str = "`flowright match --engine interp` takes it";

impl Subject {
    /// Reads all files; `None` when anything is wrong with any of them. The context learns the dialects and keeps the sources. What takes patterns instead is for hints.
    pub fn read(
        sought: &Sought,
        attributes: Attributes,
        instead: Option<&str>,
        ctx: &mut Context,
        diagnostics: &mut Diagnostics,
    ) -> Option<Subject> {
        let loaded = load_dialects(ctx, sought.irdl_files(), diagnostics);
        let loaded = loaded[..sought.dialects.len()].concat();
        let vocabulary = (!diagnostics.has_errors())
            .then(|| Vocabulary::new(ctx, &loaded, attributes, diagnostics))
            .flatten()?;
        let sources = patterns::sources(ctx, &sought.patterns, diagnostics);
        let mut ir = Ir::new(ctx.clone());
        let options = ParseOptions { allow_unregistered: false };
        let held = patterns::read(&mut ir, &sources, options, diagnostics)?;
        let patterns = in_pdl(&ir, held, instead, diagnostics);
        let set = read_patterns(&ir, &patterns, &vocabulary, Natives::known(), instead, diagnostics);
        // Facts hold attributes and types that the files brought.
        *ctx = ir.ctx;
        (!diagnostics.has_errors()).then_some(Subject { vocabulary, set })
    }

    /// The names of the patterns.
    pub fn names(&self) -> Vec<String> {
        self.set.patterns.iter().map(|pattern| pattern.name.clone()).collect()
    }

    /// What streams for these patterns are told by.
    pub fn key(&self, ctx: &Context) -> u64 {
        let facts: Vec<String> = self.set.facts.iter().map(|fact| fact.text(ctx)).collect();
        let nameless: Vec<String> = self.set.nameless.iter().map(|node| node.text(ctx)).collect();
        key(&self.vocabulary.alphabet, &self.set.patterns, &facts, &nameless)
    }
}

/// The patterns that were read. A matcher is refused: it says how to look for patterns, and their trees cannot be read from it.
fn in_pdl(ir: &Ir, held: Vec<Held>, instead: Option<&str>, diagnostics: &mut Diagnostics) -> Vec<Op> {
    let mut all = Vec::new();
    for held in held {
        match held {
            Held::Patterns { patterns, .. } => all.extend(patterns),
            Held::Matcher { function, .. } => {
                let message = "the engine `compiled` and chips take patterns in `pdl`, and this is what patterns were lowered to";
                let error = op_error(ir, function, codes::MATCH_NO_PATTERN, message);
                diagnostics.push(match instead {
                    Some(instead) => error.hint(instead),
                    None => error,
                });
            }
        }
    }
    all
}
