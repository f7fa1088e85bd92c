//! The parser's core: tokens, errors, the names of values and blocks, and the way in.
//!
//! The rest of the grammar stands in the sibling files as further `impl Parser` blocks: operations in `op_parse`,
//! regions in `region_parse`, types in `type_parse`, attributes in `attr_parse`, declarative formats in `format_parse`.

use crate::builder::OpState;
use crate::loc::{Loc, LocKind};
use crate::storage::{Block, InsertPoint, Ir, Op, Value};
use crate::text::alias::Aliases;
use crate::text::lexer::{self, BadToken, Tok, Token};
use crate::text::op_parse::ResultName;
use crate::types::Type;
use base::text::counted;
use base::{Code, Diagnostic, Diagnostics, SourceId, Span, codes};
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;
use std::ops::Range;

/// An error was met and reported; there is nothing more to say about it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Reported;

/// What a parsing function gives.
pub type Parse<T> = Result<T, Reported>;

/// How to read a text.
#[derive(Clone, Copy, Default, Debug)]
pub struct ParseOptions {
    /// Keep operations of dialects nobody registered, instead of reporting them.
    pub allow_unregistered: bool,
}

/// Nesting of regions, types, attributes and expressions that is still read. Each level costs stack.
pub const MAX_DEPTH: u32 = 160;

/// A use of a value before its type is known: `%name` or `%name#2`.
#[derive(Clone, Copy, Debug)]
pub struct Operand<'a> {
    /// Name without `%`.
    pub name: &'a str,
    /// Which of the values of that name.
    pub number: u32,
    /// Where it stands.
    pub span: Span,
}

/// The values that a name stands for.
#[derive(Clone, Copy)]
pub(super) struct Named {
    pub first: Value,
    pub count: u32,
    pub span: Span,
    /// The definition did not parse: uses of it are no further errors.
    pub broken: bool,
}

/// The names that are visible at a place, up to the nearest operation that is isolated from above.
#[derive(Default)]
pub(super) struct Scope<'a> {
    pub names: FxHashMap<&'a str, Named>,
    /// Values that were used and not defined yet, in an order that has those of one name together.
    pub forward: BTreeMap<(&'a str, u32), (Value, Span)>,
}

/// Names that a region defined, and what each meant before.
pub(super) type Shadowed<'a> = Vec<(&'a str, Option<Named>)>;

/// The blocks of one region by name.
pub(super) type Labels<'a> = FxHashMap<&'a str, (Block, Span, bool)>;

/// Reads a text into an IR.
pub struct Parser<'a> {
    /// The IR that is read into.
    pub ir: &'a mut Ir,
    pub(super) options: ParseOptions,
    pub(super) text: &'a str,
    pub(super) source: SourceId,
    pub(super) diags: &'a mut Diagnostics,
    pub(super) token: Token,
    pub(super) last_end: u32,
    pub(super) depth: u32,
    /// The text is nested too deeply: nothing more is read or reported.
    gave_up: bool,
    pub(super) scope: Scope<'a>,
    /// Names to restore at the end of each open region: what each meant before. `None` for a region that is isolated
    /// from above, whose scope goes as a whole.
    pub(super) shadowed: Vec<Option<Shadowed<'a>>>,
    /// Empty scopes with the memory of those that were closed.
    pub(super) spare_scopes: Vec<Scope<'a>>,
    pub(super) labels: Vec<Labels<'a>>,
    pub(super) default_dialects: Vec<&'static str>,
    pub(super) aliases: Aliases<'a>,
    /// The results that the text names before each operation that is being read, the outermost first.
    pub(super) results: Vec<ResultName<'a>>,
    /// Where those of the innermost begin.
    pub(super) first_result: usize,
    /// States of finished operations: reading an operation reuses their memory.
    pub(super) spare: Vec<OpState>,
    /// `loc(#alias)` whose alias comes later in the file.
    pub(super) late_locs: Vec<(Loc, &'a str, Span)>,
}

/// Reads a source into the IR and gives its module: the one that stands there, or one made around what does.
/// `None` when anything was wrong; the diagnostics say what.
pub fn parse(ir: &mut Ir, source: SourceId, options: ParseOptions, diags: &mut Diagnostics) -> Option<Op> {
    let end = ir.ctx.sources.text(source).len() as u32;
    parse_part(ir, source, 0..end, options, diags)
}

/// As [`parse`], for the bytes `part` of a source only; positions are still those of the whole source.
pub fn parse_part(
    ir: &mut Ir,
    source: SourceId,
    part: Range<u32>,
    options: ParseOptions,
    diags: &mut Diagnostics,
) -> Option<Op> {
    let text = ir.ctx.sources.shared_text(source);
    let text = &text[..part.end as usize];
    let before = diags.error_count();
    ir.reserve_for_text(part.len());
    let mut parser = Parser::new(ir, text, source, options, diags);
    parser.token = lexer::next_token(text, part.start);
    parser.last_end = part.start;
    let module = parser.file();
    (diags.error_count() == before).then_some(module).flatten()
}

impl<'a> Parser<'a> {
    /// A parser at the start of a text.
    pub fn new(
        ir: &'a mut Ir,
        text: &'a str,
        source: SourceId,
        options: ParseOptions,
        diags: &'a mut Diagnostics,
    ) -> Parser<'a> {
        Parser {
            ir,
            options,
            text,
            source,
            diags,
            token: lexer::next_token(text, 0),
            last_end: 0,
            depth: 0,
            gave_up: false,
            scope: Scope::default(),
            shadowed: Vec::new(),
            spare_scopes: Vec::new(),
            labels: Vec::new(),
            default_dialects: Vec::new(),
            aliases: Aliases::default(),
            results: Vec::new(),
            first_result: 0,
            spare: Vec::new(),
            late_locs: Vec::new(),
        }
    }

    // ----- tokens -----

    /// What the current token is.
    pub fn tok(&self) -> Tok {
        self.token.tok
    }

    /// The text of the current token.
    pub fn token_text(&self) -> &'a str {
        &self.text[self.token.start as usize..self.token.end as usize]
    }

    /// Where the current token stands.
    pub fn token_span(&self) -> Span {
        Span::new(self.source, self.token.start, self.token.end)
    }

    /// From a place up to the end of the last token that was taken.
    pub fn span_from(&self, start: Span) -> Span {
        Span::new(self.source, start.start, self.last_end.max(start.start))
    }

    /// Goes on to the next token.
    pub fn bump(&mut self) {
        self.last_end = self.token.end;
        self.token = lexer::next_token(self.text, self.token.end);
    }

    /// The token after the current one.
    pub fn peek(&self) -> Token {
        lexer::next_token(self.text, self.token.end)
    }

    /// Reads on from another place of the text.
    pub(super) fn reset(&mut self, position: u32) {
        self.token = lexer::next_token(self.text, position);
    }

    /// Whether the current token is this one.
    pub fn at(&self, tok: Tok) -> bool {
        self.token.tok == tok
    }

    /// Whether the current token is this word.
    pub fn at_word(&self, word: &str) -> bool {
        self.token.tok == Tok::Word && self.token_text() == word
    }

    /// Takes the current token if it is this one.
    pub fn eat(&mut self, tok: Tok) -> bool {
        let found = self.at(tok);
        if found {
            self.bump();
        }
        found
    }

    /// Takes the current token if it is this word.
    pub fn eat_word(&mut self, word: &str) -> bool {
        let found = self.at_word(word);
        if found {
            self.bump();
        }
        found
    }

    /// Takes this token or reports that `what` was expected.
    pub fn expect(&mut self, tok: Tok, what: &str) -> Parse<()> {
        if self.eat(tok) { Ok(()) } else { Err(self.unexpected(what)) }
    }

    /// Takes this word or reports that it was expected.
    pub fn expect_word(&mut self, word: &str) -> Parse<()> {
        if self.eat_word(word) { Ok(()) } else { Err(self.unexpected(&format!("`{word}`"))) }
    }

    /// Takes a word (a bare identifier), any.
    pub fn word(&mut self, what: &str) -> Parse<&'a str> {
        if !self.at(Tok::Word) {
            return Err(self.unexpected(what));
        }
        let text = self.token_text();
        self.bump();
        Ok(text)
    }

    /// Takes a string and unescapes it.
    pub fn string(&mut self) -> Parse<String> {
        if !self.at(Tok::Text) {
            return Err(self.unexpected("a string"));
        }
        let (span, bytes) = (self.token_span(), lexer::unescape(self.token_text()));
        self.bump();
        String::from_utf8(bytes)
            .map_err(|_| self.error(codes::BAD_ESCAPE, span, "the bytes of this string are not UTF-8"))
    }

    /// Takes a word, or a string where the name is no word.
    pub fn word_or_string(&mut self, what: &str) -> Parse<String> {
        if self.at(Tok::Text) { self.string() } else { self.word(what).map(str::to_owned) }
    }

    /// Takes `@name` or `@"name"` and gives the name.
    pub fn symbol_name(&mut self) -> Parse<String> {
        if !self.at(Tok::At) {
            return Err(self.unexpected("a symbol name such as `@name`"));
        }
        let (span, text) = (self.token_span(), &self.token_text()[1..]);
        let bytes = if text.starts_with('"') { lexer::unescape(text) } else { text.as_bytes().to_vec() };
        self.bump();
        match String::from_utf8(bytes) {
            Ok(name) if name.is_empty() => {
                Err(self.error(codes::UNEXPECTED_TOKEN, span, "a symbol name is not empty"))
            }
            Ok(name) => Ok(name),
            Err(_) => Err(self.error(codes::BAD_ESCAPE, span, "the bytes of this name are not UTF-8")),
        }
    }

    /// A list between two tokens, separated by commas, possibly empty.
    pub fn list(&mut self, open: Tok, close: Tok, mut item: impl FnMut(&mut Self) -> Parse<()>) -> Parse<()> {
        self.expect(open, describe(open))?;
        if self.eat(close) {
            return Ok(());
        }
        loop {
            item(self)?;
            if !self.eat(Tok::Comma) {
                return self.expect(close, &format!("`,` or {}", describe(close)));
            }
        }
    }

    // ----- errors -----

    /// Reports an error.
    pub fn error(&mut self, code: Code, span: Span, message: impl Into<String>) -> Reported {
        self.report(Diagnostic::error(code, span, message))
    }

    /// Reports a diagnostic.
    pub fn report(&mut self, diagnostic: Diagnostic) -> Reported {
        if !self.gave_up {
            self.diags.push(diagnostic);
        }
        Reported
    }

    /// Reports that the current token is not what was expected.
    pub fn unexpected(&mut self, expected: &str) -> Reported {
        let span = self.token_span();
        match self.tok() {
            Tok::Bad(bad) => {
                let (code, message) = bad.describe();
                let span = match bad {
                    BadToken::Escape(at) => Span::new(self.source, at, at + 1),
                    _ => span,
                };
                self.error(code, span, message)
            }
            Tok::End => self.error(
                codes::UNEXPECTED_TOKEN,
                span,
                format!("the text ends where {expected} was expected"),
            ),
            _ => {
                let found: String = self.token_text().chars().take(40).collect();
                self.error(codes::UNEXPECTED_TOKEN, span, format!("expected {expected}, found `{found}`"))
            }
        }
    }

    /// Goes one level deeper, or reports that the text is nested too deeply and gives up on it.
    pub fn nested<T>(&mut self, inside: impl FnOnce(&mut Self) -> Parse<T>) -> Parse<T> {
        if self.depth == MAX_DEPTH {
            let span = self.token_span();
            self.error(codes::NESTING_TOO_DEEP, span, format!("nested more than {MAX_DEPTH} levels deep"));
            // Every level around would report that it is not closed.
            self.gave_up = true;
            self.reset(self.text.len() as u32);
            return Err(Reported);
        }
        self.depth += 1;
        self.aliases.enter(self.depth);
        let result = inside(self);
        self.depth -= 1;
        result
    }

    // ----- values -----

    /// `%name` or `%name#2`
    pub fn operand(&mut self) -> Parse<Operand<'a>> {
        if !self.at(Tok::Percent) {
            return Err(self.unexpected("a value such as `%name`"));
        }
        let (name, span) = (&self.token_text()[1..], self.token_span());
        self.bump();
        let mut number = 0;
        // A hash directly after the name is a result number; `#` and digits would otherwise be an attribute alias.
        if self.at(Tok::Hash) && self.token.start == span.end {
            let text = &self.token_text()[1..];
            match text.parse::<u32>() {
                Ok(n) => number = n,
                Err(_) => return Err(self.unexpected("a result number")),
            }
            self.bump();
        }
        Ok(Operand { name, number, span: self.span_from(span) })
    }

    /// Whether a value stands here.
    pub fn at_operand(&self) -> bool {
        self.at(Tok::Percent)
    }

    /// `%a, %b`: values up to something that is none; possibly none.
    pub fn operands(&mut self) -> Parse<Vec<Operand<'a>>> {
        let mut operands = Vec::new();
        if self.at_operand() {
            operands.push(self.operand()?);
            while self.at(Tok::Comma) && self.peek().tok == Tok::Percent {
                self.bump();
                operands.push(self.operand()?);
            }
        }
        Ok(operands)
    }

    /// The value that an operand names, which must have this type.
    pub fn resolve(&mut self, operand: Operand<'a>, ty: Type) -> Parse<Value> {
        if let Some(named) = self.scope.names.get(operand.name).copied() {
            if named.broken {
                let loc = self.span_loc(operand.span);
                return Ok(self.ir.create_forward(ty, loc));
            }
            if operand.number >= named.count {
                let message = format!(
                    "`%{}` has {}; there is no number {}",
                    operand.name,
                    counted(named.count, "value"),
                    operand.number
                );
                return Err(self.report(
                    Diagnostic::error(codes::UNDEFINED_VALUE, operand.span, message)
                        .label(named.span, "defined here"),
                ));
            }
            let value = base::Id::from_index(base::Id::index(named.first) + operand.number as usize);
            return self.check_type(operand, value, ty, named.span);
        }
        if let Some((value, span)) = self.scope.forward.get(&(operand.name, operand.number)).copied() {
            return self.check_type(operand, value, ty, span);
        }
        let loc = self.span_loc(operand.span);
        let value = self.ir.create_forward(ty, loc);
        self.scope.forward.insert((operand.name, operand.number), (value, operand.span));
        Ok(value)
    }

    fn check_type(&mut self, operand: Operand<'a>, value: Value, ty: Type, earlier: Span) -> Parse<Value> {
        let known = self.ir.ty(value);
        if known == ty {
            return Ok(value);
        }
        let (known, ty) = (self.type_text(known), self.type_text(ty));
        let message = format!("`%{}` is used as `{ty}` here but has type `{known}`", operand.name);
        let diagnostic = Diagnostic::error(codes::TYPE_MISMATCH, operand.span, message)
            .label(earlier, format!("`{known}` here"))
            .hint(format!("write `{known}` here, or convert the value"));
        Err(self.report(diagnostic))
    }

    /// Resolves operands, one type each.
    pub fn resolve_all(&mut self, operands: &[Operand<'a>], types: &[Type], span: Span) -> Parse<Vec<Value>> {
        if operands.len() != types.len() {
            let message =
                format!("{} but {}", counted(operands.len(), "operand"), counted(types.len(), "type"));
            return Err(self.error(codes::WRONG_COUNT, span, message));
        }
        operands.iter().zip(types).map(|(operand, ty)| self.resolve(*operand, *ty)).collect()
    }

    /// Resolves operands that all have one type.
    pub fn resolve_same(&mut self, operands: &[Operand<'a>], ty: Type) -> Parse<Vec<Value>> {
        operands.iter().map(|operand| self.resolve(*operand, ty)).collect()
    }

    /// Gives a name to `count` values beginning with `first`.
    pub(super) fn define(&mut self, name: &'a str, span: Span, first: Value, count: u32) -> Parse<()> {
        if let Some(earlier) = self.scope.names.get(name).copied()
            && !earlier.broken
        {
            let message = format!("`%{name}` is already defined");
            let diagnostic = Diagnostic::error(codes::REDEFINED_VALUE, span, message)
                .label(earlier.span, "defined here")
                .hint("values are defined once: give this one another name");
            return Err(self.report(diagnostic));
        }
        if !self.scope.forward.is_empty() {
            for number in 0..count {
                if let Some((forward, used)) = self.scope.forward.remove(&(name, number)) {
                    let value = base::Id::from_index(base::Id::index(first) + number as usize);
                    if self.ir.ty(value) != self.ir.ty(forward) {
                        let (used_ty, ty) =
                            (self.type_text(self.ir.ty(forward)), self.type_text(self.ir.ty(value)));
                        let message = format!("`%{name}` is defined as `{ty}` but was used as `{used_ty}`");
                        self.report(
                            Diagnostic::error(codes::TYPE_MISMATCH, span, message)
                                .label(used, format!("used as `{used_ty}`"))
                                .hint(format!("write `{ty}` where it is used, or convert the value")),
                        );
                    }
                    self.ir.replace_uses(forward, value);
                }
            }
        }
        // Numbers are places in the text, not names: the printer makes its own.
        if !name.as_bytes()[0].is_ascii_digit() {
            let text = self.ir.ctx.str(name);
            self.ir.set_value_name(first, Some(text));
        }
        self.enter_name(name, Named { first, count, span, broken: false });
        Ok(())
    }

    /// Notes that a name was meant to be defined by something that did not parse.
    pub(super) fn define_broken(&mut self, name: &'a str, span: Span) {
        if self.scope.names.contains_key(name) {
            return;
        }
        let loc = self.span_loc(span);
        let first = self.ir.create_forward(Type::NONE, loc);
        // Uses before the definition are explained by it, too.
        while let Some((&forward, _)) = self.scope.forward.range((name, 0)..=(name, u32::MAX)).next() {
            self.scope.forward.remove(&forward);
        }
        self.enter_name(name, Named { first, count: u32::MAX, span, broken: true });
    }

    fn enter_name(&mut self, name: &'a str, named: Named) {
        let before = self.scope.names.insert(name, named);
        if let Some(Some(shadowed)) = self.shadowed.last_mut() {
            shadowed.push((name, before));
        }
    }

    /// The location of a place in the text.
    pub fn span_loc(&mut self, span: Span) -> Loc {
        self.ir.ctx.loc(LocKind::Span(span))
    }

    // ----- the file -----

    fn file(&mut self) -> Option<Op> {
        let start = self.token_span();
        let region = self.ir.create_region();
        let block = self.ir.add_block(region);
        while !self.at(Tok::End) {
            let begin = self.token_span();
            let result = match self.tok() {
                Tok::Hash | Tok::Bang => self.alias(),
                Tok::MetadataBegin => self.metadata(),
                _ => self.operation(InsertPoint::End(block)),
            };
            if result.is_err() {
                self.recover(begin);
                // A stray closing brace ends nothing here: it is skipped.
                if self.at(Tok::RBrace) {
                    self.bump();
                }
            }
        }
        self.close_scope();
        self.resolve_late_locs();
        let first = self.ir.first_op(block);
        if let Some(op) = first
            && self.ir.next(op).is_none()
            && self.ir.name(op) == "builtin.module"
        {
            self.ir.detach(op);
            return Some(op);
        }
        let Some(module) = self.ir.ctx.registry.find_op("builtin.module") else { return first };
        let loc = self.span_loc(Span::new(self.source, start.start, start.start));
        let state = OpState { regions: vec![region], ..OpState::new(module, loc) };
        Some(self.ir.create(state))
    }

    /// `{-# … #-}`: kept as it stands.
    fn metadata(&mut self) -> Parse<()> {
        let start = self.token_span();
        while !self.at(Tok::MetadataEnd) {
            if self.at(Tok::End) {
                return Err(self.unexpected("`#-}`"));
            }
            self.bump();
        }
        self.bump();
        let span = self.span_from(start);
        self.ir.metadata.push(self.text[span.start as usize..span.end as usize].into());
        Ok(())
    }

    /// After an error in what began at `failed`: skips to where the next operation, block or the end of the region begins.
    pub(super) fn recover(&mut self, failed: Span) {
        if self.gave_up {
            return;
        }
        // Braces are counted from where the operation began: some may have been opened before the error.
        let error = self.token.start;
        self.reset(failed.start);
        let mut depth = 0u32;
        loop {
            let past = self.token.start >= error && self.token.start > failed.start;
            match self.tok() {
                Tok::End => return,
                Tok::LBrace => depth += 1,
                Tok::RBrace if depth == 0 && past => return,
                Tok::RBrace => depth = depth.saturating_sub(1),
                Tok::Percent | Tok::Text | Tok::Word | Tok::Caret | Tok::Bang | Tok::Hash
                    if depth == 0 && past && self.begins_line() =>
                {
                    return;
                }
                _ => {}
            }
            self.bump();
        }
    }

    /// Whether the current token is the first of its line.
    fn begins_line(&self) -> bool {
        let before = self.text.as_bytes()[..self.token.start as usize].iter().rev();
        before.copied().find(|b| !matches!(b, b' ' | b'\t' | b'\r')).is_none_or(|b| b == b'\n')
    }

    /// At the end of an isolated scope: what was used and never defined.
    pub(super) fn close_scope(&mut self) {
        let forward = std::mem::take(&mut self.scope.forward);
        let mut open: Vec<_> =
            forward.into_iter().map(|((name, number), (_, span))| (span, name, number)).collect();
        open.sort_by_key(|(span, ..)| span.start);
        for (span, name, number) in open {
            let name = if number == 0 { format!("%{name}") } else { format!("%{name}#{number}") };
            self.error(codes::UNDEFINED_VALUE, span, format!("`{name}` is used but never defined"));
        }
    }
}

/// A token in words, for "expected …".
pub(super) fn describe(tok: Tok) -> &'static str {
    match tok {
        Tok::LParen => "`(`",
        Tok::RParen => "`)`",
        Tok::LSquare => "`[`",
        Tok::RSquare => "`]`",
        Tok::LBrace => "`{`",
        Tok::RBrace => "`}`",
        Tok::Less => "`<`",
        Tok::Greater => "`>`",
        _ => "another token",
    }
}
