//! Folds and rewrites of `hw`: what was put into an aggregate is taken out again without it.
//!
//! Constants need nothing here: evaluation folds them. An index is looked through only where it is known to be of an element,
//! since past the end of an array there is no element to find.

use super::types::array;
use super::{
    ARRAY_CONCAT, ARRAY_CREATE, ARRAY_GET, ARRAY_INJECT, BITCAST, CONSTANT, STRUCT_CREATE, STRUCT_EXPLODE,
    STRUCT_INJECT,
};
use ir::fold::constant_bits;
use ir::rewrite::Rewriter;
use ir::{Attr, AttrKind, Fold, FoldResult, Ir, Op, OpCode, OpState, Value};

/// The operation that makes a value, if it is one of this code.
fn made_by(ir: &Ir, value: Value, code: OpCode) -> Option<Op> {
    ir.defining_op(value).filter(|op| ir.code(*op) == code)
}

/// The element of an array that a constant names, counted from 0; `None` also when it is past the end.
fn known_element(ir: &Ir, input: Value, index: Value) -> Option<u64> {
    let (size, _) = array(&ir.ctx, ir.ty(input))?;
    constant_bits(ir, index)?.to_u64().filter(|index| *index < size)
}

/// `hw.bitcast` to its own type, and of another cast.
pub fn bitcast(ir: &mut Ir, op: Op, _: &[Option<Attr>]) -> Fold {
    let input = ir.operand(op, 0);
    if ir.ty(input) == ir.ty(ir.result(op, 0)) {
        return input.into();
    }
    match made_by(ir, input, BITCAST).map(|inner| ir.operand(inner, 0)) {
        Some(inner) if inner != input => {
            ir.set_operand(op, 0, inner);
            Fold::InPlace
        }
        _ => Fold::No,
    }
}

/// `hw.wire` without a name, a symbol or attributes.
pub fn wire(ir: &mut Ir, op: Op, _: &[Option<Attr>]) -> Fold {
    let named = ir.str_attr(op, "name").is_some_and(|name| !name.is_empty());
    if named || ir.attr(op, "inner_sym").is_some() || ir.attrs(op) != Attr::EMPTY_DICT {
        return Fold::No;
    }
    ir.operand(op, 0).into()
}

/// `hw.array_get` of what was put there.
pub fn array_get(ir: &mut Ir, op: Op, _: &[Option<Attr>]) -> Fold {
    let (input, index) = (ir.operand(op, 0), ir.operand(op, 1));
    let Some(element) = known_element(ir, input, index) else { return Fold::No };
    if let Some(create) = made_by(ir, input, ARRAY_CREATE) {
        let position = ir.operand_count(create) as u64 - 1 - element;
        return ir.operand(create, position as usize).into();
    }
    let placed = |ir: &Ir, inject: Op| match constant_bits(ir, ir.operand(inject, 1)) {
        Some(at) if at.to_u64() == Some(element) => Placed::Here,
        Some(_) => Placed::Elsewhere,
        None => Placed::Somewhere,
    };
    through_injects(ir, op, ARRAY_INJECT, 2, placed)
}

/// Where an injection puts its value, seen from who looks for a part.
enum Placed {
    Here,
    Elsewhere,
    Somewhere,
}

/// Injections that are looked through at once. They may go in a circle.
const MAX_INJECTIONS: usize = 4096;

/// Takes a part past injections of other parts, to the one that put it there or to what they began with.
fn through_injects(
    ir: &mut Ir,
    op: Op,
    code: OpCode,
    value: usize,
    placed: impl Fn(&Ir, Op) -> Placed,
) -> Fold {
    let input = ir.operand(op, 0);
    let mut from = input;
    for _ in 0..MAX_INJECTIONS {
        let inject = made_by(ir, from, code);
        match inject.map(|inject| (inject, placed(ir, inject))) {
            Some((inject, Placed::Here)) => return ir.operand(inject, value).into(),
            Some((inject, Placed::Elsewhere)) => from = ir.operand(inject, 0),
            _ if from != input => {
                ir.set_operand(op, 0, from);
                return Fold::InPlace;
            }
            _ => return Fold::No,
        }
    }
    Fold::No
}

/// `hw.array_slice` of everything.
pub fn array_slice(ir: &mut Ir, op: Op, _: &[Option<Attr>]) -> Fold {
    let (input, low) = (ir.operand(op, 0), ir.operand(op, 1));
    let all = ir.ty(input) == ir.ty(ir.result(op, 0));
    if all && constant_bits(ir, low).is_some_and(|low| low.is_zero()) { input.into() } else { Fold::No }
}

/// `hw.array_concat` of one array.
pub fn array_concat(ir: &mut Ir, op: Op, _: &[Option<Attr>]) -> Fold {
    if ir.operand_count(op) == 1 { ir.operand(op, 0).into() } else { Fold::No }
}

fn field_of(ir: &Ir, op: Op) -> Option<usize> {
    ir.ctx.int_value(ir.attr(op, "fieldIndex")?).and_then(|index| usize::try_from(index).ok())
}

/// `hw.struct_extract` of what was put there.
pub fn struct_extract(ir: &mut Ir, op: Op, _: &[Option<Attr>]) -> Fold {
    let input = ir.operand(op, 0);
    let Some(field) = field_of(ir, op) else { return Fold::No };
    if let Some(create) = made_by(ir, input, STRUCT_CREATE) {
        return ir.operand(create, field).into();
    }
    let placed = |ir: &Ir, inject: Op| match field_of(ir, inject) == Some(field) {
        true => Placed::Here,
        false => Placed::Elsewhere,
    };
    through_injects(ir, op, STRUCT_INJECT, 1, placed)
}

/// `hw.struct_inject` over an earlier one of the same field.
pub fn struct_inject(ir: &mut Ir, op: Op, _: &[Option<Attr>]) -> Fold {
    let input = ir.operand(op, 0);
    let Some(inner) = made_by(ir, input, STRUCT_INJECT) else { return Fold::No };
    if field_of(ir, inner) != field_of(ir, op) || ir.operand(inner, 0) == input {
        return Fold::No;
    }
    ir.set_operand(op, 0, ir.operand(inner, 0));
    Fold::InPlace
}

/// `hw.struct_explode` of a struct that was made of parts.
pub fn struct_explode(ir: &mut Ir, op: Op, _: &[Option<Attr>]) -> Fold {
    match made_by(ir, ir.operand(op, 0), STRUCT_CREATE) {
        Some(create) => Fold::Results(ir.operands(create).map(FoldResult::Value).collect()),
        None => Fold::No,
    }
}

/// `hw.struct_create` of all parts of a struct.
pub fn struct_create(ir: &mut Ir, op: Op, _: &[Option<Attr>]) -> Fold {
    let Some(first) = ir.operands(op).next() else { return Fold::No };
    let Some(explode) = made_by(ir, first, STRUCT_EXPLODE) else { return Fold::No };
    let input = ir.operand(explode, 0);
    let all = ir.ty(input) == ir.ty(ir.result(op, 0)) && ir.operands(op).eq(ir.results(explode));
    if all { input.into() } else { Fold::No }
}

// ----- rewrites -----

/// `hw.param.value` of a number is that constant.
pub fn param_of_number(rw: &mut Rewriter<'_>, op: Op) -> bool {
    let Some(value) = rw.ir.attr(op, "value") else { return false };
    let ty = rw.ir.ty(rw.ir.result(op, 0));
    if !matches!(rw.ir.ctx[value], AttrKind::Integer { .. }) || rw.ir.attrs(op) != Attr::EMPTY_DICT {
        return false;
    }
    let state = OpState::new(CONSTANT, rw.loc).results(&[ty]).prop(rw.ir, "value", value);
    rw.replace_with(op, state);
    true
}

/// An element of several arrays side by side is one of the one it stands in.
pub fn get_of_concat(rw: &mut Rewriter<'_>, op: Op) -> bool {
    let (input, index) = (rw.ir.operand(op, 0), rw.ir.operand(op, 1));
    let Some(mut element) = known_element(rw.ir, input, index) else { return false };
    let Some(concat) = made_by(rw.ir, input, ARRAY_CONCAT) else { return false };
    let parts: Vec<Value> = rw.ir.operands(concat).collect();
    for part in parts.into_iter().rev() {
        let Some((size, _)) = array(&rw.ir.ctx, rw.ir.ty(part)) else { return false };
        if element >= size {
            element -= size;
            continue;
        }
        if part == input {
            return false;
        }
        let width = super::types::index_width(size).max(1);
        let ty = rw.ir.ctx.int_ty(width);
        let attr = rw.ir.ctx.int_attr(element as i64, ty);
        let Some(index) = rw.constant(attr, ty) else { return false };
        let result = rw.ir.ty(rw.ir.result(op, 0));
        rw.replace_with(op, OpState::new(ARRAY_GET, rw.loc).operands(&[part, index]).results(&[result]));
        return true;
    }
    false
}

/// What is made anew of the parts of an aggregate that stays has at most so many parts, or a short text could ask for much.
const MAX_COPIED: u64 = 64;

/// Whether an aggregate of so many parts may be made once more, from what makes this value.
fn may_copy(ir: &Ir, value: Value, parts: u64) -> bool {
    ir.has_one_use(value) || parts <= MAX_COPIED
}

/// A slice at a known place of an array that was made of elements is made of those.
pub fn slice_of_create(rw: &mut Rewriter<'_>, op: Op) -> bool {
    let (input, low) = (rw.ir.operand(op, 0), rw.ir.operand(op, 1));
    let result = rw.ir.ty(rw.ir.result(op, 0));
    let Some(low) = known_element(rw.ir, input, low) else { return false };
    let Some(create) = made_by(rw.ir, input, ARRAY_CREATE) else { return false };
    let Some((length, _)) = array(&rw.ir.ctx, result) else { return false };
    let parts: u64 = rw.ir.operand_count(create) as u64;
    let Some(end) = low.checked_add(length).filter(|end| *end <= parts) else { return false };
    if !may_copy(rw.ir, input, length) {
        return false;
    }
    let (high, low) = ((parts - end) as usize, (parts - low) as usize);
    let parts: Vec<Value> = (high..low).map(|at| rw.ir.operand(create, at)).collect();
    rw.replace_with(op, OpState::new(ARRAY_CREATE, rw.loc).operands(&parts).results(&[result]));
    true
}

/// Parts that are put, one after the other, into an aggregate that was made of parts: it is made of all of them at once.
///
/// This is done for the last of a row of injections, each of which only the next one uses; `placed` says which operand of the
/// aggregate's creation an injection replaces, if that is known.
fn inject_row(
    rw: &mut Rewriter<'_>,
    op: Op,
    create: OpCode,
    placed: impl Fn(&Ir, Op) -> Option<usize>,
) -> bool {
    let (ir, code) = (&*rw.ir, rw.ir.code(op));
    let result = ir.result(op, 0);
    let goes_on =
        |user: Op| ir.code(user) == code && ir.operand(user, 0) == result && placed(ir, user).is_some();
    if ir.has_one_use(result) && ir.users(result).all(goes_on) {
        return false;
    }
    let mut row = Vec::new();
    let mut at = op;
    let made = loop {
        let Some(position) = placed(ir, at) else { return false };
        // The value that is put in is the last operand of all injections.
        row.push((position, ir.operand(at, ir.operand_count(at) - 1)));
        let input = ir.operand(at, 0);
        match ir.defining_op(input) {
            Some(before) if ir.code(before) == code && ir.has_one_use(input) => at = before,
            Some(made) if ir.code(made) == create => break made,
            _ => return false,
        }
    };
    if !may_copy(ir, ir.result(made, 0), ir.operand_count(made) as u64) {
        return false;
    }
    let mut parts: Vec<Value> = ir.operands(made).collect();
    for (position, value) in row.into_iter().rev() {
        parts[position] = value;
    }
    let ty = ir.ty(result);
    rw.replace_with(op, OpState::new(create, rw.loc).operands(&parts).results(&[ty]));
    true
}

/// Putting elements into an array that was made of elements.
pub fn inject_into_create(rw: &mut Rewriter<'_>, op: Op) -> bool {
    let placed = |ir: &Ir, inject: Op| {
        let (input, index) = (ir.operand(inject, 0), ir.operand(inject, 1));
        let (size, _) = array(&ir.ctx, ir.ty(input))?;
        usize::try_from(size - 1 - known_element(ir, input, index)?).ok()
    };
    inject_row(rw, op, ARRAY_CREATE, placed)
}

/// Putting fields into a struct that was made of fields.
pub fn field_into_create(rw: &mut Rewriter<'_>, op: Op) -> bool {
    inject_row(rw, op, STRUCT_CREATE, field_of)
}
