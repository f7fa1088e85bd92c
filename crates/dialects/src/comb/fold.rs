//! Algebra: what an operation of `comb` is equal to without making new operations.
//!
//! Constant operands alone need nothing here, `eval` folds them. Every identity holds for all values, which a test over the whole
//! table checks. Operands of commutative operations come with the constants last.

use super::ops::*;
use super::predicate::Predicate;
use super::{lookup_table, low_bit};
use crate::arith::IntPredicate;
use base::Bits;
use ir::fold::constant_bits;
use ir::{Attr, Fold, Ir, Op, OpCode, Type, Value};
use smallvec::SmallVec;

// ----- helpers -----

/// The constant an operand is.
fn bits<'a>(ir: &'a Ir, consts: &[Option<Attr>], index: usize) -> Option<&'a Bits> {
    ir.ctx.scalar_bits((*consts.get(index)?)?)
}

fn is_one(bits: &Bits) -> bool {
    bits.to_u64() == Some(1)
}

fn to_constant(ir: &mut Ir, op: Op, bits: Bits) -> Fold {
    let ty = ir.ty(ir.result(op, 0));
    ir.ctx.scalar_attr(bits, ty).map_or(Fold::No, Fold::from)
}

fn to_bool(ir: &mut Ir, op: Op, value: bool) -> Fold {
    to_constant(ir, op, Bits::from_bool(value))
}

pub(super) fn width_of(ir: &Ir, value: Value) -> Option<u32> {
    ir.ctx.scalar_width(ir.ty(value))
}

fn to_zero(ir: &mut Ir, op: Op) -> Fold {
    match width_of(ir, ir.result(op, 0)) {
        Some(width) => to_constant(ir, op, Bits::zero(width)),
        None => Fold::No,
    }
}

/// The operation that makes a value, if it has this code.
pub(super) fn made_by(ir: &Ir, value: Value, code: OpCode) -> Option<Op> {
    ir.defining_op(value).filter(|op| ir.code(*op) == code)
}

/// The value that `value` is the complement of.
pub(super) fn complement_of(ir: &Ir, value: Value) -> Option<Value> {
    let xor = made_by(ir, value, XOR).filter(|op| ir.operand_count(*op) == 2)?;
    constant_bits(ir, ir.operand(xor, 1)).filter(|bits| bits.is_ones()).map(|_| ir.operand(xor, 0))
}

// ----- any number of operands -----

/// What becomes of an operand that stands there more than once.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Repeated {
    /// It counts each time.
    Counts,
    /// Once is enough.
    Once,
    /// Two of them cancel.
    Cancels,
}

/// What is known of an operation with any number of operands.
struct Law {
    /// The constant that changes nothing.
    neutral: fn(u32) -> Bits,
    /// The constant that decides the result, which it is.
    absorbing: Option<fn(u32) -> Bits>,
    repeated: Repeated,
    /// The result when a value and its complement are among the operands.
    of_complements: Option<fn(u32) -> Bits>,
}

fn law(ir: &mut Ir, op: Op, consts: &[Option<Attr>], law: &Law) -> Fold {
    let Some(width) = width_of(ir, ir.result(op, 0)) else { return Fold::No };
    let operands: SmallVec<[Value; 4]> = ir.operands(op).collect();
    if let [only] = operands[..] {
        return only.into();
    }
    let mut kept = operands.clone();
    // Constants are few and last; the others are not looked at one by one.
    let first_constant = consts.iter().position(Option::is_some).unwrap_or(consts.len());
    if first_constant < consts.len() {
        let (neutral, absorbing) = ((law.neutral)(width), law.absorbing.map(|make| make(width)));
        kept.truncate(first_constant);
        for (index, operand) in operands.iter().enumerate().skip(first_constant) {
            match bits(ir, consts, index) {
                Some(bits) if Some(bits) == absorbing.as_ref() => {
                    return to_constant(ir, op, bits.clone());
                }
                Some(bits) if *bits == neutral => {}
                _ => kept.push(*operand),
            }
        }
    }
    let mut sorted = kept.clone();
    sorted.sort_unstable();
    if law.repeated != Repeated::Counts && sorted.windows(2).any(|pair| pair[0] == pair[1]) {
        kept = without_repeated(&kept, &sorted, law.repeated);
    }
    if let Some(result) = law.of_complements {
        let is_there = |value: Value| sorted.binary_search(&value).is_ok();
        if kept.iter().any(|value| complement_of(ir, *value).is_some_and(is_there)) {
            return to_constant(ir, op, result(width));
        }
    }
    match kept[..] {
        [] => to_constant(ir, op, (law.neutral)(width)),
        [only] => only.into(),
        _ if kept.len() < operands.len() => {
            ir.set_operands(op, &kept);
            Fold::InPlace
        }
        _ => Fold::No,
    }
}

/// The operands without those that stand there again: the first of each stays, unless they cancel and are even in number.
fn without_repeated(operands: &[Value], sorted: &[Value], repeated: Repeated) -> SmallVec<[Value; 4]> {
    let mut left: Vec<(Value, bool)> = Vec::new();
    for run in sorted.chunk_by(|a, b| a == b) {
        left.push((run[0], repeated == Repeated::Once || run.len() % 2 == 1));
    }
    let mut kept = SmallVec::new();
    for value in operands {
        let at = left.binary_search_by_key(value, |(value, _)| *value).expect("every operand was sorted in");
        if std::mem::replace(&mut left[at].1, false) {
            kept.push(*value);
        }
    }
    kept
}

fn one(width: u32) -> Bits {
    Bits::from_u64(width, 1)
}

/// `x + 0`.
pub fn add(ir: &mut Ir, op: Op, consts: &[Option<Attr>]) -> Fold {
    let add = Law { neutral: Bits::zero, absorbing: None, repeated: Repeated::Counts, of_complements: None };
    law(ir, op, consts, &add)
}

/// `x * 0`, `x * 1`.
pub fn mul(ir: &mut Ir, op: Op, consts: &[Option<Attr>]) -> Fold {
    let mul =
        Law { neutral: one, absorbing: Some(Bits::zero), repeated: Repeated::Counts, of_complements: None };
    law(ir, op, consts, &mul)
}

/// `x & x`, `x & 0`, `x & -1`, `x & ~x`.
pub fn and(ir: &mut Ir, op: Op, consts: &[Option<Attr>]) -> Fold {
    let and = Law {
        neutral: Bits::ones,
        absorbing: Some(Bits::zero),
        repeated: Repeated::Once,
        of_complements: Some(Bits::zero),
    };
    law(ir, op, consts, &and)
}

/// `x | x`, `x | 0`, `x | -1`, `x | ~x`.
pub fn or(ir: &mut Ir, op: Op, consts: &[Option<Attr>]) -> Fold {
    let or = Law {
        neutral: Bits::zero,
        absorbing: Some(Bits::ones),
        repeated: Repeated::Once,
        of_complements: Some(Bits::ones),
    };
    law(ir, op, consts, &or)
}

/// `x ^ x`, `x ^ 0`, `~~x`.
pub fn xor(ir: &mut Ir, op: Op, consts: &[Option<Attr>]) -> Fold {
    if let Some(inner) = complement_of(ir, ir.result(op, 0)).and_then(|value| complement_of(ir, value)) {
        return inner.into();
    }
    let xor = Law { neutral: Bits::zero, absorbing: None, repeated: Repeated::Cancels, of_complements: None };
    law(ir, op, consts, &xor)
}

// ----- two operands -----

/// `x - x`, `x - 0`.
pub fn sub(ir: &mut Ir, op: Op, consts: &[Option<Attr>]) -> Fold {
    let (a, b) = (ir.operand(op, 0), ir.operand(op, 1));
    if a == b {
        return to_zero(ir, op);
    }
    if bits(ir, consts, 1).is_some_and(Bits::is_zero) { a.into() } else { Fold::No }
}

/// `x / 1`, `x / 0`, `0 / x`. In `i1` the constant 1 read with a sign is -1, and `x / -1` is `x` there, too.
pub fn division(ir: &mut Ir, op: Op, consts: &[Option<Attr>]) -> Fold {
    let zero = |index| bits(ir, consts, index).is_some_and(Bits::is_zero);
    if zero(0) || zero(1) {
        return to_zero(ir, op);
    }
    if bits(ir, consts, 1).is_some_and(is_one) { ir.operand(op, 0).into() } else { Fold::No }
}

/// `x % 1`, `x % 0`, `0 % x`, `x % x`.
pub fn remainder(ir: &mut Ir, op: Op, consts: &[Option<Attr>]) -> Fold {
    let zero = |index| bits(ir, consts, index).is_some_and(Bits::is_zero);
    let one = bits(ir, consts, 1).is_some_and(is_one);
    if zero(0) || zero(1) || one || ir.operand(op, 0) == ir.operand(op, 1) {
        to_zero(ir, op)
    } else {
        Fold::No
    }
}

/// Shifts by 0, of 0, by the width or more.
pub fn shift(ir: &mut Ir, op: Op, consts: &[Option<Attr>]) -> Fold {
    let value = ir.operand(op, 0);
    let zero = |index| bits(ir, consts, index).is_some_and(Bits::is_zero);
    if zero(0) || zero(1) {
        return value.into();
    }
    let Some(width) = width_of(ir, value) else { return Fold::No };
    let Some(amount) = bits(ir, consts, 1) else { return Fold::No };
    let is_out = amount.to_u64().is_none_or(|amount| amount >= u64::from(width));
    match ir.code(op) {
        SHRS if is_out && width == 1 => value.into(),
        SHRS => Fold::No,
        _ if is_out => to_zero(ir, op),
        _ => Fold::No,
    }
}

/// A value compared with itself or with a bound, a bit compared with a constant; constants go to the right.
pub fn icmp(ir: &mut Ir, op: Op, consts: &[Option<Attr>]) -> Fold {
    let (a, b) = (ir.operand(op, 0), ir.operand(op, 1));
    let Some(predicate) = Predicate::of(ir, op) else { return Fold::No };
    let plain = predicate.plain();
    if a == b {
        return to_bool(ir, op, plain.is_reflexive());
    }
    if consts.first().is_some_and(Option::is_some) && consts.get(1).is_some_and(Option::is_none) {
        ir.set_operand(op, 0, b);
        ir.set_operand(op, 1, a);
        let predicate = ir.ctx.int_attr(predicate.swapped().number(), Type::I64);
        ir.set_attr(op, "predicate", Some(predicate));
        return Fold::InPlace;
    }
    let Some(bound) = bits(ir, consts, 1) else { return Fold::No };
    let (least, greatest) = if plain.is_signed() {
        (Bits::min_signed(bound.width()), Bits::max_signed(bound.width()))
    } else {
        (Bits::zero(bound.width()), Bits::ones(bound.width()))
    };
    let (is_least, is_greatest) = (*bound == least, *bound == greatest);
    match plain.unsigned() {
        IntPredicate::Ult if is_least => return to_bool(ir, op, false),
        IntPredicate::Ugt if is_greatest => return to_bool(ir, op, false),
        IntPredicate::Uge if is_least => return to_bool(ir, op, true),
        IntPredicate::Ule if is_greatest => return to_bool(ir, op, true),
        _ => {}
    }
    // Whether a bit is 1, whether it is not 0.
    let is_itself = match plain {
        IntPredicate::Eq => is_one(bound),
        IntPredicate::Ne => bound.is_zero(),
        _ => false,
    };
    if is_itself && ir.ty(a) == Type::I1 { a.into() } else { Fold::No }
}

/// Known condition, equal values, a condition that is the value or is asked again.
pub fn mux(ir: &mut Ir, op: Op, consts: &[Option<Attr>]) -> Fold {
    let (condition, yes, no) = (ir.operand(op, 0), ir.operand(op, 1), ir.operand(op, 2));
    if yes == no {
        return yes.into();
    }
    if let Some(condition) = bits(ir, consts, 0) {
        return if condition.is_zero() { no.into() } else { yes.into() };
    }
    if ir.ty(yes) == Type::I1
        && bits(ir, consts, 1).is_some_and(is_one)
        && bits(ir, consts, 2).is_some_and(Bits::is_zero)
    {
        return condition.into();
    }
    let mut changed = false;
    if let Some(inverse) = complement_of(ir, condition)
        && inverse != condition
    {
        ir.set_operands(op, &[inverse, no, yes]);
        changed = true;
    }
    let condition = ir.operand(op, 0);
    for index in [1, 2] {
        if let Some(inner) = made_by(ir, ir.operand(op, index), MUX)
            && ir.operand(inner, 0) == condition
        {
            let value = ir.operand(inner, index);
            // In a cycle a value may be made of itself; then nothing is gained.
            if value != ir.operand(op, index) {
                ir.set_operand(op, index, value);
                changed = true;
            }
        }
    }
    if changed { Fold::InPlace } else { Fold::No }
}

/// All entries alike; the input itself.
pub fn truth_table(ir: &mut Ir, op: Op, _: &[Option<Attr>]) -> Fold {
    let Some(table) = lookup_table(ir, op) else { return Fold::No };
    match table[..] {
        [first, ref rest @ ..] if rest.iter().all(|entry| *entry == first) => to_bool(ir, op, first),
        [false, true] if ir.operand_count(op) == 1 => ir.operand(op, 0).into(),
        _ => Fold::No,
    }
}

// ----- wires -----

/// Of a single bit, it is that bit.
pub fn of_one_bit(ir: &mut Ir, op: Op, _: &[Option<Attr>]) -> Fold {
    let input = ir.operand(op, 0);
    if ir.ty(input) == Type::I1 { input.into() } else { Fold::No }
}

/// Of a single bit, and twice.
pub fn reverse(ir: &mut Ir, op: Op, consts: &[Option<Attr>]) -> Fold {
    match made_by(ir, ir.operand(op, 0), REVERSE) {
        Some(inner) => ir.operand(inner, 0).into(),
        None => of_one_bit(ir, op, consts),
    }
}

/// One copy; copies of copies.
pub fn replicate(ir: &mut Ir, op: Op, _: &[Option<Attr>]) -> Fold {
    let input = ir.operand(op, 0);
    if ir.ty(input) == ir.ty(ir.result(op, 0)) {
        return input.into();
    }
    match made_by(ir, input, REPLICATE).map(|inner| ir.operand(inner, 0)) {
        Some(source) if source != input => {
            ir.set_operand(op, 0, source);
            Fold::InPlace
        }
        _ => Fold::No,
    }
}

/// Of one operand; operands of no bits.
pub fn concat(ir: &mut Ir, op: Op, _: &[Option<Attr>]) -> Fold {
    let operands: SmallVec<[Value; 4]> = ir.operands(op).collect();
    if let [only] = operands[..] {
        return only.into();
    }
    let is_empty = |value: &Value| width_of(ir, *value) == Some(0);
    if !operands.iter().any(is_empty) {
        return Fold::No;
    }
    let mut kept: SmallVec<[Value; 4]> = operands.iter().copied().filter(|value| !is_empty(value)).collect();
    if kept.is_empty() {
        kept.push(operands[0]);
    }
    ir.set_operands(op, &kept);
    Fold::InPlace
}

/// Of all bits; of an extract, of what lies in one operand of a concatenation, of what lies in one copy.
pub fn extract(ir: &mut Ir, op: Op, _: &[Option<Attr>]) -> Fold {
    let (input, result) = (ir.operand(op, 0), ir.result(op, 0));
    if ir.ty(input) == ir.ty(result) {
        return input.into();
    }
    let (Some(low), Some(width)) = (low_bit(ir, op), width_of(ir, result)) else { return Fold::No };
    let Some((source, low)) = source_of_bits(ir, input, low, width) else { return Fold::No };
    if source == input {
        return Fold::No;
    }
    if low == 0 && ir.ty(source) == ir.ty(result) {
        return source.into();
    }
    let low = ir.ctx.int_attr(i64::from(low), Type::I32);
    ir.set_operand(op, 0, source);
    ir.set_attr(op, "lowBit", Some(low));
    Fold::InPlace
}

/// Where `width` bits of a value come from, when that is one value again, and the lowest of them there.
fn source_of_bits(ir: &Ir, value: Value, low: u32, width: u32) -> Option<(Value, u32)> {
    let op = ir.defining_op(value)?;
    match ir.code(op) {
        EXTRACT => Some((ir.operand(op, 0), low.checked_add(low_bit(ir, op)?)?)),
        REPLICATE => {
            let one = width_of(ir, ir.operand(op, 0)).filter(|one| *one > 0)?;
            let low = low % one;
            (low.checked_add(width)? <= one).then(|| (ir.operand(op, 0), low))
        }
        CONCAT => {
            let mut base = 0u32;
            for operand in ir.operands(op).rev() {
                let end = base.checked_add(width_of(ir, operand)?)?;
                if low < end || (low == end && width == 0) {
                    let fits = low >= base && low.checked_add(width)? <= end;
                    return fits.then(|| (operand, low - base));
                }
                base = end;
            }
            None
        }
        _ => None,
    }
}
