//! The rules of `irdl`, each with a diagnostic of its own.

use super::types::arities;
use super::{ATTRIBUTE, TYPE};
use base::codes;
use base::text::counted;
use ir::text::attr_print::write_attr;
use ir::verify::{Verifier, op_error};
use ir::{Attr, AttrKind, Ir, Op};

/// A dialect has a name that can stand before a dot.
pub fn dialect(ir: &Ir, op: Op, verifier: &mut Verifier<'_>) {
    let name = ir.str_attr(op, "sym_name").unwrap_or("");
    let is_first = |c: char| c.is_ascii_alphabetic() || c == '_';
    let is_next = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '$';
    if !(name.starts_with(is_first) && name.chars().all(is_next)) {
        let message = format!("`{name}` cannot be the name of a dialect");
        let hint = "a name is letters, digits, `_` and `$`, and does not begin with a digit or `$`";
        verifier.report(op_error(ir, op, codes::IRDL_DIALECT_NAME, message).hint(hint));
    }
}

/// The body of a definition has no arguments, and each of the lists that belong to it at most once.
pub fn definition(ir: &Ir, op: Op, verifier: &mut Verifier<'_>) {
    let Some(body) = ir.entry(ir.region(op, 0)) else { return };
    if !ir.args(body).is_empty() {
        verifier.error(ir, op, codes::IRDL_BODY_ARGUMENTS, "the body of a definition has no arguments");
    }
    let mut seen: Vec<(&str, Op)> = Vec::new();
    for child in ir.block_ops(body) {
        let name = ir.name(child);
        if !super::LISTS.contains(&ir.code(child)) {
            continue;
        }
        match seen.iter().find(|(known, _)| *known == name) {
            Some((_, first)) => {
                let diagnostic =
                    op_error(ir, child, codes::IRDL_REPEATED, "stands in one definition at most once");
                verifier.report(match ir.ctx.span(ir.loc(*first)) {
                    Some(span) => diagnostic.label(span, "first stands here"),
                    None => diagnostic,
                });
            }
            None => seen.push((name, child)),
        }
    }
}

/// There is a variadicity for every slot.
pub fn slots(ir: &Ir, op: Op, verifier: &mut Verifier<'_>) {
    let list = ir.attr(op, "variadicity").and_then(|attr| arities(&ir.ctx, attr)).unwrap_or_default();
    let slots = ir.operand_count(op);
    if list.len() != slots {
        let message = format!("has {} for {}", counted(list.len(), "variadicity"), counted(slots, "slot"));
        verifier.error(ir, op, codes::IRDL_VARIADICITY, message);
    }
}

/// There is a name for every constraint on an attribute.
pub fn attributes(ir: &Ir, op: Op, verifier: &mut Verifier<'_>) {
    let names = match ir.attr(op, "attributeValueNames").map(|attr| &ir.ctx[attr]) {
        Some(AttrKind::Array(names)) => names.len(),
        _ => 0,
    };
    let values = ir.operand_count(op);
    if names != values {
        let message = format!("has {} for {}", counted(names, "name"), counted(values, "constraint"));
        verifier.error(ir, op, codes::IRDL_ATTRIBUTE_NAMES, message);
    }
}

/// A region has at least one block, if it says how many.
pub fn region(ir: &Ir, op: Op, verifier: &mut Verifier<'_>) {
    if let Some(blocks) = ir.int_attr(op, "numberOfBlocks").filter(|blocks| *blocks < 1) {
        let message = format!("the number of blocks must be at least 1, but is {blocks}");
        verifier.error(ir, op, codes::IRDL_REGION_SIZE, message);
    }
}

/// A base is given by a name or by a reference.
pub fn base(ir: &Ir, op: Op, verifier: &mut Verifier<'_>) {
    match (ir.attr(op, "base_ref"), ir.str_attr(op, "base_name")) {
        (Some(reference), None) => refers_to_definition(ir, op, reference, verifier),
        (None, Some(name)) if name.starts_with(['!', '#']) => {}
        (None, Some(name)) => {
            let message = format!(
                "the name of a base begins with `!` for a type or `#` for an attribute, unlike `{name}`"
            );
            verifier.error(ir, op, codes::IRDL_BASE_NAME, message);
        }
        _ => {
            let message = "the base is given either by a name or by a reference";
            verifier.error(ir, op, codes::IRDL_BASE, message);
        }
    }
}

/// What is parametric is a definition.
pub fn parametric(ir: &Ir, op: Op, verifier: &mut Verifier<'_>) {
    if let Some(reference) = ir.attr(op, "base_type") {
        refers_to_definition(ir, op, reference, verifier);
    }
}

/// There is something to choose from.
pub fn choice(ir: &Ir, op: Op, verifier: &mut Verifier<'_>) {
    if ir.operand_count(op) == 0 {
        verifier.error(ir, op, codes::IRDL_EMPTY_CHOICE, "needs at least one constraint");
    }
}

/// A type or an attribute as programs have it, if it is in a dialect that was loaded before: references do not lead there.
fn of_other_file(ir: &Ir, reference: Attr) -> Option<String> {
    let AttrKind::Symbol { root, nested } = &ir.ctx[reference] else { return None };
    let [name] = nested[..] else { return None };
    let dialect = ir.ctx.registry.dialect(&ir.ctx[*root])?;
    let name = format!("{}.{}", &ir.ctx[*root], &ir.ctx[name]);
    if dialect.types.iter().any(|ty| ty.name == name) {
        return Some(format!("!{name}"));
    }
    dialect.attrs.iter().any(|attr| attr.name == name).then(|| format!("#{name}"))
}

fn refers_to_definition(ir: &Ir, op: Op, reference: Attr, verifier: &mut Verifier<'_>) {
    let mut name = String::new();
    write_attr(&ir.ctx, reference, &mut name);
    let found = around_dialect(ir, op).and_then(|from| verifier.symbols.resolve(ir, from, reference));
    match found {
        None => {
            let diagnostic = op_error(ir, op, codes::IRDL_SYMBOL, format!("nothing is called `{name}`"));
            let hint = match of_other_file(ir, reference) {
                None => "a definition is named with its dialect, `@dialect::@name`".to_string(),
                Some(name) => format!(
                    "what another file defines is named as in a program: `irdl.base \"{name}\"`, or `irdl.is {name}`"
                ),
            };
            verifier.report(diagnostic.hint(hint));
        }
        Some(found) if ![TYPE, ATTRIBUTE].contains(&ir.code(found)) => {
            let message = format!(
                "`{name}` is an `{}`, and not the definition of a type or an attribute",
                ir.name(found)
            );
            verifier.error(ir, op, codes::IRDL_NOT_A_DEFINITION, message);
        }
        Some(_) => {}
    }
}

/// Where references inside of a dialect are looked up from: what the dialect stands in, so that they begin with its name.
pub(super) fn around_dialect(ir: &Ir, op: Op) -> Option<Op> {
    let mut around = std::iter::successors(ir.parent_op(op), |op| ir.parent_op(*op));
    around.find(|op| ir.code(*op) == super::DIALECT_OP)?;
    around.next()
}
