//! The text that functions of several dialects have in common: a symbol with its visibility, and a signature whose arguments and results may have attributes.

use base::codes;
use ir::text::{Argument, Parse, Parser, Printer, Tok};
use ir::{Attr, AttrKind, Ir, Op, OpState, Type, TypeKind};

/// Attributes that the text of a function says in other ways.
pub(crate) const SAID: [&str; 5] = ["sym_name", "function_type", "sym_visibility", "arg_attrs", "res_attrs"];

/// What is read of a signature.
#[derive(Default)]
pub(crate) struct Signature<'a> {
    /// The arguments, if they have names.
    pub arguments: Vec<Argument<'a>>,
    /// Their types.
    pub inputs: Vec<Type>,
    input_attrs: Vec<Attr>,
    /// The types of the results.
    pub results: Vec<Type>,
    result_attrs: Vec<Attr>,
}

// ----- symbols -----

/// `private @name`
pub(crate) fn parse_symbol(p: &mut Parser<'_>, state: &mut OpState) -> Parse<()> {
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
    Ok(())
}

/// The inverse of [`parse_symbol`].
pub(crate) fn print_symbol(p: &mut Printer<'_>, op: Op) {
    let ir = p.ir;
    if let Some(visibility) = ir.str_attr(op, "sym_visibility") {
        p.text(" ");
        p.text(visibility);
    }
    p.text(" ");
    p.symbol_name(ir.str_attr(op, "sym_name").unwrap_or(""));
}

// ----- reading -----

impl<'a> Signature<'a> {
    /// `%a: type {…}`, or `type {…}` where the first one has no name either.
    pub fn parse_argument(&mut self, p: &mut Parser<'a>) -> Parse<()> {
        // Either every argument has a name or none has.
        let named = if self.inputs.is_empty() { p.at_operand() } else { !self.arguments.is_empty() };
        let ty = if named {
            let operand = p.operand()?;
            let ty = p.colon_type()?;
            self.arguments.push(Argument { operand, ty, loc: None });
            ty
        } else {
            p.ty()?
        };
        self.inputs.push(ty);
        self.input_attrs.push(value_attrs(p)?);
        let loc = p.trailing_loc()?;
        if let Some(argument) = self.arguments.last_mut() {
            argument.loc = loc;
        }
        Ok(())
    }

    /// `-> type`, `-> (type {…}, …)` or nothing
    pub fn parse_results(&mut self, p: &mut Parser<'_>) -> Parse<()> {
        if !p.eat(Tok::Arrow) {
            return Ok(());
        }
        if !p.at(Tok::LParen) {
            self.results.push(p.ty()?);
            self.result_attrs.push(Attr::EMPTY_DICT);
            return Ok(());
        }
        p.list(Tok::LParen, Tok::RParen, |p| {
            self.results.push(p.ty()?);
            self.result_attrs.push(value_attrs(p)?);
            Ok(())
        })
    }

    /// Sets what it says, and reads the other attributes of the function: `attributes {…}`.
    pub fn finish(&self, p: &mut Parser<'_>, state: &mut OpState) -> Parse<()> {
        let ty = p.ir.ctx.fn_ty(&self.inputs, &self.results);
        let ty = p.ir.ctx.type_attr(ty);
        p.set_prop(state, "function_type", ty);
        for (name, attrs) in [("arg_attrs", &self.input_attrs), ("res_attrs", &self.result_attrs)] {
            if attrs.iter().any(|attr| *attr != Attr::EMPTY_DICT) {
                let attrs = p.ir.ctx.array_attr(attrs);
                p.set_prop(state, name, attrs);
            }
        }
        other_attributes(p, state, &SAID)
    }
}

/// `attributes {…}` or nothing, which gives nothing again that the signature has `said`.
pub fn other_attributes(p: &mut Parser<'_>, state: &mut OpState, said: &[&str]) -> Parse<()> {
    let span = p.token_span();
    p.attr_dict_with_keyword(state)?;
    for name in said {
        if state.attrs.iter().any(|(given, _)| &p.ir.ctx[*given] == *name) {
            let message = format!("attribute `{name}` is said by the signature and not given again");
            return Err(p.error(codes::BAD_ATTRIBUTE, span, message));
        }
    }
    Ok(())
}

/// `{…}` or nothing
pub(crate) fn value_attrs(p: &mut Parser<'_>) -> Parse<Attr> {
    if p.at(Tok::LBrace) { p.attr() } else { Ok(Attr::EMPTY_DICT) }
}

// ----- printing -----

/// `%a: type {…}`, or `type {…}` where there is no body.
pub(crate) fn print_argument(p: &mut Printer<'_>, op: Op, index: usize, ty: Type) {
    let ir = p.ir;
    let entry = ir.regions(op).first().and_then(|body| ir.entry(*body));
    let argument = entry.and_then(|entry| ir.args(entry).get(index).copied());
    if let Some(argument) = argument {
        p.value(argument);
        p.text(": ");
    }
    p.ty(ty);
    print_value_attrs(p, attrs_of(ir, op, "arg_attrs", index));
    if let Some(argument) = argument {
        p.trailing_loc(ir.value_loc(argument));
    }
}

/// The inverse of [`Signature::parse_results`], and what stands behind it.
pub(crate) fn print_rest(p: &mut Printer<'_>, op: Op, results: &[Type]) {
    print_results(p, op, results);
    p.attr_dict_with_keyword(op, &SAID);
    if let Some(body) = p.ir.regions(op).first().copied()
        && p.ir.entry(body).is_some()
    {
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

/// ` {…}` or nothing
pub(crate) fn print_value_attrs(p: &mut Printer<'_>, attrs: Attr) {
    if attrs != Attr::EMPTY_DICT {
        p.text(" ");
        p.attr(attrs);
    }
}
