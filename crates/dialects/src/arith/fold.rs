//! Algebra: what an operation of `arith` is equal to without making new operations.
//!
//! Constant operands alone need nothing here, `eval` folds them. Where an operand is known the operation may be one of
//! its operands or a constant; every identity holds for all values that evaluation is defined for, which a test over
//! the whole table checks. Operands of commutative operations come with the constant on the right.
//!
//! Floats have almost none: `x + 0.0` is not `x` for -0.0, and no arithmetic keeps the payload of a NaN.

use super::ops::*;
use super::predicate::{FloatPredicate, IntPredicate};
use base::Bits;
use ir::fold::{uniform_attr, uniform_bits};
use ir::{Attr, Fold, FoldResult, Ir, Op, OpCode, Type, Value};
use smallvec::smallvec;

// ----- helpers -----

/// The constant an operand is, or that every element of it is.
fn bits(ir: &Ir, consts: &[Option<Attr>], index: usize) -> Option<Bits> {
    uniform_bits(&ir.ctx, (*consts.get(index)?)?)
}

fn is_one(bits: &Bits) -> bool {
    bits.to_u64() == Some(1)
}

/// The constant of the type of result `index` with these bits.
fn constant(ir: &mut Ir, op: Op, index: usize, bits: Bits) -> Option<Attr> {
    let ty = ir.ty(ir.result(op, index));
    uniform_attr(&mut ir.ctx, ty, bits)
}

fn to_constant(ir: &mut Ir, op: Op, bits: Bits) -> Fold {
    constant(ir, op, 0, bits).map_or(Fold::No, Fold::from)
}

/// Width of an element of the first result.
fn width(ir: &Ir, op: Op) -> Option<u32> {
    ir.ctx.scalar_width(ir.ctx.element_ty(ir.ty(ir.result(op, 0))))
}

fn to_zero(ir: &mut Ir, op: Op) -> Fold {
    match width(ir, op) {
        Some(width) => to_constant(ir, op, Bits::zero(width)),
        None => Fold::No,
    }
}

/// The operation that makes a value, if it has this code.
fn made_by(ir: &Ir, value: Value, code: OpCode) -> Option<Op> {
    ir.defining_op(value).filter(|op| ir.code(*op) == code)
}

/// The constant a value is, or that every element of it is.
pub(super) fn constant_value(ir: &Ir, value: Value) -> Option<Bits> {
    let op = made_by(ir, value, CONSTANT)?;
    uniform_bits(&ir.ctx, ir.attr(op, "value")?)
}

/// The value that `value` is the complement of.
fn complement_of(ir: &Ir, value: Value) -> Option<Value> {
    let op = made_by(ir, value, XORI)?;
    constant_value(ir, ir.operand(op, 1)).filter(Bits::is_ones).map(|_| ir.operand(op, 0))
}

fn are_complements(ir: &Ir, a: Value, b: Value) -> bool {
    complement_of(ir, a) == Some(b) || complement_of(ir, b) == Some(a)
}

// ----- choice -----

/// Known condition, equal values, and conditions that only repeat what the values say.
pub fn select(ir: &mut Ir, op: Op, consts: &[Option<Attr>]) -> Fold {
    let (condition, yes, no) = (ir.operand(op, 0), ir.operand(op, 1), ir.operand(op, 2));
    if yes == no {
        return yes.into();
    }
    if let Some(condition) = bits(ir, consts, 0) {
        return if condition.is_zero() { no.into() } else { yes.into() };
    }
    // c ? true : false
    if ir.ty(yes) == ir.ty(condition)
        && bits(ir, consts, 1).is_some_and(|b| b.is_ones())
        && bits(ir, consts, 2).is_some_and(|b| b.is_zero())
    {
        return condition.into();
    }
    // (a == b) ? a : b is b, (a != b) ? a : b is a, whichever way round they are compared.
    if let Some(cmp) = made_by(ir, condition, CMPI) {
        let (a, b) = (ir.operand(cmp, 0), ir.operand(cmp, 1));
        if (a, b) == (yes, no) || (a, b) == (no, yes) {
            match IntPredicate::of(ir, cmp) {
                Some(IntPredicate::Eq) => return no.into(),
                Some(IntPredicate::Ne) => return yes.into(),
                _ => {}
            }
        }
    }
    // The same condition asked again.
    let mut changed = false;
    for (index, inner) in [(1, yes), (2, no)] {
        if let Some(inner) = made_by(ir, inner, SELECT)
            && ir.operand(inner, 0) == condition
        {
            let value = ir.operand(inner, index);
            // In code that nobody reaches a value may be made of itself; then nothing is gained.
            if value != ir.operand(op, index) {
                ir.set_operand(op, index, value);
                changed = true;
            }
        }
    }
    if changed { Fold::InPlace } else { Fold::No }
}

// ----- integers -----

/// `x + 0`, `(a - b) + b`.
pub fn addi(ir: &mut Ir, op: Op, consts: &[Option<Attr>]) -> Fold {
    let (a, b) = (ir.operand(op, 0), ir.operand(op, 1));
    if bits(ir, consts, 1).is_some_and(|b| b.is_zero()) {
        return a.into();
    }
    for (difference, other) in [(a, b), (b, a)] {
        if let Some(sub) = made_by(ir, difference, SUBI)
            && ir.operand(sub, 1) == other
        {
            return ir.operand(sub, 0).into();
        }
    }
    Fold::No
}

/// `x - x`, `x - 0`, `(a + b) - b`.
pub fn subi(ir: &mut Ir, op: Op, consts: &[Option<Attr>]) -> Fold {
    let (a, b) = (ir.operand(op, 0), ir.operand(op, 1));
    if a == b {
        return to_zero(ir, op);
    }
    if bits(ir, consts, 1).is_some_and(|b| b.is_zero()) {
        return a.into();
    }
    if let Some(add) = made_by(ir, a, ADDI) {
        if ir.operand(add, 0) == b {
            return ir.operand(add, 1).into();
        }
        if ir.operand(add, 1) == b {
            return ir.operand(add, 0).into();
        }
    }
    Fold::No
}

/// `x * 0`, `x * 1`.
pub fn muli(ir: &mut Ir, op: Op, consts: &[Option<Attr>]) -> Fold {
    match bits(ir, consts, 1) {
        Some(b) if b.is_zero() => to_constant(ir, op, b),
        Some(b) if is_one(&b) => ir.operand(op, 0).into(),
        _ => Fold::No,
    }
}

fn two(first: FoldResult, second: FoldResult) -> Fold {
    Fold::Results(smallvec![first, second])
}

/// `x + 0` does not overflow.
pub fn addui_extended(ir: &mut Ir, op: Op, consts: &[Option<Attr>]) -> Fold {
    if bits(ir, consts, 1).is_some_and(|b| b.is_zero())
        && let Some(no) = constant(ir, op, 1, Bits::from_bool(false))
    {
        return two(FoldResult::Value(ir.operand(op, 0)), FoldResult::Attr(no));
    }
    Fold::No
}

/// `x * 0`.
pub fn mulsi_extended(ir: &mut Ir, op: Op, consts: &[Option<Attr>]) -> Fold {
    if let Some(b) = bits(ir, consts, 1)
        && b.is_zero()
        && let Some(zero) = constant(ir, op, 0, b)
    {
        return two(FoldResult::Attr(zero), FoldResult::Attr(zero));
    }
    Fold::No
}

/// `x * 0`, `x * 1`.
pub fn mului_extended(ir: &mut Ir, op: Op, consts: &[Option<Attr>]) -> Fold {
    if let Some(b) = bits(ir, consts, 1)
        && is_one(&b)
        && let Some(zero) = constant(ir, op, 1, Bits::zero(b.width()))
    {
        return two(FoldResult::Value(ir.operand(op, 0)), FoldResult::Attr(zero));
    }
    mulsi_extended(ir, op, consts)
}

/// `x / 1`. In `i1` the constant 1 read with a sign is -1, by which only 0 can be divided: the result is `x` all the same.
pub fn division(ir: &mut Ir, op: Op, consts: &[Option<Attr>]) -> Fold {
    if bits(ir, consts, 1).is_some_and(|b| is_one(&b)) { ir.operand(op, 0).into() } else { Fold::No }
}

/// `x % 1`.
pub fn remainder(ir: &mut Ir, op: Op, consts: &[Option<Attr>]) -> Fold {
    if bits(ir, consts, 1).is_some_and(|b| is_one(&b)) { to_zero(ir, op) } else { Fold::No }
}

/// `x << 0`, `0 << x` and their likes to the right.
pub fn shift(ir: &mut Ir, op: Op, consts: &[Option<Attr>]) -> Fold {
    let zero = |index| bits(ir, consts, index).is_some_and(|b| b.is_zero());
    // A shift of an i0 is always by the width or more.
    if (zero(0) || zero(1)) && width(ir, op) != Some(0) { ir.operand(op, 0).into() } else { Fold::No }
}

/// `x & x`, `x & 0`, `x & -1`, `x & ~x`, `(x & y) & y`.
pub fn andi(ir: &mut Ir, op: Op, consts: &[Option<Attr>]) -> Fold {
    let (a, b) = (ir.operand(op, 0), ir.operand(op, 1));
    match bits(ir, consts, 1) {
        Some(b) if b.is_zero() => return to_constant(ir, op, b),
        Some(b) if b.is_ones() => return a.into(),
        _ => {}
    }
    if are_complements(ir, a, b) {
        return to_zero(ir, op);
    }
    absorbed(ir, a, b, ANDI)
}

/// `x | x`, `x | 0`, `x | -1`, `x | ~x`, `(x | y) | y`.
pub fn ori(ir: &mut Ir, op: Op, consts: &[Option<Attr>]) -> Fold {
    let (a, b) = (ir.operand(op, 0), ir.operand(op, 1));
    match bits(ir, consts, 1) {
        Some(b) if b.is_zero() => return a.into(),
        Some(b) if b.is_ones() => return to_constant(ir, op, b),
        _ => {}
    }
    if are_complements(ir, a, b)
        && let Some(width) = width(ir, op)
    {
        return to_constant(ir, op, Bits::ones(width));
    }
    absorbed(ir, a, b, ORI)
}

/// For an idempotent operation: one operand that already has the other one in it.
fn absorbed(ir: &Ir, a: Value, b: Value, code: OpCode) -> Fold {
    if a == b {
        return a.into();
    }
    for (whole, part) in [(a, b), (b, a)] {
        if let Some(inner) = made_by(ir, whole, code)
            && (ir.operand(inner, 0) == part || ir.operand(inner, 1) == part)
        {
            return whole.into();
        }
    }
    Fold::No
}

/// `x ^ x`, `x ^ 0`, `(x ^ y) ^ y`.
pub fn xori(ir: &mut Ir, op: Op, consts: &[Option<Attr>]) -> Fold {
    let (a, b) = (ir.operand(op, 0), ir.operand(op, 1));
    if a == b {
        return to_zero(ir, op);
    }
    if bits(ir, consts, 1).is_some_and(|b| b.is_zero()) {
        return a.into();
    }
    for (whole, part) in [(a, b), (b, a)] {
        if let Some(inner) = made_by(ir, whole, XORI) {
            if ir.operand(inner, 0) == part {
                return ir.operand(inner, 1).into();
            }
            if ir.operand(inner, 1) == part {
                return ir.operand(inner, 0).into();
            }
        }
    }
    Fold::No
}

/// A maximum or minimum: of the value itself, of the bound nothing passes, of the bound nothing stops at.
fn extremum(
    ir: &mut Ir,
    op: Op,
    consts: &[Option<Attr>],
    top: fn(u32) -> Bits,
    bottom: fn(u32) -> Bits,
) -> Fold {
    let (a, b) = (ir.operand(op, 0), ir.operand(op, 1));
    if let Some(bound) = bits(ir, consts, 1) {
        if bound == top(bound.width()) {
            return to_constant(ir, op, bound);
        }
        if bound == bottom(bound.width()) {
            return a.into();
        }
    }
    absorbed(ir, a, b, ir.code(op))
}

/// `max(x, x)`, and with the greatest or least value.
pub fn maxsi(ir: &mut Ir, op: Op, consts: &[Option<Attr>]) -> Fold {
    extremum(ir, op, consts, Bits::max_signed, Bits::min_signed)
}

/// `max(x, x)`, and with the greatest or least value.
pub fn maxui(ir: &mut Ir, op: Op, consts: &[Option<Attr>]) -> Fold {
    extremum(ir, op, consts, Bits::ones, Bits::zero)
}

/// `min(x, x)`, and with the greatest or least value.
pub fn minsi(ir: &mut Ir, op: Op, consts: &[Option<Attr>]) -> Fold {
    extremum(ir, op, consts, Bits::min_signed, Bits::max_signed)
}

/// `min(x, x)`, and with the greatest or least value.
pub fn minui(ir: &mut Ir, op: Op, consts: &[Option<Attr>]) -> Fold {
    extremum(ir, op, consts, Bits::zero, Bits::ones)
}

/// A value compared with itself or with a bound, an extended `i1` compared with zero; constants go to the right.
pub fn cmpi(ir: &mut Ir, op: Op, consts: &[Option<Attr>]) -> Fold {
    let (a, b) = (ir.operand(op, 0), ir.operand(op, 1));
    let Some(predicate) = IntPredicate::of(ir, op) else { return Fold::No };
    if a == b {
        return to_constant(ir, op, Bits::from_bool(predicate.is_reflexive()));
    }
    if consts.first().is_some_and(Option::is_some) && consts.get(1).is_some_and(Option::is_none) {
        ir.set_operand(op, 0, b);
        ir.set_operand(op, 1, a);
        let predicate = ir.ctx.int_attr(predicate.swapped().number(), Type::I64);
        ir.set_attr(op, "predicate", Some(predicate));
        return Fold::InPlace;
    }
    let Some(bound) = bits(ir, consts, 1) else { return Fold::No };
    let (least, greatest) = if predicate.is_signed() {
        (Bits::min_signed(bound.width()), Bits::max_signed(bound.width()))
    } else {
        (Bits::zero(bound.width()), Bits::ones(bound.width()))
    };
    match predicate.unsigned() {
        // below the least, above the greatest
        IntPredicate::Ult if bound == least => return to_constant(ir, op, Bits::from_bool(false)),
        IntPredicate::Ugt if bound == greatest => return to_constant(ir, op, Bits::from_bool(false)),
        // at least the least, at most the greatest
        IntPredicate::Uge if bound == least => return to_constant(ir, op, Bits::from_bool(true)),
        IntPredicate::Ule if bound == greatest => return to_constant(ir, op, Bits::from_bool(true)),
        _ => {}
    }
    // A bit that was widened, or was a bit all along, compared with what it is when it is not set, or when it is.
    let (source, set) = match (made_by(ir, a, EXTUI), made_by(ir, a, EXTSI)) {
        (Some(ext), _) => (ir.operand(ext, 0), Bits::from_u64(bound.width(), 1)),
        (_, Some(ext)) => (ir.operand(ext, 0), Bits::ones(bound.width())),
        _ => (a, Bits::from_u64(bound.width(), 1)),
    };
    let is_bit = ir.ctx.element_ty(ir.ty(source)) == Type::I1;
    let is_source = match predicate {
        IntPredicate::Ne => bound.is_zero(),
        IntPredicate::Eq => bound == set,
        _ => false,
    };
    if is_bit && is_source {
        return source.into();
    }
    Fold::No
}

// ----- floats -----

/// The predicates that do not look.
pub fn cmpf(ir: &mut Ir, op: Op, _: &[Option<Attr>]) -> Fold {
    match FloatPredicate::of(ir, op) {
        Some(FloatPredicate::False) => to_constant(ir, op, Bits::from_bool(false)),
        Some(FloatPredicate::True) => to_constant(ir, op, Bits::from_bool(true)),
        _ => Fold::No,
    }
}

/// `-(-x)`
pub fn negf(ir: &mut Ir, op: Op, _: &[Option<Attr>]) -> Fold {
    match made_by(ir, ir.operand(op, 0), NEGF) {
        Some(inner) => ir.operand(inner, 0).into(),
        None => Fold::No,
    }
}

// ----- casts -----

/// Makes the operand of the operation the operand of the one before it.
fn look_through(ir: &mut Ir, op: Op, inner: Op) -> Fold {
    let source = ir.operand(inner, 0);
    ir.set_operand(op, 0, source);
    Fold::InPlace
}

/// The source of `inner` when it has the type of the result of `op`.
fn round_trip(ir: &Ir, op: Op, inner: Op) -> Option<Value> {
    let source = ir.operand(inner, 0);
    (ir.ty(source) == ir.ty(ir.result(op, 0))).then_some(source)
}

/// An extension of the same extension.
pub fn ext_of_same(ir: &mut Ir, op: Op, _: &[Option<Attr>]) -> Fold {
    match made_by(ir, ir.operand(op, 0), ir.code(op)) {
        Some(inner) => look_through(ir, op, inner),
        None => Fold::No,
    }
}

/// An extension of an extension: both are exact, and a NaN is the canonical one after either.
pub fn extf(ir: &mut Ir, op: Op, consts: &[Option<Attr>]) -> Fold {
    ext_of_same(ir, op, consts)
}

/// A truncation of an extension to a type no wider than the source, or of a truncation.
pub fn trunci(ir: &mut Ir, op: Op, _: &[Option<Attr>]) -> Fold {
    let Some(inner) = ir.defining_op(ir.operand(op, 0)) else { return Fold::No };
    let is_ext = ir.code(inner) == EXTSI || ir.code(inner) == EXTUI;
    if !is_ext && ir.code(inner) != TRUNCI {
        return Fold::No;
    }
    if let Some(source) = round_trip(ir, op, inner) {
        return source.into();
    }
    let source = ir.ctx.scalar_width(ir.ctx.element_ty(ir.ty(ir.operand(inner, 0))));
    if width(ir, op) < source { look_through(ir, op, inner) } else { Fold::No }
}

/// A cast to the type it has, or of a cast.
pub fn bitcast(ir: &mut Ir, op: Op, _: &[Option<Attr>]) -> Fold {
    let source = ir.operand(op, 0);
    if ir.ty(source) == ir.ty(ir.result(op, 0)) {
        return source.into();
    }
    match made_by(ir, source, BITCAST) {
        Some(inner) => match round_trip(ir, op, inner) {
            Some(source) => source.into(),
            None => look_through(ir, op, inner),
        },
        None => Fold::No,
    }
}

/// From an integer of at most 64 bits to an index and back.
pub fn index_cast(ir: &mut Ir, op: Op, _: &[Option<Attr>]) -> Fold {
    if let Some(inner) = made_by(ir, ir.operand(op, 0), ir.code(op))
        && let Some(source) = round_trip(ir, op, inner)
        && ir.ctx.element_ty(ir.ty(source)) != Type::INDEX
        && width(ir, op).is_some_and(|width| width <= 64)
    {
        return source.into();
    }
    Fold::No
}
