//! Patterns from files: the one reader of them, and their application to a program.

use crate::files::Input;
use base::{Diagnostic, Diagnostics, SourceId, codes};
use dialects::pdl_interp;
use ir::text::{ParseOptions, parse};
use ir::{Context, Ir, Op, op_error, verify};
use matcher::held::{Held, held};
use matcher::interp::{self, Natives, Patterns};
use matcher::lowering;
use std::path::PathBuf;

/// Reads files of patterns into a context. What cannot be read is in the diagnostics.
pub(crate) fn sources(ctx: &mut Context, paths: &[PathBuf], diagnostics: &mut Diagnostics) -> Vec<SourceId> {
    let mut sources = Vec::new();
    for path in paths {
        match Input::read(path).and_then(|input| input.add_to(&mut ctx.sources)) {
            Ok(source) => sources.push(source),
            Err(diagnostic) => diagnostics.push(diagnostic),
        }
    }
    sources
}

/// The patterns of all sources, module by module, which stand in the IR afterwards. All files are read, whatever is wrong with one of them; `None` if anything is.
pub(crate) fn read(
    ir: &mut Ir,
    sources: &[SourceId],
    options: ParseOptions,
    diagnostics: &mut Diagnostics,
) -> Option<Vec<Held>> {
    let files: Vec<Option<Vec<Held>>> =
        sources.iter().map(|source| read_one(ir, *source, options, diagnostics)).collect();
    let files: Option<Vec<Vec<Held>>> = files.into_iter().collect();
    files.map(|files| files.concat())
}

fn read_one(
    ir: &mut Ir,
    source: SourceId,
    options: ParseOptions,
    diagnostics: &mut Diagnostics,
) -> Option<Vec<Held>> {
    let file = parse(ir, source, options, diagnostics)?;
    if !verify(ir, file, diagnostics) {
        return None;
    }
    let held = held(ir, file);
    if held.is_empty() {
        diagnostics.push(nothing_in(ir, file, source));
        return None;
    }
    // For a matcher beside patterns some engines would take the patterns alone.
    let modules = held.iter().filter_map(|held| match held {
        Held::Patterns { module, .. } => Some(*module),
        Held::Matcher { .. } => None,
    });
    let taken = modules.filter(|module| lowering::check_names(ir, *module, diagnostics).is_err()).count();
    (taken == 0).then_some(held)
}

/// That a file has no patterns.
fn nothing_in(ir: &Ir, file: Op, source: SourceId) -> Diagnostic {
    let functions = ir.walk(file).into_iter().find(|op| ir.code(*op) == pdl_interp::FUNC);
    match functions {
        Some(function) => {
            let message = "no module of the file has a `pdl_interp.func @matcher`, so nothing can be matched";
            op_error(ir, function, codes::NO_MATCHER, message)
        }
        None => {
            let message = format!("`{}` holds no pattern", ir.ctx.sources.name(source));
            Diagnostic::error(codes::MATCH_NO_PATTERN, None, message)
        }
    }
}

/// Applies the patterns of all sources together: at an operation, the match of the greatest benefit counts, whatever file it is from.
pub(crate) fn apply(
    ir: &mut Ir,
    module: Op,
    sources: &[SourceId],
    options: ParseOptions,
    diagnostics: &mut Diagnostics,
) -> Option<()> {
    let mut sets = Vec::new();
    for held in read(ir, sources, options, diagnostics)? {
        let (Held::Patterns { module, .. } | Held::Matcher { module, .. }) = held;
        lowering::lower(ir, module, diagnostics).ok()?;
        sets.push(Patterns::decode(ir, module, &Natives::known(), diagnostics)?);
    }
    interp::apply(ir, module, &sets, options.allow_unregistered, diagnostics).then_some(())
}
