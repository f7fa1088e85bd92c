//! The text of operations with regions, which binds names outside of the regions they belong to.

use super::{REDUCE, YIELD};
use crate::control::ensure_terminator;
use base::text::counted;
use base::{Span, codes};
use ir::text::lexer::Tok;
use ir::text::region_parse::Argument;
use ir::text::{Operand, Parse, Parser, Printer};
use ir::{Ir, Op, OpState, Region, Type, TypeKind, Value};

/// Reads a region and gives it a `scf.yield` if it has no terminator.
fn yielding_region(p: &mut Parser<'_>, state: &mut OpState) -> Parse<()> {
    let region = p.region(&[], false)?;
    ensure_terminator(p.ir, region, YIELD, state.loc);
    state.regions.push(region);
    Ok(())
}

/// `%a = %x, …` between parentheses
fn bindings<'a>(p: &mut Parser<'a>) -> Parse<(Vec<Operand<'a>>, Vec<Operand<'a>>)> {
    let (mut names, mut values) = (Vec::new(), Vec::new());
    p.list(Tok::LParen, Tok::RParen, |p| {
        names.push(p.operand()?);
        p.expect(Tok::Equal, "`=`")?;
        values.push(p.operand()?);
        Ok(())
    })?;
    Ok((names, values))
}

/// The arguments of a region by name and type, as many of one as of the other.
fn arguments<'a>(
    p: &mut Parser<'a>,
    names: &[Operand<'a>],
    types: &[Type],
    span: Span,
) -> Parse<Vec<Argument<'a>>> {
    if names.len() != types.len() {
        let message =
            format!("{} carried, but {} given", counted(names.len(), "value"), counted(types.len(), "type"));
        return Err(p.error(codes::WRONG_COUNT, span, message));
    }
    Ok(names
        .iter()
        .zip(types)
        .map(|(operand, ty)| Argument { operand: *operand, ty: *ty, loc: None })
        .collect())
}

fn print_bindings(p: &mut Printer<'_>, names: &[Value], values: impl Iterator<Item = Value>) {
    for (i, (name, value)) in names.iter().zip(values).enumerate() {
        p.comma(i);
        p.value(*name);
        p.text(" = ");
        p.value(value);
    }
}

fn result_types(ir: &Ir, op: Op) -> Vec<Type> {
    ir.results(op).map(|v| ir.ty(v)).collect()
}

// ----- execute_region -----

/// `-> i32 { … } {…}`
pub fn parse_execute_region(p: &mut Parser<'_>, state: &mut OpState) -> Parse<()> {
    state.result_types = p.arrow_types()?;
    let region = p.region(&[], false)?;
    state.regions.push(region);
    p.attr_dict(state)
}

/// The inverse of [`parse_execute_region`].
pub fn print_execute_region(p: &mut Printer<'_>, op: Op) {
    let ir = p.ir;
    p.arrow_types(&result_types(ir, op));
    print_regions(p, ir.regions(op), true, true);
    p.attr_dict(op, &[]);
}

/// ` {…}` for each, should there be another number of them than the verifier allows.
fn print_regions(p: &mut Printer<'_>, regions: &[Region], arguments: bool, terminator: bool) {
    for region in regions {
        p.text(" ");
        p.region(*region, arguments, terminator);
    }
}

// ----- for -----

/// `%i = %lb to %ub step %s iter_args(%a = %x) -> (f32) : i32 { … } {…}`
pub fn parse_for(p: &mut Parser<'_>, state: &mut OpState) -> Parse<()> {
    let induction = p.operand()?;
    p.expect(Tok::Equal, "`=`")?;
    let lower = p.operand()?;
    p.expect_word("to")?;
    let upper = p.operand()?;
    p.expect_word("step")?;
    let step = p.operand()?;
    let span = p.token_span();
    let (mut names, mut inits, mut types) = (vec![], vec![], vec![]);
    if p.eat_word("iter_args") {
        (names, inits) = bindings(p)?;
        types = p.arrow_types()?;
    }
    let span = p.span_from(span);
    let ty = if p.at(Tok::Colon) { p.colon_type()? } else { Type::INDEX };
    state.operands = p.resolve_same(&[lower, upper, step], ty)?;
    let mut entry = vec![Argument { operand: induction, ty, loc: None }];
    entry.extend(arguments(p, &names, &types, span)?);
    state.operands.extend(p.resolve_all(&inits, &types, span)?);
    state.result_types = types;
    let region = p.region(&entry, false)?;
    ensure_terminator(p.ir, region, YIELD, state.loc);
    state.regions.push(region);
    p.attr_dict(state)
}

/// The inverse of [`parse_for`].
pub fn print_for(p: &mut Printer<'_>, op: Op) {
    let ir = p.ir;
    let args =
        ir.regions(op).first().and_then(|region| ir.entry(*region)).map_or(&[][..], |entry| ir.args(entry));
    p.text(" ");
    p.values(args.first().copied());
    for (group, word) in [" = ", " to ", " step "].iter().enumerate() {
        p.text(word);
        p.values(ir.group_operands(op, group));
    }
    let results = result_types(ir, op);
    if !results.is_empty() {
        p.text(" iter_args(");
        print_bindings(p, args.get(1..).unwrap_or_default(), ir.group_operands(op, 3));
        p.text(") -> (");
        p.types(results.iter().copied());
        p.text(")");
    }
    if let Some(induction) = args.first()
        && ir.ty(*induction) != Type::INDEX
    {
        p.text(" : ");
        p.ty(ir.ty(*induction));
    }
    print_regions(p, ir.regions(op), false, !results.is_empty());
    p.attr_dict(op, &[]);
}

// ----- if -----

/// `%c -> (i32) { … } else { … } {…}`
pub fn parse_if(p: &mut Parser<'_>, state: &mut OpState) -> Parse<()> {
    let condition = p.operand()?;
    state.operands.push(p.resolve(condition, Type::I1)?);
    state.result_types = p.arrow_types()?;
    yielding_region(p, state)?;
    if p.eat_word("else") {
        yielding_region(p, state)?;
    } else {
        let none = p.ir.create_region();
        state.regions.push(none);
    }
    p.attr_dict(state)
}

/// The inverse of [`parse_if`].
pub fn print_if(p: &mut Printer<'_>, op: Op) {
    let ir = p.ir;
    p.text(" ");
    p.values(ir.operands(op));
    let results = result_types(ir, op);
    if !results.is_empty() {
        p.text(" -> (");
        p.types(results.iter().copied());
        p.text(")");
    }
    for (i, region) in ir.regions(op).iter().enumerate() {
        if i > 0 && ir.blocks(*region).is_empty() {
            continue;
        }
        p.text(if i == 0 { " " } else { " else " });
        p.region(*region, false, !results.is_empty());
    }
    p.attr_dict(op, &[]);
}

// ----- index_switch -----

/// `%n {…} -> i32 case 2 { … } default { … }`
pub fn parse_index_switch(p: &mut Parser<'_>, state: &mut OpState) -> Parse<()> {
    let arg = p.operand()?;
    state.operands.push(p.resolve(arg, Type::INDEX)?);
    p.attr_dict(state)?;
    if p.eat(Tok::Arrow) {
        state.result_types = p.type_list()?;
    }
    let mut cases = Vec::new();
    while p.eat_word("case") {
        let value = p.number_attr(Type::I64)?;
        cases.push(p.ir.ctx.int_value(value).unwrap_or_default());
        yielding_region(p, state)?;
    }
    p.expect_word("default")?;
    yielding_region(p, state)?;
    // The default comes last in the text and first in the operation.
    state.regions.rotate_right(1);
    let cases = p.ir.ctx.i64_array_attr(&cases);
    p.set_prop(state, "cases", cases);
    Ok(())
}

/// The inverse of [`parse_index_switch`].
pub fn print_index_switch(p: &mut Printer<'_>, op: Op) {
    let ir = p.ir;
    p.text(" ");
    p.values(ir.operands(op));
    p.attr_dict(op, &["cases"]);
    if ir.result_count(op) > 0 {
        p.text(" -> ");
        p.types_of(ir.results(op));
    }
    let cases = ir.attr(op, "cases").and_then(|cases| ir.ctx.int_array(cases)).unwrap_or_default();
    for (value, region) in cases.iter().zip(ir.regions(op).iter().skip(1)) {
        p.new_line();
        p.text(&format!("case {value} "));
        p.region(*region, false, true);
    }
    if let Some(default) = ir.regions(op).first() {
        p.new_line();
        p.text("default ");
        p.region(*default, false, true);
    }
}

// ----- parallel and reduce -----

/// Values between parentheses
fn tuple<'a>(p: &mut Parser<'a>) -> Parse<Vec<Operand<'a>>> {
    let mut operands = Vec::new();
    p.list(Tok::LParen, Tok::RParen, |p| {
        operands.push(p.operand()?);
        Ok(())
    })?;
    Ok(operands)
}

/// `(%i, %j) = (%l, %m) to (%u, %v) step (%s, %t) init (%x) -> f32 { … } {…}`
pub fn parse_parallel(p: &mut Parser<'_>, state: &mut OpState) -> Parse<()> {
    let names = tuple(p)?;
    let mut sizes = Vec::new();
    p.expect(Tok::Equal, "`=`")?;
    for word in ["", "to", "step"] {
        if !word.is_empty() {
            p.expect_word(word)?;
        }
        let span = p.token_span();
        let values = tuple(p)?;
        if values.len() != names.len() {
            let span = p.span_from(span);
            let message = format!(
                "{} for {}",
                counted(values.len(), "value"),
                counted(names.len(), "induction variable")
            );
            return Err(p.error(codes::WRONG_COUNT, span, message));
        }
        sizes.push(values.len() as i32);
        state.operands.extend(p.resolve_same(&values, Type::INDEX)?);
    }
    let span = p.token_span();
    let inits = if p.eat_word("init") { tuple(p)? } else { vec![] };
    state.result_types = p.arrow_types()?;
    let span = p.span_from(span);
    sizes.push(inits.len() as i32);
    state.operands.extend(p.resolve_all(&inits, &state.result_types, span)?);
    let sizes = p.ir.ctx.i32_array_attr(&sizes);
    p.set_prop(state, "operandSegmentSizes", sizes);

    let types = vec![Type::INDEX; names.len()];
    let entry = arguments(p, &names, &types, span)?;
    let region = p.region(&entry, false)?;
    ensure_terminator(p.ir, region, REDUCE, state.loc);
    state.regions.push(region);
    p.attr_dict(state)
}

/// The inverse of [`parse_parallel`].
pub fn print_parallel(p: &mut Printer<'_>, op: Op) {
    let ir = p.ir;
    let args =
        ir.regions(op).first().and_then(|region| ir.entry(*region)).map_or(&[][..], |entry| ir.args(entry));
    p.text(" (");
    p.values(args.iter().copied());
    for (group, word) in [") = (", ") to (", ") step ("].iter().enumerate() {
        p.text(word);
        p.values(ir.group_operands(op, group));
    }
    p.text(")");
    if !ir.operand_group(op, 3).is_empty() {
        p.text(" init (");
        p.values(ir.group_operands(op, 3));
        p.text(")");
    }
    p.arrow_types(&result_types(ir, op));
    print_regions(p, ir.regions(op), false, true);
    p.attr_dict(op, &["operandSegmentSizes"]);
}

/// `(%x, %y : f32, i32) { … }, { … } {…}`
pub fn parse_reduce(p: &mut Parser<'_>, state: &mut OpState) -> Parse<()> {
    let span = p.token_span();
    if p.eat(Tok::LParen) {
        let operands = p.operands()?;
        let types = if operands.is_empty() {
            vec![]
        } else {
            p.expect(Tok::Colon, "`:` and the types of the operands")?;
            p.type_list()?
        };
        p.expect(Tok::RParen, "`,` or `)`")?;
        let span = p.span_from(span);
        state.operands = p.resolve_all(&operands, &types, span)?;
    }
    if p.at(Tok::LBrace) && !state.operands.is_empty() {
        loop {
            let region = p.region(&[], false)?;
            state.regions.push(region);
            if !p.eat(Tok::Comma) {
                break;
            }
        }
    }
    p.attr_dict(state)
}

/// The inverse of [`parse_reduce`].
pub fn print_reduce(p: &mut Printer<'_>, op: Op) {
    let ir = p.ir;
    if ir.operand_count(op) > 0 {
        p.text("(");
        p.values(ir.operands(op));
        p.text(" : ");
        p.types_of(ir.operands(op));
        p.text(")");
    }
    for (i, region) in ir.regions(op).iter().enumerate() {
        p.text(if i == 0 { " " } else { ", " });
        p.region(*region, true, true);
    }
    p.attr_dict(op, &[]);
}

// ----- while -----

/// `(%a = %x) : (i32) -> f32 { … } do { … } attributes {…}`
pub fn parse_while(p: &mut Parser<'_>, state: &mut OpState) -> Parse<()> {
    let span = p.token_span();
    let (names, inits) = if p.at(Tok::LParen) { bindings(p)? } else { (vec![], vec![]) };
    let ty = p.colon_type()?;
    let span = p.span_from(span);
    let TypeKind::Function { inputs, results } = p.ir.ctx[ty].clone() else {
        return Err(p.error(
            codes::BAD_TYPE,
            span,
            "the type of a loop is a function type such as `(i32) -> i32`",
        ));
    };
    let entry = arguments(p, &names, &inputs, span)?;
    state.operands = p.resolve_all(&inits, &inputs, span)?;
    state.result_types = results.into();
    let before = p.region(&entry, false)?;
    state.regions.push(before);
    p.expect_word("do")?;
    yielding_region(p, state)?;
    p.attr_dict_with_keyword(state)
}

/// The inverse of [`parse_while`].
pub fn print_while(p: &mut Printer<'_>, op: Op) {
    let ir = p.ir;
    let args =
        ir.regions(op).first().and_then(|region| ir.entry(*region)).map_or(&[][..], |entry| ir.args(entry));
    if !args.is_empty() {
        p.text(" (");
        print_bindings(p, args, ir.operands(op));
        p.text(")");
    }
    p.text(" : ");
    let inputs: Vec<Type> = ir.operands(op).map(|v| ir.ty(v)).collect();
    p.functional_type(&inputs, &result_types(ir, op));
    for (i, region) in ir.regions(op).iter().enumerate() {
        p.text(if i == 0 { " " } else { " do " });
        p.region(*region, i > 0, true);
    }
    p.attr_dict_with_keyword(op, &[]);
}
