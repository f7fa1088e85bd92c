//! The text of `irdl`. Every value in it is a constraint, so no type is written.
//!
//! MLIR ends several of the lines in a space; so do we, because what it prints of our text is to be our text.

use super::types::{WORDS, arities, arities_attr, attribute_ty, region_ty, word_of};
use ir::text::{Parse, Parser, Printer, Tok};
use ir::{Arity, Attr, AttrKind, Op, OpState, Type};

// ----- definitions -----

/// `@name attributes {…} { … }`; a body that is left out is an empty one.
pub fn parse_definition(p: &mut Parser<'_>, state: &mut OpState) -> Parse<()> {
    let name = p.symbol_name()?;
    let name = p.ir.ctx.str_attr(&name);
    p.set_prop(state, "sym_name", name);
    p.attr_dict_with_keyword(state)?;
    let isolated = state.code == super::DIALECT_OP;
    let region = if p.at(Tok::LBrace) { p.region(&[], isolated)? } else { p.ir.create_region() };
    if p.ir.blocks(region).is_empty() {
        p.ir.add_block(region);
    }
    state.regions.push(region);
    Ok(())
}

/// The inverse of [`parse_definition`].
pub fn print_definition(p: &mut Printer<'_>, op: Op) {
    let ir = p.ir;
    p.text(" ");
    p.symbol_name(ir.str_attr(op, "sym_name").unwrap_or(""));
    p.attr_dict_with_keyword(op, &["sym_name"]);
    p.text(" ");
    let [region] = ir.regions(op) else { return };
    if ir.entry(*region).is_some_and(|block| ir.first_op(block).is_some()) {
        p.region(*region, true, true);
    }
}

// ----- lists -----

/// `(%a, %b) {…}`
pub fn parse_list(p: &mut Parser<'_>, state: &mut OpState) -> Parse<()> {
    let ty = match state.code {
        super::REGIONS => region_ty(&mut p.ir.ctx),
        _ => attribute_ty(&mut p.ir.ctx),
    };
    operands(p, state, (Tok::LParen, Tok::RParen), ty)?;
    p.attr_dict(state)
}

/// The inverse of [`parse_list`].
pub fn print_list(p: &mut Printer<'_>, op: Op) {
    print_operands(p, op, "(", ")");
    p.attr_dict(op, &[]);
}

/// `(%a, optional %b, variadic %c) {…}`
pub fn parse_slots(p: &mut Parser<'_>, state: &mut OpState) -> Parse<()> {
    let (mut values, mut list) = (Vec::new(), Vec::new());
    p.list(Tok::LParen, Tok::RParen, |p| {
        let word = WORDS.iter().find(|(word, _)| p.at_word(word));
        if word.is_some() {
            p.bump();
        }
        list.push(word.map_or(Arity::One, |(_, arity)| *arity));
        let operand = p.operand()?;
        values.push(operand);
        Ok(())
    })?;
    let ty = attribute_ty(&mut p.ir.ctx);
    state.operands = p.resolve_same(&values, ty)?;
    let list = arities_attr(&mut p.ir.ctx, &list);
    p.set_prop(state, "variadicity", list);
    p.attr_dict(state)
}

/// The inverse of [`parse_slots`].
pub fn print_slots(p: &mut Printer<'_>, op: Op) {
    let ir = p.ir;
    let list = ir.attr(op, "variadicity").and_then(|attr| arities(&ir.ctx, attr)).unwrap_or_default();
    p.text("(");
    for (i, value) in ir.operands(op).enumerate() {
        p.comma(i);
        if let Some(arity) = list.get(i).filter(|arity| **arity != Arity::One) {
            p.text(word_of(*arity));
            p.text(" ");
        }
        p.value(value);
    }
    p.text(")");
    p.attr_dict(op, &["variadicity"]);
}

/// `{"name" = %a} {…}`
pub fn parse_attributes(p: &mut Parser<'_>, state: &mut OpState) -> Parse<()> {
    let (mut values, mut names) = (Vec::new(), Vec::new());
    // Without a list, the braces that follow hold attributes of the operation itself, whose names are words.
    if p.at(Tok::LBrace) && p.peek().tok != Tok::Word {
        p.list(Tok::LBrace, Tok::RBrace, |p| {
            let name = p.attr()?;
            names.push(name);
            p.expect(Tok::Equal, "`=`")?;
            let operand = p.operand()?;
            values.push(operand);
            Ok(())
        })?;
    }
    let ty = attribute_ty(&mut p.ir.ctx);
    state.operands = p.resolve_same(&values, ty)?;
    let names = p.ir.ctx.array_attr(&names);
    p.set_prop(state, "attributeValueNames", names);
    p.attr_dict(state)
}

/// The inverse of [`parse_attributes`].
pub fn print_attributes(p: &mut Printer<'_>, op: Op) {
    let ir = p.ir;
    let names = match ir.attr(op, "attributeValueNames").map(|attr| &ir.ctx[attr]) {
        Some(AttrKind::Array(names)) => &names[..],
        _ => &[],
    };
    p.text(" ");
    if !names.is_empty() {
        p.text("{");
        for (i, (name, value)) in names.iter().zip(ir.operands(op)).enumerate() {
            p.comma(i);
            p.attr(*name);
            p.text(" = ");
            p.value(value);
        }
        p.text("}");
    }
    p.attr_dict(op, &["attributeValueNames"]);
}

// ----- regions -----

/// `(%a, %b) with size 2 {…}`
pub fn parse_region(p: &mut Parser<'_>, state: &mut OpState) -> Parse<()> {
    if p.at(Tok::LParen) {
        let ty = attribute_ty(&mut p.ir.ctx);
        operands(p, state, (Tok::LParen, Tok::RParen), ty)?;
        p.set_prop(state, "constrainedArguments", Attr::UNIT);
    }
    if p.eat_word("with") {
        p.expect_word("size")?;
        let blocks = p.number_attr(Type::I32)?;
        p.set_prop(state, "numberOfBlocks", blocks);
    }
    let ty = region_ty(&mut p.ir.ctx);
    state.result_types = [ty].into_iter().collect();
    p.attr_dict(state)
}

/// The inverse of [`parse_region`].
pub fn print_region(p: &mut Printer<'_>, op: Op) {
    let ir = p.ir;
    if ir.attr(op, "constrainedArguments").is_some() {
        print_operands(p, op, "(", ")");
    }
    if let Some(blocks) = ir.attr(op, "numberOfBlocks") {
        p.text(" with size ");
        p.attr_untyped(blocks);
    }
    p.attr_dict(op, &["constrainedArguments", "numberOfBlocks"]);
}

// ----- constraints -----

/// ` {…}`
pub fn parse_any(p: &mut Parser<'_>, state: &mut OpState) -> Parse<()> {
    finish(p, state)
}

/// The inverse of [`parse_any`].
pub fn print_any(p: &mut Printer<'_>, op: Op) {
    p.attr_dict(op, &[]);
}

/// `attribute {…}`
pub fn parse_is(p: &mut Parser<'_>, state: &mut OpState) -> Parse<()> {
    let expected = p.attr()?;
    p.set_prop(state, "expected", expected);
    finish(p, state)
}

/// The inverse of [`parse_is`].
pub fn print_is(p: &mut Printer<'_>, op: Op) {
    print_attr(p, op, "expected");
    print_end(p, op, &["expected"]);
}

/// `@dialect::@name {…}` or `"!dialect.name" {…}`
pub fn parse_base(p: &mut Parser<'_>, state: &mut OpState) -> Parse<()> {
    if p.at(Tok::At) {
        let reference = p.symbol_ref()?;
        p.set_prop(state, "base_ref", reference);
    }
    if p.at(Tok::Text) {
        let name = p.string()?;
        let name = p.ir.ctx.str_attr(&name);
        p.set_prop(state, "base_name", name);
    }
    finish(p, state)
}

/// The inverse of [`parse_base`].
pub fn print_base(p: &mut Printer<'_>, op: Op) {
    print_attr(p, op, "base_ref");
    print_attr(p, op, "base_name");
    print_end(p, op, &["base_name", "base_ref"]);
}

/// `@dialect::@name<%a, %b> {…}`
pub fn parse_parametric(p: &mut Parser<'_>, state: &mut OpState) -> Parse<()> {
    let reference = p.symbol_ref()?;
    p.set_prop(state, "base_type", reference);
    let ty = attribute_ty(&mut p.ir.ctx);
    operands(p, state, (Tok::Less, Tok::Greater), ty)?;
    finish(p, state)
}

/// The inverse of [`parse_parametric`].
pub fn print_parametric(p: &mut Printer<'_>, op: Op) {
    print_attr(p, op, "base_type");
    print_operands(p, op, "<", ">");
    print_end(p, op, &["base_type"]);
}

/// `(%a, %b) {…}`
pub fn parse_choice(p: &mut Parser<'_>, state: &mut OpState) -> Parse<()> {
    let ty = attribute_ty(&mut p.ir.ctx);
    operands(p, state, (Tok::LParen, Tok::RParen), ty)?;
    finish(p, state)
}

/// The inverse of [`parse_choice`].
pub fn print_choice(p: &mut Printer<'_>, op: Op) {
    print_operands(p, op, "(", ")");
    print_end(p, op, &[]);
}

/// `"text" {…}`
pub fn parse_predicate(p: &mut Parser<'_>, state: &mut OpState) -> Parse<()> {
    let text = p.string()?;
    let text = p.ir.ctx.str_attr(&text);
    p.set_prop(state, "pred", text);
    finish(p, state)
}

/// The inverse of [`parse_predicate`].
pub fn print_predicate(p: &mut Printer<'_>, op: Op) {
    print_attr(p, op, "pred");
    print_end(p, op, &["pred"]);
}

// ----- what they share -----

fn operands(p: &mut Parser<'_>, state: &mut OpState, (open, close): (Tok, Tok), ty: Type) -> Parse<()> {
    let mut values = Vec::new();
    p.list(open, close, |p| {
        let operand = p.operand()?;
        values.push(operand);
        Ok(())
    })?;
    state.operands = p.resolve_same(&values, ty)?;
    Ok(())
}

fn print_operands(p: &mut Printer<'_>, op: Op, open: &str, close: &str) {
    let ir = p.ir;
    p.text(open);
    p.values(ir.operands(op));
    p.text(close);
}

/// What ends every constraint: other attributes, and a result of the one type.
fn finish(p: &mut Parser<'_>, state: &mut OpState) -> Parse<()> {
    let ty = attribute_ty(&mut p.ir.ctx);
    state.result_types = [ty].into_iter().collect();
    p.attr_dict(state)
}

fn print_attr(p: &mut Printer<'_>, op: Op, name: &str) {
    if let Some(attr) = p.ir.attr(op, name) {
        p.text(" ");
        p.attr(attr);
    }
}

fn print_end(p: &mut Printer<'_>, op: Op, printed: &[&str]) {
    p.text(" ");
    p.attr_dict(op, printed);
}
