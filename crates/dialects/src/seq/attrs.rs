//! The attributes of `seq`: how a constant clock stands, what a memory begins with, and what happens when ports meet.

use super::types::clock_ty;
use ir::text::attr_print::write_quoted;
use ir::text::{Parse, Parser, Tok};
use ir::{Attr, AttrKind, Context, DialectAttr, EnumDef, Type};

/// The attributes, in the order of the positions below.
pub static ATTRS: [DialectAttr; 2] = [
    DialectAttr {
        name: "seq.clock_constant",
        doc: "How a clock that never rises stands: `low` or `high`.",
        example: "#seq<clock_constant high> : !seq.clock",
        parse: |p| Ok([level(p)?].into()),
        print: |_, params, out| out.push_str(if params[0] == Attr::TRUE { " high" } else { " low" }),
    },
    DialectAttr {
        name: "seq.firmem.init",
        doc: "The file whose words a memory begins with, whether they are binary rather than hexadecimal, and whether\n\
            the file is read where the memory stands rather than from a module beside it.",
        example: "#seq.firmem.init<\"words.txt\", false, true>",
        parse: |p| {
            p.expect(Tok::Less, "`<`")?;
            let file = p.string()?;
            p.expect(Tok::Comma, "`,`")?;
            let binary = truth(p)?;
            p.expect(Tok::Comma, "`,`")?;
            let inline = truth(p)?;
            p.expect(Tok::Greater, "`>`")?;
            Ok([p.ir.ctx.str_attr(&file), binary, inline].into())
        },
        print: |ctx, params, out| {
            out.push('<');
            write_quoted(ctx.str_value(params[0]).unwrap_or(""), out);
            for flag in &params[1..] {
                out.push_str(if *flag == Attr::TRUE { ", true" } else { ", false" });
            }
            out.push('>');
        },
    },
];

const CLOCK_CONSTANT: usize = 0;
const MEMORY_INIT: usize = 1;

/// `low` or `high`
fn level(p: &mut Parser<'_>) -> Parse<Attr> {
    if p.eat_word("high") {
        return Ok(Attr::TRUE);
    }
    if p.eat_word("low") { Ok(Attr::FALSE) } else { Err(p.unexpected("`low` or `high`")) }
}

fn truth(p: &mut Parser<'_>) -> Parse<Attr> {
    if p.eat_word("true") {
        return Ok(Attr::TRUE);
    }
    p.expect_word("false")?;
    Ok(Attr::FALSE)
}

fn params_of(ctx: &Context, attr: Attr, position: usize) -> Option<&[Attr]> {
    match &ctx[attr] {
        AttrKind::Dialect { def, params, .. } if *def == &ATTRS[position] => Some(params),
        _ => None,
    }
}

/// `#seq<clock_constant high> : !seq.clock`
pub fn clock_constant_attr(ctx: &mut Context, high: bool) -> Attr {
    let ty = clock_ty(ctx);
    let params = [ctx.bool_attr(high)].into();
    ctx.attr(AttrKind::Dialect { def: &ATTRS[CLOCK_CONSTANT], params, ty })
}

/// Whether a constant clock stands high, if the attribute is one.
pub fn clock_constant(ctx: &Context, attr: Attr) -> Option<bool> {
    Some(params_of(ctx, attr, CLOCK_CONSTANT)?[0] == Attr::TRUE)
}

/// `low` or `high`, as the attribute of a constant clock.
pub fn parse_clock_constant(p: &mut Parser<'_>) -> Parse<Attr> {
    let high = level(p)? == Attr::TRUE;
    Ok(clock_constant_attr(&mut p.ir.ctx, high))
}

/// What a memory begins with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MemoryInit<'a> {
    /// The file, one word after the other from address 0 on.
    pub file: &'a str,
    /// The words are binary numbers, not hexadecimal ones.
    pub is_binary: bool,
    /// The file is read where the memory stands, not from a module beside it; the contents are the same.
    pub is_inline: bool,
}

/// `#seq.firmem.init<"file", false, true>`
pub fn memory_init_attr(ctx: &mut Context, init: MemoryInit<'_>) -> Attr {
    let params =
        [ctx.str_attr(init.file), ctx.bool_attr(init.is_binary), ctx.bool_attr(init.is_inline)].into();
    ctx.attr(AttrKind::Dialect { def: &ATTRS[MEMORY_INIT], params, ty: Type::NONE })
}

/// What an attribute says that a memory begins with.
pub fn memory_init(ctx: &Context, attr: Attr) -> Option<MemoryInit<'_>> {
    let params = params_of(ctx, attr, MEMORY_INIT)?;
    Some(MemoryInit {
        file: ctx.str_value(params[0])?,
        is_binary: params[1] == Attr::TRUE,
        is_inline: params[2] == Attr::TRUE,
    })
}

/// What a read sees of a write at the same edge.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ReadUnderWrite {
    /// Not stated; here it is the old word.
    Undefined,
    /// The old word.
    Old,
    /// The new word.
    New,
}

impl ReadUnderWrite {
    /// All of them, by number.
    pub const ALL: [ReadUnderWrite; 3] =
        [ReadUnderWrite::Undefined, ReadUnderWrite::Old, ReadUnderWrite::New];

    /// The one with a number.
    pub fn new(number: i64) -> Option<ReadUnderWrite> {
        Self::ALL.get(usize::try_from(number).ok()?).copied()
    }

    /// Whether the new word is seen.
    pub fn sees_new(self) -> bool {
        self == ReadUnderWrite::New
    }
}

/// The cases of `ruw`, stored as `i32`.
pub static RUW: EnumDef = EnumDef {
    name: "seq.ruw",
    doc: "What a read sees of a write at the same edge.",
    cases: &[
        ("undefined", ReadUnderWrite::Undefined as u64),
        ("old", ReadUnderWrite::Old as u64),
        ("new", ReadUnderWrite::New as u64),
    ],
    flags: None,
};

/// The cases of `wuw`, stored as `i32`. Both mean that writes of one edge happen in the order of the ports.
pub static WUW: EnumDef = EnumDef {
    name: "seq.wuw",
    doc: "Which of two writes at the same edge wins.",
    cases: &[("undefined", 0), ("port_order", 1)],
    flags: None,
};
