//! Rewrites of `func`.

use super::{CALL, CONSTANT};
use ir::rewrite::Rewriter;
use ir::{Op, OpState, Type, Value};

/// A call of a function that is known is a direct call.
pub fn call_of_constant(rw: &mut Rewriter<'_>, op: Op) -> bool {
    let callee = rw.ir.operand(op, 0);
    let Some(constant) = rw.ir.defining_op(callee).filter(|def| rw.ir.code(*def) == CONSTANT) else {
        return false;
    };
    let Some(name) = rw.ir.attr(constant, "value") else { return false };
    let operands: Vec<Value> = rw.ir.operands(op).skip(1).collect();
    let results: Vec<Type> = rw.ir.results(op).map(|v| rw.ir.ty(v)).collect();
    let attrs = rw.ir.ctx.dict(rw.ir.attrs(op)).to_vec();
    let mut state =
        OpState::new(CALL, rw.loc).operands(&operands).results(&results).prop(rw.ir, "callee", name);
    state.attrs = attrs;
    rw.replace_with(op, state);
    true
}
