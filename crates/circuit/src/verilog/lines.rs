//! Operations that take several lines: tables, arrays with a moving index, and divisions that some tool gets wrong.

use super::Writer;
use super::expr::Binding;
use super::module::{OFF, ON, range};
use super::plan::Form;
use super::usage::MAX_LINE_DIVISION;
use base::Bits;
use dialects::comb;
use ir::Op;

impl Writer<'_> {
    /// The name of the signal that an operation's only result is.
    fn result_signal(&self, op: Op) -> Option<(u32, String)> {
        match self.forms[self.ir.result(op, 0)] {
            Form::Named(signal) => Some((signal, self.signals[signal as usize].name.clone())),
            _ => None,
        }
    }

    /// The table as a vector, and the bit of it that the inputs say.
    pub(super) fn truth_table(&mut self, op: Op) {
        let ir = self.ir;
        let Some((_, name)) = self.result_signal(op) else { return };
        let entries = comb::lookup_table(ir, op).unwrap_or_default();
        let mut words = vec![0u64; entries.len().div_ceil(64)];
        for (index, _) in entries.iter().enumerate().filter(|(_, entry)| **entry) {
            words[index / 64] |= 1 << (index % 64);
        }
        let table = self.scope.claim(&format!("{name}_table"));
        let bits = Bits::from_words(entries.len() as u32, &words);
        self.helper(&table, entries.len() as u64, false, |writer| writer.literal(&bits));
        self.assign(ir.result(op, 0), ir.loc(op), |writer| {
            put!(writer.text, "{table}[");
            if ir.operand_count(op) == 1 {
                writer.value(ir.operand(op, 0), Binding::Choice);
            } else {
                for (index, value) in ir.operands(op).enumerate() {
                    writer.text.push_str(if index == 0 { "{" } else { ", " });
                    writer.value(value, Binding::Choice);
                }
                writer.text.push('}');
            }
            writer.text.push(']');
        });
    }

    /// Declares what a process assigns, unless it is declared.
    fn declare_assigned(&mut self, signal: u32) {
        if !std::mem::replace(&mut self.signals[signal as usize].declared, true) {
            self.indent(1);
            self.declaration(signal, "logic", |_| {});
        }
    }

    pub(super) fn array_inject(&mut self, op: Op) {
        let ir = self.ir;
        let Some((signal, name)) = self.result_signal(op) else { return };
        let (array, index, new) = (ir.operand(op, 0), ir.operand(op, 1), ir.operand(op, 2));
        let (size, _) = self.array(array);
        self.declare_assigned(signal);
        self.text.push_str("  always_comb begin");
        self.place(ir.loc(op));
        put!(self.text, "    {name} = ");
        self.value(array, Binding::Choice);
        self.text.push_str(";\n    ");
        if !size.is_power_of_two() {
            self.text.push_str("if (");
            self.value(index, Binding::Unary);
            put!(self.text, " < {}'h{size:X}) ", self.width(index));
        }
        self.text.push_str(&name);
        self.element(array, index);
        self.text.push_str(" = ");
        self.value(new, Binding::Choice);
        self.text.push_str(";\n  end\n");
    }

    /// A shift brings zeros in where the array ends.
    pub(super) fn array_slice(&mut self, op: Op) {
        let ir = self.ir;
        let Some((_, name)) = self.result_signal(op) else { return };
        let (array, index) = (ir.operand(op, 0), ir.operand(op, 1));
        let (size, element) = self.array(array);
        let (total, bits) = (size * element, self.width(ir.result(op, 0)));
        let amount = self.width(index) as u32 + element.ilog2() + 1;
        let shifted = |writer: &mut Self| {
            writer.value(array, Binding::Unary);
            writer.text.push_str(" >> ");
            let atom = element == 1 || element.is_power_of_two();
            writer.text.push_str(if atom { "" } else { "(" });
            if element == 1 {
                writer.value(index, Binding::Unary);
            } else {
                writer.offset(index, element, amount);
            }
            writer.text.push_str(if atom { "" } else { ")" });
        };
        if bits == total {
            return self.assign(ir.result(op, 0), ir.loc(op), shifted);
        }
        let helper = self.scope.claim(&format!("{name}_shifted"));
        self.helper(&helper, total, true, shifted);
        self.assign(ir.result(op, 0), ir.loc(op), |writer| match bits {
            1 => put!(writer.text, "{helper}[0]"),
            _ => put!(writer.text, "{helper}[{}:0]", bits - 1),
        });
    }

    /// Divides magnitudes and gives the result its sign; what is too wide to divide is divided bit by bit. The division is a wire of its own,
    /// and as wide as to have a zero at the top: Icarus 11 finds a wrong quotient when the highest bit of a dividend of more than 64 bits is set,
    /// and wrong ones or no end in a process.
    pub(super) fn long_division(&mut self, op: Op) {
        let ir = self.ir;
        let Some((_, name)) = self.result_signal(op) else { return };
        let (code, loc) = (ir.code(op), ir.loc(op));
        let (dividend, divisor) = (ir.operand(op, 0), ir.operand(op, 1));
        let width = self.width(dividend);
        let signed = matches!(code, comb::DIVS | comb::MODS);
        let divides = matches!(code, comb::DIVS | comb::DIVU);
        let text = |writer: &mut Self, value| {
            let start = writer.text.len();
            writer.value(value, Binding::Atom);
            writer.text.split_off(start)
        };
        let (dividend, divisor) = (text(self, dividend), text(self, divisor));
        let (mut a, mut b) = (dividend.clone(), divisor.clone());
        let top = width - 1;
        if signed {
            a = self.scope.claim(&format!("{name}_dividend"));
            b = self.scope.claim(&format!("{name}_divisor"));
            for (magnitude, of) in [(&a, &dividend), (&b, &divisor)] {
                self.helper(magnitude, width, false, |writer| {
                    put!(writer.text, "{of}[{top}] ? -{of} : {of}");
                });
            }
        }
        let answer = self.scope.claim(&format!("{name}_{}", if divides { "quotient" } else { "rest" }));
        if width > MAX_LINE_DIVISION {
            self.bitwise_division(&answer, &a, &b, width, divides);
        } else {
            self.helper(&answer, width + 1, true, |writer| {
                put!(writer.text, "{}", quotient(&a, &b, divides))
            });
        }
        let result = ir.result(op, 0);
        let known = !signed && self.constant(ir.operand(op, 1)).is_some();
        let guarded = |writer: &mut Self| {
            if !known {
                put!(writer.text, "{b} == {width}'h0 ? {width}'h0 : ");
            }
            put!(writer.text, "{answer}[{top}:0]");
        };
        if !signed {
            return self.assign(result, loc, guarded);
        }
        let magnitude = self.scope.claim(&format!("{name}_magnitude"));
        self.helper(&magnitude, width, false, guarded);
        let negative = match divides {
            true => format!("{dividend}[{top}] ^ {divisor}[{top}]"),
            false => format!("{dividend}[{top}]"),
        };
        self.assign(result, loc, |writer| put!(writer.text, "{negative} ? -{magnitude} : {magnitude}"));
    }

    /// Division as by hand, for Verilator, which divides no vectors as wide: the rest takes the dividend's bits from the highest on, and the
    /// divisor goes into it or does not. Declares the answer, which has a bit more than the operands.
    fn bitwise_division(&mut self, answer: &str, a: &str, b: &str, width: u64, divides: bool) {
        let [rest, quotient, block, index] =
            ["left", "digits", "division", "index"].map(|word| self.scope.claim(&format!("{answer}_{word}")));
        let more = width + 1;
        let (vector, longer) = (range(width), range(more));
        let found = if divides { format!("{{1'h0, {quotient}}}") } else { rest.clone() };
        let plain = self::quotient(a, b, divides);
        put!(
            self.text,
            "  {OFF}\n\
             `ifdef VERILATOR\n\
             \x20 logic {longer}{rest};\n\
             \x20 logic {vector}{quotient};\n\
             \x20 always_comb begin : {block}\n\
             \x20   integer {index};\n\
             \x20   {rest} = {more}'h0;\n\
             \x20   {quotient} = {a};\n\
             \x20   for ({index} = 0; {index} < {width}; {index} = {index} + 1) begin\n\
             \x20     {{{rest}, {quotient}}} = {{{rest}, {quotient}}} << 1;\n\
             \x20     if ({rest} >= {{1'h0, {b}}}) begin\n\
             \x20       {rest} = {rest} - {{1'h0, {b}}};\n\
             \x20       {quotient} = {quotient} | {width}'h1;\n\
             \x20     end\n\
             \x20   end\n\
             \x20 end\n\
             \x20 wire {longer}{answer} = {found};\n\
             `else\n\
             \x20 wire {longer}{answer} = {plain};\n\
             `endif\n\
             \x20 {ON}\n"
        );
    }
}

/// The division of two names or numbers, with a bit more than they have.
fn quotient(a: &str, b: &str, divides: bool) -> String {
    format!("{{1'h0, {a}}} {} {{1'h0, {b}}}", if divides { '/' } else { '%' })
}
