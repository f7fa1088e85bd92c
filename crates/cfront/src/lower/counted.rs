//! Loops whose rounds are counted: `scf.for`.
//!
//! A loop is counted if its condition compares a local integer with a bound that the loop does not change, each round ends by adding a
//! constant to that variable, nothing else assigns it, and nothing leaves the loop early. `scf.for` compares with a sign and must not
//! overflow, and C compares in the type that its conversions lead to, so all numbers that take part are bounded first
//! (`range`): the loop is counted only if each comparison means the same for exact numbers. The bound is read once, before the loop; C reads it
//! there, too, so what is undefined about it stays so.
//!
//! The counter has the width of the variable if all numbers fit, else 32 or 64 bits. A loop that counts down counts how far the variable is from its
//! start. The variable keeps its memory, which is written at the beginning of each round, and at its end if it outlives the loop.

use super::exits::Target;
use super::facts::{Node, root};
use super::flow::{Flow, Part};
use super::loops::Rounds;
use super::range::{Range, constant};
use super::{Changes, Function, Lowered, Slot};
use crate::tree::{
    BinaryOp, CompareOp, Expr, ExprKind, Initial, LoopHints, ObjectId, PlaceKind, Stmt, StmtKind, Storage,
};
use crate::types::{IntType, Rank, Type};
use base::Bits;
use dialects::{arith, scf};
use ir::{Loc, OpState, Value};

/// A counted loop.
pub(super) struct Counted<'a> {
    /// What is counted.
    variable: ObjectId,
    /// Its type.
    ty: IntType,
    /// Its memory.
    slot: Slot,
    /// What each round adds to it; not zero.
    step: i128,
    /// What it is compared with.
    bound: &'a Expr,
    /// The type of that.
    bound_ty: IntType,
    /// Whether there is a round for the bound itself.
    inclusive: bool,
    /// How wide the counter is.
    width: u32,
    /// Whether an overflow of the variable is undefined.
    nsw: bool,
    /// Whether the variable is there after the loop.
    outlives: bool,
    /// What else the step does.
    others: Vec<&'a Expr>,
}

/// A loop in numbers: what is known of it when it is compiled.
#[derive(Copy, Clone, Debug)]
struct Numbers {
    /// The variable's type.
    ty: IntType,
    /// Where it begins.
    start: Range,
    /// What it is compared with.
    bound: Range,
    /// How: the variable is on the left.
    op: CompareOp,
    /// What each round adds.
    step: i128,
    /// Whether an overflow of the variable is undefined.
    nsw: bool,
}

impl Numbers {
    /// How wide the counter must be, and whether there is a round for the bound itself. `None` if counting is not known to be the same as
    /// comparing each round. `compared_in` are the types that the variable is converted to for the comparison.
    fn count(mut self, compared_in: &[IntType]) -> Option<(u32, bool)> {
        let (start, bound, step) = (self.start, self.bound, self.step);
        if self.op == CompareOp::Ne {
            let way = bound.single()? - start.single()?;
            self.op = match (way % step, way / step >= 0) {
                (0, true) if step > 0 => CompareOp::Lt,
                (0, true) => CompareOp::Gt,
                _ => return None,
            };
        }
        let inclusive = matches!(self.op, CompareOp::Le | CompareOp::Ge);
        let one = i128::from(inclusive);
        // The numbers that the variable has, the one after the last round included, and those that are computed with.
        let (values, computed, behind) = match (self.op, step > 0) {
            (CompareOp::Lt | CompareOp::Le, true) => {
                let end = Range::new(bound.least + one, bound.most + one);
                let behind = end.most - 1 + step;
                (Range::new(start.least, start.most.max(behind)), start.join(end), behind)
            }
            (CompareOp::Gt | CompareOp::Ge, false) => {
                let behind = bound.least + 1 - one + step;
                let distance = Range::new(start.least - bound.most, start.most - bound.least + one);
                let computed = start.join(bound).join(distance);
                (Range::new(start.least.min(behind), start.most), computed, distance.most - 1 - step)
            }
            _ => return None,
        };
        let all = Range::of_type(self.ty)?;
        if !values.fits(all) && !self.nsw {
            return None;
        }
        let values = Range::new(values.least.max(all.least), values.most.min(all.most));
        for ty in compared_in {
            Range::of_type(*ty).filter(|ty| values.fits(*ty))?;
        }
        let own = self.ty.width();
        let width = [own, 32, 64].into_iter().find(|width| {
            let counter = Range::of_width(*width);
            // The counter is the variable if it counts up in its width, and overflows when that does.
            let is_variable = self.nsw && step > 0 && *width == own;
            *width >= own && computed.fits(counter) && (behind <= counter.most || is_variable)
        })?;
        Some((width, inclusive))
    }
}

impl<'a> Function<'a> {
    /// A loop as a counted one, if it is one. What comes first was lowered already.
    pub(super) fn counted(&self, first: &[Stmt], rounds: &Rounds<'a>) -> Option<Counted<'a>> {
        let mut others = comma_parts(rounds.step?);
        let (at, (variable, step, computed_in)) = others.iter().enumerate().find_map(|(at, part)| {
            let step = step_of(part)?;
            comparison(rounds.condition?, step.0).map(|_| (at, step))
        })?;
        others.remove(at);
        let object = &self.unit.objects[variable];
        let Type::Int(ty) = object.ty else { return None };
        let all = Range::of_type(ty)?;
        let is_alone = object.storage != Storage::Static && !self.facts()[variable].address_taken;
        if !is_alone || step == 0 || ty == IntType::BOOL || computed_in.width() < ty.width() {
            return None;
        }
        let slot = self.object_slot(variable)?;
        let (op, compared_in, bound) = comparison(rounds.condition?, variable)?;
        if Flow::of_all(&rounds.body).leaves_loop() {
            return None;
        }
        let mut changes = Changes::default();
        for part in &rounds.body {
            changes = changes.and(match part {
                Part::Stmt(stmt) => Changes::of(stmt),
                Part::Step(step) => Changes::of_expr(step),
            });
        }
        for other in &others {
            changes = changes.and(Changes::of_expr(other));
            // What is done beside the counting may stand before it or behind, which makes no difference to what does not ask.
            if mentions(other, variable) {
                return None;
            }
        }
        if changes.may_change(self.unit, self.facts(), variable)
            || !self.is_invariant(bound, variable, &changes)
        {
            return None;
        }
        let wraps = self.module.wraps;
        let bound = unconverted(bound, wraps);
        let Type::Int(bound_ty) = bound.ty else { return None };
        let nsw = ty.signed && computed_in.signed && computed_in.width() == ty.width() && !wraps;
        let start = start_of(first, variable, wraps).unwrap_or(all);
        let numbers = Numbers { ty, start, bound: Range::of(bound, wraps)?, op, step, nsw };
        let (width, inclusive) = numbers.count(&compared_in)?;
        let defines = |stmt: &Stmt| matches!(stmt.kind, StmtKind::Define(object, _) if object == variable);
        let outlives = !first.iter().any(defines);
        Some(Counted { variable, ty, slot, step, bound, bound_ty, inclusive, width, nsw, outlives, others })
    }

    /// Whether an expression has one value before each round, and no effect.
    fn is_invariant(&self, expr: &Expr, variable: ObjectId, changes: &Changes) -> bool {
        if !self.is_pure(expr) {
            return false;
        }
        let mut todo = vec![Node::Expr(expr)];
        while let Some(node) = todo.pop() {
            if let Node::Expr(Expr { kind: ExprKind::Read(place), .. }) = node {
                let changed = match root(place) {
                    Some(object) => object == variable || changes.may_change(self.unit, self.facts(), object),
                    None => changes.reach_pointers(self.facts()),
                };
                if changed {
                    return false;
                }
            }
            node.parts(&mut todo);
        }
        true
    }

    /// Lowers a counted loop.
    pub(super) fn count_rounds(
        &mut self,
        loc: Loc,
        hints: &LoopHints,
        counted: &Counted<'a>,
        body: &[Part<'a>],
    ) -> Lowered<()> {
        let ty = self.ir.ctx.int_ty(counted.width);
        let own_ty = self.ir.ctx.int_ty(counted.ty.width());
        let down = counted.step < 0;
        let one = i128::from(counted.inclusive);
        let start = self.load_slot(loc, counted.slot);
        let start = self.resize(loc, start, counted.ty, counted.width);
        let (lower, upper) = match (constant(counted.bound), down) {
            (Some(bound), false) => (start, self.number(loc, bound + one, counted.width)),
            (Some(bound), true) if Range::single_of(one - bound).fits(Range::of_width(counted.width)) => {
                let zero = self.number(loc, 0, counted.width);
                let upper = self.plus(loc, start, one - bound, counted.width, true);
                (zero, upper)
            }
            (_, down) => {
                let bound_loc = self.loc(counted.bound.origin);
                let bound = self.scalar(counted.bound)?;
                let bound = self.resize(bound_loc, bound, counted.bound_ty, counted.width);
                match down {
                    false => (start, self.plus(loc, bound, one, counted.width, true)),
                    true => {
                        let zero = self.number(loc, 0, counted.width);
                        let distance = self.minus(loc, start, bound, counted.width);
                        (zero, self.plus(loc, distance, one, counted.width, true))
                    }
                }
            }
        };
        let step = self.number(loc, counted.step.abs(), counted.width);

        let region = self.ir.create_region();
        let block = self.ir.add_block(region);
        let counter = self.ir.add_argument(block, ty, loc);
        if !down {
            let name = self.ir.ctx.str(&self.unit.objects[counted.variable].name);
            self.ir.set_value_name(counter, Some(name));
        }
        let flow = Flow::of_all(body);
        let done = self.in_block(block, |f| {
            let value = match down {
                true => f.minus(loc, start, counter, counted.width),
                false => counter,
            };
            let value = match counted.width > counted.ty.width() {
                true => f.op(loc, arith::TRUNCI, &[value], own_ty),
                false => value,
            };
            f.store_slot(loc, counted.slot, value);
            // A counted loop is not left, so that nothing goes to its end.
            let mut done = f.landing(loc, Target::Construct, false, |f| f.round(loc, &flow, body));
            for other in &counted.others {
                done = done.and(f.effect(other));
            }
            if counted.outlives {
                let next = f.plus(loc, value, counted.step, counted.ty.width(), counted.nsw);
                f.store_slot(loc, counted.slot, next);
            }
            f.yield_values(loc, &[]);
            done
        });
        done?;
        let state = OpState::new(scf::FOR, loc).operands(&[lower, upper, step]).region(region);
        self.emit_loop(state, hints);
        Ok(())
    }

    /// A constant of a width, which it fits.
    fn number(&mut self, loc: Loc, number: i128, width: u32) -> Value {
        let ty = self.ir.ctx.int_ty(width);
        self.constant(loc, Bits::from_i128(width, number), ty)
    }

    /// A value plus a constant, without overflow if `nsw`.
    fn plus(&mut self, loc: Loc, value: Value, add: i128, width: u32, nsw: bool) -> Value {
        if add == 0 {
            return value;
        }
        let add = self.number(loc, add, width);
        self.binary_int(loc, BinaryOp::Add, IntType { rank: Rank::Bit(width), signed: nsw }, value, add)
    }

    /// A difference, without overflow.
    fn minus(&mut self, loc: Loc, a: Value, b: Value, width: u32) -> Value {
        self.binary_int(loc, BinaryOp::Sub, IntType { rank: Rank::Bit(width), signed: true }, a, b)
    }
}

/// The expressions that commas separate, in order.
fn comma_parts(mut expr: &Expr) -> Vec<&Expr> {
    let mut parts = Vec::new();
    while let ExprKind::Comma(first, last) = &expr.kind {
        parts.push(&**last);
        expr = first;
    }
    parts.push(expr);
    parts.reverse();
    parts
}

/// Whether an expression has anything to do with an object.
fn mentions(expr: &Expr, object: ObjectId) -> bool {
    let mut todo = vec![Node::Expr(expr)];
    while let Some(node) = todo.pop() {
        if matches!(node, Node::Place(place) if matches!(place.kind, PlaceKind::Object(o) if o == object)) {
            return true;
        }
        node.parts(&mut todo);
    }
    false
}

/// The object that an expression reads as a whole, and the types it is converted to on the way.
fn converted_read(mut expr: &Expr) -> Option<(ObjectId, Vec<IntType>)> {
    let mut types = Vec::new();
    loop {
        match (&expr.kind, &expr.ty) {
            (ExprKind::Convert(inner), Type::Int(ty)) => {
                types.push(*ty);
                expr = inner;
            }
            (ExprKind::Read(place), Type::Int(_)) => match place.kind {
                PlaceKind::Object(object) => return Some((object, types)),
                _ => return None,
            },
            _ => return None,
        }
    }
}

/// An expression without conversions that keep its value, whatever it is.
fn unconverted(mut expr: &Expr, wraps: bool) -> &Expr {
    while let (ExprKind::Convert(inner), Type::Int(ty)) = (&expr.kind, &expr.ty) {
        match (Range::of(inner, wraps), Range::of_type(*ty)) {
            (Some(range), Some(all)) if range.fits(all) => expr = inner,
            _ => break,
        }
    }
    expr
}

/// What the end of a round does: which variable it adds to, what, and in which type.
fn step_of(step: &Expr) -> Option<(ObjectId, i128, IntType)> {
    let sign = |op: BinaryOp| match op {
        BinaryOp::Add => Some(1),
        BinaryOp::Sub => Some(-1),
        _ => None,
    };
    match &step.kind {
        ExprKind::Convert(inner) if step.ty == Type::Void => step_of(inner),
        ExprKind::Update(update) => {
            let PlaceKind::Object(object) = update.place.kind else { return None };
            let Type::Int(computed_in) = update.computed_in else { return None };
            Some((object, sign(update.op)? * constant(&update.value)?, computed_in))
        }
        ExprKind::Assign(place, value) => {
            let PlaceKind::Object(object) = place.kind else { return None };
            let Type::Int(own) = place.ty else { return None };
            let mut value = &**value;
            // Conversions that lose no bit of the variable change nothing about the sum in its type.
            while let (ExprKind::Convert(inner), Type::Int(ty)) = (&value.kind, &value.ty) {
                if ty.width() < own.width() || *ty == IntType::BOOL {
                    return None;
                }
                value = inner;
            }
            let (ExprKind::Binary(op, a, b), Type::Int(computed_in)) = (&value.kind, &value.ty) else {
                return None;
            };
            let (read, add) = match (constant(a), constant(b)) {
                (None, Some(add)) => (a, sign(*op)? * add),
                (Some(add), None) if *op == BinaryOp::Add => (b, add),
                _ => return None,
            };
            let (read, types) = converted_read(read)?;
            let keeps_bits = types.iter().all(|ty| ty.width() >= own.width());
            (read == object && keeps_bits).then_some((object, add, *computed_in))
        }
        _ => None,
    }
}

/// A condition that compares a variable with something else: how, with the variable on the left; the types that the variable is converted
/// to; and the other side.
fn comparison(condition: &Expr, variable: ObjectId) -> Option<(CompareOp, Vec<IntType>, &Expr)> {
    match &condition.kind {
        ExprKind::Convert(inner) => comparison(inner, variable),
        ExprKind::Compare(op, a, b) => {
            let on = |side: &Expr| converted_read(side).filter(|(object, _)| *object == variable);
            match (on(a), on(b)) {
                (Some((_, types)), None) => Some((*op, types, b)),
                (None, Some((_, types))) => Some((swapped(*op), types, a)),
                _ => None,
            }
        }
        _ => None,
    }
}

/// The comparison that holds for `b`, `a` when this one holds for `a`, `b`.
fn swapped(op: CompareOp) -> CompareOp {
    match op {
        CompareOp::Eq => CompareOp::Eq,
        CompareOp::Ne => CompareOp::Ne,
        CompareOp::Lt => CompareOp::Gt,
        CompareOp::Le => CompareOp::Ge,
        CompareOp::Gt => CompareOp::Lt,
        CompareOp::Ge => CompareOp::Le,
    }
}

/// Where a variable begins, if what comes before a loop says so.
fn start_of(first: &[Stmt], variable: ObjectId, wraps: bool) -> Option<Range> {
    let mut start = None;
    for stmt in first {
        match &stmt.kind {
            StmtKind::Define(object, Some(Initial::Value(value))) if *object == variable => {
                start = Range::of(value, wraps)
            }
            StmtKind::Expr(Expr { kind: ExprKind::Assign(place, value), .. }) if matches!(place.kind, PlaceKind::Object(object) if object == variable) =>
            {
                start = Range::of(value, wraps);
            }
            _ if Changes::of(stmt).assigns(variable) => start = None,
            _ => {}
        }
    }
    start
}

#[cfg(test)]
mod tests;
