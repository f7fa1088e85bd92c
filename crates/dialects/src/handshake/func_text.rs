//! The text of `handshake.func`: a signature as that of a function, with `...` after its arguments, and the names of its ports.

use crate::signature::{self, Signature};
use base::codes;
use ir::text::{Parse, Parser, Printer, Tok};
use ir::{Attr, Context, Op, OpState};

/// `private @name(%a: type {…}, …, ...) -> (type {…}) attributes {argNames = […], resNames = […]} { … }`
pub fn parse(p: &mut Parser<'_>, state: &mut OpState) -> Parse<()> {
    signature::parse_symbol(p, state)?;
    let mut signature = Signature::default();
    p.list(Tok::LParen, Tok::RParen, |p| {
        if p.eat(Tok::Ellipsis) {
            // It says nothing, and is the last: what stands after it is an error of the list.
            return if p.at(Tok::RParen) { Ok(()) } else { Err(p.unexpected("`)`")) };
        }
        signature.parse_argument(p)
    })?;
    signature.parse_results(p)?;
    signature.finish(p, state)?;
    name_ports(p, state, &signature);
    let open = p.token_span();
    let body = if p.at(Tok::LBrace) {
        let body = p.region(&signature.arguments, true)?;
        if p.ir.blocks(body).is_empty() {
            return Err(p.error(codes::UNEXPECTED_TOKEN, open, "the body of a function ends in `end`"));
        }
        body
    } else {
        p.ir.create_region()
    };
    state.regions.push(body);
    Ok(())
}

/// Ports that the text does not name are called as their arguments, or by their numbers.
fn name_ports(p: &mut Parser<'_>, state: &mut OpState, signature: &Signature<'_>) {
    let given = |p: &Parser<'_>, name: &str| state.attrs.iter().any(|(given, _)| &p.ir.ctx[*given] == name);
    let (has_args, has_results) = (given(p, "argNames"), given(p, "resNames"));
    if !has_args {
        let names: Vec<String> = match signature.arguments.len() {
            0 => numbered("in", signature.inputs.len()),
            _ => signature.arguments.iter().map(|argument| argument.operand.name.to_owned()).collect(),
        };
        let names = names_attr(&mut p.ir.ctx, &names);
        p.set_prop(state, "argNames", names);
    }
    if !has_results {
        let names = names_attr(&mut p.ir.ctx, &numbered("out", signature.results.len()));
        p.set_prop(state, "resNames", names);
    }
}

fn numbered(prefix: &str, count: usize) -> Vec<String> {
    (0..count).map(|number| format!("{prefix}{number}")).collect()
}

/// `["a", "b"]`
pub fn names_attr<S: AsRef<str>>(ctx: &mut Context, names: &[S]) -> Attr {
    let names: Vec<Attr> = names.iter().map(|name| ctx.str_attr(name.as_ref())).collect();
    ctx.array_attr(&names)
}

/// The inverse of [`parse`].
pub fn print(p: &mut Printer<'_>, op: Op) {
    signature::print_symbol(p, op);
    let (inputs, results) = super::signature(p.ir, op).unwrap_or_default();
    p.text("(");
    for (i, ty) in inputs.iter().enumerate() {
        signature::print_argument(p, op, i, *ty);
        p.text(", ");
    }
    p.text("...)");
    signature::print_rest(p, op, results);
}
