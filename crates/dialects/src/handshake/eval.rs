//! What the functions of units compute, for every input: what every simulator and every circuit gives where the program leaves it open.

use super::unit::{FloatFunction, Function};
use crate::arith::signed_word;
use base::{Bits, float};

impl Function {
    /// The result of a function, of `out_width` bits. It is there for all inputs: a quotient by zero is all ones, a remainder by
    /// zero the dividend, the least number divided by -1 wraps, a shift by the width or more gives zeros or copies of the sign,
    /// and a float that the integer type cannot hold gives its least number.
    pub fn eval(&self, v: &[Bits], out_width: u32) -> Bits {
        match self {
            Function::Add => v[0].add(&v[1]),
            Function::Sub => v[0].sub(&v[1]),
            Function::Mul => v[0].mul(&v[1]),
            Function::DivS => v[0].sdiv(&v[1]).unwrap_or_else(|| quotient(v)),
            Function::DivU => v[0].udiv(&v[1]).unwrap_or_else(|| quotient(v)),
            Function::RemS => v[0].srem(&v[1]).unwrap_or_else(|| remainder(v)),
            Function::RemU => v[0].urem(&v[1]).unwrap_or_else(|| remainder(v)),
            Function::And => v[0].and(&v[1]),
            Function::Or => v[0].or(&v[1]),
            Function::Xor => v[0].xor(&v[1]),
            Function::Not => v[0].not(),
            Function::Shl => v[0].shl(&v[1]).unwrap_or_else(|| Bits::zero(out_width)),
            Function::ShrU => v[0].lshr(&v[1]).unwrap_or_else(|| Bits::zero(out_width)),
            Function::ShrS => v[0].ashr(&v[1]).unwrap_or_else(|| {
                if v[0].is_negative() { Bits::ones(out_width) } else { Bits::zero(out_width) }
            }),
            Function::Cmp(predicate) => Bits::from_bool(predicate.holds(&v[0], &v[1])),
            Function::Select => if v[0].is_zero() { &v[2] } else { &v[1] }.clone(),
            Function::MaxS => v[0].max_s(&v[1]),
            Function::MaxU => v[0].max_u(&v[1]),
            Function::MinS => v[0].min_s(&v[1]),
            Function::MinU => v[0].min_u(&v[1]),
            Function::Abs => v[0].magnitude(),
            Function::ExtS => v[0].sext(out_width),
            Function::ExtU => v[0].zext(out_width),
            Function::Trunc => v[0].trunc(out_width),
            Function::Float(function) => function.eval(v, out_width),
        }
    }

    /// The same on words, where no operand and no result has more than 64 bits: `width` is that of the first operand, whose other bits are 0. Of the
    /// answer the bits of the result count, the others may be anything. There is none for floats.
    #[inline(always)]
    pub fn eval_words(&self, [a, b, c]: [u64; 3], width: u32) -> Option<u64> {
        let signed = |value: u64| signed_word(value, width);
        let in_range = b < u64::from(width);
        Some(match self {
            Function::Add => a.wrapping_add(b),
            Function::Sub => a.wrapping_sub(b),
            Function::Mul => a.wrapping_mul(b),
            Function::DivU => a.checked_div(b).unwrap_or(u64::MAX),
            Function::RemU => a.checked_rem(b).unwrap_or(a),
            Function::DivS if b == 0 => u64::MAX,
            Function::DivS => signed(a).wrapping_div(signed(b)) as u64,
            Function::RemS if b == 0 => a,
            Function::RemS => signed(a).wrapping_rem(signed(b)) as u64,
            Function::And => a & b,
            Function::Or => a | b,
            Function::Xor => a ^ b,
            Function::Not => !a,
            Function::Shl => {
                if in_range {
                    a << b
                } else {
                    0
                }
            }
            Function::ShrU => {
                if in_range {
                    a >> b
                } else {
                    0
                }
            }
            Function::ShrS => (signed(a) >> b.min(63)) as u64,
            Function::Cmp(predicate) => u64::from(predicate.holds_words(a, b, width)),
            Function::Select => {
                if a & 1 == 1 {
                    b
                } else {
                    c
                }
            }
            Function::MaxU => a.max(b),
            Function::MinU => a.min(b),
            Function::MaxS => signed(a).max(signed(b)) as u64,
            Function::MinS => signed(a).min(signed(b)) as u64,
            Function::Abs => signed(a).unsigned_abs(),
            Function::ExtS => signed(a) as u64,
            Function::ExtU | Function::Trunc => a,
            Function::Float(_) => return None,
        })
    }
}

/// By zero, or the least number by -1.
fn quotient(v: &[Bits]) -> Bits {
    if v[1].is_zero() { Bits::ones(v[0].width()) } else { v[0].clone() }
}

/// As [`quotient`].
fn remainder(v: &[Bits]) -> Bits {
    if v[1].is_zero() { v[0].clone() } else { Bits::zero(v[0].width()) }
}

impl FloatFunction {
    fn eval(&self, v: &[Bits], out_width: u32) -> Bits {
        match (self.name, self.operand, self.result) {
            ("addf", Some(format), _) => float::add(format, &v[0], &v[1]),
            ("subf", Some(format), _) => float::sub(format, &v[0], &v[1]),
            ("mulf", Some(format), _) => float::mul(format, &v[0], &v[1]),
            ("divf", Some(format), _) => float::div(format, &v[0], &v[1]),
            ("maximumf", Some(format), _) => float::maximum(format, &v[0], &v[1]),
            ("minimumf", Some(format), _) => float::minimum(format, &v[0], &v[1]),
            ("negf", Some(format), _) => float::neg(format, &v[0]),
            ("absf", Some(format), _) => float::abs(format, &v[0]),
            ("cmpf", Some(format), _) => {
                let order = float::cmp(format, &v[0], &v[1]);
                Bits::from_bool(self.predicate.is_some_and(|predicate| predicate.holds(order)))
            }
            ("extf" | "truncf", Some(from), Some(to)) => float::convert(from, to, &v[0]),
            ("sitofp", _, Some(format)) => float::from_int_s(format, &v[0]),
            ("uitofp", _, Some(format)) => float::from_int_u(format, &v[0]),
            ("fptosi", Some(format), _) => {
                float::to_int_s(format, &v[0], out_width).unwrap_or_else(|| Bits::min_signed(out_width))
            }
            _ => unreachable!("the table of operations has no other function of floats"),
        }
    }
}

/// Cycles from the inputs of a function to its result, for operands of `width` bits: those of pipelined units on a Kintex-7 at a clock of
/// 5 ns. Where it is 0 the result is there in the same cycle.
pub fn latency(function: Function, width: u32) -> u32 {
    let is_double = width > 32;
    let of = |single, double| if is_double { double } else { single };
    match function {
        Function::Mul => 4,
        Function::DivS | Function::DivU | Function::RemS | Function::RemU => of(35, width + 3),
        Function::Float(FloatFunction { name, .. }) => match name {
            "addf" | "subf" => of(6, 12),
            "mulf" => of(2, 3),
            "divf" => of(15, 20),
            "cmpf" => of(0, 1),
            "extf" | "truncf" | "sitofp" | "uitofp" | "fptosi" => 5,
            _ => 0,
        },
        _ => 0,
    }
}
