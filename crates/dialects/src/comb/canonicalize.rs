//! Rewrites of `comb` that make new operations: nests are flattened, constants meet, wires that belong together are joined.
//!
//! Each list of patterns belongs to the record of the same name. What is rewritten is never made larger: an operation is
//! taken into another only where nobody else uses it.

use super::fold::{complement_of, made_by, width_of};
use super::low_bit;
use super::ops as code;
use super::predicate::Predicate;
use crate::arith::IntPredicate;
use base::Bits;
use ir::fold::constant_bits;
use ir::rewrite::{Pattern, Rewriter};
use ir::{Ir, Op, OpCode, OpState, Type, Value};

/// Of `comb.add`, `comb.and`, `comb.mul` and `comb.or`.
pub const VARIADIC: &[Pattern] = &[flatten, merge_constants];
/// Of `comb.xor`.
pub const XOR: &[Pattern] = &[flatten, merge_constants, not_of_icmp];
/// Of `comb.sub`.
pub const SUB: &[Pattern] = &[sub_of_constant];
/// Of `comb.divu`.
pub const DIVU: &[Pattern] = &[divu_by_power];
/// Of `comb.modu`.
pub const MODU: &[Pattern] = &[modu_by_power];
/// Of `comb.shrs`.
pub const SHRS: &[Pattern] = &[shrs_to_sign];
/// Of `comb.icmp`.
pub const ICMP: &[Pattern] = &[icmp_of_bit];
/// Of `comb.mux`.
pub const MUX: &[Pattern] = &[mux_of_bits];
/// Of `comb.concat`.
pub const CONCAT: &[Pattern] = &[flatten, join_neighbours];
/// Of `comb.extract`.
pub const EXTRACT: &[Pattern] = &[extract_of_concat];

/// Operations are not flattened to more operands than this: each later look at one goes through all of them.
const MAX_OPERANDS: usize = 1024;

const TWO_STATE: &str = "twoState";

// ----- helpers -----

fn result_ty(ir: &Ir, op: Op) -> Type {
    ir.ty(ir.result(op, 0))
}

fn constant(r: &mut Rewriter<'_>, bits: Bits) -> Option<Value> {
    let ty = r.ir.ctx.int_ty(bits.width());
    let attr = r.ir.ctx.scalar_attr(bits, ty)?;
    r.constant(attr, ty)
}

/// An operation that will replace another one: of its type, with its `bin` where both kinds have that.
fn state(r: &mut Rewriter<'_>, op: Op, code: OpCode, operands: &[Value]) -> OpState {
    let ty = result_ty(r.ir, op);
    let state = OpState::new(code, r.ir.loc(op)).operands(operands).results(&[ty]);
    let takes = r.ir.ctx.registry.def(code).is_some_and(|def| def.attr(TWO_STATE).is_some());
    match r.ir.attr(op, TWO_STATE) {
        Some(two_state) if takes => state.prop(r.ir, TWO_STATE, two_state),
        _ => state,
    }
}

/// Replaces an operation by another of the same type.
fn replace(r: &mut Rewriter<'_>, op: Op, code: OpCode, operands: &[Value]) -> bool {
    let state = state(r, op, code, operands);
    r.replace_with(op, state);
    true
}

// ----- any number of operands -----

/// Whether `inner` can be taken into `op`: it is the same operation, and nobody else uses it.
fn is_part(ir: &Ir, op: Op, inner: Op) -> bool {
    inner != op
        && ir.code(inner) == ir.code(op)
        && ir.attr(inner, TWO_STATE) == ir.attr(op, TWO_STATE)
        && ir.has_one_use(ir.result(inner, 0))
}

/// The number of operands when `inner` is taken into an operation with so many, if that is not too many.
fn joint_operands(ir: &Ir, operands: usize, inner: Op) -> Option<usize> {
    let joint = (operands + ir.operand_count(inner)).saturating_sub(1);
    (joint <= MAX_OPERANDS).then_some(joint)
}

/// `(a · b) · c` as `a · b · c`. The outermost operation takes in the whole tree at once, so that a chain is not copied again at
/// every link; what is too much for it becomes one operation again, and so on.
fn flatten(r: &mut Rewriter<'_>, op: Op) -> bool {
    let user = r.ir.users(r.ir.result(op, 0)).next();
    if user.is_some_and(|user| {
        is_part(r.ir, user, op) && joint_operands(r.ir, r.ir.operand_count(user), op).is_some()
    }) {
        return false;
    }
    let mut changed = false;
    let mut roots = vec![op];
    while let Some(root) = roots.pop() {
        let ir = &*r.ir;
        let mut total = ir.operand_count(root);
        let mut operands = Vec::new();
        let mut open: Vec<Value> = ir.operands(root).rev().collect();
        while let Some(value) = open.pop() {
            let part = ir.defining_op(value).filter(|inner| is_part(ir, root, *inner));
            match part.map(|inner| (inner, joint_operands(ir, total, inner))) {
                Some((inner, Some(joint))) => {
                    total = joint;
                    open.extend(ir.operands(inner).rev());
                }
                Some((inner, None)) => {
                    // In a ring the first would come again.
                    if inner != op {
                        roots.push(inner);
                    }
                    operands.push(value);
                }
                None => operands.push(value),
            }
        }
        if !operands.iter().copied().eq(ir.operands(root)) {
            r.set_operands(root, &operands);
            changed = true;
        }
    }
    changed
}

/// Several constants as one. They stand behind the other operands.
fn merge_constants(r: &mut Rewriter<'_>, op: Op) -> bool {
    let operands: Vec<Value> = r.ir.operands(op).collect();
    let is_constant = |value: &&Value| constant_bits(r.ir, **value).is_some();
    let count = operands.iter().rev().take_while(is_constant).count();
    let (rest, constants) = operands.split_at(operands.len() - count);
    if count < 2 {
        return false;
    }
    let step = match r.ir.code(op) {
        code::ADD => Bits::add,
        code::MUL => Bits::mul,
        code::AND => Bits::and,
        code::OR => Bits::or,
        _ => Bits::xor,
    };
    let bits: Vec<Bits> = constants.iter().filter_map(|value| constant_bits(r.ir, *value).cloned()).collect();
    let Some(first) = bits.first().filter(|bits| bits.width() <= ir::fold::MAX_WIDTH) else { return false };
    let merged = bits[1..].iter().fold(first.clone(), |sum, next| step(&sum, next));
    let Some(merged) = constant(r, merged) else { return false };
    let mut operands = rest.to_vec();
    operands.push(merged);
    r.set_operands(op, &operands);
    true
}

/// `!(a < b)` as `a >= b`, when the comparison is needed for nothing else.
fn not_of_icmp(r: &mut Rewriter<'_>, op: Op) -> bool {
    let Some(inner) = complement_of(r.ir, r.ir.result(op, 0)) else { return false };
    let Some(icmp) = made_by(r.ir, inner, code::ICMP) else { return false };
    let Some(predicate) = Predicate::of(r.ir, icmp) else { return false };
    if !r.ir.has_one_use(inner) {
        return false;
    }
    let (a, b) = (r.ir.operand(icmp, 0), r.ir.operand(icmp, 1));
    let number = r.ir.ctx.int_attr(predicate.inverted().number(), Type::I64);
    let state = state(r, icmp, code::ICMP, &[a, b]).prop(r.ir, "predicate", number);
    r.replace_with(op, state);
    true
}

// ----- two operands -----

/// `x - c` as `x + -c`, which meets other constants.
fn sub_of_constant(r: &mut Rewriter<'_>, op: Op) -> bool {
    let (a, b) = (r.ir.operand(op, 0), r.ir.operand(op, 1));
    let Some(bits) = constant_bits(r.ir, b).map(Bits::neg) else { return false };
    let Some(negated) = constant(r, bits) else { return false };
    replace(r, op, code::ADD, &[a, negated])
}

/// The power of two that an operand is: its exponent, and its width.
fn power_of_two(ir: &Ir, value: Value) -> Option<(u32, u32)> {
    let bits = constant_bits(ir, value)?;
    (bits.count_ones() == 1).then(|| (bits.trailing_zeros(), bits.width()))
}

/// `x / 2^n` as `x >> n`.
fn divu_by_power(r: &mut Rewriter<'_>, op: Op) -> bool {
    let Some((n, width)) = power_of_two(r.ir, r.ir.operand(op, 1)) else { return false };
    let Some(amount) = constant(r, Bits::from_u64(width, u64::from(n))) else { return false };
    let x = r.ir.operand(op, 0);
    replace(r, op, code::SHRU, &[x, amount])
}

/// `x % 2^n` as `x & (2^n - 1)`.
fn modu_by_power(r: &mut Rewriter<'_>, op: Op) -> bool {
    let Some((n, width)) = power_of_two(r.ir, r.ir.operand(op, 1)) else { return false };
    let Some(mask) = constant(r, Bits::ones(n).zext(width)) else { return false };
    let x = r.ir.operand(op, 0);
    replace(r, op, code::AND, &[x, mask])
}

/// A shift of the sign over everything as copies of the sign.
fn shrs_to_sign(r: &mut Rewriter<'_>, op: Op) -> bool {
    let (x, amount) = (r.ir.operand(op, 0), r.ir.operand(op, 1));
    let Some(width) = width_of(r.ir, x).filter(|width| *width > 1) else { return false };
    let is_out = |amount: &Bits| amount.to_u64().is_none_or(|amount| amount >= u64::from(width) - 1);
    if !constant_bits(r.ir, amount).is_some_and(is_out) {
        return false;
    }
    let sign = extract(r, x, width - 1, 1);
    replace(r, op, code::REPLICATE, &[sign])
}

/// Whether a bit is 0, whether it is not 1: its complement.
fn icmp_of_bit(r: &mut Rewriter<'_>, op: Op) -> bool {
    let (a, b) = (r.ir.operand(op, 0), r.ir.operand(op, 1));
    if r.ir.ty(a) != Type::I1 {
        return false;
    }
    let Some(bound) = constant_bits(r.ir, b).map(Bits::is_ones) else { return false };
    let is_complement = match Predicate::of(r.ir, op).map(Predicate::plain) {
        Some(IntPredicate::Eq) => !bound,
        Some(IntPredicate::Ne) => bound,
        _ => false,
    };
    is_complement && to_complement(r, op, a)
}

fn to_complement(r: &mut Rewriter<'_>, op: Op, bit: Value) -> bool {
    let Some(ones) = constant(r, Bits::ones(1)) else { return false };
    replace(r, op, code::XOR, &[bit, ones])
}

/// A choice of bits as logic: `c ? 0 : 1` as `!c`, `c ? x : 0` as `c & x`, `c ? 1 : x` as `c | x`.
fn mux_of_bits(r: &mut Rewriter<'_>, op: Op) -> bool {
    let (condition, yes, no) = (r.ir.operand(op, 0), r.ir.operand(op, 1), r.ir.operand(op, 2));
    if r.ir.ty(yes) != Type::I1 {
        return false;
    }
    let bit = |value: Value| constant_bits(r.ir, value).map(Bits::is_ones);
    match (bit(yes), bit(no)) {
        (Some(false), Some(true)) => to_complement(r, op, condition),
        (None, Some(false)) => replace(r, op, code::AND, &[condition, yes]),
        (Some(true), None) => replace(r, op, code::OR, &[condition, no]),
        _ => false,
    }
}

// ----- wires -----

/// A new extract.
fn extract(r: &mut Rewriter<'_>, input: Value, low: u32, width: u32) -> Value {
    let ty = r.ir.ctx.int_ty(width);
    let low = r.ir.ctx.int_attr(i64::from(low), Type::I32);
    let state = OpState::new(code::EXTRACT, r.loc).operands(&[input]).results(&[ty]);
    let state = state.prop(r.ir, "lowBit", low);
    let op = r.create(state);
    r.ir.result(op, 0)
}

/// What stands for two neighbours of a concatenation.
enum Joined {
    Constant(Bits),
    Extract { input: Value, low: u32, width: u32 },
}

/// What a value is to a concatenation: a constant or some bits of another value.
fn piece(ir: &Ir, value: Value) -> Option<Joined> {
    if let Some(bits) = constant_bits(ir, value) {
        return Some(Joined::Constant(bits.clone()));
    }
    let op = made_by(ir, value, code::EXTRACT)?;
    Some(Joined::Extract { input: ir.operand(op, 0), low: low_bit(ir, op)?, width: width_of(ir, value)? })
}

/// The two pieces as one, if they are both constants, or bits of one value one above the other.
fn join(high: &Joined, low: &Joined) -> Option<Joined> {
    match (high, low) {
        (Joined::Constant(high), Joined::Constant(low)) => {
            let width = u64::from(high.width()) + u64::from(low.width());
            (width <= u64::from(ir::fold::MAX_WIDTH)).then(|| Joined::Constant(Bits::concat(high, low)))
        }
        (
            Joined::Extract { input, low, width },
            Joined::Extract { input: below, low: start, width: rest },
        ) if input == below && start.checked_add(*rest) == Some(*low) => {
            Some(Joined::Extract { input: *input, low: *start, width: width.checked_add(*rest)? })
        }
        _ => None,
    }
}

/// Neighbouring constants as one, neighbouring bits of one value as one extract.
fn join_neighbours(r: &mut Rewriter<'_>, op: Op) -> bool {
    let mut joined: Vec<(Value, Option<Joined>, bool)> = Vec::new();
    for value in r.ir.operands(op) {
        let next = piece(r.ir, value);
        if let (Some((_, Some(last), _)), Some(next)) = (joined.last(), &next)
            && let Some(both) = join(last, next)
        {
            joined.pop();
            joined.push((value, Some(both), true));
        } else {
            joined.push((value, next, false));
        }
    }
    if !joined.iter().any(|(_, _, is_new)| *is_new) {
        return false;
    }
    let mut operands = Vec::with_capacity(joined.len());
    for (value, piece, is_new) in joined {
        operands.push(match piece {
            Some(Joined::Constant(bits)) if is_new => match constant(r, bits) {
                Some(value) => value,
                None => return false,
            },
            Some(Joined::Extract { input, low, width }) if is_new => extract(r, input, low, width),
            _ => value,
        });
    }
    r.set_operands(op, &operands);
    true
}

/// An extract of whole operands of a concatenation as the concatenation of these.
fn extract_of_concat(r: &mut Rewriter<'_>, op: Op) -> bool {
    let Some(concat) = made_by(r.ir, r.ir.operand(op, 0), code::CONCAT) else { return false };
    let (Some(low), Some(width)) = (low_bit(r.ir, op), width_of(r.ir, r.ir.result(op, 0))) else {
        return false;
    };
    let (start, end) = (u64::from(low), u64::from(low) + u64::from(width));
    let (mut base, mut taken) = (0u64, Vec::new());
    for operand in r.ir.operands(concat).rev() {
        let Some(width) = width_of(r.ir, operand) else { return false };
        let above = base + u64::from(width);
        if base >= start && above <= end {
            taken.push(operand);
        } else if above > start && base < end {
            return false;
        }
        base = above;
    }
    if taken.len() < 2 {
        return false;
    }
    taken.reverse();
    replace(r, op, code::CONCAT, &taken)
}
