//! Arithmetic on tokens.
//!
//! What has a unit computes what the unit computes, which is the operation's own meaning and, where the program leaves it open, what all
//! circuits do. Everything else goes through the `eval` of the operation's record, and is zero where that has no answer.

use super::{Token, token_width};
use crate::code::words;
use base::Bits;
use dialects::arith::{self, IntPredicate};
use dialects::handshake::{Function, Kind};
use dialects::{handshake, math};
use ir::opdef::EvalFn;
use ir::{EvalCx, Ir, Op, OpCode, Type};
use smallvec::SmallVec;

/// What an operation computes, and the widths it does so with.
pub struct Compute {
    rule: Rule,
    inputs: SmallVec<[u32; 3]>,
    outputs: SmallVec<[u32; 2]>,
    /// All widths are at most 64.
    narrow: bool,
}

enum Rule {
    Unit(Function),
    Eval(EvalFn),
}

impl Compute {
    /// What an operation computes; `None` if it is none that computes on scalars.
    pub fn new(ir: &Ir, op: Op) -> Option<Compute> {
        let widths = |values: &mut dyn Iterator<Item = ir::Value>| {
            values.map(|value| token_width(ir, ir.ty(value))).collect::<Option<Vec<u32>>>()
        };
        let rule = rule(ir, op)?;
        let (inputs, outputs) = (widths(&mut ir.operands(op))?, widths(&mut ir.results(op))?);
        let narrow = inputs.iter().chain(&outputs).all(|width| *width <= 64);
        Some(Compute { rule, inputs: inputs.into(), outputs: outputs.into(), narrow })
    }

    /// The result for operands of at most 64 bits, if there is a short way to it.
    pub fn quick(&self, inputs: &[u64]) -> Option<u64> {
        match self.rule {
            Rule::Unit(function) if self.narrow => narrow(function, inputs, self.inputs[0], self.outputs[0]),
            _ => None,
        }
    }

    /// The tokens that come of tokens.
    pub fn tokens(&self, ir: &Ir, op: Op, inputs: &[Token]) -> Vec<Token> {
        let bits: Vec<Bits> =
            inputs.iter().zip(&self.inputs).map(|(token, width)| Bits::from_words(*width, token)).collect();
        match self.rule {
            Rule::Unit(function) => {
                vec![Token::from_slice(function.eval(&bits, self.outputs[0]).words())]
            }
            Rule::Eval(eval) => {
                let operands: Vec<Type> = ir.operands(op).map(|value| ir.ty(value)).collect();
                let results: Vec<Type> = ir.results(op).map(|value| ir.ty(value)).collect();
                let cx = EvalCx { ctx: &ir.ctx, props: ir.props(op), operands: &operands, results: &results };
                match eval(&cx, &bits) {
                    Ok(values) => values.iter().map(|bits| Token::from_slice(bits.words())).collect(),
                    Err(_) => {
                        self.outputs.iter().map(|w| smallvec::smallvec![0; words(*w) as usize]).collect()
                    }
                }
            }
        }
    }
}

fn rule(ir: &Ir, op: Op) -> Option<Rule> {
    let code = ir.code(op);
    if let Some(function) = function_of(ir, op, code) {
        return Some(Rule::Unit(function));
    }
    let name = ir.name(op);
    if name.starts_with("handshake.") {
        return match handshake::unit_of(ir, op)?.kind {
            Kind::Compute { function, .. } => Some(Rule::Unit(function)),
            _ => None,
        };
    }
    let is_known = name.starts_with("arith.") || name.starts_with("math.");
    ir.def(op)?.eval.filter(|_| is_known && code != arith::CONSTANT).map(Rule::Eval)
}

/// The unit of an operation on integers of the program.
fn function_of(ir: &Ir, op: Op, code: OpCode) -> Option<Function> {
    Some(match code {
        arith::ADDI => Function::Add,
        arith::SUBI => Function::Sub,
        arith::MULI => Function::Mul,
        arith::DIVSI => Function::DivS,
        arith::DIVUI => Function::DivU,
        arith::REMSI => Function::RemS,
        arith::REMUI => Function::RemU,
        arith::ANDI => Function::And,
        arith::ORI => Function::Or,
        arith::XORI => Function::Xor,
        arith::SHLI => Function::Shl,
        arith::SHRSI => Function::ShrS,
        arith::SHRUI => Function::ShrU,
        arith::CMPI => Function::Cmp(IntPredicate::of(ir, op)?),
        arith::SELECT => Function::Select,
        arith::MAXSI => Function::MaxS,
        arith::MAXUI => Function::MaxU,
        arith::MINSI => Function::MinS,
        arith::MINUI => Function::MinU,
        math::ABSI => Function::Abs,
        arith::EXTSI => Function::ExtS,
        arith::EXTUI => Function::ExtU,
        arith::TRUNCI => Function::Trunc,
        _ => return None,
    })
}

/// The common functions on words. `width` is that of the first input.
fn narrow(function: Function, inputs: &[u64], width: u32, out: u32) -> Option<u64> {
    let signed = |value: u64| if width == 0 { 0 } else { ((value << (64 - width)) as i64) >> (64 - width) };
    let (a, b) = (inputs[0], inputs.get(1).copied().unwrap_or(0));
    let value = match function {
        Function::Add => a.wrapping_add(b),
        Function::Sub => a.wrapping_sub(b),
        Function::Mul => a.wrapping_mul(b),
        Function::And => a & b,
        Function::Or => a | b,
        Function::Xor => a ^ b,
        Function::Select => inputs[if a & 1 == 1 { 1 } else { 2 }],
        Function::ExtU | Function::Trunc => a,
        Function::ExtS => signed(a) as u64,
        Function::Shl if b < u64::from(width) => a << b,
        Function::ShrU if b < u64::from(width) => a >> b,
        Function::ShrS if b < u64::from(width) => (signed(a) >> b) as u64,
        Function::Cmp(predicate) => u64::from(match predicate {
            IntPredicate::Eq => a == b,
            IntPredicate::Ne => a != b,
            IntPredicate::Slt => signed(a) < signed(b),
            IntPredicate::Sle => signed(a) <= signed(b),
            IntPredicate::Sgt => signed(a) > signed(b),
            IntPredicate::Sge => signed(a) >= signed(b),
            IntPredicate::Ult => a < b,
            IntPredicate::Ule => a <= b,
            IntPredicate::Ugt => a > b,
            IntPredicate::Uge => a >= b,
        }),
        _ => return None,
    };
    Some(if out == 0 { 0 } else { value & (u64::MAX >> (64 - out)) })
}
