//! Loops that a flag ends: `break` in C sets one, and the test asks for it first.
//!
//! Two things are known of such a loop that make it simpler. In a round that is run the flag is true. And when a round makes the flag false, what it hands on
//! to values that only the test, the next round, and nobody behind the loop look at is never looked at: a choice of it by what ends the loop is none.

use crate::recurrence::argument;
use dialects::arith;
use dialects::scf::WhileParts;
use ir::effects::is_speculatable;
use ir::fold::constant_bits;
use ir::{Builder, InsertPoint, Ir, Op, OpState, Type, Value};
use rustc_hash::FxHashSet;

/// The two values that a test asks for, if it is an `and`: both must be true for the loop to go on.
pub(super) fn conjuncts(ir: &Ir, test: Op) -> Option<[Value; 2]> {
    let decides =
        ir.defining_op(ir.operand(test, 0)).filter(|op| ir.parent_block(*op) == ir.parent_block(test))?;
    let is_false = |value: Value| constant_bits(ir, value).is_some_and(base::Bits::is_zero);
    match ir.code(decides) {
        arith::ANDI => Some([0, 1].map(|operand| ir.operand(decides, operand))),
        arith::SELECT if is_false(ir.operand(decides, 2)) => {
            Some([0, 1].map(|operand| ir.operand(decides, operand)))
        }
        _ => None,
    }
}

/// A literal of one bit before an operation.
pub(super) fn bit(ir: &mut Ir, before: Op, value: bool) -> Value {
    let attr = ir.ctx.bool_attr(value);
    let state = OpState::new(arith::CONSTANT, ir.loc(before)).results(&[Type::I1]).prop(ir, "value", attr);
    let op = Builder::new(ir, InsertPoint::Before(before), ir.loc(before)).build(state);
    ir.result(op, 0)
}

/// Makes a loop simpler by what its flags say.
pub(super) fn simplify(ir: &mut Ir, op: Op, parts: &WhileParts) {
    let Some(asked) = conjuncts(ir, parts.test) else { return };
    for flag in asked {
        let Some(number) = argument(ir, flag, parts.before) else { continue };
        // What the test asks for behind the flag may be poison then; what it asks for before may not.
        let decides = ir.defining_op(ir.operand(parts.test, 0));
        if decides.is_some_and(|op| ir.code(op) == arith::SELECT && ir.operand(op, 0) == flag) {
            drop_choices(ir, op, parts, number);
        }
        for index in 1..ir.operand_count(parts.test) {
            let inside = ir.args(parts.after)[index - 1];
            if ir.operand(parts.test, index) == flag && !ir.is_unused(inside) {
                let first = ir.first_op(parts.after).expect("it ends in a yield");
                let yes = bit(ir, first, true);
                ir.replace_uses(inside, yes);
            }
        }
    }
}

/// Where the flag's next is false if a condition holds, choices by that condition are none for what is not looked at then.
fn drop_choices(ir: &mut Ir, op: Op, parts: &WhileParts, flag: usize) {
    let Some(ends) = ends_by(ir, ir.operand(parts.end, flag)) else { return };
    for number in 0..ir.operand_count(parts.end) {
        let next = ir.operand(parts.end, number);
        let Some(choice) = ir.defining_op(next).filter(|choice| ir.code(*choice) == arith::SELECT) else {
            continue;
        };
        if number != flag && ir.operand(choice, 0) == ends && is_for_test(ir, op, parts, number) {
            let otherwise = ir.operand(choice, 2);
            ir.set_operand(parts.end, number, otherwise);
        }
    }
}

/// The condition under which the next of a flag is false.
fn ends_by(ir: &Ir, next: Value) -> Option<Value> {
    let choice = ir.defining_op(next).filter(|choice| ir.code(*choice) == arith::SELECT)?;
    constant_bits(ir, ir.operand(choice, 1)).filter(|bits| bits.is_zero())?;
    Some(ir.operand(choice, 0))
}

/// Whether nobody behind the loop sees a carried value, and the first region only computes with it.
fn is_for_test(ir: &Ir, op: Op, parts: &WhileParts, number: usize) -> bool {
    let mut seen: FxHashSet<Value> = [ir.args(parts.before)[number]].into_iter().collect();
    for inner in ir.block_ops(parts.before) {
        if inner == parts.test {
            break;
        }
        if !ir.regions(inner).is_empty() || !is_speculatable(ir, inner) {
            return false;
        }
        if ir.operands(inner).any(|operand| seen.contains(&operand)) {
            seen.extend(ir.results(inner));
        }
    }
    let passed = ir.operands(parts.test).skip(1);
    passed.zip(ir.results(op)).all(|(value, result)| !seen.contains(&value) || ir.is_unused(result))
}
