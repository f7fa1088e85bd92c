//! Reading types: the builtin ones, those of registered dialects, aliases, and unknown ones kept as they stand.
//!
//! A dimension list is the one place where MLIR's text is not a sequence of its tokens: `4x8xf32` lexes as `4` and the
//! word `x8xf32`, and `0x8xf32` begins with what looks like a hexadecimal number. [`Parser::separator`] and
//! [`Parser::dimension`] take such a token apart and read on from its middle.

use crate::attrs::{Attr, AttrKind};
use crate::dense;
use crate::rules::check_params;
use crate::text::lexer::{self, Tok};
use crate::text::parser::{Parse, Parser, Reported};
use crate::text::type_print;
use crate::types::{Sign, Type, TypeKind};
use base::text::counted;
use base::{Diagnostic, FloatFormat, Span, codes};

/// What an unknown type or attribute is made of: the dialect and the rest of its text, beginning with `.` or `<`.
pub(super) type Verbatim<'a> = (&'a str, String);

impl<'a> Parser<'a> {
    /// Reads a type.
    pub fn ty(&mut self) -> Parse<Type> {
        if let Some(ty) = self.common_type() {
            self.bump();
            return Ok(ty);
        }
        self.nested(|p| match p.tok() {
            Tok::LParen => p.function_type(),
            Tok::Bang => p.named_type(),
            Tok::Word => p.builtin_type(),
            _ => Err(p.unexpected("a type")),
        })
    }

    /// The types that most text is full of, without building or interning them.
    fn common_type(&self) -> Option<Type> {
        if !self.at(Tok::Word) {
            return None;
        }
        match self.token_text() {
            "i1" => Some(Type::I1),
            "i8" => Some(Type::I8),
            "i16" => Some(Type::I16),
            "i32" => Some(Type::I32),
            "i64" => Some(Type::I64),
            "index" => Some(Type::INDEX),
            "f32" => Some(Type::F32),
            "f64" => Some(Type::F64),
            _ => None,
        }
    }

    /// Whether the current token can begin a type.
    pub fn at_type(&self) -> bool {
        match self.tok() {
            Tok::Bang | Tok::LParen => true,
            Tok::Word => is_builtin(self.token_text()),
            _ => false,
        }
    }

    /// The text of a type, for messages.
    pub fn type_text(&self, ty: Type) -> String {
        type_print::type_text(&self.ir.ctx, ty)
    }

    /// `(a, b) -> c` or `(a, b) -> (c, d)`
    fn function_type(&mut self) -> Parse<Type> {
        let mut inputs = Vec::new();
        self.list(Tok::LParen, Tok::RParen, |p| {
            inputs.push(p.ty()?);
            Ok(())
        })?;
        if !self.at(Tok::Arrow) {
            return Err(self.unexpected("`->` and the result types"));
        }
        let results = self.arrow_types()?;
        Ok(self.ir.ctx.fn_ty(&inputs, &results))
    }

    fn builtin_type(&mut self) -> Parse<Type> {
        let (word, span) = (self.token_text(), self.token_span());
        let kind = match word {
            "index" => TypeKind::Index,
            "none" => TypeKind::None,
            "memref" => return self.memref_type(),
            "tensor" => return self.tensor_type(),
            "vector" => return self.vector_type(),
            "tuple" => return self.tuple_type(),
            "complex" => return self.complex_type(),
            _ => match FloatFormat::from_name(word) {
                Some(format) => TypeKind::Float(format),
                None => match integer(word) {
                    Some((sign, digits)) => self.integer_type(sign, digits, span)?,
                    None => return Err(self.unexpected("a type")),
                },
            },
        };
        self.bump();
        Ok(self.ir.ctx.ty(kind))
    }

    fn integer_type(&mut self, sign: Sign, digits: &str, span: Span) -> Parse<TypeKind> {
        match digits.parse() {
            Ok(width) if width <= TypeKind::MAX_INTEGER_WIDTH => Ok(TypeKind::Integer { width, sign }),
            _ => {
                let message = format!("an integer has at most {} bits", TypeKind::MAX_INTEGER_WIDTH);
                Err(self.error(codes::BAD_TYPE, span, message))
            }
        }
    }

    /// `memref<4x?xf32, layout, space>` or `memref<*xf32, space>`
    fn memref_type(&mut self) -> Parse<Type> {
        let start = self.token_span();
        self.bump();
        self.expect(Tok::Less, "`<`")?;
        let shape = self.shape()?;
        let element = self.element_type("memref", |kind| {
            is_plain_element(kind)
                || matches!(kind, TypeKind::Memref { .. } | TypeKind::UnrankedMemref { .. })
        })?;
        let (mut layout, mut space) = (None, None);
        while self.eat(Tok::Comma) {
            let span = self.token_span();
            let attr = self.attr()?;
            let span = self.span_from(span);
            let is_layout = matches!(self.ir.ctx[attr], AttrKind::AffineMap(_) | AttrKind::Strided { .. });
            if space.is_some() {
                return Err(self.error(
                    codes::BAD_TYPE,
                    span,
                    "nothing follows the memory space of a memref",
                ));
            }
            if !is_layout {
                self.check_space(attr, span)?;
                space = Some(attr);
            } else if shape.is_none() {
                return Err(self.error(codes::BAD_TYPE, span, "an unranked memref has no layout"));
            } else if layout.is_some() {
                return Err(self.error(codes::BAD_TYPE, span, "a memref has one layout"));
            } else {
                layout = Some((attr, span));
            }
        }
        self.expect(Tok::Greater, "`,` or `>`")?;
        let space = space.filter(|attr| !self.is_default_space(*attr));
        let kind = match shape {
            None => TypeKind::UnrankedMemref { element, space },
            Some(shape) => {
                let layout = match layout {
                    Some((attr, span)) => self.check_layout(attr, span, shape.len())?,
                    None => None,
                };
                TypeKind::Memref { shape: shape.into(), element, layout, space }
            }
        };
        let ty = self.ir.ctx.ty(kind);
        self.check_size(ty, start)?;
        Ok(ty)
    }

    fn check_space(&mut self, space: Attr, span: Span) -> Parse<()> {
        match self.ir.ctx[space] {
            AttrKind::Integer { .. }
            | AttrKind::String { .. }
            | AttrKind::Dict(_)
            | AttrKind::Enum { .. }
            | AttrKind::Dialect { .. }
            | AttrKind::Opaque { .. } => Ok(()),
            _ => {
                let message =
                    "a memory space is a number, a string, a dictionary or an attribute of a dialect";
                Err(self.error(codes::BAD_TYPE, span, message))
            }
        }
    }

    /// Space 0 is the default one, and is not written.
    fn is_default_space(&self, space: Attr) -> bool {
        matches!(&self.ir.ctx[space], AttrKind::Integer { value, .. } if value.is_zero())
    }

    /// A layout must fit the rank; the identity map is no layout.
    fn check_layout(&mut self, layout: Attr, span: Span, rank: usize) -> Parse<Option<Attr>> {
        let (fits, keep) = match &self.ir.ctx[layout] {
            AttrKind::AffineMap(map) => (map.dims as usize == rank, !map.is_identity()),
            AttrKind::Strided { strides, .. } => (strides.len() == rank, true),
            _ => (false, false),
        };
        if !fits {
            return Err(self.error(
                codes::BAD_TYPE,
                span,
                format!("this layout is not one of {}", counted(rank, "dimension")),
            ));
        }
        Ok(keep.then_some(layout))
    }

    /// `tensor<4x?xf32, encoding>` or `tensor<*xf32>`
    fn tensor_type(&mut self) -> Parse<Type> {
        let start = self.token_span();
        self.bump();
        self.expect(Tok::Less, "`<`")?;
        let shape = self.shape()?;
        let element = self.element_type("tensor", |kind| {
            is_plain_element(kind) || matches!(kind, TypeKind::Opaque { .. })
        })?;
        let mut encoding = None;
        let comma = self.token_span();
        if self.eat(Tok::Comma) {
            if shape.is_none() {
                return Err(self.error(codes::BAD_TYPE, comma, "an unranked tensor has no encoding"));
            }
            encoding = Some(self.attr()?);
        }
        self.expect(Tok::Greater, "`>`")?;
        let kind = match shape {
            Some(shape) => TypeKind::Tensor { shape: shape.into(), element, encoding },
            None => TypeKind::UnrankedTensor { element },
        };
        let ty = self.ir.ctx.ty(kind);
        self.check_size(ty, start)?;
        Ok(ty)
    }

    /// `vector<4x[8]xf32>`
    fn vector_type(&mut self) -> Parse<Type> {
        let start = self.token_span();
        self.bump();
        self.expect(Tok::Less, "`<`")?;
        let mut shape = Vec::new();
        loop {
            let (span, scalable) = (self.token_span(), self.at(Tok::LSquare));
            if scalable {
                self.bump();
            } else if !self.at(Tok::Integer) {
                break;
            }
            let (size, mut end) = self.dimension()?;
            if size == 0 {
                return Err(self.error(codes::BAD_TYPE, span, "the sizes of a vector are positive"));
            }
            if scalable {
                self.read_from(end);
                end = self.token.end;
                if !self.at(Tok::RSquare) {
                    return Err(self.unexpected("`]`"));
                }
            }
            self.separator(end)?;
            shape.push((size, scalable));
        }
        let element = self.element_type("vector", |kind| {
            matches!(kind, TypeKind::Integer { .. } | TypeKind::Index | TypeKind::Float(_))
        })?;
        self.expect(Tok::Greater, "`>`")?;
        let ty = self.ir.ctx.ty(TypeKind::Vector { shape: shape.into(), element });
        self.check_size(ty, start)?;
        Ok(ty)
    }

    fn tuple_type(&mut self) -> Parse<Type> {
        self.bump();
        let mut items = Vec::new();
        self.list(Tok::Less, Tok::Greater, |p| {
            items.push(p.ty()?);
            Ok(())
        })?;
        Ok(self.ir.ctx.ty(TypeKind::Tuple(items.into())))
    }

    fn complex_type(&mut self) -> Parse<Type> {
        self.bump();
        self.expect(Tok::Less, "`<`")?;
        let part = self
            .element_type("complex", |kind| matches!(kind, TypeKind::Integer { .. } | TypeKind::Float(_)))?;
        self.expect(Tok::Greater, "`>`")?;
        Ok(self.ir.ctx.ty(TypeKind::Complex(part)))
    }

    fn element_type(&mut self, of: &str, valid: fn(&TypeKind) -> bool) -> Parse<Type> {
        let span = self.token_span();
        let ty = self.ty()?;
        if valid(&self.ir.ctx[ty]) {
            return Ok(ty);
        }
        let (span, text) = (self.span_from(span), self.type_text(ty));
        Err(self.error(codes::BAD_TYPE, span, format!("`{text}` cannot be an element of a {of}")))
    }

    /// Refuses more elements than can be counted, so that nobody after this has to.
    fn check_size(&mut self, ty: Type, start: Span) -> Parse<()> {
        let countable = match &self.ir.ctx[ty] {
            TypeKind::Memref { shape, .. } | TypeKind::Tensor { shape, .. } => {
                dense::is_countable(shape.iter().flatten().copied())
            }
            TypeKind::Vector { shape, .. } => dense::is_countable(shape.iter().map(|(size, _)| *size)),
            _ => true,
        };
        if countable {
            return Ok(());
        }
        let span = self.span_from(start);
        Err(self.error(codes::BAD_NUMBER, span, "this type has more than 2^63 - 1 elements"))
    }

    // ----- dimensions -----

    /// `4x?x` before an element type, or `*x` for an unknown rank (`None`).
    fn shape(&mut self) -> Parse<Option<Vec<Option<u64>>>> {
        if self.at(Tok::Star) {
            self.separator(self.token.end)?;
            return Ok(None);
        }
        let mut shape = Vec::new();
        loop {
            let (size, end) = match self.tok() {
                Tok::Question => (None, self.token.end),
                Tok::Integer => {
                    let (size, end) = self.dimension()?;
                    (Some(size), end)
                }
                _ => return Ok(Some(shape)),
            };
            self.separator(end)?;
            shape.push(size);
        }
    }

    /// `4x`: one size before an element type.
    pub fn size_before(&mut self) -> Parse<u64> {
        let (size, end) = self.dimension()?;
        self.separator(end)?;
        Ok(size)
    }

    /// `4`, or the `0` of `0x4`, and where it ends. What follows is not read yet.
    fn dimension(&mut self) -> Parse<(u64, u32)> {
        let (text, span) = (self.token_text(), self.token_span());
        if !self.at(Tok::Integer) {
            return Err(self.unexpected("a size"));
        }
        if text.starts_with("0x") {
            return Ok((0, span.start + 1));
        }
        match text.parse::<i64>() {
            Ok(size) => Ok((size.unsigned_abs(), span.end)),
            Err(_) => Err(self.error(codes::BAD_NUMBER, span, "a size is at most 2^63 - 1")),
        }
    }

    /// The `x` after a dimension that ends at `end`. For the lexer it is the first letter of a word that goes on to the
    /// end of the list, so it is not asked: reading that word for every dimension would be quadratic.
    fn separator(&mut self, end: u32) -> Parse<()> {
        if self.text.as_bytes().get(end as usize) == Some(&b'x') {
            self.read_from(end + 1);
            return Ok(());
        }
        self.read_from(end);
        if !self.at(Tok::Word) || !self.token_text().starts_with('x') {
            return Err(self.unexpected("`x` after a size"));
        }
        self.read_from(self.token.start + 1);
        Ok(())
    }

    /// Takes everything before `position` as read.
    fn read_from(&mut self, position: u32) {
        self.last_end = position;
        self.reset(position);
    }

    // ----- names -----

    /// `!alias`, `!dialect.name<…>` or `!dialect<…>`
    fn named_type(&mut self) -> Parse<Type> {
        let (name, span) = (&self.token_text()[1..], self.token_span());
        if let Some(def) = self.ir.ctx.registry.find_type(name) {
            self.bump();
            let params = (def.parse)(self)?;
            self.check_params(def.name, &params, span)?;
            return Ok(self.ir.ctx.ty(TypeKind::Dialect { def, params }));
        }
        if let Some(def) = self.bracketed_name(name).and_then(|name| self.ir.ctx.registry.find_type(&name)) {
            self.bracketed(|p| {
                let params = (def.parse)(p)?;
                p.check_params(def.name, &params, span)?;
                Ok(p.ir.ctx.ty(TypeKind::Dialect { def, params }))
            })
        } else {
            self.unknown_type(name, span)
        }
    }

    /// The parameters of a type or an attribute that was defined at run time must satisfy its rules.
    pub(super) fn check_params(&mut self, name: &'static str, params: &[Attr], span: Span) -> Parse<()> {
        let ctx = &self.ir.ctx;
        let Some(rules) = ctx.registry.rules(name) else { return Ok(()) };
        let Err((code, why)) = check_params(ctx, rules, params) else { return Ok(()) };
        let mut diagnostic = Diagnostic::error(code, self.span_from(span), format!("`{name}` {why}"));
        if let Some(definition) = ctx.span(rules.loc) {
            diagnostic = diagnostic.label(definition, "defined here");
        }
        Err(self.report(diagnostic))
    }

    /// The full name of what is written `!dialect<name…>` or `#dialect<name…>` at the current token.
    pub(super) fn bracketed_name(&self, dialect: &str) -> Option<String> {
        if dialect.contains('.') || !self.body_follows() {
            return None;
        }
        let name = lexer::next_token(self.text, self.token.end + 1);
        (name.tok == Tok::Word)
            .then(|| format!("{dialect}.{}", &self.text[name.start as usize..name.end as usize]))
    }

    /// Takes `!dialect<name`, what the function reads, and `>`.
    pub(super) fn bracketed<T>(&mut self, body: impl FnOnce(&mut Self) -> Parse<T>) -> Parse<T> {
        self.bump();
        self.bump();
        self.bump();
        let read = body(self)?;
        self.expect(Tok::Greater, "`>`")?;
        Ok(read)
    }

    fn unknown_type(&mut self, name: &'a str, span: Span) -> Parse<Type> {
        if !name.contains('.') && !self.body_follows() {
            self.bump();
            return self.type_alias(name, span);
        }
        let (dialect, body) = self.verbatim("type")?;
        let (dialect, body) = (self.ir.ctx.str(dialect), self.ir.ctx.str(&body));
        Ok(self.ir.ctx.ty(TypeKind::Opaque { dialect, body }))
    }

    /// Whether `<` follows the current token without a space.
    pub(super) fn body_follows(&self) -> bool {
        self.text.as_bytes().get(self.token.end as usize) == Some(&b'<')
    }

    /// `!dialect.name<…>` or `!dialect<…>` (or the same with `#`) of a dialect nobody registered, at the current token.
    pub(super) fn verbatim(&mut self, what: &str) -> Parse<Verbatim<'a>> {
        let (name, span) = (&self.token_text()[1..], self.token_span());
        let (dialect, pretty) = name.split_at(name.find('.').unwrap_or(name.len()));
        if self.ir.ctx.registry.dialect(dialect).is_some() {
            let message = format!("dialect `{dialect}` has no {what} of this name");
            return Err(self.error(
                if what == "type" { codes::BAD_TYPE } else { codes::BAD_ATTRIBUTE },
                span,
                message,
            ));
        }
        if !self.options.allow_unregistered {
            let diagnostic = Diagnostic::error(
                codes::UNKNOWN_DIALECT,
                span,
                format!("unknown dialect `{dialect}` in a {what}"),
            )
            .hint("`--irdl-file` gives a dialect; in a program, types and attributes of unknown ones are kept with `--allow-unregistered-dialect`");
            return Err(self.report(diagnostic));
        }
        let start = self.token.end as usize;
        let end = if self.body_follows() { self.balanced(start, what)? } else { start };
        self.read_from(end as u32);
        let rest = &self.text[start..end];
        let body = match rest.strip_prefix('<').and_then(|inside| inside.strip_suffix('>')) {
            // `!dialect<name…>` is another way to write `!dialect.name…`.
            Some(inside) if pretty.is_empty() && is_pretty(inside) => format!(".{inside}"),
            _ => format!("{pretty}{rest}"),
        };
        Ok((dialect, body))
    }

    /// The end of the bracketed text that begins at `start`. Brackets must match, except in strings; `->` is no bracket.
    fn balanced(&mut self, start: usize, what: &str) -> Parse<usize> {
        let bytes = self.text.as_bytes();
        let mut open: Vec<u8> = Vec::new();
        let mut i = start;
        while let Some(&byte) = bytes.get(i) {
            i += 1;
            match byte {
                b'<' => open.push(b'>'),
                b'(' => open.push(b')'),
                b'[' => open.push(b']'),
                b'{' => open.push(b'}'),
                b'-' if bytes.get(i) == Some(&b'>') => i += 1,
                b'"' => match end_of_string(bytes, i) {
                    Some(end) => i = end,
                    None => {
                        let span = Span::new(self.source, i as u32 - 1, bytes.len() as u32);
                        return Err(self.error(codes::UNTERMINATED_STRING, span, "this string does not end"));
                    }
                },
                b'>' | b')' | b']' | b'}' => {
                    if open.pop() != Some(byte) {
                        let message =
                            format!("`{}` closes nothing that is open in this {what}", char::from(byte));
                        return Err(self.unbalanced(what, i - 1, i, message));
                    }
                    if open.is_empty() {
                        return Ok(i);
                    }
                }
                _ => {}
            }
        }
        Err(self.unbalanced(what, start, start + 1, format!("the brackets of this {what} are not closed")))
    }

    fn unbalanced(&mut self, what: &str, start: usize, end: usize, message: String) -> Reported {
        let code = if what == "type" { codes::BAD_TYPE } else { codes::BAD_ATTRIBUTE };
        self.error(code, Span::new(self.source, start as u32, end as u32), message)
    }
}

/// One past the quote that ends a string whose text begins at `i`; strings do not span lines.
fn end_of_string(bytes: &[u8], mut i: usize) -> Option<usize> {
    loop {
        match bytes.get(i)? {
            b'"' => return Some(i + 1),
            b'\\' => i += 2,
            b'\n' => return None,
            _ => i += 1,
        }
    }
}

/// Whether `!dialect<inside>` can be written `!dialect.inside`: a name, then nothing or something in angle brackets.
pub(super) fn is_pretty(inside: &str) -> bool {
    if !inside.starts_with(|c: char| c.is_ascii_alphabetic()) {
        return false;
    }
    let rest = inside.trim_start_matches(|c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '.'));
    rest.is_empty() || (rest.starts_with('<') && encloses(rest))
}

/// Whether the bracket that `text` begins with is closed by its last character and not before.
fn encloses(text: &str) -> bool {
    let bytes = text.as_bytes();
    let (mut depth, mut i) = (0usize, 0);
    while let Some(&byte) = bytes.get(i) {
        i += 1;
        match byte {
            b'<' | b'(' | b'[' | b'{' => depth += 1,
            b'-' if bytes.get(i) == Some(&b'>') => i += 1,
            b'"' => i = end_of_string(bytes, i).unwrap_or(bytes.len()),
            b'>' | b')' | b']' | b'}' => {
                depth -= 1;
                if depth == 0 {
                    return i == bytes.len();
                }
            }
            _ => {}
        }
    }
    false
}

/// The parts of `i32`, `si8`, `ui16`.
fn integer(word: &str) -> Option<(Sign, &str)> {
    let (sign, digits) = match word.as_bytes() {
        [b'i', ..] => (Sign::Signless, &word[1..]),
        [b's', b'i', ..] => (Sign::Signed, &word[2..]),
        [b'u', b'i', ..] => (Sign::Unsigned, &word[2..]),
        _ => return None,
    };
    (!digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit())).then_some((sign, digits))
}

/// Whether a word names or begins a builtin type.
fn is_builtin(word: &str) -> bool {
    matches!(word, "index" | "none" | "memref" | "tensor" | "vector" | "tuple" | "complex")
        || integer(word).is_some()
        || FloatFormat::from_name(word).is_some()
}

/// Whether a type may be an element of memrefs and tensors alike.
fn is_plain_element(kind: &TypeKind) -> bool {
    matches!(
        kind,
        TypeKind::Integer { .. }
            | TypeKind::Index
            | TypeKind::Float(_)
            | TypeKind::Complex(_)
            | TypeKind::Vector { .. }
            | TypeKind::Dialect { .. }
    )
}
