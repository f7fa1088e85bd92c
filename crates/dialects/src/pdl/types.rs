//! The types of `pdl`: handles to what a pattern names, and ranges of them.

use base::codes;
use ir::text::{Parse, Parser, Tok};
use ir::{Attr, AttrKind, Context, DialectType, Type, TypeKind};

/// The types.
pub static TYPES: [DialectType; 5] = [
    handle("pdl.attribute", "A handle to an attribute.", "!pdl.attribute"),
    handle("pdl.operation", "A handle to an operation.", "!pdl.operation"),
    DialectType {
        name: "pdl.range",
        doc: "Handles of one kind, any number of them.\n\
            What is inside is written without `!pdl.` and is no range itself.",
        example: "!pdl.range<value>",
        parse: parse_range,
        print: |ctx, params, out| {
            let element = params.first().and_then(|element| kind_name(ctx, type_of(ctx, *element)?));
            out.push_str(&format!("<{}>", element.unwrap_or_default()));
        },
        bits: None,
    },
    handle("pdl.type", "A handle to a type.", "!pdl.type"),
    handle("pdl.value", "A handle to a value.", "!pdl.value"),
];

pub(super) const ATTRIBUTE: usize = 0;
pub(super) const OPERATION: usize = 1;
const RANGE: usize = 2;
pub(super) const TYPE: usize = 3;
pub(super) const VALUE: usize = 4;

const fn handle(name: &'static str, doc: &'static str, example: &'static str) -> DialectType {
    DialectType { name, doc, example, parse: |_| Ok([].into()), print: |_, _, _| {}, bits: None }
}

fn plain(ctx: &mut Context, position: usize) -> Type {
    ctx.ty(TypeKind::Dialect { def: &TYPES[position], params: [].into() })
}

/// `!pdl.attribute`
pub fn attribute_ty(ctx: &mut Context) -> Type {
    plain(ctx, ATTRIBUTE)
}

/// `!pdl.operation`
pub fn operation_ty(ctx: &mut Context) -> Type {
    plain(ctx, OPERATION)
}

/// `!pdl.type`
pub fn type_ty(ctx: &mut Context) -> Type {
    plain(ctx, TYPE)
}

/// `!pdl.value`
pub fn value_ty(ctx: &mut Context) -> Type {
    plain(ctx, VALUE)
}

/// `!pdl.range<operation>`
pub fn operations_ty(ctx: &mut Context) -> Type {
    let element = operation_ty(ctx);
    range(ctx, element)
}

/// `!pdl.range<type>`
pub fn types_ty(ctx: &mut Context) -> Type {
    let element = type_ty(ctx);
    range(ctx, element)
}

/// `!pdl.range<value>`
pub fn values_ty(ctx: &mut Context) -> Type {
    let element = value_ty(ctx);
    range(ctx, element)
}

/// The range of a handle; `None` for what a range cannot hold.
pub fn range_ty(ctx: &mut Context, element: Type) -> Option<Type> {
    is_handle(ctx, element).then(|| range(ctx, element))
}

fn range(ctx: &mut Context, element: Type) -> Type {
    let params = [ctx.type_attr(element)].into();
    ctx.ty(TypeKind::Dialect { def: &TYPES[RANGE], params })
}

/// What a range holds; `None` for a type that is no range.
pub fn element_ty(ctx: &Context, ty: Type) -> Option<Type> {
    match &ctx[ty] {
        TypeKind::Dialect { def, params } if *def == &TYPES[RANGE] => type_of(ctx, *params.first()?),
        _ => None,
    }
}

/// What a range holds, or the type itself.
pub fn element_or_self(ctx: &Context, ty: Type) -> Type {
    element_ty(ctx, ty).unwrap_or(ty)
}

pub(super) fn type_of(ctx: &Context, attr: Attr) -> Option<Type> {
    if let AttrKind::Type(ty) = ctx[attr] { Some(ty) } else { None }
}

pub(super) fn position(ctx: &Context, ty: Type) -> Option<usize> {
    match &ctx[ty] {
        TypeKind::Dialect { def, .. } => TYPES.iter().position(|known| *def == known),
        _ => None,
    }
}

/// Whether a type is one of `pdl`.
pub(super) fn is_pdl(ctx: &Context, ty: Type) -> bool {
    position(ctx, ty).is_some()
}

/// Whether a type is one of `pdl` and no range.
fn is_handle(ctx: &Context, ty: Type) -> bool {
    position(ctx, ty).is_some_and(|position| position != RANGE)
}

pub(super) fn is_range_of(ctx: &Context, ty: Type, position_of_element: usize) -> bool {
    element_ty(ctx, ty).is_some_and(|element| position(ctx, element) == Some(position_of_element))
}

/// `value` for `!pdl.value`
fn kind_name(ctx: &Context, ty: Type) -> Option<&'static str> {
    TYPES[position(ctx, ty)?].name.strip_prefix("pdl.")
}

/// `<value>`
fn parse_range(p: &mut Parser<'_>) -> Parse<Box<[Attr]>> {
    p.expect(Tok::Less, "`<`")?;
    let span = p.token_span();
    let name = p.word("`attribute`, `operation`, `type` or `value`")?;
    if name == "range" {
        return Err(p.error(codes::PDL_RANGE_TYPE, span, "a range holds no ranges"));
    }
    let Some(position) = TYPES.iter().position(|def| def.name.strip_prefix("pdl.") == Some(name)) else {
        let message =
            format!("a range holds `attribute`, `operation`, `type` or `value`, and there is no `{name}`");
        return Err(p.error(codes::PDL_RANGE_TYPE, span, message));
    };
    p.expect(Tok::Greater, "`>`")?;
    let element = plain(&mut p.ir.ctx, position);
    Ok([p.ir.ctx.type_attr(element)].into())
}
