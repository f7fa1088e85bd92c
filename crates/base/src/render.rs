//! Diagnostics as text for people: the place, the source line and what is wrong, in rustc's manner.
//!
//! `annotate-snippets` draws; this file decides what it is given, so that the drawing is always small and possible.
//! A span is shown on the line where it begins, lines are cut, places far apart become excerpts of their own, and
//! spans that point outside of the text are moved into it.

use crate::diagnostic::{Diagnostic, Diagnostics, Severity, shortened};
use crate::source::{SourceId, Sources, Span};
use annotate_snippets::{
    Annotation, AnnotationKind, Group, Level, Origin, Renderer, Snippet, normalize_untrusted_str,
};
use std::borrow::Cow;
use std::ops::Range;

/// Plain text, or text with colours for a terminal.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Style {
    /// No escape sequences.
    Plain,
    /// ANSI colours.
    Ansi,
}

/// Bytes of a line that are given to the renderer; it shows a part of them, as wide as a terminal.
const MAX_LINE: usize = 4096;
/// Lines between two places that are still shown in one excerpt.
const MAX_GAP: u32 = 6;
/// Places that are shown besides the main one.
const MAX_LABELS: usize = 12;
/// Characters that are shown on either side of a place deep inside a very long line.
const NEARBY: usize = 30;

/// A place in a source that exists, with what is to be said of it.
struct Mark<'a> {
    source: SourceId,
    line: u32,
    /// Bytes of the source, all on that line.
    range: Range<usize>,
    primary: bool,
    label: &'a str,
}

impl<'a> Mark<'a> {
    fn new(sources: &Sources, span: Span, primary: bool, label: &'a str) -> Option<Mark<'a>> {
        if span.source.index() >= sources.len() {
            return None;
        }
        let start = sources.floor_char_boundary(span.source, span.start as usize);
        let line = sources.position(span.source, span.start).line;
        let line_end = sources.line_range(span.source, line).end;
        let end =
            sources.floor_char_boundary(span.source, span.end as usize).clamp(start, line_end.max(start));
        Some(Mark { source: span.source, line, range: start..end, primary, label })
    }

    /// Whether it lies in the part of its line that is given to the renderer.
    fn is_near(&self, sources: &Sources) -> bool {
        self.range.start - sources.line_range(self.source, self.line).start < MAX_LINE
    }
}

/// Text from outside, cut and without control characters other than line breaks.
fn clean(text: &str) -> Cow<'_, str> {
    Cow::Owned(normalize_untrusted_str(&shortened(text)))
}

/// Groups of marks that are shown in one excerpt each, the one with the primary mark first.
fn excerpts<'a, 'm>(marks: &'m [Mark<'a>]) -> Vec<Vec<&'m Mark<'a>>> {
    let mut sorted: Vec<&Mark> = marks.iter().collect();
    sorted.sort_by_key(|mark| (mark.source, mark.line, mark.range.start));
    let mut groups: Vec<Vec<&Mark>> = Vec::new();
    for mark in sorted {
        match groups.last_mut() {
            Some(group)
                if group
                    .last()
                    .is_some_and(|last| last.source == mark.source && mark.line - last.line <= MAX_GAP) =>
            {
                group.push(mark);
            }
            _ => groups.push(vec![mark]),
        }
    }
    groups.sort_by_key(|group| !group.iter().any(|mark| mark.primary));
    groups
}

/// The excerpt for some marks that lie close together.
fn snippet<'a>(sources: &'a Sources, marks: &[&Mark<'a>]) -> Snippet<'a, Annotation<'a>> {
    let (first, last) = (marks[0].line, marks[marks.len() - 1].line);
    let source = marks[0].source;
    let text = sources.text(source);
    let mut excerpt = String::new();
    let mut annotations = Vec::new();
    for line in first..=last {
        let range = sources.line_range(source, line);
        let cut = text.floor_char_boundary(range.end.min(range.start + MAX_LINE));
        // A carriage return before the line break belongs to the break.
        let shown = text[range.start..cut].trim_end_matches('\r');
        let base = excerpt.len();
        excerpt.push_str(shown);
        if shown.is_empty() {
            // The renderer takes an empty last line for no line at all.
            excerpt.push(' ');
        }
        for mark in marks.iter().filter(|mark| mark.line == line) {
            let place = |offset: usize| base + (offset - range.start).min(shown.len());
            let kind = if mark.primary { AnnotationKind::Primary } else { AnnotationKind::Context };
            let annotation = kind.span(place(mark.range.start)..place(mark.range.end));
            annotations.push(match mark.label {
                "" => annotation,
                label => annotation.label(clean(label)),
            });
        }
        if line != last {
            excerpt.push('\n');
        }
    }
    Snippet::source(excerpt)
        .path(sources.name(source))
        .line_start(first as usize)
        .annotations(annotations)
        // The lines between two places are few, and often the reason.
        .fold(false)
}

/// The text around a place deep inside a very long line.
fn nearby(sources: &Sources, mark: &Mark) -> String {
    let text = sources.text(mark.source);
    let line = sources.line_range(mark.source, mark.line);
    let before = text[line.start..mark.range.start].char_indices().rev().nth(NEARBY - 1);
    let start = before.map_or(line.start, |(i, _)| line.start + i);
    let after = text[mark.range.start..line.end].char_indices().nth(NEARBY);
    let end = after.map_or(line.end, |(i, _)| mark.range.start + i);
    let label = if mark.label.is_empty() { "the place" } else { mark.label };
    format!("{label}: …{}…", &text[start..end])
}

/// Renders one diagnostic, ending in a line break.
pub fn render(diagnostic: &Diagnostic, sources: &Sources, style: Style) -> String {
    let level = match diagnostic.severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
        Severity::Note => Level::NOTE,
    };
    let primary = diagnostic.span.and_then(|span| Mark::new(sources, span, true, ""));
    let labels = diagnostic.labels.iter().take(MAX_LABELS);
    let labels = labels.filter_map(|(span, text)| Mark::new(sources, *span, false, text));
    let (near, far): (Vec<Mark>, Vec<Mark>) =
        primary.into_iter().chain(labels).partition(|mark| mark.is_near(sources));

    let title = level.primary_title(clean(&diagnostic.message)).id(diagnostic.code.to_string());
    let mut group = Group::with_title(title);
    for mark in &far {
        let position = sources.position(mark.source, mark.range.start as u32);
        let origin = Origin::path(sources.name(mark.source)).line(position.line as usize);
        group = group.element(origin.char_column(position.column as usize));
    }
    for marks in excerpts(&near) {
        group = group.element(snippet(sources, &marks));
    }
    for mark in &far {
        group = group.element(Level::NOTE.message(clean(&nearby(sources, mark)).into_owned()));
    }
    for note in &diagnostic.notes {
        group = group.element(Level::NOTE.message(clean(note)));
    }
    if let Some(more) = diagnostic.labels.len().checked_sub(MAX_LABELS).filter(|&more| more > 0) {
        group = group.element(Level::NOTE.message(format!("{more} more places are not shown")));
    }
    if let Some(hint) = &diagnostic.hint {
        group = group.element(Level::HELP.message(clean(hint)));
    }
    let renderer = match style {
        Style::Plain => Renderer::plain(),
        Style::Ansi => Renderer::styled(),
    };
    let mut text = renderer.render(&[group]);
    text.push('\n');
    text
}

/// Renders all diagnostics of a run and a closing line that counts them; nothing if there are none.
pub fn render_all(diagnostics: &Diagnostics, sources: &Sources, style: Style) -> String {
    let mut text = String::new();
    for diagnostic in diagnostics {
        text.push_str(&render(diagnostic, sources, style));
        text.push('\n');
    }
    let plural = |count: usize, word: &str| match count {
        1 => format!("1 {word}"),
        _ => format!("{count} {word}s"),
    };
    let warnings = diagnostics.other_count();
    let mut summary = match (diagnostics.error_count(), warnings) {
        (0, 0) => return text,
        (0, _) => plural(warnings, "warning"),
        (errors, 0) => plural(errors, "error"),
        (errors, _) => format!("{}, {}", plural(errors, "error"), plural(warnings, "warning")),
    };
    if diagnostics.dropped() > 0 {
        summary.push_str(&format!(" ({} not shown)", diagnostics.dropped()));
    }
    text.push_str(&summary);
    text.push('\n');
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::codes;
    use crate::rng::Rng;

    /// Sources with one text, and the span of a part of it.
    fn one(text: &str, part: &str) -> (Sources, Span) {
        let mut sources = Sources::new();
        let source = sources.add("a.mlir", text);
        let start = text.find(part).expect("the part is in the text") as u32;
        (sources, Span::new(source, start, start + part.len() as u32))
    }

    fn check(diagnostic: &Diagnostic, sources: &Sources, expected: &str) {
        let actual = render(diagnostic, sources, Style::Plain);
        assert_eq!(actual, expected, "\n{actual}");
    }

    #[test]
    fn a_place_with_its_reasons() {
        let text = "func.func @f(%a: i32) {\n  %0 = arith.addi %a, %b : i32\n  return\n}\n";
        let (sources, span) = one(text, "%b");
        let (_, other) = one(text, "%a: i32");
        let diagnostic = Diagnostic::error(codes::UNDEFINED_VALUE, span, "`%b` is not defined")
            .label(other, "`%a` is defined here")
            .note("values in scope: %a")
            .hint("did you mean `%a`?");
        check(
            &diagnostic,
            &sources,
            "\
error[FR0106]: `%b` is not defined
 --> a.mlir:2:23
  |
1 | func.func @f(%a: i32) {
  |              ------- `%a` is defined here
2 |   %0 = arith.addi %a, %b : i32
  |                       ^^
  |
  = note: values in scope: %a
  = help: did you mean `%a`?
",
        );
    }

    #[test]
    fn the_end_of_a_file_is_a_place() {
        for text in ["module {\n", "module {"] {
            let (sources, mut span) = one(text, "module");
            span.start = u32::MAX;
            span.end = 0;
            let diagnostic = Diagnostic::error(codes::UNEXPECTED_TOKEN, span, "expected `}`");
            let rendered = render(&diagnostic, &sources, Style::Plain);
            let position = sources.locate(span);
            assert!(
                rendered.contains(&format!("a.mlir:{}:{}\n", position.line, position.column)),
                "{rendered}"
            );
            assert!(rendered.contains('^'), "{rendered}");
        }
    }

    #[test]
    fn places_far_apart_are_two_excerpts() {
        let text = format!("first\n{}last\n", "x\n".repeat(100_000));
        let (sources, span) = one(&text, "last");
        let (_, other) = one(&text, "first");
        let diagnostic = Diagnostic::error(codes::DUPLICATE_SYMBOL, span, "twice").label(other, "here first");
        check(
            &diagnostic,
            &sources,
            "\
error[FR0211]: twice
      --> a.mlir:100002:1
       |
100002 | last
       | ^^^^
       |
      ::: a.mlir:1:1
       |
     1 | first
       | ----- here first
",
        );
    }

    #[test]
    fn a_place_deep_in_a_long_line() {
        let text = format!("{}HERE{}", "é".repeat(1_000_000), "z".repeat(1_000_000));
        let (sources, span) = one(&text, "HERE");
        let diagnostic = Diagnostic::error(codes::UNEXPECTED_TOKEN, span, "no");
        let rendered = render(&diagnostic, &sources, Style::Plain);
        assert!(rendered.contains("--> a.mlir:1:1000001\n"), "{rendered}");
        assert!(rendered.contains("ééHEREzz") && rendered.len() < 1000, "{rendered}");
    }

    #[test]
    fn control_characters_are_made_visible() {
        let (sources, span) = one("a\u{1b}[31m\u{0}b\r\n", "\u{1b}[31m");
        let diagnostic = Diagnostic::error(codes::UNEXPECTED_CHARACTER, span, "bad \u{1b} character")
            .label(span, "\u{7}")
            .note("\u{1b}]0;")
            .hint("\u{0}");
        let rendered = render(&diagnostic, &sources, Style::Plain);
        assert!(rendered.chars().all(|c| c == '\n' || !c.is_control()), "{rendered:?}");
        assert!(render(&diagnostic, &sources, Style::Ansi).contains("\u{1b}["));
    }

    #[test]
    fn a_summary_counts_them() {
        let sources = Sources::new();
        let mut all = Diagnostics::new();
        assert_eq!(render_all(&all, &sources, Style::Plain), "");
        all.push(Diagnostic::warning(codes::BAD_ARGUMENT, None, "odd"));
        assert_eq!(render_all(&all, &sources, Style::Plain), "warning[FR0003]: odd\n\n1 warning\n");
        for _ in 0..1002 {
            all.push(Diagnostic::error(codes::BAD_ARGUMENT, None, "wrong"));
        }
        let text = render_all(&all, &sources, Style::Plain);
        assert!(text.ends_with("\n\n1002 errors, 1 warning (2 not shown)\n"));
    }

    #[test]
    fn no_span_in_any_text_is_too_strange() {
        let mut rng = Rng::new(4);
        let pieces = [
            "a", "\n", "\r", "\r\n", "\t", "é", "漢", "\u{301}", "\u{200d}", "\u{0}", "\u{1b}", " ",
            "\u{2028}",
        ];
        let pieces: Vec<String> = pieces.iter().map(|s| s.to_string()).chain(["w".repeat(3000)]).collect();
        for round in 0..3000 {
            let mut sources = Sources::new();
            for name in ["a", "b"] {
                let count = rng.below(30);
                sources.add(name, (0..count).map(|_| rng.pick(&pieces).as_str()).collect::<String>());
            }
            let mut span = || {
                let source = SourceId::from_index(rng.index(3));
                Span::new(source, rng.below(60) as u32, rng.below(5000) as u32)
            };
            let mut diagnostic = Diagnostic::error(codes::UNEXPECTED_TOKEN, span(), "message\n\u{301}");
            for _ in 0..round % 15 {
                diagnostic = diagnostic.label(span(), ["", "label", "two\nlines"][round % 3]);
            }
            let text = render(&diagnostic, &sources, if round % 2 == 0 { Style::Plain } else { Style::Ansi });
            assert!(text.starts_with(if round % 2 == 0 { "error[FR0104]: message" } else { "\u{1b}[" }));
        }
    }
}
