//! From text to tokens: directives are carried out, macros replaced, headers read.
//!
//! Text is cut into *pieces* that have a spelling and no value (`lex`). Directives are obeyed where they stand (`directive`, with the
//! expressions of `#if` in `condition`), names of macros are replaced (`macros`), and what comes out gets its value (`literal`): names,
//! operators, numbers, strings whose neighbours are joined, and pragmas where they stood.
//!
//! Every token knows where it is spelled and where the macro that brought it was used. An argument of a macro is not brought by it: it
//! stands in the call and is placed there.
//!
//! What is wrong is reported and left out, and reading goes on. No text takes more than a bounded amount of work ([`MAX_WORK`]), so
//! macros and headers that multiply are an error and not an exhausted memory.

mod condition;
mod define;
mod directive;
mod headers;
mod lex;
mod literal;
mod macros;
#[cfg(test)]
mod tests;

pub use headers::{HEADERS, list as header_list};

use crate::token::{Place, Token, TokenKind};
use base::{Code, Diagnostic, Diagnostics, SideMap, SourceId, Sources, Span, Str, Strings, codes};
use directive::File;
use lex::{Kind, PUNCTS, Piece};
use literal::Fault;
use macros::{Context, Dynamic, Macro};
use rustc_hash::{FxHashMap, FxHashSet};
use std::io;
use std::path::{Path, PathBuf};
use std::rc::Rc;

/// What the command line says.
#[derive(Clone, Default, Debug)]
pub struct PreprocessOptions {
    /// Macros that are defined before the first line: `NAME` or `NAME(parameters)`, and what replaces it.
    pub defines: Vec<(String, String)>,
    /// Where headers are looked for, in this order.
    pub include_dirs: Vec<PathBuf>,
}

/// Where headers come from: the disk, or a test.
pub trait Files {
    /// The contents of a file.
    fn read(&mut self, path: &Path) -> io::Result<Vec<u8>>;
}

/// The work that one file with all it includes may be: pieces read, made by macros and put out, each counted.
const MAX_WORK: u64 = 10_000_000;

/// How deep calls of macros nest within arguments of others.
const MAX_NESTING: u32 = 200;

/// The tokens of a source and of all it includes; the last is [`TokenKind::End`]. Headers that are read are added to `sources`.
pub fn preprocess(
    sources: &mut Sources,
    main: SourceId,
    options: &PreprocessOptions,
    files: &mut dyn Files,
    diagnostics: &mut Diagnostics,
) -> Vec<Token> {
    Preprocessor::new(sources, main, options, files, diagnostics).run()
}

/// Strings that are compared with often.
struct Words {
    open: Str,
    close: Str,
    comma: Str,
    empty: Str,
    variadic: Str,
    optional: Str,
    defined: Str,
    has_include: Str,
    pragma: Str,
}

struct Preprocessor<'a> {
    sources: &'a mut Sources,
    options: &'a PreprocessOptions,
    disk: &'a mut dyn Files,
    diagnostics: &'a mut Diagnostics,
    strings: Strings,
    words: Words,
    macros: SideMap<Str, Option<Rc<Macro>>>,
    /// The macros inside of whose replacements reading is.
    disabled: SideMap<Str, bool>,
    /// Pieces that come before those of the files: replacements of macros, the innermost last.
    contexts: Vec<Context>,
    /// The contexts below this are out of reach, and so are the files if it is `confined`.
    floor: usize,
    confined: bool,
    /// Whether the arguments of a macro are being read, which do not reach past the end of a header.
    collecting: bool,
    /// Whether blanks stood before a macro that was replaced by nothing.
    space: bool,
    nesting: u32,
    /// The files being read, the innermost last.
    files: Vec<File>,
    loaded: FxHashMap<PathBuf, SourceId>,
    /// Sources that `#pragma once` keeps from being read again.
    once: FxHashSet<SourceId>,
    counter: u64,
    work: u64,
}

impl<'a> Preprocessor<'a> {
    fn new(
        sources: &'a mut Sources,
        main: SourceId,
        options: &'a PreprocessOptions,
        disk: &'a mut dyn Files,
        diagnostics: &'a mut Diagnostics,
    ) -> Self {
        let mut strings = Strings::new();
        PUNCTS.iter().for_each(|(spelling, _)| _ = strings.intern(spelling));
        let words = Words {
            open: strings.intern("("),
            close: strings.intern(")"),
            comma: strings.intern(","),
            empty: strings.intern(""),
            variadic: strings.intern("__VA_ARGS__"),
            optional: strings.intern("__VA_OPT__"),
            defined: strings.intern("defined"),
            has_include: strings.intern("__has_include"),
            pragma: strings.intern("_Pragma"),
        };
        let loaded = FxHashMap::from_iter([(PathBuf::from(sources.name(main)), main)]);
        let mut this = Preprocessor {
            sources,
            options,
            disk,
            diagnostics,
            strings,
            words,
            macros: SideMap::with_default(None),
            disabled: SideMap::with_default(false),
            contexts: Vec::new(),
            floor: 0,
            confined: false,
            collecting: false,
            space: false,
            nesting: 0,
            files: Vec::new(),
            loaded,
            once: FxHashSet::default(),
            counter: 0,
            work: 0,
        };
        this.begin(main);
        this
    }

    /// Puts the main file in place, and before it the macros that are there from the beginning.
    fn begin(&mut self, main: SourceId) {
        let dynamic = [
            ("__FILE__", Dynamic::File),
            ("__LINE__", Dynamic::Line),
            ("__COUNTER__", Dynamic::Counter),
            ("__DATE__", Dynamic::Time),
            ("__TIME__", Dynamic::Time),
            ("__TIMESTAMP__", Dynamic::Time),
        ];
        let built_in = self.sources.add("<built-in>", headers::PREDEFINED);
        for (name, what) in dynamic {
            let name = self.strings.intern(name);
            self.macros[name] = Some(Rc::new(Macro::dynamic(name, what, Span::point(built_in, 0))));
        }
        self.enter(main, false);
        if !self.options.defines.is_empty() {
            let mut text = String::new();
            for (name, value) in &self.options.defines {
                let line = format!("#define {name} {value}");
                text.push_str(&line.replace(['\n', '\r'], " "));
                text.push('\n');
            }
            let given = self.sources.add("<command line>", text);
            self.enter(given, false);
        }
        self.enter(built_in, true);
    }

    /// All tokens.
    fn run(mut self) -> Vec<Token> {
        let mut tokens = Vec::new();
        let mut string: Option<(Vec<u8>, Place)> = None;
        loop {
            let piece = self.expanded();
            self.charge(1 + self.strings[piece.text].len() as u64 / 8, piece.place);
            if let Some((bytes, place)) = &mut string {
                if piece.kind == Kind::Str {
                    bytes.extend(self.string(piece));
                    *place = place.to(piece.place);
                    continue;
                }
                let kind = TokenKind::Str(std::mem::take(bytes).into());
                tokens.push(Token { kind, place: *place });
                string = None;
            }
            let kind = match piece.kind {
                Kind::Name if piece.text == self.words.pragma => match self.pragma_operator(piece) {
                    Some(kind) => kind,
                    None => continue,
                },
                Kind::Name => TokenKind::Name(self.strings[piece.text].into()),
                Kind::Punct => TokenKind::Punct(PUNCTS[piece.text.index()].1),
                Kind::Number => self.number(piece),
                Kind::Char => {
                    let (value, fault) = literal::character(&self.strings[piece.text]);
                    self.fault(fault, piece.place);
                    TokenKind::Char(value)
                }
                Kind::Str => {
                    string = Some((self.string(piece), piece.place));
                    continue;
                }
                Kind::Pragma => TokenKind::Pragma(self.strings[piece.text].into()),
                Kind::Open => {
                    let string = self.strings[piece.text].trim_start_matches(|c| c != '\'').is_empty();
                    let what = if string { "string" } else { "character constant" };
                    self.error(codes::C_TEXT, piece.place, format!("the {what} does not end on its line"));
                    continue;
                }
                Kind::Other => {
                    let message =
                        format!("`{}` has no meaning in C", self.strings[piece.text].escape_debug());
                    self.error(codes::C_TEXT, piece.place, message);
                    continue;
                }
                Kind::Gap => continue,
                Kind::End => {
                    tokens.push(Token { kind: TokenKind::End, place: piece.place });
                    return tokens;
                }
            };
            tokens.push(Token { kind, place: piece.place });
        }
    }

    fn number(&mut self, piece: Piece) -> TokenKind {
        let (kind, fault) = literal::number(&self.strings[piece.text]);
        self.fault(fault, piece.place);
        kind
    }

    fn string(&mut self, piece: Piece) -> Vec<u8> {
        let (bytes, fault) = literal::quoted(&self.strings[piece.text]);
        self.fault(fault, piece.place);
        bytes
    }

    /// `_Pragma("…")`, behind its name.
    fn pragma_operator(&mut self, name: Piece) -> Option<TokenKind> {
        let open = self.expanded();
        let string = if open.text == self.words.open { self.expanded() } else { open };
        if string.kind == Kind::Str && self.expanded().text == self.words.close {
            let text = String::from_utf8_lossy(&self.string(string)).into_owned();
            let words: Vec<&str> = text.split_ascii_whitespace().collect();
            return Some(TokenKind::Pragma(words.join(" ").into()));
        }
        self.error(codes::C_DIRECTIVE, name.place, "`_Pragma` takes a string in parentheses");
        None
    }

    /// Counts work. When it is too much, what is left of all files is nothing.
    fn charge(&mut self, work: u64, place: Place) {
        if self.work <= MAX_WORK && self.work + work > MAX_WORK {
            let message = format!("macros and headers make more than {MAX_WORK} tokens of this file");
            self.error(codes::C_MACRO, place, message);
        }
        self.work += work;
    }

    /// Whether there was too much work, so that everything has come to its end.
    fn exhausted(&self) -> bool {
        self.work > MAX_WORK
    }

    fn fault(&mut self, fault: Option<Fault>, place: Place) {
        let Some(Fault { code, message, hint }) = fault else { return };
        let diagnostic = match code == codes::C_SUSPICIOUS {
            true => Diagnostic::warning(code, place.used, message),
            false => Diagnostic::error(code, place.used, message),
        };
        let diagnostic = match hint {
            Some(hint) => diagnostic.hint(hint),
            None => diagnostic,
        };
        self.report(diagnostic, place);
    }

    fn error(&mut self, code: Code, place: Place, message: impl Into<String>) {
        self.report(Diagnostic::error(code, place.used, message), place);
    }

    /// Reports a diagnostic that is about a place, and where a macro wrote it.
    fn report(&mut self, diagnostic: Diagnostic, place: Place) {
        let diagnostic = match place.spelled == place.used {
            true => diagnostic,
            false => diagnostic.label(place.spelled, "written here, in a macro"),
        };
        self.diagnostics.push(diagnostic);
    }

    /// Whether a piece is this operator or separator, however it is spelled.
    fn is(&self, piece: Piece, punct: &str) -> bool {
        piece.kind == Kind::Punct && PUNCTS[piece.text.index()].1 == punct
    }
}
