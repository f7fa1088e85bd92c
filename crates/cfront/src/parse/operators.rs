//! Operators: what types they take, and the node each becomes. Constant operands give a constant at once (see `constant`).

use super::convert::{as_long, common, converted, promote, same_storage};
use super::{Conversion, Parser, Read, Wrong, constant};
use crate::token::Place as Origin;
use crate::tree::{BinaryOp, CompareOp, Expr, ExprKind, Place, PlaceKind, UnaryOp, Update};
use crate::types::{IntType, Type};
use base::codes::{C_READ_ONLY, C_TYPE};
use base::{Bits, Diagnostic};

/// An operator between two operands.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) enum Infix {
    /// One that computes.
    Arith(BinaryOp),
    /// One that compares.
    Compare(CompareOp),
    /// `&&`
    And,
    /// `||`
    Or,
}

/// The operators between two operands: how it is written, how tightly it binds, what it is.
static INFIX: &[(&str, u8, Infix)] = &[
    ("*", 10, Infix::Arith(BinaryOp::Mul)),
    ("/", 10, Infix::Arith(BinaryOp::Div)),
    ("%", 10, Infix::Arith(BinaryOp::Rem)),
    ("+", 9, Infix::Arith(BinaryOp::Add)),
    ("-", 9, Infix::Arith(BinaryOp::Sub)),
    ("<<", 8, Infix::Arith(BinaryOp::Shl)),
    (">>", 8, Infix::Arith(BinaryOp::Shr)),
    ("<", 7, Infix::Compare(CompareOp::Lt)),
    (">", 7, Infix::Compare(CompareOp::Gt)),
    ("<=", 7, Infix::Compare(CompareOp::Le)),
    (">=", 7, Infix::Compare(CompareOp::Ge)),
    ("==", 6, Infix::Compare(CompareOp::Eq)),
    ("!=", 6, Infix::Compare(CompareOp::Ne)),
    ("&", 5, Infix::Arith(BinaryOp::And)),
    ("^", 4, Infix::Arith(BinaryOp::Xor)),
    ("|", 3, Infix::Arith(BinaryOp::Or)),
    ("&&", 2, Infix::And),
    ("||", 1, Infix::Or),
];

/// The operator of a token, and how tightly it binds.
pub(super) fn infix(punct: &str) -> Option<(u8, Infix)> {
    INFIX.iter().find(|(text, ..)| *text == punct).map(|(_, tightness, op)| (*tightness, *op))
}

/// The operation of `+=` and its like; `None` inside for a plain `=`.
pub(super) fn assignment_operator(punct: &str) -> Option<Option<BinaryOp>> {
    let operator = punct.strip_suffix('=')?;
    if operator.is_empty() {
        return Some(None);
    }
    match infix(operator) {
        Some((_, Infix::Arith(op))) => Some(Some(op)),
        _ => None,
    }
}

fn text(op: Infix) -> &'static str {
    INFIX.iter().find(|(.., row)| *row == op).map_or("?", |(text, ..)| text)
}

/// A constant integer.
pub(super) fn int(value: Bits, ty: IntType, origin: Origin) -> Expr {
    Expr { kind: ExprKind::Int(value), ty: Type::Int(ty), origin }
}

/// The `int` that comparisons and logic give.
fn flag(value: bool, origin: Origin) -> Expr {
    int(Bits::from_u64(32, u64::from(value)), IntType::INT, origin)
}

impl Parser<'_> {
    /// `left op right`
    pub(super) fn infix(&mut self, op: Infix, left: Expr, right: Expr, origin: Origin) -> Read<Expr> {
        match op {
            Infix::Arith(op) => self.arithmetic(op, left, right, origin),
            Infix::Compare(op) => self.compare(op, left, right, origin),
            Infix::And | Infix::Or => self.logic(op, left, right, origin),
        }
    }

    fn arithmetic(&mut self, op: BinaryOp, left: Expr, right: Expr, origin: Origin) -> Read<Expr> {
        match (op, &left.ty, &right.ty) {
            (BinaryOp::Add, Type::Pointer { .. }, Type::Int(_)) => self.moved(left, right, false, origin),
            (BinaryOp::Add, Type::Int(_), Type::Pointer { .. }) => self.moved(right, left, false, origin),
            (BinaryOp::Sub, Type::Pointer { .. }, Type::Int(_)) => self.moved(left, right, true, origin),
            (BinaryOp::Sub, Type::Pointer { to: a, .. }, Type::Pointer { to: b, .. })
                if same_storage(a, b) && **a != Type::Void =>
            {
                let kind = ExprKind::Distance(Box::new(left), Box::new(right));
                Ok(Expr { kind, ty: Type::Int(IntType::LONG), origin })
            }
            _ => {
                let Some((ty, right_ty)) = computed_in(op, &left.ty, &right.ty) else {
                    return Err(self.wrong_operands(Infix::Arith(op), &left, &right, origin));
                };
                let (left, right) = (converted(left, &ty), converted(right, &right_ty));
                let kind = match constant::binary(op, &left.kind, &right, &ty) {
                    Some(constant) => constant,
                    None => ExprKind::Binary(op, Box::new(left), Box::new(right)),
                };
                Ok(Expr { kind, ty, origin })
            }
        }
    }

    /// A pointer moved by some elements.
    pub(super) fn moved(&mut self, pointer: Expr, by: Expr, back: bool, origin: Origin) -> Read<Expr> {
        self.check_steps(&pointer.ty, origin)?;
        let ty = pointer.ty.clone();
        Ok(Expr { kind: ExprKind::Move(Box::new(pointer), Box::new(as_long(by)), back), ty, origin })
    }

    /// Complains of a pointer to something that has no size.
    fn check_steps(&mut self, pointer: &Type, origin: Origin) -> Read<()> {
        match pointer {
            Type::Pointer { to, .. } if **to == Type::Void => Err(self.error(
                C_TYPE,
                origin,
                "a `void *` cannot be moved, because the size of what it points to is not known",
            )),
            _ => Ok(()),
        }
    }

    fn compare(&mut self, op: CompareOp, left: Expr, right: Expr, origin: Origin) -> Read<Expr> {
        let equality = matches!(op, CompareOp::Eq | CompareOp::Ne);
        let common = match (&left.ty, &right.ty) {
            (Type::Pointer { to: a, .. }, Type::Pointer { to: b, .. }) => {
                let fits = same_storage(a, b) || equality && (**a == Type::Void || **b == Type::Void);
                let ty = if **a == Type::Void { &right.ty } else { &left.ty };
                fits.then(|| ty.clone())
            }
            (Type::Pointer { .. }, Type::Int(_)) if equality && constant::is_null(&right) => {
                Some(left.ty.clone())
            }
            (Type::Int(_), Type::Pointer { .. }) if equality && constant::is_null(&left) => {
                Some(right.ty.clone())
            }
            (a, b) => common(a, b),
        };
        let Some(ty) = common else {
            return Err(self.wrong_operands(Infix::Compare(op), &left, &right, origin));
        };
        let [left, right] = [left, right].map(|side| match (&side.ty, &ty) {
            (Type::Int(_), Type::Pointer { .. }) => {
                Expr { kind: ExprKind::Null, ty: ty.clone(), origin: side.origin }
            }
            _ => converted(side, &ty),
        });
        if let Some(known) = constant::compare(op, &left, &right) {
            return Ok(flag(known, origin));
        }
        Ok(Expr { kind: ExprKind::Compare(op, Box::new(left), Box::new(right)), ty: Type::INT, origin })
    }

    fn logic(&mut self, op: Infix, left: Expr, right: Expr, origin: Origin) -> Read<Expr> {
        let (left, right) = (self.truth(left)?, self.truth(right)?);
        // The side that decides without the other one.
        let decisive = op == Infix::Or;
        match (left.truth(), right.truth()) {
            (Some(left), _) if left == decisive => return Ok(flag(decisive, origin)),
            (Some(_), Some(right)) => return Ok(flag(right, origin)),
            _ => {}
        }
        let (left, right) = (Box::new(left), Box::new(right));
        let kind = if decisive { ExprKind::Or(left, right) } else { ExprKind::And(left, right) };
        Ok(Expr { kind, ty: Type::INT, origin })
    }

    fn wrong_operands(&mut self, op: Infix, left: &Expr, right: &Expr, origin: Origin) -> Wrong {
        let (op, left, right) = (text(op), self.type_text(&left.ty), self.type_text(&right.ty));
        self.error(C_TYPE, origin, format!("`{op}` does not take `{left}` and `{right}`"))
    }

    /// `+x`, `-x`, `~x`, `!x`
    pub(super) fn prefix(&mut self, op: &str, operand: Expr, origin: Origin) -> Read<Expr> {
        if op == "!" {
            let operand = self.truth(operand)?;
            return Ok(match operand.truth() {
                Some(known) => flag(!known, origin),
                None => Expr { kind: ExprKind::Not(Box::new(operand)), ty: Type::INT, origin },
            });
        }
        let ty = match (op, &operand.ty) {
            (_, Type::Int(ty)) => Type::Int(promote(*ty)),
            ("+" | "-", ty @ Type::Float(_)) => ty.clone(),
            (_, ty) => {
                let ty = self.type_text(ty);
                return Err(self.error(C_TYPE, origin, format!("`{op}` does not take `{ty}`")));
            }
        };
        let operand = converted(operand, &ty);
        let op = match op {
            "-" => UnaryOp::Neg,
            "~" => UnaryOp::Complement,
            _ => return Ok(operand),
        };
        let kind = match constant::unary(op, &operand.kind, &ty) {
            Some(constant) => constant,
            None => ExprKind::Unary(op, Box::new(operand)),
        };
        Ok(Expr { kind, ty, origin })
    }

    /// `condition ? yes : no`
    pub(super) fn choose(&mut self, condition: Expr, yes: Expr, no: Expr, origin: Origin) -> Read<Expr> {
        let condition = self.truth(condition)?;
        let Some(ty) = chosen_type(&yes, &no) else {
            let (yes, no) = (self.type_text(&yes.ty), self.type_text(&no.ty));
            return Err(self.error(C_TYPE, origin, format!("`?:` chooses between `{yes}` and `{no}`")));
        };
        let [yes, no] = [yes, no].map(|side| match (&side.ty, &ty) {
            (Type::Int(_), Type::Pointer { .. }) => {
                Expr { kind: ExprKind::Null, ty: ty.clone(), origin: side.origin }
            }
            _ => converted(side, &ty),
        });
        if let Some(known) = condition.truth() {
            let chosen = if known { &yes } else { &no };
            if matches!(chosen.kind, ExprKind::Int(_) | ExprKind::Float(_) | ExprKind::Null) {
                return Ok(Expr { kind: chosen.kind.clone(), ty, origin });
            }
        }
        Ok(Expr { kind: ExprKind::Choose(Box::new(condition), Box::new(yes), Box::new(no)), ty, origin })
    }

    /// `place = value`
    pub(super) fn assign(&mut self, place: Place, value: Expr, origin: Origin) -> Read<Expr> {
        let value = self.convert(value, &place.ty, Conversion::Assign)?;
        let ty = place.ty.clone();
        Ok(Expr { kind: ExprKind::Assign(Box::new(place), Box::new(value)), ty, origin })
    }

    /// `place op= value`, `++place`, `place++` and their like
    pub(super) fn update(
        &mut self,
        op: BinaryOp,
        place: Place,
        value: Expr,
        postfix: bool,
        origin: Origin,
    ) -> Read<Expr> {
        let moves = matches!(op, BinaryOp::Add | BinaryOp::Sub);
        let (computed_in, value) = match (&place.ty, &value.ty) {
            (Type::Pointer { .. }, Type::Int(_)) if moves => {
                self.check_steps(&place.ty, origin)?;
                (place.ty.clone(), as_long(value))
            }
            (left, right) => match computed_in(op, left, right) {
                Some((ty, right)) => (ty, converted(value, &right)),
                None => {
                    let (op, left) = (text(Infix::Arith(op)), self.type_text(left));
                    let right = self.type_text(right);
                    return Err(self.error(
                        C_TYPE,
                        origin,
                        format!("`{op}=` does not take `{left}` and `{right}`"),
                    ));
                }
            },
        };
        let ty = place.ty.clone();
        Ok(Expr {
            kind: ExprKind::Update(Box::new(Update { place, computed_in, op, value, postfix })),
            ty,
            origin,
        })
    }

    /// Complains unless the place may be assigned to.
    pub(super) fn check_writable(&mut self, place: &Place, origin: Origin) -> Read<()> {
        if let Type::Array { .. } = place.ty {
            let diagnostic = Diagnostic::error(C_TYPE, origin.used, "an array cannot be assigned to");
            return Err(self.report(diagnostic.hint("assign to its elements, or use `memcpy`"), origin));
        }
        if is_temporary(place) {
            return Err(self.error(
                C_READ_ONLY,
                origin,
                "this is the value of an expression and not a place",
            ));
        }
        if place.constant {
            let message = match place.kind {
                PlaceKind::Object(id) => format!("`{}` is constant", self.unit.objects[id].name),
                _ => "what is assigned to is constant".to_string(),
            };
            return Err(self.error(C_READ_ONLY, origin, message));
        }
        if self.has_constant_member(&place.ty) {
            let ty = self.type_text(&place.ty);
            return Err(self.error(C_READ_ONLY, origin, format!("`{ty}` has a constant member")));
        }
        Ok(())
    }

    fn has_constant_member(&self, ty: &Type) -> bool {
        match ty {
            Type::Struct(id) => self.unit.structs[*id].fields.as_ref().is_some_and(|fields| {
                fields.iter().any(|field| field.constant || self.has_constant_member(&field.ty))
            }),
            Type::Array { element, .. } => self.has_constant_member(element),
            _ => false,
        }
    }
}

/// Whether it is a part of a value that is stored nowhere.
pub(super) fn is_temporary(place: &Place) -> bool {
    let mut place = place;
    loop {
        place = match &place.kind {
            PlaceKind::Element(outer, _) | PlaceKind::Member(outer, _) => outer,
            PlaceKind::Value(_) => return true,
            PlaceKind::Object(_) | PlaceKind::Pointee(_) => return false,
        };
    }
}

/// The types of an operation on numbers: the one it is computed in, which is also that of the left operand, and the right operand's.
fn computed_in(op: BinaryOp, left: &Type, right: &Type) -> Option<(Type, Type)> {
    match (op, left, right) {
        (BinaryOp::Shl | BinaryOp::Shr, Type::Int(left), Type::Int(right)) => {
            Some((Type::Int(promote(*left)), Type::Int(promote(*right))))
        }
        (BinaryOp::Shl | BinaryOp::Shr, ..) => None,
        (BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul | BinaryOp::Div, ..)
        | (_, Type::Int(_), Type::Int(_)) => common(left, right).map(|ty| (ty.clone(), ty)),
        _ => None,
    }
}

/// The type of `c ? yes : no`.
fn chosen_type(yes: &Expr, no: &Expr) -> Option<Type> {
    match (&yes.ty, &no.ty) {
        (Type::Pointer { .. }, _) if constant::is_null(no) => Some(yes.ty.clone()),
        (_, Type::Pointer { .. }) if constant::is_null(yes) => Some(no.ty.clone()),
        (Type::Pointer { to: a, constant: x }, Type::Pointer { to: b, constant: y }) => {
            let to = if **a == Type::Void { a } else { b };
            (**to == Type::Void || same_storage(a, b)).then(|| Type::Pointer {
                to: if **to == Type::Void { to.clone() } else { a.clone() },
                constant: *x || *y,
            })
        }
        (Type::Struct(a), Type::Struct(b)) => (a == b).then_some(Type::Struct(*a)),
        (Type::Void, Type::Void) => Some(Type::Void),
        (a, b) => common(a, b),
    }
}
