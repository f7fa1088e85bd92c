//! The text of `dataflow`. Channels are written as in `handshake`, `<i32>`.

use crate::handshake::{parse_ty, parse_types, print_types, short_text, with_data};
use ir::text::{Parse, Parser, Printer, Tok};
use ir::{Op, OpState, Type};

/// `%a, %b {…} : types -> types`
pub fn parse_typed(p: &mut Parser<'_>, state: &mut OpState) -> Parse<()> {
    let span = p.token_span();
    let operands = p.operands()?;
    let span = p.span_from(span);
    p.attr_dict(state)?;
    p.expect(Tok::Colon, "`:` and a type")?;
    let types = parse_types(p)?;
    p.expect(Tok::Arrow, "`->` and a type")?;
    state.result_types = parse_types(p)?;
    state.operands = p.resolve_all(&operands, &types, span)?;
    Ok(())
}

/// The inverse of [`parse_typed`].
pub fn print_typed(p: &mut Printer<'_>, op: Op) {
    let ir = p.ir;
    p.text(" ");
    p.values(ir.operands(op));
    p.attr_dict(op, &[]);
    p.text(" : ");
    print_types(p, ir.operands(op).map(|value| ir.ty(value)));
    p.text(" -> ");
    print_types(p, ir.results(op).map(|value| ir.ty(value)));
}

/// `%start, %step, %bound {…}`, and `: type` if they are no `index`.
pub fn parse_stream(p: &mut Parser<'_>, state: &mut OpState) -> Parse<()> {
    let operands = p.operands()?;
    p.attr_dict(state)?;
    let ty = if p.eat(Tok::Colon) { parse_ty(p)? } else { Type::INDEX };
    state.operands = p.resolve_same(&operands, ty)?;
    let condition = with_data(&mut p.ir.ctx, ty, Type::I1);
    state.result_types = vec![ty, condition];
    Ok(())
}

/// The inverse of [`parse_stream`].
pub fn print_stream(p: &mut Printer<'_>, op: Op) {
    let ir = p.ir;
    p.text(" ");
    p.values(ir.operands(op));
    p.attr_dict(op, &[]);
    let ty = ir.ty(ir.result(op, 0));
    if ty != Type::INDEX {
        p.text(" : ");
        p.text(&short_text(&ir.ctx, ty));
    }
}
