//! Operations that have no unit of their own, put together from those that have.
//!
//! Where the program's operation is undefined, so is what stands here: a division by zero gives whatever the units make of it.

use super::make::{Maker, Source};
use base::Bits;
use dialects::arith::{self, IntPredicate};
use dialects::{handshake, math};
use ir::{Ir, Op};

/// Whether [`expand`] knows an operation.
pub fn is_known(ir: &Ir, op: Op) -> bool {
    match ir.code(op) {
        arith::CEILDIVSI
        | arith::CEILDIVUI
        | arith::FLOORDIVSI
        | arith::ADDUI_EXTENDED
        | arith::MULSI_EXTENDED
        | arith::MULUI_EXTENDED
        | math::CTPOP
        | math::CTLZ
        | math::CTTZ => true,
        // A wire changes no type: reading a float as an integer would need a unit.
        arith::BITCAST => ir.ty(ir.operand(op, 0)) == ir.ty(ir.result(op, 0)),
        _ => false,
    }
}

/// Makes the units for an operation; whether it is one that is known.
pub fn expand(m: &mut Maker<'_>, op: Op) -> bool {
    if !is_known(m.ir, op) {
        return false;
    }
    m.begin(op);
    let operands: Vec<Source> = m.ir.operands(op).map(Source::Old).collect();
    let width = m.width(m.ir.operand(op, 0));
    let results = match m.ir.code(op) {
        arith::CEILDIVUI => vec![ceil_unsigned(m, operands[0], operands[1], width)],
        arith::CEILDIVSI => vec![round(m, operands[0], operands[1], width, true)],
        arith::FLOORDIVSI => vec![round(m, operands[0], operands[1], width, false)],
        arith::ADDUI_EXTENDED => {
            let ty = m.int(width);
            let sum = m.value(handshake::ADDI, &operands, ty);
            vec![sum, m.compare(IntPredicate::Ult, sum, operands[0])]
        }
        arith::MULSI_EXTENDED => product(m, &operands, width, true),
        arith::MULUI_EXTENDED => product(m, &operands, width, false),
        math::CTPOP => vec![count_ones(m, operands[0], width)],
        math::CTLZ => {
            let below = smear(m, operands[0], width);
            let above = not(m, below, width);
            vec![count_ones(m, above, width)]
        }
        math::CTTZ => {
            // The ones of `!x & (x - 1)` are the zeros below the lowest one of x.
            let ty = m.int(width);
            let ones = m.number(Bits::ones(width));
            let less = m.value(handshake::ADDI, &[operands[0], ones], ty);
            let flipped = not(m, operands[0], width);
            let below = m.value(handshake::ANDI, &[flipped, less], ty);
            vec![count_ones(m, below, width)]
        }
        _ => {
            m.alias(op);
            return true;
        }
    };
    m.becomes(op, &results);
    true
}

fn not(m: &mut Maker<'_>, value: Source, width: u32) -> Source {
    let ty = m.int(width);
    let ones = m.number(Bits::ones(width));
    m.value(handshake::XORI, &[value, ones], ty)
}

/// A bit as a number of so many bits.
fn from_bit(m: &mut Maker<'_>, bit: Source, width: u32) -> Source {
    if width == 1 {
        return bit;
    }
    let ty = m.int(width);
    m.value(handshake::EXTUI, &[bit], ty)
}

/// Whether a quotient times the divisor is not the dividend.
fn is_inexact(m: &mut Maker<'_>, quotient: Source, a: Source, b: Source, width: u32) -> Source {
    let ty = m.int(width);
    let back = m.value(handshake::MULI, &[quotient, b], ty);
    m.compare(IntPredicate::Ne, back, a)
}

fn ceil_unsigned(m: &mut Maker<'_>, a: Source, b: Source, width: u32) -> Source {
    let ty = m.int(width);
    let quotient = m.value(handshake::DIVUI, &[a, b], ty);
    let inexact = is_inexact(m, quotient, a, b, width);
    let one = from_bit(m, inexact, width);
    m.value(handshake::ADDI, &[quotient, one], ty)
}

/// A signed quotient rounded up or down: the unit rounds towards zero, which is wrong by one where the quotient is inexact and on
/// the other side of zero.
fn round(m: &mut Maker<'_>, a: Source, b: Source, width: u32, up: bool) -> Source {
    let ty = m.int(width);
    let bit = m.int(1);
    let quotient = m.value(handshake::DIVSI, &[a, b], ty);
    let inexact = is_inexact(m, quotient, a, b, width);
    let signs = m.value(handshake::XORI, &[a, b], ty);
    let zero = m.number(Bits::zero(width));
    let side = m.compare(if up { IntPredicate::Sge } else { IntPredicate::Slt }, signs, zero);
    let wrong = m.value(handshake::ANDI, &[inexact, side], bit);
    let one = from_bit(m, wrong, width);
    m.value(if up { handshake::ADDI } else { handshake::SUBI }, &[quotient, one], ty)
}

/// Both halves of a product.
fn product(m: &mut Maker<'_>, operands: &[Source], width: u32, signed: bool) -> Vec<Source> {
    let (narrow, wide) = (m.int(width), m.int(2 * width));
    let extend = if signed { handshake::EXTSI } else { handshake::EXTUI };
    let a = m.value(extend, &[operands[0]], wide);
    let b = m.value(extend, &[operands[1]], wide);
    let product = m.value(handshake::MULI, &[a, b], wide);
    let low = m.value(handshake::TRUNCI, &[product], narrow);
    let by = m.number(Bits::from_u64(2 * width, u64::from(width)));
    let shifted = m.value(handshake::SHRUI, &[product, by], wide);
    vec![low, m.value(handshake::TRUNCI, &[shifted], narrow)]
}

/// All bits at and below the topmost one.
fn smear(m: &mut Maker<'_>, mut value: Source, width: u32) -> Source {
    let ty = m.int(width);
    let mut by = 1;
    while by < width {
        let amount = m.number(Bits::from_u64(width, u64::from(by)));
        let shifted = m.value(handshake::SHRUI, &[value, amount], ty);
        value = m.value(handshake::ORI, &[value, shifted], ty);
        by *= 2;
    }
    value
}

/// How many bits are one: sums of neighbouring fields, twice as wide in every step.
fn count_ones(m: &mut Maker<'_>, value: Source, width: u32) -> Source {
    if width == 1 {
        return value;
    }
    let full = width.next_power_of_two();
    let ty = m.int(full);
    let mut sum = if full == width { value } else { m.value(handshake::EXTUI, &[value], ty) };
    let mut field = 1;
    while field < full {
        let mask = Bits::from_u64(2 * field, 0).insert(0, &Bits::ones(field)).replicate(full / (2 * field));
        let mask = m.number(mask);
        let by = m.number(Bits::from_u64(full, u64::from(field)));
        let even = m.value(handshake::ANDI, &[sum, mask], ty);
        let shifted = m.value(handshake::SHRUI, &[sum, by], ty);
        let odd = m.value(handshake::ANDI, &[shifted, mask], ty);
        sum = m.value(handshake::ADDI, &[even, odd], ty);
        field *= 2;
    }
    if full == width {
        return sum;
    }
    let ty = m.int(width);
    m.value(handshake::TRUNCI, &[sum], ty)
}
