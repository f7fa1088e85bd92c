//! Macros and their replacement.
//!
//! A replacement is a [`Context`]: pieces that are read before whatever follows the macro's use. While it is being read its macro is
//! disabled, and a piece that names a disabled macro is *painted*: it is never replaced, wherever it goes later. That is 6.10.3.4 of C11
//! to the letter, and where that leaves a choice (a name at the end of a replacement whose arguments stand behind it) the macro is free
//! again as soon as its last piece was taken, as in GCC.
//!
//! Arguments are replaced completely before they are put in, except beside `#` and `##`. This is the only recursion, and it is bounded.

use super::lex::{Kind, Piece, whole};
use super::{MAX_NESTING, Preprocessor};
use crate::token::Place;
use base::text::counted;
use base::{Diagnostic, Span, Str, codes};
use std::rc::Rc;

/// A macro.
#[derive(Debug)]
pub(super) struct Macro {
    /// What it is called.
    pub name: Str,
    /// Its parameters, if it is used like a function.
    pub parameters: Option<Parameters>,
    /// What replaces it, as it is written.
    pub body: Vec<Piece>,
    /// The same, with parameters and operators found.
    pub parts: Vec<Part>,
    /// Where its name stands in its definition.
    pub span: Span,
    /// What replaces it, if that depends on where it stands.
    pub dynamic: Option<Dynamic>,
}

/// The parameters of a macro.
#[derive(PartialEq, Eq, Debug)]
pub(super) struct Parameters {
    /// Their names; the last is `__VA_ARGS__` for `...`.
    pub names: Vec<Str>,
    /// Whether the last one takes all arguments that are left.
    pub variadic: bool,
}

/// What depends on where it stands.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) enum Dynamic {
    /// `__FILE__`
    File,
    /// `__LINE__`
    Line,
    /// `__COUNTER__`
    Counter,
    /// `__DATE__` and the like, which are refused.
    Time,
}

/// A part of what replaces a macro.
#[derive(Debug)]
pub(super) enum Part {
    /// A piece as it is.
    Piece(Piece),
    /// A parameter, at the piece that names it; not replaced before it is put in if it is `raw`.
    Argument { index: usize, at: Piece, raw: bool },
    /// `#` and a parameter.
    Quote { index: usize, at: Piece },
    /// `##`
    Paste,
    /// `, ## __VA_ARGS__`: nothing if there are no such arguments.
    CommaArguments { comma: Piece, index: usize, at: Piece },
    /// `__VA_OPT__(…)`, and `#` before it.
    Optional { parts: Vec<Part>, at: Piece, quoted: bool, raw: bool },
}

/// Pieces to read, and the macro that is disabled while they are.
#[derive(Debug)]
pub(super) struct Context {
    pieces: Vec<Piece>,
    at: usize,
    name: Option<Str>,
}

/// What the state of reading was before it was confined.
pub(super) struct Freedom {
    floor: usize,
    confined: bool,
    space: bool,
}

/// The arguments of one use of a macro.
struct Arguments {
    raw: Vec<Vec<Piece>>,
    /// Those that were replaced already.
    replaced: Vec<Option<Rc<Vec<Piece>>>>,
    /// Whether there is nothing for the last parameter, which takes all that is left.
    absent: bool,
}

impl Macro {
    /// One whose replacement depends on where it stands.
    pub fn dynamic(name: Str, what: Dynamic, span: Span) -> Macro {
        Macro { name, parameters: None, body: Vec::new(), parts: Vec::new(), span, dynamic: Some(what) }
    }

    /// Whether another definition says the same.
    pub fn same(&self, other: &Macro) -> bool {
        let spelled = |m: &Macro| -> Vec<(Str, bool)> {
            m.body.iter().enumerate().map(|(i, piece)| (piece.text, piece.spaced && i > 0)).collect()
        };
        self.parameters == other.parameters
            && self.dynamic == other.dynamic
            && spelled(self) == spelled(other)
    }
}

impl Preprocessor<'_> {
    /// The next piece, with macros replaced.
    pub(super) fn expanded(&mut self) -> Piece {
        loop {
            let piece = self.raw();
            if piece.kind != Kind::Name || piece.painted {
                return piece;
            }
            let Some(found) = self.macros.get(piece.text).clone() else { return piece };
            if !self.replace(piece, &found) {
                return piece;
            }
        }
    }

    /// The next piece as it stands.
    pub(super) fn raw(&mut self) -> Piece {
        let mut piece = loop {
            if self.contexts.len() == self.floor || self.exhausted() {
                break match self.confined || self.exhausted() {
                    true => self.end(),
                    false => self.file_piece(),
                };
            }
            let top = self.contexts.last_mut().expect("there are more than the floor");
            if let Some(piece) = top.pieces.get(top.at) {
                top.at += 1;
                break *piece;
            }
            self.leave();
        };
        if std::mem::take(&mut self.space) {
            piece.spaced = true;
        }
        piece.painted |= piece.kind == Kind::Name && *self.disabled.get(piece.text);
        piece
    }

    /// A piece after the last.
    fn end(&self) -> Piece {
        let cursor = self.files.first().expect("the main file is never left").cursor;
        let place = Place::at(Span::point(cursor.source, cursor.at as u32));
        let text = self.words.empty;
        Piece { kind: Kind::End, spaced: false, first: false, painted: false, text, place }
    }

    /// Drops the innermost context; its macro may be used again.
    fn leave(&mut self) {
        if let Some(Context { name: Some(name), .. }) = self.contexts.pop() {
            self.disabled[name] = false;
        }
    }

    /// Lets these pieces be all that is read, until [`release`](Self::release).
    pub(super) fn confine(&mut self, pieces: Vec<Piece>) -> Freedom {
        let before = Freedom { floor: self.floor, confined: self.confined, space: self.space };
        (self.floor, self.confined, self.space) = (self.contexts.len(), true, false);
        self.contexts.push(Context { pieces, at: 0, name: None });
        before
    }

    /// Drops what is left of these pieces.
    pub(super) fn release(&mut self, before: Freedom) {
        while self.contexts.len() > self.floor {
            self.leave();
        }
        (self.floor, self.confined, self.space) = (before.floor, before.confined, before.space);
    }

    /// Pieces with macros replaced.
    pub(super) fn replace_all(&mut self, pieces: Vec<Piece>) -> Vec<Piece> {
        if !pieces.iter().any(|piece| piece.kind == Kind::Name) {
            return pieces;
        }
        if self.nesting == MAX_NESTING {
            let message = format!("macros are used more than {MAX_NESTING} deep in arguments of macros");
            self.error(codes::C_TOO_DEEP, pieces[0].place, message);
            return pieces;
        }
        self.nesting += 1;
        let before = self.confine(pieces);
        let mut replaced = Vec::new();
        loop {
            let piece = self.expanded();
            if piece.kind == Kind::End {
                break;
            }
            replaced.push(piece);
        }
        self.release(before);
        self.nesting -= 1;
        replaced
    }

    /// Replaces a macro; not if it wants arguments and there are none.
    fn replace(&mut self, name: Piece, found: &Macro) -> bool {
        let (pieces, disabled) = match (found.dynamic, &found.parameters) {
            (Some(what), _) => (vec![self.dynamic(name, what)], None),
            (None, None) => {
                let mut none = Arguments { raw: Vec::new(), replaced: Vec::new(), absent: true };
                (self.substitute(&found.parts, &mut none, name.place.used), Some(found.name))
            }
            (None, Some(parameters)) => {
                if !self.opens() {
                    return false;
                }
                match self.arguments(name, found, parameters) {
                    Some((mut arguments, used)) => {
                        (self.substitute(&found.parts, &mut arguments, used), Some(found.name))
                    }
                    None => {
                        let zero = self.strings.intern("0");
                        (vec![Piece { kind: Kind::Number, text: zero, ..name }], None)
                    }
                }
            }
        };
        let mut pieces = pieces;
        match pieces.first_mut() {
            Some(first) => first.spaced = name.spaced,
            None => self.space |= name.spaced,
        }
        self.charge(1, name.place);
        if let Some(name) = disabled {
            self.disabled[name] = true;
        }
        self.contexts.push(Context { pieces, at: 0, name: disabled });
        true
    }

    /// Takes the parenthesis that opens the arguments, if it is next.
    fn opens(&mut self) -> bool {
        if self.contexts.len() > self.floor
            && let Some(top) = self.contexts.last_mut()
            && let Some(next) = top.pieces.get(top.at)
        {
            let opens = next.text == self.words.open;
            top.at += usize::from(opens);
            return opens;
        }
        let before = std::mem::replace(&mut self.collecting, true);
        let piece = self.raw();
        self.collecting = before;
        if piece.text == self.words.open && piece.kind == Kind::Punct {
            return true;
        }
        if piece.kind != Kind::End {
            self.contexts.push(Context { pieces: vec![piece], at: 0, name: None });
        }
        false
    }

    /// Reads the arguments behind the parenthesis, and says where the macro is used.
    fn arguments(
        &mut self,
        name: Piece,
        found: &Macro,
        parameters: &Parameters,
    ) -> Option<(Arguments, Span)> {
        let before = std::mem::replace(&mut self.collecting, true);
        let mut raw: Vec<Vec<Piece>> = vec![Vec::new()];
        let mut depth = 0u32;
        let close = loop {
            let piece = self.raw();
            self.charge(1, name.place);
            match piece.kind {
                Kind::End => break None,
                Kind::Punct if piece.text == self.words.open => depth += 1,
                Kind::Punct if piece.text == self.words.close => match depth.checked_sub(1) {
                    Some(less) => depth = less,
                    None => break Some(piece),
                },
                Kind::Punct
                    if piece.text == self.words.comma
                        && depth == 0
                        && !(parameters.variadic && raw.len() == parameters.names.len()) =>
                {
                    raw.push(Vec::new());
                    continue;
                }
                _ => (),
            }
            raw.last_mut().expect("there is one at least").push(piece);
        };
        self.collecting = before;
        let spelled = self.strings[found.name].to_string();
        let Some(close) = close else {
            if !self.exhausted() {
                let message = format!("the arguments of the macro `{spelled}` do not end");
                let diagnostic = Diagnostic::error(codes::C_MACRO, name.place.used, message);
                self.report(diagnostic.hint("write `)` behind the last one"), name.place);
            }
            return None;
        };
        let wanted = parameters.names.len();
        if wanted == 0 && raw.len() == 1 && raw[0].is_empty() {
            raw.clear();
        }
        let given = raw.len();
        let absent = parameters.variadic && (given < wanted || (wanted == 1 && raw[0].is_empty()));
        if given != wanted && !(parameters.variadic && given + 1 == wanted) {
            let least = if parameters.variadic { "at least " } else { "" };
            let wanted = counted(wanted - usize::from(parameters.variadic), "argument");
            let message = format!("the macro `{spelled}` takes {least}{wanted}, {given} given");
            let diagnostic = Diagnostic::error(codes::C_MACRO, name.place.used, message);
            self.report(diagnostic.label(found.span, "defined here"), name.place);
            return None;
        }
        raw.resize(wanted, Vec::new());
        let used = match name.place.spelled == name.place.used {
            true => name.place.used.to(close.place.used),
            false => name.place.used,
        };
        Some((Arguments { replaced: vec![None; wanted], raw, absent }, used))
    }

    fn replaced(&mut self, arguments: &mut Arguments, index: usize) -> Rc<Vec<Piece>> {
        if let Some(done) = &arguments.replaced[index] {
            return done.clone();
        }
        let done = Rc::new(self.replace_all(arguments.raw[index].clone()));
        arguments.replaced[index] = Some(done.clone());
        done
    }

    /// The parts of a macro with its arguments put in.
    fn substitute(&mut self, parts: &[Part], arguments: &mut Arguments, used: Span) -> Vec<Piece> {
        let mut pieces: Vec<Piece> = Vec::with_capacity(parts.len());
        let brought = |piece: &Piece| Piece { place: Place { spelled: piece.place.spelled, used }, ..*piece };
        let (mut paste, mut gaps, mut space) = (false, false, false);
        for part in parts {
            let start = pieces.len();
            let (at, raw) = match part {
                Part::Paste => {
                    paste = true;
                    continue;
                }
                Part::Piece(piece) => {
                    pieces.push(brought(piece));
                    (piece, false)
                }
                Part::Argument { index, at, raw: true } => {
                    pieces.extend_from_slice(&arguments.raw[*index]);
                    (at, true)
                }
                Part::Argument { index, at, raw: false } => {
                    let list = self.replaced(arguments, *index);
                    pieces.extend_from_slice(&list);
                    (at, false)
                }
                Part::Quote { index, at } => {
                    let quoted = self.quote(&arguments.raw[*index], brought(at));
                    pieces.push(quoted);
                    (at, false)
                }
                Part::CommaArguments { comma, index, at } => {
                    if !arguments.absent {
                        pieces.push(brought(comma));
                        let list = &arguments.raw[*index];
                        pieces.extend_from_slice(list);
                        if !list.is_empty() {
                            pieces[start + 1].spaced = at.spaced;
                        }
                    }
                    (comma, true)
                }
                Part::Optional { parts, at, quoted, raw } => {
                    let last = arguments.raw.len() - 1;
                    let inner = match self.replaced(arguments, last).is_empty() {
                        true => Vec::new(),
                        false => self.substitute(parts, arguments, used),
                    };
                    match quoted {
                        true => pieces.push(self.quote(&inner, brought(at))),
                        false => pieces.extend_from_slice(&inner),
                    }
                    (at, *raw)
                }
            };
            if pieces.len() == start && raw {
                pieces.push(Piece { kind: Kind::Gap, text: self.words.empty, ..brought(at) });
                gaps = true;
            }
            let Some(first) = pieces.get_mut(start) else {
                space |= at.spaced;
                continue;
            };
            first.spaced = at.spaced | std::mem::take(&mut space);
            if std::mem::take(&mut paste) {
                self.paste(&mut pieces, start);
            }
            self.charge(2 * pieces.len().saturating_sub(start) as u64, Place::at(used));
            if self.exhausted() {
                return Vec::new();
            }
        }
        if gaps {
            pieces.retain(|piece| piece.kind != Kind::Gap);
        }
        pieces
    }

    /// Makes one piece of the one at an index and the one before it.
    fn paste(&mut self, pieces: &mut Vec<Piece>, at: usize) {
        let Some(before) = at.checked_sub(1) else { return };
        let (left, right) = (pieces[before], pieces[at]);
        match (left.kind, right.kind) {
            (Kind::Gap, _) => {
                pieces[at].spaced = left.spaced;
                pieces.remove(before);
                return;
            }
            (_, Kind::Gap) => {
                pieces.remove(at);
                return;
            }
            _ => (),
        }
        let text = format!("{}{}", &self.strings[left.text], &self.strings[right.text]);
        self.charge(text.len() as u64 / 8, left.place);
        match whole(&text).filter(|_| !text.starts_with("//") && !text.starts_with("/*")) {
            Some(kind) => {
                let text = self.strings.intern(&text);
                pieces[before] = Piece { kind, text, painted: false, ..left };
                pieces.remove(at);
            }
            None => {
                let (left_text, right_text) = (&self.strings[left.text], &self.strings[right.text]);
                let message = format!("`{left_text}` and `{right_text}` do not make one token");
                self.error(codes::C_MACRO, left.place, message);
            }
        }
    }

    /// A string that spells some pieces.
    fn quote(&mut self, pieces: &[Piece], at: Piece) -> Piece {
        let mut text = String::from("\"");
        for (i, piece) in pieces.iter().filter(|piece| piece.kind != Kind::Gap).enumerate() {
            if i > 0 && piece.spaced {
                text.push(' ');
            }
            let spelling = &self.strings[piece.text];
            match piece.kind {
                Kind::Str | Kind::Char | Kind::Open => {
                    for c in spelling.chars() {
                        if matches!(c, '"' | '\\') {
                            text.push('\\');
                        }
                        text.push(c);
                    }
                }
                _ => text.push_str(spelling),
            }
            if text.len() as u64 / 8 > super::MAX_WORK {
                break;
            }
        }
        text.push('"');
        self.charge(text.len() as u64 / 8, at.place);
        if whole(&text) != Some(Kind::Str) {
            self.error(codes::C_MACRO, at.place, "`#` does not make a string of this argument");
            text = "\"\"".to_string();
        }
        Piece { kind: Kind::Str, text: self.strings.intern(&text), ..at }
    }

    /// What replaces a macro that depends on where it stands.
    fn dynamic(&mut self, name: Piece, what: Dynamic) -> Piece {
        let used = name.place.used;
        let file = self.files.last().expect("the main file is never left");
        let here = file.cursor.source == used.source;
        let (kind, text) = match what {
            Dynamic::Line => {
                let line = i64::from(self.sources.locate(used).line);
                (Kind::Number, (line + if here { file.line_shift } else { 0 }).max(0).to_string())
            }
            Dynamic::File => {
                let path = match &file.presumed {
                    Some(presumed) if here => presumed,
                    _ => self.sources.name(used.source),
                };
                (Kind::Str, format!("\"{}\"", path.replace('\\', "\\\\").replace('"', "\\\"")))
            }
            Dynamic::Counter => {
                self.counter += 1;
                (Kind::Number, (self.counter - 1).to_string())
            }
            Dynamic::Time => {
                let message =
                    format!("`{}` would make the result depend on the clock", &self.strings[name.text]);
                let diagnostic = Diagnostic::error(codes::C_UNSUPPORTED, used, message);
                self.report(diagnostic.hint("write the date as a string, or give it by `-D`"), name.place);
                (Kind::Str, "\"\"".to_string())
            }
        };
        Piece { kind, text: self.strings.intern(&text), ..name }
    }
}
