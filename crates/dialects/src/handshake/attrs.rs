//! The attributes of `handshake`, and what the attributes of a buffer say.

use super::unit::BufferType;
use ir::text::{Parse, Parser, Tok};
use ir::{Attr, AttrKind, Context, DialectAttr, Ir, Op, Sign, Type, TypeKind};

/// The attributes.
pub static ATTRS: [DialectAttr; 1] = [DialectAttr {
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
}];

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
    let timing = ctx.attr(AttrKind::Dialect { def: &ATTRS[0], params, ty: Type::NONE });
    let ui32 = ctx.ty(TypeKind::Integer { width: 32, sign: Sign::Unsigned });
    let slots = ctx.int_attr(i64::from(slots), ui32);
    let ty = ctx.str_attr(ty.name());
    let entries = [(BUFFER_TYPE, ty), (NUM_SLOTS, slots), ("TIMING", timing)];
    let entries = entries.map(|(name, value)| (ctx.str(name), value)).into();
    ctx.dict_attr(entries)
}

/// The attribute that says how a unit's circuit is made.
pub const HW_PARAMETERS: &str = "hw.parameters";
const BUFFER_TYPE: &str = "BUFFER_TYPE";
const NUM_SLOTS: &str = "NUM_SLOTS";

/// What a buffer says of its type, right or wrong.
pub(super) fn buffer_type_attr(ir: &Ir, op: Op) -> Option<Attr> {
    ir.ctx.dict_get(ir.attr(op, HW_PARAMETERS)?, BUFFER_TYPE)
}

/// What a buffer says of its slots, right or wrong.
pub(super) fn slots_attr(ir: &Ir, op: Op) -> Option<Attr> {
    ir.ctx.dict_get(ir.attr(op, HW_PARAMETERS)?, NUM_SLOTS)
}

/// The type and the slots of a buffer.
pub fn buffer(ir: &Ir, op: Op) -> Option<(BufferType, u32)> {
    let ty = BufferType::from_name(ir.ctx.str_value(buffer_type_attr(ir, op)?)?)?;
    let AttrKind::Integer { value, .. } = &ir.ctx[slots_attr(ir, op)?] else { return None };
    Some((ty, u32::try_from(value.to_u64()?).ok().filter(|slots| *slots > 0)?))
}
