//! The C front end: from a C file to a program in `func`, `scf`, `arith`, `math` and `memref`.
//!
//! The way of a file:
//!
//! * `preprocess` turns text into tokens: directives are carried out, macros replaced, headers read (ours stand in `headers`). A
//!   [`Token`](token::Token) knows where it is spelled and where the macro that brought it was used.
//! * `parse` reads tokens and builds the typed tree ([`tree`]) at once, because C cannot be read without knowing its
//!   names: every expression has its type, every conversion that C makes silently is a node, every name is resolved.
//! * `lower` walks the tree of `main` and of each kernel and emits IR. Other functions are lowered where they are called.
//!
//! What C says, and what we take and refuse of it, is in `docs/rationale/cfront.md`.

#[cfg(test)]
mod dump;
pub mod library;
mod lower;
mod parse;
pub mod preprocess;
pub mod token;
pub mod tree;
pub mod types;

pub use lower::{LowerOptions, lower};
pub use parse::parse;
pub use preprocess::{Files, PreprocessOptions, preprocess};

use base::{Diagnostics, SourceId};
use ir::{Ir, Op};

/// What the command line says about a C file.
#[derive(Clone, Default, Debug)]
pub struct Options {
    /// Macros and directories of headers.
    pub preprocess: PreprocessOptions,
    /// Which functions are kernels.
    pub lower: LowerOptions,
}

/// Compiles a C file, which is a source of the context, to a module. `None` if something is wrong; warnings may be reported with a module,
/// too.
pub fn compile(
    ir: &mut Ir,
    source: SourceId,
    options: &Options,
    files: &mut dyn Files,
    diagnostics: &mut Diagnostics,
) -> Option<Op> {
    let tokens = preprocess(&mut ir.ctx.sources, source, &options.preprocess, files, diagnostics);
    let unit = parse(&tokens, diagnostics);
    if diagnostics.has_errors() {
        return None;
    }
    lower(ir, &unit?, &options.lower, diagnostics)
}
