//! How many cycles an operation of a program takes as a unit of a circuit.

use crate::reduce_strength::digits;
use dialects::{arith, handshake, memref};
use ir::fold::constant_bits;
use ir::{Ir, Op};

/// The cycles from the operands of an operation to its results: 0 if it is a part of one. A product that will be made of shifts and sums is.
pub(crate) fn cycles(ir: &Ir, op: Op) -> u32 {
    match ir.code(op) {
        memref::LOAD | memref::STORE => 1,
        arith::MULI if is_sum(ir, op) => 0,
        _ => {
            let width = ir.operands(op).filter_map(|value| ir.ctx.scalar_width(ir.ty(value))).max();
            handshake::function(ir, op).map_or(0, |function| handshake::latency(function, width.unwrap_or(0)))
        }
    }
}

/// Whether a product will be made of shifts and sums.
pub(crate) fn is_sum(ir: &Ir, product: Op) -> bool {
    ir.operands(product).any(|factor| constant_bits(ir, factor).is_some_and(|bits| digits(bits).is_some()))
}
