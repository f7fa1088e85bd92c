//! The types of `seq`: clocks, memories, and values that are known before the first cycle.

use super::attrs::{clock_constant, clock_constant_attr};
use base::{Bits, codes};
use ir::text::type_print::write_type;
use ir::text::{Parse, Parser, Tok};
use ir::{Attr, AttrKind, Context, DialectType, Type, TypeBits, TypeKind};

/// The types, in the order of the positions below.
pub static TYPES: [DialectType; 3] = [
    DialectType {
        name: "seq.clock",
        doc: "A clock: a wire whose rising is all that matters.",
        example: "!seq.clock",
        parse: |_| Ok(Box::new([])),
        print: |_, _, _| {},
        bits: Some(TypeBits {
            width: |_, _| Some(1),
            pack: |ctx, _, attr| clock_constant(ctx, attr).map(Bits::from_bool),
            unpack: |ctx, _, bits| Some(clock_constant_attr(ctx, !bits.is_zero())),
        }),
    },
    DialectType {
        name: "seq.firmem",
        doc: "A memory: how many words, of how many bits, and into how many parts a write can mask a word.",
        example: "!seq.firmem<12 x 42, mask 3>",
        parse: parse_memory,
        print: print_memory,
        bits: None,
    },
    DialectType {
        name: "seq.immutable",
        doc: "A value that is known before the first cycle and stays as it is.",
        example: "!seq.immutable<i8>",
        parse: |p| {
            p.expect(Tok::Less, "`<`")?;
            let inner = p.nested(Parser::ty)?;
            p.expect(Tok::Greater, "`>`")?;
            Ok([p.ir.ctx.type_attr(inner)].into())
        },
        print: |ctx, params, out| {
            out.push('<');
            if let Some(AttrKind::Type(inner)) = params.first().map(|inner| &ctx[*inner]) {
                write_type(ctx, *inner, out);
            }
            out.push('>');
        },
        bits: None,
    },
];

const CLOCK: usize = 0;
const MEMORY: usize = 1;
const IMMUTABLE: usize = 2;

fn params_of(ctx: &Context, ty: Type, position: usize) -> Option<&[Attr]> {
    match &ctx[ty] {
        TypeKind::Dialect { def, params } if *def == &TYPES[position] => Some(params),
        _ => None,
    }
}

/// `!seq.clock`
pub fn clock_ty(ctx: &mut Context) -> Type {
    ctx.ty(TypeKind::Dialect { def: &TYPES[CLOCK], params: Box::new([]) })
}

/// Whether a type is `!seq.clock`.
pub fn is_clock(ctx: &Context, ty: Type) -> bool {
    params_of(ctx, ty, CLOCK).is_some()
}

/// `!seq.immutable<inner>`
pub fn immutable_ty(ctx: &mut Context, inner: Type) -> Type {
    let params = [ctx.type_attr(inner)].into();
    ctx.ty(TypeKind::Dialect { def: &TYPES[IMMUTABLE], params })
}

/// The type of the value that an `!seq.immutable` is.
pub fn immutable(ctx: &Context, ty: Type) -> Option<Type> {
    match ctx[*params_of(ctx, ty, IMMUTABLE)?.first()?] {
        AttrKind::Type(inner) => Some(inner),
        _ => None,
    }
}

// ----- memories -----

/// What a type `!seq.firmem` says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MemoryType {
    /// Words.
    pub depth: u64,
    /// Bits of a word.
    pub width: u32,
    /// Parts of a word that a write can leave as they are, if it can.
    pub mask: Option<u32>,
}

impl MemoryType {
    /// The width of addresses: enough for all words, at least one bit.
    pub fn address_width(self) -> u32 {
        self.depth.saturating_sub(1).checked_ilog2().map_or(1, |log| log + 1)
    }

    /// The bits of a word that bit `index` of the mask is for.
    pub fn masked_bits(self, index: u32) -> std::ops::Range<u32> {
        let part = self.width / self.mask.unwrap_or(1).max(1);
        index * part..(index + 1) * part
    }
}

/// `!seq.firmem<depth x width, mask n>`; numbers of words that no `i64` holds do not exist.
pub fn memory_ty(ctx: &mut Context, memory: MemoryType) -> Type {
    let depth = i64::try_from(memory.depth).unwrap_or(i64::MAX);
    let mut params = vec![ctx.int_attr(depth, Type::I64), ctx.int_attr(i64::from(memory.width), Type::I64)];
    params.extend(memory.mask.map(|mask| ctx.int_attr(i64::from(mask), Type::I64)));
    ctx.ty(TypeKind::Dialect { def: &TYPES[MEMORY], params: params.into() })
}

/// What a type says of a memory, if it is one.
pub fn memory_type(ctx: &Context, ty: Type) -> Option<MemoryType> {
    memory_of(ctx, params_of(ctx, ty, MEMORY)?)
}

fn memory_of(ctx: &Context, params: &[Attr]) -> Option<MemoryType> {
    let number = |index: usize| params.get(index).and_then(|attr| ctx.int_value(*attr));
    Some(MemoryType {
        depth: u64::try_from(number(0)?).ok()?,
        width: u32::try_from(number(1)?).ok()?,
        mask: number(2).and_then(|mask| u32::try_from(mask).ok()),
    })
}

/// `<12 x 42, mask 3>`, as ports write the type of their memory, or the whole type.
pub fn parse_memory_ty(p: &mut Parser<'_>) -> Parse<Type> {
    if !p.at(Tok::Less) {
        return p.ty();
    }
    let params = parse_memory(p)?;
    Ok(p.ir.ctx.ty(TypeKind::Dialect { def: &TYPES[MEMORY], params }))
}

/// The inverse of [`parse_memory_ty`]; a type that is no memory is written whole.
pub fn memory_text(ctx: &Context, ty: Type) -> String {
    let mut text = String::new();
    match params_of(ctx, ty, MEMORY) {
        Some(params) => print_memory(ctx, params, &mut text),
        None => write_type(ctx, ty, &mut text),
    }
    text
}

fn parse_memory(p: &mut Parser<'_>) -> Parse<Box<[Attr]>> {
    p.expect(Tok::Less, "`<`")?;
    let mut params = vec![number(p, i64::MAX as u64, "a number of words")?];
    p.expect_word("x")?;
    params.push(number(p, u64::from(TypeKind::MAX_INTEGER_WIDTH), "a number of bits")?);
    if p.eat(Tok::Comma) {
        p.expect_word("mask")?;
        params.push(number(p, u64::from(TypeKind::MAX_INTEGER_WIDTH), "a number of parts")?);
    }
    p.expect(Tok::Greater, "`>`")?;
    Ok(params.into())
}

fn print_memory(ctx: &Context, params: &[Attr], out: &mut String) {
    if let Some(MemoryType { depth, width, mask }) = memory_of(ctx, params) {
        let mask = mask.map_or(String::new(), |mask| format!(", mask {mask}"));
        out.push_str(&format!("<{depth} x {width}{mask}>"));
    }
}

/// A number that is not too large, as an `i64`.
fn number(p: &mut Parser<'_>, most: u64, what: &str) -> Parse<Attr> {
    if !p.at(Tok::Integer) {
        return Err(p.unexpected(what));
    }
    match p.token_text().parse::<u64>() {
        Ok(number) if number <= most => {
            p.bump();
            Ok(p.ir.ctx.int_attr(number as i64, Type::I64))
        }
        _ => {
            let message = format!("expected {what}, at most {most}");
            Err(p.error(codes::BAD_TYPE, p.token_span(), message))
        }
    }
}
