//! Expressions.
//!
//! Operands are computed from the left to the right; an assignment computes the indices of its place before its value. Truth
//! values stay `i1` from a comparison to the condition that asks for them, although C has an `int` between the two.

use super::facts::Node;
use super::memory::{Location, Operand};
use super::pointer::{Index, Pointer, pointee_of};
use super::{Function, Lowered};
use crate::library::Meaning;
use crate::tree::{BinaryOp, Expr, ExprKind, Place, UnaryOp, Update};
use crate::types::{IntType, Type};
use base::{Diagnostic, codes};
use dialects::arith;
use ir::{Loc, Value};

impl<'a> Function<'a> {
    /// The value of an expression.
    pub fn value(&mut self, expr: &'a Expr) -> Lowered<Operand> {
        self.deeper(expr.origin, |f| f.value_of(expr))
    }

    /// The value of an expression that is a number.
    pub fn scalar(&mut self, expr: &'a Expr) -> Lowered<Value> {
        match self.value(expr)? {
            Operand::Scalar(value) => Ok(value),
            _ => unreachable!("the parser makes sure that this is a number"),
        }
    }

    /// The value of an expression that is a pointer.
    pub fn pointer(&mut self, expr: &'a Expr) -> Lowered<Pointer> {
        match self.value(expr)? {
            Operand::Pointer(pointer) => Ok(pointer),
            _ => unreachable!("the parser makes sure that this is a pointer"),
        }
    }

    /// What an expression does, without its value. One that does nothing is not computed at all.
    pub fn effect(&mut self, expr: &'a Expr) -> Lowered<()> {
        match &expr.kind {
            _ if self.is_pure(expr) => Ok(()),
            // A function may return nothing to who does not ask.
            ExprKind::Call { function, arguments, .. } => {
                self.deeper(expr.origin, |f| f.call(*function, arguments, expr.origin, false)).map(drop)
            }
            _ => self.value(expr).map(drop),
        }
    }

    /// The value of a condition, a `_Bool`, as an `i1`.
    pub fn condition(&mut self, expr: &'a Expr) -> Lowered<Value> {
        self.deeper(expr.origin, |f| f.truth(expr))
    }

    fn value_of(&mut self, expr: &'a Expr) -> Lowered<Operand> {
        let origin = expr.origin;
        match &expr.kind {
            ExprKind::Int(bits) => {
                let (loc, ty) = (self.loc(origin), self.number_ty(&expr.ty));
                Ok(Operand::Scalar(self.constant(loc, bits.clone(), ty)))
            }
            ExprKind::Float(value) => {
                let Type::Float(float) = expr.ty else {
                    unreachable!("a floating constant has a floating type")
                };
                let loc = self.loc(origin);
                Ok(Operand::Scalar(self.float(loc, *value, float)))
            }
            ExprKind::Null => Ok(Operand::Pointer(Pointer { to: None, null: None })),
            ExprKind::Read(place) => self.read(place),
            ExprKind::Address(place) => self.address(place, &expr.ty).map(Operand::Pointer),
            ExprKind::Unary(op, value) => {
                let a = self.scalar(value)?;
                let loc = self.loc(origin);
                Ok(Operand::Scalar(match op {
                    UnaryOp::Neg => self.negate(loc, &expr.ty, a),
                    UnaryOp::Complement => self.complement(loc, a),
                }))
            }
            ExprKind::Binary(..) => self.left_chain(expr).map(Operand::Scalar),
            ExprKind::Compare(..) | ExprKind::Not(_) | ExprKind::And(..) | ExprKind::Or(..) => {
                let truth = self.truth(expr)?;
                let loc = self.loc(origin);
                let ty = self.number_ty(&expr.ty);
                Ok(Operand::Scalar(self.op(loc, arith::EXTUI, &[truth], ty)))
            }
            ExprKind::Choose(condition, a, b) => self.conditional(expr, condition, a, b),
            ExprKind::Convert(from) => self.converted(expr, from),
            ExprKind::Move(pointer, by, backwards) => {
                let pointer = self.pointer(pointer)?;
                let by = self.index_of(by)?;
                self.move_pointer(pointer, &expr.ty, by, *backwards, origin).map(Operand::Pointer)
            }
            ExprKind::Distance(a, b) => {
                let ty = &a.ty;
                let (a, b) = (self.pointer(a)?, self.pointer(b)?);
                self.check_counts(&a, ty, origin)?;
                let (a, b) = self.same_array(&a, &b, origin)?;
                let loc = self.loc(origin);
                let distance = self.add_index(loc, a, b, true);
                Ok(Operand::Scalar(self.long(loc, distance)))
            }
            ExprKind::Assign(place, value) => {
                let location = self.place(place)?;
                let value = self.value(value)?;
                self.write_location(&location, &place.ty, &value, origin)?;
                Ok(match value {
                    Operand::Struct(_) => Operand::Struct(location),
                    value => value,
                })
            }
            ExprKind::Update(update) => self.update(update, expr),
            ExprKind::Comma(..) => self.comma(expr),
            ExprKind::Call { function, arguments, .. } => self.call(*function, arguments, origin, true),
            ExprKind::Library(library, arguments) => self.library(*library, arguments, expr),
            ExprKind::Literal(object, initial) => {
                self.define(*object, Some(initial), origin)?;
                let binding = self.binding(*object, origin)?;
                let super::Binding::Memory(base, in_front) = binding else {
                    unreachable!("a literal has memory of its own")
                };
                let to = Some(self.whole(base, in_front));
                let pointee = pointee_of(&expr.ty).expect("a literal is a pointer to its object");
                self.retype(Pointer { to, null: None }, pointee, origin).map(Operand::Pointer)
            }
        }
    }

    /// A pointer to a place: to the first element of an array if the pointer's type says so.
    fn address(&mut self, place: &'a Place, ty: &Type) -> Lowered<Pointer> {
        let mut location = self.place(place)?;
        let pointee = pointee_of(ty).expect("an address is a pointer");
        if matches!(place.ty, Type::Array { .. }) && *pointee != place.ty {
            self.enter(&mut location, Index::Known(0), place.origin)?;
        }
        Ok(Pointer { to: Some(location), null: None })
    }

    /// Arithmetic, whose left operands nest as deep as the chain is long.
    fn left_chain(&mut self, expr: &'a Expr) -> Lowered<Value> {
        let mut links = Vec::new();
        let mut first = expr;
        while let ExprKind::Binary(op, a, b) = &first.kind {
            links.push((*op, first, &**b));
            first = a;
        }
        let mut value = self.scalar(first)?;
        for (op, whole, right) in links.into_iter().rev() {
            let b = self.scalar(right)?;
            let loc = self.loc(whole.origin);
            value = self.binary(loc, op, &whole.ty, value, b, &right.ty);
        }
        Ok(value)
    }

    fn comma(&mut self, expr: &'a Expr) -> Lowered<Operand> {
        let mut parts = Vec::new();
        let mut first = expr;
        while let ExprKind::Comma(a, b) = &first.kind {
            parts.push(&**b);
            first = a;
        }
        parts.push(first);
        let last = parts.remove(0);
        for part in parts.into_iter().rev() {
            self.effect(part)?;
        }
        self.value(last)
    }

    /// Whether a number is not zero, or a pointer not null, as an `i1`.
    fn truth(&mut self, expr: &'a Expr) -> Lowered<Value> {
        let origin = expr.origin;
        match &expr.kind {
            ExprKind::Int(bits) => {
                let loc = self.loc(origin);
                Ok(self.bool(loc, !bits.is_zero()))
            }
            ExprKind::Compare(op, a, b) => match &a.ty {
                Type::Pointer { .. } => {
                    let (a, b) = (self.pointer(a)?, self.pointer(b)?);
                    self.compare_pointers(*op, &a, &b, origin)
                }
                ty => {
                    let (a, b) = (self.scalar(a)?, self.scalar(b)?);
                    let loc = self.loc(origin);
                    Ok(self.compare(loc, *op, ty, a, b))
                }
            },
            ExprKind::Not(value) => {
                let value = self.condition(value)?;
                let loc = self.loc(origin);
                Ok(self.not(loc, value))
            }
            ExprKind::And(..) | ExprKind::Or(..) => self.both_or_either(expr),
            ExprKind::Convert(from) if keeps_truth(&from.ty, &expr.ty) => self.condition(from),
            _ => {
                let loc = self.loc(origin);
                match self.value_of(expr)? {
                    Operand::Scalar(value) => Ok(self.is_not_zero(loc, &expr.ty, value)),
                    Operand::Pointer(pointer) => {
                        let null = self.is_null(loc, &pointer);
                        Ok(self.not(loc, null))
                    }
                    _ => unreachable!("conditions are scalars"),
                }
            }
        }
    }

    /// `a && b && …` or `a || b || …`: an operand is computed only if those before do not decide, unless computing it does no harm.
    fn both_or_either(&mut self, expr: &'a Expr) -> Lowered<Value> {
        let is_and = matches!(expr.kind, ExprKind::And(..));
        let mut operands = Vec::new();
        let mut first = expr;
        loop {
            match &first.kind {
                ExprKind::And(a, b) if is_and => {
                    operands.push((first.origin, &**b));
                    first = a;
                }
                ExprKind::Or(a, b) if !is_and => {
                    operands.push((first.origin, &**b));
                    first = a;
                }
                ExprKind::Convert(from)
                    if keeps_truth(&from.ty, &first.ty)
                        && matches!(
                            (&from.kind, is_and),
                            (ExprKind::And(..), true) | (ExprKind::Or(..), false)
                        ) =>
                {
                    first = from;
                }
                _ => break,
            }
        }
        let mut value = self.condition(first)?;
        for (origin, operand) in operands.into_iter().rev() {
            let loc = self.loc(origin);
            let decided = |f: &mut Self| Ok(f.bool(loc, !is_and));
            value = match (self.is_total(operand), is_and) {
                (true, _) => {
                    let next = self.condition(operand)?;
                    let other = decided(self)?;
                    let sides = if is_and { [value, next, other] } else { [value, other, next] };
                    self.op(loc, arith::SELECT, &sides, ir::Type::I1)
                }
                (false, true) => {
                    self.if_value(loc, value, ir::Type::I1, |f| f.condition(operand), decided)?
                }
                (false, false) => {
                    self.if_value(loc, value, ir::Type::I1, decided, |f| f.condition(operand))?
                }
            };
        }
        Ok(value)
    }

    fn conditional(
        &mut self,
        expr: &'a Expr,
        condition: &'a Expr,
        a: &'a Expr,
        b: &'a Expr,
    ) -> Lowered<Operand> {
        let origin = expr.origin;
        if let ExprKind::Int(bits) = &condition.kind {
            return self.value(if bits.is_zero() { b } else { a });
        }
        let condition = self.condition(condition)?;
        let loc = self.loc(origin);
        if matches!(expr.ty, Type::Void) {
            self.if_else(loc, condition, |f| f.effect(a), Some(|f: &mut Self| f.effect(b)))?;
            return Ok(Operand::Nothing);
        }
        if expr.ty.is_scalar() && self.is_total(a) && self.is_total(b) {
            return match (self.value(a)?, self.value(b)?) {
                (Operand::Scalar(a), Operand::Scalar(b)) => {
                    let ty = self.ir.ty(a);
                    Ok(Operand::Scalar(self.op(loc, arith::SELECT, &[condition, a, b], ty)))
                }
                (Operand::Pointer(a), Operand::Pointer(b)) => {
                    self.choose_pointer(condition, a, b, origin).map(Operand::Pointer)
                }
                _ => unreachable!("both sides have one type"),
            };
        }
        if expr.ty.is_arithmetic() {
            let ty = self.number_ty(&expr.ty);
            return self.if_value(loc, condition, ty, |f| f.scalar(a), |f| f.scalar(b)).map(Operand::Scalar);
        }
        let place = self.temporary(loc, origin, &expr.ty)?;
        let side = |f: &mut Self, side: &'a Expr| {
            let value = f.value(side)?;
            f.write_location(&place, &expr.ty, &value, origin)
        };
        self.if_else(loc, condition, |f| side(f, a), Some(|f: &mut Self| side(f, b)))?;
        self.read_location(&place, &expr.ty, origin)
    }

    fn converted(&mut self, expr: &'a Expr, from: &'a Expr) -> Lowered<Operand> {
        let origin = expr.origin;
        match (&from.ty, &expr.ty) {
            (_, Type::Void) => self.effect(from).map(|()| Operand::Nothing),
            (_, Type::Int(IntType::BOOL)) => self.truth(from).map(Operand::Scalar),
            (Type::Pointer { .. }, Type::Pointer { to, .. }) => {
                if let ExprKind::Library(library, arguments) = &from.kind
                    && matches!(library.0.meaning, Meaning::Malloc | Meaning::Calloc)
                {
                    return self.heap(*library, arguments, to, from.origin).map(Operand::Pointer);
                }
                let pointer = self.pointer(from)?;
                self.retype(pointer, to, origin).map(Operand::Pointer)
            }
            (Type::Pointer { .. }, _) | (_, Type::Pointer { .. }) => {
                let diagnostic = Diagnostic::error(
                    codes::C_POINTER,
                    origin.used,
                    "a pointer and an integer are converted to each other",
                )
                .note("memories have no addresses: a pointer is an array and an index")
                .hint("use the index into the array");
                Err(self.report(diagnostic, origin))
            }
            (from_ty, to) if to.is_arithmetic() && from_ty.is_arithmetic() => {
                let value = self.scalar(from)?;
                let loc = self.loc(origin);
                Ok(Operand::Scalar(self.convert(loc, value, from_ty, to)))
            }
            _ => self.value(from),
        }
    }

    /// `place op= value`: the place is computed once.
    fn update(&mut self, update: &'a Update, expr: &'a Expr) -> Lowered<Operand> {
        let origin = expr.origin;
        let Update { place, computed_in, op, value, postfix } = update;
        let location = self.place(place)?;
        if let Type::Pointer { .. } = computed_in {
            let Operand::Pointer(before) = self.read_location(&location, &place.ty, origin)? else {
                unreachable!("the place holds a pointer")
            };
            let by = self.index_of(value)?;
            let after = self.move_pointer(before.clone(), &place.ty, by, *op == BinaryOp::Sub, origin)?;
            self.write_location(&location, &place.ty, &Operand::Pointer(after.clone()), origin)?;
            return Ok(Operand::Pointer(if *postfix { before } else { after }));
        }
        let Operand::Scalar(before) = self.read_location(&location, &place.ty, origin)? else {
            unreachable!("the place holds a number")
        };
        let right = self.scalar(value)?;
        let loc = self.loc(origin);
        let left = self.convert(loc, before, &place.ty, computed_in);
        let result = self.binary(loc, *op, computed_in, left, right, &value.ty);
        let after = self.convert(loc, result, computed_in, &place.ty);
        self.write_location(&location, &place.ty, &Operand::Scalar(after), origin)?;
        Ok(Operand::Scalar(if *postfix { before } else { after }))
    }

    /// Keeps the value that a function returns, until its end.
    pub fn store_result(&mut self, expr: &'a Expr) -> Lowered<()> {
        let Some(result) = self.frame().result else { return self.effect(expr) };
        let value = self.value(expr)?;
        let location = self.whole(result, false);
        self.write_location(&location, &expr.ty, &value, expr.origin)
    }

    /// A copy of a structure in memory of its own.
    pub fn copied(&mut self, loc: Loc, from: &Location, expr: &'a Expr) -> Lowered<Location> {
        let to = self.temporary(loc, expr.origin, &expr.ty)?;
        self.copy(from, &to, expr.origin)?;
        Ok(to)
    }

    // ----- what may be computed ahead of its turn -----

    /// Whether an expression changes nothing.
    pub fn is_pure(&self, expr: &Expr) -> bool {
        let mut todo = vec![Node::Expr(expr)];
        while let Some(node) = todo.pop() {
            if let Node::Expr(expr) = node {
                match &expr.kind {
                    ExprKind::Assign(..)
                    | ExprKind::Update(_)
                    | ExprKind::Call { .. }
                    | ExprKind::Literal(..) => return false,
                    ExprKind::Library(library, _) if !is_function(library.0.meaning) => return false,
                    _ => {}
                }
            }
            node.parts(&mut todo);
        }
        true
    }

    /// Whether an expression changes nothing, is never undefined, and costs little: it may be computed where C would not.
    pub fn is_total(&self, expr: &Expr) -> bool {
        let mut todo = vec![Node::Expr(expr)];
        while let Some(node) = todo.pop() {
            if let Node::Expr(expr) = node {
                if !self.is_total_operation(expr) {
                    return false;
                }
                if matches!(expr.kind, ExprKind::Read(_)) {
                    continue;
                }
            }
            node.parts(&mut todo);
        }
        true
    }

    fn is_total_operation(&self, expr: &Expr) -> bool {
        let signed = matches!(expr.ty, Type::Int(int) if int.signed);
        match &expr.kind {
            ExprKind::Int(_)
            | ExprKind::Float(_)
            | ExprKind::Null
            | ExprKind::Address(_)
            | ExprKind::Compare(..)
            | ExprKind::Not(_)
            | ExprKind::And(..)
            | ExprKind::Or(..)
            | ExprKind::Choose(..)
            | ExprKind::Move(..)
            | ExprKind::Distance(..)
            | ExprKind::Comma(..) => true,
            ExprKind::Read(place) => {
                let object = super::facts::root(place).filter(|_| is_name(place));
                object.is_some_and(|object| self.facts()[object].initialised)
            }
            ExprKind::Unary(op, _) => !(*op == UnaryOp::Neg && signed),
            ExprKind::Binary(op, _, right) => match (op, &right.kind, &expr.ty) {
                (BinaryOp::And | BinaryOp::Or | BinaryOp::Xor, ..) => true,
                (_, _, Type::Float(_)) => true,
                (BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul, ..) => !signed,
                (BinaryOp::Div | BinaryOp::Rem, ExprKind::Int(by), _) => {
                    !(by.is_zero() || signed && by.is_ones())
                }
                (BinaryOp::Shl | BinaryOp::Shr, ExprKind::Int(by), Type::Int(int)) => {
                    by.to_u64().is_some_and(|by| by < u64::from(int.width()))
                }
                _ => false,
            },
            ExprKind::Convert(from) => match (&from.ty, &expr.ty) {
                (_, Type::Int(IntType::BOOL)) => true,
                (Type::Float(_), Type::Int(_)) => false,
                _ => true,
            },
            ExprKind::Library(library, _) => matches!(
                library.0.meaning,
                Meaning::Math("math.absf" | "math.copysign") | Meaning::Arith(_) | Meaning::Classify(_)
            ),
            ExprKind::Assign(..) | ExprKind::Update(_) | ExprKind::Call { .. } | ExprKind::Literal(..) => {
                false
            }
        }
    }
}

/// Whether a function of the library computes a number and does nothing else.
fn is_function(meaning: Meaning) -> bool {
    match meaning {
        Meaning::Math(_)
        | Meaning::Arith(_)
        | Meaning::Abs
        | Meaning::CountBits(_)
        | Meaning::Classify(_)
        | Meaning::Fmod => true,
        Meaning::Host
        | Meaning::Malloc
        | Meaning::Calloc
        | Meaning::Free
        | Meaning::Memset
        | Meaning::Memcpy => false,
    }
}

/// Whether a place is an object or a member of one: no index that could be outside.
fn is_name(mut place: &Place) -> bool {
    use crate::tree::PlaceKind;
    loop {
        place = match &place.kind {
            PlaceKind::Object(_) => return true,
            PlaceKind::Member(structure, _) => structure,
            _ => return false,
        }
    }
}

/// Whether a conversion of integers keeps whether they are zero; that of anything to `_Bool` does by its meaning.
fn keeps_truth(from: &Type, to: &Type) -> bool {
    match (from, to) {
        (_, Type::Int(IntType::BOOL)) => true,
        (Type::Int(from), Type::Int(to)) => to.width() >= from.width(),
        _ => false,
    }
}
