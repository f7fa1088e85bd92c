//! Checks of a tool's output that stand as comments in the test's input, in the manner of LLVM's FileCheck.
//!
//! `CHECK:` searches forward from the previous match; `-NEXT` and `-SAME` also fix the line, `-EMPTY` wants an empty line
//! next, `-NOT` forbids a text between its neighbours' matches, a run of `-DAG` lines may match in any order without
//! overlapping, `-COUNT-n` matches n times, and `-LABEL` lines cut the output into blocks first, so that a failure in one
//! block is reported there and the other blocks are still checked. A pattern is literal text with `{{regex}}`,
//! `[[NAME:regex]]` and `[[NAME]]` in it. Runs of blanks count as one blank on both sides.

use std::collections::BTreeMap;

use crate::pattern::{Builder, Pattern};

/// The checks of one file for one set of prefixes.
#[derive(Debug)]
pub struct Checks {
    file: String,
    directives: Vec<Directive>,
}

#[derive(Debug)]
struct Directive {
    kind: Kind,
    /// As written, for instance `CHECK-NEXT`.
    name: String,
    line: usize,
    text: String,
    pieces: Vec<Piece>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Plain,
    Next,
    Same,
    Not,
    Dag,
    Label,
    Empty,
    Count(usize),
}

#[derive(Debug)]
enum Piece {
    Literal(String),
    Regex(String),
    Define(String, String),
    Use(String),
}

impl Checks {
    /// Reads the directives with one of `prefixes` out of `text`; `file` names it in messages.
    pub fn parse(file: &str, text: &str, prefixes: &[&str]) -> Result<Checks, String> {
        let mut directives: Vec<Directive> = Vec::new();
        for (index, line) in text.lines().enumerate() {
            let at = |message: String| format!("{file}:{}: {message}", index + 1);
            let Some(found) = directive(line, prefixes) else { continue };
            let (name, kind, text) = found.map_err(at)?;
            let text = canonical(text).trim().to_string();
            let pieces = pieces(&text).map_err(at)?;
            if (kind == Kind::Empty) != text.is_empty() {
                return Err(at(match kind {
                    Kind::Empty => format!("{name} takes no text"),
                    _ => format!("{name} lacks a text to search for"),
                }));
            }
            if matches!(kind, Kind::Next | Kind::Same | Kind::Empty)
                && directives.iter().all(|earlier| earlier.kind == Kind::Not)
            {
                return Err(at(format!("{name} needs an earlier directive that matches something")));
            }
            if kind == Kind::Label && pieces.iter().any(|p| matches!(p, Piece::Define(..) | Piece::Use(_))) {
                return Err(at(format!("{name} cannot have variables: labels are found before all else")));
            }
            directives.push(Directive { kind, name, line: index + 1, text, pieces });
        }
        if directives.is_empty() {
            return Err(format!("{file}: there is no directive with the prefix {}", prefixes.join(", ")));
        }
        Ok(Checks { file: file.to_string(), directives })
    }

    /// Checks `output`; the error names the failed directives, where the search began and a line that comes near.
    pub fn run(&self, output: &str) -> Result<(), String> {
        let text = canonical(output);
        let mut state = State { checks: self, text: &text, variables: BTreeMap::new() };
        let mut failures = Vec::new();
        let (mut first, mut start) = (0, 0);
        while first < self.directives.len() {
            let label = (first..self.directives.len()).find(|&i| self.directives[i].kind == Kind::Label);
            let (last, end) = match label {
                None => (self.directives.len(), text.len()),
                Some(label) => {
                    let directive = &self.directives[label];
                    match state.search(directive, start, text.len())? {
                        Some(found) => (label + 1, found.1),
                        None => {
                            failures.push(state.not_found(directive, start, text.len()));
                            break;
                        }
                    }
                }
            };
            if let Err(failure) = state.block(&self.directives[first..last], start, end) {
                failures.push(failure);
            }
            (first, start) = (last, end);
        }
        if failures.is_empty() { Ok(()) } else { Err(failures.join("\n")) }
    }
}

/// Checks `output` against the directives with one of `prefixes` in `text`.
pub fn check(file: &str, text: &str, prefixes: &[&str], output: &str) -> Result<(), String> {
    Checks::parse(file, text, prefixes)?.run(output)
}

/// Whether a directive with this prefix stands in `text`.
pub fn has_directive(text: &str, prefix: &str) -> bool {
    text.lines().any(|line| directive(line, &[prefix]).is_some())
}

/// Directives that are almost right, such as `CHECK-NXT:`, with their line numbers; `prefixes` are all those of the file.
pub fn misspelt(text: &str, prefixes: &[&str]) -> Vec<(usize, String)> {
    let mut found = Vec::new();
    for (index, line) in text.lines().enumerate() {
        for (at, prefix) in occurrences(line, prefixes) {
            let rest = &line[at + prefix.len()..];
            let word: String =
                rest.chars().take_while(|&c| c == '-' || c == '_' || c.is_alphanumeric()).collect();
            let is_directive = rest[word.len()..].starts_with(':') && !word.is_empty();
            let known = prefixes.iter().any(|prefix| directive(line, &[prefix]).is_some());
            if is_directive && !known {
                found.push((index + 1, format!("{prefix}{word}")));
                break;
            }
        }
    }
    found
}

struct State<'c> {
    checks: &'c Checks,
    text: &'c str,
    variables: BTreeMap<String, String>,
}

type Range = (usize, usize);
/// Names and values of the variables one match defines.
type Values = Vec<(String, String)>;

impl State<'_> {
    /// Checks the directives of one block within the bytes `start..end` of the output.
    fn block(&mut self, directives: &[Directive], start: usize, end: usize) -> Result<(), String> {
        let mut at = start;
        let mut forbidden = Vec::new();
        let mut rest = directives;
        while let [directive, after @ ..] = rest {
            rest = after;
            let (begin, finish) = match directive.kind {
                Kind::Not => {
                    forbidden.push(directive);
                    continue;
                }
                Kind::Dag => {
                    let others = after.iter().take_while(|d| d.kind == Kind::Dag).count();
                    let group = &directives[directives.len() - after.len() - 1..][..others + 1];
                    rest = &after[others..];
                    self.any_order(group, at, end)?
                }
                Kind::Empty => self.empty(directive, at, end)?,
                Kind::Count(count) => self.repeated(directive, count, at, end)?,
                Kind::Plain | Kind::Label | Kind::Next | Kind::Same => self.one(directive, at, end)?,
            };
            self.absent(&forbidden, at, begin)?;
            forbidden.clear();
            at = finish;
        }
        self.absent(&forbidden, at, end)
    }

    fn one(&mut self, directive: &Directive, at: usize, end: usize) -> Result<Range, String> {
        let Some(found) = self.take(directive, at, end)? else {
            return Err(self.not_found(directive, at, end));
        };
        let breaks = self.text[at..found.0].matches('\n').count();
        let wrong = match directive.kind {
            Kind::Next if breaks == 0 => "is on the same line as the previous match",
            Kind::Next if breaks > 1 => "is not on the line after the previous match",
            Kind::Same if breaks > 0 => "is not on the line of the previous match",
            _ => return Ok(found),
        };
        let mut message = self.head(directive, wrong);
        self.show(&mut message, "previous match ended", at);
        self.show(&mut message, "this was found", found.0);
        Err(message)
    }

    fn repeated(
        &mut self,
        directive: &Directive,
        count: usize,
        at: usize,
        end: usize,
    ) -> Result<Range, String> {
        let (mut begin, mut finish) = (None, at);
        for done in 0..count {
            let Some(found) = self.take(directive, finish, end)? else {
                return Err(format!(
                    "{}\n  it was found {done} times, not {count}",
                    self.not_found(directive, finish, end)
                ));
            };
            begin.get_or_insert(found.0);
            finish = found.1;
        }
        Ok((begin.unwrap_or(at), finish))
    }

    fn empty(&self, directive: &Directive, at: usize, end: usize) -> Result<Range, String> {
        if let Some(line_end) = self.text[at..end].find('\n') {
            let next = at + line_end + 1;
            if self.text[next..end].starts_with('\n') {
                return Ok((next, next));
            }
        }
        let mut message = self.head(directive, "the next line is not an empty one");
        self.show(&mut message, "previous match ended", at);
        Err(message)
    }

    /// Matches a run of `-DAG` directives; gives the start of the first match and the end of the last in the output.
    fn any_order(&mut self, group: &[Directive], at: usize, end: usize) -> Result<Range, String> {
        let mut taken: Vec<Range> = Vec::new();
        for directive in group {
            let mut from = at;
            let found = loop {
                let Some(found) = self.search(directive, from, end)? else {
                    return Err(self.not_found(directive, at, end));
                };
                match taken.iter().find(|other| found.0 < other.1 && other.0 < found.1) {
                    Some(other) => from = other.1,
                    None => break found,
                }
            };
            self.take(directive, found.0, end)?;
            taken.push(found);
        }
        let begin = taken.iter().map(|range| range.0).min().unwrap_or(at);
        let finish = taken.iter().map(|range| range.1).max().unwrap_or(at);
        Ok((begin, finish))
    }

    fn absent(&self, forbidden: &[&Directive], start: usize, end: usize) -> Result<(), String> {
        for directive in forbidden {
            if let Some(found) = self.search(directive, start, end)? {
                let mut message = self.head(directive, "this text must not be here");
                self.show(&mut message, "it was found", found.0);
                return Err(message);
            }
        }
        Ok(())
    }

    /// Searches without remembering what the variables matched.
    fn search(&self, directive: &Directive, from: usize, end: usize) -> Result<Option<Range>, String> {
        Ok(self.search_with_values(directive, from, end)?.map(|(range, _)| range))
    }

    /// Searches and sets the variables the directive defines.
    fn take(&mut self, directive: &Directive, from: usize, end: usize) -> Result<Option<Range>, String> {
        let Some((range, values)) = self.search_with_values(directive, from, end)? else { return Ok(None) };
        self.variables.extend(values);
        Ok(Some(range))
    }

    fn search_with_values(
        &self,
        directive: &Directive,
        from: usize,
        end: usize,
    ) -> Result<Option<(Range, Values)>, String> {
        let (pattern, names) = self.compile(directive)?;
        let mut line_start = self.text[..from].rfind('\n').map_or(0, |at| at + 1);
        let mut offset = from - line_start;
        loop {
            let line_end = self.text[line_start..end].find('\n').map_or(end, |at| line_start + at);
            let line = &self.text[line_start..line_end];
            let found = pattern.find(line, offset).map_err(|e| self.head(directive, &e))?;
            if let Some(found) = found {
                let value = |(start, end): &Range| line[*start..*end].to_string();
                let values = names.iter().cloned().zip(found.captures.iter().map(value)).collect();
                return Ok(Some(((line_start + found.start, line_start + found.end), values)));
            }
            if line_end == end {
                return Ok(None);
            }
            (line_start, offset) = (line_end + 1, 0);
        }
    }

    /// The directive's pattern with the values its variables have now, and the names of its captures.
    fn compile(&self, directive: &Directive) -> Result<(Pattern, Vec<String>), String> {
        let wrong = |message: String| self.head(directive, &message);
        let mut builder = Builder::default();
        let mut names: Vec<String> = Vec::new();
        for piece in &directive.pieces {
            match piece {
                Piece::Literal(text) => builder.literal(text),
                Piece::Regex(regex) => builder.regex(regex).map_err(wrong)?,
                Piece::Define(name, regex) => {
                    builder.capture(regex).map_err(wrong)?;
                    names.push(name.clone());
                }
                Piece::Use(name) => match names.iter().rposition(|defined| defined == name) {
                    Some(capture) => builder.reference(capture),
                    None => {
                        let value = self.variables.get(name);
                        builder.literal(value.ok_or_else(|| wrong(format!("[[{name}]] has no value yet")))?);
                    }
                },
            }
        }
        Ok((builder.build().map_err(wrong)?, names))
    }

    fn head(&self, directive: &Directive, message: &str) -> String {
        let Directive { name, line, text, .. } = directive;
        format!("{}:{line}: {name}: {message}\n    {text}", self.checks.file)
    }

    fn show(&self, message: &mut String, what: &str, at: usize) {
        let number = self.text[..at].matches('\n').count() + 1;
        let line = self.text.lines().nth(number - 1).unwrap_or("<end of output>");
        message.push_str(&format!("\n  {what} at output line {number}:\n    {}", shortened(line)));
    }

    fn not_found(&self, directive: &Directive, from: usize, end: usize) -> String {
        let mut message = self.head(directive, "not found in the output");
        if self.text.is_empty() {
            message.push_str("\n  the output is empty");
            return message;
        }
        self.show(&mut message, "the search began", from);
        if end < self.text.len() {
            self.show(&mut message, "and ended, because of the next label,", end);
        }
        if let Some(near) = self.near(directive, from, end) {
            self.show(&mut message, "possible match", near);
        }
        let mut named = Vec::new();
        for piece in &directive.pieces {
            if let Piece::Use(name) = piece
                && !named.contains(&name)
                && let Some(value) = self.variables.get(name)
            {
                named.push(name);
                message.push_str(&format!("\n  with {name} being `{value}`"));
            }
        }
        message
    }

    /// The start of the line most like the directive's text, if one is like it at all.
    fn near(&self, directive: &Directive, from: usize, end: usize) -> Option<usize> {
        const LINES: usize = 1000;
        let mut wanted = String::new();
        for piece in &directive.pieces {
            match piece {
                Piece::Literal(text) => wanted.push_str(text),
                Piece::Use(name) => wanted.push_str(self.variables.get(name).map_or("", |value| value)),
                Piece::Regex(_) | Piece::Define(..) => wanted.push(' '),
            }
        }
        let mut best = None;
        let mut start = self.text[..from].rfind('\n').map_or(0, |at| at + 1);
        for line in self.text[start..end].lines().take(LINES) {
            let distance = distance(wanted.trim(), line.trim());
            if best.is_none_or(|(least, _)| distance < least) {
                best = Some((distance, start));
            }
            start += line.len() + 1;
        }
        best.filter(|(least, _)| *least <= wanted.trim().chars().count() / 2).map(|(_, start)| start)
    }
}

/// Edits that turn one text into the other, of which only the first characters are looked at.
fn distance(a: &str, b: &str) -> usize {
    const LENGTH: usize = 120;
    let b: Vec<char> = b.chars().take(LENGTH).collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.chars().take(LENGTH).enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, y) in b.iter().enumerate() {
            let replaced = diagonal + usize::from(x != *y);
            diagonal = row[j + 1];
            row[j + 1] = replaced.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[b.len()]
}

fn shortened(line: &str) -> String {
    const LENGTH: usize = 200;
    match line.char_indices().nth(LENGTH) {
        Some((cut, _)) => format!("{}…", &line[..cut]),
        None => line.to_string(),
    }
}

/// Runs of blanks become one blank, and a carriage return before a line feed goes.
fn canonical(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            ' ' | '\t' => {
                while chars.next_if(|&c| c == ' ' || c == '\t').is_some() {}
                out.push(' ');
            }
            '\r' if chars.peek() == Some(&'\n') => {}
            c => out.push(c),
        }
    }
    out
}

/// The places in `line` where a prefix stands as a word of its own, the longest prefix at each place.
fn occurrences<'p>(line: &str, prefixes: &[&'p str]) -> Vec<(usize, &'p str)> {
    let mut places: Vec<(usize, &str)> = Vec::new();
    for prefix in prefixes {
        for (at, _) in line.match_indices(prefix) {
            let before = line[..at].chars().next_back();
            if before.is_none_or(|c| !c.is_alphanumeric() && c != '-' && c != '_') {
                places.push((at, prefix));
            }
        }
    }
    places.sort_by_key(|(at, prefix)| (*at, usize::MAX - prefix.len()));
    places
}

type Parts<'l> = (String, Kind, &'l str);

/// The directive on a line, if there is one: its name as written, its kind and the text behind it.
fn directive<'l>(line: &'l str, prefixes: &[&str]) -> Option<Result<Parts<'l>, String>> {
    for (at, prefix) in occurrences(line, prefixes) {
        let rest = &line[at + prefix.len()..];
        let Some((suffix, text)) = rest.split_once(':') else { continue };
        let name = format!("{prefix}{suffix}");
        let kind = match suffix {
            "" => Kind::Plain,
            "-NEXT" => Kind::Next,
            "-SAME" => Kind::Same,
            "-NOT" => Kind::Not,
            "-DAG" => Kind::Dag,
            "-LABEL" => Kind::Label,
            "-EMPTY" => Kind::Empty,
            _ => match suffix.strip_prefix("-COUNT-").map(str::parse) {
                Some(Ok(count @ 1..)) => Kind::Count(count),
                Some(_) => return Some(Err(format!("{name}: the count must be a positive number"))),
                None => continue,
            },
        };
        return Some(Ok((name, kind, text)));
    }
    None
}

/// Cuts a directive's text into literal text, regular expressions and variables.
fn pieces(text: &str) -> Result<Vec<Piece>, String> {
    let mut pieces = Vec::new();
    let mut rest = text;
    while !rest.is_empty() {
        if let Some(inside) = rest.strip_prefix("{{") {
            let mut end = inside.find("}}").ok_or("`{{` lacks its `}}`")?;
            // In `{{a{2}}}` the regular expression has a brace of its own at the end.
            while inside[end + 2..].starts_with('}') {
                end += 1;
            }
            pieces.push(Piece::Regex(inside[..end].to_string()));
            rest = &inside[end + 2..];
        } else if let Some(inside) = rest.strip_prefix("[[") {
            let end = variable_end(inside).ok_or("`[[` lacks its `]]`")?;
            let (name, regex) = match inside[..end].split_once(':') {
                Some((name, regex)) => (name, Some(regex)),
                None => (&inside[..end], None),
            };
            if !is_name(name) {
                return Err(format!(
                    "`{name}` cannot be the name of a variable; for two plain brackets write `{{{{\\[\\[}}}}`"
                ));
            }
            pieces.push(match regex {
                Some(regex) => Piece::Define(name.to_string(), regex.to_string()),
                None => Piece::Use(name.to_string()),
            });
            rest = &inside[end + 2..];
        } else {
            let next = |mark| rest.find(mark).unwrap_or(rest.len());
            let end = next("{{").min(next("[["));
            pieces.push(Piece::Literal(rest[..end].to_string()));
            rest = &rest[end..];
        }
    }
    Ok(pieces)
}

/// Where the `]]` of a variable stands; the brackets of classes in its regular expression come in pairs.
fn variable_end(text: &str) -> Option<usize> {
    let bytes = text.as_bytes();
    let (mut at, mut depth) = (0, 0_usize);
    while at < bytes.len() {
        match bytes[at] {
            b'\\' => at += 1,
            b'[' => depth += 1,
            b']' if depth > 0 => depth -= 1,
            b']' if bytes.get(at + 1) == Some(&b']') => return Some(at),
            _ => {}
        }
        at += 1;
    }
    None
}

fn is_name(name: &str) -> bool {
    let plain = name.strip_prefix('$').unwrap_or(name);
    plain.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
        && plain.chars().next().is_some_and(|c| !c.is_ascii_digit())
}

#[cfg(test)]
mod tests;
