//! Rules of `arith` that its table of operations cannot state.

use super::ops::*;
use crate::shape::same_shape;
use base::{FloatFormat, codes};
use ir::verify::Verifier;
use ir::{AttrKind, Context, Ir, Op, OpCode, Sign, Type, TypeKind};

/// A scalar constant is signless, a scalable one is a splat.
pub fn constant(ir: &Ir, op: Op, verifier: &mut Verifier<'_>) {
    let ty = ir.ty(ir.result(op, 0));
    match &ir.ctx[ty] {
        TypeKind::Integer { sign, .. } if *sign != Sign::Signless => {
            verifier.error(ir, op, codes::RESULT_TYPE, "the type of an integer constant must be signless");
        }
        TypeKind::Vector { shape, .. } if shape.iter().any(|(_, scalable)| *scalable) => {
            let is_splat = ir
                .attr(op, "value")
                .is_some_and(|a| matches!(ir.ctx[a], AttrKind::Dense { splat: true, .. }));
            if !is_splat {
                verifier.error(ir, op, codes::OP_INVARIANT, "a constant of scalable size must be a splat");
            }
        }
        _ => {}
    }
}

/// The condition is one bit, or a bit for every element.
pub fn select(ir: &Ir, op: Op, verifier: &mut Verifier<'_>) {
    let condition = ir.ty(ir.operand(op, 0));
    let value = ir.ty(ir.operand(op, 1));
    if condition != Type::I1 && !(ir.ctx.is_vector_or_tensor(value) && same_shape(&ir.ctx, condition, value))
    {
        verifier.error(
            ir,
            op,
            codes::OP_INVARIANT,
            "the condition must be i1 or have the shape of the values",
        );
    }
}

/// The types of a cast fit each other.
pub fn cast(ir: &Ir, op: Op, verifier: &mut Verifier<'_>) {
    let (from, to) = (ir.ty(ir.operand(op, 0)), ir.ty(ir.result(op, 0)));
    if let Some(problem) = cast_problem(&ir.ctx, ir.code(op), from, to) {
        verifier.error(ir, op, codes::OP_INVARIANT, problem);
    }
}

/// The width that decides which casts there are. A `tf32` has 19 bits and counts as 32, where it is kept.
fn width(ctx: &Context, ty: Type) -> Option<u32> {
    match ctx[ty] {
        TypeKind::Float(FloatFormat::TF32) => Some(32),
        TypeKind::Index => None,
        _ => ctx.scalar_width(ty),
    }
}

/// Why a cast with this code does not go from one type to the other; `None` when it does. Both types are of those the
/// operation's record allows.
pub fn cast_problem(ctx: &Context, code: OpCode, from: Type, to: Type) -> Option<&'static str> {
    if !same_shape(ctx, from, to) {
        return Some("operand and result must have the same shape");
    }
    let (from, to) = (ctx.element_ty(from), ctx.element_ty(to));
    let (narrow, wide) = (width(ctx, from), width(ctx, to));
    let (good, problem) = match code {
        EXTF | EXTSI | EXTUI => (narrow < wide, "the result must be wider than the operand"),
        TRUNCF | TRUNCI => (narrow > wide, "the result must be narrower than the operand"),
        BITCAST => (narrow == wide, "the result must be as wide as the operand"),
        INDEX_CAST | INDEX_CASTUI => (
            (from == Type::INDEX) != (to == Type::INDEX),
            "one of operand and result must be index, the other an integer",
        ),
        _ => (true, ""),
    };
    (!good).then_some(problem)
}
