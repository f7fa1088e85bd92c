//! From patterns to a machine that matches them: the pass `pdl-to-pdl-interp`.
//!
//! The patterns of a module become one function `@matcher`, which finds all matches of all patterns at an operation in one walk, and a module `@rewriters`
//! with a function for each pattern. What matches, and what a rewrite does, is what MLIR says; the tree of questions is ours.
//!
//! ```text
//! pattern ──roots──▶ where to begin ──matched──▶ tests ──tree──▶ questions ──emit──▶ @matcher
//!     └─────────────────────────────────────────────────────────rewriter──────────▶ @rewriters
//! ```
//!
//! `docs/rationale/matcher.md` says how the tree is made and what differs from MLIR's.

mod branching;
mod emit;
mod make;
mod matched;
mod predicate;
mod rewriter;
mod roots;
#[cfg(test)]
mod tests;
mod tree;

use crate::held::{MATCHER, REWRITERS, patterns_in};
use crate::whole;
use base::{Code, Diagnostic, Diagnostics, codes};
use dialects::{builtin, pdl};
use ir::pass::{PassArgs, PassDef};
use ir::text::Reported;
use ir::{InsertPoint, Ir, Op, Value, symbols};
use matched::{Matched, Unmatched, matched};
use predicate::Vocabulary;
use rewriter::{Rewriter, rewriter};
use roots::{MOST_ROOTS, MOST_STEPS, NoPlan};

/// The pass.
pub static PDL_TO_PDL_INTERP: PassDef = PassDef {
    name: "pdl-to-pdl-interp",
    doc: "Turns patterns into a function that matches them all and functions that rewrite.\n\
        The `pdl.pattern`s of each module become a `pdl_interp.func @matcher` and a module `@rewriters`. What matches is what MLIR's own lowering makes match. \
        Reports patterns of which a matcher cannot reach a part.",
    options: &[],
    run,
};

fn run(ir: &mut Ir, root: Op, _: &PassArgs, diags: &mut Diagnostics) -> Result<(), Reported> {
    let mut made = Vec::new();
    for module in ir.walk(root).into_iter().filter(|op| ir.code(*op) == builtin::MODULE).collect::<Vec<Op>>()
    {
        match prepare(ir, module, diags) {
            Ok(prepared) => made.extend(prepared),
            Err(Reported) => {
                made.into_iter().for_each(|prepared: Prepared| ir.erase(prepared.rewriters));
                return Err(Reported);
            }
        }
    }
    made.into_iter().for_each(|prepared| finish(ir, prepared));
    Ok(())
}

/// Replaces the patterns that stand directly in a module by a matcher and rewriters. Without patterns nothing is done; what cannot be lowered is reported, and then nothing is
/// changed.
pub fn lower(ir: &mut Ir, module: Op, diags: &mut Diagnostics) -> Result<(), Reported> {
    if let Some(prepared) = prepare(ir, module, diags)? {
        finish(ir, prepared);
    }
    Ok(())
}

/// All that is needed to change a module.
struct Prepared {
    module: Op,
    vocabulary: Vocabulary,
    patterns: Vec<Matched>,
    /// The module of the rewriters, which stands nowhere yet.
    rewriters: Op,
    described: Vec<Rewriter>,
}

fn prepare(ir: &mut Ir, module: Op, diags: &mut Diagnostics) -> Result<Option<Prepared>, Reported> {
    let found = patterns_in(ir, module);
    if found.is_empty() {
        return Ok(None);
    }
    check_names(ir, module, diags)?;
    let mut vocabulary = Vocabulary::new();
    let mut patterns = Vec::new();
    for pattern in found {
        if let Some(fault) = whole::fault(ir, pattern) {
            diags.push(fault);
            return Err(Reported);
        }
        match matched(ir, pattern, &mut vocabulary) {
            Ok(matched) => patterns.push(matched),
            Err(why) => return Err(report(ir, pattern, &why, diags)),
        }
    }
    let (rewriters, _) = make::module(ir, ir.loc(module), REWRITERS);
    let mut described = Vec::new();
    for matched in &patterns {
        match rewriter(ir, rewriters, matched) {
            Ok(rewriter) => described.push(rewriter),
            Err(value) => {
                ir.erase(rewriters);
                let message = "nothing says which type this is when the rewrite needs it";
                diags.push(at(ir, value, codes::REWRITE_UNKNOWN, message));
                return Err(Reported);
            }
        }
    }
    Ok(Some(Prepared { module, vocabulary, patterns, rewriters, described }))
}

fn finish(ir: &mut Ir, prepared: Prepared) {
    let Prepared { module, vocabulary, patterns, rewriters, described } = prepared;
    let block = ir.entry(ir.region(module, 0)).expect("a module with patterns has a block");
    let matcher = emit::matcher(ir, ir.loc(module), &vocabulary, &patterns, &described);
    ir.insert(rewriters, InsertPoint::Start(block));
    ir.insert(matcher, InsertPoint::Start(block));
    for matched in patterns {
        ir.erase(matched.op);
    }
}

/// Whether the names of what a module's patterns become are free.
pub fn check_names(ir: &Ir, module: Op, diags: &mut Diagnostics) -> Result<(), Reported> {
    for name in [MATCHER, REWRITERS] {
        if let Some(taken) = symbols::lookup(ir, module, name).filter(|op| ir.code(*op) != pdl::PATTERN) {
            let message = format!("the matcher of the patterns beside it needs the name `@{name}`");
            diags.push(Diagnostic::error(codes::MATCHER_NAME, ir.ctx.span(ir.loc(taken)), message));
            return Err(Reported);
        }
    }
    Ok(())
}

fn report(ir: &Ir, pattern: Op, why: &Unmatched, diags: &mut Diagnostics) -> Reported {
    let span = ir.ctx.span(ir.loc(pattern));
    diags.push(match why {
        Unmatched::Unreached(value) => whole::unreached(ir, *value),
        Unmatched::NoPlan(NoPlan::Disconnected) => {
            let message = "no value connects the operations of the pattern";
            Diagnostic::error(codes::PATTERN_UNREACHED, span, message)
        }
        Unmatched::NoPlan(NoPlan::TooMany(most)) => {
            let message = format!("more than {most} operations of the pattern are used by no other");
            let diagnostic = Diagnostic::error(codes::PATTERN_ROOTS, span, message);
            diagnostic.hint(format!("a rewrite that names its root may have {MOST_ROOTS}"))
        }
        Unmatched::NoPlan(NoPlan::TooFar(steps)) => {
            let message = format!("the pattern goes up {steps} times from a value to its users, and {MOST_STEPS} times are the most");
            let diagnostic = Diagnostic::error(codes::PATTERN_ROOTS, span, message);
            diagnostic.hint("make several patterns of it")
        }
    });
    Reported
}

fn at(ir: &Ir, value: Value, code: Code, message: &str) -> Diagnostic {
    Diagnostic::error(code, ir.ctx.span(ir.value_loc(value)), message)
}
