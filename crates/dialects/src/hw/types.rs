//! The types of `hw`: arrays, structs and the types of modules; how each is text, and how its values are bits.
//!
//! A type's parameters are attributes: of an array its size and its element, of a struct a name and a type for each field, of
//! a module a direction, a name and a type for each port. Inside of `array` and `inout` CIRCT leaves the `!hw.` of a type
//! out (`!hw.array<2xarray<4xi8>>`), and nowhere else.

use super::module::Dir;
use base::{Bits, Str, codes};
use ir::text::attr_print::write_word;
use ir::text::type_print::write_type;
use ir::text::{Parse, Parser, Tok};
use ir::{Attr, AttrKind, Context, DialectType, Type, TypeBits, TypeKind};
use rustc_hash::FxHashSet;

/// The types, in the order of the positions below.
pub static TYPES: [DialectType; 4] = [
    DialectType {
        name: "hw.array",
        doc: "An array of a fixed number of elements, at least one. Element 0 is in the lowest bits.",
        example: "!hw.array<4xi8>",
        parse: parse_array,
        print: print_array,
        bits: Some(TypeBits { width: array_width, pack: pack_array, unpack: unpack_array }),
    },
    DialectType {
        name: "hw.struct",
        doc: "Fields with names. The first field is in the highest bits.",
        example: "!hw.struct<x: i8, y: i3>",
        parse: parse_struct,
        print: print_struct,
        bits: Some(TypeBits { width: struct_width, pack: pack_struct, unpack: unpack_struct }),
    },
    DialectType {
        name: "hw.modty",
        doc: "The ports of a module: a direction, a name and a type each.",
        example: "!hw.modty<input a : i8, output b : i8>",
        parse: parse_module,
        print: print_module,
        bits: None,
    },
    DialectType {
        name: "hw.inout",
        doc: "What an `inout` port is inside of its module: a wire that this module and those around it may drive. It can be\n\
            handed on to `inout` ports of instances and has no value to compute with, so the simulator and the writer of\n\
            SystemVerilog refuse a module with such a port.",
        example: "!hw.inout<i8>",
        parse: parse_inout,
        print: print_inout,
        bits: None,
    },
];

const ARRAY: usize = 0;
const STRUCT: usize = 1;
const MODULE: usize = 2;
const INOUT: usize = 3;

fn dialect_ty(ctx: &mut Context, position: usize, params: Vec<Attr>) -> Type {
    ctx.ty(TypeKind::Dialect { def: &TYPES[position], params: params.into() })
}

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

fn str_of(ctx: &Context, attr: Attr) -> Str {
    match ctx[attr] {
        AttrKind::String { value, .. } => value,
        _ => unreachable!("the names in types are strings"),
    }
}

fn name_attr(ctx: &mut Context, value: Str) -> Attr {
    ctx.attr(AttrKind::String { value, ty: Type::NONE })
}

// ----- making and taking apart -----

/// `!hw.array<SIZExELEMENT>`
pub fn array_ty(ctx: &mut Context, size: u64, element: Type) -> Type {
    let size = ctx.int_attr(size as i64, Type::I64);
    let element = ctx.type_attr(element);
    dialect_ty(ctx, ARRAY, vec![size, element])
}

/// The size and the element type of an array.
pub fn array(ctx: &Context, ty: Type) -> Option<(u64, Type)> {
    params_of(ctx, ty, ARRAY).map(|params| array_parts(ctx, params))
}

fn array_parts(ctx: &Context, params: &[Attr]) -> (u64, Type) {
    (ctx.int_value(params[0]).unwrap_or(0) as u64, type_of(ctx, params[1]))
}

/// `!hw.struct<name: type, …>`
pub fn struct_ty(ctx: &mut Context, fields: &[(Str, Type)]) -> Type {
    let mut params = Vec::with_capacity(2 * fields.len());
    for (name, ty) in fields {
        params.push(name_attr(ctx, *name));
        params.push(ctx.type_attr(*ty));
    }
    dialect_ty(ctx, STRUCT, params)
}

/// The names and types of a struct's fields, the highest first.
pub fn fields(ctx: &Context, ty: Type) -> Option<Vec<(Str, Type)>> {
    params_of(ctx, ty, STRUCT).map(|params| struct_parts(ctx, params).collect())
}

fn struct_parts<'a>(ctx: &'a Context, params: &'a [Attr]) -> impl Iterator<Item = (Str, Type)> + 'a {
    params.chunks_exact(2).map(|field| (str_of(ctx, field[0]), type_of(ctx, field[1])))
}

/// `!hw.modty<input name : type, …>`
pub fn module_ty(ctx: &mut Context, ports: &[(Dir, Str, Type)]) -> Type {
    let mut params = Vec::with_capacity(3 * ports.len());
    for (dir, name, ty) in ports {
        params.push(ctx.str_attr(dir.in_type()));
        params.push(name_attr(ctx, *name));
        params.push(ctx.type_attr(*ty));
    }
    dialect_ty(ctx, MODULE, params)
}

/// The directions, names and types of a module type's ports.
pub fn module_ports(ctx: &Context, ty: Type) -> Option<Vec<(Dir, Str, Type)>> {
    let params = params_of(ctx, ty, MODULE)?;
    let port = |port: &[Attr]| {
        let dir = ctx.str_value(port[0]).and_then(Dir::from_type).unwrap_or(Dir::In);
        (dir, str_of(ctx, port[1]), type_of(ctx, port[2]))
    };
    Some(params.chunks_exact(3).map(port).collect())
}

/// `!hw.inout<TYPE>`
pub fn inout_ty(ctx: &mut Context, inside: Type) -> Type {
    let inside = ctx.type_attr(inside);
    dialect_ty(ctx, INOUT, vec![inside])
}

/// Bits of a value that circuits compute with: a signless integer, an array, a struct, a clock. `None` for other types, and
/// for more bits than can be counted.
pub fn width(ctx: &Context, ty: Type) -> Option<u64> {
    match ctx[ty] {
        TypeKind::Integer { sign: ir::Sign::Signless, .. } | TypeKind::Dialect { .. } => ctx.bit_width(ty),
        _ => None,
    }
}

/// The widest value that circuits are executed with: some operations take time in the square of the width.
pub const MAX_WIDTH: u32 = 1 << 20;

/// Bits of the index of an array: enough to name every element.
pub fn index_width(size: u64) -> u32 {
    size.checked_sub(1).map_or(0, |last| 64 - last.leading_zeros())
}

// ----- bits -----

fn array_width(ctx: &Context, params: &[Attr]) -> Option<u64> {
    let (size, element) = array_parts(ctx, params);
    width(ctx, element)?.checked_mul(size)
}

fn struct_width(ctx: &Context, params: &[Attr]) -> Option<u64> {
    struct_parts(ctx, params).try_fold(0u64, |sum, (_, ty)| sum.checked_add(width(ctx, ty)?))
}

/// Parts one after the other, the first in the highest bits; `None` when one is missing or they are more bits than a vector has.
fn join(width: u64, parts: impl Iterator<Item = Option<Bits>>) -> Option<Bits> {
    if width > u64::from(base::bits::MAX_WIDTH) {
        return None;
    }
    let parts: Vec<Bits> = parts.collect::<Option<_>>()?;
    Some(Bits::concat_all(&parts))
}

fn pack_array(ctx: &Context, params: &[Attr], attr: Attr) -> Option<Bits> {
    let AttrKind::Array(items) = &ctx[attr] else { return None };
    let (size, element) = array_parts(ctx, params);
    if items.len() as u64 != size {
        return None;
    }
    join(array_width(ctx, params)?, items.iter().map(|item| ctx.bits_of(*item, element)))
}

fn pack_struct(ctx: &Context, params: &[Attr], attr: Attr) -> Option<Bits> {
    let AttrKind::Array(items) = &ctx[attr] else { return None };
    if 2 * items.len() != params.len() {
        return None;
    }
    let fields = struct_parts(ctx, params).zip(items);
    join(struct_width(ctx, params)?, fields.map(|((_, ty), item)| ctx.bits_of(*item, ty)))
}

/// The constants of these types that bits are made of, the first in the highest.
fn split(ctx: &mut Context, types: impl Iterator<Item = Type>, bits: &Bits) -> Option<Attr> {
    let mut top = bits.width();
    let mut items = Vec::new();
    for ty in types {
        let part = u32::try_from(width(ctx, ty)?).ok()?;
        top = top.checked_sub(part)?;
        items.push(ctx.attr_of_bits(bits.extract(top, part), ty)?);
    }
    Some(ctx.array_attr(&items))
}

fn unpack_array(ctx: &mut Context, params: &[Attr], bits: &Bits) -> Option<Attr> {
    let (size, element) = array_parts(ctx, params);
    // Without bits there is no bound on the number of elements.
    if size > u64::from(bits.width()) {
        return None;
    }
    split(ctx, (0..size).map(|_| element), bits)
}

fn unpack_struct(ctx: &mut Context, params: &[Attr], bits: &Bits) -> Option<Attr> {
    let types: Vec<Type> = struct_parts(ctx, params).map(|(_, ty)| ty).collect();
    split(ctx, types.into_iter(), bits)
}

// ----- text -----

/// A type, of which the `!hw.` may be left out.
fn inner_type(p: &mut Parser<'_>) -> Parse<Type> {
    let short = |def: &&DialectType| p.at_word(&def.name["hw.".len()..]);
    let Some(def) = TYPES.iter().find(short) else { return p.ty() };
    p.nested(|p| {
        p.bump();
        let params = (def.parse)(p)?;
        Ok(p.ir.ctx.ty(TypeKind::Dialect { def, params }))
    })
}

fn write_inner(ctx: &Context, ty: Type, out: &mut String) {
    let start = out.len();
    write_type(ctx, ty, out);
    if out[start..].starts_with("!hw.") {
        out.replace_range(start..start + "!hw.".len(), "");
    }
}

fn parse_array(p: &mut Parser<'_>) -> Parse<Box<[Attr]>> {
    p.expect(Tok::Less, "`<`")?;
    let span = p.token_span();
    let size = p.size_before()?;
    if size == 0 {
        return Err(p.error(codes::ARRAY_SIZE, span, "an array has at least one element"));
    }
    let element = inner_type(p)?;
    if params_of(&p.ir.ctx, element, INOUT).is_some() {
        let span = p.span_from(span);
        return Err(p.error(codes::BAD_TYPE, span, "the elements of an array are values, not `inout`s"));
    }
    p.expect(Tok::Greater, "`>`")?;
    Ok([p.ir.ctx.int_attr(size as i64, Type::I64), p.ir.ctx.type_attr(element)].into())
}

fn print_array(ctx: &Context, params: &[Attr], out: &mut String) {
    let (size, element) = array_parts(ctx, params);
    out.push_str(&format!("<{size}x"));
    write_inner(ctx, element, out);
    out.push('>');
}

fn parse_struct(p: &mut Parser<'_>) -> Parse<Box<[Attr]>> {
    let (mut params, mut seen) = (Vec::new(), FxHashSet::default());
    p.list(Tok::Less, Tok::Greater, |p| {
        let span = p.token_span();
        let name = p.word_or_string("the name of a field")?;
        let name_attr = p.ir.ctx.str_attr(&name);
        if !seen.insert(name_attr) {
            let message = format!("the struct has two fields `{name}`");
            return Err(p.error(codes::STRUCT_FIELD, span, message));
        }
        p.expect(Tok::Colon, "`:` and a type")?;
        let ty = inner_type(p)?;
        params.extend([name_attr, p.ir.ctx.type_attr(ty)]);
        Ok(())
    })?;
    Ok(params.into())
}

fn print_struct(ctx: &Context, params: &[Attr], out: &mut String) {
    out.push('<');
    for (i, (name, ty)) in struct_parts(ctx, params).enumerate() {
        out.push_str(if i > 0 { ", " } else { "" });
        write_word(&ctx[name], out);
        out.push_str(": ");
        write_type(ctx, ty, out);
    }
    out.push('>');
}

fn parse_module(p: &mut Parser<'_>) -> Parse<Box<[Attr]>> {
    let mut params = Vec::new();
    p.list(Tok::Less, Tok::Greater, |p| {
        let Some(dir) = Dir::from_type(p.token_text()).filter(|_| p.at(Tok::Word)) else {
            return Err(p.unexpected("`input`, `output` or `inout`"));
        };
        p.bump();
        let name = p.word_or_string("the name of a port")?;
        let ty = p.colon_type()?;
        let ctx = &mut p.ir.ctx;
        params.extend([ctx.str_attr(dir.in_type()), ctx.str_attr(&name), ctx.type_attr(ty)]);
        Ok(())
    })?;
    Ok(params.into())
}

fn print_module(ctx: &Context, params: &[Attr], out: &mut String) {
    out.push('<');
    for (i, port) in params.chunks_exact(3).enumerate() {
        out.push_str(if i > 0 { ", " } else { "" });
        out.push_str(ctx.str_value(port[0]).unwrap_or(""));
        out.push(' ');
        write_word(&ctx[str_of(ctx, port[1])], out);
        out.push_str(" : ");
        write_type(ctx, type_of(ctx, port[2]), out);
    }
    out.push('>');
}

fn parse_inout(p: &mut Parser<'_>) -> Parse<Box<[Attr]>> {
    p.expect(Tok::Less, "`<`")?;
    let inside = inner_type(p)?;
    p.expect(Tok::Greater, "`>`")?;
    Ok([p.ir.ctx.type_attr(inside)].into())
}

fn print_inout(ctx: &Context, params: &[Attr], out: &mut String) {
    out.push('<');
    write_inner(ctx, type_of(ctx, params[0]), out);
    out.push('>');
}
