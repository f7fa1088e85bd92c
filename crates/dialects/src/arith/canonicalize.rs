//! Rewrites of `arith` that make new operations: constants meet, widenings move outwards, negations disappear.
//!
//! Each list of patterns belongs to the record of the same name. Overflow flags are dropped wherever operations are
//! joined: what two additions promised does not hold for the one that replaces them.

use super::fold::constant_value;
use super::ops as code;
use super::predicate::IntPredicate;
use base::Bits;
use ir::fold::uniform_attr;
use ir::rewrite::{Pattern, Rewriter};
use ir::{Ir, Op, OpCode, OpState, Type, TypeKind, Value};

/// Of `arith.addi`.
pub const ADDI: &[Pattern] = &[linear_chain];
/// Of `arith.subi`.
pub const SUBI: &[Pattern] = &[linear_chain];
/// Of `arith.muli`.
pub const MULI: &[Pattern] = &[constant_chain];
/// Of `arith.andi`.
pub const ANDI: &[Pattern] = &[constant_chain, bitwise_of_ext];
/// Of `arith.ori`.
pub const ORI: &[Pattern] = &[constant_chain, bitwise_of_ext];
/// Of `arith.xori`.
pub const XORI: &[Pattern] = &[constant_chain, not_of_cmpi, bitwise_of_ext];
/// Of `arith.addui_extended`.
pub const ADDUI_EXTENDED: &[Pattern] = &[drop_second_result];
/// Of `arith.mulsi_extended` and `arith.mului_extended`.
pub const WIDE_PRODUCT: &[Pattern] = &[drop_second_result];
/// Of `arith.cmpi`.
pub const CMPI: &[Pattern] = &[cmpi_of_ext, cmpi_of_bit];
/// Of `arith.select`.
pub const SELECT: &[Pattern] = &[select_of_not, select_of_constants];
/// Of `arith.extsi`.
pub const EXTSI: &[Pattern] = &[extsi_of_extui];
/// Of `arith.trunci`.
pub const TRUNCI: &[Pattern] = &[trunci_of_ext];
/// Of `arith.index_cast` and `arith.index_castui`.
pub const INDEX_CAST: &[Pattern] = &[index_cast_of_ext];
/// Of `arith.mulf` and `arith.divf`.
pub const NEGATED_FACTORS: &[Pattern] = &[negated_factors];

// ----- helpers -----

/// The operation that makes an operand of `op`, if it has this code (and is not, in code nobody reaches, `op` itself).
fn made_by(ir: &Ir, op: Op, index: usize, code: OpCode) -> Option<Op> {
    ir.defining_op(ir.operand(op, index)).filter(|inner| ir.code(*inner) == code && *inner != op)
}

fn constant_operand(ir: &Ir, op: Op, index: usize) -> Option<Bits> {
    constant_value(ir, ir.operand(op, index))
}

/// A constant of a type with these bits, or these bits in every element.
fn constant(r: &mut Rewriter<'_>, ty: Type, bits: Bits) -> Option<Value> {
    let attr = uniform_attr(&mut r.ir.ctx, ty, bits)?;
    r.constant(attr, ty)
}

fn result_ty(ir: &Ir, op: Op) -> Type {
    ir.ty(ir.result(op, 0))
}

fn width(ir: &Ir, value: Value) -> Option<u32> {
    ir.ctx.scalar_width(ir.ctx.element_ty(ir.ty(value)))
}

/// Replaces an operation with one result by another of the same type.
fn replace(r: &mut Rewriter<'_>, op: Op, code: OpCode, operands: &[Value]) -> bool {
    let state = OpState::new(code, r.ir.loc(op)).operands(operands).results(&[result_ty(r.ir, op)]);
    r.replace_with(op, state);
    true
}

// ----- constants meet -----

/// A sum or difference with a constant: `x + c`, or `c - x` when `negated`.
struct Linear {
    negated: bool,
    x: Value,
    c: Bits,
}

fn linear(ir: &Ir, op: Op) -> Option<Linear> {
    let is_sub = ir.code(op) == code::SUBI;
    if !is_sub && ir.code(op) != code::ADDI {
        return None;
    }
    let (a, b) = (ir.operand(op, 0), ir.operand(op, 1));
    match constant_value(ir, b) {
        Some(c) => Some(Linear { negated: false, x: a, c: if is_sub { c.neg() } else { c } }),
        None if is_sub => Some(Linear { negated: true, x: b, c: constant_value(ir, a)? }),
        None => None,
    }
}

/// `(x ± c0) ± c1` and `c1 ± (c0 ± x)`, with one constant.
fn linear_chain(r: &mut Rewriter<'_>, op: Op) -> bool {
    let Some(outer) = linear(r.ir, op) else { return false };
    let Some(inner) = r.ir.defining_op(outer.x).filter(|inner| *inner != op) else { return false };
    let Some(inner) = linear(r.ir, inner) else { return false };
    let c = if outer.negated { outer.c.sub(&inner.c) } else { outer.c.add(&inner.c) };
    let ty = result_ty(r.ir, op);
    let Some(c) = constant(r, ty, c) else { return false };
    if outer.negated == inner.negated {
        replace(r, op, code::ADDI, &[inner.x, c])
    } else {
        replace(r, op, code::SUBI, &[c, inner.x])
    }
}

/// `(x · c0) · c1` for an associative operation, with one constant.
fn constant_chain(r: &mut Rewriter<'_>, op: Op) -> bool {
    let code = r.ir.code(op);
    let Some(inner) = made_by(r.ir, op, 0, code) else { return false };
    let (Some(a), Some(b)) = (constant_operand(r.ir, inner, 1), constant_operand(r.ir, op, 1)) else {
        return false;
    };
    if a.width() > ir::fold::MAX_WIDTH {
        return false;
    }
    let c = match code {
        code::MULI => a.mul(&b),
        code::ANDI => a.and(&b),
        code::ORI => a.or(&b),
        _ => a.xor(&b),
    };
    let ty = result_ty(r.ir, op);
    let Some(c) = constant(r, ty, c) else { return false };
    let x = r.ir.operand(inner, 0);
    replace(r, op, code, &[x, c])
}

// ----- widenings move outwards -----

/// The extensions, of one kind and from one type, that both operands are.
fn both_extended(ir: &Ir, op: Op) -> Option<(OpCode, Value, Value)> {
    [code::EXTUI, code::EXTSI].into_iter().find_map(|ext| {
        let (a, b) = (made_by(ir, op, 0, ext)?, made_by(ir, op, 1, ext)?);
        let (a, b) = (ir.operand(a, 0), ir.operand(b, 0));
        (ir.ty(a) == ir.ty(b)).then_some((ext, a, b))
    })
}

/// `ext(a) & ext(b)` as `ext(a & b)`, and the other bitwise operations.
fn bitwise_of_ext(r: &mut Rewriter<'_>, op: Op) -> bool {
    let Some((ext, a, b)) = both_extended(r.ir, op) else { return false };
    let narrow = r.value(r.ir.code(op), &[a, b], r.ir.ty(a));
    replace(r, op, ext, &[narrow])
}

/// A comparison of extended values, or of one and a constant its source could have, as a comparison of the sources.
fn cmpi_of_ext(r: &mut Rewriter<'_>, op: Op) -> bool {
    let found = both_extended(r.ir, op).or_else(|| extended_and_constant(r, op));
    let Some((ext, a, b)) = found else { return false };
    let Some(predicate) = IntPredicate::of(r.ir, op) else { return false };
    // What was extended with zeros is positive: its order with a sign is that of the sources without.
    let predicate = if ext == code::EXTUI { predicate.unsigned() } else { predicate };
    replace_cmpi(r, op, predicate, a, b)
}

fn extended_and_constant(r: &mut Rewriter<'_>, op: Op) -> Option<(OpCode, Value, Value)> {
    let bound = constant_operand(r.ir, op, 1)?;
    [code::EXTUI, code::EXTSI].into_iter().find_map(|ext| {
        let source = r.ir.operand(made_by(r.ir, op, 0, ext)?, 0);
        let narrow = bound.trunc(width(r.ir, source)?);
        let widened =
            if ext == code::EXTUI { narrow.zext(bound.width()) } else { narrow.sext(bound.width()) };
        if widened != bound {
            return None;
        }
        let ty = r.ir.ty(source);
        Some((ext, source, constant(r, ty, narrow)?))
    })
}

/// Whether a bit, alone or cut out of a number as `x & 1`, is set or not: the bit itself, which takes no logic, or its negation.
fn cmpi_of_bit(r: &mut Rewriter<'_>, op: Op) -> bool {
    let equal = match IntPredicate::of(r.ir, op) {
        Some(IntPredicate::Eq) => true,
        Some(IntPredicate::Ne) => false,
        _ => return false,
    };
    let wanted = constant_operand(r.ir, op, 1).and_then(|c| c.to_u64()).filter(|c| *c <= 1);
    let number = r.ir.operand(op, 0);
    let is_bit = r.ir.ty(number) == Type::I1;
    let one = |and: &Op| constant_operand(r.ir, *and, 1).is_some_and(|c| c.to_u64() == Some(1));
    let masked = made_by(r.ir, op, 0, code::ANDI).filter(one);
    let is_number = matches!(r.ir.ctx[r.ir.ty(number)], TypeKind::Integer { .. });
    let (Some(wanted), true) = (wanted, is_bit || masked.is_some() && is_number) else { return false };
    let bit = match masked {
        Some(and) if !is_bit => {
            let source = r.ir.operand(and, 0);
            r.value(code::TRUNCI, &[source], Type::I1)
        }
        _ => number,
    };
    if equal == (wanted == 1) {
        r.replace_op(op, &[bit]);
        return true;
    }
    let Some(ones) = constant(r, Type::I1, Bits::from_i64(1, -1)) else { return false };
    replace(r, op, code::XORI, &[bit, ones])
}

fn replace_cmpi(r: &mut Rewriter<'_>, op: Op, predicate: IntPredicate, a: Value, b: Value) -> bool {
    let predicate = r.ir.ctx.int_attr(predicate.number(), Type::I64);
    let ty = result_ty(r.ir, op);
    let state = OpState::new(code::CMPI, r.ir.loc(op)).operands(&[a, b]).results(&[ty]);
    let state = state.prop(r.ir, "predicate", predicate);
    r.replace_with(op, state);
    true
}

/// The sign of what was extended with zeros is zero.
fn extsi_of_extui(r: &mut Rewriter<'_>, op: Op) -> bool {
    let Some(inner) = made_by(r.ir, op, 0, code::EXTUI) else { return false };
    let source = r.ir.operand(inner, 0);
    replace(r, op, code::EXTUI, &[source])
}

/// An extension of which only the top is cut off is a shorter extension.
fn trunci_of_ext(r: &mut Rewriter<'_>, op: Op) -> bool {
    for ext in [code::EXTUI, code::EXTSI] {
        if let Some(inner) = made_by(r.ir, op, 0, ext)
            && let source = r.ir.operand(inner, 0)
            && width(r.ir, source) < width(r.ir, r.ir.result(op, 0))
        {
            return replace(r, op, ext, &[source]);
        }
    }
    false
}

/// A cast to `index` extends by itself, in its own way.
fn index_cast_of_ext(r: &mut Rewriter<'_>, op: Op) -> bool {
    let ext = if r.ir.code(op) == code::INDEX_CAST { code::EXTSI } else { code::EXTUI };
    let Some(inner) = made_by(r.ir, op, 0, ext) else { return false };
    let source = r.ir.operand(inner, 0);
    r.set_operand(op, 0, source);
    true
}

// ----- negations disappear -----

/// `!(a < b)` as `a >= b`.
fn not_of_cmpi(r: &mut Rewriter<'_>, op: Op) -> bool {
    let Some(cmp) = made_by(r.ir, op, 0, code::CMPI) else { return false };
    let Some(predicate) = IntPredicate::of(r.ir, cmp) else { return false };
    if !constant_operand(r.ir, op, 1).is_some_and(|c| c.is_ones()) {
        return false;
    }
    let (a, b) = (r.ir.operand(cmp, 0), r.ir.operand(cmp, 1));
    replace_cmpi(r, op, predicate.inverted(), a, b)
}

/// `!c ? a : b` as `c ? b : a`.
fn select_of_not(r: &mut Rewriter<'_>, op: Op) -> bool {
    let Some(not) = made_by(r.ir, op, 0, code::XORI) else { return false };
    if !constant_operand(r.ir, not, 1).is_some_and(|c| c.is_ones()) {
        return false;
    }
    let (condition, yes, no) = (r.ir.operand(not, 0), r.ir.operand(op, 1), r.ir.operand(op, 2));
    r.set_operands(op, &[condition, no, yes]);
    true
}

/// `c ? false : true` as `!c`; `c ? 1 : 0` and `c ? -1 : 0` as an extension of `c`.
fn select_of_constants(r: &mut Rewriter<'_>, op: Op) -> bool {
    let condition = r.ir.operand(op, 0);
    let ty = result_ty(r.ir, op);
    let element = r.ir.ctx.element_ty(ty);
    if !matches!(r.ir.ctx[element], TypeKind::Integer { .. }) {
        return false;
    }
    let (Some(yes), Some(no)) = (constant_operand(r.ir, op, 1), constant_operand(r.ir, op, 2)) else {
        return false;
    };
    if element == Type::I1 {
        if ty != r.ir.ty(condition) || !yes.is_zero() || !no.is_ones() {
            return false;
        }
        let Some(ones) = constant(r, ty, no) else { return false };
        return replace(r, op, code::XORI, &[condition, ones]);
    }
    let as_bits = r.ir.ctx.with_element(ty, Type::I1);
    if as_bits != r.ir.ty(condition) || !no.is_zero() || yes.width() < 2 {
        return false;
    }
    if yes.to_u64() == Some(1) {
        replace(r, op, code::EXTUI, &[condition])
    } else if yes.is_ones() {
        replace(r, op, code::EXTSI, &[condition])
    } else {
        false
    }
}

/// `(-a) * (-b)` as `a * b`, and likewise for the quotient: the sign is the same, and so is everything else.
fn negated_factors(r: &mut Rewriter<'_>, op: Op) -> bool {
    let (Some(a), Some(b)) = (made_by(r.ir, op, 0, code::NEGF), made_by(r.ir, op, 1, code::NEGF)) else {
        return false;
    };
    let (a, b) = (r.ir.operand(a, 0), r.ir.operand(b, 0));
    r.set_operands(op, &[a, b]);
    true
}

// ----- results nobody asks for -----

/// A sum or product whose second result has no use is the plain one.
fn drop_second_result(r: &mut Rewriter<'_>, op: Op) -> bool {
    let unused = r.ir.result(op, 1);
    if !r.ir.is_unused(unused) {
        return false;
    }
    let plain = if r.ir.code(op) == code::ADDUI_EXTENDED { code::ADDI } else { code::MULI };
    let (a, b) = (r.ir.operand(op, 0), r.ir.operand(op, 1));
    let value = r.value(plain, &[a, b], result_ty(r.ir, op));
    let first = r.ir.result(op, 0);
    r.replace_uses(first, value);
    r.erase(op);
    true
}
