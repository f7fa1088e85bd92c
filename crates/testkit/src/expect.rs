//! Diagnostics a test expects, written as comments beside the line they are about.
//!
//! `// expected-error {{text}}` wants an error on its own line whose code and message (`FR0106: use of undefined value`)
//! contain the text; `@+1`, `@-2` move the line, `@below` and `@above` mean the next or previous line that is no expectation
//! itself, `@unknown` wants a diagnostic without a position. `expected-warning` and `expected-note` are alike. Every
//! error and warning of the tool must be expected; notes explain another diagnostic and need not be. The tool reports in its
//! machine form, one JSON object a line on standard error (`--diagnostics=json`).

use serde_json::Value;

/// What kind of diagnostic is expected or was reported.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Severity {
    Error,
    Warning,
    Note,
}

const SEVERITIES: [(&str, Severity); 3] =
    [("error", Severity::Error), ("warning", Severity::Warning), ("note", Severity::Note)];

/// One `expected-…` comment.
#[derive(Debug)]
pub struct Expectation {
    severity: Severity,
    /// The line the diagnostic must be on; `None` for one without a position.
    line: Option<usize>,
    text: String,
    /// Where the comment stands.
    written: usize,
}

impl Expectation {
    /// Whether an error is expected, so that the tool must not report success.
    pub fn is_error(&self) -> bool {
        self.severity == Severity::Error
    }
}

/// Reads the `expected-…` comments of a file.
pub fn expectations(text: &str) -> Result<Vec<Expectation>, String> {
    let lines: Vec<&str> = text.lines().collect();
    let is_expectation = |index: usize| lines[index].contains("// expected-");
    let mut found = Vec::new();
    for (index, line) in lines.iter().enumerate() {
        let Some((_, comment)) = line.split_once("//") else { continue };
        for (at, _) in comment.match_indices("expected-") {
            let after = &comment[at + "expected-".len()..];
            let Some((word, severity)) = SEVERITIES.iter().find(|(word, _)| after.starts_with(word)) else {
                continue;
            };
            let wrong = |what: &str| format!("line {}: expected-{word}: {what}", index + 1);
            let (place, rest) = after[word.len()..]
                .split_once("{{")
                .ok_or_else(|| wrong("the text must stand in `{{` and `}}`"))?;
            let (text, _) = rest.split_once("}}").ok_or_else(|| wrong("the text lacks its `}}`"))?;
            if text.trim().is_empty() {
                return Err(wrong("an empty text would match everything"));
            }
            let moved = |by: isize| index.checked_add_signed(by).filter(|&line| line < lines.len());
            let target = match place.trim_end() {
                "" => Some(index),
                "@above" => (0..index).rev().find(|&line| !is_expectation(line)),
                "@below" => (index + 1..lines.len()).find(|&line| !is_expectation(line)),
                "@unknown" => None,
                place => {
                    let by = place.strip_prefix('@').filter(|by| by.starts_with(['+', '-']));
                    let by = by.and_then(|by| by.parse::<isize>().ok());
                    moved(by.ok_or_else(|| wrong(&format!("`{place}` is no place")))?)
                }
            };
            if target.is_none() && place.trim_end() != "@unknown" {
                return Err(wrong("the line it speaks of is outside the file"));
            }
            let line = target.map(|line| line + 1);
            found.push(Expectation { severity: *severity, line, text: text.to_string(), written: index + 1 });
        }
    }
    Ok(found)
}

#[derive(Debug)]
struct Report {
    severity: Severity,
    /// `None` when the diagnostic has no position in the test's file.
    line: Option<usize>,
    text: String,
    shown: String,
}

/// Compares what was reported on `stderr` about `file` with what was expected.
pub fn verify(expectations: &[Expectation], file: &str, stderr: &str) -> Result<(), String> {
    let mut reports = Vec::new();
    let mut faults = Vec::new();
    for line in stderr.lines().filter(|line| !line.trim().is_empty()) {
        match serde_json::from_str::<Value>(line).ok().and_then(|value| read(&value, file)) {
            Some(more) => reports.extend(more),
            None => faults.push(format!("not a diagnostic on standard error: {line}")),
        }
    }
    let mut open: Vec<&Expectation> = expectations.iter().collect();
    // The most specific text first, so that a short one does not take the only report a longer one could have had.
    open.sort_by_key(|expectation| usize::MAX - expectation.text.len());
    let mut taken = vec![false; reports.len()];
    for expectation in open {
        let fits = |report: &Report| {
            report.severity == expectation.severity
                && report.line == expectation.line
                && report.text.contains(&expectation.text)
        };
        match (0..reports.len()).find(|&i| !taken[i] && fits(&reports[i])) {
            Some(report) => taken[report] = true,
            None => faults.push(format!(
                "{file}:{}: expected {} {}with `{}` was not reported",
                expectation.written,
                word(expectation.severity),
                expectation.line.map_or(String::new(), |line| format!("on line {line} ")),
                expectation.text
            )),
        }
    }
    for (report, taken) in reports.iter().zip(&taken) {
        if !taken && report.severity != Severity::Note {
            faults.push(format!("unexpected {}", report.shown));
        }
    }
    if faults.is_empty() { Ok(()) } else { Err(faults.join("\n")) }
}

fn word(severity: Severity) -> &'static str {
    SEVERITIES.iter().find(|(_, other)| *other == severity).map_or("", |(word, _)| word)
}

/// A diagnostic and the notes attached to it; `None` when the object is no diagnostic.
fn read(value: &Value, file: &str) -> Option<Vec<Report>> {
    let severity = value["severity"].as_str()?;
    let (_, severity) = *SEVERITIES.iter().find(|(word, _)| *word == severity)?;
    let message = value["message"].as_str()?;
    let place = |value: &Value| {
        let here = value["file"].as_str().is_none_or(|name| name == file);
        value["line"].as_u64().filter(|_| here).and_then(|line| usize::try_from(line).ok())
    };
    let line = place(value);
    let text = match value["code"].as_str() {
        Some(code) => format!("{code}: {message}"),
        None => message.to_string(),
    };
    let whole = value["file"].as_str().unwrap_or(file);
    let number = value["line"].as_u64().map_or(String::new(), |line| format!(":{line}"));
    let shown = format!("{} at {whole}{number}: {text}", word(severity));
    let mut reports = vec![Report { severity, line, text, shown }];
    for note in value["notes"].as_array().into_iter().flatten() {
        let text = note.as_str().or_else(|| note["message"].as_str())?.to_string();
        // A note without a position of its own belongs to the line of its diagnostic.
        let line = place(note).or(line);
        reports.push(Report { severity: Severity::Note, line, shown: text.clone(), text });
    }
    Some(reports)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn diagnostic(severity: &str, line: usize, message: &str) -> String {
        format!(
            r#"{{"severity":"{severity}","code":"FR0106","file":"t.mlir","line":{line},"column":1,"message":"{message}","notes":["see there"],"hint":null}}"#
        )
    }

    fn verified(text: &str, stderr: &[String]) -> Result<(), String> {
        verify(&expectations(text)?, "t.mlir", &stderr.join("\n"))
    }

    #[test]
    fn an_expected_diagnostic_is_matched_by_line_severity_and_text() {
        let text = "// expected-error@+1 {{undefined value}}\n%x = y\n// expected-warning@-1 {{unused}}\n";
        let error = diagnostic("error", 2, "use of undefined value");
        let warning = diagnostic("warning", 2, "unused value");
        assert_eq!(verified(text, &[error.clone(), warning.clone()]), Ok(()));
        let missing = verified(text, std::slice::from_ref(&error)).expect_err("no warning");
        assert!(missing.contains("t.mlir:3: expected warning on line 2 with `unused`"), "{missing}");
        let elsewhere = [diagnostic("error", 1, "use of undefined value"), warning.clone()];
        let message = verified(text, &elsewhere).expect_err("the error is on another line");
        assert!(message.contains("unexpected error at t.mlir:1"), "{message}");
        assert!(verified(text, &[error.clone(), error, warning]).is_err(), "one expectation, two errors");
    }

    #[test]
    fn places() {
        let error = |line| [diagnostic("error", line, "bad")];
        assert_eq!(verified("x // expected-error {{bad}}", &error(1)), Ok(()));
        assert_eq!(
            verified("// expected-error@below {{bad}}\n// expected-note@below {{see}}\nx", &error(3)),
            Ok(())
        );
        assert_eq!(verified("x\n// expected-error@above {{bad}}", &error(1)), Ok(()));
        assert_eq!(verified("x\n// expected-error@above {{FR0106: bad}}", &error(1)), Ok(()));
        let nowhere = r#"{"severity":"error","message":"bad","line":null}"#.to_string();
        assert_eq!(verified("// expected-error@unknown {{bad}}", &[nowhere]), Ok(()));
        let other = diagnostic("error", 1, "bad").replace("t.mlir", "other.mlir");
        let message = verified("x // expected-error {{bad}}", &[other]).expect_err("another file");
        assert!(message.contains("unexpected error at other.mlir:1"), "{message}");
    }

    #[test]
    fn notes_may_be_left_out_but_not_invented() {
        let error = [diagnostic("error", 1, "bad")];
        assert_eq!(verified("x // expected-error {{bad}} expected-note {{see there}}", &error), Ok(()));
        assert!(verified("x // expected-error {{bad}} expected-note {{nothing}}", &error).is_err());
    }

    #[test]
    fn specific_texts_go_first() {
        let text = "x // expected-error {{bad}} expected-error {{bad type}}";
        let reports = [diagnostic("error", 1, "bad type"), diagnostic("error", 1, "bad name")];
        assert_eq!(verified(text, &reports), Ok(()));
    }

    #[test]
    fn other_text_on_standard_error_is_a_fault() {
        let message = verified("", &["thread 'main' panicked".to_string()]).expect_err("no diagnostic");
        assert!(message.contains("panicked"));
        assert!(verified("", &["{\"severity\":\"loud\"}".to_string()]).is_err());
    }

    #[test]
    fn malformed_expectations_are_errors() {
        for text in [
            "// expected-error bad",
            "// expected-error {{bad",
            "// expected-error {{}}",
            "// expected-error@1 {{bad}}",
            "// expected-error@+1 {{bad}}",
            "// expected-error@-1 {{bad}}",
            "// expected-warning@nowhere {{bad}}",
        ] {
            assert!(expectations(text).is_err(), "{text}");
        }
        assert!(
            expectations("an expected-error in prose\n// expected-value\n").expect("no comments").is_empty()
        );
    }
}
