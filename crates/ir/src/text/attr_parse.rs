//! Reading attributes, except for lists of elements (`dense_parse`), affine maps (`affine`) and locations (`loc`).
//!
//! Numbers are checked against their type here, with MLIR's rules: `255 : i8` is -1, `256 : i8` is an error, and a
//! float is written with a point or as the hexadecimal number of its bits.

use crate::attrs::{Attr, AttrKind};
use crate::dense;
use crate::registry::{DialectAttr, EnumDef};
use crate::text::lexer::Tok;
use crate::text::parser::{Parse, Parser};
use crate::types::{Sign, Type, TypeKind};
use base::{Bits, Diagnostic, FloatFormat, Span, codes, float};

/// A number as it is written, before its type is known.
#[derive(Clone, Copy)]
pub(super) struct Number<'a> {
    pub negative: bool,
    /// Written with a point.
    pub float: bool,
    /// Without the sign.
    pub text: &'a str,
    pub span: Span,
}

impl<'a> Parser<'a> {
    /// Reads an attribute, with its type where it has one.
    pub fn attr(&mut self) -> Parse<Attr> {
        self.nested(|p| match p.tok() {
            Tok::Integer | Tok::Float | Tok::Minus => p.typed_number(),
            Tok::Text => p.string_attr(),
            Tok::LSquare => p.array_attr(),
            Tok::LBrace => {
                let mut entries = Vec::new();
                p.dict_entries(&mut entries)?;
                Ok(p.ir.ctx.dict_attr(entries))
            }
            Tok::At => p.symbol_ref(),
            Tok::Hash => p.named_attr(),
            Tok::Word => p.word_attr(),
            _ if p.at_type() => p.type_attr(),
            _ => Err(p.unexpected("an attribute")),
        })
    }

    fn word_attr(&mut self) -> Parse<Attr> {
        let simple = match self.token_text() {
            "unit" => Attr::UNIT,
            "true" => Attr::TRUE,
            "false" => Attr::FALSE,
            "dense" => return self.dense_elements(None),
            "sparse" => return self.sparse_elements(None),
            "array" => return self.dense_array(),
            "dense_resource" => return self.dense_resource(None),
            "affine_map" => {
                let map = self.affine_map()?;
                return Ok(self.ir.ctx.attr(AttrKind::AffineMap(Box::new(map))));
            }
            "affine_set" => {
                let set = self.integer_set()?;
                return Ok(self.ir.ctx.attr(AttrKind::IntegerSet(Box::new(set))));
            }
            "strided" => return self.strided(),
            "distinct" => return self.distinct(),
            "loc" => {
                let loc = self.known_location()?;
                return Ok(self.ir.ctx.attr(AttrKind::Loc(loc)));
            }
            _ if self.at_type() => return self.type_attr(),
            _ => return Err(self.unexpected("an attribute")),
        };
        self.bump();
        Ok(simple)
    }

    fn type_attr(&mut self) -> Parse<Attr> {
        let ty = self.ty()?;
        Ok(self.ir.ctx.type_attr(ty))
    }

    /// `: type`, or nothing
    fn optional_type(&mut self) -> Parse<Option<Type>> {
        if self.eat(Tok::Colon) { self.ty().map(Some) } else { Ok(None) }
    }

    fn string_attr(&mut self) -> Parse<Attr> {
        let text = self.string()?;
        let ty = self.optional_type()?.unwrap_or(Type::NONE);
        let value = self.ir.ctx.str(&text);
        Ok(self.ir.ctx.attr(AttrKind::String { value, ty }))
    }

    fn array_attr(&mut self) -> Parse<Attr> {
        let mut items = Vec::new();
        self.list(Tok::LSquare, Tok::RSquare, |p| {
            items.push(p.attr()?);
            Ok(())
        })?;
        Ok(self.ir.ctx.array_attr(&items))
    }

    /// `@root::@nested`
    pub fn symbol_ref(&mut self) -> Parse<Attr> {
        let name = self.symbol_name()?;
        let root = self.ir.ctx.str(&name);
        let mut nested = Vec::new();
        while self.eat(Tok::DoubleColon) {
            let name = self.symbol_name()?;
            nested.push(self.ir.ctx.str(&name));
        }
        Ok(self.ir.ctx.attr(AttrKind::Symbol { root, nested: nested.into() }))
    }

    // ----- numbers -----

    /// A number with a sign, if it has one.
    pub(super) fn number(&mut self) -> Parse<Number<'a>> {
        let start = self.token_span();
        let negative = self.eat(Tok::Minus);
        let (float, text) = match self.tok() {
            Tok::Integer => (false, self.token_text()),
            Tok::Float => (true, self.token_text()),
            _ => return Err(self.unexpected("a number")),
        };
        self.bump();
        Ok(Number { negative, float, text, span: self.span_from(start) })
    }

    fn typed_number(&mut self) -> Parse<Attr> {
        let number = self.number()?;
        let ty = self.optional_type()?.unwrap_or(if number.float { Type::F64 } else { Type::I64 });
        self.number_of(number, ty)
    }

    /// A number, `true` or `false`, whose type is known and not written.
    pub fn number_attr(&mut self, ty: Type) -> Parse<Attr> {
        let span = self.token_span();
        if self.at_word("true") || self.at_word("false") {
            let value = self.at_word("true");
            self.bump();
            if ty != Type::I1 {
                let message = format!("`true` and `false` are of type `i1`, not `{}`", self.type_text(ty));
                return Err(self.error(codes::BAD_ATTRIBUTE, span, message));
            }
            return Ok(self.ir.ctx.bool_attr(value));
        }
        let number = self.number()?;
        self.number_of(number, ty)
    }

    fn number_of(&mut self, number: Number<'a>, ty: Type) -> Parse<Attr> {
        let bits = self.number_bits(number, ty)?;
        Ok(self.ir.ctx.scalar_attr(bits, ty).expect("number_bits accepts scalar types only"))
    }

    /// The bits of a number of an integer, index or float type.
    pub(super) fn number_bits(&mut self, number: Number<'a>, ty: Type) -> Parse<Bits> {
        let (width, sign) = match self.ir.ctx[ty] {
            TypeKind::Float(format) => return self.float_bits(number, format),
            TypeKind::Integer { width, sign } => (width, sign),
            // An index is signed in text: its upper half is written with a minus sign.
            TypeKind::Index => (64, Sign::Signed),
            _ => {
                let message = format!("a number cannot have type `{}`", self.type_text(ty));
                return Err(self.error(codes::BAD_ATTRIBUTE, number.span, message));
            }
        };
        if number.float {
            let message = format!("this is not a number of type `{}`", self.type_text(ty));
            return Err(self.error(codes::BAD_ATTRIBUTE, number.span, message));
        }
        let bits = if number.negative {
            Bits::parse(width, &format!("-{}", number.text))
        } else {
            Bits::parse(width, number.text)
        };
        let fits = |bits: &Bits| match sign {
            Sign::Signless => true,
            Sign::Signed => number.negative || !bits.is_negative(),
            Sign::Unsigned => !number.negative || bits.is_zero(),
        };
        match bits {
            Ok(bits) if fits(&bits) => Ok(bits),
            _ => {
                let message = format!("this number is out of range for `{}`", self.type_text(ty));
                Err(self.error(codes::BAD_NUMBER, number.span, message))
            }
        }
    }

    fn float_bits(&mut self, number: Number<'a>, format: FloatFormat) -> Parse<Bits> {
        if number.float {
            let signed = if number.negative { &format!("-{}", number.text) } else { number.text };
            return match parse_float(format, signed) {
                Some(bits) => Ok(bits),
                None => {
                    let message = format!("this number cannot be read as `{}`", format.name());
                    Err(self.error(codes::BAD_NUMBER, number.span, message))
                }
            };
        }
        if number.text.starts_with("0x") && !number.negative {
            return Bits::parse(format.width(), number.text).map_err(|_| {
                let message = format!("these are more bits than `{}` has", format.name());
                self.error(codes::BAD_NUMBER, number.span, message)
            });
        }
        let diagnostic =
            Diagnostic::error(codes::BAD_NUMBER, number.span, "an integer is no floating-point number")
                .hint("write it with a point, `1.0`, or as the bits of the number, `0x3F800000`");
        Err(self.report(diagnostic))
    }

    /// `[1, 2, -3]` as `array<element: 1, 2, -3>`
    pub fn int_array_attr(&mut self, element: Type) -> Parse<Attr> {
        let mut data = Vec::new();
        self.list(Tok::LSquare, Tok::RSquare, |p| {
            let number = p.number()?;
            let bits = p.number_bits(number, element)?;
            dense::pack(&bits, &mut data);
            Ok(())
        })?;
        Ok(self.ir.ctx.attr(AttrKind::DenseArray { element, data: data.into() }))
    }

    /// A number that fits 64 bits with its sign.
    pub(super) fn signed_number(&mut self) -> Parse<i64> {
        let number = self.number()?;
        let bits = self.number_bits(number, Type::INDEX)?;
        Ok(bits.low_u64() as i64)
    }

    // ----- enumerations and names -----

    /// A case of an enumeration, or several separated by `,` or `|` where they are flags.
    pub fn enum_value(&mut self, def: &'static EnumDef) -> Parse<u64> {
        let mut value = 0;
        loop {
            if !self.at(Tok::Word) {
                return Err(self.unexpected(&format!("one of {}", case_list(def))));
            }
            let (word, span) = (self.token_text(), self.token_span());
            self.bump();
            match def.value(word) {
                Some(case) => value |= case,
                None => {
                    let message = format!("`{word}` is no case of `{}`", def.name);
                    let diagnostic = Diagnostic::error(codes::BAD_ATTRIBUTE, span, message)
                        .hint(format!("the cases are {}", case_list(def)));
                    return Err(self.report(diagnostic));
                }
            }
            if def.flags.is_none() || !(self.eat(Tok::Comma) || self.eat(Tok::Bar)) {
                return Ok(value);
            }
        }
    }

    /// `#alias`, `#dialect.name<…>` or `#dialect<…>`
    fn named_attr(&mut self) -> Parse<Attr> {
        let (name, span) = (&self.token_text()[1..], self.token_span());
        if let Some(def) = self.ir.ctx.registry.find_enum(name) {
            self.bump();
            self.expect(Tok::Less, "`<`")?;
            let value = self.enum_value(def)?;
            self.expect(Tok::Greater, "`>`")?;
            return Ok(self.ir.ctx.attr(AttrKind::Enum { def, value }));
        }
        if let Some(def) = self.ir.ctx.registry.find_attr(name) {
            self.bump();
            let params = (def.parse)(self)?;
            return self.dialect_attr(def, params, span);
        }
        if let Some(def) = self.bracketed_name(name).and_then(|name| self.ir.ctx.registry.find_attr(&name)) {
            let params = self.bracketed(|p| (def.parse)(p))?;
            return self.dialect_attr(def, params, span);
        }
        if !name.contains('.') && !self.body_follows() {
            self.bump();
            return self.attr_alias(name, span);
        }
        let (dialect, body) = self.verbatim("attribute")?;
        let ty = self.optional_type()?.unwrap_or(Type::NONE);
        let (dialect, body) = (self.ir.ctx.str(dialect), self.ir.ctx.str(&body));
        Ok(self.ir.ctx.attr(AttrKind::Opaque { dialect, body, ty }))
    }

    fn dialect_attr(&mut self, def: &'static DialectAttr, params: Box<[Attr]>, span: Span) -> Parse<Attr> {
        self.check_params(def.name, &params, span)?;
        let ty = self.optional_type()?.unwrap_or(Type::NONE);
        Ok(self.ir.ctx.attr(AttrKind::Dialect { def, params, ty }))
    }

    // ----- the rest -----

    /// `strided<[?, 1], offset: 4>`
    fn strided(&mut self) -> Parse<Attr> {
        self.bump();
        self.expect(Tok::Less, "`<`")?;
        let mut strides = Vec::new();
        self.list(Tok::LSquare, Tok::RSquare, |p| {
            let span = p.token_span();
            let stride = p.number_or_dynamic()?;
            if stride == Some(0) {
                return Err(p.error(codes::BAD_ATTRIBUTE, span, "a stride is not zero"));
            }
            strides.push(stride);
            Ok(())
        })?;
        let mut offset = Some(0);
        if self.eat(Tok::Comma) {
            self.expect_word("offset")?;
            self.expect(Tok::Colon, "`:`")?;
            offset = self.number_or_dynamic()?;
        }
        self.expect(Tok::Greater, "`>`")?;
        Ok(self.ir.ctx.attr(AttrKind::Strided { strides: strides.into(), offset }))
    }

    /// A number, or `?` for one that is not known (`None`).
    fn number_or_dynamic(&mut self) -> Parse<Option<i64>> {
        if self.eat(Tok::Question) { Ok(None) } else { self.signed_number().map(Some) }
    }

    /// `distinct[4]<attr>`
    fn distinct(&mut self) -> Parse<Attr> {
        self.bump();
        self.expect(Tok::LSquare, "`[`")?;
        let (span, text) = (self.token_span(), self.token_text());
        self.expect(Tok::Integer, "a number")?;
        let id = match Bits::parse(64, text) {
            Ok(id) => id.low_u64(),
            Err(_) => return Err(self.error(codes::BAD_NUMBER, span, "this number does not fit 64 bits")),
        };
        self.expect(Tok::RSquare, "`]`")?;
        self.expect(Tok::Less, "`<`")?;
        let attr = if self.at(Tok::Greater) { Attr::UNIT } else { self.attr()? };
        self.expect(Tok::Greater, "`>`")?;
        Ok(self.ir.ctx.attr(AttrKind::Distinct { id, attr }))
    }
}

fn case_list(def: &EnumDef) -> String {
    let names: Vec<_> = def.cases.iter().map(|(name, _)| format!("`{name}`")).collect();
    names.join(", ")
}

/// The number a literal stands for. Formats that hold more than `f64` are read directly and not, as in MLIR, rounded to
/// `f64` first, for what is printed of them would not come back otherwise.
fn parse_float(format: FloatFormat, text: &str) -> Option<Bits> {
    if format.width() > 64 { float::parse_decimal(format, text) } else { float::parse_literal(format, text) }
}
