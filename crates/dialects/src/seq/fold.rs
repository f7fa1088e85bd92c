//! What is simplified in `seq`: state that never changes, ports that do nothing, memories that nobody reads.

use super::initial::evident;
use super::ops as code;
use super::views::{self, Register};
use base::Bits;
use ir::fold::{constant_bits, constant_value};
use ir::rewrite::{Pattern, Rewriter};
use ir::{Attr, Fold, Ir, Op, OpCode, OpState, Value};

/// Of all registers.
pub const REGISTER: &[Pattern] = &[always_enabled, never_reset];
/// Of `seq.firmem`.
pub const FIRMEM: &[Pattern] = &[never_read];
/// Of `seq.firmem.read_port`.
pub const READ_PORT: &[Pattern] = &[port_always_enabled];
/// Of ports that write.
pub const WRITE_PORT: &[Pattern] = &[port_always_enabled, never_written];

/// The operand of the operation that makes the operand of `op`, if that has this code.
fn looked_through(ir: &Ir, op: Op, code: OpCode) -> Fold {
    let inner = ir.defining_op(ir.operand(op, 0)).filter(|inner| ir.code(*inner) == code);
    inner.map_or(Fold::No, |inner| ir.operand(inner, 0).into())
}

/// Of a wire.
pub fn from_clock(ir: &mut Ir, op: Op, _: &[Option<Attr>]) -> Fold {
    looked_through(ir, op, code::TO_CLOCK)
}

/// Of a clock.
pub fn to_clock(ir: &mut Ir, op: Op, _: &[Option<Attr>]) -> Fold {
    looked_through(ir, op, code::FROM_CLOCK)
}

/// Twice.
pub fn clock_inv(ir: &mut Ir, op: Op, _: &[Option<Attr>]) -> Fold {
    looked_through(ir, op, code::CLOCK_INV)
}

// ----- registers -----

fn bits(ir: &Ir, value: Value) -> Option<Bits> {
    ir.ctx.bits_of(constant_value(ir, value)?, ir.ty(value))
}

fn is_constant(ir: &Ir, value: Value, wanted: bool) -> bool {
    constant_bits(ir, value).is_some_and(|bits| bits.is_zero() != wanted)
}

/// A register that keeps what it starts with: its clock never rises, it is never enabled, it takes itself, or it takes what it has.
/// A reset must not be able to change that either.
pub fn register(ir: &mut Ir, op: Op, _: &[Option<Attr>]) -> Fold {
    let Some(Register { input, clock, enable, reset, .. }) = views::register(ir, op) else { return Fold::No };
    let result = ir.result(op, 0);
    let never =
        constant_value(ir, clock).is_some() || enable.is_some_and(|enable| is_constant(ir, enable, false));
    if ir.attr(op, "inner_sym").is_some()
        || !(never || input == result || constant_value(ir, input).is_some())
    {
        return Fold::No;
    }
    // What a `seq.initial` computes becomes evident when its own operations have been folded.
    let Some(start) = evident(ir, op) else { return Fold::No };
    let has_start = |value: Value| bits(ir, value).as_ref() == Some(&start);
    let keeps = never || input == result || has_start(input);
    let resets_to_it =
        reset.is_none_or(|reset| has_start(reset.value) || is_constant(ir, reset.signal, false));
    if !keeps || !resets_to_it {
        return Fold::No;
    }
    let ty = ir.ty(result);
    ir.ctx.attr_of_bits(start, ty).map_or(Fold::No, Fold::from)
}

/// A register whose enable is always 1 needs none.
fn always_enabled(r: &mut Rewriter<'_>, op: Op) -> bool {
    if r.ir.code(op) != code::COMPREG_CE {
        return false;
    }
    let Some(register) = views::register(r.ir, op) else { return false };
    if !register.enable.is_some_and(|enable| is_constant(r.ir, enable, true)) {
        return false;
    }
    let rest = [register.reset.map(|r| r.signal), register.reset.map(|r| r.value), register.initial];
    let mut operands = vec![register.input, register.clock];
    operands.extend(rest.iter().flatten());
    let sizes: Vec<i32> =
        [1, 1].into_iter().chain(rest.iter().map(|value| i32::from(value.is_some()))).collect();
    let sizes = r.ir.ctx.i32_array_attr(&sizes);
    let ty = r.ir.ty(r.ir.result(op, 0));
    let mut state = OpState::new(code::COMPREG, r.ir.loc(op)).operands(&operands).results(&[ty]);
    state = state.prop(r.ir, "operandSegmentSizes", sizes);
    for name in ["name", "inner_sym"] {
        if let Some(value) = r.ir.attr(op, name) {
            state = state.prop(r.ir, name, value);
        }
    }
    state.attrs = r.ir.ctx.dict(r.ir.attrs(op)).to_vec();
    r.replace_with(op, state);
    true
}

/// A reset that is always 0 is none.
fn never_reset(r: &mut Rewriter<'_>, op: Op) -> bool {
    let Some(reset) = views::register(r.ir, op).and_then(|register| register.reset) else { return false };
    if !is_constant(r.ir, reset.signal, false) {
        return false;
    }
    let first = match r.ir.code(op) {
        code::COMPREG_CE => 3,
        _ => 2,
    };
    drop_operands(r, op, first, 2);
    r.set_attr(op, "isAsync", None);
    true
}

/// Removes operands, each of which is all of its group.
fn drop_operands(r: &mut Rewriter<'_>, op: Op, first_group: usize, count: usize) {
    let at = r.ir.operand_group(op, first_group).start;
    let mut operands: Vec<Value> = r.ir.operands(op).collect();
    operands.drain(at..at + count);
    r.set_operands(op, &operands);
    let sizes = r.ir.attr(op, "operandSegmentSizes").and_then(|sizes| r.ir.ctx.int_array(sizes));
    if let Some(sizes) = sizes {
        let dropped = first_group..first_group + count;
        let size = |(group, size): (usize, i64)| if dropped.contains(&group) { 0 } else { size as i32 };
        let sizes: Vec<i32> = sizes.into_iter().enumerate().map(size).collect();
        let sizes = r.ir.ctx.i32_array_attr(&sizes);
        r.set_attr(op, "operandSegmentSizes", Some(sizes));
    }
}

// ----- memories -----

/// The enable of a port of any kind.
fn enable(ir: &Ir, op: Op) -> Option<Value> {
    ir.group_operands(op, 3).next()
}

/// An enable that is always 1 is none.
fn port_always_enabled(r: &mut Rewriter<'_>, op: Op) -> bool {
    let found = enable(r.ir, op).is_some_and(|enable| is_constant(r.ir, enable, true));
    if found {
        drop_operands(r, op, 3, 1);
    }
    found
}

/// A port that never writes is none.
fn never_written(r: &mut Rewriter<'_>, op: Op) -> bool {
    let Some(port) = views::write_port(r.ir, op) else { return false };
    let is_never = |value: Option<Value>| value.is_some_and(|value| is_constant(r.ir, value, false));
    let found = is_never(port.enable) || is_never(port.mask);
    if found {
        r.erase(op);
    }
    found
}

/// A memory that is only written goes, and its ports with it.
fn never_read(r: &mut Rewriter<'_>, op: Op) -> bool {
    let memory = r.ir.result(op, 0);
    if r.ir.attr(op, "inner_sym").is_some()
        || !r.ir.users(memory).all(|user| r.ir.code(user) == code::WRITE_PORT)
    {
        return false;
    }
    for port in r.ir.users(memory).collect::<Vec<Op>>() {
        r.erase(port);
    }
    r.erase(op);
    true
}
