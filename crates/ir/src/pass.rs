//! Passes: named transformations of the IR, pipelines of them as text, and the manager that runs a pipeline.
//!
//! A pass is a record with a function, like an operation. The table of passes belongs to whoever knows them all and is
//! given to [`Pipeline::parse`]; this crate only knows the shape.
//!
//! The text of a pipeline is `a,b{option=value other=value},c`: names of passes with commas between, options in braces
//! with spaces between. A value ends at a space or brace unless it stands in double quotes; an option without a value
//! is set to `true`. The name of a pipeline stands for the passes in it.

use crate::storage::{Ir, Op};
use crate::text::Reported;
use crate::verify::verify;
use base::{Diagnostic, Diagnostics, SourceId, Sources, Span, codes, text::nearest};
use std::str::FromStr;
use std::time::{Duration, Instant};

/// A pass, as data.
pub struct PassDef {
    /// Its name in pipelines.
    pub name: &'static str,
    /// What it does; the first line is its summary.
    pub doc: &'static str,
    /// Its options.
    pub options: &'static [PassOption],
    /// Does it, to everything below an operation. An error means that diagnostics say why.
    pub run: fn(&mut Ir, Op, &PassArgs, &mut Diagnostics) -> Result<(), Reported>,
}

impl PassDef {
    /// The first line of its documentation.
    pub fn summary(&self) -> &'static str {
        self.doc.lines().next().unwrap_or("")
    }
}

/// An option of a pass.
pub struct PassOption {
    /// Its name.
    pub name: &'static str,
    /// What it is for, and which values it takes.
    pub doc: &'static str,
    /// Its value when the pipeline does not give one.
    pub default: &'static str,
}

/// A name for a pipeline.
pub struct PipelineDef {
    /// Its name in other pipelines.
    pub name: &'static str,
    /// What it is for and why its passes stand in this order; the first line is its summary.
    pub doc: &'static str,
    /// Its passes; no names of pipelines.
    pub passes: &'static str,
}

/// Everything that a pipeline may name.
#[derive(Clone, Copy)]
pub struct PassTable {
    /// The passes.
    pub passes: &'static [&'static PassDef],
    /// The named pipelines.
    pub pipelines: &'static [PipelineDef],
}

/// The options of one run of a pass.
#[derive(Clone)]
pub struct PassArgs {
    pass: &'static PassDef,
    /// Where the pass stands in the text of the pipeline.
    span: Option<Span>,
    /// A value an option, in the order of the record.
    values: Vec<(String, Option<Span>)>,
}

impl PassArgs {
    /// The options that are all left out.
    pub fn defaults(pass: &'static PassDef) -> PassArgs {
        let values = pass.options.iter().map(|option| (option.default.to_owned(), None)).collect();
        PassArgs { pass, span: None, values }
    }

    /// The same with another value for an option of the pass.
    #[must_use]
    pub fn with(mut self, name: &str, value: &str) -> PassArgs {
        let index = self.pass.options.iter().position(|option| option.name == name);
        self.values[index.expect("an option that the record has")] = (value.to_owned(), None);
        self
    }

    /// The value of an option of the pass.
    pub fn get(&self, name: &str) -> &str {
        &self.entry(name).0
    }

    /// The value of an option read as what it should be (`as_what` says it, "a number"), or a diagnostic.
    pub fn read<T: FromStr>(
        &self,
        name: &str,
        as_what: &str,
        diags: &mut Diagnostics,
    ) -> Result<T, Reported> {
        let (value, span) = self.entry(name);
        value.parse().map_err(|_| {
            let message =
                format!("option `{name}` of pass `{}` must be {as_what}, but is `{value}`", self.pass.name);
            diags.push(Diagnostic::error(codes::BAD_PASS_OPTION, span.or(self.span), message));
            Reported
        })
    }

    fn entry(&self, name: &str) -> &(String, Option<Span>) {
        let index = self.pass.options.iter().position(|option| option.name == name);
        &self.values[index.expect("a pass asks only for options of its record")]
    }
}

/// Passes in the order they run.
#[derive(Clone, Default)]
pub struct Pipeline {
    steps: Vec<PassArgs>,
}

impl Pipeline {
    /// Adds a pass at the end.
    pub fn push(&mut self, args: PassArgs) {
        self.steps.push(args);
    }

    /// Gives an option of a pass a value, wherever the pass is.
    pub fn set(&mut self, pass: &'static PassDef, name: &str, value: &str) {
        for step in self.steps.iter_mut().filter(|step| std::ptr::eq(step.pass, pass)) {
            *step = step.clone().with(name, value);
        }
    }

    /// The passes, in order.
    pub fn passes(&self) -> impl Iterator<Item = &'static PassDef> + '_ {
        self.steps.iter().map(|step| step.pass)
    }

    /// Reads a pipeline that was added to the sources, such as the text of a command-line option.
    pub fn parse(
        sources: &Sources,
        source: SourceId,
        table: PassTable,
        diags: &mut Diagnostics,
    ) -> Result<Pipeline, Reported> {
        let mut reader = Reader {
            text: sources.text(source),
            source: Some(source),
            at: 0,
            table,
            diags,
            failed: false,
            steps: Vec::new(),
        };
        reader.pipeline();
        if reader.failed { Err(Reported) } else { Ok(Pipeline { steps: reader.steps }) }
    }
}

struct Reader<'a> {
    text: &'a str,
    /// `None` for the text of a named pipeline, which is in no source.
    source: Option<SourceId>,
    at: usize,
    table: PassTable,
    diags: &'a mut Diagnostics,
    failed: bool,
    steps: Vec<PassArgs>,
}

impl Reader<'_> {
    fn pipeline(&mut self) {
        self.spaces();
        // An empty text is an empty pipeline.
        if self.at == self.text.len() {
            return;
        }
        loop {
            self.step();
            self.spaces();
            match self.rest().chars().next() {
                None => return,
                Some(',') => self.at += 1,
                Some(other) => {
                    let span = self.span(self.at, self.at + other.len_utf8());
                    self.error(Diagnostic::error(
                        codes::BAD_PASS_OPTION,
                        span,
                        "expected `,` or `{` after a pass",
                    ));
                    return;
                }
            }
        }
    }

    fn step(&mut self) {
        self.spaces();
        let start = self.at;
        let name = self.word(|c| !c.is_whitespace() && !matches!(c, ',' | '{' | '}'));
        let span = self.span(start, self.at);
        let options = self.options();
        if let Some(pass) = self.table.passes.iter().find(|pass| pass.name == name) {
            let mut args = PassArgs { span, ..PassArgs::defaults(pass) };
            for (option, value, span) in options {
                self.set(&mut args, &option, value, span);
            }
            self.steps.push(args);
        } else if let Some(pipeline) = self.table.pipelines.iter().find(|pipeline| pipeline.name == name) {
            if let Some((option, _, span)) = options.first() {
                let message = format!("pipeline `{name}` takes no options, but is given `{option}`");
                self.error(Diagnostic::error(codes::BAD_PASS_OPTION, *span, message));
            }
            self.expand(pipeline);
        } else {
            self.unknown(&name, span);
        }
    }

    fn expand(&mut self, pipeline: &'static PipelineDef) {
        let table = PassTable { pipelines: &[], ..self.table };
        let mut inner = Reader {
            text: pipeline.passes,
            source: None,
            at: 0,
            table,
            diags: self.diags,
            failed: false,
            steps: std::mem::take(&mut self.steps),
        };
        inner.pipeline();
        let (failed, steps) = (inner.failed, inner.steps);
        self.failed |= failed;
        self.steps = steps;
    }

    fn unknown(&mut self, name: &str, span: Option<Span>) {
        let known = self.table.passes.iter().map(|pass| pass.name);
        let known = known.chain(self.table.pipelines.iter().map(|pipeline| pipeline.name));
        let message = if name.is_empty() {
            "expected the name of a pass".to_owned()
        } else {
            format!("there is no pass `{name}`")
        };
        let mut diagnostic = Diagnostic::error(codes::UNKNOWN_PASS, span, message);
        if let Some(near) = nearest(name, known) {
            diagnostic = diagnostic.hint(format!("did you mean `{near}`?"));
        }
        self.error(diagnostic);
    }

    fn set(&mut self, args: &mut PassArgs, name: &str, value: String, span: Option<Span>) {
        let options = args.pass.options;
        match options.iter().position(|option| option.name == name) {
            Some(index) => args.values[index] = (value, span),
            None => {
                let message = format!("pass `{}` has no option `{name}`", args.pass.name);
                let mut diagnostic = Diagnostic::error(codes::BAD_PASS_OPTION, span, message);
                if let Some(near) = nearest(name, options.iter().map(|option| option.name)) {
                    diagnostic = diagnostic.hint(format!("did you mean `{near}`?"));
                }
                self.error(diagnostic);
            }
        }
    }

    /// Reads `{a=b c}`, if it is there.
    fn options(&mut self) -> Vec<(String, String, Option<Span>)> {
        let mut options = Vec::new();
        let open = self.at;
        if !self.rest().starts_with('{') {
            return options;
        }
        self.at += 1;
        loop {
            self.spaces();
            let start = self.at;
            match self.rest().chars().next() {
                Some('}') => {
                    self.at += 1;
                    return options;
                }
                None => {
                    let span = self.span(open, open + 1);
                    self.error(Diagnostic::error(codes::BAD_PASS_OPTION, span, "this `{` has no `}`"));
                    return options;
                }
                Some(first @ ('=' | '{' | '"')) => {
                    let span = self.span(start, start + 1);
                    let message = format!("expected the name of an option, found `{first}`");
                    self.error(Diagnostic::error(codes::BAD_PASS_OPTION, span, message));
                    self.at += 1;
                }
                Some(_) => {
                    let name = self.word(|c| !c.is_whitespace() && !matches!(c, '=' | '{' | '}'));
                    let quoted = self.rest().starts_with("=\"");
                    let value = if self.rest().starts_with('=') { self.value() } else { "true".to_owned() };
                    let span = self.span(start, self.at);
                    if name.contains(',') || (value.contains(',') && !quoted) {
                        self.comma(open, span);
                    } else {
                        options.push((name, value, span));
                    }
                }
            }
        }
    }

    /// A comma between options, which would otherwise be part of a name or a value.
    fn comma(&mut self, open: usize, span: Option<Span>) {
        let listed = &self.text[open + 1..];
        let listed = &listed[..listed.find('}').unwrap_or(listed.len())];
        let right: Vec<&str> =
            listed.split(|c: char| c == ',' || c.is_whitespace()).filter(|word| !word.is_empty()).collect();
        let message = "the options of a pass are separated by spaces, not by commas";
        let hint = format!("write `{{{}}}`; a value that has a comma stands in quotes", right.join(" "));
        self.error(Diagnostic::error(codes::BAD_PASS_OPTION, span, message).hint(hint));
    }

    /// Reads `=value` or `="value"`.
    fn value(&mut self) -> String {
        self.at += 1;
        if !self.rest().starts_with('"') {
            return self.word(|c| !c.is_whitespace() && c != '}');
        }
        self.at += 1;
        let value = self.word(|c| c != '"');
        // A missing quote is reported as the missing brace that follows from it.
        self.at = (self.at + 1).min(self.text.len());
        value
    }

    fn rest(&self) -> &str {
        &self.text[self.at..]
    }

    fn word(&mut self, belongs: fn(char) -> bool) -> String {
        let rest = self.rest();
        let word = rest[..rest.find(|c| !belongs(c)).unwrap_or(rest.len())].to_owned();
        self.at += word.len();
        word
    }

    fn spaces(&mut self) {
        let rest = self.rest();
        self.at += rest.len() - rest.trim_start().len();
    }

    fn span(&self, start: usize, end: usize) -> Option<Span> {
        self.source.map(|source| Span::new(source, start as u32, end as u32))
    }

    fn error(&mut self, diagnostic: Diagnostic) {
        self.failed = true;
        self.diags.push(diagnostic);
    }
}

/// What one pass of a run took.
#[derive(Clone, Copy, Debug)]
pub struct Timing {
    /// The pass.
    pub pass: &'static str,
    /// The time of the pass itself.
    pub run: Duration,
    /// The time of verifying after it.
    pub verify: Duration,
}

/// A moment in the run of a pipeline, for progress and for looking at the IR.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Moment {
    /// The pass is about to run.
    Before,
    /// The pass has run (and what it left was verified, if that was asked for).
    After,
}

/// Called at every [`Moment`] with the pass, its position in the pipeline and the IR.
pub type Hook<'a> = dyn FnMut(Moment, &'static PassDef, usize, &Ir, Op) + 'a;

/// Runs pipelines.
#[derive(Default)]
pub struct PassManager<'a> {
    /// Verifies after every pass.
    pub verify_each: bool,
    /// Told of every pass.
    pub hook: Option<&'a mut Hook<'a>>,
    /// What the passes that ran took, in order.
    pub timings: Vec<Timing>,
}

impl PassManager<'_> {
    /// Runs the passes one after the other; stops at the first that fails.
    pub fn run(
        &mut self,
        pipeline: &Pipeline,
        ir: &mut Ir,
        root: Op,
        diags: &mut Diagnostics,
    ) -> Result<(), Reported> {
        for (position, args) in pipeline.steps.iter().enumerate() {
            self.tell(Moment::Before, args, position, ir, root);
            let start = Instant::now();
            let result = (args.pass.run)(ir, root, args, diags);
            let run = start.elapsed();
            let start = Instant::now();
            let result = result
                .and_then(|()| if self.verify_each { self.check(args, ir, root, diags) } else { Ok(()) });
            self.timings.push(Timing { pass: args.pass.name, run, verify: start.elapsed() });
            self.tell(Moment::After, args, position, ir, root);
            result?;
        }
        Ok(())
    }

    fn tell(&mut self, moment: Moment, args: &PassArgs, position: usize, ir: &Ir, root: Op) {
        if let Some(hook) = &mut self.hook {
            hook(moment, args.pass, position, ir, root);
        }
    }

    fn check(&self, args: &PassArgs, ir: &mut Ir, root: Op, diags: &mut Diagnostics) -> Result<(), Reported> {
        let mut found = Diagnostics::new();
        if verify(ir, root, &mut found) {
            return Ok(());
        }
        let message = format!("pass `{}` left the IR invalid", args.pass.name);
        diags.push(Diagnostic::error(codes::PASS_BROKE_IR, args.span, message));
        diags.append(found);
        Err(Reported)
    }
}
