//! Arithmetic of the program in the graph of its circuit.

use ir::{Builder, Op, OpState, Type, Value};

/// The attribute that leaves results open where a number overflows. A circuit computes one of the results that the program allows.
const OVERFLOW_FLAGS: &str = "overflowFlags";

/// The results of an arithmetic operation of the program on streams: the same operation, without the flags that leave results open.
pub(crate) fn compute(b: &mut Builder<'_>, op: Op, operands: &[Value]) -> Vec<Value> {
    let ir = &mut *b.ir;
    let results: Vec<Value> = ir.results(op).collect();
    let types: Vec<Type> = results.iter().map(|value| ir.ty(*value)).collect();
    let mut state = OpState::new(ir.code(op), ir.loc(op)).operands(operands).results(&types);
    state.props = ir.ctx.dict(ir.props(op)).to_vec();
    state.props.retain(|(name, _)| &ir.ctx[*name] != OVERFLOW_FLAGS);
    state.attrs = ir.ctx.dict(ir.attrs(op)).to_vec();
    let made = b.build(state);
    let made: Vec<Value> = b.ir.results(made).collect();
    for (from, to) in results.iter().zip(&made) {
        let name = b.ir.value_name(*from);
        b.ir.set_value_name(*to, name);
    }
    made
}
