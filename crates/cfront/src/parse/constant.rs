//! What is known now: arithmetic on constants, and which expressions are constants.
//!
//! The parser computes every operation whose operands are constants when it builds it, so that a constant expression *is* a constant of
//! the tree when it has been read, and nothing ever has to search a tree for its value. What C leaves undefined (a signed overflow, a division
//! by zero, a shift too far, a float that does not fit an integer) is not computed: as an array's size it is an error, and in a
//! program it is met when it runs, if it is ever reached.

use super::{Parser, Read};
use crate::tree::{BinaryOp, CompareOp, Expr, ExprKind, Initial, Place, PlaceKind, Storage, UnaryOp};
use crate::types::{FloatType, IntType, Rank, Type};
use base::codes::C_CONSTANT;
use base::{Bits, Diagnostic, FloatFormat, float};
use std::cmp::Ordering;

/// A constant as another type; none if it is no constant, or the result is undefined.
pub(super) fn convert(value: &ExprKind, from: &Type, to: &Type) -> Option<ExprKind> {
    match (value, from, to) {
        (ExprKind::Int(v), Type::Int(_), Type::Int(IntType::BOOL)) => Some(truth(!v.is_zero())),
        (ExprKind::Int(v), Type::Int(from), Type::Int(to)) => {
            Some(ExprKind::Int(resize(v, *from, to.width())))
        }
        (ExprKind::Int(v), Type::Int(from), Type::Float(to)) => {
            let format = to.format();
            let bits = match from.signed {
                true => float::from_int_s(format, v),
                false => float::from_int_u(format, v),
            };
            Some(ExprKind::Float(float::to_f64(format, &bits)))
        }
        (ExprKind::Float(v), _, Type::Float(to)) => Some(ExprKind::Float(rounded(*to, *v))),
        (ExprKind::Float(v), _, Type::Int(IntType::BOOL)) => Some(truth(*v != 0.0)),
        (ExprKind::Float(v), _, Type::Int(to)) => {
            let bits = float::from_f64(FloatFormat::F64, *v);
            let whole = match to.signed {
                true => float::to_int_s(FloatFormat::F64, &bits, to.width()),
                false => float::to_int_u(FloatFormat::F64, &bits, to.width()),
            };
            whole.map(ExprKind::Int)
        }
        (ExprKind::Null, _, Type::Pointer { .. }) => Some(ExprKind::Null),
        (ExprKind::Null, _, Type::Int(IntType::BOOL)) => Some(truth(false)),
        _ => None,
    }
}

fn truth(value: bool) -> ExprKind {
    ExprKind::Int(Bits::from_bool(value))
}

/// A number in more or fewer bits.
pub(super) fn resize(value: &Bits, from: IntType, width: u32) -> Bits {
    match value.width().cmp(&width) {
        Ordering::Less if from.signed => value.sext(width),
        Ordering::Less => value.zext(width),
        Ordering::Equal => value.clone(),
        Ordering::Greater => value.trunc(width),
    }
}

fn rounded(ty: FloatType, value: f64) -> f64 {
    match ty {
        FloatType::Single => f64::from(value as f32),
        FloatType::Double => value,
    }
}

/// `-x`, `~x` of a constant of this type.
pub(super) fn unary(op: UnaryOp, value: &ExprKind, ty: &Type) -> Option<ExprKind> {
    match (op, value, ty) {
        (UnaryOp::Neg, ExprKind::Float(v), _) => Some(ExprKind::Float(-v)),
        (UnaryOp::Neg, ExprKind::Int(v), Type::Int(int)) => {
            let overflows = int.signed && *v == Bits::min_signed(v.width());
            (!overflows).then(|| ExprKind::Int(v.neg()))
        }
        (UnaryOp::Complement, ExprKind::Int(v), _) => Some(ExprKind::Int(v.not())),
        _ => None,
    }
}

/// Arithmetic on two constants: the left one and the result have this type, the right one may have one of its own.
pub(super) fn binary(op: BinaryOp, left: &ExprKind, right: &Expr, ty: &Type) -> Option<ExprKind> {
    match (left, &right.kind, ty) {
        (ExprKind::Float(a), ExprKind::Float(b), Type::Float(float)) => {
            // A `float` may be computed as a `double` and rounded: that has more than twice its precision.
            let result = match op {
                BinaryOp::Add => a + b,
                BinaryOp::Sub => a - b,
                BinaryOp::Mul => a * b,
                BinaryOp::Div => a / b,
                _ => return None,
            };
            Some(ExprKind::Float(rounded(*float, result)))
        }
        (ExprKind::Int(a), ExprKind::Int(b), Type::Int(int)) => {
            let backwards = matches!(&right.ty, Type::Int(ty) if ty.signed && b.is_negative());
            match op {
                BinaryOp::Shl | BinaryOp::Shr if backwards => None,
                BinaryOp::Shl => a.shl(b),
                BinaryOp::Shr if int.signed => a.ashr(b),
                BinaryOp::Shr => a.lshr(b),
                _ => integer(op, a, b, int.signed),
            }
            .map(ExprKind::Int)
        }
        _ => None,
    }
}

fn integer(op: BinaryOp, a: &Bits, b: &Bits, signed: bool) -> Option<Bits> {
    let defined = |overflows: bool, result: Bits| (!(signed && overflows)).then_some(result);
    match op {
        BinaryOp::Add => defined(a.add_overflows_s(b), a.add(b)),
        BinaryOp::Sub => defined(a.sub_overflows_s(b), a.sub(b)),
        BinaryOp::Mul => defined(a.mul_overflows_s(b), a.mul(b)),
        BinaryOp::Div if signed => a.sdiv(b),
        BinaryOp::Div => a.udiv(b),
        BinaryOp::Rem if signed => a.srem(b),
        BinaryOp::Rem => a.urem(b),
        BinaryOp::And => Some(a.and(b)),
        BinaryOp::Or => Some(a.or(b)),
        BinaryOp::Xor => Some(a.xor(b)),
        BinaryOp::Shl | BinaryOp::Shr => None,
    }
}

/// A comparison of two constants of one type.
pub(super) fn compare(op: CompareOp, left: &Expr, right: &Expr) -> Option<bool> {
    let order = match (&left.kind, &right.kind, &left.ty) {
        (ExprKind::Int(a), ExprKind::Int(b), Type::Int(ty)) if ty.signed => Some(a.scmp(b)),
        (ExprKind::Int(a), ExprKind::Int(b), _) => Some(a.ucmp(b)),
        (ExprKind::Float(a), ExprKind::Float(b), _) => a.partial_cmp(b),
        (ExprKind::Null, ExprKind::Null, _) => Some(Ordering::Equal),
        _ => return None,
    };
    Some(match op {
        CompareOp::Eq => order == Some(Ordering::Equal),
        CompareOp::Ne => order != Some(Ordering::Equal),
        CompareOp::Lt => order == Some(Ordering::Less),
        CompareOp::Le => matches!(order, Some(Ordering::Less | Ordering::Equal)),
        CompareOp::Gt => order == Some(Ordering::Greater),
        CompareOp::Ge => matches!(order, Some(Ordering::Greater | Ordering::Equal)),
    })
}

/// Whether this constant is what C takes for a null pointer: a zero, or one that was cast to `void *`.
pub(super) fn is_null(expr: &Expr) -> bool {
    match (&expr.kind, &expr.ty) {
        (ExprKind::Int(value), Type::Int(_)) => value.is_zero(),
        (ExprKind::Null, Type::Pointer { to, .. }) => **to == Type::Void,
        _ => false,
    }
}

impl Parser<'_> {
    /// The value of an integer constant expression. `what` it is for stands at the beginning of the message.
    pub(super) fn constant_int(&mut self, expr: &Expr, what: &str) -> Read<(Bits, IntType)> {
        if let (ExprKind::Int(value), Type::Int(ty)) = (&expr.kind, &expr.ty) {
            return Ok((value.clone(), *ty));
        }
        if !matches!(expr.ty, Type::Int(_)) {
            let ty = self.type_text(&expr.ty);
            return Err(self.error(C_CONSTANT, expr.origin, format!("{what} is not an integer, but `{ty}`")));
        }
        let diagnostic =
            Diagnostic::error(C_CONSTANT, expr.origin.used, format!("{what} is not a constant expression"));
        let undefined = match &expr.kind {
            ExprKind::Binary(_, left, right) => is_number(left) && is_number(right),
            ExprKind::Unary(_, operand) | ExprKind::Convert(operand) => is_number(operand),
            _ => false,
        };
        let diagnostic = match undefined {
            true => diagnostic.note("it overflows, divides by zero or shifts too far"),
            false => diagnostic.hint("write a number, a macro or an enumerator"),
        };
        Err(self.report(diagnostic, expr.origin))
    }

    /// Reads a constant expression and gives its value.
    pub(super) fn constant_expression(&mut self, what: &str) -> Read<(Bits, IntType)> {
        let expr = self.conditional_value()?;
        self.constant_int(&expr, what)
    }

    /// Whether a static object may begin with it: a constant, or a pointer to a static object.
    pub(super) fn is_static_initialiser(&self, expr: &Expr) -> bool {
        let mut expr = expr;
        loop {
            expr = match &expr.kind {
                ExprKind::Int(_) | ExprKind::Float(_) | ExprKind::Null => return true,
                ExprKind::Address(place) => return self.is_static_place(place),
                ExprKind::Move(pointer, amount, _) if is_number(amount) => pointer,
                ExprKind::Convert(inner)
                    if matches!((&expr.ty, &inner.ty), (Type::Pointer { .. }, Type::Pointer { .. })) =>
                {
                    inner
                }
                _ => return false,
            };
        }
    }

    fn is_static_place(&self, place: &Place) -> bool {
        let mut place = place;
        loop {
            place = match &place.kind {
                PlaceKind::Object(id) => return self.unit.objects[*id].storage == Storage::Static,
                PlaceKind::Element(array, index) if is_number(index) => array,
                PlaceKind::Member(outer, _) => outer,
                PlaceKind::Pointee(pointer) => match &pointer.kind {
                    ExprKind::Address(inner) => inner,
                    _ => return false,
                },
                _ => return false,
            };
        }
    }

    /// The value of a `const` number that is known: what a static one was initialised with. C would have a macro for it, but accepts
    /// it in most places where the size of an array of constant length is meant.
    pub(super) fn known_value(&self, place: &Place) -> Option<ExprKind> {
        let PlaceKind::Object(id) = place.kind else { return None };
        let object = &self.unit.objects[id];
        if !object.constant || object.storage != Storage::Static {
            return None;
        }
        match &object.initial {
            Some(Initial::Value(Expr { kind: kind @ (ExprKind::Int(_) | ExprKind::Float(_)), .. })) => {
                Some(kind.clone())
            }
            _ => None,
        }
    }
}

fn is_number(expr: &Expr) -> bool {
    matches!(expr.kind, ExprKind::Int(_) | ExprKind::Float(_))
}

/// The type of an integer constant as C11 6.4.4.1 has it: the first of a list that holds the value. None if no type does.
pub(super) fn literal_type(value: &Bits, decimal: bool, suffix: crate::token::IntSuffix) -> Option<IntType> {
    let bits = value.active_bits();
    if suffix.bit_int {
        let width = match suffix.unsigned {
            true => bits.max(1),
            false => (bits + 1).max(2),
        };
        return Some(IntType { rank: Rank::Bit(width), signed: !suffix.unsigned });
    }
    let ranks = [Rank::Int, Rank::Long, Rank::LongLong];
    for rank in &ranks[usize::from(suffix.longs.min(2))..] {
        let signed = IntType { rank: *rank, signed: true };
        if !suffix.unsigned && bits < signed.width() {
            return Some(signed);
        }
        if (suffix.unsigned || !decimal) && bits <= signed.width() {
            return Some(IntType { signed: false, ..signed });
        }
    }
    None
}

#[cfg(test)]
mod tests;
