//! Rules of `pdl` that its table cannot state.
//!
//! A rule about a whole pattern reads operations whose own rules may not hold; it takes nothing for granted but what storage guarantees.

use super::constraints::items;
use super::types::element_or_self;
use super::{
    APPLY_NATIVE_REWRITE, Inference, OPERAND, OPERANDS, OPERATION, PATTERN, REPLACE, RESULT, RESULTS,
    REWRITE, TYPE, TYPES, inference,
};
use crate::ids;
use base::text::counted;
use base::{Code, codes};
use ir::text::type_print::type_text;
use ir::verify::{Verifier, op_error};
use ir::{Ir, Op, Value};
use rustc_hash::FxHashSet;

// ----- patterns -----

/// It ends in a rewrite, has operations of `pdl` only and a `pdl.operation` among them, and what the rewrite uses hangs together.
pub fn pattern(ir: &Ir, op: Op, verifier: &mut Verifier<'_>) {
    let Some(block) = ir.entry(ir.region(op, 0)) else { return };
    if let Some(last) = ir.last_op(block).filter(|last| ir.code(*last) != REWRITE) {
        let message = format!("must end in `pdl.rewrite`, but ends in `{}`", ir.name(last));
        return report(ir, op, verifier, codes::PATTERN_END, &message, last);
    }
    if let Some(foreign) = ir.walk(op).into_iter().find(|inner| ir.code(*inner).dialect != ids::PDL) {
        let message = format!("holds operations of `pdl` only, but there is `{}`", ir.name(foreign));
        return report(ir, op, verifier, codes::PATTERN_FOREIGN, &message, foreign);
    }
    if !ir.block_ops(block).any(|inner| ir.code(inner) == OPERATION) {
        let message = "matches at least one `pdl.operation`, but there is none";
        return verifier.error(ir, op, codes::PATTERN_EMPTY, message);
    }
    let mut connected: Option<FxHashSet<Op>> = None;
    for inner in ir.block_ops(block).filter(|inner| is_part(ir, *inner) && is_rewritten(ir, *inner)) {
        let connected = connected.get_or_insert_with(|| connected_to(ir, inner));
        if !connected.contains(&inner) {
            let message = "its operations do not hang together";
            return report(ir, op, verifier, codes::PATTERN_DISCONNECTED, message, inner);
        }
    }
}

/// An error about an operation that shows another.
fn report(ir: &Ir, op: Op, verifier: &mut Verifier<'_>, code: Code, message: &str, other: Op) {
    let diagnostic = op_error(ir, op, code, message);
    verifier.report(match ir.ctx.span(ir.loc(other)) {
        Some(span) => diagnostic.label(span, "here"),
        None => diagnostic,
    });
}

/// Whether an operation is one of those that must hang together.
fn is_part(ir: &Ir, op: Op) -> bool {
    [OPERAND, OPERANDS, OPERATION, RESULT, RESULTS].contains(&ir.code(op))
}

fn users(ir: &Ir, op: Op) -> impl Iterator<Item = Op> + '_ {
    ir.results(op).flat_map(|value| ir.users(value))
}

fn stands_in(ir: &Ir, op: Op, wanted: ir::OpCode) -> bool {
    ir.parent_op(op).is_some_and(|around| ir.code(around) == wanted)
}

/// Whether a rewrite uses it, or an operation in one.
fn is_rewritten(ir: &Ir, op: Op) -> bool {
    users(ir, op).any(|user| ir.code(user) == REWRITE || stands_in(ir, user, REWRITE))
}

/// Everything in a match that can be reached from an operation: by its operands, if it is an operation or a result, and by users.
fn connected_to(ir: &Ir, op: Op) -> FxHashSet<Op> {
    let mut reached = FxHashSet::default();
    let mut open = vec![op];
    while let Some(op) = open.pop() {
        if ir.code(op) == REWRITE || !stands_in(ir, op, PATTERN) || !reached.insert(op) {
            continue;
        }
        let values: Vec<Value> = match ir.code(op) {
            OPERATION => ir.group_operands(op, 0).collect(),
            RESULT | RESULTS => ir.operands(op).collect(),
            _ => Vec::new(),
        };
        open.extend(values.into_iter().filter_map(|value| ir.defining_op(value)));
        open.extend(users(ir, op));
    }
    reached
}

/// What a match names is used by more than a result that nobody uses.
pub fn is_bound(ir: &Ir, op: Op, verifier: &mut Verifier<'_>) {
    if !stands_in(ir, op, PATTERN) {
        return;
    }
    let mut open = vec![op];
    let mut seen = FxHashSet::default();
    while let Some(op) = open.pop() {
        for user in users(ir, op) {
            if ![RESULT, RESULTS].contains(&ir.code(user)) {
                return;
            }
            if seen.insert(user) {
                open.push(user);
            }
        }
    }
    let message = "nothing in the pattern uses what it matches";
    verifier.error(ir, op, codes::PATTERN_UNBOUND, message);
}

// ----- what a match names -----

/// A constraint has arguments and gives no operation.
pub fn apply_native_constraint(ir: &Ir, op: Op, verifier: &mut Verifier<'_>) {
    if ir.operand_count(op) == 0 {
        verifier.error(ir, op, codes::NATIVE_ARGUMENTS, "must have at least one argument");
    }
    let gives_operation = |value| (super::PDL_OPERATION.test)(&ir.ctx, ir.ty(value));
    if ir.results(op).any(gives_operation) {
        verifier.error(ir, op, codes::NATIVE_RESULT, "a constraint cannot give an operation");
    }
}

/// A call of a function in a rewrite has arguments or results.
pub fn apply_native_rewrite(ir: &Ir, op: Op, verifier: &mut Verifier<'_>) {
    if ir.operand_count(op) == 0 && ir.result_count(op) == 0 {
        verifier.error(ir, op, codes::NATIVE_ARGUMENTS, "must have at least one argument or result");
    }
}

/// It has a type or a value; in a rewrite, a value; in a match, a value or a user.
pub fn attribute(ir: &Ir, op: Op, verifier: &mut Verifier<'_>) {
    match ir.attr(op, "value") {
        None if stands_in(ir, op, REWRITE) => {
            verifier.error(ir, op, codes::REWRITE_ATTRIBUTE, "must have a value in a `pdl.rewrite`");
        }
        None => is_bound(ir, op, verifier),
        Some(_) if ir.operand_count(op) > 0 => {
            verifier.error(ir, op, codes::ATTRIBUTE_TYPE_AND_VALUE, "cannot have both a type and a value");
        }
        Some(_) => {}
    }
}

/// A type, or several, have a constant or a user.
pub fn ty(ir: &Ir, op: Op, verifier: &mut Verifier<'_>) {
    if ir.attr(op, "constantType").or(ir.attr(op, "constantTypes")).is_none() {
        is_bound(ir, op, verifier);
    }
}

/// All results are a range.
pub fn results(ir: &Ir, op: Op, verifier: &mut Verifier<'_>) {
    let ty = ir.ty(ir.result(op, 0));
    if ir.attr(op, "index").is_none() && (super::PDL_VALUE.test)(&ir.ctx, ty) {
        let message = "all results of an operation are a `!pdl.range<value>`; a single value is a group, which has a number";
        verifier.error(ir, op, codes::RESULTS_TYPE, message);
    }
}

/// As many names as values of attributes; in a rewrite, a name and result types that can be told; in a match, a user.
pub fn operation(ir: &Ir, op: Op, verifier: &mut Verifier<'_>) {
    if !attribute_names(ir, op, verifier, "attributeValueNames") {
        return;
    }
    if !stands_in(ir, op, REWRITE) {
        return is_bound(ir, op, verifier);
    }
    match ir.str_attr(op, "opName") {
        None => verifier.error(ir, op, codes::REWRITE_NAME, "must have a name in a `pdl.rewrite`"),
        Some(name) => result_types(ir, op, verifier, name),
    }
}

/// Whether there are as many names as values of attributes, which are the second group of operands.
pub(crate) fn attribute_names(ir: &Ir, op: Op, verifier: &mut Verifier<'_>, names: &str) -> bool {
    let names = ir.attr(op, names).and_then(|names| items(&ir.ctx, names)).unwrap_or_default().len();
    let values = ir.operand_group(op, 1).len();
    if names != values {
        let (names, values) = (counted(names, "name"), counted(values, "value"));
        let message = format!("has {names} of attributes, but {values} for them");
        verifier.error(ir, op, codes::ATTRIBUTE_NAMES, message);
    }
    names == values
}

// ----- rewrites -----

/// The result types of an operation that a rewrite makes follow from its name or from what it replaces, or are given by something
/// that has a type by then.
fn result_types(ir: &Ir, op: Op, verifier: &mut Verifier<'_>, name: &str) {
    let inference = inference(&ir.ctx, name);
    let may_follow = !matches!(inference, Inference::Given | Inference::Open);
    if may_follow || replaced_by(ir, op).is_some() {
        return;
    }
    let types: Vec<Value> = ir.group_operands(op, 2).collect();
    if types.is_empty() && inference == Inference::Given {
        let message =
            format!("the result types of `{name}` do not follow from its operands and are not given");
        verifier.error(ir, op, codes::REWRITE_TYPES, message);
    }
    for (number, ty) in types.into_iter().enumerate() {
        if !is_known(ir, op, ty) {
            let message = format!("nothing says which type result #{number} of `{name}` has");
            return verifier.error(ir, op, codes::REWRITE_TYPES, message);
        }
    }
}

/// The operation that one which a rewrite makes is the replacement of: one that is matched, or made before it.
pub fn replaced_by(ir: &Ir, op: Op) -> Option<Value> {
    let replacements = ir.uses(ir.result(op, 0)).map(|u| ir.use_owner(u));
    let replacements = replacements.filter(|(user, operand)| ir.code(*user) == REPLACE && *operand != 0);
    let mut replaced = replacements.map(|(user, _)| ir.operand(user, 0));
    replaced.find(|replaced| {
        let Some(replaced) = ir.defining_op(*replaced) else { return true };
        let later = std::iter::successors(ir.next(op), |next| ir.next(*next));
        replaced != op && !later.into_iter().any(|later| later == replaced)
    })
}

/// Whether a type that a rewrite uses is a constant, or was found when something was matched, or comes from a function of the host.
fn is_known(ir: &Ir, op: Op, ty: Value) -> bool {
    let Some(definer) = ir.defining_op(ty) else { return true };
    let is_matched = |user: Op| {
        ir.parent_block(user) != ir.parent_block(op)
            && [OPERAND, OPERANDS, OPERATION].contains(&ir.code(user))
    };
    match ir.code(definer) {
        APPLY_NATIVE_REWRITE => true,
        TYPE => ir.attr(definer, "constantType").is_some() || ir.users(ty).any(is_matched),
        TYPES => ir.attr(definer, "constantTypes").is_some() || ir.users(ty).any(is_matched),
        _ => false,
    }
}

/// What a range is made of is what it holds.
pub fn range_elements(ir: &Ir, op: Op, verifier: &mut Verifier<'_>) {
    let element = element_or_self(&ir.ctx, ir.ty(ir.result(op, 0)));
    for (number, value) in ir.operands(op).enumerate() {
        let given = element_or_self(&ir.ctx, ir.ty(value));
        if given != element {
            let (element, given) = (type_text(&ir.ctx, element), type_text(&ir.ctx, given));
            let message =
                format!("the range holds `{element}`, but argument #{number} is or holds `{given}`");
            return verifier.error(ir, op, codes::RANGE_ELEMENTS, message);
        }
    }
}

/// The replacement is an operation or values.
pub fn replace(ir: &Ir, op: Op, verifier: &mut Verifier<'_>) {
    if !ir.operand_group(op, 1).is_empty() && !ir.operand_group(op, 2).is_empty() {
        let message = "is given an operation and values; one of them is the replacement";
        verifier.error(ir, op, codes::REPLACEMENT, message);
    }
}

/// A rewrite is a function of the host with arguments, or a block without.
pub fn rewrite(ir: &Ir, op: Op, verifier: &mut Verifier<'_>) {
    let block = ir.entry(ir.region(op, 0));
    match (ir.str_attr(op, "name"), block) {
        (Some(name), Some(_)) => {
            let message = format!("is done by the function \"{name}\" and cannot have a region, too");
            verifier.error(ir, op, codes::REWRITE_REGION, message);
        }
        (Some(_), None) => {}
        (None, None) => {
            let message = "has neither the name of a function nor operations in its region";
            verifier.error(ir, op, codes::REWRITE_MISSING, message);
        }
        (None, Some(_)) if !ir.operand_group(op, 1).is_empty() => {
            let message = "has arguments for a function, but names none";
            verifier.error(ir, op, codes::REWRITE_ARGUMENTS, message);
        }
        (None, Some(block)) if !ir.args(block).is_empty() => {
            let message = "the block of a rewrite has no arguments";
            verifier.error(ir, op, codes::REWRITE_BLOCK, message);
        }
        (None, Some(_)) => {}
    }
}
