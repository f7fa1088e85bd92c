//! From bytes to a verified module.

use crate::c;
use crate::files::Input;
use base::{Diagnostic, Diagnostics, SourceId, Sources, codes};
use dialects::irdl;
use ir::text::{ParseOptions, parse, parse_part};
use ir::verify::verify;
use ir::{Context, Dialect, Ir, Op};
use std::ops::Range;
use std::path::PathBuf;

/// A context that knows every dialect.
pub fn context() -> Context {
    Context::new(dialects::all())
}

/// A context that knows every dialect, and those that files of `irdl` define.
pub fn context_with(irdl_files: &[PathBuf], diagnostics: &mut Diagnostics) -> Context {
    let mut ctx = context();
    load_dialects(&mut ctx, irdl_files, diagnostics);
    ctx
}

/// Registers the dialects that files of `irdl` define, and gives them. A file may use what the files before it define. The sources stay in the context, whatever is wrong with them.
pub fn load_dialects(
    ctx: &mut Context,
    irdl_files: &[PathBuf],
    diagnostics: &mut Diagnostics,
) -> Vec<&'static Dialect> {
    let mut loaded = Vec::new();
    for path in irdl_files {
        let source = Input::read(path).and_then(|input| input.add_to(&mut ctx.sources));
        let source = match source {
            Ok(source) => source,
            Err(diagnostic) => {
                diagnostics.push(diagnostic);
                continue;
            }
        };
        let mut ir = Ir::new(ctx.clone());
        let options = ParseOptions { allow_unregistered: false };
        if let Some(module) = parse(&mut ir, source, options, diagnostics)
            && verify(&mut ir, module, diagnostics)
        {
            // What is wrong is in the diagnostics, and then nothing is registered.
            let dialects = irdl::load(&mut ir, module, diagnostics);
            if dialects.as_ref().is_some_and(Vec::is_empty) {
                let message = format!("`{}` defines no dialect", ir.ctx.sources.name(source));
                let place = ir.ctx.span(ir.loc(module));
                diagnostics.push(Diagnostic::error(codes::IRDL_NO_DIALECT, place, message));
            }
            loaded.extend(dialects.unwrap_or_default());
        }
        *ctx = ir.ctx;
    }
    loaded
}

/// How to read a program.
#[derive(Clone, Default, Debug)]
pub struct ReadOptions {
    /// Files of `irdl` whose dialects the program may use.
    pub irdl_files: Vec<PathBuf>,
    /// Keep operations of dialects nobody registered, instead of refusing them.
    pub allow_unregistered: bool,
    /// How to read C.
    pub c: c::Options,
    /// Whether the input is C whatever its name; otherwise its name must end in `.c`.
    pub is_c: bool,
}

/// Diagnostics and the sources they point into.
#[derive(Clone, Default)]
pub struct Report {
    /// What there is to say.
    pub diagnostics: Diagnostics,
    /// What it is about.
    pub sources: Sources,
}

impl Report {
    /// Whether an error is among them.
    pub fn has_errors(&self) -> bool {
        self.diagnostics.has_errors()
    }

    /// Whether an error of this code is among those that were kept.
    pub fn has(&self, code: base::Code) -> bool {
        self.diagnostics.iter().any(|diagnostic| diagnostic.code == code)
    }
}

impl From<Diagnostic> for Report {
    fn from(diagnostic: Diagnostic) -> Report {
        Report { diagnostics: diagnostic.into(), sources: Sources::new() }
    }
}

/// A module that was read and verified.
pub struct Loaded {
    /// Where it stands; the context holds the source.
    pub ir: Ir,
    /// The module.
    pub module: Op,
    /// Warnings, if any.
    pub diagnostics: Diagnostics,
}

/// Reads and verifies a module: IR, or a C file if its name ends so. All that is wrong with it is in the report.
pub fn read_module(input: &Input, options: &ReadOptions) -> Result<Loaded, Report> {
    let mut diagnostics = Diagnostics::new();
    let mut ctx = context_with(&options.irdl_files, &mut diagnostics);
    if diagnostics.has_errors() {
        return Err(Report { diagnostics, sources: ctx.sources });
    }
    let source = match input.clone().add_to(&mut ctx.sources) {
        Ok(source) => source,
        Err(diagnostic) => return Err(Report { diagnostics: diagnostic.into(), sources: ctx.sources }),
    };
    let end = ctx.sources.text(source).len();
    match read_part(&mut ctx, source, 0..end, options, &mut diagnostics) {
        Some((ir, module)) => Ok(Loaded { ir, module, diagnostics }),
        None => Err(Report { diagnostics, sources: ctx.sources }),
    }
}

/// Reads and verifies the module that stands in a part of a source of the context.
pub(crate) fn read_part(
    ctx: &mut Context,
    source: SourceId,
    part: Range<usize>,
    options: &ReadOptions,
    diagnostics: &mut Diagnostics,
) -> Option<(Ir, Op)> {
    let mut ir = Ir::new(ctx.clone());
    if options.is_c || is_c(ctx, source) {
        let module = c::compile(&mut ir, source, &options.c, diagnostics);
        // Diagnostics may point into what the file includes.
        ctx.sources = ir.ctx.sources.clone();
        return Some((ir, module?));
    }
    let options = ParseOptions { allow_unregistered: options.allow_unregistered };
    let module = parse_part(&mut ir, source, part.start as u32..part.end as u32, options, diagnostics)?;
    verify(&mut ir, module, diagnostics).then_some((ir, module))
}

/// Whether a source is C, by its name.
pub(crate) fn is_c(ctx: &Context, source: SourceId) -> bool {
    ctx.sources.name(source).ends_with(".c")
}

/// The parts of a text between lines `// -----`.
pub(crate) fn parts(text: &str) -> Vec<Range<usize>> {
    let mut parts = Vec::new();
    let (mut start, mut at) = (0, 0);
    for line in text.split_inclusive('\n') {
        let next = at + line.len();
        if line.trim_end() == SEPARATOR {
            parts.push(start..at);
            start = next;
        }
        at = next;
    }
    parts.push(start..text.len());
    parts
}

/// The line between two parts of a file that are separate inputs.
pub(crate) const SEPARATOR: &str = "// -----";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_split_at_separator_lines_only() {
        let check = |text: &str, expected: &[&str]| {
            let parts: Vec<&str> = parts(text).into_iter().map(|part| &text[part]).collect();
            assert_eq!(parts, expected);
        };
        check("", &[""]);
        check("a\n// -----\nb\n", &["a\n", "b\n"]);
        check("a\n// -----  \r\n// -----", &["a\n", "", ""]);
        check(" // -----\n// ------\nx // -----\n", &[" // -----\n// ------\nx // -----\n"]);
    }
}
