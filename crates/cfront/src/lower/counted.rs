//! Loops whose rounds are counted: `scf.for`.
//!
//! A loop is counted if its condition compares a local integer with a bound that the loop does not change, each round ends by adding a
//! constant to that variable, nothing else assigns it, and nothing leaves the loop early. `scf.for` compares with a sign and must not
//! overflow, and C compares in the type that its conversions lead to, so all numbers that take part are bounded first
//! (`range`): the loop is counted only if each comparison means the same for exact numbers. The bound is read once, before the loop; C reads it
//! there, too, so what is undefined about it stays so.
//!
//! The counter has the width of the variable if all numbers fit, else 32 or 64 bits. A loop that counts down counts how far the variable is from its
//! start. Where the variable might overflow, which is undefined, the counter is as wide as it and overflows when it does: it is the variable
//! itself, or, downwards, `-1 - variable`. The variable keeps its memory, which is written at the beginning of each round, and at its end if it
//! outlives the loop.

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
    /// How the rounds are counted.
    count: Count,
    /// Whether an overflow of the variable is undefined.
    nsw: bool,
    /// Whether the variable is there after the loop.
    outlives: bool,
    /// What else the step does.
    others: Vec<&'a Expr>,
}

/// How the rounds of a loop are counted.
#[derive(Copy, Clone, PartialEq, Debug)]
struct Count {
    /// How wide the counter is.
    width: u32,
    /// Whether there is a round for the bound itself.
    inclusive: bool,
    /// What the counter is.
    by: By,
    /// Whether the end of the loop may lie outside of the counter.
    end: End,
}

/// What the counter of a loop is.
#[derive(Copy, Clone, PartialEq, Debug)]
enum By {
    /// The variable itself.
    Variable,
    /// How far the variable is below its start.
    Distance,
    /// `-1 - variable`: the number that overflows upwards when the variable does downwards.
    Complement,
}

/// Where the end of a loop lies.
#[derive(Copy, Clone, PartialEq, Debug)]
enum End {
    /// In the counter, or one past its greatest number, for which there is no way to end.
    Near,
    /// Anywhere in numbers of a greater width. Above the counter there is no way to end, and below it, which is so only if `below`, nothing to count.
    Far { width: u32, below: bool },
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
    /// How the rounds are counted. `None` if counting is not known to be the same as comparing each round. `compared_in` are the types that
    /// the variable is converted to for the comparison.
    fn count(mut self, compared_in: &[IntType]) -> Option<Count> {
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
        let (values, computed, behind, by) = match (self.op, step > 0) {
            (CompareOp::Lt | CompareOp::Le, true) => {
                let end = Range::new(bound.least + one, bound.most + one);
                let behind = end.most - 1 + step;
                // A bound that is no constant is computed with, too, before one is added to it.
                let computed = if bound.single().is_some() { end } else { end.join(bound) };
                (Range::new(start.least, start.most.max(behind)), start.join(computed), behind, By::Variable)
            }
            (CompareOp::Gt | CompareOp::Ge, false) => {
                let behind = bound.least + 1 - one + step;
                let distance = Range::new(start.least - bound.most, start.most - bound.least + one);
                let computed = start.join(bound).join(distance);
                let values = Range::new(start.least.min(behind), start.most);
                (values, computed, distance.most - 1 - step, By::Distance)
            }
            _ => return None,
        };
        let all = Range::of_type(self.ty)?;
        let overflows = !values.fits(all);
        if overflows && !self.nsw {
            return None;
        }
        let values = Range::new(values.least.max(all.least), values.most.min(all.most));
        for ty in compared_in {
            Range::of_type(*ty).filter(|ty| values.fits(*ty))?;
        }
        if overflows {
            return self.count_to_overflow(inclusive);
        }
        let own = self.ty.width();
        let width = [own, 32, 64].into_iter().find(|width| {
            let counter = Range::of_width(*width);
            *width >= own && computed.fits(counter) && behind <= counter.most
        })?;
        Some(Count { width, inclusive, by, end: End::Near })
    }

    /// How the rounds of a loop are counted whose variable may overflow, which is undefined.
    fn count_to_overflow(self, inclusive: bool) -> Option<Count> {
        let width = self.ty.width();
        let (by, bound) = match self.step > 0 {
            true => (By::Variable, self.bound),
            false => (By::Complement, Range::new(-1 - self.bound.most, -1 - self.bound.least)),
        };
        let counter = Range::of_width(width);
        let end = Range::new(bound.least, bound.most + i128::from(inclusive));
        let end = match bound.fits(counter) {
            true => End::Near,
            // Every round is compared, and the one that is undefined is found.
            false if bound.single().is_some() => return None,
            false => {
                let holds = |width: &u32| end.fits(Range::of_width(*width));
                End::Far { width: [32, 64].into_iter().find(holds)?, below: bound.least < counter.least }
            }
        };
        Some(Count { width, inclusive, by, end })
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
        let count = numbers.count(&compared_in)?;
        let defines = |stmt: &Stmt| matches!(stmt.kind, StmtKind::Define(object, _) if object == variable);
        let outlives = !first.iter().any(defines);
        Some(Counted { variable, ty, slot, step, bound, bound_ty, count, nsw, outlives, others })
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
        let Count { width, by, .. } = counted.count;
        let ty = self.ir.ctx.int_ty(width);
        let own_ty = self.ir.ctx.int_ty(counted.ty.width());
        let start = self.load_slot(loc, counted.slot);
        let start = self.resize(loc, start, counted.ty, width);
        let upper = self.end_of_rounds(loc, counted, start)?;
        let lower = match by {
            By::Variable => start,
            By::Distance => self.number(loc, 0, width),
            By::Complement => self.mirrored(loc, start, width),
        };
        let step = self.number(loc, counted.step.abs(), width);

        let region = self.ir.create_region();
        let block = self.ir.add_block(region);
        let counter = self.ir.add_argument(block, ty, loc);
        if by == By::Variable {
            let name = self.ir.ctx.str(&self.unit.objects[counted.variable].name);
            self.ir.set_value_name(counter, Some(name));
        }
        let flow = Flow::of_all(body);
        let done = self.in_block(block, |f| {
            let value = match by {
                By::Variable => counter,
                By::Distance => f.minus(loc, start, counter, width),
                By::Complement => f.mirrored(loc, counter, width),
            };
            let value = match width > counted.ty.width() {
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

    /// The number that the counter of a loop has to stay below.
    fn end_of_rounds(&mut self, loc: Loc, counted: &Counted<'a>, start: Value) -> Lowered<Value> {
        let Count { width: own, inclusive, by, end } = counted.count;
        let width = match end {
            End::Near => own,
            End::Far { width, .. } => width,
        };
        let one = i128::from(inclusive);
        if let Some(bound) = constant(counted.bound) {
            let fits = |number: i128| Range::single_of(number).fits(Range::of_width(width));
            match by {
                By::Variable if fits(bound + one) => return Ok(self.number(loc, bound + one, width)),
                By::Complement if fits(one - 1 - bound) => {
                    return Ok(self.number(loc, one - 1 - bound, width));
                }
                By::Distance if fits(one - bound) => {
                    return Ok(self.plus(loc, start, one - bound, width, true));
                }
                _ => {}
            }
        }
        let bound_loc = self.loc(counted.bound.origin);
        let bound = self.scalar(counted.bound)?;
        let bound = self.resize(bound_loc, bound, counted.bound_ty, width);
        let bound = match by {
            By::Variable => bound,
            By::Distance => self.minus(loc, start, bound, width),
            By::Complement => self.mirrored(loc, bound, width),
        };
        let upper = self.plus(loc, bound, one, width, true);
        Ok(match end {
            End::Near => upper,
            End::Far { below, .. } => self.narrowed(loc, upper, width, own, below),
        })
    }

    /// A number in fewer bits; undefined above them, and, if it may be `below` them, the least number there.
    fn narrowed(&mut self, loc: Loc, mut value: Value, from: u32, to: u32, below: bool) -> Value {
        let ty = self.ir.ty(value);
        if below {
            let least = self.number(loc, Range::of_width(to).least, from);
            value = self.op(loc, arith::MAXSI, &[value, least], ty);
        }
        // A shift that must not overflow is how the number is said to fit.
        let gap = self.number(loc, i128::from(from - to), from);
        let high = self.no_wrap(loc, arith::SHLI, value, gap);
        let value = self.op(loc, arith::SHRSI, &[high, gap], ty);
        let narrow = self.ir.ctx.int_ty(to);
        self.op(loc, arith::TRUNCI, &[value], narrow)
    }

    /// `-1 - value`, which never overflows.
    fn mirrored(&mut self, loc: Loc, value: Value, width: u32) -> Value {
        let ones = self.number(loc, -1, width);
        self.minus(loc, ones, value, width)
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
