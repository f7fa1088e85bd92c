//! The parts of a subview: offset, size and stride of each dimension, and the type that follows from them.

use super::DYNAMIC;
use super::layout::{Known, add, layout, mul};
use ir::dense::is_countable;
use ir::{AttrKind, Context, Ir, Op, Type, TypeKind, Value};

/// A number that is written in the operation, or the operand that it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mixed {
    /// Known.
    Static(i64),
    /// An operand.
    Dynamic(Value),
}

impl Mixed {
    /// The number, if it is known.
    pub fn known(self) -> Known {
        match self {
            Mixed::Static(value) => Some(value),
            Mixed::Dynamic(_) => None,
        }
    }
}

/// Offsets, sizes and strides of a subview, one of each a dimension of its source.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Parts {
    /// Offsets.
    pub offsets: Vec<Mixed>,
    /// Sizes.
    pub sizes: Vec<Mixed>,
    /// Strides.
    pub strides: Vec<Mixed>,
}

/// The names of the attributes, in the order of the operand groups 1 to 3.
pub const STATIC: [&str; 3] = ["static_offsets", "static_sizes", "static_strides"];

/// The parts of a `memref.subview`; `None` when operands and attributes do not fit each other.
pub fn parts(ir: &Ir, op: Op) -> Option<Parts> {
    let part = |index: usize| -> Option<Vec<Mixed>> {
        let mut operands = ir.group_operands(op, index + 1);
        let items = ir.ctx.int_array(ir.attr(op, STATIC[index])?)?;
        let mixed = items.into_iter().map(|item| {
            Some(if item == DYNAMIC { Mixed::Dynamic(operands.next()?) } else { Mixed::Static(item) })
        });
        let mixed: Vec<Mixed> = mixed.collect::<Option<_>>()?;
        operands.next().is_none().then_some(mixed)
    };
    Some(Parts { offsets: part(0)?, sizes: part(1)?, strides: part(2)? })
}

/// Shape, offset and strides of what a subview gives, before dimensions of size one are dropped.
pub struct View {
    /// Sizes.
    pub shape: Box<[Option<u64>]>,
    /// Offset from the start of the memory, in elements.
    pub offset: Known,
    /// Strides, in elements.
    pub strides: Box<[Known]>,
}

/// What parts make of a source; `None` when the source has no strides or another rank.
pub fn view(ctx: &Context, source: Type, parts: &Parts) -> Option<View> {
    let from = layout(ctx, source)?;
    let rank = from.strides.len();
    if [&parts.offsets, &parts.sizes, &parts.strides].iter().any(|part| part.len() != rank) {
        return None;
    }
    let steps = parts.offsets.iter().zip(&from.strides).map(|(offset, stride)| mul(offset.known(), *stride));
    let offset = steps.fold(from.offset, add);
    let strides =
        parts.strides.iter().zip(&from.strides).map(|(own, stride)| mul(own.known(), *stride)).collect();
    let shape =
        parts.sizes.iter().map(|size| size.known().and_then(|size| u64::try_from(size).ok())).collect();
    Some(View { shape, offset, strides })
}

/// The type of a subview that drops no dimension; `None` also for one that cannot be written, because of a stride of
/// zero or too many elements.
pub fn infer_type(ctx: &mut Context, source: Type, parts: &Parts) -> Option<Type> {
    let View { shape, offset, strides } = view(ctx, source, parts)?;
    if strides.contains(&Some(0)) || !is_countable(shape.iter().flatten().copied()) {
        return None;
    }
    let TypeKind::Memref { element, space, .. } = ctx[source] else { return None };
    let layout = Some(ctx.attr(AttrKind::Strided { strides, offset }));
    Some(ctx.ty(TypeKind::Memref { shape, element, layout, space }))
}

/// Which dimensions of a view the type `ty` keeps, in order: the others have size one. `None` when `ty` is no type of it.
pub fn kept_dims(ctx: &Context, view: &View, ty: Type) -> Option<Vec<usize>> {
    let TypeKind::Memref { shape, .. } = &ctx[ty] else { return None };
    let own = layout(ctx, ty)?;
    if own.offset != view.offset {
        return None;
    }
    let mut kept = Vec::new();
    for (dim, size) in view.shape.iter().enumerate() {
        let next = kept.len();
        // A dimension that fits is taken: had a later one been meant, this one could be dropped in its place.
        if next < shape.len() && shape[next] == *size && own.strides[next] == view.strides[dim] {
            kept.push(dim);
        } else if *size != Some(1) {
            return None;
        }
    }
    (kept.len() == shape.len()).then_some(kept)
}
