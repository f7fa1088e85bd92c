//! Shapes of types: whether two of them have as many elements, in the same places.

use ir::{Context, Type, TypeKind};

/// Whether two types are of one shape: of the same kind and with the same sizes, which may be open in a memref. All scalars
/// are of one shape.
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
