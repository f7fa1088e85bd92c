//! Directives, and the files they stand in.
//!
//! A line that begins with `#` is carried out here: headers are put on the stack of files, macros are defined, groups are skipped.

use super::lex::{Cursor, Kind, Piece, unspliced};
use super::{Preprocessor, headers};
use crate::token::{Place, TokenKind};
use base::text::{counted, nearest};
use base::{Diagnostic, SourceId, Span, codes};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// How deep headers include others.
const MAX_INCLUDES: usize = 100;

/// All words behind `#`.
const DIRECTIVES: [&str; 16] = [
    "define", "elif", "elifdef", "elifndef", "else", "endif", "error", "ident", "if", "ifdef", "ifndef",
    "include", "line", "pragma", "undef", "warning",
];

/// A file being read.
#[derive(Debug)]
pub(super) struct File {
    /// Where reading is.
    pub cursor: Cursor,
    text: Arc<String>,
    /// Whether it is one of ours.
    built_in: bool,
    /// The groups of `#if` that are open, the innermost last.
    groups: Vec<Group>,
    /// What `#line` adds to the numbers of lines.
    pub line_shift: i64,
    /// What `#line` calls the file.
    pub presumed: Option<String>,
}

/// An `#if` that is open.
#[derive(Debug)]
struct Group {
    /// Where it is.
    span: Span,
    /// Whether the lines read now count.
    active: bool,
    /// Whether no other branch may count any more, because one did or because all around is skipped.
    done: bool,
    /// Where its `#else` is.
    alternative: Option<Span>,
}

/// How a header is asked for.
pub(super) struct Header {
    name: String,
    /// In quotes, which looks beside the file first.
    local: bool,
    place: Place,
}

/// Where a header is.
enum Found {
    Known(SourceId),
    Text(PathBuf, Vec<u8>),
    BuiltIn(&'static str, &'static str),
}

impl Preprocessor<'_> {
    /// Lets a source be read next.
    pub(super) fn enter(&mut self, source: SourceId, built_in: bool) {
        let text = self.sources.shared_text(source);
        // Texts without pieces take time too, if they are read over and over.
        self.charge(text.len() as u64 / 64, Place::at(Span::point(source, 0)));
        let cursor = Cursor::new(source);
        self.files.push(File { cursor, text, built_in, groups: Vec::new(), line_shift: 0, presumed: None });
    }

    fn file(&mut self) -> &mut File {
        self.files.last_mut().expect("the main file is never left")
    }

    /// Whether a header of ours is being read, which a program that has defined one of its names is not warned of.
    pub(super) fn in_built_in(&self) -> bool {
        self.files.last().is_some_and(|file| file.built_in)
    }

    fn lex(&mut self, directive: bool) -> Piece {
        let file = self.files.last_mut().expect("the main file is never left");
        let piece = file.cursor.next(&file.text, directive, &mut self.strings, self.diagnostics);
        self.charge(1, piece.place);
        piece
    }

    /// The next piece of the files, directives carried out.
    pub(super) fn file_piece(&mut self) -> Piece {
        loop {
            let piece = self.lex(false);
            let skipping = self.file().groups.last().is_some_and(|group| !group.active);
            if self.exhausted() {
                return Piece { kind: Kind::End, ..piece };
            }
            match piece.kind {
                Kind::End => {
                    // Arguments of a macro end with the file, so whoever reads them must see this end.
                    if self.collecting {
                        return piece;
                    }
                    for group in std::mem::take(&mut self.file().groups) {
                        let message = "the condition is not closed";
                        let diagnostic = Diagnostic::error(codes::C_DIRECTIVE, group.span, message);
                        self.diagnostics.push(diagnostic.hint("write `#endif` behind its lines"));
                    }
                    if self.files.len() == 1 {
                        return piece;
                    }
                    self.files.pop();
                }
                Kind::Punct if piece.first && self.is(piece, "#") => {
                    let depth = self.files.len();
                    let pragma = self.directive(piece, skipping);
                    // An `#include` has ended its line itself, before the other file began.
                    if self.files.len() == depth {
                        self.skip_line();
                    }
                    if let Some(pragma) = pragma {
                        return pragma;
                    }
                }
                _ if skipping => (),
                _ => return piece,
            }
        }
    }

    /// Carries out a directive, behind its `#`. A pragma is handed back.
    fn directive(&mut self, hash: Piece, skipping: bool) -> Option<Piece> {
        let word = self.lex(true);
        let name = self.strings[word.text].to_string();
        match name.as_str() {
            "if" | "ifdef" | "ifndef" => {
                let holds = !skipping && self.holds(&name, word);
                let span = hash.place.used.to(word.place.used);
                self.file().groups.push(Group {
                    span,
                    active: holds,
                    done: skipping || holds,
                    alternative: None,
                });
            }
            "elif" | "elifdef" | "elifndef" => self.else_if(&name, word),
            "else" => self.otherwise(word),
            "endif" => match self.file().groups.pop() {
                Some(_) => self.nothing_more(&name),
                None => self.error(codes::C_DIRECTIVE, word.place, "`#endif` without `#if`"),
            },
            _ if skipping => (),
            "define" => self.define(),
            "undef" => {
                if let Some(name) = self.macro_name("undef") {
                    if self.macros.get(name.text).as_ref().is_some_and(|found| found.dynamic.is_some()) {
                        self.warn(
                            name.place,
                            format!("`{}` is no longer built in", &self.strings[name.text]),
                        );
                    }
                    self.macros[name.text] = None;
                    self.nothing_more("undef");
                }
            }
            "include" => self.include(word),
            "error" | "warning" => {
                let pieces = self.rest_of_line();
                let text = self.spell(&pieces);
                let span = pieces.last().map_or(word.place, |last| word.place.to(last.place)).used;
                let message = if text.is_empty() { format!("`#{name}`") } else { text };
                self.diagnostics.push(match name.as_str() {
                    "error" => Diagnostic::error(codes::C_DIRECTIVE, span, message),
                    _ => Diagnostic::warning(codes::C_DIRECTIVE, span, message),
                });
            }
            "line" => {
                let pieces = self.rest_of_line();
                let pieces = self.replace_all(pieces);
                self.line(word, &pieces);
            }
            "pragma" => return self.pragma(word),
            "ident" => (),
            // What other preprocessors leave behind: the number of the next line, and its file.
            _ if word.kind == Kind::Number => {
                let mut pieces = vec![word];
                pieces.extend(self.rest_of_line());
                self.line(word, &pieces);
            }
            _ if word.kind == Kind::End => (),
            _ => {
                let message = format!("`#{name}` is no directive");
                let diagnostic = Diagnostic::error(codes::C_DIRECTIVE, word.place.used, message);
                self.diagnostics.push(match nearest(&name, DIRECTIVES) {
                    Some(meant) => diagnostic.hint(format!("did you mean `#{meant}`?")),
                    None => diagnostic,
                });
            }
        }
        None
    }

    fn skip_line(&mut self) {
        while self.lex(true).kind != Kind::End {}
    }

    /// The pieces up to the end of the line.
    pub(super) fn rest_of_line(&mut self) -> Vec<Piece> {
        let mut pieces = Vec::new();
        loop {
            let piece = self.lex(true);
            if piece.kind == Kind::End {
                return pieces;
            }
            pieces.push(piece);
        }
    }

    /// Pieces as a text, with one blank where there were some.
    pub(super) fn spell(&self, pieces: &[Piece]) -> String {
        let mut text = String::new();
        for (i, piece) in pieces.iter().enumerate() {
            if i > 0 && piece.spaced {
                text.push(' ');
            }
            text.push_str(&self.strings[piece.text]);
        }
        text
    }

    fn warn(&mut self, place: Place, message: impl Into<String>) {
        self.diagnostics.push(Diagnostic::warning(codes::C_DIRECTIVE, place.used, message));
    }

    /// Warns if something follows on the line.
    fn nothing_more(&mut self, directive: &str) {
        let piece = self.lex(true);
        if piece.kind != Kind::End {
            self.warn(piece.place, format!("what follows `#{directive}` has no meaning"));
        }
    }

    /// The name of a macro, which must be next.
    pub(super) fn macro_name(&mut self, directive: &str) -> Option<Piece> {
        let name = self.lex(true);
        let reserved = name.text == self.words.defined || name.text == self.words.has_include;
        if name.kind == Kind::Name && !(reserved && matches!(directive, "define" | "undef")) {
            return Some(name);
        }
        let message = match name.kind {
            Kind::End => format!("`#{directive}` wants the name of a macro"),
            _ => format!("`{}` cannot be the name of a macro", &self.strings[name.text]),
        };
        self.error(codes::C_DIRECTIVE, name.place, message);
        None
    }

    /// Whether the condition behind this word holds.
    fn holds(&mut self, directive: &str, word: Piece) -> bool {
        if matches!(directive, "if" | "elif") {
            let pieces = self.rest_of_line();
            return self.condition(word, pieces);
        }
        let Some(name) = self.macro_name(directive) else { return false };
        self.nothing_more(directive);
        self.is_defined(name) != directive.ends_with("ndef")
    }

    /// Whether a name is that of a macro.
    pub(super) fn is_defined(&self, name: Piece) -> bool {
        self.macros.get(name.text).is_some() || name.text == self.words.has_include
    }

    fn else_if(&mut self, directive: &str, word: Piece) {
        let Some(group) = self.file().groups.last_mut() else {
            return self.error(codes::C_DIRECTIVE, word.place, format!("`#{directive}` without `#if`"));
        };
        group.active = false;
        if let Some(before) = group.alternative {
            let message = format!("`#{directive}` behind `#else`");
            let diagnostic = Diagnostic::error(codes::C_DIRECTIVE, word.place.used, message);
            return self.diagnostics.push(diagnostic.label(before, "the `#else`"));
        }
        if !group.done {
            let holds = self.holds(directive, word);
            if let Some(group) = self.file().groups.last_mut() {
                (group.active, group.done) = (holds, holds);
            }
        }
    }

    fn otherwise(&mut self, word: Piece) {
        let Some(group) = self.file().groups.last_mut() else {
            return self.error(codes::C_DIRECTIVE, word.place, "`#else` without `#if`");
        };
        group.active = !group.done;
        group.done = true;
        if let Some(before) = group.alternative.replace(word.place.used) {
            let diagnostic = Diagnostic::error(codes::C_DIRECTIVE, word.place.used, "a second `#else`");
            return self.diagnostics.push(diagnostic.label(before, "the first"));
        }
        self.nothing_more("else");
    }

    /// `#line number "file"`
    fn line(&mut self, word: Piece, pieces: &[Piece]) {
        let number = pieces.first().filter(|piece| piece.kind == Kind::Number);
        let number = number.and_then(|piece| self.strings[piece.text].parse::<u32>().ok());
        let name = pieces.get(1).copied();
        let (Some(number), true) = (number, name.is_none_or(|name| name.kind == Kind::Str)) else {
            return self.error(codes::C_DIRECTIVE, word.place, "`#line` wants a number, and may name a file");
        };
        let presumed = name.map(|name| String::from_utf8_lossy(&self.string(name)).into_owned());
        // The number is that of the line that follows.
        let here = self.sources.locate(word.place.used).line;
        let file = self.file();
        file.line_shift = i64::from(number) - i64::from(here) - 1;
        if presumed.is_some() {
            file.presumed = presumed;
        }
    }

    /// `#pragma`. In what is said about loops, macros are replaced, because the numbers are often names.
    fn pragma(&mut self, word: Piece) -> Option<Piece> {
        let mut pieces = self.rest_of_line();
        let first = pieces.first().map_or("", |first| &self.strings[first.text]);
        let place = pieces.last().map_or(word.place, |last| word.place.to(last.place));
        if matches!(first, "clang" | "unroll" | "GCC" | "HLS") {
            let rest = pieces.split_off(1);
            pieces.extend(self.replace_all(rest));
        }
        let text = self.spell(&pieces);
        if text == "once" {
            let source = self.file().cursor.source;
            self.once.insert(source);
            return None;
        }
        let text = self.strings.intern(&text);
        Some(Piece { kind: Kind::Pragma, text, place, ..word })
    }

    /// The header that an `#include` names.
    fn header(&mut self, word: Piece) -> Option<Header> {
        let file = self.files.last_mut().expect("the main file is never left");
        let text = file.text.clone();
        let cursor = &mut file.cursor;
        cursor.skip_blanks(&text, true, self.diagnostics);
        let (start, line) = (cursor.at, &text[cursor.at..]);
        let line = &line[..line.find('\n').unwrap_or(line.len())];
        let closing = match line.as_bytes().first() {
            Some(b'<') => '>',
            Some(b'"') => '"',
            _ => {
                let pieces = self.rest_of_line();
                let pieces = self.replace_all(pieces);
                return self.header_of(word, &pieces);
            }
        };
        let Some(length) = line[1..].find(closing) else {
            let span = Span::new(cursor.source, start as u32, (start + line.trim_end().len()) as u32);
            let message = format!("the name of the header does not end in `{closing}`");
            self.error(codes::C_DIRECTIVE, Place::at(span), message);
            return None;
        };
        cursor.at = start + length + 2;
        let place = Place::at(Span::new(cursor.source, start as u32, cursor.at as u32));
        let name = unspliced(&line[1..=length]);
        self.nothing_more("include");
        Some(Header { name, local: closing == '"', place })
    }

    /// The header that these pieces name: a string, or a name between `<` and `>`.
    pub(super) fn header_of(&mut self, word: Piece, pieces: &[Piece]) -> Option<Header> {
        let place = pieces.first().map_or(word.place, |piece| piece.place);
        match *pieces {
            [string] if string.kind == Kind::Str => {
                let name = self.strings[string.text].trim_matches('"').to_string();
                Some(Header { name, local: true, place })
            }
            [open, ref inner @ .., close] if self.is(open, "<") && self.is(close, ">") => {
                Some(Header { name: self.spell(inner), local: false, place })
            }
            _ => {
                self.error(codes::C_DIRECTIVE, place, "expected a header: `\"name\"` or `<name>`");
                None
            }
        }
    }

    fn include(&mut self, word: Piece) {
        let Some(header) = self.header(word) else { return };
        if self.files.len() > MAX_INCLUDES {
            let message = format!("headers include each other more than {MAX_INCLUDES} deep");
            return self.error(codes::C_TOO_DEEP, header.place, message);
        }
        let found = match self.find(&header) {
            Ok(Some(Found::Known(source))) => Ok((source, false)),
            Ok(Some(Found::BuiltIn(name, text))) => Ok((self.built_in(name, text), true)),
            Ok(Some(Found::Text(path, bytes))) => {
                let added = self.sources.add_bytes(path.to_string_lossy(), bytes);
                added.inspect(|source| _ = self.loaded.insert(path, *source)).map(|source| (source, false))
            }
            Ok(None) => {
                let (message, hint) = headers::absent(&header.name);
                Err(Diagnostic::error(codes::C_INCLUDE, header.place.used, message).hint(hint))
            }
            Err((path, error)) => {
                let message = format!("`{}` cannot be read: {error}", path.display());
                Err(Diagnostic::error(codes::C_INCLUDE, header.place.used, message))
            }
        };
        match found {
            Ok((source, _)) if self.once.contains(&source) => (),
            Ok((source, built_in)) => {
                self.skip_line();
                self.enter(source, built_in);
            }
            Err(diagnostic) => self.report(diagnostic, header.place),
        }
    }

    /// The source of a built-in header.
    fn built_in(&mut self, name: &str, text: &str) -> SourceId {
        let path = PathBuf::from(format!("<built-in>/{name}"));
        let sources = &mut *self.sources;
        *self.loaded.entry(path).or_insert_with_key(|path| sources.add(path.to_string_lossy(), text))
    }

    /// Whether a header is there.
    pub(super) fn has_header(&mut self, header: &Header) -> bool {
        matches!(self.find(header), Ok(Some(_)))
    }

    /// Looks for a header: beside the file, in the directories that were given, among ours.
    fn find(&mut self, header: &Header) -> Result<Option<Found>, (PathBuf, io::Error)> {
        let built_in = headers::find(&header.name).map(|(name, text)| Found::BuiltIn(name, text));
        if header.name.is_empty() || (self.in_built_in() && built_in.is_some()) {
            return Ok(built_in);
        }
        let mut candidates = Vec::new();
        if header.local {
            let source = self.file().cursor.source;
            let folder = Path::new(self.sources.name(source)).parent().unwrap_or(Path::new(""));
            candidates.push(folder.join(&header.name));
        }
        candidates.extend(self.options.include_dirs.iter().map(|folder| folder.join(&header.name)));
        for path in candidates {
            // One name for `a/./b` and `a/b`.
            let path: PathBuf = path.components().collect();
            if let Some(source) = self.loaded.get(&path) {
                return Ok(Some(Found::Known(*source)));
            }
            match self.disk.read(&path) {
                Ok(bytes) => return Ok(Some(Found::Text(path, bytes))),
                Err(error) => {
                    use io::ErrorKind::{IsADirectory, NotADirectory, NotFound};
                    if !matches!(error.kind(), NotFound | NotADirectory | IsADirectory) {
                        return Err((path, error));
                    }
                }
            }
        }
        Ok(built_in)
    }

    /// The value of `number` in a condition, if it is an integer.
    pub(super) fn condition_number(&mut self, piece: Piece) -> Option<(u64, bool)> {
        match self.number(piece) {
            TokenKind::Int { value, suffix, .. } => {
                let Some(low) = value.to_u64() else {
                    let bits = counted(value.width(), "bit");
                    self.error(
                        codes::C_DIRECTIVE,
                        piece.place,
                        format!("the number has {bits}, more than 64"),
                    );
                    return None;
                };
                // Numbers past the signed range are unsigned, decimal ones too, as in GCC: there is nothing wider.
                Some((low, suffix.unsigned || low > i64::MAX as u64))
            }
            _ => {
                self.error(codes::C_DIRECTIVE, piece.place, "a condition has integers only");
                None
            }
        }
    }
}
