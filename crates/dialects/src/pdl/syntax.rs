//! The text of `pdl` that a format cannot say: operations with named attributes, and results whose type is said only with a number.

use super::types::{attribute_ty, operation_ty, values_ty};
use base::codes;
use ir::text::{Operand, Parse, Parser, Printer, Tok};
use ir::{Attr, AttrKind, Op, OpState, Type, Value};

/// What differs between the texts of `pdl.operation` and `pdl_interp.create_operation`.
pub(crate) struct OperationText {
    /// The attribute with the name.
    pub name: &'static str,
    /// The attribute with the names of the attributes.
    pub attribute_names: &'static str,
    /// The attribute that says that the result types are to be inferred, `-> <inferred>`, if it may have one.
    pub inferred: Option<&'static str>,
}

const OPERATION_TEXT: OperationText =
    OperationText { name: "opName", attribute_names: "attributeValueNames", inferred: None };

/// `"name"(%a : !pdl.value) {"x" = %b} -> (%t : !pdl.type) {…}`, where everything may be missing
pub fn parse_operation(p: &mut Parser<'_>, state: &mut OpState) -> Parse<()> {
    parse_operation_parts(p, state, &OPERATION_TEXT)
}

/// The inverse of [`parse_operation`].
pub fn print_operation(p: &mut Printer<'_>, op: Op) {
    print_operation_parts(p, op, &OPERATION_TEXT);
}

/// Reads what both operations have in common. Whether a name must be there is the record's question.
pub(crate) fn parse_operation_parts(
    p: &mut Parser<'_>,
    state: &mut OpState,
    text: &OperationText,
) -> Parse<()> {
    if p.at(Tok::Text) {
        let name = p.string()?;
        let name = p.ir.ctx.str_attr(&name);
        p.set_prop(state, text.name, name);
    }
    let values = if p.at(Tok::LParen) { typed_values(p)? } else { Vec::new() };
    let (names, attributes) = named_attributes(p, state)?;
    let mut types = Vec::new();
    if p.eat(Tok::Arrow) {
        match text.inferred.filter(|_| p.eat(Tok::Less)) {
            Some(inferred) => {
                p.expect_word("inferred")?;
                p.expect(Tok::Greater, "`>`")?;
                p.set_prop(state, inferred, Attr::UNIT);
            }
            None => types = typed_values(p)?,
        }
    }
    p.attr_dict(state)?;

    let names = p.ir.ctx.array_attr(&names);
    p.set_prop(state, text.attribute_names, names);
    let sizes = [&values, &attributes, &types].map(|group| group.len() as i32);
    let sizes = p.ir.ctx.i32_array_attr(&sizes);
    p.set_prop(state, "operandSegmentSizes", sizes);
    state.operands.extend([values, attributes, types].concat());
    let handle = operation_ty(&mut p.ir.ctx);
    state.result_types.push(handle);
    Ok(())
}

/// `(%a, %b : !pdl.value, !pdl.range<value>)`
fn typed_values(p: &mut Parser<'_>) -> Parse<Vec<Value>> {
    p.expect(Tok::LParen, "`(`")?;
    let span = p.token_span();
    let operands = p.operands()?;
    p.expect(Tok::Colon, "`:` and the types")?;
    let types = p.type_list()?;
    let span = p.span_from(span);
    p.expect(Tok::RParen, "`,` or `)`")?;
    p.resolve_all(&operands, &types, span)
}

/// `{"a" = %a, "b" = %b}` or nothing: the names and the values. Where there are no such attributes, the braces may be those of the
/// operation's own attributes: what is given no value of the pattern is one of these.
fn named_attributes(p: &mut Parser<'_>, state: &mut OpState) -> Parse<(Vec<Attr>, Vec<Value>)> {
    let (mut names, mut values) = (Vec::new(), Vec::new());
    if !p.at(Tok::LBrace) {
        return Ok((names, values));
    }
    let ty = attribute_ty(&mut p.ir.ctx);
    p.list(Tok::LBrace, Tok::RBrace, |p| {
        let span = p.token_span();
        let name = p.word_or_string("the name of an attribute")?;
        let given = p.eat(Tok::Equal);
        if given && p.at_operand() {
            let operand: Operand<'_> = p.operand()?;
            values.push(p.resolve(operand, ty)?);
            names.push(p.ir.ctx.str_attr(&name));
            return Ok(());
        }
        let value = if given { p.attr()? } else { Attr::UNIT };
        let name = p.ir.ctx.str(&name);
        if state.attrs.iter().any(|(known, _)| *known == name) {
            return Err(p.error(codes::BAD_ATTRIBUTE, span, "this attribute is given twice"));
        }
        state.attrs.push((name, value));
        Ok(())
    })?;
    Ok((names, values))
}

/// The inverse of [`parse_operation_parts`].
pub(crate) fn print_operation_parts(p: &mut Printer<'_>, op: Op, text: &OperationText) {
    let ir = p.ir;
    if let Some(name) = ir.str_attr(op, text.name) {
        p.text(" ");
        p.quoted(name);
    }
    if ir.group_operands(op, 0).len() > 0 {
        print_typed_values(p, ir.group_operands(op, 0).collect());
    }
    if let Some(AttrKind::Array(names)) = ir.attr(op, text.attribute_names).map(|names| &ir.ctx[names])
        && !names.is_empty()
    {
        p.text(" {");
        for (i, (name, value)) in names.iter().zip(ir.group_operands(op, 1)).enumerate() {
            p.comma(i);
            p.attr(*name);
            p.text(" = ");
            p.value(value);
        }
        p.text("}");
    }
    if text.inferred.is_some_and(|inferred| ir.attr(op, inferred).is_some()) {
        p.text(" -> <inferred>");
    } else if ir.group_operands(op, 2).len() > 0 {
        p.text(" -> ");
        print_typed_values(p, ir.group_operands(op, 2).collect());
    }
    let inferred = text.inferred.unwrap_or("operandSegmentSizes");
    p.attr_dict(op, &[text.name, text.attribute_names, "operandSegmentSizes", inferred]);
}

fn print_typed_values(p: &mut Printer<'_>, values: Vec<Value>) {
    p.text("(");
    p.values(values.iter().copied());
    p.text(" : ");
    p.types_of(values);
    p.text(")");
}

/// `of %op {…}`, or `1 of %op -> !pdl.value {…}`
pub fn parse_results(p: &mut Parser<'_>, state: &mut OpState) -> Parse<()> {
    let has_number = !p.at_word("of");
    if has_number {
        let index = p.number_attr(Type::I32)?;
        p.set_prop(state, "index", index);
    }
    p.expect_word("of")?;
    let operand = p.operand()?;
    let handle = operation_ty(&mut p.ir.ctx);
    state.operands.push(p.resolve(operand, handle)?);
    let ty = if has_number {
        p.expect(Tok::Arrow, "`->` and a type")?;
        p.ty()?
    } else {
        values_ty(&mut p.ir.ctx)
    };
    state.result_types.push(ty);
    p.attr_dict(state)
}

/// The inverse of [`parse_results`].
pub fn print_results(p: &mut Printer<'_>, op: Op) {
    let ir = p.ir;
    let index = ir.attr(op, "index");
    if let Some(index) = index {
        p.text(" ");
        p.attr_untyped(index);
    }
    p.text(" of ");
    p.values(ir.operands(op));
    if index.is_some() {
        p.text(" -> ");
        p.types_of(ir.results(op));
    }
    p.attr_dict(op, &["index"]);
}
