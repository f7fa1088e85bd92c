//! Edits of functions: an argument or a result goes, in the signature, the body and every call.

use dialects::func;
use ir::symbols::{symbol_name, uses_below};
use ir::{InsertPoint, Ir, Op, OpState, Type, Value};

/// The calls of a function; `None` when it is referred to in another way.
fn calls(ir: &Ir, function: Op) -> Option<Vec<Op>> {
    let name = symbol_name(ir, function)?;
    let module = ir.parent_op(function)?;
    let mut calls = Vec::new();
    for found in uses_below(ir, module) {
        let ir::AttrKind::Symbol { root, .. } = &ir.ctx[found.reference] else { continue };
        if ir.ctx[*root] == *name {
            if ir.code(found.op) != func::CALL {
                return None;
            }
            calls.push(found.op);
        }
    }
    Some(calls)
}

fn set_signature(ir: &mut Ir, function: Op, inputs: &[Type], results: &[Type]) {
    let ty = ir.ctx.fn_ty(inputs, results);
    let attr = ir.ctx.type_attr(ty);
    ir.set_attr(function, "function_type", Some(attr));
}

/// Removes an argument that is not used.
pub(super) fn remove_argument(ir: &mut Ir, op: Op, variant: usize) -> bool {
    if ir.code(op) != func::FUNC {
        return false;
    }
    let Some((inputs, results)) = func::signature(ir, op).map(|(i, r)| (i.to_vec(), r.to_vec())) else {
        return false;
    };
    let (Some(entry), true) = (ir.entry(ir.region(op, 0)), variant < inputs.len()) else { return false };
    let (true, Some(calls)) = (ir.is_unused(ir.args(entry)[variant]), calls(ir, op)) else { return true };
    ir.remove_argument(entry, variant);
    let mut inputs = inputs;
    inputs.remove(variant);
    set_signature(ir, op, &inputs, &results);
    ir.set_attr(op, "arg_attrs", None);
    for call in calls {
        let mut operands: Vec<Value> = ir.operands(call).collect();
        operands.remove(variant);
        ir.set_operands(call, &operands);
    }
    true
}

/// Removes a result that no call uses.
pub(super) fn remove_result(ir: &mut Ir, op: Op, variant: usize) -> bool {
    if ir.code(op) != func::FUNC {
        return false;
    }
    let Some((inputs, mut results)) = func::signature(ir, op).map(|(i, r)| (i.to_vec(), r.to_vec())) else {
        return false;
    };
    if variant >= results.len() {
        return false;
    }
    let Some(calls) = calls(ir, op) else { return true };
    if calls.iter().any(|call| !ir.is_unused(ir.result(*call, variant))) {
        return true;
    }
    results.remove(variant);
    set_signature(ir, op, &inputs, &results);
    ir.set_attr(op, "res_attrs", None);
    for end in ir.walk(op).into_iter().filter(|end| ir.code(*end) == func::RETURN).collect::<Vec<_>>() {
        let mut operands: Vec<Value> = ir.operands(end).collect();
        operands.remove(variant);
        ir.set_operands(end, &operands);
    }
    for call in calls {
        let operands: Vec<Value> = ir.operands(call).collect();
        let new = ir.create(OpState::new(func::CALL, ir.loc(call)).operands(&operands).results(&results));
        ir.set_props(new, ir.props(call));
        ir.insert(new, InsertPoint::Before(call));
        let kept =
            ir.results(call).enumerate().filter(|(index, _)| *index != variant).map(|(_, value)| value);
        for (old, new) in kept.zip(ir.results(new)).collect::<Vec<_>>() {
            ir.replace_uses(old, new);
        }
        ir.erase(call);
    }
    true
}
