//! `reduce-strength`: multiplications by literals as sums of shifted values, in kernels of streams.
//!
//! A multiplier is a pipeline of several cycles, whatever it multiplies by. A shift by a literal is wires, and an addition is a part of a cycle, so where
//! a few of them do the same they are smaller, and a loop that goes through them turns faster. The literal is written with digits −1, 0 and 1 such that
//! no two neighbours are both other than 0: that is the writing with the fewest. It happens to streams because addresses of arrays with several dimensions
//! are multiplied there first.
//!
//! A literal that is added to a shifted value and fits below it is put there instead (`|`), which takes no logic: `3 * n + 1` is `n + (2 * n | 1)`.

use base::{Bits, Diagnostics};
use dialects::{arith, handshake};
use ir::pass::{PassArgs, PassDef};
use ir::text::Reported;
use ir::{Builder, InsertPoint, Ir, Op, OpState, Type, Value};

/// The pass.
pub static REDUCE_STRENGTH: PassDef = PassDef {
    name: "reduce-strength",
    doc: "Multiplies by literals with shifts and additions.\n\
        In kernels of streams, a product of which one factor is a literal that two additions or subtractions of shifted values make up; and a sum of a shifted \
        value and a literal that fits below it. Kernels of channels stay as they are.",
    options: &[],
    run,
};

/// How many additions and subtractions may take the place of a multiplier.
const MOST_SUMS: usize = 2;

fn run(ir: &mut Ir, root: Op, _: &PassArgs, _: &mut Diagnostics) -> Result<(), Reported> {
    for kernel in ir.walk(root) {
        if ir.code(kernel) == handshake::FUNC
            && let Some(block) = crate::simplify_streams::body_of_streams(ir, kernel)
        {
            let products: Vec<Op> = ir.block_ops(block).filter(|op| ir.code(*op) == arith::MULI).collect();
            for op in products {
                reduce(ir, op);
            }
            let sums: Vec<Op> = ir.block_ops(block).filter(|op| ir.code(*op) == arith::ADDI).collect();
            for op in sums {
                // The sum inside of another goes with it, and may stand behind it in the text.
                if !ir.is_erased(op) {
                    put_below(ir, op);
                }
            }
        }
    }
    Ok(())
}

/// A shifted value of a sum: by how much, and whether it is subtracted.
type Digit = (u32, bool);

/// What a factor is made up of, if that is little; what is added comes first. Where additions alone are as few, they are taken: a literal may be put
/// below what is added.
pub(crate) fn digits(factor: &Bits) -> Option<Vec<Digit>> {
    let mut rest = factor.to_i128()?;
    let plain = rest.count_ones() as usize;
    let (mut digits, mut place) = (Vec::new(), 0);
    while rest != 0 {
        if rest & 1 == 1 {
            let subtracts = rest & 3 == 3;
            rest += if subtracts { 1 } else { -1 };
            digits.push((place, subtracts));
        }
        rest >>= 1;
        place += 1;
    }
    // A digit past the last bit is nothing in this width.
    digits.retain(|(place, _)| *place < factor.width());
    digits.sort_by_key(|(place, subtracts)| (*subtracts, std::cmp::Reverse(*place)));
    if factor.to_i128()? > 0 && plain <= digits.len() {
        let ones = (0..factor.width()).rev().filter(|place| factor.bit(*place));
        digits = ones.map(|place| (place, false)).collect();
    }
    let sums = digits.len() - usize::from(digits.first().is_some_and(|(_, subtracts)| !subtracts));
    (sums <= MOST_SUMS).then_some(digits)
}

/// The literal that a value is for every token.
fn literal(ir: &Ir, value: Value) -> Option<Bits> {
    let op = ir.defining_op(value)?;
    match ir.code(op) {
        handshake::CONSTANT | arith::CONSTANT => ir.ctx.bits_of(ir.attr(op, "value")?, ir.ty(value)),
        _ => None,
    }
}

fn reduce(ir: &mut Ir, op: Op) {
    let factors = [0, 1].map(|operand| ir.operand(op, operand));
    let (value, digits) = match factors.map(|factor| literal(ir, factor)) {
        [None, Some(factor)] => (factors[0], digits(&factor)),
        [Some(factor), None] => (factors[1], digits(&factor)),
        _ => return,
    };
    let Some(digits) = digits.filter(|digits| !digits.is_empty()) else { return };
    let (loc, ty, result) = (ir.loc(op), ir.ty(value), ir.result(op, 0));
    let mut b = Builder::new(ir, InsertPoint::Before(op), loc);
    let mut sum = None;
    for (place, subtracts) in digits {
        let part = if place == 0 {
            value
        } else {
            let by = standing(&mut b, i64::from(place), ty);
            b.value(arith::SHLI, &[value, by], ty)
        };
        sum = Some(match (sum, subtracts) {
            (None, false) => part,
            (None, true) => {
                let zero = standing(&mut b, 0, ty);
                b.value(arith::SUBI, &[zero, part], ty)
            }
            (Some(sum), false) => b.value(arith::ADDI, &[sum, part], ty),
            (Some(sum), true) => b.value(arith::SUBI, &[sum, part], ty),
        });
    }
    let sum = sum.expect("there is a digit");
    if ir.value_name(sum).is_none() {
        ir.set_value_name(sum, ir.value_name(result));
    }
    ir.replace_uses(result, sum);
    ir.erase(op);
}

/// Puts the literal of a sum below the shifted value it is added to, or below the one that is part of the sum it is added to.
fn put_below(ir: &mut Ir, op: Op) {
    let parts = [0, 1].map(|operand| ir.operand(op, operand));
    let (value, low) = match parts.map(|part| literal(ir, part)) {
        [None, Some(low)] => (parts[0], low),
        [Some(low), None] => (parts[1], low),
        _ => return,
    };
    let is_sum = |sum: &Op| ir.code(*sum) == arith::ADDI && ir.has_one_use(ir.result(*sum, 0));
    let (shifted, beside) = match ir.defining_op(value) {
        Some(sum) if is_sum(&sum) => {
            let inner = [0, 1].map(|operand| ir.operand(sum, operand));
            let Some(at) = inner.iter().position(|part| is_above(ir, *part, &low)) else { return };
            (inner[at], Some(inner[1 - at]))
        }
        _ if is_above(ir, value, &low) => (value, None),
        _ => return,
    };
    let (loc, ty, result, inner) = (ir.loc(op), ir.ty(value), ir.result(op, 0), ir.defining_op(value));
    let mut b = Builder::new(ir, InsertPoint::Before(op), loc);
    let low = standing(&mut b, low.to_i64().expect("it is below a shift"), ty);
    let filled = b.value(arith::ORI, &[shifted, low], ty);
    let sum = beside.map_or(filled, |beside| b.value(arith::ADDI, &[beside, filled], ty));
    if ir.value_name(sum).is_none() {
        ir.set_value_name(sum, ir.value_name(result));
    }
    ir.replace_uses(result, sum);
    ir.erase(op);
    if let (Some(inner), Some(_)) = (inner, beside) {
        ir.erase(inner);
    }
}

/// Whether a value is shifted past all the bits of a number.
fn is_above(ir: &Ir, value: Value, low: &Bits) -> bool {
    let Some(shift) = ir.defining_op(value).filter(|shift| ir.code(*shift) == arith::SHLI) else {
        return false;
    };
    let (by, low) = (literal(ir, ir.operand(shift, 1)).and_then(|by| by.to_u64()), low.to_u64());
    matches!((by, low), (Some(by), Some(low)) if by < 63 && low > 0 && low < 1 << by)
}

/// A literal that is always there: it is taken together with the value.
fn standing(b: &mut Builder<'_>, number: i64, ty: Type) -> Value {
    let (loc, attr) = (b.loc, b.ir.ctx.int_attr(number, ty));
    let token = b.value(handshake::SOURCE, &[], Type::NONE);
    let state =
        OpState::new(handshake::CONSTANT, loc).operands(&[token]).results(&[ty]).prop(b.ir, "value", attr);
    let op = b.build(state);
    b.ir.result(op, 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The digits of a factor as a sum.
    fn written(width: u32, factor: i64) -> Option<String> {
        let digits = digits(&Bits::from_i64(width, factor))?;
        Some(
            digits
                .into_iter()
                .map(|(place, subtracts)| format!("{}{}", if subtracts { "-" } else { "+" }, place))
                .collect(),
        )
    }

    #[test]
    fn factors_are_written_with_few_digits() {
        assert_eq!(written(32, 5).as_deref(), Some("+2+0"));
        assert_eq!(written(32, 30).as_deref(), Some("+5-1"));
        assert_eq!(written(32, 100).as_deref(), Some("+6+5+2"));
        assert_eq!(written(32, -1).as_deref(), Some("-0"));
        assert_eq!(written(32, -3).as_deref(), Some("+0-2"));
        assert_eq!(written(32, 0x5555), None);
        // The sign is a digit past the width.
        assert_eq!(written(8, -128).as_deref(), Some("-7"));
    }

    #[test]
    fn digits_make_up_their_factor() {
        for width in 1..=9u32 {
            for factor in -(1i64 << (width - 1))..1i64 << (width - 1) {
                let Some(digits) = digits(&Bits::from_i64(width, factor)) else { continue };
                let sum: i64 =
                    digits.iter().map(|(place, subtracts)| if *subtracts { -1 } else { 1 } << place).sum();
                assert_eq!((sum - factor) % (1 << width), 0, "{factor} in {width} bits: {digits:?}");
            }
        }
    }
}
