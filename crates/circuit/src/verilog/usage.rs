//! How an operation's text uses its operands: once or several times, whole or in part.
//!
//! The one place that says so, because three questions hang on it: what is needed at all, what must have a name (a part can
//! only be taken of a name, and what is repeated is not computed twice), and of which bits Verilator would say that nobody uses them.

use super::Writer;
use base::Bits;
use dialects::{comb, hw, seq};
use ir::{Op, Value};

/// What the text does with an operand.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Demand {
    /// It stands there once, and may be an expression.
    Once,
    /// It stands there several times: a name or a number.
    Repeated,
    /// Parts of it are taken: a name.
    Selected,
}

/// Which bits of an operand the text reads.
#[derive(Clone, Copy)]
pub(super) enum Reads {
    All,
    /// From a bit on, so many.
    Part(u64, u64),
    /// All but so many from a bit on.
    Around(u64, u64),
}

/// Amounts of shifts wider than this are compared with the width before the shift: Verilator takes no wider ones that turn out to
/// be constants.
pub(super) const MAX_SHIFT_AMOUNT: u64 = 32;

/// Divisions wider than this have lines of their own: Icarus is at a loss with many of them in an expression.
pub(super) const MAX_DIVISION: u64 = 64;

/// Divisions wider than this are written as loops for Verilator 5.006, which divides no vectors of more than 512 bits, and crashes when it
/// tries; a bit is added to them.
pub(super) const MAX_LINE_DIVISION: u64 = 511;

impl Writer<'_> {
    /// Calls `each` for every operand that the text of an operation reads.
    pub(super) fn uses(&self, op: Op, each: &mut dyn FnMut(Value, Demand, Reads)) {
        use Demand::{Once, Repeated, Selected};
        use Reads::{All, Around, Part};
        let ir = self.ir;
        let operand = |index: usize| ir.operand(op, index);
        // The text of a number reads nothing.
        if ir.results(op).next().is_some_and(|result| self.constant(result).is_some()) {
            return;
        }
        match ir.code(op) {
            comb::EXTRACT => {
                let (from, bits) = (self.width(operand(0)), self.width(ir.result(op, 0)));
                let low = u64::from(comb::low_bit(ir, op).unwrap_or(0));
                let select = from != bits;
                each(
                    operand(0),
                    if select { Selected } else { Once },
                    if select { Part(low, bits) } else { All },
                );
            }
            comb::REVERSE => {
                each(operand(0), if self.width(operand(0)) > 1 { Selected } else { Once }, All);
            }
            comb::SHL | comb::SHRU | comb::SHRS => {
                each(operand(0), Once, All);
                if self.constant(operand(1)).is_none() {
                    let long = self.width(operand(1)) > MAX_SHIFT_AMOUNT;
                    each(operand(1), if long { Selected } else { Once }, All);
                }
            }
            comb::DIVU | comb::MODU => {
                let wide = self.width(operand(0)) > MAX_DIVISION;
                each(operand(0), if wide { Repeated } else { Once }, All);
                each(operand(1), Repeated, All);
            }
            comb::DIVS | comb::MODS => {
                let wide = self.width(operand(0)) > MAX_DIVISION;
                let demand = if wide { Selected } else { Repeated };
                each(operand(0), demand, All);
                each(operand(1), demand, All);
            }
            hw::ARRAY_GET | hw::ARRAY_SLICE if self.width(operand(1)) == 0 => each(operand(0), Once, All),
            hw::ARRAY_INJECT if self.width(operand(1)) == 0 => each(operand(2), Once, All),
            hw::ARRAY_GET => {
                let (size, element) = self.array(operand(0));
                match self.constant(operand(1)).and_then(Bits::to_u64) {
                    _ if size == 1 => {
                        each(operand(0), Once, All);
                        each(operand(1), Once, All);
                    }
                    Some(index) => each(operand(0), Selected, Part(index * element, element)),
                    None => {
                        each(operand(0), Selected, All);
                        each(operand(1), if size.is_power_of_two() { Once } else { Repeated }, All);
                    }
                }
            }
            hw::ARRAY_SLICE => {
                let (size, element) = self.array(operand(0));
                let bits = self.width(ir.result(op, 0));
                match self.constant(operand(1)).and_then(Bits::to_u64) {
                    Some(0) if bits == size * element => each(operand(0), Once, All),
                    Some(index) => {
                        let low = index * element;
                        each(operand(0), Selected, Part(low, bits.min(size * element - low)));
                    }
                    None => {
                        each(operand(0), Once, All);
                        each(operand(1), Once, All);
                    }
                }
            }
            hw::ARRAY_INJECT => {
                let (size, element) = self.array(operand(0));
                match self.constant(operand(1)).and_then(Bits::to_u64) {
                    Some(index) if index >= size => each(operand(0), Once, All),
                    Some(_) if size == 1 => each(operand(2), Once, All),
                    Some(index) => {
                        each(operand(0), Selected, Around(index * element, element));
                        each(operand(2), Once, All);
                    }
                    None => {
                        let demand = if size == 1 { Once } else { Repeated };
                        (0..3).for_each(|index| each(operand(index), demand, All));
                    }
                }
            }
            hw::STRUCT_EXTRACT => match self.field(op) {
                Some((low, bits)) if bits < self.width(operand(0)) => {
                    each(operand(0), Selected, Part(low, bits));
                }
                _ => each(operand(0), Once, All),
            },
            hw::STRUCT_INJECT => {
                if let Some((low, bits)) = self.field(op)
                    && bits < self.width(operand(0))
                {
                    each(operand(0), Selected, Around(low, bits));
                }
                each(operand(1), Once, All);
            }
            hw::STRUCT_EXPLODE => {
                let total = self.width(operand(0));
                let mut high = total;
                for result in ir.results(op) {
                    let bits = self.width(result);
                    high -= bits;
                    if !self.needed[result] {
                        continue;
                    }
                    let select = bits < total;
                    let reads = if select { Part(high, bits) } else { All };
                    each(operand(0), if select { Selected } else { Once }, reads);
                }
            }
            seq::COMPREG | seq::COMPREG_CE | seq::FIRREG => {
                let Some(register) = seq::register(ir, op) else { return };
                let reset = register.reset.map(|reset| [reset.signal, reset.value]);
                let fixed = [register.input, self.clock(register.clock).unwrap_or(register.clock)];
                let values = fixed.into_iter().chain(register.enable).chain(reset.into_iter().flatten());
                values.for_each(|value| each(value, Once, All));
            }
            seq::READ_PORT | seq::WRITE_PORT | seq::READ_WRITE_PORT => self.port_uses(op, each),
            seq::FIRMEM | seq::INITIAL => {}
            _ => ir.operands(op).for_each(|value| each(value, Once, All)),
        }
    }

    /// The size of an array and the bits of its elements.
    pub(super) fn array(&self, value: Value) -> (u64, u64) {
        let (size, element) = hw::array(&self.ir.ctx, self.ir.ty(value)).expect("the verifier saw an array");
        (size, hw::width(&self.ir.ctx, element).unwrap_or(0))
    }

    /// The lowest bit and the bits of the field that an operation on a struct is about.
    pub(super) fn field(&self, op: Op) -> Option<(u64, u64)> {
        let index = usize::try_from(self.ir.int_attr(op, "fieldIndex")?).ok()?;
        let ctx = &self.ir.ctx;
        let fields = hw::fields(ctx, self.ir.ty(self.ir.operand(op, 0)))?;
        let low = fields.get(index + 1..)?.iter().map(|(_, ty)| hw::width(ctx, *ty)).sum::<Option<u64>>()?;
        Some((low, hw::width(ctx, fields[index].1)?))
    }

    /// Whether an operation is more than one expression: it has a name, and lines of its own.
    pub(super) fn takes_lines(&self, op: Op) -> bool {
        let ir = self.ir;
        match ir.code(op) {
            comb::DIVU | comb::MODU | comb::DIVS | comb::MODS => self.width(ir.operand(op, 0)) > MAX_DIVISION,
            comb::TRUTH_TABLE => true,
            hw::ARRAY_INJECT => {
                self.array(ir.operand(op, 0)).0 > 1 && self.constant(ir.operand(op, 1)).is_none()
            }
            hw::ARRAY_SLICE => {
                self.width(ir.operand(op, 1)) > 0 && self.constant(ir.operand(op, 1)).is_none()
            }
            _ => false,
        }
    }
}
