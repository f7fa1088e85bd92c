//! Between which numbers the value of an integer expression lies, as far as its types and constants tell.
//!
//! A signed operation that overflows is undefined, unless it is said to wrap, so its value is taken to be in its type. Numbers are exact here
//! ([`i128`]); types wider than 64 bits have no range.

use crate::tree::{BinaryOp, Expr, ExprKind};
use crate::types::{IntType, Type};

/// The least and the greatest number.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) struct Range {
    pub least: i128,
    pub most: i128,
}

/// How deep expressions are looked into.
const DEPTH: u32 = 16;

impl Range {
    /// From one number to another.
    pub fn new(least: i128, most: i128) -> Range {
        Range { least, most }
    }

    /// One number only.
    pub fn single_of(number: i128) -> Range {
        Range::new(number, number)
    }

    /// All numbers of a type.
    pub fn of_type(ty: IntType) -> Option<Range> {
        let width = ty.width();
        match (width, ty.signed) {
            (0 | 65.., _) => None,
            (_, true) => Some(Range::new(-(1 << (width - 1)), (1 << (width - 1)) - 1)),
            (_, false) => Some(Range::new(0, (1 << width) - 1)),
        }
    }

    /// All numbers of a width, read with a sign.
    pub fn of_width(width: u32) -> Range {
        Range::new(-(1 << (width - 1)), (1 << (width - 1)) - 1)
    }

    /// Where the value of an integer expression lies. `wraps` says whether signed arithmetic does.
    pub fn of(expr: &Expr, wraps: bool) -> Option<Range> {
        of_expr(expr, wraps, DEPTH)
    }

    /// Whether it lies inside another.
    pub fn fits(self, outer: Range) -> bool {
        outer.least <= self.least && self.most <= outer.most
    }

    /// The number, if it can be one only.
    pub fn single(self) -> Option<i128> {
        (self.least == self.most).then_some(self.least)
    }

    /// All that lies in either, and between.
    pub fn join(self, other: Range) -> Range {
        Range::new(self.least.min(other.least), self.most.max(other.most))
    }
}

/// The number that a constant is.
pub(super) fn constant(expr: &Expr) -> Option<i128> {
    match (&expr.kind, &expr.ty) {
        (ExprKind::Int(bits), Type::Int(ty)) if ty.width() <= 64 => match ty.signed {
            true => bits.to_i128(),
            false => bits.to_u64().map(i128::from),
        },
        _ => None,
    }
}

fn of_expr(expr: &Expr, wraps: bool, depth: u32) -> Option<Range> {
    let Type::Int(ty) = expr.ty else { return None };
    let all = Range::of_type(ty)?;
    if depth == 0 {
        return Some(all);
    }
    let inside = |expr: &Expr| of_expr(expr, wraps, depth - 1);
    let found = match &expr.kind {
        ExprKind::Int(_) => constant(expr).map(Range::single_of),
        ExprKind::Compare(..) | ExprKind::Not(_) | ExprKind::And(..) | ExprKind::Or(..) => {
            Some(Range::new(0, 1))
        }
        // A number that the type does not have is converted to some other.
        ExprKind::Convert(inner) => inside(inner).filter(|range| range.fits(all)),
        ExprKind::Choose(_, a, b) => inside(a).zip(inside(b)).map(|(a, b)| a.join(b)),
        ExprKind::Binary(op, a, b) => {
            let range = match (inside(a), inside(b)) {
                (Some(a), Some(b)) => of_binary(*op, a, b),
                _ => None,
            };
            match (range, ty.signed && !wraps) {
                (Some(range), true) if range.least <= all.most && range.most >= all.least => {
                    Some(Range::new(range.least.max(all.least), range.most.min(all.most)))
                }
                (range, _) => range.filter(|range| range.fits(all)),
            }
        }
        _ => None,
    };
    Some(found.unwrap_or(all))
}

/// Operands are numbers of at most 64 bits, so that sums fit.
fn of_binary(op: BinaryOp, a: Range, b: Range) -> Option<Range> {
    match op {
        BinaryOp::Add => Some(Range::new(a.least + b.least, a.most + b.most)),
        BinaryOp::Sub => Some(Range::new(a.least - b.most, a.most - b.least)),
        BinaryOp::Mul => {
            let (mut least, mut most) = (i128::MAX, i128::MIN);
            for (a, b) in [(a.least, b.least), (a.least, b.most), (a.most, b.least), (a.most, b.most)] {
                let product = a.checked_mul(b)?;
                (least, most) = (least.min(product), most.max(product));
            }
            Some(Range::new(least, most))
        }
        BinaryOp::Div => {
            let by = b.single().filter(|by| *by > 0)?;
            Some(Range::new(a.least / by, a.most / by))
        }
        BinaryOp::Rem => {
            let by = b.single().filter(|by| *by > 0)?;
            // The sign is that of the left side, and the size at most that of either.
            Some(Range::new((1 - by).max(a.least.min(0)), (by - 1).min(a.most.max(0))))
        }
        BinaryOp::And => {
            let mask = [a, b].into_iter().filter(|side| side.least >= 0).map(|side| side.most).min()?;
            Some(Range::new(0, mask))
        }
        BinaryOp::Shr => {
            let by = b.single().filter(|by| (0..64).contains(by))?;
            Some(Range::new(a.least >> by, a.most >> by))
        }
        BinaryOp::Shl | BinaryOp::Or | BinaryOp::Xor => None,
    }
}
