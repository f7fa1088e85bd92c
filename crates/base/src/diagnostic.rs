//! Diagnostics: what the tool has to say about an input, as data.
//!
//! Every error a user can cause becomes a [`Diagnostic`] with a stable [`Code`], the place, what is wrong and,
//! where it is known, what would be right. Stages push them into a [`Diagnostics`] sink and go on, so that one run
//! reports all errors of a file; the sink is bounded, so that a hostile file cannot fill the memory with them.

use crate::source::Span;
use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

/// How bad it is.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Severity {
    /// The input is wrong, or the run failed.
    Error,
    /// The input is accepted but probably not what was meant.
    Warning,
    /// Information that stands on its own.
    Note,
}

impl Severity {
    /// The word for it, in lower case.
    pub const fn name(self) -> &'static str {
        match self {
            Severity::Error => "error",
            Severity::Warning => "warning",
            Severity::Note => "note",
        }
    }
}

/// The stable number of a kind of diagnostic; displayed as `FR0106`. All of them stand in [`codes`](crate::codes).
#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Code(pub u16);

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "FR{:04}", self.0)
    }
}

impl fmt::Debug for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Code {
    type Err = ();

    /// Reads `FR0106`, in either case of letters and with or without the prefix and leading zeros.
    fn from_str(text: &str) -> Result<Code, ()> {
        let digits = match text.get(..2) {
            Some(prefix) if prefix.eq_ignore_ascii_case("FR") => &text[2..],
            _ => text,
        };
        if !digits.bytes().all(|b| b.is_ascii_digit()) {
            return Err(());
        }
        digits.parse().map(Code).map_err(|_| ())
    }
}

/// One message about an input.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagnostic {
    /// How bad it is.
    pub severity: Severity,
    /// What kind it is.
    pub code: Code,
    /// The place it is about.
    pub span: Option<Span>,
    /// What is wrong, in one sentence without a full stop.
    pub message: String,
    /// Other places that have to do with it, with what they are.
    pub labels: Vec<(Span, String)>,
    /// Facts that explain it.
    pub notes: Vec<String>,
    /// What would mend it.
    pub hint: Option<String>,
}

impl Diagnostic {
    /// A diagnostic of any severity.
    pub fn new(
        severity: Severity,
        code: Code,
        span: impl Into<Option<Span>>,
        message: impl Into<String>,
    ) -> Self {
        Diagnostic {
            severity,
            code,
            span: span.into(),
            message: message.into(),
            labels: Vec::new(),
            notes: Vec::new(),
            hint: None,
        }
    }

    /// An error at a place, or at none.
    pub fn error(code: Code, span: impl Into<Option<Span>>, message: impl Into<String>) -> Self {
        Diagnostic::new(Severity::Error, code, span, message)
    }

    /// A warning at a place, or at none.
    pub fn warning(code: Code, span: impl Into<Option<Span>>, message: impl Into<String>) -> Self {
        Diagnostic::new(Severity::Warning, code, span, message)
    }

    /// Adds a fact that explains it.
    pub fn note(mut self, note: impl Into<String>) -> Self {
        self.notes.push(note.into());
        self
    }

    /// Adds another place that has to do with it.
    pub fn label(mut self, span: Span, text: impl Into<String>) -> Self {
        self.labels.push((span, text.into()));
        self
    }

    /// Says what would mend it.
    pub fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into());
        self
    }

    /// Whether it is an error.
    pub fn is_error(&self) -> bool {
        self.severity == Severity::Error
    }
}

/// The most errors, and the most other diagnostics, that a sink keeps.
pub const MAX_KEPT: usize = 1000;

/// The most characters of a message, label, note or hint that are kept and shown: it may quote names and values of any length.
const MAX_TEXT: usize = 2000;

/// The beginning of a text, with a sign that it goes on if it does.
pub(crate) fn shortened(text: &str) -> Cow<'_, str> {
    match text.char_indices().nth(MAX_TEXT) {
        Some((cut, _)) => Cow::Owned(format!("{}…", &text[..cut])),
        None => Cow::Borrowed(text),
    }
}

/// A bounded sink of diagnostics.
#[derive(Clone, Default, Debug)]
pub struct Diagnostics {
    kept: Vec<Diagnostic>,
    errors: usize,
    others: usize,
}

impl Diagnostics {
    /// An empty sink.
    pub fn new() -> Self {
        Diagnostics::default()
    }

    /// Records a diagnostic; past [`MAX_KEPT`] errors (and as many others) it is counted only.
    pub fn push(&mut self, mut diagnostic: Diagnostic) {
        let count = if diagnostic.is_error() { &mut self.errors } else { &mut self.others };
        *count += 1;
        if *count <= MAX_KEPT {
            let Diagnostic { message, labels, notes, hint, .. } = &mut diagnostic;
            let labels = labels.iter_mut().map(|(_, text)| text);
            for text in std::iter::once(message).chain(labels).chain(notes).chain(hint) {
                if let Cow::Owned(short) = shortened(text) {
                    *text = short;
                }
            }
            self.kept.push(diagnostic);
        }
    }

    /// Records everything another sink holds, its uncounted ones included.
    pub fn append(&mut self, other: Diagnostics) {
        let (errors, others) = (self.errors + other.errors, self.others + other.others);
        self.extend(other.kept);
        (self.errors, self.others) = (errors, others);
    }

    /// Whether an error was recorded.
    pub fn has_errors(&self) -> bool {
        self.errors > 0
    }

    /// How many errors were recorded, dropped ones included.
    pub fn error_count(&self) -> usize {
        self.errors
    }

    /// How many diagnostics that are no errors were recorded, dropped ones included.
    pub fn other_count(&self) -> usize {
        self.others
    }

    /// How many diagnostics were counted but not kept.
    pub fn dropped(&self) -> usize {
        self.errors + self.others - self.kept.len()
    }

    /// Whether nothing was recorded.
    pub fn is_empty(&self) -> bool {
        self.kept.is_empty()
    }

    /// The diagnostics kept, in the order they were recorded.
    pub fn iter(&self) -> std::slice::Iter<'_, Diagnostic> {
        self.kept.iter()
    }

    /// The diagnostics kept, in the order they were recorded.
    pub fn into_vec(self) -> Vec<Diagnostic> {
        self.kept
    }
}

impl Extend<Diagnostic> for Diagnostics {
    fn extend<It: IntoIterator<Item = Diagnostic>>(&mut self, diagnostics: It) {
        diagnostics.into_iter().for_each(|diagnostic| self.push(diagnostic));
    }
}

impl From<Diagnostic> for Diagnostics {
    fn from(diagnostic: Diagnostic) -> Self {
        let mut sink = Diagnostics::new();
        sink.push(diagnostic);
        sink
    }
}

impl<'a> IntoIterator for &'a Diagnostics {
    type Item = &'a Diagnostic;
    type IntoIter = std::slice::Iter<'a, Diagnostic>;
    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl IntoIterator for Diagnostics {
    type Item = Diagnostic;
    type IntoIter = std::vec::IntoIter<Diagnostic>;
    fn into_iter(self) -> Self::IntoIter {
        self.kept.into_iter()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::codes;

    #[test]
    fn codes_are_written_and_read() {
        assert_eq!(Code(12).to_string(), "FR0012");
        for text in ["FR0012", "fr12", "12"] {
            assert_eq!(text.parse(), Ok(Code(12)));
        }
        for text in ["", "FR", "FRFR12", "FR-1", "+1", "99999", "ü1"] {
            assert_eq!(text.parse::<Code>(), Err(()), "{text}");
        }
    }

    #[test]
    fn a_sink_is_bounded_and_still_counts() {
        let mut sink = Diagnostics::new();
        for n in 0..1500 {
            sink.push(Diagnostic::error(codes::UNEXPECTED_TOKEN, None, n.to_string()));
        }
        sink.push(Diagnostic::warning(codes::UNEXPECTED_TOKEN, None, "still kept"));
        assert_eq!((sink.error_count(), sink.other_count(), sink.dropped()), (1500, 1, 500));
        let mut all = Diagnostics::from(Diagnostic::error(codes::UNEXPECTED_TOKEN, None, "first"));
        all.append(sink);
        assert_eq!((all.error_count(), all.other_count(), all.dropped()), (1501, 1, 501));
        assert_eq!(all.iter().count(), MAX_KEPT + 1);
    }

    #[test]
    fn a_sink_keeps_the_beginning_of_long_texts() {
        let long = "é".repeat(1_000_000);
        let diagnostic = Diagnostic::error(codes::UNEXPECTED_TOKEN, None, &long).note(&long).hint(&long);
        let kept = Diagnostics::from(diagnostic).into_vec().remove(0);
        for text in [&kept.message, &kept.notes[0], &kept.hint.expect("it was given")] {
            assert!(text.starts_with("éé") && text.ends_with("é…") && text.chars().count() == MAX_TEXT + 1);
        }
    }
}
