//! Rules of `func` that its table cannot state.

use super::{FUNC, signature};
use base::codes;
use base::text::counted;
use ir::symbols::{self, Visibility};
use ir::text::type_print::type_text;
use ir::verify::Verifier;
use ir::{Attr, AttrKind, Ir, Op, Type, TypeKind};

/// A body's entry block has the signature's arguments; a declaration is not public; attributes of arguments and results
/// are one dictionary each, of attributes with a dialect's prefix.
pub fn func(ir: &Ir, op: Op, verifier: &mut Verifier<'_>) {
    let Some((inputs, results)) = signature(ir, op) else { return };
    match ir.entry(ir.region(op, 0)) {
        Some(entry) => {
            let args: Vec<Type> = ir.args(entry).iter().map(|arg| ir.ty(*arg)).collect();
            verifier.same_types(
                ir,
                op,
                codes::BLOCK_ARGUMENTS,
                ("the arguments of the entry block", &args),
                ("the arguments of the signature", inputs),
            );
        }
        None if symbols::visibility(ir, op) == Visibility::Public => {
            verifier.error(
                ir,
                op,
                codes::OP_INVARIANT,
                "a function without a body must be `private` or `nested`",
            );
        }
        None => {}
    }
    for (name, what, count) in
        [("arg_attrs", "argument", inputs.len()), ("res_attrs", "result", results.len())]
    {
        let Some(AttrKind::Array(items)) = ir.attr(op, name).map(|attr| &ir.ctx[attr]) else { continue };
        if items.len() != count {
            let (items, count) = (counted(items.len(), "dictionary"), counted(count, what));
            let message = format!("`{name}` has {items} for {count}");
            verifier.error(ir, op, codes::OP_INVARIANT, message);
        }
        for (attr, _) in items.iter().flat_map(|item| ir.ctx.dict(*item)) {
            let attr = &ir.ctx[*attr];
            if !attr.contains('.') {
                let message = format!(
                    "attribute `{attr}` of the {what}s needs the prefix of a dialect, as in `dialect.{attr}`"
                );
                verifier.error(ir, op, codes::ATTRIBUTE_KIND, message);
            }
        }
    }
}

/// The operands are the function's results.
pub fn return_op(ir: &Ir, op: Op, verifier: &mut Verifier<'_>) {
    let Some((_, results)) = ir.parent_op(op).and_then(|func| signature(ir, func)) else { return };
    let given: Vec<Type> = ir.operands(op).map(|v| ir.ty(v)).collect();
    verifier.same_types(
        ir,
        op,
        codes::CALL_SIGNATURE,
        ("the returned values", &given),
        ("the results of the function", results),
    );
}

/// The callee is a function of the call's types.
pub fn call(ir: &Ir, op: Op, verifier: &mut Verifier<'_>) {
    let Some(callee) = ir.attr(op, "callee").and_then(|name| function(ir, op, verifier, name)) else {
        return;
    };
    if let Some((inputs, results)) = signature(ir, callee) {
        call_types(ir, op, verifier, 0, inputs, results);
    }
}

/// The operands and results are those of the callee's type.
pub fn call_indirect(ir: &Ir, op: Op, verifier: &mut Verifier<'_>) {
    if let TypeKind::Function { inputs, results } = &ir.ctx[ir.ty(ir.operand(op, 0))] {
        call_types(ir, op, verifier, 1, inputs, results);
    }
}

/// The constant is a function of the result's type.
pub fn constant(ir: &Ir, op: Op, verifier: &mut Verifier<'_>) {
    let Some(func) = ir.attr(op, "value").and_then(|name| function(ir, op, verifier, name)) else { return };
    let ty = ir.ty(ir.result(op, 0));
    if let Some(AttrKind::Type(wanted)) = ir.attr(func, "function_type").map(|attr| &ir.ctx[attr])
        && *wanted != ty
    {
        let (wanted, ty) = (type_text(&ir.ctx, *wanted), type_text(&ir.ctx, ty));
        let message = format!("the function has type `{wanted}`, but the result has `{ty}`");
        verifier.error(ir, op, codes::CALL_SIGNATURE, message);
    }
}

/// The function that a name means, or a report that it means none.
fn function(ir: &Ir, op: Op, verifier: &mut Verifier<'_>, name: Attr) -> Option<Op> {
    let found = verifier.symbols.resolve(ir, op, name);
    if let Some(func) = found.filter(|found| ir.code(*found) == FUNC) {
        return Some(func);
    }
    let AttrKind::Symbol { root, .. } = &ir.ctx[name] else { return None };
    let root = &ir.ctx[*root];
    let message = match found {
        Some(found) => format!("`@{root}` is no function but a `{}`", ir.name(found)),
        None => format!("there is no function `@{root}`"),
    };
    verifier.error(ir, op, codes::UNDEFINED_SYMBOL, message);
    None
}

fn call_types(ir: &Ir, op: Op, verifier: &mut Verifier<'_>, skip: usize, inputs: &[Type], results: &[Type]) {
    let given: Vec<Type> = ir.operands(op).skip(skip).map(|v| ir.ty(v)).collect();
    verifier.same_types(
        ir,
        op,
        codes::CALL_SIGNATURE,
        ("the arguments of the call", &given),
        ("the arguments of the function", inputs),
    );
    let taken: Vec<Type> = ir.results(op).map(|v| ir.ty(v)).collect();
    verifier.same_types(
        ir,
        op,
        codes::CALL_SIGNATURE,
        ("the results of the call", &taken),
        ("the results of the function", results),
    );
}
