//! Equal units become one.
//!
//! A unit that is a function of its streams gives the same streams for the same ones, so the second of two equal units is not
//! needed. `stream`s, merges (whose result depends on time), buffers, sources, guards and ports of memories are left alone.

use dialects::{dataflow, handshake};
use ir::{Attr, Block, Effect, Ir, Op, OpCode, Type, Value};
use rustc_hash::FxHashMap;

/// Merges equal units; whether there were any.
pub fn merge(ir: &mut Ir, block: Block) -> bool {
    let mut changed = false;
    // A unit that comes to use the same values as another may become equal to it: until nothing more is found.
    loop {
        let mut seen: FxHashMap<(OpCode, Vec<Value>, Attr, Vec<Type>), Op> = FxHashMap::default();
        let mut merged = false;
        let ops: Vec<Op> = ir.block_ops(block).collect();
        for op in ops {
            if !is_function(ir, op) {
                continue;
            }
            let operands = ir.operands(op).collect();
            let types = ir.results(op).map(|value| ir.ty(value)).collect();
            let first = *seen.entry((ir.code(op), operands, ir.props(op), types)).or_insert(op);
            if first != op {
                for index in 0..ir.result_count(op) {
                    let (from, to) = (ir.result(op, index), ir.result(first, index));
                    if ir.value_name(to).is_none() {
                        ir.set_value_name(to, ir.value_name(from));
                    }
                    ir.replace_uses(from, to);
                }
                ir.erase(op);
                merged = true;
            }
        }
        if !merged {
            return changed;
        }
        changed = true;
    }
}

fn is_function(ir: &Ir, op: Op) -> bool {
    match ir.code(op) {
        handshake::COND_BR
        | handshake::MUX
        | handshake::JOIN
        | handshake::BLOCKER
        | handshake::CONSTANT
        | dataflow::CARRY
        | dataflow::INVARIANT
        | dataflow::GATE => true,
        _ => {
            let is_computed = ir.name(op).starts_with("arith.") || ir.name(op).starts_with("math.");
            let is_pure =
                ir.def(op).is_some_and(|def| matches!(def.effect, Effect::Pure | Effect::PureGuarded));
            is_computed && is_pure && ir.result_count(op) > 0
        }
    }
}
