//! The text of `seq`: most operations leave out types that follow, or take their name from the text around them.

use super::attrs::{RUW, WUW, clock_constant, parse_clock_constant};
use super::ops::YIELD;
use super::types::{clock_ty, immutable_ty, memory_text, memory_type, parse_memory_ty};
use crate::control::ensure_terminator;
use crate::hw::{parse_name, parse_sym, print_name, print_sym};
use base::{Bits, codes};
use ir::text::format_print::enum_text;
use ir::text::type_print::type_text;
use ir::text::{Operand, Parse, Parser, Printer, Tok};
use ir::{AttrKind, EnumDef, Op, OpState, Type, TypeKind};

// ----- helpers -----

/// Takes an operand after a word, if the word stands here.
fn after_word<'a>(p: &mut Parser<'a>, word: &str) -> Parse<Option<Operand<'a>>> {
    if p.eat_word(word) { p.operand().map(Some) } else { Ok(None) }
}

/// Takes an operand after a word.
fn word_operand<'a>(p: &mut Parser<'a>, word: &str) -> Parse<Operand<'a>> {
    p.expect_word(word)?;
    p.operand()
}

fn comma_operand<'a>(p: &mut Parser<'a>) -> Parse<Operand<'a>> {
    p.expect(Tok::Comma, "`,`")?;
    p.operand()
}

/// Resolves operands with their types, in order, and notes how many there are in each group.
fn resolve_groups<'a>(
    p: &mut Parser<'a>,
    state: &mut OpState,
    groups: &[(Option<Operand<'a>>, Type)],
) -> Parse<()> {
    for (operand, ty) in groups {
        if let Some(operand) = operand {
            state.operands.push(p.resolve(*operand, *ty)?);
        }
    }
    let sizes: Vec<i32> = groups.iter().map(|(operand, _)| i32::from(operand.is_some())).collect();
    let sizes = p.ir.ctx.i32_array_attr(&sizes);
    p.set_prop(state, "operandSegmentSizes", sizes);
    Ok(())
}

/// The operand of a group, after some text, if there is one.
fn print_group(p: &mut Printer<'_>, op: Op, group: usize, before: &str) {
    let ir = p.ir;
    if !ir.operand_group(op, group).is_empty() {
        p.text(before);
        p.values(ir.group_operands(op, group));
    }
}

fn number_prop(p: &mut Parser<'_>, state: &mut OpState, name: &str, ty: Type) -> Parse<()> {
    let number = p.number_attr(ty)?;
    p.set_prop(state, name, number);
    Ok(())
}

fn print_number(p: &mut Printer<'_>, op: Op, name: &str) {
    if let Some(number) = p.ir.attr(op, name) {
        p.attr_untyped(number);
    }
}

// ----- clocks -----

/// `%clk, %enable, %test sym @s {…}`
pub fn parse_clock_gate(p: &mut Parser<'_>, state: &mut OpState) -> Parse<()> {
    let (clock, mut enables) = (p.operand()?, vec![comma_operand(p)?]);
    if p.at(Tok::Comma) {
        enables.push(comma_operand(p)?);
    }
    parse_sym(p, state)?;
    p.attr_dict(state)?;
    let ty = clock_ty(&mut p.ir.ctx);
    state.operands.push(p.resolve(clock, ty)?);
    state.operands.extend(p.resolve_same(&enables, Type::I1)?);
    state.result_types.push(ty);
    Ok(())
}

/// The inverse of [`parse_clock_gate`].
pub fn print_clock_gate(p: &mut Printer<'_>, op: Op) {
    let ir = p.ir;
    p.text(" ");
    p.values(ir.operands(op));
    print_sym(p, op);
    p.attr_dict(op, &["inner_sym"]);
}

/// `%clk {…}`
pub fn parse_clock_inv(p: &mut Parser<'_>, state: &mut OpState) -> Parse<()> {
    let clock = p.operand()?;
    p.attr_dict(state)?;
    let ty = clock_ty(&mut p.ir.ctx);
    state.operands.push(p.resolve(clock, ty)?);
    state.result_types.push(ty);
    Ok(())
}

/// The inverse of [`parse_clock_inv`].
pub fn print_clock_inv(p: &mut Printer<'_>, op: Op) {
    let ir = p.ir;
    p.text(" ");
    p.values(ir.operands(op));
    p.attr_dict(op, &[]);
}

/// `low {…}`
pub fn parse_const_clock(p: &mut Parser<'_>, state: &mut OpState) -> Parse<()> {
    let value = parse_clock_constant(p)?;
    p.set_prop(state, "value", value);
    p.attr_dict(state)?;
    state.result_types.push(clock_ty(&mut p.ir.ctx));
    Ok(())
}

/// The inverse of [`parse_const_clock`].
pub fn print_const_clock(p: &mut Printer<'_>, op: Op) {
    let high = p.ir.attr(op, "value").and_then(|value| clock_constant(&p.ir.ctx, value));
    p.text(if high == Some(true) { " high" } else { " low" });
    p.attr_dict(op, &["value"]);
}

// ----- registers -----

/// `sym @s name "n" %input, %clk reset %r, %v initial %i {…} : type`
pub fn parse_compreg(p: &mut Parser<'_>, state: &mut OpState) -> Parse<()> {
    parse_register(p, state, false)
}

/// As [`parse_compreg`], with `, %enable` after the clock.
pub fn parse_compreg_ce(p: &mut Parser<'_>, state: &mut OpState) -> Parse<()> {
    parse_register(p, state, true)
}

fn parse_register(p: &mut Parser<'_>, state: &mut OpState, has_enable: bool) -> Parse<()> {
    parse_sym(p, state)?;
    parse_name(p, state)?;
    let (input, clock) = (p.operand()?, comma_operand(p)?);
    let enable = if has_enable { Some(comma_operand(p)?) } else { None };
    let reset = after_word(p, "reset")?;
    let reset_value = if reset.is_some() { Some(comma_operand(p)?) } else { None };
    let initial = after_word(p, "initial")?;
    p.attr_dict(state)?;
    let ty = p.colon_type()?;
    let clock_ty = clock_ty(&mut p.ir.ctx);
    let initial_ty = immutable_ty(&mut p.ir.ctx, ty);
    let mut groups = vec![(Some(input), ty), (Some(clock), clock_ty)];
    if has_enable {
        groups.push((enable, Type::I1));
    }
    groups.extend([(reset, Type::I1), (reset_value, ty), (initial, initial_ty)]);
    resolve_groups(p, state, &groups)?;
    state.result_types.push(ty);
    Ok(())
}

/// The inverse of [`parse_compreg`].
pub fn print_compreg(p: &mut Printer<'_>, op: Op) {
    print_register(p, op, 2);
}

/// The inverse of [`parse_compreg_ce`].
pub fn print_compreg_ce(p: &mut Printer<'_>, op: Op) {
    print_register(p, op, 3);
}

/// `reset`: the number of the group of the reset.
fn print_register(p: &mut Printer<'_>, op: Op, reset: usize) {
    let ir = p.ir;
    print_sym(p, op);
    print_name(p, op);
    print_group(p, op, 0, " ");
    for group in 1..reset {
        print_group(p, op, group, ", ");
    }
    print_group(p, op, reset, " reset ");
    print_group(p, op, reset + 1, ", ");
    print_group(p, op, reset + 2, " initial ");
    p.attr_dict(op, &["inner_sym", "name", "operandSegmentSizes"]);
    p.text(" : ");
    p.types_of(ir.results(op));
}

/// `%next clock %clk sym @s reset sync %r, %v preset 12 {…} : type`
pub fn parse_firreg(p: &mut Parser<'_>, state: &mut OpState) -> Parse<()> {
    let next = p.operand()?;
    let clock = word_operand(p, "clock")?;
    parse_sym(p, state)?;
    let mut reset = None;
    if p.eat_word("reset") {
        if p.eat_word("async") {
            p.set_prop(state, "isAsync", ir::Attr::UNIT);
        } else {
            p.expect_word("sync")?;
        }
        reset = Some((p.operand()?, comma_operand(p)?));
    }
    let mut preset = None;
    if p.eat_word("preset") {
        if !p.at(Tok::Integer) {
            return Err(p.unexpected("a number that is not negative"));
        }
        preset = Some((p.token_text(), p.token_span()));
        p.bump();
    }
    p.attr_dict(state)?;
    // The text of a register has no place for its name: one that is not that of the result stands among the attributes.
    if !state.attrs.iter().any(|(name, _)| &p.ir.ctx[*name] == "name") {
        let name = p.result_name(0).unwrap_or("");
        let name = p.ir.ctx.str_attr(name);
        p.set_prop(state, "name", name);
    }
    let ty = p.colon_type()?;
    if let Some((text, span)) = preset {
        let width = p.ir.ctx.bit_width(ty).and_then(|width| u32::try_from(width).ok());
        let width = width.filter(|width| *width <= TypeKind::MAX_INTEGER_WIDTH);
        let Some(bits) = width.and_then(|width| Bits::parse(width, text).ok()) else {
            let message = format!("{text} does not fit into the bits of `{}`", type_text(&p.ir.ctx, ty));
            return Err(p.error(codes::REGISTER_INITIAL, span, message));
        };
        let ty = p.ir.ctx.int_ty(bits.width());
        let preset = p.ir.ctx.attr(AttrKind::Integer { value: bits, ty });
        p.set_prop(state, "preset", preset);
    }
    let clock_ty = clock_ty(&mut p.ir.ctx);
    state.operands = vec![p.resolve(next, ty)?, p.resolve(clock, clock_ty)?];
    if let Some((signal, value)) = reset {
        state.operands.extend([p.resolve(signal, Type::I1)?, p.resolve(value, ty)?]);
    }
    state.result_types.push(ty);
    Ok(())
}

/// The inverse of [`parse_firreg`].
pub fn print_firreg(p: &mut Printer<'_>, op: Op) {
    let ir = p.ir;
    print_group(p, op, 0, " ");
    print_group(p, op, 1, " clock ");
    print_sym(p, op);
    let is_async = ir.attr(op, "isAsync").is_some();
    print_group(p, op, 2, if is_async { " reset async " } else { " reset sync " });
    if let Some(AttrKind::Integer { value, .. }) = ir.attr(op, "preset").map(|preset| &ir.ctx[preset]) {
        p.text(&format!(" preset {}", value.unsigned()));
    }
    let said = ["inner_sym", "isAsync", "preset", "name"];
    let is_named = p.name_of(ir.result(op, 0)) == ir.str_attr(op, "name");
    p.attr_dict(op, if is_named { &said } else { &said[..3] });
    p.text(" : ");
    p.types_of(ir.results(op));
}

/// `(%x) { … } {…} : (types) -> types`
pub fn parse_initial(p: &mut Parser<'_>, state: &mut OpState) -> Parse<()> {
    let mut inputs = Vec::new();
    p.list(Tok::LParen, Tok::RParen, |p| {
        inputs.push(p.operand()?);
        Ok(())
    })?;
    let region = p.region(&[], true)?;
    ensure_terminator(p.ir, region, YIELD, state.loc);
    state.regions.push(region);
    p.attr_dict(state)?;
    let span = p.token_span();
    let ty = p.colon_type()?;
    let span = p.span_from(span);
    let TypeKind::Function { inputs: types, results } = p.ir.ctx[ty].clone() else {
        return Err(p.error(
            codes::BAD_TYPE,
            span,
            "expected a function type such as `() -> !seq.immutable<i8>`",
        ));
    };
    state.operands = p.resolve_all(&inputs, &types, span)?;
    state.result_types = results.into();
    Ok(())
}

/// The inverse of [`parse_initial`].
pub fn print_initial(p: &mut Printer<'_>, op: Op) {
    let ir = p.ir;
    p.text("(");
    p.values(ir.operands(op));
    p.text(")");
    for region in ir.regions(op) {
        p.text(" ");
        p.region(*region, true, false);
    }
    p.attr_dict(op, &[]);
    p.text(" : ");
    let operands: Vec<Type> = ir.operands(op).map(|value| ir.ty(value)).collect();
    let results: Vec<Type> = ir.results(op).map(|value| ir.ty(value)).collect();
    p.functional_type(&operands, &results);
}

// ----- memories -----

fn enum_prop(p: &mut Parser<'_>, state: &mut OpState, name: &str, cases: &'static EnumDef) -> Parse<()> {
    let value = p.enum_value(cases)?;
    let value = p.ir.ctx.int_attr(value as i64, Type::I32);
    p.set_prop(state, name, value);
    Ok(())
}

/// `sym @s name "n" 0, 1, undefined, undefined {…} : <12 x 42>`
pub fn parse_firmem(p: &mut Parser<'_>, state: &mut OpState) -> Parse<()> {
    parse_sym(p, state)?;
    parse_name(p, state)?;
    number_prop(p, state, "readLatency", Type::I32)?;
    p.expect(Tok::Comma, "`,`")?;
    number_prop(p, state, "writeLatency", Type::I32)?;
    p.expect(Tok::Comma, "`,`")?;
    enum_prop(p, state, "ruw", &RUW)?;
    p.expect(Tok::Comma, "`,`")?;
    enum_prop(p, state, "wuw", &WUW)?;
    p.attr_dict(state)?;
    p.expect(Tok::Colon, "`:` and a type")?;
    state.result_types.push(parse_memory_ty(p)?);
    Ok(())
}

/// The inverse of [`parse_firmem`].
pub fn print_firmem(p: &mut Printer<'_>, op: Op) {
    let ir = p.ir;
    print_sym(p, op);
    print_name(p, op);
    p.text(" ");
    print_number(p, op, "readLatency");
    p.text(", ");
    print_number(p, op, "writeLatency");
    for (name, cases) in [("ruw", &RUW), ("wuw", &WUW)] {
        let value = ir.int_attr(op, name).and_then(|value| u64::try_from(value).ok()).unwrap_or(0);
        p.text(", ");
        p.text(&enum_text(cases, value));
    }
    p.attr_dict(op, &["inner_sym", "name", "readLatency", "writeLatency", "ruw", "wuw"]);
    p.text(" : ");
    p.text(&memory_text(&ir.ctx, ir.ty(ir.result(op, 0))));
}

/// What all ports begin with: `%memory[%address]`
fn parse_place<'a>(p: &mut Parser<'a>) -> Parse<(Operand<'a>, Operand<'a>)> {
    let memory = p.operand()?;
    p.expect(Tok::LSquare, "`[`")?;
    let address = p.operand()?;
    p.expect(Tok::RSquare, "`]`")?;
    Ok((memory, address))
}

/// `, clock %clk`
fn parse_port_clock<'a>(p: &mut Parser<'a>) -> Parse<Operand<'a>> {
    p.expect(Tok::Comma, "`,`")?;
    word_operand(p, "clock")
}

/// The type of the memory, with those of addresses and words that follow from it.
fn parse_port_types(p: &mut Parser<'_>) -> Parse<(Type, Type, Type)> {
    p.expect(Tok::Colon, "`:` and a type")?;
    let span = p.token_span();
    let ty = parse_memory_ty(p)?;
    let Some(memory) = memory_type(&p.ir.ctx, ty) else {
        let message = format!("expected the type of a memory, not `{}`", type_text(&p.ir.ctx, ty));
        return Err(p.error(codes::BAD_TYPE, p.span_from(span), message));
    };
    let address = p.ir.ctx.int_ty(memory.address_width());
    let word = p.ir.ctx.int_ty(memory.width.max(1));
    Ok((ty, address, word))
}

/// `, type` of the mask, if there is one.
fn parse_mask_type(p: &mut Parser<'_>, is_there: bool) -> Parse<Type> {
    if !is_there {
        return Ok(Type::NONE);
    }
    p.expect(Tok::Comma, "`,` and the type of the mask")?;
    p.ty()
}

/// `%memory[%address], clock %clk enable %e {…} : <12 x 42>`
pub fn parse_read_port(p: &mut Parser<'_>, state: &mut OpState) -> Parse<()> {
    let (memory, address) = parse_place(p)?;
    let clock = parse_port_clock(p)?;
    let enable = after_word(p, "enable")?;
    p.attr_dict(state)?;
    let (memory_ty, address_ty, word_ty) = parse_port_types(p)?;
    let clock_ty = clock_ty(&mut p.ir.ctx);
    state.operands =
        vec![p.resolve(memory, memory_ty)?, p.resolve(address, address_ty)?, p.resolve(clock, clock_ty)?];
    if let Some(enable) = enable {
        state.operands.push(p.resolve(enable, Type::I1)?);
    }
    state.result_types.push(word_ty);
    Ok(())
}

/// The inverse of [`parse_read_port`].
pub fn print_read_port(p: &mut Printer<'_>, op: Op) {
    print_place(p, op);
    print_port_end(p, op, None);
}

/// `%memory[%address] = %data, clock %clk enable %e mask %m {…} : <12 x 42, mask 3>, i3`
pub fn parse_write_port(p: &mut Parser<'_>, state: &mut OpState) -> Parse<()> {
    parse_writing_port(p, state, false)
}

/// As [`parse_write_port`], with `if %mode` after the data.
pub fn parse_read_write_port(p: &mut Parser<'_>, state: &mut OpState) -> Parse<()> {
    parse_writing_port(p, state, true)
}

fn parse_writing_port(p: &mut Parser<'_>, state: &mut OpState, reads: bool) -> Parse<()> {
    let (memory, address) = parse_place(p)?;
    p.expect(Tok::Equal, "`=`")?;
    let data = p.operand()?;
    let mode = if reads { Some(word_operand(p, "if")?) } else { None };
    let clock = parse_port_clock(p)?;
    let enable = after_word(p, "enable")?;
    let mask = after_word(p, "mask")?;
    p.attr_dict(state)?;
    let (memory_ty, address_ty, word_ty) = parse_port_types(p)?;
    let mask_ty = parse_mask_type(p, mask.is_some())?;
    let clock_ty = clock_ty(&mut p.ir.ctx);
    let mut groups = vec![
        (Some(memory), memory_ty),
        (Some(address), address_ty),
        (Some(clock), clock_ty),
        (enable, Type::I1),
        (Some(data), word_ty),
    ];
    if reads {
        groups.push((mode, Type::I1));
        state.result_types.push(word_ty);
    }
    groups.push((mask, mask_ty));
    resolve_groups(p, state, &groups)
}

/// The inverse of [`parse_write_port`].
pub fn print_write_port(p: &mut Printer<'_>, op: Op) {
    print_place(p, op);
    print_group(p, op, 4, " = ");
    print_port_end(p, op, Some(5));
}

/// The inverse of [`parse_read_write_port`].
pub fn print_read_write_port(p: &mut Printer<'_>, op: Op) {
    print_place(p, op);
    print_group(p, op, 4, " = ");
    print_group(p, op, 5, " if ");
    print_port_end(p, op, Some(6));
}

fn print_place(p: &mut Printer<'_>, op: Op) {
    print_group(p, op, 0, " ");
    print_group(p, op, 1, "[");
    p.text("]");
}

/// From the clock on; `mask` is the number of that group, if the port has one.
fn print_port_end(p: &mut Printer<'_>, op: Op, mask: Option<usize>) {
    let ir = p.ir;
    print_group(p, op, 2, ", clock ");
    print_group(p, op, 3, " enable ");
    if let Some(mask) = mask {
        print_group(p, op, mask, " mask ");
    }
    p.attr_dict(op, &["operandSegmentSizes"]);
    p.text(" : ");
    if let Some(memory) = ir.group_operands(op, 0).next() {
        p.text(&memory_text(&ir.ctx, ir.ty(memory)));
    }
    if let Some(mask) = mask.and_then(|mask| ir.group_operands(op, mask).next()) {
        p.text(", ");
        p.ty(ir.ty(mask));
    }
}

// ----- queues -----

/// What may stand between the depth and the input, in this order: a word, its attribute, and whether a result belongs to it.
const FIFO_OPTIONS: [(&str, &str, bool); 3] = [
    ("rd_latency", "rdLatency", false),
    ("almost_full", "almostFullThreshold", true),
    ("almost_empty", "almostEmptyThreshold", true),
];

/// The words before the operands.
const FIFO_OPERANDS: [&str; 5] = ["in", "rdEn", "wrEn", "clk", "rst"];

/// `depth 4 rd_latency 1 almost_full 3 almost_empty 1 in %a rdEn %r wrEn %w clk %clk rst %rst {…} : i8`
pub fn parse_fifo(p: &mut Parser<'_>, state: &mut OpState) -> Parse<()> {
    p.expect_word("depth")?;
    number_prop(p, state, "depth", Type::I64)?;
    let mut sizes = vec![1, 1, 1];
    for (word, name, has_result) in FIFO_OPTIONS {
        let is_there = p.eat_word(word);
        if is_there {
            number_prop(p, state, name, Type::I64)?;
        }
        if has_result {
            sizes.push(i32::from(is_there));
        }
    }
    let mut operands = Vec::new();
    for word in FIFO_OPERANDS {
        operands.push(word_operand(p, word)?);
    }
    p.attr_dict(state)?;
    let ty = p.colon_type()?;
    let clock_ty = clock_ty(&mut p.ir.ctx);
    for (operand, ty) in operands.into_iter().zip([ty, Type::I1, Type::I1, clock_ty, Type::I1]) {
        state.operands.push(p.resolve(operand, ty)?);
    }
    let results = sizes.iter().sum::<i32>() as usize;
    state.result_types.push(ty);
    state.result_types.resize(results, Type::I1);
    let sizes = p.ir.ctx.i32_array_attr(&sizes);
    p.set_prop(state, "resultSegmentSizes", sizes);
    Ok(())
}

/// The inverse of [`parse_fifo`].
pub fn print_fifo(p: &mut Printer<'_>, op: Op) {
    let ir = p.ir;
    p.text(" depth ");
    print_number(p, op, "depth");
    for (word, name, _) in FIFO_OPTIONS {
        if let Some(value) = ir.attr(op, name).filter(|value| !ir.ctx.is_default(ir.code(op), name, *value)) {
            p.text(&format!(" {word} "));
            p.attr_untyped(value);
        }
    }
    for (group, word) in FIFO_OPERANDS.iter().enumerate() {
        print_group(p, op, group, &format!(" {word} "));
    }
    let mut said = vec!["depth", "resultSegmentSizes"];
    said.extend(FIFO_OPTIONS.iter().map(|(_, name, _)| *name));
    p.attr_dict(op, &said);
    p.text(" : ");
    p.types_of(ir.group_operands(op, 0));
}
