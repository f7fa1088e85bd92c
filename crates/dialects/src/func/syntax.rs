//! The text of signatures and of calls through a value.

use crate::signature::{self, Signature};
use base::{Diagnostic, codes};
use ir::text::lexer::Tok;
use ir::text::{Parse, Parser, Printer};
use ir::{Op, OpState, TypeKind};

/// `private @name(%a: i32 {…}, …) -> (i32 {…}) attributes {…} { … }`
pub fn parse_func(p: &mut Parser<'_>, state: &mut OpState) -> Parse<()> {
    signature::parse_symbol(p, state)?;
    let mut signature = Signature::default();
    p.list(Tok::LParen, Tok::RParen, |p| signature.parse_argument(p))?;
    signature.parse_results(p)?;
    signature.finish(p, state)?;
    let open = p.token_span();
    let body = if p.at(Tok::LBrace) {
        let body = p.region(&signature.arguments, true)?;
        if p.ir.blocks(body).is_empty() {
            let diagnostic =
                Diagnostic::error(codes::UNEXPECTED_TOKEN, open, "the body of a function is not empty")
                    .hint("end it with `return`, or leave out the braces to declare it");
            return Err(p.report(diagnostic));
        }
        body
    } else {
        p.ir.create_region()
    };
    state.regions.push(body);
    Ok(())
}

/// The inverse of [`parse_func`].
pub fn print_func(p: &mut Printer<'_>, op: Op) {
    signature::print_symbol(p, op);
    let (inputs, results) = super::signature(p.ir, op).unwrap_or_default();
    p.text("(");
    for (i, ty) in inputs.iter().enumerate() {
        p.comma(i);
        signature::print_argument(p, op, i, *ty);
    }
    p.text(")");
    signature::print_rest(p, op, results);
}

/// `%callee(%a, %b) {…} : (i32, i32) -> i32`
pub fn parse_call_indirect(p: &mut Parser<'_>, state: &mut OpState) -> Parse<()> {
    let callee = p.operand()?;
    let span = p.token_span();
    let mut operands = Vec::new();
    p.list(Tok::LParen, Tok::RParen, |p| {
        operands.push(p.operand()?);
        Ok(())
    })?;
    let span = p.span_from(span);
    p.attr_dict(state)?;
    let type_span = p.token_span();
    let ty = p.colon_type()?;
    let TypeKind::Function { inputs, results } = p.ir.ctx[ty].clone() else {
        let span = p.span_from(type_span);
        return Err(p.error(codes::BAD_TYPE, span, "the type of a callee is a function type"));
    };
    state.operands.push(p.resolve(callee, ty)?);
    state.operands.extend(p.resolve_all(&operands, &inputs, span)?);
    state.result_types = results.into();
    Ok(())
}

/// The inverse of [`parse_call_indirect`].
pub fn print_call_indirect(p: &mut Printer<'_>, op: Op) {
    let ir = p.ir;
    p.text(" ");
    p.values(ir.operands(op).take(1));
    p.text("(");
    p.values(ir.operands(op).skip(1));
    p.text(")");
    p.attr_dict(op, &[]);
    p.text(" : ");
    p.types_of(ir.operands(op).take(1));
}
