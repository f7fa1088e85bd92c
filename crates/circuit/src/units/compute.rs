//! Arithmetic: without latency a join around logic, with latency a pipeline that moves as a whole.

use super::divide;
use super::frame::{Behaviour, Frame, Token};
use dialects::arith::IntPredicate;
use dialects::comb::Predicate;
use dialects::handshake::unit::Function;
use ir::Value;

pub(super) fn compute(f: &mut Frame<'_>, function: Function, latency: u32, width: u32) -> Behaviour {
    let operands: Vec<Value> = (0..f.inputs.len()).map(|input| f.data(input)).collect();
    let all = f.all_valid();
    if latency == 0 {
        let data = Some(logic(f, function, &operands, width));
        let ready = f.ready[0];
        let ready = f.and(all, ready);
        return Behaviour::new(vec![ready; operands.len()], vec![Token { valid: all, data }]);
    }
    let (moves, last) = f.pipeline(latency, all);
    let data = match function {
        Function::Mul if latency > 1 => {
            // Registers around the product, so that synthesis can move them into it.
            let [a, b] = [("a", operands[0]), ("b", operands[1])].map(|(name, x)| stage(f, name, x, moves));
            if latency > 2 && (HALF + 1..=2 * HALF).contains(&width) {
                product_of_halves(f, a, b, latency - 1, moves)
            } else {
                let product = f.mul(a, b);
                delayed(f, product, latency - 1, moves)
            }
        }
        Function::DivS | Function::DivU | Function::RemS | Function::RemU if latency > 2 => {
            divide::pipelined(f, function, operands[0], operands[1], latency, moves)
        }
        _ => {
            let result = logic(f, function, &operands, width);
            delayed(f, result, latency, moves)
        }
    };
    let ready = f.and(all, moves);
    Behaviour::new(vec![ready; operands.len()], vec![Token { valid: last, data: Some(data) }])
}

/// A value in a register of the pipeline.
pub(super) fn stage(f: &mut Frame<'_>, name: &str, value: Value, moves: Value) -> Value {
    f.keep(name, Some(value), moves).expect("there are data")
}

fn delayed(f: &mut Frame<'_>, mut value: Value, cycles: u32, moves: Value) -> Value {
    for k in 0..cycles {
        value = stage(f, &format!("stage{k}"), value, moves);
    }
    value
}

/// Bits that the multipliers of an FPGA take.
const HALF: u32 = 18;

/// A product in two stages or more, made of products of half the width with registers behind them: a multiplier of an FPGA takes most of a cycle, and what adds
/// up several of them has one of its own.
fn product_of_halves(f: &mut Frame<'_>, a: Value, b: Value, stages: u32, moves: Value) -> Value {
    let width = f.width(a);
    let low = width.div_ceil(2);
    let high = width - low;
    let [(a_low, a_high), (b_low, b_high)] = [a, b].map(|x| (f.trunc(x, low), f.extract(x, low, high)));
    let [a_wide, b_wide] = [a_low, b_low].map(|half| f.zext(half, width));
    let [a_cut, b_cut] = [a_low, b_low].map(|half| f.trunc(half, high));
    let products = [
        ("product_low", f.mul(a_wide, b_wide)),
        ("product_left", f.mul(a_cut, b_high)),
        ("product_right", f.mul(a_high, b_cut)),
    ];
    let [mut lower, left, right] = products.map(|(name, product)| stage(f, name, product, moves));
    let mut upper = f.add(left, right);
    let mut left_over = stages - 2;
    if left_over > 0 {
        left_over -= 1;
        upper = stage(f, "upper", upper, moves);
        lower = stage(f, "lower", lower, moves);
    }
    let (above, below) = (f.extract(lower, low, high), f.trunc(lower, low));
    let sum = f.add(above, upper);
    let product = f.concat(&[sum, below]);
    delayed(f, product, 1 + left_over, moves)
}

/// What a function computes, in no time.
pub(super) fn logic(f: &mut Frame<'_>, function: Function, x: &[Value], width: u32) -> Value {
    match function {
        Function::Add => f.add(x[0], x[1]),
        Function::Sub => f.sub(x[0], x[1]),
        Function::Mul => f.mul(x[0], x[1]),
        Function::DivS | Function::DivU | Function::RemS | Function::RemU => {
            divide::at_once(f, function, x[0], x[1])
        }
        Function::And => f.and(x[0], x[1]),
        Function::Or => f.or(x[0], x[1]),
        Function::Xor => f.xor(x[0], x[1]),
        Function::Not => f.not(x[0]),
        Function::Shl => f.shl(x[0], x[1]),
        Function::ShrS => f.shrs(x[0], x[1]),
        Function::ShrU => f.shru(x[0], x[1]),
        Function::Cmp(test) => f.icmp(predicate(test), x[0], x[1]),
        Function::Select => f.mux(x[0], x[1], x[2]),
        Function::MaxS => extreme(f, Predicate::Sgt, x),
        Function::MaxU => extreme(f, Predicate::Ugt, x),
        Function::MinS => extreme(f, Predicate::Slt, x),
        Function::MinU => extreme(f, Predicate::Ult, x),
        Function::Abs => divide::magnitude(f, x[0]).0,
        Function::ExtS => f.sext(x[0], width),
        Function::ExtU => f.zext(x[0], width),
        Function::Trunc => f.trunc(x[0], width),
        Function::Float(float) => panic!("there is no circuit for {}, which `has` says", float.name),
    }
}

fn extreme(f: &mut Frame<'_>, first_if: Predicate, x: &[Value]) -> Value {
    let first = f.icmp(first_if, x[0], x[1]);
    f.mux(first, x[0], x[1])
}

/// The comparison of circuits that a comparison of programs is.
pub(super) fn predicate(test: IntPredicate) -> Predicate {
    match test {
        IntPredicate::Eq => Predicate::Eq,
        IntPredicate::Ne => Predicate::Ne,
        IntPredicate::Slt => Predicate::Slt,
        IntPredicate::Sle => Predicate::Sle,
        IntPredicate::Sgt => Predicate::Sgt,
        IntPredicate::Sge => Predicate::Sge,
        IntPredicate::Ult => Predicate::Ult,
        IntPredicate::Ule => Predicate::Ule,
        IntPredicate::Ugt => Predicate::Ugt,
        IntPredicate::Uge => Predicate::Uge,
    }
}
