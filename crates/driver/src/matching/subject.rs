//! The dialects and patterns of a request.

use super::Sought;
use crate::files::Input;
use crate::load::{load_dialects, read_part};
use ::matcher::front::{PatternSet, Vocabulary, read_patterns};
use ::matcher::interp::Natives;
use ::matcher::stream::file::key;
use base::{Diagnostic, Diagnostics, codes};
use dialects::irdl::legal::Attributes;
use ir::Context;

/// What is looked for, as engines and chips read it.
pub struct Subject {
    /// The operations there are.
    pub vocabulary: Vocabulary,
    /// The patterns.
    pub set: PatternSet,
}

impl Subject {
    /// Reads all files; `None` when anything is wrong with any of them. The context learns the dialects and keeps the sources.
    pub fn read(
        sought: &Sought,
        attributes: Attributes,
        ctx: &mut Context,
        diagnostics: &mut Diagnostics,
    ) -> Option<Subject> {
        let loaded = load_dialects(ctx, &sought.dialects, diagnostics);
        load_dialects(ctx, &sought.known, diagnostics);
        let vocabulary = (!diagnostics.has_errors())
            .then(|| Vocabulary::new(ctx, &loaded, attributes, diagnostics))
            .flatten()?;
        let mut set = PatternSet::new(Natives::known());
        for path in &sought.patterns {
            let input = Input::read(path);
            let source = input.and_then(|input| ctx.sources.add_bytes(input.name, input.bytes));
            let source = match source {
                Ok(source) => source,
                Err(diagnostic) => {
                    diagnostics.push(diagnostic);
                    continue;
                }
            };
            let end = ctx.sources.text(source).len();
            let before = set.patterns.len();
            let errors = diagnostics.error_count();
            if let Some((ir, module)) = read_part(ctx, source, 0..end, &Default::default(), diagnostics) {
                read_patterns(&ir, module, &vocabulary, &mut set, diagnostics);
                // Facts hold attributes and types that the file brought.
                *ctx = ir.ctx;
            }
            if set.patterns.len() == before && diagnostics.error_count() == errors {
                let message = format!("`{}` holds no pattern", path.display());
                diagnostics.push(Diagnostic::error(codes::MATCH_NO_PATTERN, None, message));
            }
        }
        (!diagnostics.has_errors()).then_some(Subject { vocabulary, set })
    }

    /// The names of the patterns.
    pub fn names(&self) -> Vec<String> {
        self.set.patterns.iter().map(|pattern| pattern.name.clone()).collect()
    }

    /// What streams for these patterns are told by.
    pub fn key(&self, ctx: &Context) -> u64 {
        let facts: Vec<String> = self.set.facts.iter().map(|fact| fact.text(ctx)).collect();
        key(&self.vocabulary.alphabet, &self.set.patterns, &facts)
    }
}
