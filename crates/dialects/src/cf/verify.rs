//! Rules of `cf` that its table cannot state. That a branch gives its successors what they take is the verifier's own.

use base::text::counted;
use base::{Bits, codes};
use ir::dense;
use ir::text::type_print::type_text;
use ir::verify::Verifier;
use ir::{Ir, Op};

/// The values of a switch's cases, in order; none when they are not as many as its cases.
pub fn case_values(ir: &Ir, op: Op) -> Vec<Bits> {
    // A splat may stand for more values than there is memory for.
    let cases = ir.successors(op).len().saturating_sub(1) as u64;
    let values = ir.attr(op, "case_values").filter(|values| dense::len(&ir.ctx, *values) == Some(cases));
    let values = values.and_then(|values| dense::elements(&ir.ctx, values));
    values.map(Iterator::collect).unwrap_or_default()
}

/// A case has a value of the flag's type, a block and operands; no value comes twice.
pub fn switch(ir: &Ir, op: Op, verifier: &mut Verifier<'_>) {
    let flag = ir.ty(ir.operand(op, 0));
    if let Some(ty) = ir.attr(op, "case_values").and_then(|values| ir.ctx.attr_ty(values)) {
        let element = ir.ctx.element_ty(ty);
        if element != flag {
            let (element, flag) = (type_text(&ir.ctx, element), type_text(&ir.ctx, flag));
            let message = format!("the case values have type `{element}`, but the flag has `{flag}`");
            verifier.error(ir, op, codes::OP_INVARIANT, message);
            return;
        }
    }
    let count = ir.attr(op, "case_values").and_then(|values| dense::len(&ir.ctx, values)).unwrap_or(0);
    let cases = ir.successors(op).len() - 1;
    if count != cases as u64 {
        verifier.error(
            ir,
            op,
            codes::OP_INVARIANT,
            format!("{} for {}", counted(count, "case value"), counted(cases, "case destination")),
        );
        return;
    }
    let values = case_values(ir, op);
    let mut sorted: Vec<&Bits> = values.iter().collect();
    sorted.sort_by(|a, b| a.ucmp(b));
    if let Some(twice) = sorted.windows(2).find(|pair| pair[0] == pair[1]) {
        verifier.error(ir, op, codes::OP_INVARIANT, format!("the case {} comes twice", twice[0].signed()));
    }
}
