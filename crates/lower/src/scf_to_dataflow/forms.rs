//! Subscripts as affine forms: a constant and multiples of values, with the ranges these can be in.
//!
//! A form says what a value is as a number, not as a pattern of bits, as long as no step on the way wraps: the program says so (`nsw`), or the ranges do.
//! In 64 bits, the width of an `index`, a step that may wrap is kept, since two forms then still differ by what their difference says, modulo 2^64. In fewer bits
//! a value that may have wrapped is a variable of its own.
//!
//! What a `while` hands to its second region has the form that it has in the first, in the same round. A value that such a loop counts by is the index of the loop.
//!
//! The index of a loop is its lower bound and the step times the number of the round. Whether that or the index itself is the better variable depends: in
//! `for j = i + 1 …` the first shows that `j` is not `i`, but the second knows `j`'s range. So there are two [`Reading`]s, and both are asked.

use super::counted::{Counted, counted};
use dialects::arith::{self, IntPredicate, NSW, promises};
use dialects::scf;
use ir::{Block, Ir, Op, Type, Value, ValueDef};
use rustc_hash::FxHashMap;

/// A loop's rounds that anybody could see, as the logarithm: at one a nanosecond, two years.
const ROUNDS: u32 = 56;
/// Operations that are followed from a subscript.
const DEPTH: u32 = 24;
/// Greatest factor.
const FACTOR: i64 = 1 << 40;
/// Most variables in a form.
const TERMS: usize = 8;

/// A variable of a form.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Var {
    /// The number of a loop's round, from zero; the loop is known by its index.
    Round(Value),
    /// A value of the program, read with a sign.
    Value(Value),
}

impl Var {
    /// The value it is known by.
    pub fn value(self) -> Value {
        match self {
            Var::Round(value) | Var::Value(value) => value,
        }
    }
}

/// The least and the greatest number that something can be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Range {
    pub low: i128,
    pub high: i128,
}

impl Range {
    /// Any number.
    pub const ANY: Range = Range { low: i128::MIN, high: i128::MAX };

    /// One number.
    pub fn of(number: i128) -> Range {
        Range { low: number, high: number }
    }

    /// What a pattern of bits can be, read with a sign.
    fn signed(width: u32) -> Range {
        let half = 1i128 << (width.clamp(1, 71) - 1);
        Range { low: -half, high: half - 1 }
    }

    pub fn plus(self, other: Range) -> Range {
        Range { low: self.low + other.low, high: self.high + other.high }
    }

    pub fn times(self, factor: i128) -> Range {
        let (a, b) = (self.low * factor, self.high * factor);
        Range { low: a.min(b), high: a.max(b) }
    }

    pub fn has(self, number: i128) -> bool {
        self.low <= number && number <= self.high
    }

    /// What is in both, if anything is.
    pub fn within(self, other: Range) -> Option<Range> {
        let both = Range { low: self.low.max(other.low), high: self.high.min(other.high) };
        (both.low <= both.high).then_some(both)
    }

    fn is_within(self, other: Range) -> bool {
        other.low <= self.low && self.high <= other.high
    }

    /// Whether numbers in it are the same when they are the same modulo 2^64.
    pub fn is_unwrapped(self) -> bool {
        self.low > -(1 << 64) && self.high < 1 << 64
    }
}

/// A constant and variables times factors, none of them zero.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Form {
    pub terms: Vec<(Var, i64)>,
    pub constant: i64,
    /// It is the value as a number; otherwise only modulo 2^64.
    exact: bool,
}

impl Form {
    fn literal(constant: i64) -> Form {
        Form { terms: Vec::new(), constant, exact: true }
    }

    fn variable(var: Var) -> Form {
        Form { terms: vec![(var, 1)], constant: 0, exact: true }
    }

    /// Its factor of a variable.
    pub fn factor(&self, var: Var) -> i64 {
        self.terms.iter().find(|(known, _)| *known == var).map_or(0, |(_, factor)| *factor)
    }

    /// Whether it is the value as a number, and not only modulo 2^64.
    pub fn is_exact(&self) -> bool {
        self.exact
    }

    /// Whether it is zero whatever its variables are.
    pub fn is_zero(&self) -> bool {
        self.terms.is_empty() && self.constant == 0
    }

    /// This one and a multiple of another, if it is not too large to follow.
    pub fn plus(&self, other: &Form, times: i64) -> Option<Form> {
        let mut sum = self.clone();
        sum.constant = sum.constant.checked_add(other.constant.checked_mul(times)?)?;
        sum.exact &= other.exact;
        for (var, factor) in &other.terms {
            let factor = factor.checked_mul(times)?;
            match sum.terms.iter_mut().find(|(known, _)| known == var) {
                Some((_, known)) => *known = known.checked_add(factor)?,
                None => sum.terms.push((*var, factor)),
            }
        }
        sum.terms.retain(|(_, factor)| *factor != 0);
        let is_small = sum.terms.len() <= TERMS && sum.terms.iter().all(|(_, factor)| factor.abs() <= FACTOR);
        is_small.then_some(sum)
    }
}

/// Which variable stands for the index of a loop whose lower bound is not a literal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Reading {
    /// The index itself.
    Index,
    /// The number of the round.
    Round,
}

/// Makes forms of the values of a function, and knows the ranges of their variables.
pub(super) struct Forms<'a> {
    ir: &'a Ir,
    reading: Reading,
    known: FxHashMap<Value, Form>,
    ranges: FxHashMap<Var, Range>,
}

impl<'a> Forms<'a> {
    pub fn new(ir: &'a Ir, reading: Reading) -> Forms<'a> {
        Forms { ir, reading, known: FxHashMap::default(), ranges: FxHashMap::default() }
    }

    /// The form of a value.
    pub fn of(&mut self, value: Value) -> Form {
        self.form(value, DEPTH)
    }

    /// The range of a variable that was met in a form.
    pub fn ranges(self) -> FxHashMap<Var, Range> {
        self.ranges
    }

    fn form(&mut self, value: Value, depth: u32) -> Form {
        if let Some(form) = self.known.get(&value) {
            return form.clone();
        }
        let form = if depth == 0 { None } else { self.follow(value, depth - 1) };
        let form = form.unwrap_or_else(|| self.opaque(value, depth));
        self.known.insert(value, form.clone());
        form
    }

    /// A value that is a variable of its own.
    fn opaque(&mut self, value: Value, depth: u32) -> Form {
        let var = Var::Value(value);
        if !self.ranges.contains_key(&var) {
            let range = self.opaque_range(value, depth);
            self.ranges.insert(var, range);
        }
        Form::variable(var)
    }

    fn width(&self, value: Value) -> u32 {
        let ty = self.ir.ty(value);
        if ty == Type::INDEX { 64 } else { self.ir.ctx.scalar_width(ty).unwrap_or(u32::MAX) }
    }

    /// The range of a form.
    fn range(&self, form: &Form) -> Range {
        let terms = form.terms.iter().map(|(var, factor)| self.ranges[var].times(i128::from(*factor)));
        terms.fold(Range::of(i128::from(form.constant)), Range::plus)
    }

    fn range_of(&mut self, value: Value, depth: u32) -> Range {
        let all = Range::signed(self.width(value));
        let form = self.form(value, depth);
        let range = self.range(&form);
        if form.exact && range.is_within(all) { range } else { all }
    }

    fn literal(&self, value: Value) -> Option<i64> {
        ir::fold::constant_bits(self.ir, value).and_then(|bits| bits.to_i64())
    }

    fn opaque_range(&mut self, value: Value, depth: u32) -> Range {
        let all = Range::signed(self.width(value));
        let Some(op) = self.ir.defining_op(value) else {
            return match self.loop_of(value) {
                Some(inner) if depth > 0 => {
                    let [low, high] = [0, 1].map(|at| self.range_of(self.ir.operand(inner, at), depth - 1));
                    Range { low: low.low, high: (high.high - 1).max(low.low) }
                }
                _ => all,
            };
        };
        let literal = |at| self.literal(self.ir.operand(op, at));
        match self.ir.code(op) {
            arith::EXTUI | arith::INDEX_CASTUI => {
                let width = self.width(self.ir.operand(op, 0));
                let is_known = width <= 64 && width < self.width(value);
                if is_known { Range { low: 0, high: (1i128 << width) - 1 } } else { all }
            }
            arith::ANDI => match literal(1).or(literal(0)) {
                Some(mask) if mask >= 0 => Range { low: 0, high: i128::from(mask) },
                _ => all,
            },
            arith::REMUI => match literal(1) {
                Some(by) if by > 0 => Range { low: 0, high: i128::from(by) - 1 },
                _ => all,
            },
            arith::REMSI => match literal(1) {
                Some(by) if by > 0 => Range { low: 1 - i128::from(by), high: i128::from(by) - 1 },
                _ => all,
            },
            _ => all,
        }
    }

    /// The loop that a value is the index of.
    fn loop_of(&self, value: Value) -> Option<Op> {
        let ValueDef::Argument(block, 0) = self.ir.value_def(value) else { return None };
        self.ir.block_parent_op(block).filter(|op| self.ir.code(*op) == scf::FOR)
    }

    /// The form of an argument of a block.
    fn argument(&mut self, value: Value, block: Block, number: usize, depth: u32) -> Option<Form> {
        let op = self.ir.block_parent_op(block)?;
        match self.ir.code(op) {
            scf::FOR if number == 0 => self.index_form(value, op, depth),
            scf::WHILE if self.ir.entry(self.ir.region(op, 0)) == Some(block) => {
                let counted = counted(self.ir, op).filter(|counted| counted.value == number)?;
                self.counted_form(value, op, &counted, depth)
            }
            scf::WHILE => {
                let first = self.ir.entry(self.ir.region(op, 0))?;
                let passed = self.ir.operand(self.ir.last_op(first)?, 1 + number);
                Some(self.form(passed, depth))
            }
            _ => None,
        }
    }

    /// The form of a value by what makes it, where that can be followed.
    fn follow(&mut self, value: Value, depth: u32) -> Option<Form> {
        if let ValueDef::Argument(block, number) = self.ir.value_def(value) {
            return self.argument(value, block, number as usize, depth);
        }
        if let Some(number) = self.literal(value) {
            return Some(Form::literal(number));
        }
        let op = self.ir.defining_op(value)?;
        let operand = |at| self.ir.operand(op, at);
        match self.ir.code(op) {
            arith::ADDI => self.sum(op, value, depth, 1),
            arith::SUBI => self.sum(op, value, depth, -1),
            arith::MULI => {
                let (first, second) = (self.form(operand(0), depth), self.form(operand(1), depth));
                let form = if second.terms.is_empty() {
                    Form::literal(0).plus(&first, second.constant)?
                } else if first.terms.is_empty() {
                    Form::literal(0).plus(&second, first.constant)?
                } else {
                    return None;
                };
                self.unless_wrapped(op, value, form)
            }
            arith::SHLI => {
                let by = self.literal(operand(1)).filter(|by| (0..40).contains(by))?;
                let form = Form::literal(0).plus(&self.form(operand(0), depth), 1 << by)?;
                self.unless_wrapped(op, value, form)
            }
            arith::INDEX_CAST | arith::EXTSI | arith::TRUNCI => {
                let form = self.form(operand(0), depth);
                let (from, to) = (self.width(operand(0)), self.width(value));
                let fits = from < to || self.range(&form).is_within(Range::signed(to));
                (from == to || form.exact && fits).then_some(form)
            }
            arith::INDEX_CASTUI | arith::EXTUI => {
                let form = self.form(operand(0), depth);
                let range = self.range_of(operand(0), depth);
                (form.exact && range.low >= 0 && range.is_within(Range::signed(self.width(value))))
                    .then_some(form)
            }
            _ => None,
        }
    }

    fn sum(&mut self, op: Op, value: Value, depth: u32, times: i64) -> Option<Form> {
        let [first, second] = [0, 1].map(|at| self.form(self.ir.operand(op, at), depth));
        self.unless_wrapped(op, value, first.plus(&second, times)?)
    }

    /// The form of an operation's result, unless the result may have wrapped in fewer than 64 bits.
    fn unless_wrapped(&self, op: Op, value: Value, mut form: Form) -> Option<Form> {
        let width = self.width(value);
        form.exact &= promises(self.ir, op, NSW) || self.range(&form).is_within(Range::signed(width));
        (form.exact || width == 64).then_some(form)
    }

    /// What a `while` counts by, where it adds or subtracts and does not wrap.
    fn counted_form(&mut self, value: Value, inner: Op, counted: &Counted, depth: u32) -> Option<Form> {
        let step = counted.linear_step(self.ir).filter(|step| (-FACTOR..=FACTOR).contains(step))?;
        let init = self.ir.operand(inner, counted.value);
        let mut first = self.form(init, depth);
        if !first.exact {
            first = self.opaque(init, depth);
        }
        if !first.terms.is_empty() && self.reading == Reading::Index {
            return None;
        }
        let (from, to) = (self.range_of(init, depth), self.range_of(counted.bound, depth));
        let length = match counted.goes_on {
            IntPredicate::Slt | IntPredicate::Sle if step > 0 => to.high - from.low,
            IntPredicate::Sgt | IntPredicate::Sge if step < 0 => from.high - to.low,
            _ => i128::MAX,
        };
        // The first region is executed once more than the loop goes on, and with `<=` that is once more again.
        let rounds = (length / i128::from(step.abs())).clamp(0, 1 << ROUNDS) + 1;
        let round = Var::Round(value);
        self.ranges.insert(round, Range { low: 0, high: rounds });
        first.plus(&Form::variable(round), step)
    }

    /// The index of a loop. It does not overflow: that would be undefined.
    fn index_form(&mut self, value: Value, inner: Op, depth: u32) -> Option<Form> {
        let step = self.literal(self.ir.operand(inner, 2)).filter(|step| (1..=FACTOR).contains(step))?;
        let lower = self.ir.operand(inner, 0);
        let mut first = self.form(lower, depth);
        if !first.exact {
            first = self.opaque(lower, depth);
        }
        if !first.terms.is_empty() && self.reading == Reading::Index {
            return None;
        }
        let [low, high] = [0, 1].map(|at| self.range_of(self.ir.operand(inner, at), depth));
        let rounds = ((high.high - 1 - low.low) / i128::from(step)).clamp(0, 1 << ROUNDS);
        let round = Var::Round(value);
        self.ranges.insert(round, Range { low: 0, high: rounds });
        first.plus(&Form::variable(round), step)
    }
}
