//! `symbol-dce`: removes private symbols that nothing public leads to.
//!
//! Liveness is computed from the outside in: whatever is no symbol and every symbol that is not private is live, and so
//! is every symbol that something live refers to. Counting references alone would keep private functions that only
//! call each other. A reference that cannot be resolved keeps every symbol of its first name in the tables around, since
//! an operation nobody registered may look symbols up in its own way.

use base::Diagnostics;
use ir::pass::{PassArgs, PassDef};
use ir::symbols::{SymbolTables, Visibility, lookup, symbol_name, uses_below, visibility};
use ir::text::Reported;
use ir::{Attr, AttrKind, Ir, Op, Trait};
use rustc_hash::{FxHashMap, FxHashSet};

/// The pass `symbol-dce`.
pub static SYMBOL_DCE: PassDef = PassDef {
    name: "symbol-dce",
    doc: "Removes private functions and globals that nothing public leads to.\n\
        A symbol is kept when it is not private or when something that is kept refers to it.",
    options: &[],
    run,
};

fn run(ir: &mut Ir, root: Op, _: &PassArgs, _: &mut Diagnostics) -> Result<(), Reported> {
    let live = live_symbols(ir, root);
    for op in ir.walk(root) {
        // What stood in a symbol that went is gone already.
        if !ir.is_erased(op) && is_discardable(ir, root, op) && !live.contains(&op) {
            ir.erase(op);
        }
    }
    Ok(())
}

/// The private symbols below `root` that something live refers to.
pub fn live_symbols(ir: &Ir, root: Op) -> FxHashSet<Op> {
    let mut references: FxHashMap<Op, Vec<Attr>> = FxHashMap::default();
    for found in uses_below(ir, root) {
        references.entry(found.op).or_default().push(found.reference);
    }
    let mut tables = SymbolTables::default();
    let mut live = FxHashSet::default();
    let mut open = vec![root];
    while let Some(op) = open.pop() {
        for reference in references.remove(&op).unwrap_or_default() {
            let meant =
                tables.resolve_path(ir, op, reference).unwrap_or_else(|| namesakes(ir, op, reference));
            open.extend(
                meant.into_iter().filter(|symbol| is_discardable(ir, root, *symbol) && live.insert(*symbol)),
            );
        }
        for block in ir.regions(op).iter().flat_map(|region| ir.blocks(*region)) {
            open.extend(ir.block_ops(*block).filter(|inner| !is_discardable(ir, root, *inner)));
        }
    }
    live
}

/// Whether it may go when nothing refers to it.
fn is_discardable(ir: &Ir, root: Op, op: Op) -> bool {
    op != root
        && ir.has_trait(op, Trait::Symbol)
        && symbol_name(ir, op).is_some()
        && visibility(ir, op) == Visibility::Private
        && ir.parent_op(op).is_some_and(|table| ir.has_trait(table, Trait::SymbolTable))
}

/// The symbols that have the first name of a reference, in all tables around.
fn namesakes(ir: &Ir, op: Op, reference: Attr) -> Vec<Op> {
    let AttrKind::Symbol { root, .. } = &ir.ctx[reference] else { return Vec::new() };
    let around = std::iter::successors(Some(op), |op| ir.parent_op(*op));
    around.filter_map(|table| lookup(ir, table, &ir.ctx[*root])).collect()
}
