//! `#define`: reading a macro, and finding the parameters and operators in what replaces it.

use super::Preprocessor;
use super::lex::{Kind, Piece};
use super::macros::{Macro, Parameters, Part};
use base::{Diagnostic, Str, codes};
use std::rc::Rc;

/// That something is wrong was reported.
struct Wrong;

impl Preprocessor<'_> {
    /// Carries out a `#define`, behind its word.
    pub(super) fn define(&mut self) {
        let Some(name) = self.macro_name("define") else { return };
        let mut body = self.rest_of_line();
        let called = body.first().is_some_and(|first| !first.spaced && first.text == self.words.open);
        let mut parameters = None;
        if called {
            let Ok((read, length)) = self.parameters(&body) else { return };
            parameters = Some(read);
            body.drain(..length);
        }
        let Ok(parts) = self.parts(&body, parameters.as_ref()) else { return };
        let made = Macro { name: name.text, parameters, body, parts, span: name.place.used, dynamic: None };
        if let Some(before) = self.macros.get(name.text)
            && !before.same(&made)
            && !self.in_built_in()
        {
            let message = format!("the macro `{}` is defined again in another way", &self.strings[name.text]);
            let diagnostic = Diagnostic::warning(codes::C_MACRO, name.place.used, message);
            self.diagnostics.push(diagnostic.label(before.span, "the first definition"));
        }
        self.macros[name.text] = Some(Rc::new(made));
    }

    fn wrong(&mut self, at: Piece, message: impl Into<String>) -> Wrong {
        self.error(codes::C_MACRO, at.place, message);
        Wrong
    }

    /// The parameters at the beginning of these pieces, and how many pieces they are.
    fn parameters(&mut self, pieces: &[Piece]) -> Result<(Parameters, usize), Wrong> {
        let mut names: Vec<Str> = Vec::new();
        let mut at = 1;
        if pieces.get(1).is_some_and(|piece| self.is(*piece, ")")) {
            return Ok((Parameters { names, variadic: false }, 2));
        }
        while let Some(&piece) = pieces.get(at) {
            let mut variadic = self.is(piece, "...");
            at += 1;
            match piece.kind {
                _ if variadic => names.push(self.words.variadic),
                Kind::Name if names.contains(&piece.text) => {
                    let message = format!("the parameter `{}` is there twice", &self.strings[piece.text]);
                    return Err(self.wrong(piece, message));
                }
                Kind::Name if piece.text == self.words.variadic => {
                    return Err(self.wrong(piece, "`__VA_ARGS__` is the name of the arguments for `...`"));
                }
                Kind::Name => {
                    names.push(piece.text);
                    if pieces.get(at).is_some_and(|piece| self.is(*piece, "...")) {
                        variadic = true;
                        at += 1;
                    }
                }
                _ => {
                    let found = &self.strings[piece.text];
                    let message = format!("expected the name of a parameter, found `{found}`");
                    return Err(self.wrong(piece, message));
                }
            }
            match pieces.get(at) {
                Some(&end) if self.is(end, ")") => return Ok((Parameters { names, variadic }, at + 1)),
                Some(&comma) if self.is(comma, ",") && !variadic => at += 1,
                Some(&other) => {
                    let expected = if variadic { "`)`" } else { "`,` or `)`" };
                    let message = format!("expected {expected}, found `{}`", &self.strings[other.text]);
                    return Err(self.wrong(other, message));
                }
                None => break,
            }
        }
        let last = pieces[pieces.len() - 1];
        Err(self.wrong(last, "the parameters of the macro do not end in `)`"))
    }

    /// What replaces a macro, with parameters and operators found.
    fn parts(&mut self, body: &[Piece], parameters: Option<&Parameters>) -> Result<Vec<Part>, Wrong> {
        let mut parts: Vec<Part> = Vec::with_capacity(body.len());
        let mut at = 0;
        while let Some(&piece) = body.get(at) {
            let next = body.get(at + 1).copied();
            at += 1;
            if self.is(piece, "##") {
                if parts.is_empty() || next.is_none() {
                    return Err(self.wrong(piece, "`##` stands between two tokens"));
                }
                if let Some(Part::Argument { raw, .. } | Part::Optional { raw, .. }) = parts.last_mut() {
                    *raw = true;
                }
                parts.push(Part::Paste);
                continue;
            }
            let raw = matches!(parts.last(), Some(Part::Paste));
            let Some(parameters) = parameters else {
                if piece.text == self.words.variadic || piece.text == self.words.optional {
                    return Err(self.only_variadic(piece));
                }
                parts.push(Part::Piece(piece));
                continue;
            };
            let quoted = self.is(piece, "#");
            let subject = if quoted { next.unwrap_or(piece) } else { piece };
            at += usize::from(quoted);
            let index = parameters.names.iter().position(|name| *name == subject.text);
            match index.filter(|_| subject.kind == Kind::Name) {
                Some(index) if quoted => {
                    let at = Piece { spaced: piece.spaced, place: piece.place.to(subject.place), ..subject };
                    parts.push(Part::Quote { index, at });
                }
                Some(index) => {
                    let last = parameters.variadic && index + 1 == parameters.names.len();
                    match *parts.as_slice() {
                        [.., Part::Piece(comma), Part::Paste] if last && comma.text == self.words.comma => {
                            parts.truncate(parts.len() - 2);
                            parts.push(Part::CommaArguments { comma, index, at: piece });
                        }
                        _ => parts.push(Part::Argument { index, at: piece, raw }),
                    }
                }
                None if subject.text == self.words.optional => {
                    if !parameters.variadic {
                        return Err(self.only_variadic(subject));
                    }
                    let length = self.optional(subject, &body[at..])?;
                    let inner = self.parts(&body[at + 1..at + length - 1], Some(parameters))?;
                    at += length;
                    let at = Piece { spaced: piece.spaced, ..subject };
                    parts.push(Part::Optional { parts: inner, at, quoted, raw });
                }
                None if quoted => return Err(self.wrong(piece, "`#` stands before a parameter of the macro")),
                None if piece.text == self.words.variadic => return Err(self.only_variadic(piece)),
                None => parts.push(Part::Piece(piece)),
            }
        }
        Ok(parts)
    }

    fn only_variadic(&mut self, piece: Piece) -> Wrong {
        let message = format!("`{}` is for macros whose parameters end in `...`", &self.strings[piece.text]);
        self.wrong(piece, message)
    }

    /// How many pieces the parenthesis behind `__VA_OPT__` is.
    fn optional(&mut self, word: Piece, pieces: &[Piece]) -> Result<usize, Wrong> {
        let mut depth = 0;
        for (i, &piece) in pieces.iter().enumerate() {
            if piece.text == self.words.optional {
                return Err(self.wrong(piece, "`__VA_OPT__` does not stand in another one"));
            }
            if self.is(piece, "(") {
                depth += 1;
            } else if self.is(piece, ")") {
                depth -= 1;
            }
            if depth == 0 {
                match i {
                    0 => break,
                    _ => return Ok(i + 1),
                }
            }
        }
        Err(self.wrong(word, "`__VA_OPT__` takes tokens in parentheses"))
    }
}
