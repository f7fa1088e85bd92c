//! The text of globals, whose initial value leaves out its type, and of subviews, which mix numbers with operands.

use super::DYNAMIC;
use super::subview::STATIC;
use base::codes;
use ir::text::{Parse, Parser, Printer, Tok};
use ir::{Attr, AttrKind, Context, Ir, Op, OpState, Type, TypeKind};

/// The tensor type of the contents of a memref of static shape.
pub fn contents_type(ctx: &mut Context, memref: Type) -> Option<Type> {
    let TypeKind::Memref { shape, element, .. } = &ctx[memref] else { return None };
    if !shape.iter().all(Option::is_some) {
        return None;
    }
    let (shape, element) = (shape.clone(), *element);
    Some(ctx.ty(TypeKind::Tensor { shape, element, encoding: None }))
}

/// `"private" constant @name : memref<…> = dense<…> {…}`
pub fn parse_global(p: &mut Parser<'_>, state: &mut OpState) -> Parse<()> {
    if p.at(Tok::Text) {
        let visibility = p.string()?;
        let visibility = p.ir.ctx.str_attr(&visibility);
        p.set_prop(state, "sym_visibility", visibility);
    }
    if p.eat_word("constant") {
        p.set_prop(state, "constant", Attr::UNIT);
    }
    let name = p.symbol_name()?;
    let name = p.ir.ctx.str_attr(&name);
    p.set_prop(state, "sym_name", name);
    let span = p.token_span();
    let ty = p.colon_type()?;
    let Some(contents) = contents_type(&mut p.ir.ctx, ty) else {
        let message = format!("the type of a global is a memref of known sizes, not `{}`", p.type_text(ty));
        let span = p.span_from(span);
        return Err(p.error(codes::BAD_TYPE, span, message));
    };
    let ty = p.ir.ctx.type_attr(ty);
    p.set_prop(state, "type", ty);
    if p.eat(Tok::Equal) {
        let value = if p.eat_word("uninitialized") { Attr::UNIT } else { p.attr_of_type(contents)? };
        p.set_prop(state, "initial_value", value);
    }
    p.attr_dict(state)
}

/// The inverse of [`parse_global`].
pub fn print_global(p: &mut Printer<'_>, op: Op) {
    let ir = p.ir;
    if let Some(visibility) = ir.attr(op, "sym_visibility") {
        p.text(" ");
        p.attr(visibility);
    }
    if ir.attr(op, "constant").is_some() {
        p.text(" constant");
    }
    p.text(" ");
    p.symbol_name(ir.str_attr(op, "sym_name").unwrap_or(""));
    p.text(" : ");
    if let Some(AttrKind::Type(ty)) = ir.attr(op, "type").map(|attr| &ir.ctx[attr]) {
        p.ty(*ty);
    }
    match ir.attr(op, "initial_value") {
        Some(Attr::UNIT) => p.text(" = uninitialized"),
        Some(value) => {
            p.text(" = ");
            p.attr_untyped(value);
        }
        None => {}
    }
    p.attr_dict(op, &["sym_visibility", "constant", "sym_name", "type", "initial_value"]);
}

/// `%m[%i, 0] [4, 4] [1, 1] {…} : memref<…> to memref<…>`
pub fn parse_subview(p: &mut Parser<'_>, state: &mut OpState) -> Parse<()> {
    let source = p.operand()?;
    let (mut operands, mut sizes) = (Vec::new(), vec![1]);
    for name in STATIC {
        let (mut items, before) = (Vec::new(), operands.len());
        p.list(Tok::LSquare, Tok::RSquare, |p| {
            if p.at_operand() {
                operands.push(p.operand()?);
                items.push(DYNAMIC);
            } else {
                let item = p.number_attr(Type::I64)?;
                items.push(p.ir.ctx.int_value(item).unwrap_or_default());
            }
            Ok(())
        })?;
        sizes.push((operands.len() - before) as i32);
        let items = p.ir.ctx.i64_array_attr(&items);
        p.set_prop(state, name, items);
    }
    let sizes = p.ir.ctx.i32_array_attr(&sizes);
    p.set_prop(state, "operandSegmentSizes", sizes);
    p.attr_dict(state)?;
    let ty = p.colon_type()?;
    p.expect_word("to")?;
    state.result_types.push(p.ty()?);
    state.operands.push(p.resolve(source, ty)?);
    state.operands.extend(p.resolve_same(&operands, Type::INDEX)?);
    Ok(())
}

/// The inverse of [`parse_subview`].
pub fn print_subview(p: &mut Printer<'_>, op: Op) {
    let ir: &Ir = p.ir;
    p.text(" ");
    p.values(ir.group_operands(op, 0));
    for (index, name) in STATIC.iter().enumerate() {
        p.text(if index == 0 { "[" } else { " [" });
        let items = ir.attr(op, name).and_then(|items| ir.ctx.int_array(items)).unwrap_or_default();
        let mut operands = ir.group_operands(op, index + 1);
        for (i, item) in items.iter().enumerate() {
            p.comma(i);
            let operand = if *item == DYNAMIC { operands.next() } else { None };
            match operand {
                Some(operand) => p.value(operand),
                None => p.text(&item.to_string()),
            }
        }
        p.text("]");
    }
    p.attr_dict(op, &["static_offsets", "static_sizes", "static_strides", "operandSegmentSizes"]);
    p.text(" : ");
    p.types_of(ir.group_operands(op, 0));
    p.text(" to ");
    p.types_of(ir.results(op));
}
