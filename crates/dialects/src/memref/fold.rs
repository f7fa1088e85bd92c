//! Folds of `memref`: sizes that are known, and operations that need not go through a cast.

use super::subview::{Mixed, kept_dims, parts, view};
use super::verify::{casts_to, copies_to};
use super::{ALLOC, ALLOCA, CAST, SUBVIEW};
use ir::{Attr, Fold, Ir, Op, Type, TypeKind, Value};

/// What a ranked memref was before a cast.
fn before_cast(ir: &Ir, value: Value) -> Option<Value> {
    let cast = ir.defining_op(value).filter(|def| ir.code(*def) == CAST)?;
    let source = ir.operand(cast, 0);
    matches!(ir.ctx[ir.ty(source)], TypeKind::Memref { .. }).then_some(source)
}

/// Makes an operand what it was before a cast.
fn skip_cast(ir: &mut Ir, op: Op, operand: usize) -> Fold {
    match before_cast(ir, ir.operand(op, operand)) {
        Some(source) => {
            ir.set_operand(op, operand, source);
            Fold::InPlace
        }
        None => Fold::No,
    }
}

/// A cast does not matter to the end of a memory.
pub fn dealloc(ir: &mut Ir, op: Op, _: &[Option<Attr>]) -> Fold {
    skip_cast(ir, op, 0)
}

/// A cast does not matter to the elements.
pub fn load(ir: &mut Ir, op: Op, _: &[Option<Attr>]) -> Fold {
    skip_cast(ir, op, 0)
}

/// A cast does not matter to the elements.
pub fn store(ir: &mut Ir, op: Op, _: &[Option<Attr>]) -> Fold {
    skip_cast(ir, op, 1)
}

/// A cast does not matter to the elements, if the shapes still agree.
pub fn copy(ir: &mut Ir, op: Op, _: &[Option<Attr>]) -> Fold {
    for operand in 0..2 {
        let other = ir.ty(ir.operand(op, 1 - operand));
        if let Some(source) = before_cast(ir, ir.operand(op, operand))
            && copies_to(&ir.ctx, ir.ty(source), other)
        {
            ir.set_operand(op, operand, source);
            return Fold::InPlace;
        }
    }
    Fold::No
}

/// A cast to the same type is nothing; a cast of a cast is one cast, or none.
pub fn cast(ir: &mut Ir, op: Op, _: &[Option<Attr>]) -> Fold {
    let (value, dest) = (ir.operand(op, 0), ir.ty(ir.result(op, 0)));
    if ir.ty(value) == dest {
        return value.into();
    }
    match before_cast(ir, value) {
        Some(source) if ir.ty(source) == dest => source.into(),
        Some(source) if casts_to(&ir.ctx, ir.ty(source), dest) => {
            ir.set_operand(op, 0, source);
            Fold::InPlace
        }
        _ => Fold::No,
    }
}

/// A size that the type states, or that the memory was made with.
pub fn dim(ir: &mut Ir, op: Op, constants: &[Option<Attr>]) -> Fold {
    let Some(index) = constants.get(1).copied().flatten().and_then(|index| ir.ctx.int_value(index)) else {
        return skip_cast(ir, op, 0);
    };
    let Ok(index) = usize::try_from(index) else { return Fold::No };
    let source = ir.operand(op, 0);
    if let TypeKind::Memref { shape, .. } = &ir.ctx[ir.ty(source)] {
        match shape.get(index).copied() {
            Some(Some(size)) => {
                let Ok(size) = i64::try_from(size) else { return Fold::No };
                return ir.ctx.int_attr(size, Type::INDEX).into();
            }
            Some(None) => {
                if let Some(size) = size_operand(ir, source, index) {
                    return size.into();
                }
            }
            None => return Fold::No,
        }
    }
    skip_cast(ir, op, 0)
}

/// The operand that an unknown size of a memory is.
fn size_operand(ir: &Ir, memory: Value, index: usize) -> Option<Value> {
    let def = ir.defining_op(memory)?;
    match ir.code(def) {
        ALLOC | ALLOCA => {
            let TypeKind::Memref { shape, .. } = &ir.ctx[ir.ty(memory)] else { return None };
            let at = shape[..index].iter().filter(|size| size.is_none()).count();
            ir.group_operands(def, 0).nth(at)
        }
        SUBVIEW => {
            let parts = parts(ir, def)?;
            let view = view(&ir.ctx, ir.ty(ir.operand(def, 0)), &parts)?;
            let dim = *kept_dims(&ir.ctx, &view, ir.ty(memory))?.get(index)?;
            match parts.sizes[dim] {
                Mixed::Dynamic(size) => Some(size),
                Mixed::Static(_) => None,
            }
        }
        _ => None,
    }
}

/// A view of all of a memory, of its own type, is that memory.
pub fn subview(ir: &mut Ir, op: Op, _: &[Option<Attr>]) -> Fold {
    let source = ir.operand(op, 0);
    let ty = ir.ty(source);
    if ir.ty(ir.result(op, 0)) != ty {
        return Fold::No;
    }
    let (Some(parts), TypeKind::Memref { shape, .. }) = (parts(ir, op), &ir.ctx[ty]) else { return Fold::No };
    let is_all = parts.offsets.iter().all(|offset| *offset == Mixed::Static(0))
        && parts.strides.iter().all(|stride| *stride == Mixed::Static(1))
        && parts.sizes.iter().zip(shape.iter()).all(|(part, size)| {
            size.is_some_and(|size| part.known().is_some_and(|part| u64::try_from(part) == Ok(size)))
        });
    if is_all { source.into() } else { Fold::No }
}
