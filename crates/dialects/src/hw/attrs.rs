//! The attributes of `hw`: parameters of modules, and the names by which tools find parts of a module.

use base::Str;
use ir::text::attr_print::{write_attr_untyped, write_quoted, write_symbol_name};
use ir::text::type_print::write_type;
use ir::text::{Parse, Parser, Tok};
use ir::{Attr, AttrKind, Context, DialectAttr, Type};

/// The attributes, in the order of the positions below.
pub static ATTRS: [DialectAttr; 3] = [
    DialectAttr {
        name: "hw.param.decl",
        doc: "A parameter of a module with its default, or what an instance gives for it.",
        example: "#hw.param.decl<\"p\": i32 = 5> : i32",
        parse: |p| {
            p.expect(Tok::Less, "`<`")?;
            let name = p.string()?;
            let param = parse_param(p, name)?;
            p.expect(Tok::Greater, "`>`")?;
            Ok(param)
        },
        print: |ctx, params, out| {
            out.push('<');
            write_quoted(ctx.str_value(params[0]).unwrap_or(""), out);
            write_param(ctx, params, out);
            out.push('>');
        },
    },
    DialectAttr {
        name: "hw.param.decl.ref",
        doc: "The value of a parameter of the module around.",
        example: "#hw.param.decl.ref<\"p\"> : i8",
        parse: |p| {
            p.expect(Tok::Less, "`<`")?;
            let name = p.string()?;
            p.expect(Tok::Greater, "`>`")?;
            Ok([p.ir.ctx.str_attr(&name)].into())
        },
        print: |ctx, params, out| {
            out.push('<');
            write_quoted(ctx.str_value(params[0]).unwrap_or(""), out);
            out.push('>');
        },
    },
    DialectAttr {
        name: "hw.innerSym",
        doc: "Names by which tools find a part of a module, or fields of it: a name, the number of the field (0 is the \
            whole) and a visibility each. `@name` alone is the public name of the whole.",
        example: "#hw<innerSym@name>",
        parse: parse_inner_sym,
        print: write_inner_sym,
    },
];

const DECL: usize = 0;
const REF: usize = 1;
const INNER_SYM: usize = 2;

/// A parameter of a module or of an instance.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Param {
    /// Its name.
    pub name: Str,
    /// The type of its value.
    pub ty: Type,
    /// Its default, or what the instance gives for it.
    pub value: Option<Attr>,
}

/// `#hw.param.decl<"name": ty = value>`
pub fn param_attr(ctx: &mut Context, param: Param) -> Attr {
    let name = ctx.attr(AttrKind::String { value: param.name, ty: Type::NONE });
    let mut params = vec![name, ctx.type_attr(param.ty)];
    params.extend(param.value);
    ctx.attr(AttrKind::Dialect { def: &ATTRS[DECL], params: params.into(), ty: param.ty })
}

/// The parameter that an attribute declares.
pub fn param(ctx: &Context, attr: Attr) -> Option<Param> {
    let AttrKind::Dialect { def, params, .. } = &ctx[attr] else { return None };
    if *def != &ATTRS[DECL] {
        return None;
    }
    let (AttrKind::String { value: name, .. }, AttrKind::Type(ty)) = (&ctx[params[0]], &ctx[params[1]])
    else {
        return None;
    };
    Some(Param { name: *name, ty: *ty, value: params.get(2).copied() })
}

/// The name of the parameter that an attribute refers to.
pub fn param_ref(ctx: &Context, attr: Attr) -> Option<&str> {
    match &ctx[attr] {
        AttrKind::Dialect { def, params, .. } if *def == &ATTRS[REF] => ctx.str_value(params[0]),
        _ => None,
    }
}

/// `: type` and perhaps `= value`, after the name.
pub(super) fn parse_param(p: &mut Parser<'_>, name: String) -> Parse<Box<[Attr]>> {
    let name = p.ir.ctx.str_attr(&name);
    let ty = p.colon_type()?;
    let mut params = vec![name, p.ir.ctx.type_attr(ty)];
    if p.eat(Tok::Equal) {
        params.push(p.attr_of_type(ty)?);
    }
    Ok(params.into())
}

/// The inverse of [`parse_param`], from an attribute's parameters.
pub(super) fn write_param(ctx: &Context, params: &[Attr], out: &mut String) {
    out.push_str(": ");
    if let AttrKind::Type(ty) = ctx[params[1]] {
        write_type(ctx, ty, out);
    }
    if let Some(value) = params.get(2) {
        out.push_str(" = ");
        write_attr_untyped(ctx, *value, out);
    }
}

/// `#hw<innerSym@name>`
pub fn inner_sym_attr(ctx: &mut Context, name: &str) -> Attr {
    let params = [ctx.str_attr(name), ctx.int_attr(0, Type::I64), ctx.str_attr("public")].into();
    ctx.attr(AttrKind::Dialect { def: &ATTRS[INNER_SYM], params, ty: Type::NONE })
}

/// Whether an attribute is an `#hw<innerSym…>`.
pub fn is_inner_sym(ctx: &Context, attr: Attr) -> bool {
    matches!(&ctx[attr], AttrKind::Dialect { def, .. } if *def == &ATTRS[INNER_SYM])
}

/// `@name` or `[<@name,0,public>, …]`, as an attribute.
pub fn inner_sym(p: &mut Parser<'_>) -> Parse<Attr> {
    let params = parse_inner_sym(p)?;
    Ok(p.ir.ctx.attr(AttrKind::Dialect { def: &ATTRS[INNER_SYM], params, ty: Type::NONE }))
}

/// The inverse of [`inner_sym`].
pub fn write_inner_sym_attr(ctx: &Context, attr: Attr, out: &mut String) {
    if let AttrKind::Dialect { params, .. } = &ctx[attr] {
        write_inner_sym(ctx, params, out);
    }
}

fn parse_inner_sym(p: &mut Parser<'_>) -> Parse<Box<[Attr]>> {
    if p.at(Tok::At) {
        let name = p.symbol_name()?;
        return Ok(
            [p.ir.ctx.str_attr(&name), p.ir.ctx.int_attr(0, Type::I64), p.ir.ctx.str_attr("public")].into()
        );
    }
    let mut params = Vec::new();
    p.list(Tok::LSquare, Tok::RSquare, |p| {
        p.expect(Tok::Less, "`<`")?;
        let name = p.symbol_name()?;
        p.expect(Tok::Comma, "`,`")?;
        let field = p.number_attr(Type::I64)?;
        p.expect(Tok::Comma, "`,`")?;
        if !["public", "private", "nested"].iter().any(|word| p.at_word(word)) {
            return Err(p.unexpected("`public`, `private` or `nested`"));
        }
        let visibility = p.word("a visibility")?;
        p.expect(Tok::Greater, "`>`")?;
        params.extend([p.ir.ctx.str_attr(&name), field, p.ir.ctx.str_attr(visibility)]);
        Ok(())
    })?;
    Ok(params.into())
}

fn write_inner_sym(ctx: &Context, params: &[Attr], out: &mut String) {
    let text = |attr: Attr| ctx.str_value(attr).unwrap_or("");
    if let [name, field, visibility] = params
        && ctx.int_value(*field) == Some(0)
        && text(*visibility) == "public"
    {
        return write_symbol_name(text(*name), out);
    }
    out.push('[');
    for (i, part) in params.chunks_exact(3).enumerate() {
        out.push_str(if i > 0 { ", <" } else { "<" });
        write_symbol_name(text(part[0]), out);
        out.push_str(&format!(",{},{}>", ctx.int_value(part[1]).unwrap_or(0), text(part[2])));
    }
    out.push(']');
}
