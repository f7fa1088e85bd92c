//! Arithmetic on tokens.
//!
//! What has a unit computes what the unit computes, which is the operation's own meaning and, where the program leaves it open, what all
//! circuits do. Floats and what has no unit go through the `eval` of the operation's record; where that has no answer it is the unit's, or zero.

use super::{Token, token_width};
use crate::code::words;
use base::Bits;
use dialects::handshake::Function;
use dialects::{arith, handshake};
use ir::opdef::EvalFn;
use ir::{EvalCx, Ir, Op, Type};
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
    /// The operation's own, and what its unit gives where that has no answer.
    Eval(EvalFn, Option<Function>),
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
            Rule::Unit(function) if self.narrow => {
                let operand = |index: usize| inputs.get(index).copied().unwrap_or(0);
                let word = function.eval_words([0, 1, 2].map(operand), self.inputs[0])?;
                let out = self.outputs[0];
                Some(if out == 0 { 0 } else { word & (u64::MAX >> (64 - out)) })
            }
            _ => None,
        }
    }

    /// The tokens that come of tokens.
    pub fn tokens(&self, ir: &Ir, op: Op, inputs: &[Token]) -> Vec<Token> {
        let bits: Vec<Bits> =
            inputs.iter().zip(&self.inputs).map(|(token, width)| Bits::from_words(*width, token)).collect();
        match self.rule {
            Rule::Unit(function) => vec![self.unit(function, &bits)],
            Rule::Eval(eval, otherwise) => {
                let operands: Vec<Type> = ir.operands(op).map(|value| ir.ty(value)).collect();
                let results: Vec<Type> = ir.results(op).map(|value| ir.ty(value)).collect();
                let cx = EvalCx { ctx: &ir.ctx, props: ir.props(op), operands: &operands, results: &results };
                match (eval(&cx, &bits), otherwise) {
                    (Ok(values), _) => values.iter().map(|bits| Token::from_slice(bits.words())).collect(),
                    (Err(_), Some(function)) => vec![self.unit(function, &bits)],
                    (Err(_), None) => {
                        self.outputs.iter().map(|w| smallvec::smallvec![0; words(*w) as usize]).collect()
                    }
                }
            }
        }
    }

    fn unit(&self, function: Function, bits: &[Bits]) -> Token {
        Token::from_slice(function.eval(bits, self.outputs[0]).words())
    }
}

fn rule(ir: &Ir, op: Op) -> Option<Rule> {
    let function = handshake::function(ir, op);
    let name = ir.name(op);
    let is_known = name.starts_with("arith.") || name.starts_with("math.");
    match function {
        // What a program says about floats beyond their numbers only its own operations know.
        Some(Function::Float(_)) | None if is_known => {
            let eval = ir.def(op)?.eval.filter(|_| ir.code(op) != arith::CONSTANT)?;
            Some(Rule::Eval(eval, function))
        }
        // A channel with extra signals belongs to no unit.
        function if is_known || handshake::unit_of(ir, op).is_some() => function.map(Rule::Unit),
        _ => None,
    }
}
