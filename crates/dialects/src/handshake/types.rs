//! The types of `handshake`: channels, with data and without, and how they are written.
//!
//! The parameters of a type are attributes: the type of the data, if there are any, then a name, a type and a direction for each
//! extra signal. Inside of operations the name of the type is left out: `<i32>` is `!handshake.channel<i32>`, and `<>` is
//! `!handshake.control<>`. A plain type stands there as it always does.

use crate::dataflow;
use base::codes;
use ir::constraints::TypeConstraint;
use ir::text::attr_print::write_word;
use ir::text::type_print::{type_text, write_type};
use ir::text::{Parse, Parser, Printer, Tok};
use ir::{Attr, AttrKind, Context, DialectType, Type, TypeKind};

/// The types, in the order of the positions below.
pub static TYPES: [DialectType; 2] = [
    DialectType {
        name: "handshake.channel",
        doc: "A channel: tokens with data, a valid that goes along with them and a ready that comes back.\n\
            The data are an integer, a float or a tagged value. Extra signals go along with the data, or back where `(U)` says so; they are kept.",
        example: "!handshake.channel<i32, [spec: i1, credit: i4 (U)]>",
        parse: parse_channel,
        print: |ctx, params, out| print_params(ctx, params, true, out),
        bits: None,
    },
    DialectType {
        name: "handshake.control",
        doc: "A channel without data: a token says only that something has happened.",
        example: "!handshake.control<>",
        parse: parse_control,
        print: |ctx, params, out| print_params(ctx, params, false, out),
        bits: None,
    },
];

const CHANNEL: usize = 0;
const CONTROL: usize = 1;

fn params_of(ctx: &Context, ty: Type, position: usize) -> Option<&[Attr]> {
    match &ctx[ty] {
        TypeKind::Dialect { def, params } if *def == &TYPES[position] => Some(params),
        _ => None,
    }
}

fn type_of(ctx: &Context, attr: Attr) -> Type {
    match ctx[attr] {
        AttrKind::Type(ty) => ty,
        _ => Type::NONE,
    }
}

// ----- making and taking apart -----

/// `!handshake.channel<T>`
pub fn channel_ty(ctx: &mut Context, data: Type) -> Type {
    let data = ctx.type_attr(data);
    ctx.ty(TypeKind::Dialect { def: &TYPES[CHANNEL], params: [data].into() })
}

/// `!handshake.control<>`
pub fn control_ty(ctx: &mut Context) -> Type {
    ctx.ty(TypeKind::Dialect { def: &TYPES[CONTROL], params: Box::new([]) })
}

/// The channel of a plain type: `none` has no data. A channel stays what it is.
pub fn lift(ctx: &mut Context, ty: Type) -> Type {
    if is_channel(ctx, ty) {
        return ty;
    }
    if ty == Type::NONE { control_ty(ctx) } else { channel_ty(ctx, ty) }
}

/// A type like another, plain or a channel with the same extra signals, that carries other data.
pub fn with_data(ctx: &mut Context, like: Type, data: Type) -> Type {
    let Some(extra) = extra_signals(ctx, like).map(<[Attr]>::to_vec) else { return data };
    let params = std::iter::once(ctx.type_attr(data)).chain(extra).collect();
    ctx.ty(TypeKind::Dialect { def: &TYPES[CHANNEL], params })
}

/// Whether a type is a channel, with data or without.
pub fn is_channel(ctx: &Context, ty: Type) -> bool {
    params_of(ctx, ty, CHANNEL).is_some() || is_control_channel(ctx, ty)
}

fn is_control_channel(ctx: &Context, ty: Type) -> bool {
    params_of(ctx, ty, CONTROL).is_some()
}

/// Whether a value of the type is a token without data: `none` or `!handshake.control<>`.
pub fn is_token(ctx: &Context, ty: Type) -> bool {
    ty == Type::NONE || is_control_channel(ctx, ty)
}

/// The type of the data that a token carries, on either level; `None` for a token without data.
pub fn data_ty(ctx: &Context, ty: Type) -> Option<Type> {
    match params_of(ctx, ty, CHANNEL) {
        Some(params) => params.first().map(|data| type_of(ctx, *data)),
        None => (!is_token(ctx, ty)).then_some(ty),
    }
}

/// Whether a channel has signals besides data, valid and ready.
pub fn has_extra_signals(ctx: &Context, ty: Type) -> bool {
    extra_signals(ctx, ty).is_some_and(|extra| !extra.is_empty())
}

/// The parameters for the extra signals of a channel, three each.
fn extra_signals(ctx: &Context, ty: Type) -> Option<&[Attr]> {
    params_of(ctx, ty, CHANNEL).map(|params| &params[1..]).or_else(|| params_of(ctx, ty, CONTROL))
}

/// The bits of a token's data, 0 where there are none; an `index` has `index_bits`. `None` for types that are no bits.
pub fn payload_width(ctx: &Context, ty: Type, index_bits: u32) -> Option<u32> {
    let Some(data) = data_ty(ctx, ty) else { return Some(0) };
    if data == Type::INDEX {
        return Some(index_bits);
    }
    if let Some((value, tag)) = dataflow::tagged(ctx, data) {
        return payload_width(ctx, value, index_bits)?.checked_add(ctx.scalar_width(tag)?);
    }
    u32::try_from(ctx.bit_width(data)?).ok()
}

/// Whether tokens may carry values of a type: integers of at least one bit, floats, and tagged values of them.
fn is_data(ctx: &Context, ty: Type) -> bool {
    match ctx[ty] {
        TypeKind::Integer { width, .. } => width > 0,
        TypeKind::Float(_) => true,
        _ => dataflow::tagged(ctx, ty).is_some_and(|(value, _)| value != Type::INDEX),
    }
}

/// Whether a stream may carry values of a plain type: those of channels, `index` and tagged ones of it.
fn is_plain_data(ctx: &Context, ty: Type) -> bool {
    ty == Type::INDEX || is_data(ctx, ty) || dataflow::tagged(ctx, ty).is_some()
}

/// Whether a type is that of tokens with data, on either level.
pub fn is_data_stream(ctx: &Context, ty: Type) -> bool {
    match params_of(ctx, ty, CHANNEL) {
        Some(_) => data_ty(ctx, ty).is_some_and(|data| is_data(ctx, data)),
        None => is_plain_data(ctx, ty),
    }
}

// ----- constraints -----

/// A channel or a plain type that a stream carries, with data or without.
pub const STREAM: TypeConstraint = TypeConstraint {
    what: "a channel, or `none`, an integer, an index, a float or a tagged value",
    test: |c, t| is_token(c, t) || is_data_stream(c, t),
    exact: None,
};

/// As [`STREAM`], with data.
pub const DATA_STREAM: TypeConstraint = TypeConstraint {
    what: "a channel with data, or an integer, an index, a float or a tagged value",
    test: is_data_stream,
    exact: None,
};

/// As [`STREAM`], without data.
pub const TOKEN: TypeConstraint =
    TypeConstraint { what: "`!handshake.control` or `none`", test: is_token, exact: None };

fn channel_of(ctx: &Context, ty: Type, test: fn(&TypeKind) -> bool) -> bool {
    params_of(ctx, ty, CHANNEL).is_some() && data_ty(ctx, ty).is_some_and(|data| test(&ctx[data]))
}

/// A channel of integers.
pub const INT_CHANNEL: TypeConstraint = TypeConstraint {
    what: "a channel of integers",
    test: |c, t| channel_of(c, t, |kind| matches!(kind, TypeKind::Integer { width: 1.., .. })),
    exact: None,
};

/// A channel of floats.
pub const FLOAT_CHANNEL: TypeConstraint = TypeConstraint {
    what: "a channel of floats",
    test: |c, t| channel_of(c, t, |kind| matches!(kind, TypeKind::Float(_))),
    exact: None,
};

/// A channel with data.
pub const DATA_CHANNEL: TypeConstraint = TypeConstraint {
    what: "a channel with data",
    test: |c, t| params_of(c, t, CHANNEL).is_some() && is_data_stream(c, t),
    exact: None,
};

// ----- text -----

fn parse_channel(p: &mut Parser<'_>) -> Parse<Box<[Attr]>> {
    p.expect(Tok::Less, "`<`")?;
    let mut params = Vec::new();
    parse_data(p, &mut params)?;
    p.expect(Tok::Greater, "`>`")?;
    Ok(params.into())
}

/// The type of the data, and the extra signals after a comma.
fn parse_data(p: &mut Parser<'_>, params: &mut Vec<Attr>) -> Parse<()> {
    let span = p.token_span();
    let data = p.nested(Parser::ty)?;
    if !is_data(&p.ir.ctx, data) {
        let message = format!(
            "the data of a channel are an integer of at least one bit, a float or a tagged value of these, not `{}`",
            p.type_text(data)
        );
        let span = p.span_from(span);
        return Err(p.error(codes::CHANNEL_DATA, span, message));
    }
    params.push(p.ir.ctx.type_attr(data));
    if p.eat(Tok::Comma) { parse_extra_signals(p, params) } else { Ok(()) }
}

fn parse_control(p: &mut Parser<'_>) -> Parse<Box<[Attr]>> {
    p.expect(Tok::Less, "`<`")?;
    let mut params = Vec::new();
    if p.at(Tok::LSquare) {
        parse_extra_signals(p, &mut params)?;
    }
    p.expect(Tok::Greater, "`>`")?;
    Ok(params.into())
}

/// `[spec: i1, credit: i4 (U)]`
fn parse_extra_signals(p: &mut Parser<'_>, params: &mut Vec<Attr>) -> Parse<()> {
    let mut names: Vec<Attr> = Vec::new();
    p.list(Tok::LSquare, Tok::RSquare, |p| {
        let span = p.token_span();
        let name = p.word("the name of a signal")?;
        if name == "valid" || name == "ready" || name.contains(['.', '$']) {
            let message = format!("an extra signal cannot be called `{name}`");
            return Err(p.error(codes::CHANNEL_DATA, span, message));
        }
        let name = p.ir.ctx.str_attr(name);
        if names.contains(&name) {
            return Err(p.error(codes::CHANNEL_DATA, span, "two extra signals have one name"));
        }
        names.push(name);
        p.expect(Tok::Colon, "`:` and a type")?;
        let span = p.token_span();
        let ty = p.nested(Parser::ty)?;
        if !matches!(p.ir.ctx[ty], TypeKind::Integer { .. } | TypeKind::Float(_)) {
            let message = format!("an extra signal is an integer or a float, not `{}`", p.type_text(ty));
            let span = p.span_from(span);
            return Err(p.error(codes::CHANNEL_DATA, span, message));
        }
        let goes_back = p.eat(Tok::LParen);
        if goes_back {
            p.expect_word("U")?;
            p.expect(Tok::RParen, "`)`")?;
        }
        params.extend([name, p.ir.ctx.type_attr(ty), p.ir.ctx.bool_attr(goes_back)]);
        Ok(())
    })
}

fn print_params(ctx: &Context, params: &[Attr], has_data: bool, out: &mut String) {
    out.push('<');
    let (data, extra) = params.split_at(usize::from(has_data && !params.is_empty()));
    if let Some(data) = data.first() {
        write_type(ctx, type_of(ctx, *data), out);
    }
    for (i, signal) in extra.chunks_exact(3).enumerate() {
        out.push_str(match (i, has_data) {
            (0, true) => ", [",
            (0, false) => "[",
            _ => ", ",
        });
        write_word(ctx.str_value(signal[0]).unwrap_or(""), out);
        out.push_str(": ");
        write_type(ctx, type_of(ctx, signal[1]), out);
        if signal[2] == Attr::TRUE {
            out.push_str(" (U)");
        }
    }
    if !extra.is_empty() {
        out.push(']');
    }
    out.push('>');
}

/// A type as operations write it: `<i32>`, `<>`, or any type in full.
pub fn parse_ty(p: &mut Parser<'_>) -> Parse<Type> {
    if !p.at(Tok::Less) {
        return p.ty();
    }
    p.nested(|p| {
        p.bump();
        let mut params = Vec::new();
        let position = match p.tok() {
            Tok::Greater => CONTROL,
            Tok::LSquare => {
                parse_extra_signals(p, &mut params)?;
                CONTROL
            }
            _ => {
                parse_data(p, &mut params)?;
                CHANNEL
            }
        };
        p.expect(Tok::Greater, "`>`")?;
        Ok(p.ir.ctx.ty(TypeKind::Dialect { def: &TYPES[position], params: params.into() }))
    })
}

/// The inverse of [`parse_ty`].
pub fn short_text(ctx: &Context, ty: Type) -> String {
    match &ctx[ty] {
        TypeKind::Dialect { def, params } if TYPES.contains(def) => {
            let mut text = String::new();
            print_params(ctx, params, *def == &TYPES[CHANNEL], &mut text);
            text
        }
        _ => type_text(ctx, ty),
    }
}

/// `<i32>, <>, i1`: at least one.
pub fn parse_types(p: &mut Parser<'_>) -> Parse<Vec<Type>> {
    let mut types = vec![parse_ty(p)?];
    while p.eat(Tok::Comma) {
        types.push(parse_ty(p)?);
    }
    Ok(types)
}

/// Prints a type as [`parse_ty`] reads it.
pub fn print_ty(p: &mut Printer<'_>, ty: Type) {
    let text = short_text(&p.ir.ctx, ty);
    p.text(&text);
}

/// Prints types with commas between them.
pub fn print_types(p: &mut Printer<'_>, types: impl IntoIterator<Item = Type>) {
    for (i, ty) in types.into_iter().enumerate() {
        p.comma(i);
        print_ty(p, ty);
    }
}
