//! Matches of patterns as PDL-Interp finds them: of all patterns there are, in programs of any dialects.

use super::{Counted, MatchRequest, Matched};
use crate::load::{ReadOptions, load_dialects};
use crate::patterns;
use ::matcher::held::{Held, name_of, names};
use ::matcher::interp::{Matcher, Natives};
use ::matcher::lowering;
use ::matcher::stream::file::is_stream;
use base::{Diagnostic, Diagnostics, codes};
use ir::text::ParseOptions;
use ir::{Context, Ir, Op};
use rustc_hash::FxHashMap;
use std::path::PathBuf;

/// The matches of a program.
pub fn matches_of(
    request: &MatchRequest,
    ctx: &mut Context,
    diagnostics: &mut Diagnostics,
    progress: crate::Progress,
) -> Option<Matched> {
    if is_stream(&request.input.bytes) || request.save.is_some() {
        let message = "the engine `interp` looks at programs, and neither reads streams nor writes them";
        let diagnostic = Diagnostic::error(codes::BAD_ARGUMENT, None, message);
        diagnostics.push(diagnostic.hint("`--engine compiled` and `--engine chip` do"));
        return None;
    }
    load_dialects(ctx, request.sought.irdl_files(), diagnostics);
    let sets = read_sets(&request.sought.patterns, ctx, diagnostics);
    let sets = sets.filter(|_| !diagnostics.has_errors())?;
    let any = ReadOptions { allow_unregistered: true, ..ReadOptions::default() };
    let (mut ir, module) = super::read_program(&request.input, &any, ctx, diagnostics)?;
    let ops = ir.walk(module).split_off(1);
    let number_of: FxHashMap<Op, u32> = ops.iter().copied().zip(0..).collect();
    let mut given = Vec::new();
    let mut matches = Vec::new();
    for set in sets {
        let first = given.len() as u32;
        let mut say = |looked_at: usize| progress(&format!("match: {looked_at} of {} operations", ops.len()));
        let found = set.matcher.patterns_at_saying(&mut ir, &ops, &mut say);
        let found = found.map_err(|too_long| diagnostics.push(too_long.diagnostic(&ir))).ok()?;
        let numbered = found.into_iter();
        matches.extend(numbered.map(|(root, pattern)| (number_of[&root], first + set.numbers[pattern])));
        given.extend(set.names);
    }
    // A pattern in `pdl_interp` may be recorded at several places.
    matches.sort_unstable();
    matches.dedup();
    Some(Matched {
        patterns: names(given),
        counted: Counted::Operations,
        size: ops.len(),
        matches,
        missed: 0,
        chip: None,
    })
}

/// The patterns of a module.
struct Set {
    matcher: Matcher,
    /// The names of its patterns, of those that have one.
    names: Vec<Option<String>>,
    /// For each `pdl_interp.record_match` the number of its pattern.
    numbers: Vec<u32>,
}

/// Reads the patterns of all files, in `pdl` or in `pdl_interp`. What a program may have, its patterns may name.
fn read_sets(paths: &[PathBuf], ctx: &mut Context, diagnostics: &mut Diagnostics) -> Option<Vec<Set>> {
    let sources = patterns::sources(ctx, paths, diagnostics);
    let mut ir = Ir::new(ctx.clone());
    let options = ParseOptions { allow_unregistered: true };
    let held = patterns::read(&mut ir, &sources, options, diagnostics);
    let sets = held.and_then(|held| held.into_iter().map(|one| Set::of(&mut ir, one, diagnostics)).collect());
    *ctx = ir.ctx;
    sets
}

impl Set {
    fn of(ir: &mut Ir, held: Held, diagnostics: &mut Diagnostics) -> Option<Set> {
        let (module, patterns) = match held {
            Held::Patterns { module, patterns } => (module, patterns),
            Held::Matcher { module, .. } => {
                let matcher = Matcher::decode(ir, module, &Natives::known(), diagnostics)?;
                return Some(Set::of_records(matcher));
            }
        };
        if patterns.len() > i16::MAX as usize {
            let message =
                format!("there are {} patterns in one module, more than can be told apart", patterns.len());
            diagnostics.push(Diagnostic::error(codes::MATCH_MANY, ir.ctx.span(ir.loc(module)), message));
            return None;
        }
        let names = patterns.iter().map(|pattern| name_of(ir, *pattern)).collect();
        number_by_benefit(ir, &patterns);
        lowering::lower(ir, module, diagnostics).ok()?;
        let matcher = Matcher::decode(ir, module, &Natives::known(), diagnostics)?;
        Some(Set::of_patterns(matcher, names))
    }

    /// Of patterns in `pdl`, whose benefits are their numbers.
    fn of_patterns(matcher: Matcher, names: Vec<Option<String>>) -> Set {
        let numbers = matcher.patterns().iter().map(|recorded| u32::from(recorded.benefit)).collect();
        Set { matcher, names, numbers }
    }

    /// Of patterns in `pdl_interp`, which are told apart by the functions that rewrite their matches.
    fn of_records(matcher: Matcher) -> Set {
        let mut names: Vec<Option<String>> = Vec::new();
        let mut numbers = Vec::new();
        for recorded in matcher.patterns() {
            let rewriter = Some(recorded.rewriter.clone());
            let known = names.iter().position(|name| *name == rewriter);
            numbers.push(known.unwrap_or(names.len()) as u32);
            if known.is_none() {
                names.push(rewriter);
            }
        }
        Set { matcher, names, numbers }
    }
}

/// Gives every pattern its number as benefit, which is the one thing that stays with a pattern on its way to a matcher.
fn number_by_benefit(ir: &mut Ir, patterns: &[Op]) {
    for (number, pattern) in (0..).zip(patterns) {
        let ty = ir.ctx.int_ty(16);
        let benefit = ir.ctx.int_attr(number, ty);
        ir.set_attr(*pattern, "benefit", Some(benefit));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ir::text::parse;

    #[test]
    fn a_module_has_as_many_patterns_as_benefits_tell_apart() {
        let pattern = "pdl.pattern : benefit(1) {\n%0 = operation\nrewrite %0 { erase %0 }\n}\n";
        let mut ir = Ir::new(crate::load::context());
        let source = ir.ctx.sources.add("test.mlir", pattern.repeat(i16::MAX as usize + 1));
        let mut diagnostics = Diagnostics::new();
        let module = parse(&mut ir, source, ParseOptions { allow_unregistered: false }, &mut diagnostics);
        let [held] = &::matcher::held::held(&ir, module.expect("it can be read"))[..] else {
            panic!("one module has patterns")
        };
        assert!(Set::of(&mut ir, held.clone(), &mut diagnostics).is_none());
        let said: Vec<_> = diagnostics.iter().map(|diagnostic| diagnostic.code).collect();
        assert_eq!(said, [codes::MATCH_MANY]);
    }
}
