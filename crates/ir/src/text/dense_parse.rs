//! Reading lists of elements: `dense<…>`, `sparse<…>`, `array<…>` and `dense_resource<…>`.
//!
//! The type of `dense<[[1, 2], [3, 4]]> : tensor<2x2xi8>` stands after the elements, so these are kept as pieces of
//! text first. What is kept is bounded by the text that was read, never by what the type promises.

use crate::attrs::{Attr, AttrKind};
use crate::dense::{self, Layout};
use crate::text::attr_parse::Number;
use crate::text::lexer::Tok;
use crate::text::parser::{Parse, Parser};
use crate::types::{Type, TypeKind};
use base::text::counted;
use base::{Bits, Diagnostic, Span, codes};

/// One element as it is written.
enum Item<'a> {
    Number(Number<'a>),
    Bool(bool, Span),
    Text(String, Span),
}

impl Item<'_> {
    fn span(&self) -> Span {
        match self {
            Item::Number(number) => number.span,
            Item::Bool(_, span) | Item::Text(_, span) => *span,
        }
    }
}

/// Elements in nested lists, before their type is known.
struct Literal<'a> {
    /// The elements in order; a complex number is two.
    items: Vec<Item<'a>>,
    /// The lengths of the lists, outermost first.
    dims: Vec<u64>,
    /// Whether the elements are complex numbers; `None` without elements.
    complex: Option<bool>,
    span: Span,
}

impl Literal<'_> {
    /// Whether this is one element that stands for all.
    fn is_scalar(&self) -> bool {
        self.dims.is_empty() && !self.items.is_empty()
    }
}

/// A type of known sizes, taken apart.
struct Shaped {
    ty: Type,
    dims: Vec<u64>,
    /// How many elements there are.
    count: u64,
    element: Type,
    span: Span,
}

impl<'a> Parser<'a> {
    /// Reads an attribute whose type is known from elsewhere and so not written, if it is one that has a type.
    pub fn attr_of_type(&mut self, ty: Type) -> Parse<Attr> {
        match self.tok() {
            Tok::Word => match self.token_text() {
                "dense" => self.dense_elements(Some(ty)),
                "sparse" => self.sparse_elements(Some(ty)),
                "dense_resource" => self.dense_resource(Some(ty)),
                _ => self.attr(),
            },
            Tok::Integer | Tok::Float | Tok::Minus => self.number_attr(ty),
            Tok::Hash => {
                let attr = self.attr()?;
                Ok(self.with_type(attr, ty))
            }
            _ => self.attr(),
        }
    }

    /// An attribute of a dialect with a type, unless it has one already.
    fn with_type(&mut self, attr: Attr, wanted: Type) -> Attr {
        let mut kind = self.ir.ctx[attr].clone();
        match &mut kind {
            AttrKind::Dialect { ty, .. } | AttrKind::Opaque { ty, .. } if *ty == Type::NONE => *ty = wanted,
            _ => return attr,
        }
        self.ir.ctx.attr(kind)
    }

    /// `dense<…> : type`; the type is not written when it is known.
    pub(super) fn dense_elements(&mut self, known: Option<Type>) -> Parse<Attr> {
        self.bump();
        self.expect(Tok::Less, "`<`")?;
        let literal = self.element_lists()?;
        self.expect(Tok::Greater, "`>`")?;
        let shaped = self.shaped_type(known)?;
        self.elements_of(literal, &shaped)
    }

    /// `sparse<indices, values> : type`; the type is not written when it is known.
    pub(super) fn sparse_elements(&mut self, known: Option<Type>) -> Parse<Attr> {
        let start = self.token_span();
        self.bump();
        self.expect(Tok::Less, "`<`")?;
        let mut indices = self.element_lists()?;
        let values = if self.eat(Tok::Comma) { Some(self.element_lists()?) } else { None };
        self.expect(Tok::Greater, if values.is_some() { "`>`" } else { "`,` and the values" })?;
        let span = self.span_from(start);
        let shaped = self.shaped_type(known)?;
        let rank = shaped.dims.len() as u64;
        let Some(values) = values else {
            if !indices.items.is_empty() || !indices.dims.is_empty() {
                return Err(self.error(codes::BAD_ATTRIBUTE, span, "a sparse list has indices and values"));
            }
            let indices = self.elements(&[0, rank], Type::I64, Vec::new());
            let values = self.elements(&[0], shaped.element, Vec::new());
            return Ok(self.ir.ctx.attr(AttrKind::Sparse { ty: shaped.ty, indices, values }));
        };
        // With one dimension an index need not be a list of its own.
        if rank == 1 && indices.dims.len() == 1 {
            indices.dims.push(1);
        }
        let index_dims = if indices.is_scalar() { vec![1, rank] } else { indices.dims.clone() };
        let value_dims = if values.is_scalar() { index_dims[..1].to_vec() } else { values.dims.clone() };
        let fits =
            matches!(index_dims[..], [count, width] if rank > 0 && width == rank && value_dims == [count]);
        if !fits {
            let message = format!("each value needs {}, in a list of its own", counted(rank, "index"));
            return Err(self.error(codes::BAD_ATTRIBUTE, span, message));
        }
        let indices = self.sized_elements(indices, &index_dims, Type::I64)?;
        let values = self.sized_elements(values, &value_dims, shaped.element)?;
        self.check_indices(indices, &shaped, span)?;
        Ok(self.ir.ctx.attr(AttrKind::Sparse { ty: shaped.ty, indices, values }))
    }

    fn check_indices(&mut self, indices: Attr, shaped: &Shaped, span: Span) -> Parse<()> {
        let inside = match dense::elements(&self.ir.ctx, indices) {
            Some(mut indices) => {
                // The indices are a multiple of the rank: the sizes come round once for each value.
                let mut sizes = shaped.dims.iter().cycle();
                indices.all(|index| sizes.next().is_some_and(|size| index.low_u64() < *size))
            }
            None => false,
        };
        if inside {
            Ok(())
        } else {
            Err(self.error(codes::BAD_ATTRIBUTE, span, "an index lies outside of the shape"))
        }
    }

    /// `array<i32: 1, 2>`
    pub(super) fn dense_array(&mut self) -> Parse<Attr> {
        self.bump();
        self.expect(Tok::Less, "`<`")?;
        let span = self.token_span();
        let element = self.ty()?;
        let span = self.span_from(span);
        let whole_bytes = match &self.ir.ctx[element] {
            TypeKind::Integer { width, .. } => *width == 1 || (*width != 0 && width.is_multiple_of(8)),
            TypeKind::Float(format) => format.width().is_multiple_of(8),
            _ => false,
        };
        if !whole_bytes {
            let message = "the elements of an array are `i1`, or integers or floats of whole bytes";
            return Err(self.error(codes::BAD_ATTRIBUTE, span, message));
        }
        let mut data = Vec::new();
        if self.eat(Tok::Colon) {
            loop {
                let item = self.scalar_item()?;
                let bits = self.item_bits(&item, element)?;
                dense::pack(&bits, &mut data);
                if !self.eat(Tok::Comma) {
                    break;
                }
            }
        }
        self.expect(Tok::Greater, "`,` or `>`")?;
        Ok(self.ir.ctx.attr(AttrKind::DenseArray { element, data: data.into() }))
    }

    /// `dense_resource<key> : type`; the type is not written when it is known.
    pub(super) fn dense_resource(&mut self, known: Option<Type>) -> Parse<Attr> {
        self.bump();
        self.expect(Tok::Less, "`<`")?;
        let key = self.word("the key of a resource")?;
        self.expect(Tok::Greater, "`>`")?;
        let span = self.token_span();
        let ty = self.known_or_written(known)?;
        let element = self.ir.ctx.element_ty(ty);
        if element == ty {
            let span = self.span_from(span);
            return Err(self.error(
                codes::BAD_ATTRIBUTE,
                span,
                "a resource has a tensor, vector or memref type",
            ));
        }
        let key = self.ir.ctx.str(key);
        Ok(self.ir.ctx.attr(AttrKind::DenseResource { key, ty }))
    }

    // ----- literals -----

    /// Elements up to `>` or, in `sparse`, `,`; possibly none.
    fn element_lists(&mut self) -> Parse<Literal<'a>> {
        let start = self.token_span();
        let mut literal = Literal { items: Vec::new(), dims: Vec::new(), complex: None, span: start };
        if !self.at(Tok::Greater) {
            literal.dims = self.literal_part(&mut literal)?;
        }
        literal.span = self.span_from(start);
        Ok(literal)
    }

    /// A list or an element; gives the lengths of the lists in it.
    fn literal_part(&mut self, literal: &mut Literal<'a>) -> Parse<Vec<u64>> {
        if !self.at(Tok::LSquare) {
            return self.literal_item(literal).map(|()| Vec::new());
        }
        self.nested(|p| {
            let (mut count, mut inner) = (0u64, None);
            p.list(Tok::LSquare, Tok::RSquare, |p| {
                let span = p.token_span();
                let dims = p.literal_part(literal)?;
                count += 1;
                if *inner.get_or_insert_with(|| dims.clone()) != dims {
                    let span = p.span_from(span);
                    return Err(p.error(
                        codes::BAD_ATTRIBUTE,
                        span,
                        "the lists on one level have different lengths",
                    ));
                }
                Ok(())
            })?;
            let mut dims = inner.unwrap_or_default();
            dims.insert(0, count);
            Ok(dims)
        })
    }

    /// An element: one value, or `(1.0, 2.0)`
    fn literal_item(&mut self, literal: &mut Literal<'a>) -> Parse<()> {
        let (span, complex) = (self.token_span(), self.eat(Tok::LParen));
        let item = self.scalar_item()?;
        literal.items.push(item);
        if complex {
            self.expect(Tok::Comma, "`,` and the imaginary part")?;
            let item = self.scalar_item()?;
            literal.items.push(item);
            self.expect(Tok::RParen, "`)`")?;
        }
        if *literal.complex.get_or_insert(complex) != complex {
            let span = self.span_from(span);
            return Err(self.error(
                codes::BAD_ATTRIBUTE,
                span,
                "complex and other numbers stand in one list",
            ));
        }
        Ok(())
    }

    fn scalar_item(&mut self) -> Parse<Item<'a>> {
        let span = self.token_span();
        match self.tok() {
            Tok::Word if matches!(self.token_text(), "true" | "false") => {
                let value = self.token_text() == "true";
                self.bump();
                Ok(Item::Bool(value, span))
            }
            Tok::Text => Ok(Item::Text(self.string()?, span)),
            Tok::Integer | Tok::Float | Tok::Minus => self.number().map(Item::Number),
            _ => Err(self.unexpected("an element")),
        }
    }

    fn item_bits(&mut self, item: &Item<'a>, ty: Type) -> Parse<Bits> {
        let message = match item {
            Item::Number(number) => return self.number_bits(*number, ty),
            Item::Bool(value, _) if ty == Type::I1 => return Ok(Bits::from_bool(*value)),
            Item::Bool(..) => "`true` and `false` are of type `i1`",
            Item::Text(..) => "a string is no number",
        };
        Err(self.error(codes::BAD_ATTRIBUTE, item.span(), message))
    }

    // ----- with the type -----

    /// `: type` of known sizes
    fn known_or_written(&mut self, known: Option<Type>) -> Parse<Type> {
        known.map_or_else(|| self.colon_type(), Ok)
    }

    fn shaped_type(&mut self, known: Option<Type>) -> Parse<Shaped> {
        let start = self.token_span();
        let ty = self.known_or_written(known)?;
        let span = self.span_from(start);
        let element = self.ir.ctx.element_ty(ty);
        let Some(dims) = dense::dims(&self.ir.ctx, ty) else {
            let message =
                format!("`{}` is not a tensor, vector or memref of known sizes", self.type_text(ty));
            return Err(self.error(codes::BAD_ATTRIBUTE, span, message));
        };
        let Some(count) = dense::count(&dims) else {
            return Err(self.error(codes::BAD_NUMBER, span, "this type has too many elements"));
        };
        Ok(Shaped { ty, dims, count, element, span })
    }

    /// The elements of a literal as a tensor of these sizes.
    fn sized_elements(&mut self, literal: Literal<'a>, dims: &[u64], element: Type) -> Parse<Attr> {
        let span = literal.span;
        let ty = self.tensor_of(dims, element);
        let Some(count) = dense::count(dims) else {
            return Err(self.error(codes::BAD_NUMBER, span, "these are too many elements"));
        };
        self.elements_of(literal, &Shaped { ty, dims: dims.to_vec(), count, element, span })
    }

    fn elements(&mut self, dims: &[u64], element: Type, data: Vec<u8>) -> Attr {
        let ty = self.tensor_of(dims, element);
        self.ir.ctx.attr(AttrKind::Dense { ty, splat: false, data: data.into() })
    }

    fn tensor_of(&mut self, dims: &[u64], element: Type) -> Type {
        let shape = dims.iter().map(|size| Some(*size)).collect();
        self.ir.ctx.ty(TypeKind::Tensor { shape, element, encoding: None })
    }

    fn elements_of(&mut self, literal: Literal<'a>, shaped: &Shaped) -> Parse<Attr> {
        let Some(layout) = Layout::of(&self.ir.ctx, shaped.element) else {
            return self.strings_of(literal, shaped);
        };
        if let [Item::Text(text, span)] = &literal.items[..]
            && literal.dims.is_empty()
        {
            return self.hex_elements(text, *span, layout, shaped);
        }
        self.check_dims(&literal, shaped)?;
        if literal.complex.is_some_and(|complex| complex != (layout.parts == 2)) {
            let message = format!("these are not elements of type `{}`", self.type_text(shaped.element));
            return Err(self.error(codes::BAD_ATTRIBUTE, literal.span, message));
        }
        let part = match self.ir.ctx[shaped.element] {
            TypeKind::Complex(part) => part,
            _ => shaped.element,
        };
        let mut data = Vec::with_capacity(literal.items.len() * layout.part_bytes());
        for item in &literal.items {
            let bits = self.item_bits(item, part)?;
            dense::pack(&bits, &mut data);
        }
        Ok(dense::from_data(&mut self.ir.ctx, shaped.ty, literal.is_scalar(), data))
    }

    /// A list must have the sizes of the type; one element serves for all.
    fn check_dims(&mut self, literal: &Literal<'a>, shaped: &Shaped) -> Parse<()> {
        let fits = if literal.items.is_empty() && literal.dims.is_empty() {
            shaped.count == 0
        } else {
            literal.is_scalar() || literal.dims == shaped.dims
        };
        if fits {
            return Ok(());
        }
        let list = |dims: &[u64]| dims.iter().map(u64::to_string).collect::<Vec<_>>().join("x");
        let message = if literal.items.is_empty() {
            "there are no elements, but the type has some".to_string()
        } else {
            let wanted = if shaped.dims.is_empty() { "one element".to_string() } else { list(&shaped.dims) };
            format!("the lists are {}, but the type has {wanted}", list(&literal.dims))
        };
        let diagnostic = Diagnostic::error(codes::BAD_ATTRIBUTE, literal.span, message)
            .label(shaped.span, "the type of the elements");
        Err(self.report(diagnostic))
    }

    fn strings_of(&mut self, literal: Literal<'a>, shaped: &Shaped) -> Parse<Attr> {
        self.check_dims(&literal, shaped)?;
        let scalar = literal.is_scalar();
        let mut values = Vec::with_capacity(literal.items.len());
        for item in &literal.items {
            let Item::Text(text, _) = item else {
                let message =
                    format!("an element of type `{}` is written as a string", self.type_text(shaped.element));
                return Err(self.error(codes::BAD_ATTRIBUTE, item.span(), message));
            };
            values.push(self.ir.ctx.str(text));
        }
        let splat = scalar || (!values.is_empty() && values.iter().all(|value| *value == values[0]));
        if splat {
            values.truncate(1);
        }
        Ok(self.ir.ctx.attr(AttrKind::DenseStrings { ty: shaped.ty, splat, values: values.into() }))
    }

    /// `dense<"0x…">`: the bytes of all elements, or of one that stands for all.
    fn hex_elements(&mut self, text: &str, span: Span, layout: Layout, shaped: &Shaped) -> Parse<Attr> {
        let Some(bytes) = text.strip_prefix("0x").and_then(hex_bytes) else {
            let message = "numbers in a string are an even number of hexadecimal digits after `0x`";
            return Err(self.error(codes::BAD_ATTRIBUTE, span, message));
        };
        let Some((splat, data)) = dense::from_raw(layout, shaped.count, &bytes) else {
            let message = format!(
                "{} cannot be the elements of `{}`",
                counted(bytes.len(), "byte"),
                self.type_text(shaped.ty)
            );
            return Err(self.error(codes::BAD_ATTRIBUTE, span, message));
        };
        Ok(dense::from_data(&mut self.ir.ctx, shaped.ty, splat, data))
    }
}

fn hex_bytes(digits: &str) -> Option<Vec<u8>> {
    if !digits.len().is_multiple_of(2) {
        return None;
    }
    let digit = |byte: u8| char::from(byte).to_digit(16);
    digits
        .as_bytes()
        .chunks_exact(2)
        .map(|pair| Some((digit(pair[0])? << 4 | digit(pair[1])?) as u8))
        .collect()
}
