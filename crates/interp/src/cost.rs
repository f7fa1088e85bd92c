//! What operations cost: the steps that the limit of a run counts.
//!
//! An operation is one step. But integers may have millions of bits, and the limit is there to bound the time; so a
//! value of more than 64 bits adds a step for every further word wherever it is an operand, a result or an argument of
//! a block, and an operation that takes more time than its operands have words adds what [`product`] says.

use crate::code::words;
use dialects::{arith, math};
use ir::{Block, Ir, Op, OpCode, Value as Ssa};

/// Operations whose time grows as the square of the words.
const PRODUCTS: &[OpCode] = &[
    arith::CEILDIVSI,
    arith::CEILDIVUI,
    arith::DIVSI,
    arith::DIVUI,
    arith::FLOORDIVSI,
    arith::MULI,
    arith::MULSI_EXTENDED,
    arith::MULUI_EXTENDED,
    arith::REMSI,
    arith::REMUI,
];

/// How many products of two words take the time of a step.
const PRODUCTS_A_STEP: u64 = 16;

/// The words of a value after the first.
fn further_words(ir: &Ir, value: Ssa) -> u64 {
    ir.ctx.scalar_width(ir.ty(value)).map_or(0, |width| u64::from(words(width)) - 1)
}

/// The cost of executing a block once, without what its operations add by [`product`].
pub fn of_block(ir: &Ir, block: Block) -> u32 {
    let of_op =
        |op| 1 + ir.operands(op).chain(ir.results(op)).map(|value| further_words(ir, value)).sum::<u64>();
    let arguments = ir.args(block).iter().map(|argument| further_words(ir, *argument)).sum::<u64>();
    u32::try_from(ir.block_ops(block).map(of_op).sum::<u64>() + arguments).unwrap_or(u32::MAX)
}

/// What an operation adds because it takes more time than it has words.
pub fn product(ir: &Ir, op: Op) -> u64 {
    let words = ir.operands(op).map(|value| further_words(ir, value)).max().unwrap_or(0);
    let square = words * words / PRODUCTS_A_STEP;
    match ir.code(op) {
        // As many products as the exponent has bits.
        math::IPOWI => square.saturating_mul(64 * words),
        code if PRODUCTS.contains(&code) => square,
        _ => 0,
    }
}
