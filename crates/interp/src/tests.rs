//! Tests of whole runs: text in, results or diagnostics out.

mod fused;
mod laws;
mod programs;
mod undefined;

use crate::text::show;
use crate::{Interpreter, Limits, parse_args};
use base::{Diagnostic, Diagnostics, render_all};
use ir::text::{ParseOptions, parse};
use ir::{Context, Ir, Op};

/// Reads and verifies a module.
pub(crate) fn module(text: &str) -> (Ir, Op) {
    let mut ir = Ir::new(Context::new(dialects::all()));
    let source = ir.ctx.sources.add("test.mlir", text);
    let mut diagnostics = Diagnostics::new();
    let options = ParseOptions { allow_unregistered: true };
    let module = parse(&mut ir, source, options, &mut diagnostics);
    if let Some(module) = module {
        ir::verify::verify(&mut ir, module, &mut diagnostics);
    }
    let shown = render_all(&diagnostics, &ir.ctx.sources, base::Style::Plain);
    assert!(!diagnostics.has_errors(), "{shown}");
    (ir, module.expect("what has no errors has a module"))
}

/// Small enough that a test that does not end fails soon.
const LIMITS: Limits = Limits { steps: 10_000_000, memory_bytes: 1 << 24, call_depth: 100 };

/// Runs `@main` of a module; the results and then the arrays that were passed, one a line.
fn run(text: &str, args: &str) -> Result<String, Vec<Diagnostic>> {
    let (ir, module) = module(text);
    let function = crate::find_function(&ir, module, Some("main")).map_err(|d| vec![d])?;
    let arguments = parse_args(&ir, function, args, 1)?;
    let outcome = Interpreter::new(&ir, module).limits(LIMITS).call("main", arguments)?;
    let arrays = outcome.arguments_after.iter().filter(|value| matches!(value, crate::Value::Memref { .. }));
    let shown: Vec<String> = outcome.results.iter().chain(arrays).map(|value| show(&ir.ctx, value)).collect();
    Ok(shown.join("\n"))
}

/// Runs `@main` and compares what comes out.
#[track_caller]
fn check(text: &str, args: &str, expected: &str) {
    match run(text, args) {
        Ok(shown) => assert_eq!(shown, expected, "for {args}"),
        Err(diagnostics) => panic!("for {args}: {diagnostics:#?}"),
    }
}

/// Runs `@main`, which must fail with these diagnostics: code, line, message, and the notes after bars.
#[track_caller]
fn check_fault(text: &str, args: &str, expected: &[&str]) {
    let (ir, _) = module(text);
    let shown: Vec<String> = match run(text, args) {
        Ok(shown) => vec![format!("result {shown}")],
        Err(diagnostics) => diagnostics
            .iter()
            .map(|d| {
                let line = d.span.map_or(0, |span| ir.ctx.sources.position(span.source, span.start).line);
                let mut text = format!("{} line {line}: {}", d.code, d.message);
                for (span, label) in &d.labels {
                    let line = ir.ctx.sources.position(span.source, span.start).line;
                    text.push_str(&format!(" | line {line}: {label}"));
                }
                d.notes.iter().for_each(|note| text.push_str(&format!(" | {note}")));
                text
            })
            .collect(),
    };
    assert_eq!(shown, expected, "for {args}");
}
