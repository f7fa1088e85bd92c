//! Patterns from files, applied to a program.

use crate::files::Input;
use base::{Diagnostics, SourceId};
use ir::text::{ParseOptions, parse};
use ir::{Context, Ir, Op, verify};
use matcher::interp::{self, Natives, Patterns};
use matcher::lowering;
use std::path::PathBuf;

/// Reads files of patterns into a context. What cannot be read is in the diagnostics.
pub(crate) fn sources(ctx: &mut Context, paths: &[PathBuf], diagnostics: &mut Diagnostics) -> Vec<SourceId> {
    let mut sources = Vec::new();
    for path in paths {
        match Input::read(path).and_then(|input| ctx.sources.add_bytes(input.name, input.bytes)) {
            Ok(source) => sources.push(source),
            Err(diagnostic) => diagnostics.push(diagnostic),
        }
    }
    sources
}

/// Applies the patterns of all sources together: at an operation, the match of the greatest benefit counts, whatever file it is from.
pub(crate) fn apply(
    ir: &mut Ir,
    module: Op,
    sources: &[SourceId],
    options: ParseOptions,
    diagnostics: &mut Diagnostics,
) -> Option<()> {
    let sets: Option<Vec<Patterns>> =
        sources.iter().map(|source| patterns(ir, *source, options, diagnostics)).collect();
    interp::apply(ir, module, &sets?, diagnostics).then_some(())
}

/// The patterns of one source: `pdl`, which is lowered, or `pdl_interp`.
fn patterns(
    ir: &mut Ir,
    source: SourceId,
    options: ParseOptions,
    diagnostics: &mut Diagnostics,
) -> Option<Patterns> {
    let module = parse(ir, source, options, diagnostics)?;
    if !verify(ir, module, diagnostics) {
        return None;
    }
    lowering::lower(ir, module, diagnostics).ok()?;
    Patterns::decode(ir, module, &Natives::known(), diagnostics)
}
