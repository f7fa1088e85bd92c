//! The rules of `dataflow`, each with a diagnostic of its own.

use super::predicate;
use crate::arith::INT_PREDICATE;
use crate::handshake::{StepOp, data_ty, is_condition, is_data_stream, is_token, one_level, short_text};
use base::codes;
use ir::verify::{Verifier, op_error};
use ir::{Attr, Ir, Op, Sign, Type, TypeKind, Value};

/// The condition is one bit; initial value, next value and result have one type.
pub fn carry(ir: &Ir, op: Op, verifier: &mut Verifier<'_>) {
    is_condition(ir, op, verifier, "`d`", ir.ty(ir.operand(op, 0)));
    let values = [("a", ir.operand(op, 1)), ("b", ir.operand(op, 2)), ("o", ir.result(op, 0))];
    one_type(ir, op, verifier, &values);
    one_level(ir, op, verifier);
}

/// The condition is one bit; value and result have one type.
pub fn invariant(ir: &Ir, op: Op, verifier: &mut Verifier<'_>) {
    is_condition(ir, op, verifier, "`d`", ir.ty(ir.operand(op, 0)));
    one_type(ir, op, verifier, &[("a", ir.operand(op, 1)), ("o", ir.result(op, 0))]);
    one_level(ir, op, verifier);
}

/// Both conditions are one bit; the values have one type.
pub fn gate(ir: &Ir, op: Op, verifier: &mut Verifier<'_>) {
    is_condition(ir, op, verifier, "`before_cond`", ir.ty(ir.operand(op, 1)));
    is_condition(ir, op, verifier, "`after_cond`", ir.ty(ir.result(op, 1)));
    one_type(ir, op, verifier, &[("before_value", ir.operand(op, 0)), ("after_value", ir.result(op, 0))]);
    one_level(ir, op, verifier);
}

/// The values have one type, of which there are streams.
fn one_type(ir: &Ir, op: Op, verifier: &mut Verifier<'_>, values: &[(&str, Value)]) {
    let (first, ty) = (values[0].0, ir.ty(values[0].1));
    let text = short_text(&ir.ctx, ty);
    if !is_token(&ir.ctx, ty) && !is_data_stream(&ir.ctx, ty) {
        let message = format!(
            "`{first}` must be an integer, a float, index, none, a tagged value or a channel, but is `{text}`"
        );
        verifier.error(ir, op, codes::STREAM_VALUE, message);
        return;
    }
    for (name, value) in &values[1..] {
        if ir.ty(*value) != ty {
            let other = short_text(&ir.ctx, ir.ty(*value));
            let message =
                format!("`{first}` and `{name}` must have one type, but have `{text}` and `{other}`");
            verifier.error(ir, op, codes::STREAM_TYPES_DIFFER, message);
            return;
        }
    }
}

/// Start, step, bound and index are of one type, `index` or a signless integer, and the condition is one bit; the attributes name a step
/// and a predicate.
pub fn stream(ir: &Ir, op: Op, verifier: &mut Verifier<'_>) {
    let ty = ir.ty(ir.operand(op, 0));
    let is_counter = match data_ty(&ir.ctx, ty) {
        Some(Type::INDEX) => true,
        Some(data) => matches!(ir.ctx[data], TypeKind::Integer { width: 1.., sign: Sign::Signless }),
        None => false,
    };
    let values = [ir.operand(op, 0), ir.operand(op, 1), ir.operand(op, 2), ir.result(op, 0)];
    for (name, value) in ["start", "step", "bound", "idx"].iter().zip(values) {
        if !is_counter || ir.ty(value) != ty {
            let given = short_text(&ir.ctx, ir.ty(value));
            let message = format!(
                "start, step, bound and index must all be index, or all one signless integer, but `{name}` is `{given}`"
            );
            verifier.error(ir, op, codes::STREAM_COUNTER, message);
            return;
        }
    }
    is_condition(ir, op, verifier, "`cont`", ir.ty(ir.result(op, 1)));
    let known = |attr: Attr, test: fn(&str) -> bool| ir.ctx.str_value(attr).is_some_and(test);
    if let Some(attr) = ir.attr(op, "step_op")
        && !known(attr, |name| StepOp::from_name(name).is_some())
    {
        let names: Vec<&str> = StepOp::ALL.iter().map(|step| step.name()).collect();
        let diagnostic = op_error(ir, op, codes::STREAM_STEP, "`step_op` must be the name of a step");
        verifier.report(diagnostic.hint(format!("the steps are {}", names.join(", "))));
    }
    if let Some(attr) = ir.attr(op, "cont_cond")
        && !known(attr, |name| predicate(name).is_some())
    {
        let names: Vec<&str> = INT_PREDICATE.cases.iter().map(|case| case.0).collect();
        let diagnostic =
            op_error(ir, op, codes::STREAM_CONDITION, "`cont_cond` must be the name of a predicate");
        verifier.report(diagnostic.hint(format!("the predicates are {}", names.join(", "))));
    }
    one_level(ir, op, verifier);
}
