//! Conversions: those that C makes silently, and casts.

use super::{Conversion, Parser, Read, Wrong, constant};
use crate::tree::{Expr, ExprKind};
use crate::types::{FloatType, IntType, Rank, Type};
use base::codes::{C_SUSPICIOUS, C_TYPE};
use base::{Bits, Diagnostic};

/// The type that arithmetic has for operands of this one: at least `int`, except for `_BitInt`.
pub(super) fn promote(ty: IntType) -> IntType {
    match ty.rank {
        Rank::Bool | Rank::Char | Rank::Short => IntType::INT,
        Rank::Int | Rank::Long | Rank::LongLong | Rank::Bit(_) => ty,
    }
}

/// The order of conversion ranks: by width, `_BitInt` below the standard types.
fn rank_order(ty: IntType) -> (u32, bool, Rank) {
    (ty.width(), !matches!(ty.rank, Rank::Bit(_)), ty.rank)
}

/// The type that two integers are computed in.
pub(super) fn common_int(a: IntType, b: IntType) -> IntType {
    let (a, b) = (promote(a), promote(b));
    let (high, low) = if rank_order(a) >= rank_order(b) { (a, b) } else { (b, a) };
    if high.signed == low.signed || !high.signed || high.width() > low.width() {
        return high;
    }
    IntType { rank: high.rank, signed: false }
}

/// The type that two numbers are computed in; none if one is no number.
pub(super) fn common(a: &Type, b: &Type) -> Option<Type> {
    Some(match (a, b) {
        (Type::Int(a), Type::Int(b)) => Type::Int(common_int(*a, *b)),
        (Type::Float(a), Type::Float(b)) => Type::Float((*a).max(*b)),
        (Type::Float(float), Type::Int(_)) | (Type::Int(_), Type::Float(float)) => Type::Float(*float),
        _ => return None,
    })
}

/// Whether pointers to the two types may stand for each other: the types are one, or integers of one width.
pub(super) fn same_storage(a: &Type, b: &Type) -> bool {
    match (a, b) {
        (Type::Int(a), Type::Int(b)) => {
            a.width() == b.width() && (a.rank == Rank::Bool) == (b.rank == Rank::Bool)
        }
        (Type::Pointer { to: a, .. }, Type::Pointer { to: b, .. }) => same_storage(a, b),
        (Type::Array { element: a, count: n }, Type::Array { element: b, count: m }) => {
            (n == m || n.is_none() || m.is_none()) && same_storage(a, b)
        }
        _ => a == b,
    }
}

/// The value as another type, without asking whether that may be; nothing happens if it has the type already.
pub(super) fn converted(expr: Expr, to: &Type) -> Expr {
    if expr.ty == *to {
        return expr;
    }
    let (origin, ty) = (expr.origin, to.clone());
    let kind = match constant::convert(&expr.kind, &expr.ty, to) {
        Some(constant) => constant,
        None => ExprKind::Convert(Box::new(expr)),
    };
    Expr { kind, ty, origin }
}

/// An integer as a `long`, which indices and distances are.
pub(super) fn as_long(expr: Expr) -> Expr {
    converted(expr, &Type::Int(IntType::LONG))
}

/// What C makes of an argument for which there is no parameter.
pub(super) fn promoted_argument(expr: Expr) -> Expr {
    match expr.ty {
        Type::Int(ty) => converted(expr, &Type::Int(promote(ty))),
        Type::Float(FloatType::Single) => converted(expr, &Type::DOUBLE),
        _ => expr,
    }
}

impl Parser<'_> {
    /// The value as another type, as far as C allows it for this purpose.
    pub(super) fn convert(&mut self, expr: Expr, to: &Type, why: Conversion) -> Read<Expr> {
        let allowed = match (&expr.ty, to) {
            (from, to) if from.is_arithmetic() && to.is_arithmetic() => {
                if why != Conversion::Cast {
                    self.warn_if_changed(&expr, to);
                }
                true
            }
            (_, Type::Void) => why == Conversion::Cast,
            (Type::Pointer { .. }, Type::Int(IntType::BOOL)) => true,
            (Type::Int(_), Type::Pointer { .. }) if constant::is_null(&expr) => {
                return Ok(Expr { kind: ExprKind::Null, ty: to.clone(), origin: expr.origin });
            }
            (Type::Pointer { to: a, .. }, Type::Pointer { to: b, .. }) => {
                why == Conversion::Cast || **a == Type::Void || **b == Type::Void || same_storage(a, b)
            }
            (Type::Struct(a), Type::Struct(b)) => why != Conversion::Cast && a == b,
            (Type::Pointer { .. }, Type::Int(_)) | (Type::Int(_), Type::Pointer { .. })
                if why == Conversion::Cast =>
            {
                let (what, instead) = match to {
                    Type::Int(_) => {
                        ("the address in a pointer as a number is", "use the index into the array")
                    }
                    _ => ("a pointer to a fixed address is", "point into an array, or take a parameter"),
                };
                return Err(self.unsupported(expr.origin, what, instead));
            }
            _ => false,
        };
        match allowed {
            true => Ok(converted(expr, to)),
            false => Err(self.misfit(&expr, to, why)),
        }
    }

    fn misfit(&mut self, expr: &Expr, to: &Type, why: Conversion) -> Wrong {
        if expr.ty == Type::Void {
            return self.error(C_TYPE, expr.origin, "this has no value, its type is `void`");
        }
        let (from, to) = (self.type_text(&expr.ty), self.type_text(to));
        let message = match why {
            Conversion::Assign => format!("`{from}` cannot be assigned to `{to}`"),
            Conversion::Initial => format!("`{from}` cannot initialise `{to}`"),
            Conversion::Argument => {
                format!("an argument of type `{from}` does not fit a parameter of type `{to}`")
            }
            Conversion::Return => format!("`{from}` cannot be returned as `{to}`"),
            Conversion::Cast => format!("`{from}` cannot be cast to `{to}`"),
        };
        self.error(C_TYPE, expr.origin, message)
    }

    /// Warns of a constant of which the type does not have enough bits, whether read as signed or as unsigned.
    fn warn_if_changed(&mut self, expr: &Expr, to: &Type) {
        let (ExprKind::Int(value), Type::Int(from), Type::Int(to)) = (&expr.kind, &expr.ty, to) else {
            return;
        };
        if to.rank == Rank::Bool || to.width() >= value.width() {
            return;
        }
        let kept = value.trunc(to.width());
        if kept.zext(value.width()) == *value || from.signed && kept.sext(value.width()) == *value {
            return;
        }
        let (before, after) = (decimal(value, *from), decimal(&kept, *to));
        let ty = self.type_text(&Type::Int(*to));
        let message = format!("the constant {before} does not fit `{ty}` and becomes {after}");
        let diagnostic = Diagnostic::warning(C_SUSPICIOUS, expr.origin.used, message);
        let _ = self.report(diagnostic.hint("a cast says that this is meant"), expr.origin);
    }

    /// The value as a condition.
    pub(super) fn truth(&mut self, expr: Expr) -> Read<Expr> {
        if !expr.ty.is_scalar() {
            let ty = self.type_text(&expr.ty);
            return Err(self.error(
                C_TYPE,
                expr.origin,
                format!("a condition is a number or a pointer, not `{ty}`"),
            ));
        }
        Ok(converted(expr, &Type::Int(IntType::BOOL)))
    }
}

/// A number in decimal.
pub(super) fn decimal(value: &Bits, ty: IntType) -> String {
    match ty.signed {
        true => value.signed().to_string(),
        false => value.unsigned().to_string(),
    }
}
