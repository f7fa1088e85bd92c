//! Algebra of `math`; see [`crate::arith::fold`] for the rules of the house.

use super::ops::*;
use crate::arith::NEGF;
use base::{Bits, FloatFormat, float};
use ir::fold::{uniform_attr, uniform_bits};
use ir::{Attr, Fold, Ir, Op, OpCode};

/// The operation that makes the operand, if it is one of these.
fn operand_made_by(ir: &Ir, op: Op, codes: &[OpCode]) -> Option<Op> {
    ir.defining_op(ir.operand(op, 0)).filter(|inner| codes.contains(&ir.code(*inner)))
}

fn bits(ir: &Ir, consts: &[Option<Attr>], index: usize) -> Option<Bits> {
    uniform_bits(&ir.ctx, (*consts.get(index)?)?)
}

fn to_constant(ir: &mut Ir, op: Op, bits: Bits) -> Fold {
    let ty = ir.ty(ir.result(op, 0));
    uniform_attr(&mut ir.ctx, ty, bits).map_or(Fold::No, Fold::from)
}

/// `||x||`
pub fn absi(ir: &mut Ir, op: Op, _: &[Option<Attr>]) -> Fold {
    match operand_made_by(ir, op, &[ABSI]) {
        Some(_) => ir.operand(op, 0).into(),
        None => Fold::No,
    }
}

/// `||x||`, and what only changes the sign before it is taken away.
pub fn absf(ir: &mut Ir, op: Op, _: &[Option<Attr>]) -> Fold {
    if operand_made_by(ir, op, &[ABSF]).is_some() {
        return ir.operand(op, 0).into();
    }
    if let Some(inner) = operand_made_by(ir, op, &[NEGF, COPYSIGN]) {
        let source = ir.operand(inner, 0);
        ir.set_operand(op, 0, source);
        return Fold::InPlace;
    }
    Fold::No
}

/// The sign it has already.
pub fn copysign(ir: &mut Ir, op: Op, _: &[Option<Attr>]) -> Fold {
    if ir.operand(op, 0) == ir.operand(op, 1) { ir.operand(op, 0).into() } else { Fold::No }
}

/// A number that is whole already. A NaN that a rounding gives is the canonical one, which the next one keeps.
pub fn integral(ir: &mut Ir, op: Op, _: &[Option<Attr>]) -> Fold {
    match operand_made_by(ir, op, &[CEIL, FLOOR, ROUND, ROUNDEVEN, TRUNC]) {
        Some(_) => ir.operand(op, 0).into(),
        None => Fold::No,
    }
}

/// `x ^ 0`, `x ^ 1`, `1 ^ n`.
pub fn ipowi(ir: &mut Ir, op: Op, consts: &[Option<Attr>]) -> Fold {
    let is =
        |index, value| bits(ir, consts, index).is_some_and(|b| b.width() > 1 && b.to_u64() == Some(value));
    if is(1, 1) {
        return ir.operand(op, 0).into();
    }
    if is(1, 0) || is(0, 1) {
        let width = bits(ir, consts, 0).or_else(|| bits(ir, consts, 1)).map_or(0, |b| b.width());
        return to_constant(ir, op, Bits::from_u64(width, 1));
    }
    Fold::No
}

/// `x ^ 0`
pub fn fpowi(ir: &mut Ir, op: Op, consts: &[Option<Attr>]) -> Fold {
    let element = ir.ctx.element_ty(ir.ty(ir.result(op, 0)));
    match (bits(ir, consts, 1), ir.ctx.float_format(element)) {
        (Some(exponent), Some(format)) if exponent.is_zero() => to_constant(ir, op, unit(format)),
        _ => Fold::No,
    }
}

/// 1.0
fn unit(format: FloatFormat) -> Bits {
    float::from_int_u(format, &Bits::from_u64(1, 1))
}
