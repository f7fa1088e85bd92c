//! Where the elements of a memref lie: an offset and a stride for each dimension, each known or not.

use ir::affine::AffineOp;
use ir::{AffineExpr, AttrKind, Context, Type, TypeKind};

/// A number that may be unknown until the program runs.
pub type Known = Option<i64>;

/// The place of element `(i, j, …)` is `offset + i * strides[0] + j * strides[1] + …`, in elements.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Layout {
    /// Where the first element lies.
    pub offset: Known,
    /// One stride a dimension.
    pub strides: Vec<Known>,
}

/// The sum; unknown when either is, or when it does not fit.
pub fn add(a: Known, b: Known) -> Known {
    a?.checked_add(b?)
}

/// The product; zero times anything is zero.
pub fn mul(a: Known, b: Known) -> Known {
    match (a, b) {
        (Some(0), _) | (_, Some(0)) => Some(0),
        _ => a?.checked_mul(b?),
    }
}

/// The strides of a shape laid out row by row.
pub fn row_major(shape: &[Option<u64>]) -> Vec<Known> {
    let mut strides: Vec<Known> = vec![Some(1); shape.len()];
    for dim in (1..shape.len()).rev() {
        let size = shape[dim].and_then(|size| i64::try_from(size).ok());
        // Not `mul`: a dimension of no elements next to one of unknown size leaves the stride unknown.
        strides[dim - 1] = strides[dim].zip(size).and_then(|(stride, size)| stride.checked_mul(size));
    }
    strides
}

/// The layout of a ranked memref; `None` when its places are no such sum, and for other types.
pub fn layout(ctx: &Context, ty: Type) -> Option<Layout> {
    let TypeKind::Memref { shape, layout, .. } = &ctx[ty] else { return None };
    match layout.map(|attr| &ctx[attr]) {
        None => Some(Layout { offset: Some(0), strides: row_major(shape) }),
        Some(AttrKind::Strided { strides, offset }) => {
            Some(Layout { offset: *offset, strides: strides.to_vec() })
        }
        Some(AttrKind::AffineMap(map)) => {
            // A map of several results gives places in a shape that is then laid out row by row.
            let weights = if map.results.len() == 1 { vec![Some(1)] } else { row_major(shape) };
            if weights.len() != map.results.len() {
                return None;
            }
            let mut sum = Linear::constant(Some(0), shape.len());
            for (weight, expr) in weights.into_iter().zip(&map.results) {
                sum = sum.plus(linear(expr, shape.len())?.times(weight));
            }
            Some(Layout { offset: sum.constant, strides: sum.factors })
        }
        Some(_) => None,
    }
}

/// A sum of dimensions times factors, and a constant.
struct Linear {
    factors: Vec<Known>,
    constant: Known,
}

impl Linear {
    fn constant(constant: Known, rank: usize) -> Linear {
        Linear { factors: vec![Some(0); rank], constant }
    }

    fn is_constant(&self) -> bool {
        self.factors.iter().all(|factor| *factor == Some(0))
    }

    fn plus(self, other: Linear) -> Linear {
        let factors = self.factors.into_iter().zip(other.factors).map(|(a, b)| add(a, b)).collect();
        Linear { factors, constant: add(self.constant, other.constant) }
    }

    fn times(self, factor: Known) -> Linear {
        let factors = self.factors.into_iter().map(|f| mul(f, factor)).collect();
        Linear { factors, constant: mul(self.constant, factor) }
    }
}

/// Expressions nest no deeper than the parser allows.
fn linear(expr: &AffineExpr, rank: usize) -> Option<Linear> {
    match expr {
        AffineExpr::Dim(dim) => {
            let mut sum = Linear::constant(Some(0), rank);
            *sum.factors.get_mut(*dim as usize)? = Some(1);
            Some(sum)
        }
        AffineExpr::Symbol(_) => Some(Linear::constant(None, rank)),
        AffineExpr::Constant(value) => Some(Linear::constant(Some(*value), rank)),
        AffineExpr::Binary(op, a, b) => {
            let (a, b) = (linear(a, rank)?, linear(b, rank)?);
            match op {
                AffineOp::Add => Some(a.plus(b)),
                AffineOp::Mul if b.is_constant() => Some(a.times(b.constant)),
                AffineOp::Mul if a.is_constant() => Some(b.times(a.constant)),
                // A quotient or remainder of symbols is some number; of dimensions it is no stride.
                _ if a.is_constant() && b.is_constant() => Some(Linear::constant(None, rank)),
                _ => None,
            }
        }
    }
}

/// How many sizes, and how many symbols of the layout, a memref type leaves to the operation that allocates it.
pub fn allocation_operands(ctx: &Context, ty: Type) -> Option<(usize, usize)> {
    let TypeKind::Memref { shape, layout, .. } = &ctx[ty] else { return None };
    let symbols = match layout.map(|layout| &ctx[layout]) {
        Some(AttrKind::AffineMap(map)) => map.symbols as usize,
        Some(AttrKind::Strided { strides, offset }) => {
            strides.iter().chain([offset]).filter(|step| step.is_none()).count()
        }
        _ => 0,
    };
    Some((shape.iter().filter(|size| size.is_none()).count(), symbols))
}
