//! Decides for every value of a module how it stands in the text: as a number, as an expression where it is used, or by a name.
//!
//! A value has a name when the source gave it one, when it is used more than once, when parts of it are taken, or when the
//! expression would be long. Everything else stands where it is used. An expression never changes its width by that: all operands
//! in it are exactly as wide as in the IR, and SystemVerilog widens operands to the widest only.
//!
//! Logic that nothing depends on is not written. Registers, wires, memories and instances always are.

use super::usage::{Demand, Reads};
use super::{Writer, error};
use crate::verilog::interface::bad_width;
use base::{Bits, Str, codes};
use dialects::arith::IntPredicate;
use dialects::{comb, hw, seq};
use ir::{Block, Op, Trait, Value};

/// How a value stands in the text.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Form {
    /// Nowhere, or as a number.
    Absent,
    /// As an expression where it is used.
    Inline,
    /// By the name of a signal.
    Named(u32),
}

/// Something with a name.
pub(super) struct Signal {
    pub name: String,
    pub width: u64,
    /// Its declaration has been written, or is part of what is written first.
    pub declared: bool,
    /// It has bits that nobody reads.
    pub unused: bool,
    pub value: Value,
}

/// What is known of how a value is used.
#[derive(Clone, Copy)]
pub(super) struct Fact {
    /// How often it stands in the text.
    pub uses: u32,
    /// The most that is asked of it.
    pub demand: Demand,
    /// All bits are read.
    pub whole: bool,
    /// The last operation that uses it.
    pub user: Option<Op>,
}

/// Numbers of more bits than this are written once, and have a name where they are used more often.
const LONG_NUMBER: u64 = 128;

/// The most operations in one expression.
const MAX_WEIGHT: u32 = 8;

impl Writer<'_> {
    /// Makes the decisions for a module's body; `false` when there is something in it that cannot be written.
    pub(super) fn plan(&mut self, block: Block) -> bool {
        let ir = self.ir;
        let ops: Vec<Op> = ir.block_ops(block).collect();
        for (position, op) in (1..).zip(&ops) {
            self.position[*op] = position;
        }
        // All that is wrong is reported, not only the first.
        let refused = ops.iter().filter(|op| !(self.accept(**op) && self.check_widths(**op))).count();
        if refused > 0 {
            return false;
        }
        ops.iter().for_each(|op| self.find_constant(*op));
        self.decide_all(&ops);
        self.find_needed(&ops);
        let ops: Vec<Op> = ops.into_iter().filter(|op| self.live[*op]).collect();
        self.ranges.clear();
        ops.iter().for_each(|op| self.note_uses(*op));
        for op in &ops {
            ir.results(*op).for_each(|result| self.choose_form(*op, result));
        }
        self.ops = ops;
        true
    }

    /// Whether an operation is one that can be written.
    fn accept(&mut self, op: Op) -> bool {
        let ir = self.ir;
        let (code, message, hint) = match ir.code(op) {
            seq::FIFO => (
                codes::NOT_IN_VERILOG,
                "a queue is no primitive of SystemVerilog",
                "run the pass `lower-seq-fifo` first",
            ),
            code if self.known.contains(&code) => return true,
            _ => {
                let hint = "circuits are written in operations of `hw`, `comb` and `seq`";
                (codes::NOT_IN_VERILOG, "there is no way to write this in SystemVerilog", hint)
            }
        };
        self.diags.push(error(ir, op, code, message).hint(hint));
        false
    }

    /// Whether all values that an operation has to do with have a width that a vector may have.
    fn check_widths(&mut self, op: Op) -> bool {
        let ir = self.ir;
        let no_vector = |value: Value| {
            let ty = ir.ty(value);
            seq::memory_type(&ir.ctx, ty).is_none() && seq::immutable(&ir.ctx, ty).is_none()
        };
        // An index of no bits is known to be 0. Other uses of such a constant are found there.
        let index = match ir.code(op) {
            hw::ARRAY_GET | hw::ARRAY_SLICE | hw::ARRAY_INJECT => 1,
            _ => usize::MAX,
        };
        let operands =
            ir.operands(op).enumerate().filter(|(at, value)| *at != index || self.width(*value) > 0);
        let operands = operands.map(|(_, value)| value);
        let results = ir.results(op).filter(|_| ir.code(op) != hw::CONSTANT);
        let bad = results.chain(operands).filter(|value| no_vector(*value)).find(|value| {
            let width = hw::width(&ir.ctx, ir.ty(*value));
            !width.is_some_and(|width| (1..=super::MAX_WIDTH).contains(&width))
        });
        if let Some(value) = bad {
            let message = format!("a value {}", bad_width(ir, ir.ty(value)));
            self.diags.push(error(ir, op, codes::VERILOG_WIDTH, message));
        }
        bad.is_none()
    }

    // ----- numbers -----

    fn find_constant(&mut self, op: Op) {
        let ir = self.ir;
        if !matches!(ir.code(op), hw::CONSTANT | hw::AGGREGATE_CONSTANT) {
            return;
        }
        let result = ir.result(op, 0);
        if let Some(bits) = ir.own_attr(op, 0).and_then(|attr| ir.ctx.bits_of(attr, ir.ty(result))) {
            self.set_constant(result, bits);
        }
    }

    fn set_constant(&mut self, value: Value, bits: Bits) {
        self.constants.push(bits);
        self.constant_at[value] = self.constants.len() as u32;
    }

    /// The bits of a value that is a number.
    pub(super) fn constant(&self, value: Value) -> Option<&Bits> {
        let at = self.constant_at[value].checked_sub(1)?;
        Some(&self.constants[at as usize])
    }

    /// Decides all operations; again those that use what became a number, as a use may come before what it uses.
    fn decide_all(&mut self, ops: &[Op]) {
        let ir = self.ir;
        let mut open: Vec<Op> = ops.iter().rev().copied().collect();
        while let Some(op) = open.pop() {
            let Some(result) = ir.results(op).next() else { continue };
            let known = self.constant(result).is_some();
            self.decide(op);
            if !known && self.constant(result).is_some() {
                open.extend(ir.users(result));
            }
        }
    }

    /// Finds results that are numbers for reasons a tool would warn of, or would take for X.
    fn decide(&mut self, op: Op) {
        let ir = self.ir;
        let number = |writer: &Self, index: usize| writer.constant(ir.operand(op, index)).cloned();
        let bits = match ir.code(op) {
            comb::ICMP => {
                let predicate = comb::Predicate::of(ir, op).map(comb::Predicate::plain);
                let (predicate, bound) = match (predicate, number(self, 0), number(self, 1)) {
                    (Some(predicate), _, Some(bound)) => (predicate, bound),
                    (Some(predicate), Some(bound), None) => (predicate.swapped(), bound),
                    _ => return,
                };
                match predicate {
                    IntPredicate::Ult if bound.is_zero() => Bits::from_bool(false),
                    IntPredicate::Uge if bound.is_zero() => Bits::from_bool(true),
                    IntPredicate::Ugt if bound.is_ones() => Bits::from_bool(false),
                    IntPredicate::Ule if bound.is_ones() => Bits::from_bool(true),
                    _ => return,
                }
            }
            comb::DIVS | comb::DIVU | comb::MODS | comb::MODU => match number(self, 1) {
                Some(divisor) if divisor.is_zero() => divisor,
                Some(divisor) if divisor.is_ones() && ir.code(op) == comb::MODS => divisor.not(),
                _ => return,
            },
            comb::TRUTH_TABLE => {
                let entry = ir
                    .operands(op)
                    .try_fold(0, |index, input| Some(2 * index + usize::from(self.constant(input)?.bit(0))));
                let Some(entry) = entry else { return };
                let table = comb::lookup_table(ir, op).unwrap_or_default();
                Bits::from_bool(table.get(entry).copied().unwrap_or(false))
            }
            comb::SHL | comb::SHRU => match (number(self, 1), u32::try_from(self.width(ir.result(op, 0)))) {
                (Some(amount), Ok(width))
                    if amount.to_u64().is_none_or(|amount| amount >= u64::from(width)) =>
                {
                    Bits::zero(width)
                }
                _ => return,
            },
            hw::ARRAY_GET | hw::ARRAY_SLICE => {
                let past =
                    |index: Bits| index.to_u64().is_none_or(|index| index >= self.array(ir.operand(op, 0)).0);
                match (number(self, 1).is_some_and(past), u32::try_from(self.width(ir.result(op, 0)))) {
                    (true, Ok(width)) => Bits::zero(width),
                    _ => return,
                }
            }
            seq::CONST_CLOCK => {
                let high = ir.own_attr(op, 0).and_then(|attr| seq::clock_constant(&ir.ctx, attr));
                Bits::from_bool(high.unwrap_or(false))
            }
            // What is clocked by a constant never changes.
            seq::COMPREG | seq::COMPREG_CE | seq::FIRREG => {
                match seq::register(ir, op).filter(|register| self.never_ticks(register.clock)) {
                    Some(_) => match self.initials.of(ir, op) {
                        Some(bits) => bits,
                        None => return,
                    },
                    None => return,
                }
            }
            seq::READ_PORT | seq::READ_WRITE_PORT if self.is_idle(op) => {
                match u32::try_from(self.width(ir.result(op, 0))) {
                    Ok(width) => Bits::zero(width),
                    Err(_) => return,
                }
            }
            _ => return,
        };
        self.set_constant(ir.result(op, 0), bits);
    }

    // ----- what is needed -----

    /// Whether an operation is written even if nothing depends on it.
    fn is_kept(&self, op: Op) -> bool {
        let ir = self.ir;
        match ir.code(op) {
            hw::OUTPUT | hw::INSTANCE | hw::WIRE | seq::FIRMEM => true,
            seq::COMPREG | seq::COMPREG_CE | seq::FIRREG => self.constant(ir.result(op, 0)).is_none(),
            seq::READ_PORT | seq::WRITE_PORT | seq::READ_WRITE_PORT => !self.is_idle(op),
            _ => false,
        }
    }

    fn find_needed(&mut self, ops: &[Op]) {
        let ir = self.ir;
        let mut open: Vec<Op> = ops.iter().copied().filter(|op| self.is_kept(*op)).collect();
        open.iter().for_each(|op| self.live[*op] = true);
        let mut operands = Vec::new();
        while let Some(op) = open.pop() {
            // Which results of this one are needed is not known yet, and does not matter for what it needs.
            if ir.code(op) == hw::STRUCT_EXPLODE {
                operands.push((ir.operand(op, 0), Demand::Selected));
            } else {
                self.uses(op, &mut |value, demand, _| operands.push((value, demand)));
            }
            for (value, demand) in operands.drain(..) {
                self.needed[value] = true;
                let number = self.constant(value).is_some() && self.width(value) <= LONG_NUMBER;
                if demand < Demand::Selected && number {
                    continue;
                }
                if let Some(source) = ir.defining_op(value).filter(|source| !self.live[*source]) {
                    self.live[source] = true;
                    open.push(source);
                }
            }
        }
    }

    fn note_uses(&mut self, op: Op) {
        let mut noted = Vec::new();
        self.uses(op, &mut |value, demand, reads| noted.push((value, demand, reads)));
        for (value, demand, reads) in noted {
            let width = self.width(value);
            let fact = &mut self.facts[value];
            fact.uses += 1;
            fact.demand = fact.demand.max(demand);
            fact.user = Some(op);
            match reads {
                Reads::All => fact.whole = true,
                Reads::Part(low, bits) => self.ranges.entry(value).or_default().push((low, low + bits)),
                Reads::Around(low, bits) => {
                    self.ranges.entry(value).or_default().extend([(0, low), (low + bits, width)]);
                }
            }
        }
    }

    /// Whether a value has bits that nobody reads.
    pub(super) fn has_unused_bits(&mut self, value: Value) -> bool {
        if self.facts[value].whole {
            return false;
        }
        let width = self.width(value);
        let Some(ranges) = self.ranges.get_mut(&value) else { return true };
        ranges.sort_unstable();
        let covered = ranges.iter().try_fold(0, |end, &(low, high)| (low <= end).then_some(high.max(end)));
        covered != Some(width)
    }

    // ----- forms -----

    /// The name that the source gives a value.
    pub(super) fn source_name(&self, op: Op, value: Value) -> Option<Str> {
        let ir = self.ir;
        let attr = if ir.has_trait(op, Trait::NamedResult) { "name" } else { "sv.namehint" };
        let text = ir.str_attr(op, attr).filter(|name| !name.is_empty());
        text.and_then(|name| ir.ctx.find_str(name)).or_else(|| ir.value_name(value))
    }

    fn choose_form(&mut self, op: Op, value: Value) {
        let ir = self.ir;
        let fact = self.facts[value];
        if self.constant(value).is_some() {
            let named = fact.demand == Demand::Selected || self.width(value) > LONG_NUMBER && fact.uses > 1;
            if named {
                self.forms[value] = self.new_signal(value);
            }
            return;
        }
        let form = match ir.code(op) {
            seq::FIRMEM | hw::WIRE | seq::COMPREG | seq::COMPREG_CE | seq::FIRREG => self.new_signal(value),
            seq::READ_PORT | seq::READ_WRITE_PORT => self.new_signal(value),
            hw::INSTANCE if fact.uses == 0 => Form::Absent,
            hw::INSTANCE => self.new_signal(value),
            seq::INITIAL => Form::Absent,
            // A clock has no name but its root's.
            seq::TO_CLOCK | seq::FROM_CLOCK => Form::Inline,
            _ if fact.uses == 0 => Form::Absent,
            _ => match self.inline_weight(op, value, fact) {
                Some(weight) => {
                    self.weights[value] = weight;
                    Form::Inline
                }
                None => self.new_signal(value),
            },
        };
        self.forms[value] = form;
    }

    /// How many operations an expression has, if the value is to be one where it is used.
    fn inline_weight(&self, op: Op, value: Value, fact: Fact) -> Option<u32> {
        let ir = self.ir;
        if fact.demand > Demand::Once || self.source_name(op, value).is_some() || self.takes_lines(op) {
            return None;
        }
        let code = ir.code(op);
        // A part of something with a name is as short as a name of its own.
        let part = matches!(code, comb::EXTRACT | hw::STRUCT_EXTRACT | hw::STRUCT_EXPLODE)
            && self.width(value) < self.width(ir.operand(op, 0));
        if part || code == hw::PARAM_VALUE {
            return Some(1);
        }
        let user = fact.user.filter(|_| fact.uses == 1)?;
        let ends = matches!(
            ir.code(user),
            hw::OUTPUT | hw::INSTANCE | hw::WIRE | seq::COMPREG | seq::COMPREG_CE | seq::FIRREG
        );
        // An expression within an expression stands before it, so that expressions end also where logic forms a ring.
        if !ends && self.position[user] <= self.position[op] {
            return None;
        }
        let inner = ir.operands(op).map(|operand| match self.forms[operand] {
            Form::Inline => self.weights[operand],
            _ => 0,
        });
        let weight = 1 + ir.operand_count(op) as u32 / 4 + inner.sum::<u32>();
        (weight <= if ends { 4 * MAX_WEIGHT } else { MAX_WEIGHT }).then_some(weight)
    }

    fn new_signal(&mut self, value: Value) -> Form {
        let width = hw::width(&self.ir.ctx, self.ir.ty(value)).unwrap_or(0);
        self.signals.push(Signal { name: String::new(), width, declared: false, unused: false, value });
        Form::Named(self.signals.len() as u32 - 1)
    }
}
