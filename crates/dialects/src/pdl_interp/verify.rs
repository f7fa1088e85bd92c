//! Rules of `pdl_interp` that its table cannot state.

use crate::pdl::{Inference, attribute_names, element_ty, inference, items};
use base::codes;
use base::text::counted;
use ir::dense;
use ir::text::type_print::type_text;
use ir::verify::Verifier;
use ir::{Ir, Op};

/// As many names as values of attributes; result types that are given or inferred, and inferred only if they can be.
pub fn create_operation(ir: &Ir, op: Op, verifier: &mut Verifier<'_>) {
    attribute_names(ir, op, verifier, "inputAttributeNames");
    if ir.attr(op, "inferredResultTypes").is_none() {
        return;
    }
    if !ir.operand_group(op, 2).is_empty() {
        let message = "has result types that are inferred and result types that are given";
        return verifier.error(ir, op, codes::INFERRED_AND_GIVEN, message);
    }
    let name = ir.str_attr(op, "name").unwrap_or("");
    if !matches!(inference(&ir.ctx, name), Inference::Follows | Inference::UnknownDialect) {
        let message = format!("the result types of `{name}` do not follow from its operands");
        verifier.error(ir, op, codes::NOT_INFERABLE, message);
    }
}

/// The region has one argument, and the range is one of its type.
pub fn foreach(ir: &Ir, op: Op, verifier: &mut Verifier<'_>) {
    let arguments = ir.entry(ir.region(op, 0)).map_or(&[][..], |entry| ir.args(entry));
    let &[variable] = arguments else {
        let message = format!("the region has one argument, not {}", arguments.len());
        return verifier.error(ir, op, codes::FOREACH_ARGUMENT, message);
    };
    let (ty, range) = (ir.ty(variable), ir.ty(ir.operand(op, 0)));
    if element_ty(&ir.ctx, range) != Some(ty) {
        let (ty, range) = (type_text(&ir.ctx, ty), type_text(&ir.ctx, range));
        let message = format!("the argument of the region is `{ty}`, but the range is `{range}`");
        verifier.error(ir, op, codes::FOREACH_TYPE, message);
    }
}

/// A case has a value and a block.
pub fn switch(ir: &Ir, op: Op, verifier: &mut Verifier<'_>) {
    let cases = ir.successors(op).len() as u64 - 1;
    let Some(values) = ir.attr(op, "caseValues") else { return };
    let values = match items(&ir.ctx, values) {
        Some(items) => items.len() as u64,
        None => dense::len(&ir.ctx, values).unwrap_or(0),
    };
    if values != cases {
        let (values, cases) = (counted(values, "value"), counted(cases, "block"));
        verifier.error(ir, op, codes::SWITCH_CASES, format!("has {values}, but {cases} for them"));
    }
}
