//! The text of `cf.switch`, whose cases pair numbers with blocks.

use super::verify::case_values;
use ir::dense;
use ir::text::lexer::Tok;
use ir::text::{Parse, Parser, Printer};
use ir::{AttrKind, Op, OpState, TypeKind, Value};

/// `%n : i32, [default: ^bb1(…), 1: ^bb2(…)] {…}`
pub fn parse_switch(p: &mut Parser<'_>, state: &mut OpState) -> Parse<()> {
    let flag = p.operand()?;
    let ty = p.colon_type()?;
    state.operands.push(p.resolve(flag, ty)?);
    p.expect(Tok::Comma, "`,`")?;
    p.expect(Tok::LSquare, "`[`")?;
    p.expect_word("default")?;
    p.expect(Tok::Colon, "`:`")?;
    let defaults = destination(p, state)?;
    let default_count = defaults.len() as i32;
    state.operands.extend(defaults);

    let (mut values, mut segments, mut case_operands) = (Vec::new(), Vec::new(), Vec::new());
    while p.eat(Tok::Comma) {
        let value = p.number_attr(ty)?;
        if let AttrKind::Integer { value, .. } = &p.ir.ctx[value] {
            values.push(value.clone());
        }
        p.expect(Tok::Colon, "`:`")?;
        let operands = destination(p, state)?;
        segments.push(operands.len() as i32);
        case_operands.extend(operands);
    }
    p.expect(Tok::RSquare, "`,` or `]`")?;
    let sizes = [1, default_count, case_operands.len() as i32];
    state.operands.extend(case_operands);
    p.attr_dict(state)?;

    if !values.is_empty() {
        let shape = [(values.len() as u64, false)].into();
        let vector = p.ir.ctx.ty(TypeKind::Vector { shape, element: ty });
        let values = dense::dense_attr(&mut p.ir.ctx, vector, &values);
        p.set_prop(state, "case_values", values);
    }
    let segments = p.ir.ctx.i32_array_attr(&segments);
    p.set_prop(state, "case_operand_segments", segments);
    let sizes = p.ir.ctx.i32_array_attr(&sizes);
    p.set_prop(state, "operandSegmentSizes", sizes);
    Ok(())
}

/// `^bb1` or `^bb1(%a, %b : i32, f32)`: the block goes to the operation, its operands are given
fn destination(p: &mut Parser<'_>, state: &mut OpState) -> Parse<Vec<Value>> {
    let block = p.successor()?;
    state.successors.push(block);
    let span = p.token_span();
    if !p.eat(Tok::LParen) {
        return Ok(Vec::new());
    }
    let operands = p.operands()?;
    p.expect(Tok::Colon, "`:` and the types of the operands")?;
    let types = p.type_list()?;
    p.expect(Tok::RParen, "`,` or `)`")?;
    let span = p.span_from(span);
    p.resolve_all(&operands, &types, span)
}

/// The inverse of [`parse_switch`].
pub fn print_switch(p: &mut Printer<'_>, op: Op) {
    let ir = p.ir;
    p.text(" ");
    p.values(ir.group_operands(op, 0));
    p.text(" : ");
    p.types_of(ir.group_operands(op, 0));
    p.text(", [");
    let values = case_values(ir, op);
    for (i, (block, operands)) in ir.successors(op).iter().zip(ir.all_successor_operands(op)).enumerate() {
        if i > 0 {
            p.text(",");
        }
        p.new_line();
        match i.checked_sub(1) {
            None => p.text("  default: "),
            Some(case) => {
                let value = values.get(case).map_or(String::new(), |value| value.signed().to_string());
                p.text(&format!("  {value}: "));
            }
        }
        p.block_name(*block);
        let operands: Vec<Value> =
            operands.unwrap_or_default().map(|operand| ir.operand(op, operand)).collect();
        if !operands.is_empty() {
            p.text("(");
            p.values(operands.iter().copied());
            p.text(" : ");
            p.types_of(operands);
            p.text(")");
        }
    }
    p.new_line();
    p.text("]");
    p.attr_dict(op, &["case_values", "case_operand_segments", "operandSegmentSizes"]);
}
