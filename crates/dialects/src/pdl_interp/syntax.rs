//! The text of `pdl_interp` that a format cannot say: functions, loops, and operations with named attributes.

use crate::func;
use crate::pdl::{OperationText, parse_operation_parts, print_operation_parts, range_ty};
use base::codes;
use ir::text::{Argument, Parse, Parser, Printer, Tok};
use ir::{Op, OpState};

const CREATE_OPERATION_TEXT: OperationText = OperationText {
    name: "name",
    attribute_names: "inputAttributeNames",
    inferred: Some("inferredResultTypes"),
};

/// `"name"(%a : !pdl.value) {"x" = %b} -> (%t : !pdl.type) {…}`
pub fn parse_create_operation(p: &mut Parser<'_>, state: &mut OpState) -> Parse<()> {
    if !p.at(Tok::Text) {
        return Err(p.unexpected("the name of an operation, in quotes"));
    }
    parse_operation_parts(p, state, &CREATE_OPERATION_TEXT)
}

/// The inverse of [`parse_create_operation`].
pub fn print_create_operation(p: &mut Printer<'_>, op: Op) {
    print_operation_parts(p, op, &CREATE_OPERATION_TEXT);
}

/// `private @name(%a: !pdl.operation {…}, …) attributes {…} { … }`
pub fn parse_func(p: &mut Parser<'_>, state: &mut OpState) -> Parse<()> {
    func::parse_func(p, state)?;
    // Unlike `func.func`, it does not call the visibility its own.
    let visibility = p.ir.ctx.str("sym_visibility");
    let given = state.props.iter().position(|(name, _)| *name == visibility);
    state.attrs.extend(given.map(|at| state.props.remove(at)));
    Ok(())
}

/// The inverse of [`parse_func`].
pub fn print_func(p: &mut Printer<'_>, op: Op) {
    func::print_func(p, op);
}

/// `%op : !pdl.operation in %ops { … } {…} -> ^bb1`
pub fn parse_foreach(p: &mut Parser<'_>, state: &mut OpState) -> Parse<()> {
    let operand = p.operand()?;
    let span = p.token_span();
    let ty = p.colon_type()?;
    let span = p.span_from(span);
    let loc = p.trailing_loc()?;
    p.expect_word("in")?;
    let values = p.operand()?;
    let Some(range) = range_ty(&mut p.ir.ctx, ty) else {
        let message = format!("there are no ranges of `{}`", p.type_text(ty));
        return Err(p.error(codes::PDL_RANGE_TYPE, span, message));
    };
    state.operands.push(p.resolve(values, range)?);
    let region = p.region(&[Argument { operand, ty, loc }], false)?;
    state.regions.push(region);
    p.attr_dict(state)?;
    p.expect(Tok::Arrow, "`->` and a block")?;
    state.successors.push(p.successor()?);
    Ok(())
}

/// The inverse of [`parse_foreach`].
pub fn print_foreach(p: &mut Printer<'_>, op: Op) {
    let ir = p.ir;
    p.text(" ");
    let entry = ir.regions(op).first().and_then(|region| ir.entry(*region));
    if let Some(variable) = entry.and_then(|entry| ir.args(entry).first()) {
        p.value(*variable);
        p.text(" : ");
        p.ty(ir.ty(*variable));
        p.trailing_loc(ir.value_loc(*variable));
    }
    p.text(" in ");
    p.values(ir.operands(op));
    for region in ir.regions(op) {
        p.text(" ");
        p.region(*region, false, true);
    }
    p.attr_dict(op, &[]);
    p.text(" -> ");
    p.block_names(ir.successors(op));
}
