//! The text of the operations of `handshake`, which is Dynamatic's: channels are written `<i32>` and `<>`.
//!
//! Where Dynamatic has written an operation in more than one way, all are read, and one is printed.

use super::attrs::{HW_PARAMETERS, buffer_params};
use super::types::{control_ty, is_channel, parse_ty, parse_types, print_ty, print_types, with_data};
use super::unit::BufferType;
use crate::arith::{FLOAT_PREDICATE, INT_PREDICATE};
use base::codes;
use ir::text::format_print::enum_text;
use ir::text::{Operand, Parse, Parser, Printer, Tok};
use ir::{EnumDef, Op, OpState, Type, TypeKind};

fn colon(p: &mut Parser<'_>) -> Parse<()> {
    p.expect(Tok::Colon, "`:` and a type")
}

fn print_end(p: &mut Printer<'_>, op: Op, printed: &[&str]) {
    p.attr_dict(op, printed);
    p.text(" : ");
}

fn result_ty(p: &Printer<'_>, op: Op, index: usize) -> Type {
    p.ir.ty(p.ir.result(op, index))
}

fn operand_ty(p: &Printer<'_>, op: Op, index: usize) -> Type {
    p.ir.ty(p.ir.operand(op, index))
}

fn print_operands(p: &mut Printer<'_>, op: Op) {
    let ir = p.ir;
    p.text(" ");
    p.values(ir.operands(op));
}

// ----- one type -----

/// `%a, %b {…} : <i32>`: all operands and the result have the type.
pub fn parse_same(p: &mut Parser<'_>, state: &mut OpState) -> Parse<()> {
    parse_sink(p, state)?;
    let ty = state.operands.first().map(|value| p.ir.ty(*value));
    match ty {
        Some(ty) => state.result_types.push(ty),
        None => return Err(p.error(codes::CHANNEL_COUNT, p.token_span(), "expected at least one operand")),
    }
    Ok(())
}

/// As [`parse_same`], without a result.
pub fn parse_sink(p: &mut Parser<'_>, state: &mut OpState) -> Parse<()> {
    let operands = p.operands()?;
    p.attr_dict(state)?;
    colon(p)?;
    let ty = parse_ty(p)?;
    state.operands = p.resolve_same(&operands, ty)?;
    Ok(())
}

/// The inverse of [`parse_same`] and [`parse_sink`].
pub fn print_same(p: &mut Printer<'_>, op: Op) {
    let ir = p.ir;
    print_operands(p, op);
    print_end(p, op, &[]);
    if let Some(value) = ir.results(op).chain(ir.operands(op)).next() {
        print_ty(p, ir.ty(value));
    }
}

/// `[2] %a {…} : <i32>`
pub fn parse_fork(p: &mut Parser<'_>, state: &mut OpState) -> Parse<()> {
    /// Outputs of a fork: more are a mistake, and would be made before anybody could say so.
    const MOST: usize = 1 << 16;
    p.expect(Tok::LSquare, "`[`")?;
    let span = p.token_span();
    let size = p.token_text().parse::<usize>().ok().filter(|size| *size <= MOST);
    p.expect(Tok::Integer, "the number of outputs")?;
    let Some(size) = size else {
        return Err(p.error(codes::BAD_NUMBER, span, format!("a fork has at most {MOST} outputs")));
    };
    p.expect(Tok::RSquare, "`]`")?;
    let operand = p.operand()?;
    p.attr_dict(state)?;
    colon(p)?;
    let ty = parse_ty(p)?;
    state.operands.push(p.resolve(operand, ty)?);
    state.result_types = vec![ty; size];
    Ok(())
}

/// The inverse of [`parse_fork`].
pub fn print_fork(p: &mut Printer<'_>, op: Op) {
    p.text(&format!(" [{}]", p.ir.result_count(op)));
    print_operands(p, op);
    print_end(p, op, &[]);
    print_ty(p, operand_ty(p, op, 0));
}

// ----- lists of types -----

/// `[<i32>, <>] to`, or one type for all.
fn parse_list_to(p: &mut Parser<'_>, count: usize) -> Parse<(Vec<Type>, Type)> {
    if !p.at(Tok::LSquare) {
        let ty = parse_ty(p)?;
        return Ok((vec![ty; count], ty));
    }
    let mut types = Vec::new();
    p.list(Tok::LSquare, Tok::RSquare, |p| {
        types.push(parse_ty(p)?);
        Ok(())
    })?;
    p.expect_word("to")?;
    Ok((types, parse_ty(p)?))
}

fn print_list_to(p: &mut Printer<'_>, op: Op, skip: usize) {
    let ir = p.ir;
    p.text("[");
    print_types(p, ir.operands(op).skip(skip).map(|value| ir.ty(value)));
    p.text("] to ");
    print_ty(p, result_ty(p, op, 0));
}

/// `%a, %b {…} : <>`, or `%a, %b {…} : [<i32>, <>] to <>` where the types differ.
pub fn parse_join(p: &mut Parser<'_>, state: &mut OpState) -> Parse<()> {
    let span = p.token_span();
    let operands = p.operands()?;
    let span = p.span_from(span);
    p.attr_dict(state)?;
    colon(p)?;
    let (types, result) = parse_list_to(p, operands.len())?;
    state.operands = p.resolve_all(&operands, &types, span)?;
    state.result_types.push(result);
    Ok(())
}

/// The inverse of [`parse_join`].
pub fn print_join(p: &mut Printer<'_>, op: Op) {
    let ir = p.ir;
    print_operands(p, op);
    print_end(p, op, &[]);
    let result = result_ty(p, op, 0);
    if ir.operands(op).all(|value| ir.ty(value) == result) {
        print_ty(p, result);
    } else {
        print_list_to(p, op, 0);
    }
}

/// `[%a, %b]`
fn bracketed_operands<'a>(p: &mut Parser<'a>) -> Parse<Vec<Operand<'a>>> {
    p.expect(Tok::LSquare, "`[`")?;
    let operands = p.operands()?;
    p.expect(Tok::RSquare, "`]`")?;
    Ok(operands)
}

/// `%select [%a, %b] {…} : <i1>, [<i32>, <i32>] to <i32>`
pub fn parse_mux(p: &mut Parser<'_>, state: &mut OpState) -> Parse<()> {
    let select = p.operand()?;
    let span = p.token_span();
    let data = bracketed_operands(p)?;
    let span = p.span_from(span);
    p.attr_dict(state)?;
    colon(p)?;
    let select_ty = parse_ty(p)?;
    p.expect(Tok::Comma, "`,` and the types of the data")?;
    let (types, result) = parse_list_to(p, data.len())?;
    state.operands.push(p.resolve(select, select_ty)?);
    state.operands.extend(p.resolve_all(&data, &types, span)?);
    state.result_types.push(result);
    Ok(())
}

/// The inverse of [`parse_mux`].
pub fn print_mux(p: &mut Printer<'_>, op: Op) {
    let ir = p.ir;
    p.text(" ");
    p.values(ir.operands(op).take(1));
    p.text(" [");
    p.values(ir.operands(op).skip(1));
    p.text("]");
    print_end(p, op, &[]);
    print_ty(p, operand_ty(p, op, 0));
    p.text(", ");
    print_list_to(p, op, 1);
}

/// `[%a, %b] {…} : [<>, <>] to <>, <i1>`
pub fn parse_control_merge(p: &mut Parser<'_>, state: &mut OpState) -> Parse<()> {
    let span = p.token_span();
    let data = if p.at(Tok::LSquare) { bracketed_operands(p)? } else { p.operands()? };
    let span = p.span_from(span);
    p.attr_dict(state)?;
    colon(p)?;
    let (types, result) = parse_list_to(p, data.len())?;
    p.expect(Tok::Comma, "`,` and the type of the index")?;
    let index = parse_ty(p)?;
    state.operands = p.resolve_all(&data, &types, span)?;
    state.result_types = vec![result, index];
    Ok(())
}

/// The inverse of [`parse_control_merge`].
pub fn print_control_merge(p: &mut Printer<'_>, op: Op) {
    let ir = p.ir;
    p.text(" [");
    p.values(ir.operands(op));
    p.text("]");
    print_end(p, op, &[]);
    print_list_to(p, op, 0);
    p.text(", ");
    print_ty(p, result_ty(p, op, 1));
}

// ----- steering -----

/// `%condition, %data {…} : <i1>, <i32>`
pub fn parse_cond_br(p: &mut Parser<'_>, state: &mut OpState) -> Parse<()> {
    let condition = p.operand()?;
    p.expect(Tok::Comma, "`,`")?;
    let data = p.operand()?;
    p.attr_dict(state)?;
    colon(p)?;
    let condition_ty = parse_ty(p)?;
    p.expect(Tok::Comma, "`,` and the type of the data")?;
    let ty = parse_ty(p)?;
    state.operands = vec![p.resolve(condition, condition_ty)?, p.resolve(data, ty)?];
    state.result_types = vec![ty, ty];
    Ok(())
}

/// The inverse of [`parse_cond_br`].
pub fn print_cond_br(p: &mut Printer<'_>, op: Op) {
    let ir = p.ir;
    print_operands(p, op);
    print_end(p, op, &[]);
    print_types(p, ir.operands(op).map(|value| ir.ty(value)));
}

/// `%condition [%a, %b] {…} : <i1>, <i32>`
pub fn parse_select(p: &mut Parser<'_>, state: &mut OpState) -> Parse<()> {
    let condition = p.operand()?;
    let values = bracketed_operands(p)?;
    p.attr_dict(state)?;
    colon(p)?;
    let condition_ty = parse_ty(p)?;
    p.expect(Tok::Comma, "`,` and the type of the values")?;
    let ty = parse_ty(p)?;
    state.operands.push(p.resolve(condition, condition_ty)?);
    state.operands.extend(p.resolve_same(&values, ty)?);
    state.result_types.push(ty);
    Ok(())
}

/// The inverse of [`parse_select`].
pub fn print_select(p: &mut Printer<'_>, op: Op) {
    let ir = p.ir;
    p.text(" ");
    p.values(ir.operands(op).take(1));
    p.text(" [");
    p.values(ir.operands(op).skip(1));
    p.text("]");
    print_end(p, op, &[]);
    print_ty(p, operand_ty(p, op, 0));
    p.text(", ");
    print_ty(p, result_ty(p, op, 0));
}

/// `{…} : <>`; without a type it is a control.
pub fn parse_source(p: &mut Parser<'_>, state: &mut OpState) -> Parse<()> {
    p.attr_dict(state)?;
    let ty = if p.eat(Tok::Colon) { parse_ty(p)? } else { control_ty(&mut p.ir.ctx) };
    state.result_types.push(ty);
    Ok(())
}

/// The inverse of [`parse_source`].
pub fn print_source(p: &mut Printer<'_>, op: Op) {
    print_end(p, op, &[]);
    print_ty(p, result_ty(p, op, 0));
}

/// `%control {value = 1 : i32} : <>, <i32>`, where the type of the control may be left out.
pub fn parse_constant(p: &mut Parser<'_>, state: &mut OpState) -> Parse<()> {
    let control = p.operand()?;
    p.attr_dict(state)?;
    colon(p)?;
    let first = parse_ty(p)?;
    let (control_ty, ty) = if p.eat(Tok::Comma) {
        (first, parse_ty(p)?)
    } else if is_channel(&p.ir.ctx, first) {
        (control_ty(&mut p.ir.ctx), first)
    } else {
        (Type::NONE, first)
    };
    state.operands.push(p.resolve(control, control_ty)?);
    state.result_types.push(ty);
    Ok(())
}

/// The inverse of [`parse_constant`].
pub fn print_constant(p: &mut Printer<'_>, op: Op) {
    print_two_types(p, op, ", ");
}

/// `%a {…} : <type of the operand>` and `<type of the result>`, with this between.
fn print_two_types(p: &mut Printer<'_>, op: Op, between: &str) {
    print_operands(p, op);
    print_end(p, op, &[]);
    print_ty(p, operand_ty(p, op, 0));
    p.text(between);
    print_ty(p, result_ty(p, op, 0));
}

/// `{…} %a, %b : <i32>, <>`, or `{…}` alone.
pub fn parse_end(p: &mut Parser<'_>, state: &mut OpState) -> Parse<()> {
    p.attr_dict(state)?;
    if !p.at_operand() {
        return Ok(());
    }
    let span = p.token_span();
    let operands = p.operands()?;
    let span = p.span_from(span);
    colon(p)?;
    let types = parse_types(p)?;
    state.operands = p.resolve_all(&operands, &types, span)?;
    Ok(())
}

/// The inverse of [`parse_end`].
pub fn print_end_op(p: &mut Printer<'_>, op: Op) {
    let ir = p.ir;
    p.attr_dict(op, &[]);
    if ir.operand_count(op) > 0 {
        print_operands(p, op);
        p.text(" : ");
        print_types(p, ir.operands(op).map(|value| ir.ty(value)));
    }
}

// ----- buffers -----

/// `%a {hw.parameters = {BUFFER_TYPE = …, NUM_SLOTS = …}} : <i32>`, or the same with
/// `, bufferType = …, numSlots = …, dvLatency = …` after the operand.
pub fn parse_buffer(p: &mut Parser<'_>, state: &mut OpState) -> Parse<()> {
    let operand = p.operand()?;
    let mut params = None;
    if p.eat(Tok::Comma) {
        key(p, "bufferType")?;
        let (name, span) = (p.token_text(), p.token_span());
        p.expect(Tok::Word, "a type of buffers")?;
        let Some(ty) = BufferType::from_name(name) else {
            return Err(p.error(codes::BUFFER_TYPE, span, format!("there is no buffer of type `{name}`")));
        };
        p.expect(Tok::Comma, "`,`")?;
        let slots = number(p, "numSlots")?;
        p.expect(Tok::Comma, "`,`")?;
        let span = p.token_span();
        let latency = number(p, "dvLatency")?;
        if latency != ty.latency(slots) {
            let message = format!("a `{name}` of {slots} slots has a latency of {}", ty.latency(slots));
            return Err(p.error(codes::BUFFER_SLOTS, p.span_from(span), message));
        }
        params = Some(buffer_params(&mut p.ir.ctx, ty, slots));
    }
    p.attr_dict(state)?;
    if let Some(params) = params {
        let name = p.ir.ctx.str(HW_PARAMETERS);
        state.attrs.retain(|(given, _)| *given != name);
        state.attrs.push((name, params));
    }
    colon(p)?;
    let ty = parse_ty(p)?;
    state.operands.push(p.resolve(operand, ty)?);
    state.result_types.push(ty);
    Ok(())
}

fn key(p: &mut Parser<'_>, word: &str) -> Parse<()> {
    p.expect_word(word)?;
    p.expect(Tok::Equal, "`=`")
}

/// `word = 4`
fn number(p: &mut Parser<'_>, word: &str) -> Parse<u32> {
    key(p, word)?;
    let (value, span) = (p.token_text().parse::<u32>(), p.token_span());
    p.expect(Tok::Integer, "a number")?;
    value.map_err(|_| p.error(codes::BAD_NUMBER, span, "this number does not fit 32 bits"))
}

// ----- arithmetic -----

fn parse_compare(p: &mut Parser<'_>, state: &mut OpState, cases: &'static EnumDef) -> Parse<()> {
    let predicate = p.enum_value(cases)?;
    let predicate = p.ir.ctx.int_attr(predicate as i64, Type::I64);
    p.set_prop(state, "predicate", predicate);
    p.expect(Tok::Comma, "`,`")?;
    parse_sink(p, state)?;
    let Some(value) = state.operands.first() else { return Err(p.unexpected("two operands")) };
    let ty = p.ir.ty(*value);
    let ty = with_data(&mut p.ir.ctx, ty, Type::I1);
    state.result_types.push(ty);
    Ok(())
}

/// `slt, %a, %b {…} : <i32>`
pub fn parse_cmpi(p: &mut Parser<'_>, state: &mut OpState) -> Parse<()> {
    parse_compare(p, state, &INT_PREDICATE)
}

/// `olt, %a, %b {…} : <f32>`
pub fn parse_cmpf(p: &mut Parser<'_>, state: &mut OpState) -> Parse<()> {
    parse_compare(p, state, &FLOAT_PREDICATE)
}

fn print_compare(p: &mut Printer<'_>, op: Op, cases: &EnumDef) {
    let predicate = p.ir.int_attr(op, "predicate").unwrap_or(0);
    p.text(&format!(" {},", enum_text(cases, predicate as u64)));
    print_operands(p, op);
    print_end(p, op, &["predicate"]);
    print_ty(p, operand_ty(p, op, 0));
}

/// The inverse of [`parse_cmpi`].
pub fn print_cmpi(p: &mut Printer<'_>, op: Op) {
    print_compare(p, op, &INT_PREDICATE);
}

/// The inverse of [`parse_cmpf`].
pub fn print_cmpf(p: &mut Printer<'_>, op: Op) {
    print_compare(p, op, &FLOAT_PREDICATE);
}

/// `%a {…} : <i8> to <i32>`; without `to` the types are one.
pub fn parse_cast(p: &mut Parser<'_>, state: &mut OpState) -> Parse<()> {
    let operand = p.operand()?;
    p.attr_dict(state)?;
    colon(p)?;
    let from = parse_ty(p)?;
    let to = if p.eat_word("to") { parse_ty(p)? } else { from };
    state.operands.push(p.resolve(operand, from)?);
    state.result_types.push(to);
    Ok(())
}

/// The inverse of [`parse_cast`].
pub fn print_cast(p: &mut Printer<'_>, op: Op) {
    print_two_types(p, op, " to ");
}

// ----- memory -----

/// `[%address] %data {…} : <i32>, <i32>, <i32>, <i32>`; with two types the results have those of the operands.
pub fn parse_port(p: &mut Parser<'_>, state: &mut OpState) -> Parse<()> {
    p.expect(Tok::LSquare, "`[`")?;
    let address = p.operand()?;
    p.expect(Tok::RSquare, "`]`")?;
    let data = p.operand()?;
    p.attr_dict(state)?;
    colon(p)?;
    let span = p.token_span();
    let types = parse_types(p)?;
    let (operands, results) = match types[..] {
        [address, data] => ([address, data], [address, data]),
        [address, data, address_out, data_out] => ([address, data], [address_out, data_out]),
        _ => {
            let message = "a port has types for its address and data, and may have those of its results";
            return Err(p.error(codes::BAD_TYPE, p.span_from(span), message));
        }
    };
    state.operands = vec![p.resolve(address, operands[0])?, p.resolve(data, operands[1])?];
    state.result_types = results.into();
    Ok(())
}

/// The inverse of [`parse_port`].
pub fn print_port(p: &mut Printer<'_>, op: Op) {
    let ir = p.ir;
    p.text("[");
    p.values(ir.operands(op).take(1));
    p.text("] ");
    p.values(ir.operands(op).skip(1));
    print_end(p, op, &[]);
    print_types(p, ir.operands(op).chain(ir.results(op)).map(|value| ir.ty(value)));
}

/// `%load, %store, %done {window = 4 : ui32} : <i32>, <i32>, <>`, or with a condition after these. The result has the type of the first.
pub fn parse_guard(p: &mut Parser<'_>, state: &mut OpState) -> Parse<()> {
    let span = p.token_span();
    let operands = p.operands()?;
    let span = p.span_from(span);
    p.attr_dict(state)?;
    colon(p)?;
    let types = parse_types(p)?;
    state.operands = p.resolve_all(&operands, &types, span)?;
    match types.first() {
        Some(ty) => state.result_types.push(*ty),
        None => return Err(p.error(codes::CHANNEL_COUNT, span, "expected the address of a load")),
    }
    Ok(())
}

/// The inverse of [`parse_guard`].
pub fn print_guard(p: &mut Printer<'_>, op: Op) {
    let ir = p.ir;
    print_operands(p, op);
    print_end(p, op, &[]);
    print_types(p, ir.operands(op).map(|value| ir.ty(value)));
}

/// The type of the control tokens of a memory whose other channels have these types: those of one level.
fn token_ty(p: &mut Parser<'_>, types: &[Type]) -> Type {
    let is_plain = types.iter().any(|ty| !is_channel(&p.ir.ctx, *ty));
    if is_plain { Type::NONE } else { control_ty(&mut p.ir.ctx) }
}

fn parse_function_ty(p: &mut Parser<'_>) -> Parse<(Vec<Type>, Vec<Type>)> {
    let span = p.token_span();
    let ty = p.ty()?;
    let TypeKind::Function { inputs, results } = p.ir.ctx[ty].clone() else {
        let span = p.span_from(span);
        return Err(p.error(codes::BAD_TYPE, span, "expected a function type such as `(i32) -> i32`"));
    };
    Ok((inputs.into(), results.into()))
}

/// `[%memory : memref<4xi32>] %start (%a, %b) %end {…} : (types) -> types`, where the types of `%start`, `%end` and the last
/// result stand before the others only if they do not follow from them.
pub fn parse_mem_controller(p: &mut Parser<'_>, state: &mut OpState) -> Parse<()> {
    p.expect(Tok::LSquare, "`[`")?;
    let memory = p.operand()?;
    let memory_ty = p.colon_type()?;
    p.expect(Tok::RSquare, "`]`")?;
    let start = p.operand()?;
    let span = p.token_span();
    p.expect(Tok::LParen, "`(`")?;
    let inputs = p.operands()?;
    p.expect(Tok::RParen, "`)`")?;
    let span = p.span_from(span);
    let end = p.operand()?;
    p.attr_dict(state)?;
    colon(p)?;
    let given = if p.at(Tok::LParen) { None } else { Some(parse_ty(p)?) };
    let (types, mut results) = parse_function_ty(p)?;
    let token = match given {
        Some(given) => given,
        None => token_ty(p, &[&types[..], &results[..]].concat()),
    };
    state.operands = vec![p.resolve(memory, memory_ty)?, p.resolve(start, token)?];
    state.operands.extend(p.resolve_all(&inputs, &types, span)?);
    state.operands.push(p.resolve(end, token)?);
    results.push(token);
    state.result_types = results;
    Ok(())
}

/// The inverse of [`parse_mem_controller`].
pub fn print_mem_controller(p: &mut Printer<'_>, op: Op) {
    let ir = p.ir;
    let (operands, results): (Vec<_>, Vec<_>) = (ir.operands(op).collect(), ir.results(op).collect());
    let ([memory, start, inputs @ .., end], [outputs @ .., memory_end]) = (&operands[..], &results[..])
    else {
        return;
    };
    p.text("[");
    p.value(*memory);
    p.text(" : ");
    p.ty(ir.ty(*memory));
    p.text("] ");
    p.value(*start);
    p.text(" (");
    p.values(inputs.iter().copied());
    p.text(") ");
    p.value(*end);
    print_end(p, op, &[]);
    let token = ir.ty(*memory_end);
    let inputs: Vec<Type> = inputs.iter().map(|value| ir.ty(*value)).collect();
    let outputs: Vec<Type> = outputs.iter().map(|value| ir.ty(*value)).collect();
    let is_plain = inputs.iter().chain(&outputs).any(|ty| !is_channel(&ir.ctx, *ty));
    if is_plain != (token == Type::NONE) {
        print_ty(p, token);
        p.text(" ");
    }
    p.functional_type(&inputs, &outputs);
}

/// `[MC] (%a, %b) {…} : (types) -> types`, or with `%memory : memref<4xi32>` for `MC`.
pub fn parse_lsq(p: &mut Parser<'_>, state: &mut OpState) -> Parse<()> {
    p.expect(Tok::LSquare, "`[`")?;
    if !p.eat_word("MC") {
        let memory = p.operand()?;
        let ty = p.colon_type()?;
        state.operands.push(p.resolve(memory, ty)?);
    }
    p.expect(Tok::RSquare, "`]`")?;
    let span = p.token_span();
    p.expect(Tok::LParen, "`(`")?;
    let inputs = p.operands()?;
    p.expect(Tok::RParen, "`)`")?;
    let span = p.span_from(span);
    p.attr_dict(state)?;
    colon(p)?;
    let (types, results) = parse_function_ty(p)?;
    state.operands.extend(p.resolve_all(&inputs, &types, span)?);
    state.result_types = results;
    Ok(())
}

/// The inverse of [`parse_lsq`].
pub fn print_lsq(p: &mut Printer<'_>, op: Op) {
    let ir = p.ir;
    let mut inputs: Vec<_> = ir.operands(op).collect();
    match inputs.first() {
        Some(first) if matches!(ir.ctx[ir.ty(*first)], TypeKind::Memref { .. }) => {
            p.text("[");
            p.value(*first);
            p.text(" : ");
            p.ty(ir.ty(*first));
            p.text("] (");
            inputs.remove(0);
        }
        _ => p.text("[MC] ("),
    }
    p.values(inputs.iter().copied());
    p.text(")");
    print_end(p, op, &[]);
    let inputs: Vec<Type> = inputs.iter().map(|value| ir.ty(*value)).collect();
    let results: Vec<Type> = ir.results(op).map(|value| ir.ty(value)).collect();
    p.functional_type(&inputs, &results);
}
