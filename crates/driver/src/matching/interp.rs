//! Matches of patterns as PDL-Interp finds them: of all patterns there are, in programs of any dialects.

use super::{Counted, MatchRequest, Matched};
use crate::files::Input;
use crate::load::{ReadOptions, load_dialects, read_part};
use ::matcher::interp::{Matcher, Natives};
use ::matcher::lowering;
use ::matcher::stream::file::is_stream;
use base::{Diagnostic, Diagnostics, codes};
use dialects::{builtin, pdl};
use ir::{Context, Ir, Op, OpCode, symbols};
use rustc_hash::FxHashMap;
use std::path::Path;

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
    load_dialects(ctx, &request.sought.dialects, diagnostics);
    load_dialects(ctx, &request.sought.known, diagnostics);
    let mut sets = Vec::new();
    for path in &request.sought.patterns {
        sets.extend(Set::read_all(path, ctx, diagnostics).into_iter().flatten());
    }
    if diagnostics.has_errors() {
        return None;
    }
    let any = ReadOptions { allow_unregistered: true, ..ReadOptions::default() };
    let (mut ir, module) = super::read_program(&request.input, &any, ctx, diagnostics)?;
    progress("match");
    let ops = ir.walk(module).split_off(1);
    let number_of: FxHashMap<Op, u32> = ops.iter().copied().zip(0..).collect();
    let mut names = Vec::new();
    let mut matches = Vec::new();
    for set in sets {
        let first = names.len() as u32;
        for (root, found) in set.matcher.all_matches(&mut ir, module) {
            matches.push((number_of[&root], first + set.numbers[found.pattern]));
        }
        names.extend(set.names);
    }
    Some(Matched {
        patterns: names,
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
    names: Vec<String>,
    /// For each `pdl_interp.record_match` the number of its pattern.
    numbers: Vec<u32>,
}

impl Set {
    /// Reads the patterns of a file, in `pdl` or in `pdl_interp`, module by module. What is wrong goes to `diagnostics`.
    fn read_all(path: &Path, ctx: &mut Context, diagnostics: &mut Diagnostics) -> Option<Vec<Set>> {
        let source = Input::read(path).and_then(|input| ctx.sources.add_bytes(input.name, input.bytes));
        let source = source.map_err(|diagnostic| diagnostics.push(diagnostic)).ok()?;
        let end = ctx.sources.text(source).len();
        let (mut ir, file) = read_part(ctx, source, 0..end, &Default::default(), diagnostics)?;
        let modules: Vec<Op> =
            ir.walk(file).into_iter().filter(|op| ir.code(*op) == builtin::MODULE).collect();
        let mut sets = Vec::new();
        for module in modules {
            let patterns = inside(&ir, module, pdl::PATTERN);
            if !patterns.is_empty() || symbols::lookup(&ir, module, lowering::MATCHER).is_some() {
                sets.push(Set::read(&mut ir, module, &patterns, diagnostics)?);
            }
        }
        if sets.is_empty() {
            let message = format!("`{}` holds no pattern", path.display());
            diagnostics.push(Diagnostic::error(codes::MATCH_NO_PATTERN, None, message));
        }
        *ctx = ir.ctx;
        Some(sets)
    }

    fn read(ir: &mut Ir, module: Op, patterns: &[Op], diagnostics: &mut Diagnostics) -> Option<Set> {
        if patterns.is_empty() {
            let matcher = Matcher::decode(ir, module, &Natives::known(), diagnostics)?;
            return Some(Set::of_records(matcher));
        }
        if patterns.len() > i16::MAX as usize {
            let message =
                format!("there are {} patterns in one module, more than can be told apart", patterns.len());
            diagnostics.push(Diagnostic::error(codes::MATCH_MANY, ir.ctx.span(ir.loc(module)), message));
            return None;
        }
        let names = patterns.iter().enumerate().map(|(number, op)| name(ir, *op, number)).collect();
        number_by_benefit(ir, patterns);
        lowering::lower(ir, module, diagnostics).ok()?;
        let matcher = Matcher::decode(ir, module, &Natives::known(), diagnostics)?;
        Some(Set::of_patterns(matcher, names))
    }

    /// Of patterns in `pdl`, whose benefits are their numbers.
    fn of_patterns(matcher: Matcher, names: Vec<String>) -> Set {
        let numbers = matcher.patterns().iter().map(|recorded| u32::from(recorded.benefit)).collect();
        Set { matcher, names, numbers }
    }

    /// Of patterns in `pdl_interp`, which are told apart by the functions that rewrite their matches.
    fn of_records(matcher: Matcher) -> Set {
        let mut names: Vec<String> = Vec::new();
        let mut numbers = Vec::new();
        for recorded in matcher.patterns() {
            let known = names.iter().position(|name| *name == recorded.rewriter);
            numbers.push(known.unwrap_or(names.len()) as u32);
            if known.is_none() {
                names.push(recorded.rewriter.clone());
            }
        }
        Set { matcher, names, numbers }
    }
}

/// The operations of a kind that stand directly in a module.
fn inside(ir: &Ir, module: Op, kind: OpCode) -> Vec<Op> {
    let block = ir.entry(ir.region(module, 0));
    block.into_iter().flat_map(|block| ir.block_ops(block)).filter(|op| ir.code(*op) == kind).collect()
}

/// The name of a pattern, or its number for want of one.
fn name(ir: &Ir, pattern: Op, number: usize) -> String {
    ir.str_attr(pattern, "sym_name").map_or_else(|| format!("pattern{number}"), str::to_string)
}

/// Gives every pattern its number as benefit, which is the one thing that stays with a pattern on its way to a matcher.
fn number_by_benefit(ir: &mut Ir, patterns: &[Op]) {
    for (number, pattern) in (0..).zip(patterns) {
        let ty = ir.ctx.int_ty(16);
        let benefit = ir.ctx.int_attr(number, ty);
        ir.set_attr(*pattern, "benefit", Some(benefit));
    }
}
