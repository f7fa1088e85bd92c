//! Literals that passes put into programs.

use dialects::arith;
use ir::{Builder, OpState, Type, Value};

/// An integer.
pub(crate) fn literal(b: &mut Builder<'_>, number: i64, ty: Type) -> Value {
    let (attr, loc) = (b.ir.ctx.int_attr(number, ty), b.loc);
    let state = OpState::new(arith::CONSTANT, loc).results(&[ty]).prop(b.ir, "value", attr);
    let op = b.build(state);
    b.ir.result(op, 0)
}
