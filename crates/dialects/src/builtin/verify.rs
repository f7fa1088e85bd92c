//! Rules of `builtin` that its table cannot state.

use base::codes;
use ir::verify::Verifier;
use ir::{Ir, Op};

/// A module's further attributes belong to a dialect, and say so by their prefix.
pub fn module(ir: &Ir, op: Op, verifier: &mut Verifier<'_>) {
    for (name, _) in ir.ctx.dict(ir.attrs(op)) {
        let name = &ir.ctx[*name];
        if !name.contains('.') {
            let message = format!("attribute `{name}` needs the prefix of a dialect, as in `dialect.{name}`");
            verifier.error(ir, op, codes::ATTRIBUTE_KIND, message);
        }
    }
}

/// A cast gives something.
pub fn cast(ir: &Ir, op: Op, verifier: &mut Verifier<'_>) {
    if ir.result_count(op) == 0 {
        verifier.error(ir, op, codes::RESULT_COUNT, "must have at least one result");
    }
}
