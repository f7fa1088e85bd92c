//! The text of `handshake.func`: a signature as that of a function, with `...` after its arguments, and the names of its ports.

use base::codes;
use ir::text::{Argument, Parse, Parser, Printer, Tok};
use ir::{Attr, AttrKind, Context, Ir, Op, OpState, Type, TypeKind};

/// Attributes that the signature says.
const SAID: [&str; 5] = ["sym_name", "function_type", "sym_visibility", "arg_attrs", "res_attrs"];

/// What is read of a signature.
#[derive(Default)]
struct Signature<'a> {
    arguments: Vec<Argument<'a>>,
    inputs: Vec<Type>,
    input_attrs: Vec<Attr>,
    results: Vec<Type>,
    result_attrs: Vec<Attr>,
}

/// `private @name(%a: type {…}, …, ...) -> (type {…}) attributes {argNames = […], resNames = […]} { … }`
pub fn parse(p: &mut Parser<'_>, state: &mut OpState) -> Parse<()> {
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
    let mut signature = Signature::default();
    parse_arguments(p, &mut signature)?;
    parse_results(p, &mut signature)?;
    let ty = p.ir.ctx.fn_ty(&signature.inputs, &signature.results);
    let ty = p.ir.ctx.type_attr(ty);
    p.set_prop(state, "function_type", ty);
    for (name, attrs) in [("arg_attrs", &signature.input_attrs), ("res_attrs", &signature.result_attrs)] {
        if attrs.iter().any(|attr| *attr != Attr::EMPTY_DICT) {
            let attrs = p.ir.ctx.array_attr(attrs);
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

fn parse_arguments<'a>(p: &mut Parser<'a>, signature: &mut Signature<'a>) -> Parse<()> {
    p.list(Tok::LParen, Tok::RParen, |p| {
        if p.eat(Tok::Ellipsis) {
            // It says nothing, and is the last: what stands after it is an error of the list.
            return if p.at(Tok::RParen) { Ok(()) } else { Err(p.unexpected("`)`")) };
        }
        // Either every argument has a name or none has.
        let named =
            if signature.inputs.is_empty() { p.at_operand() } else { !signature.arguments.is_empty() };
        let ty = if named {
            let operand = p.operand()?;
            let ty = p.colon_type()?;
            signature.arguments.push(Argument { operand, ty, loc: None });
            ty
        } else {
            p.ty()?
        };
        signature.inputs.push(ty);
        signature.input_attrs.push(value_attrs(p)?);
        let loc = p.trailing_loc()?;
        if let Some(argument) = signature.arguments.last_mut() {
            argument.loc = loc;
        }
        Ok(())
    })
}

fn parse_results(p: &mut Parser<'_>, signature: &mut Signature<'_>) -> Parse<()> {
    if !p.eat(Tok::Arrow) {
        return Ok(());
    }
    if !p.at(Tok::LParen) {
        signature.results.push(p.ty()?);
        signature.result_attrs.push(Attr::EMPTY_DICT);
        return Ok(());
    }
    p.list(Tok::LParen, Tok::RParen, |p| {
        signature.results.push(p.ty()?);
        signature.result_attrs.push(value_attrs(p)?);
        Ok(())
    })
}

/// `{…}` or nothing
fn value_attrs(p: &mut Parser<'_>) -> Parse<Attr> {
    if p.at(Tok::LBrace) { p.attr() } else { Ok(Attr::EMPTY_DICT) }
}

/// The inverse of [`parse`].
pub fn print(p: &mut Printer<'_>, op: Op) {
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
        p.text(", ");
    }
    p.text("...)");
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
    let is_bare = results.len() == 1
        && !matches!(ir.ctx[*first], TypeKind::Function { .. })
        && attrs_of(ir, op, "res_attrs", 0) == Attr::EMPTY_DICT;
    p.text(if is_bare { " -> " } else { " -> (" });
    for (i, ty) in results.iter().enumerate() {
        p.comma(i);
        p.ty(*ty);
        print_value_attrs(p, attrs_of(ir, op, "res_attrs", i));
    }
    if !is_bare {
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
