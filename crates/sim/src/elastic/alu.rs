//! Arithmetic on data of at most 64 bits, as words: the same as [`Function::eval`], without bit vectors.
//!
//! What division by zero and shifts past the width give is what `docs/rationale/streams.md` says.

use dialects::arith::IntPredicate;
use dialects::handshake::unit::{Function, Kind, Unit};

/// What is computed on words, and on how many of their bits.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Alu {
    function: Function,
    /// Bits of the first operand; for a selection, of its data.
    width: u32,
    /// The bits of the result.
    mask: u64,
}

/// The low bits of a word.
pub(crate) fn mask(width: u32) -> u64 {
    if width == 0 { 0 } else { u64::MAX >> (64 - width.min(64)) }
}

/// A number with its sign.
#[inline(always)]
pub(super) fn signed(value: u64, width: u32) -> i64 {
    let unused = 64 - width.clamp(1, 64);
    ((value << unused) as i64) >> unused
}

impl Alu {
    /// How a unit computes, if its data fit into words.
    pub fn of(unit: &Unit) -> Option<Alu> {
        let Kind::Compute { function, .. } = unit.kind else { return None };
        let fits = unit.inputs.iter().chain(&unit.outputs).all(|width| *width <= 64);
        if !fits || matches!(function, Function::Float(_)) {
            return None;
        }
        Some(Alu { function, width: unit.inputs[0], mask: mask(unit.outputs[0]) })
    }

    /// A function of two words of one width, and of that width.
    pub fn of_width(function: Function, width: u32) -> Alu {
        Alu { function, width, mask: mask(width) }
    }

    /// The function, the bits of its first operand and those of its result.
    #[cfg(feature = "jit")]
    pub fn parts(self) -> (Function, u32, u32) {
        (self.function, self.width, self.mask.count_ones())
    }

    /// The result for one operand.
    #[inline(always)]
    pub fn one(self, a: u64) -> u64 {
        let value = match self.function {
            Function::Not => !a,
            Function::Abs => signed(a, self.width).unsigned_abs(),
            Function::ExtS => signed(a, self.width) as u64,
            _ => a,
        };
        value & self.mask
    }

    /// The result for two operands.
    #[inline(always)]
    pub fn two(self, a: u64, b: u64) -> u64 {
        let width = self.width;
        let value = match self.function {
            Function::Add => a.wrapping_add(b),
            Function::Sub => a.wrapping_sub(b),
            Function::Mul => a.wrapping_mul(b),
            Function::And => a & b,
            Function::Or => a | b,
            Function::Xor => a ^ b,
            Function::Shl => shl(a, b, width),
            Function::ShrU => shr_u(a, b, width),
            Function::ShrS => shr_s(a, b, width),
            Function::Cmp(predicate) => u64::from(compare(predicate, a, b, width)),
            Function::MaxU => a.max(b),
            Function::MinU => a.min(b),
            Function::MaxS => signed(a, width).max(signed(b, width)) as u64,
            Function::MinS => signed(a, width).min(signed(b, width)) as u64,
            Function::DivU => a.checked_div(b).unwrap_or(u64::MAX),
            Function::RemU => a.checked_rem(b).unwrap_or(a),
            Function::DivS if b == 0 => u64::MAX,
            Function::DivS => signed(a, width).wrapping_div(signed(b, width)) as u64,
            Function::RemS if b == 0 => a,
            Function::RemS => signed(a, width).wrapping_rem(signed(b, width)) as u64,
            _ => a,
        };
        value & self.mask
    }

    /// The result for all operands.
    pub fn all(self, operands: [u64; 3], count: usize) -> u64 {
        match count {
            1 => self.one(operands[0]),
            2 => self.two(operands[0], operands[1]),
            _ => operands[if operands[0] & 1 != 0 { 1 } else { 2 }],
        }
    }
}

fn shl(a: u64, b: u64, width: u32) -> u64 {
    if b < u64::from(width) { a << b } else { 0 }
}

fn shr_u(a: u64, b: u64, width: u32) -> u64 {
    if b < u64::from(width) { a >> b } else { 0 }
}

fn shr_s(a: u64, b: u64, width: u32) -> u64 {
    (signed(a, width) >> b.min(63)) as u64
}

/// A comparison of two numbers.
#[inline(always)]
pub(super) fn compare(predicate: IntPredicate, a: u64, b: u64, width: u32) -> bool {
    let (x, y) = (signed(a, width), signed(b, width));
    match predicate {
        IntPredicate::Eq => a == b,
        IntPredicate::Ne => a != b,
        IntPredicate::Slt => x < y,
        IntPredicate::Sle => x <= y,
        IntPredicate::Sgt => x > y,
        IntPredicate::Sge => x >= y,
        IntPredicate::Ult => a < b,
        IntPredicate::Ule => a <= b,
        IntPredicate::Ugt => a > b,
        IntPredicate::Uge => a >= b,
    }
}
