//! The text of signatures and of calls through a value.

use base::{Diagnostic, codes};
use ir::text::lexer::Tok;
use ir::text::region_parse::Argument;
use ir::text::{Parse, Parser, Printer};
use ir::{Attr, AttrKind, Ir, Op, OpState, Type, TypeKind};

/// Attributes that the text of a function says in other ways.
const SAID: [&str; 5] = ["sym_name", "function_type", "sym_visibility", "arg_attrs", "res_attrs"];

/// `private @name(%a: i32 {…}, …) -> (i32 {…}) attributes {…} { … }`
pub fn parse_func(p: &mut Parser<'_>, state: &mut OpState) -> Parse<()> {
    for visibility in ["private", "public", "nested"] {
        if p.eat_word(visibility) {
            let value = p.ir.ctx.str_attr(visibility);
            p.set_prop(state, "sym_visibility", value);
            break;
        }
    }
    let name = p.symbol_name()?;
    let name = p.ir.ctx.str_attr(&name);
    p.set_prop(state, "sym_name", name);

    let (mut arguments, mut inputs, mut input_attrs) = (Vec::new(), Vec::new(), Vec::new());
    p.list(Tok::LParen, Tok::RParen, |p| {
        // Either every argument has a name or none has.
        let named = if inputs.is_empty() { p.at_operand() } else { !arguments.is_empty() };
        if named {
            let operand = p.operand()?;
            let ty = p.colon_type()?;
            input_attrs.push(value_attrs(p)?);
            let loc = p.trailing_loc()?;
            arguments.push(Argument { operand, ty, loc });
            inputs.push(ty);
        } else {
            inputs.push(p.ty()?);
            input_attrs.push(value_attrs(p)?);
            p.trailing_loc()?;
        }
        Ok(())
    })?;
    let (results, result_attrs) = parse_results(p)?;
    let ty = p.ir.ctx.fn_ty(&inputs, &results);
    let ty = p.ir.ctx.type_attr(ty);
    p.set_prop(state, "function_type", ty);
    for (name, attrs) in [("arg_attrs", input_attrs), ("res_attrs", result_attrs)] {
        if attrs.iter().any(|attr| *attr != Attr::EMPTY_DICT) {
            let attrs = p.ir.ctx.array_attr(&attrs);
            p.set_prop(state, name, attrs);
        }
    }

    let span = p.token_span();
    p.attr_dict_with_keyword(state)?;
    for name in SAID {
        if state.attrs.iter().any(|(given, _)| &p.ir.ctx[*given] == name) {
            let message = format!("attribute `{name}` is said by the signature and not given again");
            return Err(p.error(codes::BAD_ATTRIBUTE, span, message));
        }
    }
    let open = p.token_span();
    let body = if p.at(Tok::LBrace) {
        let body = p.region(&arguments, true)?;
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

/// `-> type`, `-> (type {…}, …)` or nothing: types and their attributes
fn parse_results(p: &mut Parser<'_>) -> Parse<(Vec<Type>, Vec<Attr>)> {
    let (mut types, mut attrs) = (Vec::new(), Vec::new());
    if p.eat(Tok::Arrow) {
        if p.at(Tok::LParen) {
            p.list(Tok::LParen, Tok::RParen, |p| {
                types.push(p.ty()?);
                attrs.push(value_attrs(p)?);
                Ok(())
            })?;
        } else {
            types.push(p.ty()?);
            attrs.push(Attr::EMPTY_DICT);
        }
    }
    Ok((types, attrs))
}

/// `{…}` or nothing
fn value_attrs(p: &mut Parser<'_>) -> Parse<Attr> {
    if p.at(Tok::LBrace) { p.attr() } else { Ok(Attr::EMPTY_DICT) }
}

/// The inverse of [`parse_func`].
pub fn print_func(p: &mut Printer<'_>, op: Op) {
    let ir = p.ir;
    if let Some(visibility) = ir.str_attr(op, "sym_visibility") {
        p.text(" ");
        p.text(visibility);
    }
    p.text(" ");
    p.symbol_name(ir.str_attr(op, "sym_name").unwrap_or(""));
    let (inputs, results) = super::signature(ir, op).unwrap_or_default();
    let body = ir.regions(op).first().copied();
    let entry = body.and_then(|body| ir.entry(body));

    p.text("(");
    for (i, ty) in inputs.iter().enumerate() {
        p.comma(i);
        let argument = entry.and_then(|entry| ir.args(entry).get(i).copied());
        if let Some(argument) = argument {
            p.value(argument);
            p.text(": ");
        }
        p.ty(*ty);
        print_value_attrs(p, attrs_of(ir, op, "arg_attrs", i));
        if let Some(argument) = argument {
            p.trailing_loc(ir.value_loc(argument));
        }
    }
    p.text(")");
    print_results(p, op, results);
    p.attr_dict_with_keyword(op, &SAID);
    if let (Some(body), Some(_)) = (body, entry) {
        p.text(" ");
        p.region(body, false, true);
    }
}

fn print_results(p: &mut Printer<'_>, op: Op, results: &[Type]) {
    let ir = p.ir;
    let Some(first) = results.first() else { return };
    let bare = results.len() == 1
        && !matches!(ir.ctx[*first], TypeKind::Function { .. })
        && attrs_of(ir, op, "res_attrs", 0) == Attr::EMPTY_DICT;
    p.text(if bare { " -> " } else { " -> (" });
    for (i, ty) in results.iter().enumerate() {
        p.comma(i);
        p.ty(*ty);
        print_value_attrs(p, attrs_of(ir, op, "res_attrs", i));
    }
    if !bare {
        p.text(")");
    }
}

fn attrs_of(ir: &Ir, op: Op, name: &str, index: usize) -> Attr {
    match ir.attr(op, name).map(|attr| &ir.ctx[attr]) {
        Some(AttrKind::Array(items)) => items.get(index).copied().unwrap_or(Attr::EMPTY_DICT),
        _ => Attr::EMPTY_DICT,
    }
}

fn print_value_attrs(p: &mut Printer<'_>, attrs: Attr) {
    if attrs != Attr::EMPTY_DICT {
        p.text(" ");
        p.attr(attrs);
    }
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
