//! Forks and sinks: a channel has exactly one user.
//!
//! What hangs on a source is not forked: its users take it at their own pace, and a fork would hand out the next token only when all have taken the
//! last. Each user gets a source and a constant of its own.

use super::control;
use dialects::handshake;
use ir::{Block, InsertPoint, Ir, Op, OpState, Type, Use, Value};

/// Gives every channel of a body exactly one user.
pub fn fan_out(ir: &mut Ir, block: Block) {
    replicate(ir, block, is_standing_constant);
    replicate(ir, block, |ir, op| ir.code(op) == handshake::SOURCE);
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
            _ if control::hand_out(ir, value, &uses, at) => {}
            count => fork(ir, value, &uses, vec![ir.ty(value); count], at),
        }
    }
}

fn is_standing_constant(ir: &Ir, op: Op) -> bool {
    let trigger = |op| ir.defining_op(ir.operand(op, 0)).map(|by| ir.code(by));
    ir.code(op) == handshake::CONSTANT && trigger(op) == Some(handshake::SOURCE)
}

/// Makes as many copies of certain operations of one result as it has users.
fn replicate(ir: &mut Ir, block: Block, is_one: fn(&Ir, Op) -> bool) {
    let ops: Vec<Op> = ir.block_ops(block).filter(|op| is_one(ir, *op)).collect();
    for op in ops {
        let value = ir.result(op, 0);
        let mut uses: Vec<Use> = ir.uses(value).collect();
        uses.reverse();
        for user in uses.into_iter().skip(1) {
            let operands: Vec<Value> = ir.operands(op).collect();
            let mut state =
                OpState::new(ir.code(op), ir.loc(op)).operands(&operands).results(&[ir.ty(value)]);
            state.props = ir.ctx.dict(ir.props(op)).to_vec();
            state.attrs = ir.ctx.dict(ir.attrs(op)).to_vec();
            let copy = ir.create(state);
            ir.insert(copy, InsertPoint::After(op));
            ir.set_value_name(ir.result(copy, 0), ir.value_name(value));
            ir.set_use(user, ir.result(copy, 0));
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
