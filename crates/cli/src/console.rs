//! Where text goes: results to standard output, diagnostics to standard error, each in the form the user asked for.

use crate::args::{Color, Form, Global};
use base::{Diagnostic, Sources, Span, Style, codes};
use driver::Report;
use driver::json::{self, Object};
use std::io::{self, BufWriter, IsTerminal, Stdout, Write};
use std::ops::ControlFlow;
use std::path::Path;
use std::process::ExitCode;

/// How a run ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Status {
    /// All is well.
    Success,
    /// The run was carried out, and the answer is no.
    No,
    /// The input or the arguments are wrong.
    Wrong,
    /// A fault of ours.
    Fault,
}

impl From<Status> for ExitCode {
    fn from(status: Status) -> ExitCode {
        ExitCode::from(status as u8)
    }
}

/// The two outputs.
pub struct Console {
    style: Style,
    form: Form,
    /// Whether somebody is watching standard error.
    pub watched: bool,
}

impl Console {
    /// Outputs as the options say.
    pub fn new(global: &Global) -> Console {
        let watched = io::stderr().is_terminal();
        let asked_not_to = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
        let colours = match global.color {
            Color::Auto => watched && !asked_not_to,
            Color::Always => true,
            Color::Never => false,
        };
        let style = if colours { Style::Ansi } else { Style::Plain };
        Console { style, form: global.diagnostics, watched: watched && global.diagnostics == Form::Text }
    }

    /// Writes a result to standard output; the status becomes another one when that fails.
    pub fn output(&self, bytes: &[u8], status: Status) -> Status {
        let mut stdout = io::stdout().lock();
        self.written(stdout.write_all(bytes).and_then(|()| stdout.flush()), status)
    }

    /// The status after standard output was written to.
    fn written(&self, result: io::Result<()>, status: Status) -> Status {
        match result {
            Ok(()) => status,
            // The reader has seen enough, as `head` does.
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => status,
            Err(error) => {
                let message = format!("cannot write to standard output: {}", driver::files::reason(&error));
                self.complain(Diagnostic::error(codes::UNWRITABLE_FILE, None, message))
            }
        }
    }

    /// Writes a result to a file, or to standard output for none and for `-`.
    pub fn output_to(&self, path: Option<&Path>, bytes: &[u8], status: Status) -> Status {
        match path.filter(|path| *path != Path::new("-")) {
            None => self.output(bytes, status),
            Some(path) => match driver::write_atomically(path, bytes) {
                Ok(()) => status,
                Err(diagnostic) => self.complain(diagnostic),
            },
        }
    }

    /// Says that the input or the arguments are wrong.
    pub fn complain(&self, diagnostic: Diagnostic) -> Status {
        self.report(&diagnostic.into());
        Status::Wrong
    }

    /// Shows diagnostics.
    pub fn report(&self, report: &Report) {
        if report.diagnostics.is_empty() {
            return;
        }
        let text = match self.form {
            Form::Text => base::render_all(&report.diagnostics, &report.sources, self.style),
            Form::Json => json_lines(report),
        };
        self.say(&text);
    }

    /// Writes to standard error as it is.
    pub fn say(&self, text: &str) {
        // Nobody is left to tell when standard error is closed.
        drop(io::stderr().lock().write_all(text.as_bytes()));
    }
}

/// Standard output, for a result that is written while it is computed.
pub struct Stream {
    out: BufWriter<Stdout>,
    /// The first thing that went wrong.
    result: io::Result<()>,
}

impl Stream {
    /// Nothing is written yet.
    pub fn new() -> Stream {
        Stream { out: BufWriter::with_capacity(1 << 16, io::stdout()), result: Ok(()) }
    }

    /// Writes a part; says whether there is a point in going on.
    pub fn write(&mut self, text: &str) -> ControlFlow<()> {
        if self.result.is_ok() {
            self.result = self.out.write_all(text.as_bytes());
        }
        if self.result.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    }

    /// Writes what is left; the status becomes another one when any part could not be written.
    pub fn finish(mut self, console: &Console, status: Status) -> Status {
        let result = self.result.and_then(|()| self.out.flush());
        console.written(result, status)
    }
}

/// One object a line for every diagnostic; positions are null where there are none.
fn json_lines(report: &Report) -> String {
    let mut text = String::new();
    for diagnostic in &report.diagnostics {
        text.push_str(&json_line(diagnostic, &report.sources));
        text.push('\n');
    }
    if report.diagnostics.dropped() > 0 {
        let message = format!("{} more diagnostics are not shown", report.diagnostics.dropped());
        let object = Object::new().text("severity", "note").raw("code", "null").text("message", &message);
        text.push_str(&object.finish());
        text.push('\n');
    }
    text
}

fn json_line(diagnostic: &Diagnostic, sources: &Sources) -> String {
    let labels = diagnostic
        .labels
        .iter()
        .map(|(span, label)| place(Object::new().text("message", label), Some(*span), sources).finish());
    let notes = labels.chain(diagnostic.notes.iter().map(|note| json::text(note)));
    let object =
        Object::new().text("severity", diagnostic.severity.name()).text("code", &diagnostic.code.to_string());
    let object = place(object, diagnostic.span, sources)
        .text("message", &diagnostic.message)
        .raw("notes", json::array(notes));
    match &diagnostic.hint {
        Some(hint) => object.text("hint", hint),
        None => object.raw("hint", "null"),
    }
    .finish()
}

fn place(object: Object, span: Option<Span>, sources: &Sources) -> Object {
    match span.filter(|span| base::Id::index(span.source) < sources.len()) {
        None => object.raw("file", "null").raw("line", "null").raw("column", "null"),
        Some(span) => {
            let position = sources.locate(span);
            object
                .text("file", sources.name(span.source))
                .raw("line", position.line.to_string())
                .raw("column", position.column.to_string())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use base::{Diagnostics, Sources};

    #[test]
    fn a_diagnostic_is_one_line_of_json() {
        let mut sources = Sources::new();
        let source = sources.add("a \"b\".mlir", "one\ntwo\n");
        let diagnostic =
            Diagnostic::error(codes::UNDEFINED_VALUE, Span::new(source, 4, 7), "`%x`\nis not defined")
                .label(Span::new(source, 0, 3), "here")
                .note("plain")
                .hint("define it");
        let mut diagnostics = Diagnostics::from(diagnostic);
        diagnostics.push(Diagnostic::warning(codes::BAD_ARGUMENT, None, "odd"));
        let lines = json_lines(&Report { diagnostics, sources });
        assert_eq!(
            lines,
            "{\"severity\":\"error\",\"code\":\"FR0106\",\"file\":\"a \\\"b\\\".mlir\",\"line\":2,\"column\":1,\
             \"message\":\"`%x`\\nis not defined\",\"notes\":[{\"message\":\"here\",\"file\":\"a \\\"b\\\".mlir\",\"line\":1,\
             \"column\":1},\"plain\"],\"hint\":\"define it\"}\n\
             {\"severity\":\"warning\",\"code\":\"FR0003\",\"file\":null,\"line\":null,\"column\":null,\"message\":\"odd\",\
             \"notes\":[],\"hint\":null}\n"
        );
    }
}
