//! `opt`: one level's IR through named passes and back to text.

use crate::Progress;
use crate::files::Input;
use crate::load::{ReadOptions, Report, SEPARATOR, context_with, is_c, parts, read_part};
use crate::passes::TABLE;
use crate::patterns;
use base::{Diagnostic, Diagnostics, SourceId, codes};
use ir::pass::{Moment, PassDef, PassManager, Pipeline};
use ir::text::{ParseOptions, PrintOptions, print};
use ir::verify::verify;
use ir::{Context, Ir, Op};
use std::ops::Range;
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// What to do with an input.
#[derive(Clone, Debug)]
pub struct OptRequest {
    /// The text.
    pub input: Input,
    /// How to read it.
    pub read: ReadOptions,
    /// Files of patterns, which are applied together before the passes.
    pub patterns: Vec<PathBuf>,
    /// The passes, as `a,b{option=value},c`.
    pub passes: String,
    /// Verify after every pass rather than once after all of them.
    pub verify_each: bool,
    /// The text is several inputs with lines `// -----` between them.
    pub split: bool,
    /// How to print.
    pub print: PrintOptions,
}

/// What came of it.
pub struct OptOutcome {
    /// The text that came out; nothing when anything was wrong.
    pub output: Option<String>,
    /// What there is to say.
    pub report: Report,
    /// What each step took, added up over the parts of a split input: reading, verifying, every pass, printing.
    pub timings: Vec<Timing>,
}

/// The time of one step.
#[derive(Clone, Debug)]
pub struct Timing {
    /// What it was: `parse and verify`, the name of a pass, `verify`, `print`.
    pub step: String,
    /// How long it took.
    pub time: Duration,
}

/// Reads the input (each part on its own, if it is to be split), verifies it, applies the patterns, runs the passes and prints what they leave. Positions in
/// diagnostics are those of the whole input.
pub fn opt(request: OptRequest, progress: Progress) -> OptOutcome {
    let mut report = Report::default();
    let mut ctx = context_with(&request.read.irdl_files, &mut report.diagnostics);
    let mut clock = Clock::default();
    if report.has_errors() {
        report.sources = ctx.sources;
        return OptOutcome { output: None, report, timings: clock.timings };
    }
    let output = run(request, &mut ctx, &mut report.diagnostics, &mut clock, progress);
    report.sources = ctx.sources;
    let output = output.filter(|_| !report.has_errors());
    OptOutcome { output, report, timings: clock.timings }
}

fn run(
    request: OptRequest,
    ctx: &mut Context,
    diagnostics: &mut Diagnostics,
    clock: &mut Clock,
    progress: Progress,
) -> Option<String> {
    let patterns = patterns::sources(ctx, &request.patterns, diagnostics);
    let pipeline = ctx.sources.add("--passes", request.passes);
    let pipeline = Pipeline::parse(&ctx.sources, pipeline, TABLE, diagnostics);
    let source = match request.input.add_to(&mut ctx.sources) {
        Ok(source) => source,
        Err(diagnostic) => {
            diagnostics.push(diagnostic);
            return None;
        }
    };
    let pipeline = pipeline.ok().filter(|_| !diagnostics.has_errors())?;
    let text = ctx.sources.shared_text(source);
    // A C file is one program, whatever its comments look like.
    let split = request.split && !is_c(ctx, source);
    let mut piece = Piece {
        ctx,
        source,
        patterns,
        pipeline: &pipeline,
        read: request.read,
        verify_each: request.verify_each,
        print: request.print,
        clock,
        progress,
    };
    if !split {
        return piece.run(0..text.len(), diagnostics);
    }
    // A part with errors says so, and the others are still looked at.
    let outputs: Vec<Option<String>> =
        parts(&text).into_iter().map(|part| piece.run(part, diagnostics)).collect();
    let outputs: Option<Vec<String>> = outputs.into_iter().collect();
    Some(outputs?.join(&format!("\n{SEPARATOR}\n\n")))
}

/// What all parts of an input have in common.
struct Piece<'a> {
    ctx: &'a mut Context,
    source: SourceId,
    patterns: Vec<SourceId>,
    pipeline: &'a Pipeline,
    read: ReadOptions,
    verify_each: bool,
    print: PrintOptions,
    clock: &'a mut Clock,
    progress: Progress<'a>,
}

impl Piece<'_> {
    fn run(&mut self, part: Range<usize>, diagnostics: &mut Diagnostics) -> Option<String> {
        (self.progress)("parse");
        let read = |diagnostics: &mut _| read_part(self.ctx, self.source, part, &self.read, diagnostics);
        let (mut ir, module) = self.clock.time("parse and verify", || read(diagnostics))?;
        self.rewrite(&mut ir, module, diagnostics)?;
        self.transform(&mut ir, module, diagnostics)?;
        (self.progress)("print");
        Some(self.clock.time("print", || print(&ir, module, self.print)))
    }

    fn rewrite(&mut self, ir: &mut Ir, module: Op, diagnostics: &mut Diagnostics) -> Option<()> {
        if self.patterns.is_empty() {
            return Some(());
        }
        (self.progress)("patterns");
        let options = ParseOptions { allow_unregistered: self.read.allow_unregistered };
        let apply = || patterns::apply(ir, module, &self.patterns, options, diagnostics);
        self.clock.time("patterns", apply)
    }

    fn transform(&mut self, ir: &mut Ir, module: Op, diagnostics: &mut Diagnostics) -> Option<()> {
        let progress = self.progress;
        let mut tell = |moment: Moment, pass: &'static PassDef, _: usize, _: &Ir, _: Op| {
            if moment == Moment::Before {
                progress(pass.name);
            }
        };
        let mut manager =
            PassManager { verify_each: self.verify_each, hook: Some(&mut tell), timings: Vec::new() };
        let result = manager.run(self.pipeline, ir, module, diagnostics);
        for timing in &manager.timings {
            self.clock.add(timing.pass, timing.run);
            if self.verify_each {
                self.clock.add("verify", timing.verify);
            }
        }
        result.ok()?;
        if self.verify_each || self.pipeline.passes().next().is_none() {
            return Some(());
        }
        let mut found = Diagnostics::new();
        if self.clock.time("verify", || verify(ir, module, &mut found)) {
            return Some(());
        }
        let message = "the passes left the IR invalid";
        let hint = "`--verify-each` says which of them did";
        diagnostics.push(Diagnostic::error(codes::PASS_BROKE_IR, None, message).hint(hint));
        diagnostics.append(found);
        None
    }
}

/// The times of steps, in the order the steps were first taken.
#[derive(Default)]
struct Clock {
    timings: Vec<Timing>,
}

impl Clock {
    fn time<T>(&mut self, step: &str, work: impl FnOnce() -> T) -> T {
        let start = Instant::now();
        let result = work();
        self.add(step, start.elapsed());
        result
    }

    fn add(&mut self, step: &str, time: Duration) {
        match self.timings.iter_mut().find(|timing| timing.step == step) {
            Some(timing) => timing.time += time,
            None => self.timings.push(Timing { step: step.to_string(), time }),
        }
    }
}

/// Whether diagnostics of a run say that the fault is ours rather than the input's.
pub fn is_our_fault(report: &Report) -> bool {
    report.has(codes::PASS_BROKE_IR) || report.has(codes::INTERNAL)
}
