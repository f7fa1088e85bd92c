//! Forks and sinks: a channel has exactly one user.

use dialects::handshake;
use ir::{Block, InsertPoint, Ir, OpState, Type, Use, Value};

/// Gives every channel of a body exactly one user.
pub fn fan_out(ir: &mut Ir, block: Block) {
    let mut values: Vec<Value> = ir.args(block).to_vec();
    for op in ir.block_ops(block) {
        values.extend(ir.results(op));
    }
    for value in values {
        if !handshake::is_channel(&ir.ctx, ir.ty(value)) {
            continue;
        }
        // In the order of the text, so that the first output goes to the first user.
        let mut uses: Vec<Use> = ir.uses(value).collect();
        uses.reverse();
        let at = match ir.defining_op(value) {
            Some(op) => InsertPoint::After(op),
            None => InsertPoint::Start(block),
        };
        match uses.len() {
            1 => {}
            0 => {
                let sink = OpState::new(handshake::SINK, ir.value_loc(value)).operands(&[value]);
                let sink = ir.create(sink);
                ir.insert(sink, at);
            }
            count => fork(ir, value, &uses, vec![ir.ty(value); count], at),
        }
    }
}

fn fork(ir: &mut Ir, value: Value, uses: &[Use], types: Vec<Type>, at: InsertPoint) {
    let state = OpState::new(handshake::FORK, ir.value_loc(value)).operands(&[value]).results(&types);
    let fork = ir.create(state);
    ir.insert(fork, at);
    for (index, user) in uses.iter().enumerate() {
        let output = ir.result(fork, index);
        ir.set_use(*user, output);
    }
}
