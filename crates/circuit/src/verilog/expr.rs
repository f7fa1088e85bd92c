//! Expressions: the text of a value where it is used.
//!
//! SystemVerilog widens operands to the widest of what they are computed with, and forgets a sign as soon as one operand has none.
//! Both do no harm here. All operands that widen each other have one width in the IR, and numbers are written with
//! theirs. What has a sign stands inside `$signed` and, unless it is a comparison, inside `$unsigned`, which keep what is around
//! from having a say.

use super::Writer;
use super::plan::Form;
use super::usage::MAX_SHIFT_AMOUNT;
use base::Bits;
use dialects::arith::IntPredicate;
use dialects::{comb, hw, seq};
use ir::{Op, Value, ValueDef};

/// How tightly an expression holds together.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Binding {
    /// `a ? b : c`
    Choice,
    /// `a + b`
    Binary,
    /// `~a`
    Unary,
    /// A name, a number, a part, or something in brackets.
    Atom,
}
use Binding::{Atom, Binary, Choice, Unary};

/// Concatenations of more than this are broken into lines.
const ITEMS_A_LINE: usize = 16;

impl Writer<'_> {
    /// Writes a value, in brackets unless it holds together as tightly as `least`.
    pub(super) fn value(&mut self, value: Value, least: Binding) {
        match self.forms[value] {
            Form::Named(signal) => self.signal(signal),
            Form::Inline => match self.ir.value_def(value) {
                ValueDef::Result(op, index) => self.expression(op, index, least),
                _ => unreachable!("arguments have names"),
            },
            Form::Absent => {
                let bits = self.constant(value).cloned().expect("what is used and no number was planned");
                self.literal(&bits);
            }
        }
    }

    /// Writes the name of a signal. One whose declaration is still to come is declared at the start of the module.
    pub(super) fn signal(&mut self, signal: u32) {
        let entry = &mut self.signals[signal as usize];
        if !entry.declared {
            entry.declared = true;
            self.forward.push(signal);
        }
        self.text.push_str(&entry.name);
    }

    /// Writes a number with its width.
    pub(super) fn literal(&mut self, bits: &Bits) {
        write_literal(&mut self.text, bits);
    }

    /// Writes zeros.
    pub(super) fn zeros(&mut self, width: u64) {
        put!(self.text, "{width}'h0");
    }

    /// Writes the expression of one result of an operation.
    pub(super) fn expression(&mut self, op: Op, index: u32, least: Binding) {
        let binding = self.binding(op);
        if let Some(alias) = self.alias(op, index) {
            return self.value(alias, least);
        }
        if binding < least {
            self.text.push('(');
            self.bare(op, index);
            self.text.push(')');
        } else {
            self.bare(op, index);
        }
    }

    /// The operand that an operation passes on as it is.
    fn alias(&self, op: Op, index: u32) -> Option<Value> {
        let ir = self.ir;
        let first = || ir.operand(op, 0);
        let same_width = || self.width(first()) == self.width(ir.result(op, index as usize));
        let passes = match ir.code(op) {
            comb::ADD | comb::MUL | comb::AND | comb::OR | comb::XOR | comb::CONCAT => {
                ir.operand_count(op) == 1
            }
            hw::ARRAY_CREATE | hw::ARRAY_CONCAT | hw::STRUCT_CREATE => ir.operand_count(op) == 1,
            comb::PARITY | comb::REVERSE => self.width(first()) == 1,
            comb::EXTRACT | comb::REPLICATE | hw::STRUCT_EXTRACT | hw::STRUCT_EXPLODE => same_width(),
            hw::BITCAST | hw::WIRE | seq::TO_CLOCK | seq::FROM_CLOCK => true,
            hw::ARRAY_GET => self.width(ir.operand(op, 1)) == 0,
            hw::ARRAY_SLICE if self.width(ir.operand(op, 1)) == 0 => true,
            hw::ARRAY_SLICE => same_width() && self.constant(ir.operand(op, 1)).is_some_and(Bits::is_zero),
            hw::STRUCT_INJECT => {
                let new = ir.operand(op, 1);
                return (self.width(new) == self.width(first())).then_some(new);
            }
            hw::ARRAY_INJECT if self.width(ir.operand(op, 1)) == 0 => return Some(ir.operand(op, 2)),
            hw::ARRAY_INJECT => {
                let index = self.constant(ir.operand(op, 1))?.to_u64();
                let size = self.array(first()).0;
                return match index {
                    Some(index) if index < size => (size == 1).then(|| ir.operand(op, 2)),
                    _ => Some(first()),
                };
            }
            _ => false,
        };
        passes.then(first)
    }

    fn binding(&self, op: Op) -> Binding {
        let ir = self.ir;
        match ir.code(op) {
            comb::XOR if self.inverted(op).is_some() => Unary,
            comb::PARITY => Unary,
            comb::ADD | comb::MUL | comb::AND | comb::OR | comb::XOR | comb::SUB => Binary,
            comb::SHL | comb::SHRU if self.has_long_amount(op) => Choice,
            comb::SHL | comb::SHRU | comb::ICMP => Binary,
            comb::MUX => Choice,
            comb::DIVU | comb::MODU if self.constant(ir.operand(op, 1)).is_some() => Binary,
            comb::DIVS | comb::MODS if self.safe_divisor(op) => Atom,
            comb::DIVS if self.constant(ir.operand(op, 1)).is_some() => Unary,
            comb::DIVU | comb::MODU | comb::DIVS | comb::MODS => Choice,
            hw::ARRAY_GET => {
                let (size, _) = self.array(ir.operand(op, 0));
                let known = self.constant(ir.operand(op, 1)).is_some();
                if known || size > 1 && size.is_power_of_two() { Atom } else { Choice }
            }
            hw::ARRAY_INJECT if self.array(ir.operand(op, 0)).0 == 1 => Choice,
            _ => Atom,
        }
    }

    /// What an exclusive or with ones inverts.
    fn inverted(&self, op: Op) -> Option<Value> {
        let ir = self.ir;
        let two = ir.operand_count(op) == 2;
        (two && self.constant(ir.operand(op, 1)).is_some_and(Bits::is_ones)).then(|| ir.operand(op, 0))
    }

    /// Whether a divisor is a number that needs no care.
    fn safe_divisor(&self, op: Op) -> bool {
        self.constant(self.ir.operand(op, 1)).is_some_and(|bits| !bits.is_zero() && !bits.is_ones())
    }

    fn bare(&mut self, op: Op, index: u32) {
        let ir = self.ir;
        let operand = |index: usize| ir.operand(op, index);
        match ir.code(op) {
            comb::ADD => self.infix(op, " + "),
            comb::SUB => self.infix(op, " - "),
            comb::MUL => self.infix(op, " * "),
            comb::AND => self.infix(op, " & "),
            comb::OR => self.infix(op, " | "),
            comb::XOR => match self.inverted(op) {
                Some(value) => self.prefixed("~", value),
                None => self.infix(op, " ^ "),
            },
            comb::SHL | comb::SHRU | comb::SHRS => self.shift(op),
            comb::ICMP => self.comparison(op),
            comb::MUX => {
                self.value(operand(0), Binary);
                self.text.push_str(" ? ");
                self.value(operand(1), Binary);
                self.text.push_str(" : ");
                self.value(operand(2), Choice);
            }
            comb::PARITY => self.prefixed("^", operand(0)),
            comb::DIVU | comb::MODU => self.unsigned_division(op),
            comb::DIVS | comb::MODS => self.signed_division(op),
            comb::CONCAT | hw::ARRAY_CREATE | hw::ARRAY_CONCAT | hw::STRUCT_CREATE => self.concatenation(op),
            comb::REPLICATE => {
                let times = self.width(ir.result(op, 0)) / self.width(operand(0)).max(1);
                put!(self.text, "{{{times}{{");
                self.value(operand(0), Choice);
                self.text.push_str("}}");
            }
            comb::REVERSE => self.reversal(operand(0)),
            comb::EXTRACT => {
                let low = u64::from(comb::low_bit(ir, op).unwrap_or(0));
                self.part(operand(0), low, self.width(ir.result(op, 0)));
            }
            hw::STRUCT_EXTRACT => {
                let (low, bits) = self.field(op).expect("the verifier saw the field");
                self.part(operand(0), low, bits);
            }
            hw::STRUCT_EXPLODE => {
                let after = ir.results(op).skip(index as usize + 1).map(|result| self.width(result)).sum();
                self.part(operand(0), after, self.width(ir.result(op, index as usize)));
            }
            hw::STRUCT_INJECT => {
                let (low, bits) = self.field(op).expect("the verifier saw the field");
                self.replaced(operand(0), low, bits, operand(1));
            }
            hw::ARRAY_GET => self.array_get(op),
            hw::ARRAY_SLICE => {
                let (size, element) = self.array(operand(0));
                let low = self.constant(operand(1)).map_or(0, Bits::low_u64) * element;
                let bits = self.width(ir.result(op, 0));
                let inside = bits.min(size * element - low);
                if inside < bits {
                    put!(self.text, "{{{}'h0, ", bits - inside);
                    self.part(operand(0), low, inside);
                    self.text.push('}');
                } else {
                    self.part(operand(0), low, bits);
                }
            }
            hw::ARRAY_INJECT => {
                let (size, element) = self.array(operand(0));
                match self.constant(operand(1)).map(Bits::low_u64) {
                    Some(index) => self.replaced(operand(0), index * element, element, operand(2)),
                    None => {
                        debug_assert_eq!(size, 1, "longer arrays take lines of their own");
                        self.value(operand(1), Binary);
                        self.text.push_str(" ? ");
                        self.value(operand(0), Binary);
                        self.text.push_str(" : ");
                        self.value(operand(2), Choice);
                    }
                }
            }
            hw::PARAM_VALUE => self.parameter_value(op),
            _ => unreachable!("`{}` is no expression", ir.name(op)),
        }
    }

    fn infix(&mut self, op: Op, operator: &str) {
        for (index, value) in self.ir.operands(op).enumerate() {
            if index > 0 {
                self.text.push_str(operator);
            }
            self.value(value, Unary);
        }
    }

    fn prefixed(&mut self, operator: &str, value: Value) {
        self.text.push_str(operator);
        self.value(value, Atom);
    }

    /// Whether the amount of a shift is too wide to be written as it is.
    fn has_long_amount(&self, op: Op) -> bool {
        let amount = self.ir.operand(op, 1);
        self.constant(amount).is_none() && self.width(amount) > MAX_SHIFT_AMOUNT
    }

    fn shift(&mut self, op: Op) {
        let ir = self.ir;
        let (value, amount) = (ir.operand(op, 0), ir.operand(op, 1));
        let width = self.width(value);
        // So many bits say every amount that does not shift everything out.
        let bits = u64::from((width - 1).checked_ilog2().map_or(1, |log| log + 1));
        let long = self.has_long_amount(op);
        let known =
            self.constant(amount).map(|bits| bits.to_u64().map_or(width - 1, |known| known.min(width - 1)));
        let exceeds = |writer: &mut Self| {
            writer.value(amount, Unary);
            put!(writer.text, " >= {width}'h{width:X} ? ");
        };
        let plain = |writer: &mut Self| match known {
            Some(known) => put!(writer.text, "{bits}'h{known:X}"),
            None if long => writer.part(amount, 0, bits),
            None => writer.value(amount, Unary),
        };
        if ir.code(op) == comb::SHRS {
            self.text.push_str("$unsigned(");
            self.signed(value);
            self.text.push_str(" >>> ");
            if long {
                self.text.push('(');
                exceeds(self);
                put!(self.text, "{bits}'h{:X} : ", width - 1);
                plain(self);
                self.text.push(')');
            } else {
                plain(self);
            }
            return self.text.push(')');
        }
        if long {
            exceeds(self);
            put!(self.text, "{width}'h0 : ");
        }
        self.value(value, Unary);
        self.text.push_str(if ir.code(op) == comb::SHL { " << " } else { " >> " });
        plain(self);
    }

    fn comparison(&mut self, op: Op) {
        let ir = self.ir;
        let predicate = comb::Predicate::of(ir, op).map_or(IntPredicate::Eq, comb::Predicate::plain);
        let (operator, signed) = match predicate {
            IntPredicate::Eq => (" == ", false),
            IntPredicate::Ne => (" != ", false),
            IntPredicate::Slt => (" < ", true),
            IntPredicate::Sle => (" <= ", true),
            IntPredicate::Sgt => (" > ", true),
            IntPredicate::Sge => (" >= ", true),
            IntPredicate::Ult => (" < ", false),
            IntPredicate::Ule => (" <= ", false),
            IntPredicate::Ugt => (" > ", false),
            IntPredicate::Uge => (" >= ", false),
        };
        for index in 0..2 {
            if index == 1 {
                self.text.push_str(operator);
            }
            if signed {
                self.signed(ir.operand(op, index));
            } else {
                self.value(ir.operand(op, index), Unary);
            }
        }
    }

    fn signed(&mut self, value: Value) {
        self.text.push_str("$signed(");
        self.value(value, Choice);
        self.text.push(')');
    }

    fn unsigned_division(&mut self, op: Op) {
        let ir = self.ir;
        let (dividend, divisor) = (ir.operand(op, 0), ir.operand(op, 1));
        if self.constant(divisor).is_none() {
            let width = self.width(divisor);
            self.value(divisor, Unary);
            put!(self.text, " == {width}'h0 ? {width}'h0 : ");
        }
        self.value(dividend, Unary);
        self.text.push_str(if ir.code(op) == comb::DIVU { " / " } else { " % " });
        self.value(divisor, Unary);
    }

    /// Division by -1 is a case of its own: the least number has no opposite, and tools give different answers for it.
    fn signed_division(&mut self, op: Op) {
        let ir = self.ir;
        let (dividend, divisor) = (ir.operand(op, 0), ir.operand(op, 1));
        let divides = ir.code(op) == comb::DIVS;
        if !self.safe_divisor(op) && self.constant(divisor).is_some() {
            return self.prefixed("-", dividend);
        }
        if !self.safe_divisor(op) {
            let width = self.width(divisor);
            let width32 = u32::try_from(width).expect("widths of signals are small");
            self.value(divisor, Unary);
            put!(self.text, " == {width}'h0 ? {width}'h0 : ");
            self.value(divisor, Unary);
            self.text.push_str(" == ");
            self.literal(&Bits::ones(width32));
            self.text.push_str(" ? ");
            if divides {
                self.prefixed("-", dividend);
            } else {
                self.zeros(width);
            }
            self.text.push_str(" : ");
        }
        self.text.push_str("$unsigned(");
        self.signed(dividend);
        self.text.push_str(if divides { " / " } else { " % " });
        self.signed(divisor);
        self.text.push(')');
    }

    fn concatenation(&mut self, op: Op) {
        let long = self.ir.operand_count(op) > ITEMS_A_LINE;
        self.text.push('{');
        for (index, value) in self.ir.operands(op).enumerate() {
            if index > 0 {
                self.text.push(',');
            }
            if long && index % ITEMS_A_LINE == 0 {
                self.text.push_str("\n      ");
            } else if index > 0 {
                self.text.push(' ');
            }
            self.value(value, Choice);
        }
        self.text.push('}');
    }

    fn reversal(&mut self, value: Value) {
        let width = self.width(value);
        self.text.push('{');
        for bit in 0..width {
            if bit > 0 {
                self.text.push(',');
            }
            if width > ITEMS_A_LINE as u64 && bit % ITEMS_A_LINE as u64 == 0 {
                self.text.push_str("\n      ");
            } else if bit > 0 {
                self.text.push(' ');
            }
            self.part(value, bit, 1);
        }
        self.text.push('}');
    }

    /// Writes a part of a value with a name.
    pub(super) fn part(&mut self, value: Value, low: u64, bits: u64) {
        self.value(value, Atom);
        if bits == 1 && self.width(value) > 1 {
            put!(self.text, "[{low}]");
        } else if bits < self.width(value) {
            put!(self.text, "[{}:{low}]", low + bits - 1);
        }
    }

    /// Writes a value with some of its bits replaced.
    fn replaced(&mut self, value: Value, low: u64, bits: u64, by: Value) {
        let width = self.width(value);
        self.text.push('{');
        if low + bits < width {
            self.part(value, low + bits, width - low - bits);
            self.text.push_str(", ");
        }
        self.value(by, Choice);
        if low > 0 {
            self.text.push_str(", ");
            self.part(value, 0, low);
        }
        self.text.push('}');
    }

    fn array_get(&mut self, op: Op) {
        let (array, index) = (self.ir.operand(op, 0), self.ir.operand(op, 1));
        let (size, element) = self.array(array);
        if size == 1 {
            self.value(index, Binary);
            put!(self.text, " ? {element}'h0 : ");
            return self.value(array, Choice);
        }
        if let Some(known) = self.constant(index).map(Bits::low_u64) {
            return self.part(array, known * element, element);
        }
        if !size.is_power_of_two() {
            self.value(index, Unary);
            put!(self.text, " < {}'h{size:X} ? ", self.width(index));
        }
        self.value(array, Atom);
        self.element(array, index);
        if !size.is_power_of_two() {
            put!(self.text, " : {element}'h0");
        }
    }

    /// Writes the brackets that take the element at an index, which is in range, out of an array of more than one.
    pub(super) fn element(&mut self, array: Value, index: Value) {
        let (size, element) = self.array(array);
        self.text.push('[');
        self.offset(index, element, (size * element - 1).ilog2() + 1);
        if element > 1 {
            put!(self.text, " +: {element}");
        }
        self.text.push(']');
    }

    /// Writes an index times the bits of an element, as an expression of so many bits.
    pub(super) fn offset(&mut self, index: Value, element: u64, bits: u32) {
        if element == 1 {
            return self.value(index, Choice);
        }
        if element.is_power_of_two() {
            self.text.push('{');
            self.value(index, Choice);
            put!(self.text, ", {}'h0}}", element.ilog2());
            return;
        }
        let pad = u64::from(bits) - self.width(index);
        if pad > 0 {
            put!(self.text, "{{{pad}'h0, ");
            self.value(index, Choice);
            self.text.push('}');
        } else {
            self.value(index, Unary);
        }
        put!(self.text, " * {bits}'h{element:X}");
    }
}

/// `8'hFF`
pub(super) fn write_literal(text: &mut String, bits: &Bits) {
    let words = bits.words();
    let top = words.iter().rposition(|word| *word != 0).unwrap_or(0);
    put!(text, "{}'h{:X}", bits.width(), words.get(top).copied().unwrap_or(0));
    for word in words[..top].iter().rev() {
        put!(text, "{word:016X}");
    }
}
