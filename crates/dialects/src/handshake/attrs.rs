//! The attributes of `handshake`, and what the attributes of a buffer say.
//!
//! Of Dynamatic's attributes only the timing of a buffer is read; the others are kept as they are written, so that a graph comes out with all
//! that other tools have noted on it.

use super::unit::BufferType;
use base::Span;
use ir::text::{Parse, Parser, Tok};
use ir::{Attr, AttrKind, Context, DialectAttr, Ir, Op, Sign, Type, TypeKind};

/// The attributes; the first is [`TIMING`].
pub static ATTRS: [DialectAttr; 9] = [
    DialectAttr {
        name: "handshake.timing",
        doc: "The cycles that the data, the valid and the ready of a channel take through a unit.",
        example: "#handshake<timing {D: 1, V: 1, R: 0}>",
        parse: |p| {
            p.expect(Tok::LBrace, "`{`")?;
            let data = cycles(p, "D")?;
            p.expect(Tok::Comma, "`,`")?;
            let valid = cycles(p, "V")?;
            p.expect(Tok::Comma, "`,`")?;
            let ready = cycles(p, "R")?;
            p.expect(Tok::RBrace, "`}`")?;
            Ok([data, valid, ready].into())
        },
        print: |ctx, params, out| {
            for (i, (path, cycles)) in ["D", "V", "R"].iter().zip(params).enumerate() {
                let cycles = ctx.int_value(*cycles).unwrap_or(0);
                out.push_str(&format!("{}{path}: {cycles}", if i == 0 { " {" } else { ", " }));
            }
            out.push('}');
        },
    },
    kept(
        "handshake.bufProps",
        "The buffers that the channels into an operation may and must have, by the number of the operand.",
        "#handshake<bufProps{\"0\": [0,0], [1,inf], 1, 0.000000e+00, 0.000000e+00, 0.000000e+00}>",
    ),
    kept(
        "handshake.cfdfcThroughput",
        "The throughput of cycles of blocks, by their numbers.",
        "#handshake<cfdfcThroughput {\"0\" = 1.0 : f64}>",
    ),
    kept(
        "handshake.cfdfcToBBList",
        "The blocks of cycles, by their numbers.",
        "#handshake<cfdfcToBBList {\"0\" = [1 : ui32]}>",
    ),
    kept(
        "handshake.dep",
        "An access that has to wait for this one.",
        "#handshake<dep{dstAccess : \"load0\", loopDepth : 1, distance : 0, isActive : true}>",
    ),
    kept(
        "handshake.deps",
        "The accesses that have to wait for this one.",
        "#handshake<deps[<\"load0\" (1)>]>",
    ),
    kept(
        "handshake.fpu_impl",
        "The library that a unit for floats is taken from.",
        "#handshake.fpu_impl<flopoco>",
    ),
    kept("handshake.lsqDepth", "The slots of a queue of loads and stores.", "#handshake<lsqDepth[16, 16]>"),
    kept(
        "handshake.mem_interface",
        "The controller or queue that an access goes to.",
        "#handshake.mem_interface<LSQ: 0>",
    ),
];

const TIMING: usize = 0;

/// An attribute whose text is kept.
const fn kept(name: &'static str, doc: &'static str, example: &'static str) -> DialectAttr {
    DialectAttr { name, doc, example, parse: keep, print: print_kept }
}

/// Takes everything up to the bracket that closes the attribute. Blanks become single ones.
fn keep(p: &mut Parser<'_>) -> Parse<Box<[Attr]>> {
    let is_bracketed = p.at(Tok::Less);
    let mut open: Vec<Tok> = Vec::new();
    let mut text = String::new();
    let token = p.token_span();
    if p.span_from(Span::point(token.source, 0)).end < token.start {
        text.push(' ');
    }
    loop {
        if open.is_empty() && (p.at(Tok::Greater) || (is_bracketed && !text.is_empty())) {
            let text = p.ir.ctx.str_attr(&text);
            return Ok([text].into());
        }
        let closing = match p.tok() {
            Tok::Less => Some(Tok::Greater),
            Tok::LSquare => Some(Tok::RSquare),
            Tok::LBrace => Some(Tok::RBrace),
            Tok::LParen => Some(Tok::RParen),
            _ => None,
        };
        match p.tok() {
            Tok::Greater | Tok::RSquare | Tok::RBrace | Tok::RParen if open.last() == Some(&p.tok()) => {
                open.pop();
            }
            Tok::Greater | Tok::RSquare | Tok::RBrace | Tok::RParen | Tok::End => {
                return Err(p.unexpected("the end of the attribute"));
            }
            _ => open.extend(closing),
        }
        text.push_str(p.token_text());
        let end = p.token_span().end;
        p.bump();
        if p.token_span().start > end && !open.is_empty() {
            text.push(' ');
        }
    }
}

fn print_kept(ctx: &Context, params: &[Attr], out: &mut String) {
    out.push_str(params.first().and_then(|text| ctx.str_value(*text)).unwrap_or(""));
}

/// `D: 1`
fn cycles(p: &mut Parser<'_>, path: &str) -> Parse<Attr> {
    p.expect_word(path)?;
    p.expect(Tok::Colon, "`:`")?;
    p.number_attr(Type::I64)
}

/// The dictionary `hw.parameters` of a buffer: its type, its slots, and the cycles that follow from them.
pub fn buffer_params(ctx: &mut Context, ty: BufferType, slots: u32) -> Attr {
    let latency = i64::from(ty.latency(slots));
    let params =
        [latency, latency, i64::from(ty.breaks_r())].map(|cycles| ctx.int_attr(cycles, Type::I64)).into();
    let timing = ctx.attr(AttrKind::Dialect { def: &ATTRS[TIMING], params, ty: Type::NONE });
    let ui32 = ctx.ty(TypeKind::Integer { width: 32, sign: Sign::Unsigned });
    let slots = ctx.int_attr(i64::from(slots), ui32);
    let ty = ctx.str_attr(ty.name());
    let entries = [(BUFFER_TYPE, ty), (NUM_SLOTS, slots), (TIMING_PARAMETER, timing)];
    let entries = entries.map(|(name, value)| (ctx.str(name), value)).into();
    ctx.dict_attr(entries)
}

/// The attribute of the `cond_br` that steers control at the test of a loop of blocks: whether the loop goes on when the condition holds. Like the other
/// attributes of loops it tells reports what the program has; no unit looks at it.
pub const LOOP_GOES_ON: &str = "loopGoesOn";

/// The attribute of a `control_merge` at the head of a loop that has no such test: which of its inputs come from inside of the loop.
pub const LOOP_BACK: &str = "loopBack";

/// The attribute of what tests a loop, or lets values into it (`cond_br`, `carry`, `stream`), if all that the loop does comes before its test, so
/// that it is done at least once.
pub const LOOP_TEST_LAST: &str = "loopTestLast";

/// The attribute that names an operation, as circuits, waves and reports show it.
pub const NAME: &str = "handshake.name";

/// The attribute that says how a unit's circuit is made.
pub const HW_PARAMETERS: &str = "hw.parameters";
const BUFFER_TYPE: &str = "BUFFER_TYPE";
const NUM_SLOTS: &str = "NUM_SLOTS";
const TIMING_PARAMETER: &str = "TIMING";

/// What a buffer says of its type, right or wrong.
pub(super) fn buffer_type_attr(ir: &Ir, op: Op) -> Option<Attr> {
    ir.ctx.dict_get(ir.attr(op, HW_PARAMETERS)?, BUFFER_TYPE)
}

/// What a buffer says of its slots, right or wrong.
pub(super) fn slots_attr(ir: &Ir, op: Op) -> Option<Attr> {
    ir.ctx.dict_get(ir.attr(op, HW_PARAMETERS)?, NUM_SLOTS)
}

/// What a buffer says of its cycles, right or wrong.
pub(super) fn timing_attr(ir: &Ir, op: Op) -> Option<Attr> {
    ir.ctx.dict_get(ir.attr(op, HW_PARAMETERS)?, TIMING_PARAMETER)
}

/// Whether an attribute is a timing, of cycles that are not negative.
pub(super) fn is_timing(ctx: &Context, attr: Attr) -> bool {
    match &ctx[attr] {
        AttrKind::Dialect { def, params, .. } if def.name == ATTRS[TIMING].name => {
            params.iter().all(|cycles| ctx.int_value(*cycles).is_some_and(|cycles| cycles >= 0))
        }
        _ => false,
    }
}

/// The type and the slots of a buffer.
pub fn buffer(ir: &Ir, op: Op) -> Option<(BufferType, u32)> {
    let ty = BufferType::from_name(ir.ctx.str_value(buffer_type_attr(ir, op)?)?)?;
    let AttrKind::Integer { value, .. } = &ir.ctx[slots_attr(ir, op)?] else { return None };
    Some((ty, u32::try_from(value.to_u64()?).ok().filter(|slots| *slots > 0)?))
}
