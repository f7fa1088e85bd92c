//! Constants of scalars and of whole vectors or tensors, alike.
//!
//! A fold that knows `x + 0 = x` knows it for every shape. These two functions let folds read and make the constant
//! of an element without asking whether it stands for one value or, as a splat, for many.

use base::Bits;
use ir::{Attr, AttrKind, Context, Type, TypeKind};

/// The bits of a number, or of the one element that a splat repeats.
pub fn uniform_bits(ctx: &Context, attr: Attr) -> Option<Bits> {
    match &ctx[attr] {
        AttrKind::Integer { value, .. } => Some(value.clone()),
        AttrKind::Float { bits, .. } => Some(bits.clone()),
        AttrKind::Dense { ty, splat: true, data } => {
            let width = ctx.scalar_width(ctx.element_ty(*ty))?;
            Some(Bits::from_le_bytes(width, data))
        }
        _ => None,
    }
}

/// The constant of type `ty` whose value, or whose every element, has these bits. `None` when the type is no number
/// and no vector or tensor of numbers, or when a tensor's shape is not static.
pub fn uniform_attr(ctx: &mut Context, ty: Type, bits: Bits) -> Option<Attr> {
    if !ctx.is_vector_or_tensor(ty) {
        return ctx.scalar_attr(bits, ty);
    }
    let is_static = match &ctx[ty] {
        TypeKind::Vector { .. } => true,
        // Of no elements at all there is no one to repeat.
        TypeKind::Tensor { shape, .. } => shape.iter().all(|size| size.is_some_and(|size| size > 0)),
        _ => false,
    };
    let width = ctx.scalar_width(ctx.element_ty(ty));
    if !is_static || width != Some(bits.width()) {
        return None;
    }
    let mut data = bits.to_le_bytes();
    data.resize(bits.width().div_ceil(8) as usize, 0);
    Some(ctx.attr(AttrKind::Dense { ty, splat: true, data: data.into() }))
}

/// The shape of a type, with what kind of shape it is: two types are of one shape when these are equal. A scalar's
/// shape is that of every other scalar.
pub fn same_shape(ctx: &Context, a: Type, b: Type) -> bool {
    match (&ctx[a], &ctx[b]) {
        (TypeKind::Vector { shape: a, .. }, TypeKind::Vector { shape: b, .. }) => a == b,
        (TypeKind::Tensor { shape: a, encoding: c, .. }, TypeKind::Tensor { shape: b, encoding: d, .. }) => {
            a == b && c == d
        }
        (TypeKind::UnrankedTensor { .. }, TypeKind::UnrankedTensor { .. }) => true,
        (TypeKind::Memref { shape: a, .. }, TypeKind::Memref { shape: b, .. }) => {
            a.len() == b.len() && a.iter().zip(b.iter()).all(|(a, b)| a.is_none() || b.is_none() || a == b)
        }
        _ => !is_shaped(ctx, a) && !is_shaped(ctx, b),
    }
}

fn is_shaped(ctx: &Context, ty: Type) -> bool {
    ctx.is_vector_or_tensor(ty)
        || matches!(ctx[ty], TypeKind::Memref { .. } | TypeKind::UnrankedMemref { .. })
}
