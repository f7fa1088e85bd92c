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

/// Registers the dialects that files of `irdl` define, and gives them file by file. A file may use what any other defines, wherever that stands, but not in a circle. The sources stay in the context, whatever is wrong with
/// them.
pub fn load_dialects<'a>(
    ctx: &mut Context,
    irdl_files: impl IntoIterator<Item = &'a PathBuf>,
    diagnostics: &mut Diagnostics,
) -> Vec<Vec<&'static Dialect>> {
    let mut loaded = Vec::new();
    let mut open = Vec::new();
    for (number, path) in irdl_files.into_iter().enumerate() {
        loaded.push(Vec::new());
        match Input::read(path).and_then(|input| input.add_to(&mut ctx.sources)) {
            Ok(source) => open.push((number, source)),
            Err(diagnostic) => diagnostics.push(diagnostic),
        }
    }
    // A file that uses what a later one defines is read again when that one was. What is wrong with it when no other can be read any more is said.
    loop {
        let mut said = Diagnostics::new();
        let mut left = Vec::new();
        for (number, source) in &open {
            let mut of_file = Diagnostics::new();
            if let Some(dialects) = load_file(ctx, *source, &mut of_file) {
                loaded[*number] = dialects;
                diagnostics.append(of_file);
            } else {
                left.push((*number, *source));
                said.append(of_file);
            }
        }
        if left.is_empty() || left.len() == open.len() {
            diagnostics.append(said);
            return loaded;
        }
        open = left;
    }
}

/// Registers the dialects of a file. If anything is wrong with it, that is in the diagnostics, and the context is as before.
fn load_file(
    ctx: &mut Context,
    source: SourceId,
    diagnostics: &mut Diagnostics,
) -> Option<Vec<&'static Dialect>> {
    let mut ir = Ir::new(ctx.clone());
    let module = parse(&mut ir, source, ParseOptions { allow_unregistered: false }, diagnostics)?;
    if !verify(&mut ir, module, diagnostics) {
        return None;
    }
    let dialects = irdl::load(&mut ir, module, diagnostics)?;
    if dialects.is_empty() {
        let message = format!("`{}` defines no dialect", ir.ctx.sources.name(source));
        let place = ir.ctx.span(ir.loc(module));
        diagnostics.push(Diagnostic::error(codes::IRDL_NO_DIALECT, place, message));
        return None;
    }
    *ctx = ir.ctx;
    Some(dialects)
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
