//! The text of operations that a format cannot say: instances, wires, parameters, and what is named by fields or sizes.
//!
//! `name` and `sym` are shared with other dialects: a register or a memory writes them as a wire does.

use super::attrs::{inner_sym, write_inner_sym_attr};
use super::module::{parse_params, print_params};
use super::types::{array, array_ty, fields, index_width};
use base::codes;
use ir::text::type_print::type_text;
use ir::text::{Operand, Parse, Parser, Printer, Tok};
use ir::{Attr, AttrKind, Op, OpState, Type};

// ----- names and symbols -----

/// `name "text"`, or else the name that the text gives the result, as the attribute `name`.
pub fn parse_name(p: &mut Parser<'_>, state: &mut OpState) -> Parse<()> {
    let name = match p.eat_word("name") {
        true => p.string()?,
        false => p.result_name(0).unwrap_or("").to_owned(),
    };
    let name = p.ir.ctx.str_attr(&name);
    p.set_prop(state, "name", name);
    Ok(())
}

/// ` name "text"`, when the result is called otherwise.
pub fn print_name(p: &mut Printer<'_>, op: Op) {
    let ir = p.ir;
    let name = ir.str_attr(op, "name").unwrap_or("");
    if p.name_of(ir.result(op, 0)).unwrap_or("") != name {
        p.text(" name ");
        p.quoted(name);
    }
}

/// `sym @name`, or nothing, as the attribute `inner_sym`.
pub fn parse_sym(p: &mut Parser<'_>, state: &mut OpState) -> Parse<()> {
    if p.eat_word("sym") {
        let sym = inner_sym(p)?;
        p.set_prop(state, "inner_sym", sym);
    }
    Ok(())
}

/// ` sym @name`, or nothing.
pub fn print_sym(p: &mut Printer<'_>, op: Op) {
    if let Some(sym) = p.ir.attr(op, "inner_sym") {
        let mut text = String::new();
        write_inner_sym_attr(&p.ir.ctx, sym, &mut text);
        p.text(" sym ");
        p.text(&text);
    }
}

/// `%input sym @s name "n" {…} : type`
pub fn parse_wire(p: &mut Parser<'_>, state: &mut OpState) -> Parse<()> {
    let input = p.operand()?;
    parse_sym(p, state)?;
    parse_name(p, state)?;
    p.attr_dict(state)?;
    let ty = p.colon_type()?;
    state.operands.push(p.resolve(input, ty)?);
    state.result_types.push(ty);
    Ok(())
}

/// The inverse of [`parse_wire`].
pub fn print_wire(p: &mut Printer<'_>, op: Op) {
    let ir = p.ir;
    p.text(" ");
    p.value(ir.operand(op, 0));
    print_sym(p, op);
    print_name(p, op);
    p.attr_dict(op, &["inner_sym", "name"]);
    p.text(" : ");
    p.ty(ir.ty(ir.operand(op, 0)));
}

// ----- instances and parameters -----

/// What the text of an instance says of its attributes.
const INSTANCE_SAID: [&str; 6] =
    ["instanceName", "inner_sym", "moduleName", "parameters", "argNames", "resultNames"];

/// `"name" sym @s @module<p: i32 = 5>(a: %a: i8) -> (b: i8) {…}`
pub fn parse_instance(p: &mut Parser<'_>, state: &mut OpState) -> Parse<()> {
    let name = p.string()?;
    let name = p.ir.ctx.str_attr(&name);
    p.set_prop(state, "instanceName", name);
    parse_sym(p, state)?;
    let module = p.symbol_name()?;
    let root = p.ir.ctx.str(&module);
    let module = p.ir.ctx.attr(AttrKind::Symbol { root, nested: Box::new([]) });
    p.set_prop(state, "moduleName", module);
    let params = parse_params(p)?;
    p.set_prop(state, "parameters", params);

    let (mut args, mut results) = (Vec::new(), Vec::new());
    p.list(Tok::LParen, Tok::RParen, |p| {
        args.push(port_name(p)?);
        let operand = p.operand()?;
        let ty = p.colon_type()?;
        state.operands.push(p.resolve(operand, ty)?);
        Ok(())
    })?;
    p.expect(Tok::Arrow, "`->`")?;
    p.list(Tok::LParen, Tok::RParen, |p| {
        results.push(port_name(p)?);
        state.result_types.push(p.ty()?);
        Ok(())
    })?;
    for (name, names) in [("argNames", args), ("resultNames", results)] {
        let names = p.ir.ctx.array_attr(&names);
        p.set_prop(state, name, names);
    }
    p.attr_dict(state)
}

/// `name:`
fn port_name(p: &mut Parser<'_>) -> Parse<Attr> {
    let name = p.word_or_string("the name of a port")?;
    p.expect(Tok::Colon, "`:`")?;
    Ok(p.ir.ctx.str_attr(&name))
}

/// The inverse of [`parse_instance`].
pub fn print_instance(p: &mut Printer<'_>, op: Op) {
    let ir = p.ir;
    p.text(" ");
    p.quoted(ir.str_attr(op, "instanceName").unwrap_or(""));
    print_sym(p, op);
    p.text(" ");
    if let Some(module) = ir.attr(op, "moduleName") {
        p.attr(module);
    }
    print_params(p, op);
    p.text("(");
    for (i, value) in ir.operands(op).enumerate() {
        p.comma(i);
        print_port_name(p, op, "argNames", i);
        p.value(value);
        p.text(": ");
        p.ty(ir.ty(value));
    }
    p.text(") -> (");
    for (i, value) in ir.results(op).enumerate() {
        p.comma(i);
        print_port_name(p, op, "resultNames", i);
        p.ty(ir.ty(value));
    }
    p.text(")");
    p.attr_dict(op, &INSTANCE_SAID);
}

fn print_port_name(p: &mut Printer<'_>, op: Op, names: &str, index: usize) {
    let ir = p.ir;
    let name = match ir.attr(op, names).map(|attr| &ir.ctx[attr]) {
        Some(AttrKind::Array(items)) => items.get(index).and_then(|name| ir.ctx.str_value(*name)),
        _ => None,
    };
    p.word(name.unwrap_or(""));
    p.text(": ");
}

/// `type = value {…}`
pub fn parse_param_value(p: &mut Parser<'_>, state: &mut OpState) -> Parse<()> {
    let ty = p.ty()?;
    p.expect(Tok::Equal, "`=`")?;
    let value = p.attr_of_type(ty)?;
    p.set_prop(state, "value", value);
    state.result_types.push(ty);
    p.attr_dict(state)
}

/// The inverse of [`parse_param_value`].
pub fn print_param_value(p: &mut Printer<'_>, op: Op) {
    let ir = p.ir;
    p.text(" ");
    p.types_of(ir.results(op));
    p.text(" = ");
    if let Some(value) = ir.attr(op, "value") {
        p.attr_untyped(value);
    }
    p.attr_dict(op, &["value"]);
}

// ----- arrays -----

/// `%a, %b {…} : element`
pub fn parse_array_create(p: &mut Parser<'_>, state: &mut OpState) -> Parse<()> {
    let span = p.token_span();
    let operands = p.operands()?;
    p.attr_dict(state)?;
    let element = p.colon_type()?;
    if operands.is_empty() {
        return Err(p.error(codes::ARRAY_SIZE, span, "an array has at least one element"));
    }
    for operand in &operands {
        state.operands.push(p.resolve(*operand, element)?);
    }
    state.result_types.push(array_ty(&mut p.ir.ctx, operands.len() as u64, element));
    Ok(())
}

/// The inverse of [`parse_array_create`].
pub fn print_array_create(p: &mut Printer<'_>, op: Op) {
    let ir = p.ir;
    p.text(" ");
    p.values(ir.operands(op));
    p.attr_dict(op, &[]);
    p.text(" : ");
    p.types_of(ir.operands(op).take(1));
}

/// `%a, %b {…} : type, type`
pub fn parse_array_concat(p: &mut Parser<'_>, state: &mut OpState) -> Parse<()> {
    let span = p.token_span();
    let operands = p.operands()?;
    p.attr_dict(state)?;
    p.expect(Tok::Colon, "`:` and types")?;
    let types = p.type_list()?;
    let span = p.span_from(span);
    state.operands = p.resolve_all(&operands, &types, span)?;
    let parts: Option<Vec<(u64, Type)>> = types.iter().map(|ty| array(&p.ir.ctx, *ty)).collect();
    let size = parts.iter().flatten().try_fold(0u64, |sum, (size, _)| sum.checked_add(*size));
    let (Some(parts), Some(size)) = (parts, size.filter(|size| i64::try_from(*size).is_ok())) else {
        return Err(p.error(codes::ARRAY_SIZE, span, "these are not all arrays, or too large together"));
    };
    let Some((_, element)) = parts.first() else {
        return Err(p.error(codes::ARRAY_SIZE, span, "an array has at least one element"));
    };
    state.result_types.push(array_ty(&mut p.ir.ctx, size, *element));
    Ok(())
}

/// The inverse of [`parse_array_concat`] and [`parse_struct_explode`].
pub fn print_typed_operands(p: &mut Printer<'_>, op: Op) {
    let ir = p.ir;
    p.text(" ");
    p.values(ir.operands(op));
    p.attr_dict(op, &[]);
    p.text(" : ");
    p.types_of(ir.operands(op));
}

/// `%array[%low] {…} : (type) -> type`: the type of the index follows from the size.
pub fn parse_array_slice(p: &mut Parser<'_>, state: &mut OpState) -> Parse<()> {
    let input = p.operand()?;
    p.expect(Tok::LSquare, "`[`")?;
    let low = p.operand()?;
    p.expect(Tok::RSquare, "`]`")?;
    p.attr_dict(state)?;
    p.expect(Tok::Colon, "`:` and a type")?;
    p.expect(Tok::LParen, "`(`")?;
    let (ty, _, size) = array_type(p)?;
    p.expect(Tok::RParen, "`)`")?;
    p.expect(Tok::Arrow, "`->`")?;
    let result = p.ty()?;
    let index = p.ir.ctx.int_ty(index_width(size));
    state.operands = vec![p.resolve(input, ty)?, p.resolve(low, index)?];
    state.result_types.push(result);
    Ok(())
}

/// The inverse of [`parse_array_slice`].
pub fn print_array_slice(p: &mut Printer<'_>, op: Op) {
    let ir = p.ir;
    print_index(p, op);
    p.attr_dict(op, &[]);
    p.text(" : (");
    p.types_of(ir.operands(op).take(1));
    p.text(") -> ");
    p.types_of(ir.results(op));
}

/// ` %array[%index]`
fn print_index(p: &mut Printer<'_>, op: Op) {
    p.text(" ");
    p.value(p.ir.operand(op, 0));
    p.text("[");
    p.value(p.ir.operand(op, 1));
    p.text("]");
}

/// An array type with its element type and size.
fn array_type(p: &mut Parser<'_>) -> Parse<(Type, Type, u64)> {
    let span = p.token_span();
    let ty = p.ty()?;
    match array(&p.ir.ctx, ty) {
        Some((size, element)) => Ok((ty, element, size)),
        None => {
            let (span, text) = (p.span_from(span), type_text(&p.ir.ctx, ty));
            Err(p.error(codes::BAD_TYPE, span, format!("`{text}` is no `!hw.array`")))
        }
    }
}

// ----- structs -----

/// `(%a, %b) {…} : type`
pub fn parse_struct_create(p: &mut Parser<'_>, state: &mut OpState) -> Parse<()> {
    let span = p.token_span();
    let mut operands: Vec<Operand<'_>> = Vec::new();
    p.list(Tok::LParen, Tok::RParen, |p| {
        operands.push(p.operand()?);
        Ok(())
    })?;
    p.attr_dict(state)?;
    p.expect(Tok::Colon, "`:` and a type")?;
    let (ty, types) = struct_type(p)?;
    let types: Vec<Type> = types.into_iter().map(|(_, ty)| ty).collect();
    let span = p.span_from(span);
    state.operands = p.resolve_all(&operands, &types, span)?;
    state.result_types.push(ty);
    Ok(())
}

/// The inverse of [`parse_struct_create`].
pub fn print_struct_create(p: &mut Printer<'_>, op: Op) {
    let ir = p.ir;
    p.text(" (");
    p.values(ir.operands(op));
    p.text(")");
    p.attr_dict(op, &[]);
    p.text(" : ");
    p.types_of(ir.results(op));
}

/// `%struct["field"] {…} : type`
pub fn parse_struct_extract(p: &mut Parser<'_>, state: &mut OpState) -> Parse<()> {
    let input = p.operand()?;
    let (name, span) = bracketed_field(p)?;
    p.attr_dict(state)?;
    p.expect(Tok::Colon, "`:` and a type")?;
    let (ty, fields) = struct_type(p)?;
    let field = set_field(p, state, &fields, &name, span)?;
    state.operands.push(p.resolve(input, ty)?);
    state.result_types.push(field);
    Ok(())
}

/// `%struct["field"], %value {…} : type`
pub fn parse_struct_inject(p: &mut Parser<'_>, state: &mut OpState) -> Parse<()> {
    let input = p.operand()?;
    let (name, span) = bracketed_field(p)?;
    p.expect(Tok::Comma, "`,` and the new value")?;
    let value = p.operand()?;
    p.attr_dict(state)?;
    p.expect(Tok::Colon, "`:` and a type")?;
    let (ty, fields) = struct_type(p)?;
    let field = set_field(p, state, &fields, &name, span)?;
    state.operands = vec![p.resolve(input, ty)?, p.resolve(value, field)?];
    state.result_types.push(ty);
    Ok(())
}

/// The inverse of [`parse_struct_extract`] and [`parse_struct_inject`].
pub fn print_struct_field(p: &mut Printer<'_>, op: Op) {
    let ir = p.ir;
    let ty = ir.ty(ir.operand(op, 0));
    let index = ir.attr(op, "fieldIndex").and_then(|attr| ir.ctx.int_value(attr)).unwrap_or(-1);
    let fields = fields(&ir.ctx, ty).unwrap_or_default();
    let name = usize::try_from(index)
        .ok()
        .and_then(|index| fields.get(index))
        .map_or("", |(name, _)| &ir.ctx[*name]);
    p.text(" ");
    p.value(ir.operand(op, 0));
    p.text("[");
    p.quoted(name);
    p.text("]");
    if ir.operand_count(op) > 1 {
        p.text(", ");
        p.value(ir.operand(op, 1));
    }
    p.attr_dict(op, &["fieldIndex"]);
    p.text(" : ");
    p.ty(ty);
}

/// `%struct {…} : type`
pub fn parse_struct_explode(p: &mut Parser<'_>, state: &mut OpState) -> Parse<()> {
    let input = p.operand()?;
    p.attr_dict(state)?;
    p.expect(Tok::Colon, "`:` and a type")?;
    let (ty, fields) = struct_type(p)?;
    state.operands.push(p.resolve(input, ty)?);
    state.result_types.extend(fields.iter().map(|(_, ty)| *ty));
    Ok(())
}

/// `["field"]`
fn bracketed_field(p: &mut Parser<'_>) -> Parse<(String, base::Span)> {
    p.expect(Tok::LSquare, "`[`")?;
    let span = p.token_span();
    let name = p.string()?;
    p.expect(Tok::RSquare, "`]`")?;
    Ok((name, span))
}

/// A struct type with its fields.
fn struct_type(p: &mut Parser<'_>) -> Parse<(Type, Vec<(base::Str, Type)>)> {
    let span = p.token_span();
    let ty = p.ty()?;
    match fields(&p.ir.ctx, ty) {
        Some(fields) => Ok((ty, fields)),
        None => {
            let (span, text) = (p.span_from(span), type_text(&p.ir.ctx, ty));
            Err(p.error(codes::BAD_TYPE, span, format!("`{text}` is no `!hw.struct`")))
        }
    }
}

/// Sets `fieldIndex` to the field of a name and gives its type.
fn set_field(
    p: &mut Parser<'_>,
    state: &mut OpState,
    fields: &[(base::Str, Type)],
    name: &str,
    span: base::Span,
) -> Parse<Type> {
    let Some(index) = fields.iter().position(|(field, _)| &p.ir.ctx[*field] == name) else {
        let mut diagnostic =
            base::Diagnostic::error(codes::STRUCT_FIELD, span, format!("the struct has no field `{name}`"));
        if let Some(nearest) = base::text::nearest(name, fields.iter().map(|(field, _)| &p.ir.ctx[*field])) {
            diagnostic = diagnostic.hint(format!("did you mean `{nearest}`?"));
        }
        return Err(p.report(diagnostic));
    };
    let number = p.ir.ctx.int_attr(index as i64, Type::I32);
    p.set_prop(state, "fieldIndex", number);
    Ok(fields[index].1)
}
