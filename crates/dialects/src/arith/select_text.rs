//! The text of `arith.select`: the type of the condition is written only when it is not `i1`.

use ir::text::lexer::Tok;
use ir::text::{Parse, Parser, Printer};
use ir::{Ir, Op, OpState, Type};

/// `%c, %a, %b : i32` or `%c, %a, %b : vector<4xi1>, vector<4xi32>`
pub fn parse(p: &mut Parser<'_>, state: &mut OpState) -> Parse<()> {
    let condition = p.operand()?;
    p.expect(Tok::Comma, "`,`")?;
    let yes = p.operand()?;
    p.expect(Tok::Comma, "`,`")?;
    let no = p.operand()?;
    p.attr_dict(state)?;
    let mut condition_ty = Type::I1;
    let mut ty = p.colon_type()?;
    if p.eat(Tok::Comma) {
        condition_ty = ty;
        ty = p.ty()?;
    }
    for (operand, ty) in [(condition, condition_ty), (yes, ty), (no, ty)] {
        state.operands.push(p.resolve(operand, ty)?);
    }
    state.result_types.push(ty);
    Ok(())
}

/// The inverse of [`parse`].
pub fn print(p: &mut Printer<'_>, op: Op) {
    let ir: &Ir = p.ir;
    p.text(" ");
    p.values(ir.operands(op));
    p.attr_dict(op, &[]);
    p.text(" : ");
    let condition = ir.ty(ir.operand(op, 0));
    if condition != Type::I1 {
        p.ty(condition);
        p.text(", ");
    }
    p.ty(ir.ty(ir.result(op, 0)));
}
