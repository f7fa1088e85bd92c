//! The type of `dataflow`: a value with a tag, packed into one word.

use base::{Bits, codes};
use ir::text::type_print::write_type;
use ir::text::{Parse, Parser, Tok};
use ir::{Attr, AttrKind, Context, DialectType, Sign, Type, TypeBits, TypeKind};

/// The types.
pub static TYPES: [DialectType; 1] = [DialectType {
    name: "dataflow.tagged",
    doc: "A value with a tag of 1 to 16 bits, which tells to whom the value belongs.\n\
        Both are one word: the value in the low bits, the tag in the high ones. Its constants are lists of the two.",
    example: "!dataflow.tagged<i32, i4>",
    parse,
    print: |ctx, params, out| {
        out.push('<');
        if let Some((value, tag)) = parts(ctx, params) {
            write_type(ctx, value, out);
            out.push_str(", ");
            write_type(ctx, tag, out);
        }
        out.push('>');
    },
    bits: Some(TypeBits { width, pack, unpack }),
}];

/// `!dataflow.tagged<value, tag>`
pub fn tagged_ty(ctx: &mut Context, value: Type, tag: Type) -> Type {
    let params = [ctx.type_attr(value), ctx.type_attr(tag)].into();
    ctx.ty(TypeKind::Dialect { def: &TYPES[0], params })
}

/// The types of the value and of the tag of a tagged type.
pub fn tagged(ctx: &Context, ty: Type) -> Option<(Type, Type)> {
    match &ctx[ty] {
        TypeKind::Dialect { def, params } if *def == &TYPES[0] => parts(ctx, params),
        _ => None,
    }
}

fn parts(ctx: &Context, params: &[Attr]) -> Option<(Type, Type)> {
    match params {
        [value, tag] => match (&ctx[*value], &ctx[*tag]) {
            (AttrKind::Type(value), AttrKind::Type(tag)) => Some((*value, *tag)),
            _ => None,
        },
        _ => None,
    }
}

/// Whether a value of this type may have a tag.
fn is_value(ctx: &Context, ty: Type) -> bool {
    match ctx[ty] {
        TypeKind::Integer { width, sign: Sign::Signless } => matches!(width, 1 | 8 | 16 | 32 | 64),
        _ => [Type::BF16, Type::F16, Type::F32, Type::F64, Type::INDEX].contains(&ty),
    }
}

fn is_tag(ctx: &Context, ty: Type) -> bool {
    matches!(ctx[ty], TypeKind::Integer { width: 1..=16, sign: Sign::Signless })
}

// ----- bits -----

fn width(ctx: &Context, params: &[Attr]) -> Option<u64> {
    let (value, tag) = parts(ctx, params)?;
    Some(ctx.bit_width(value)? + ctx.bit_width(tag)?)
}

fn pack(ctx: &Context, params: &[Attr], attr: Attr) -> Option<Bits> {
    let AttrKind::Array(items) = &ctx[attr] else { return None };
    let (value, tag) = parts(ctx, params)?;
    let [low, high] = &items[..] else { return None };
    // The width of a number is not enough: `1.0 : f32` is no `i32`.
    let part =
        |attr: Attr, ty: Type| if ctx.attr_ty(attr) == Some(ty) { ctx.bits_of(attr, ty) } else { None };
    Some(Bits::concat(&part(*high, tag)?, &part(*low, value)?))
}

fn unpack(ctx: &mut Context, params: &[Attr], bits: &Bits) -> Option<Attr> {
    let (value, tag) = parts(ctx, params)?;
    let (low, high) = (ctx.scalar_width(value)?, ctx.scalar_width(tag)?);
    let items =
        [ctx.attr_of_bits(bits.extract(0, low), value)?, ctx.attr_of_bits(bits.extract(low, high), tag)?];
    Some(ctx.array_attr(&items))
}

// ----- text -----

fn parse(p: &mut Parser<'_>) -> Parse<Box<[Attr]>> {
    p.expect(Tok::Less, "`<`")?;
    let span = p.token_span();
    let value = p.nested(Parser::ty)?;
    if !is_value(&p.ir.ctx, value) {
        let message = format!(
            "a tagged value is of type i1, i8, i16, i32, i64, bf16, f16, f32, f64 or index, not `{}`",
            p.type_text(value)
        );
        let span = p.span_from(span);
        return Err(p.error(codes::TAGGED_VALUE, span, message));
    }
    p.expect(Tok::Comma, "`,` and the type of the tag")?;
    let span = p.token_span();
    let tag = p.nested(Parser::ty)?;
    if !is_tag(&p.ir.ctx, tag) {
        let message = format!("a tag is a signless integer of 1 to 16 bits, not `{}`", p.type_text(tag));
        let span = p.span_from(span);
        return Err(p.error(codes::TAGGED_TAG, span, message));
    }
    p.expect(Tok::Greater, "`>`")?;
    Ok([p.ir.ctx.type_attr(value), p.ir.ctx.type_attr(tag)].into())
}
