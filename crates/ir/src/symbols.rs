//! Symbols: operations with a name that others refer to through attributes.
//!
//! A symbol's name is its attribute `sym_name`, unique among the operations directly inside the nearest operation
//! with [`Trait::SymbolTable`]. A reference `@a::@b` is looked up from the nearest table of the operation that makes
//! it: `@a` there, then `@b` in the table that `@a` is.

use crate::attrs::{Attr, AttrKind};
use crate::context::Context;
use crate::opdef::Trait;
use crate::storage::{Ir, Op};
use base::Str;
use rustc_hash::{FxHashMap, FxHashSet};

/// The attribute that holds a symbol's name.
pub const NAME: &str = "sym_name";

/// The attribute that holds a symbol's visibility.
pub const VISIBILITY: &str = "sym_visibility";

/// Who may refer to a symbol.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Visibility {
    /// Anybody, also from outside of what is compiled.
    Public,
    /// Only operations below its symbol table.
    Private,
    /// Anybody in what is compiled.
    Nested,
}

/// The name of a symbol; `None` when the operation has none.
pub fn symbol_name(ir: &Ir, op: Op) -> Option<&str> {
    ir.str_attr(op, NAME)
}

/// Who may refer to it; a symbol that does not say is public.
pub fn visibility(ir: &Ir, op: Op) -> Visibility {
    match ir.str_attr(op, VISIBILITY) {
        Some("private") => Visibility::Private,
        Some("nested") => Visibility::Nested,
        _ => Visibility::Public,
    }
}

/// The nearest symbol table around an operation, which may be itself. None is found past an unregistered operation,
/// which may be a table of its own.
pub fn nearest_table(ir: &Ir, op: Op) -> Option<Op> {
    std::iter::successors(Some(op), |op| ir.parent_op(*op))
        .find(|op| ir.def(*op).is_none_or(|def| def.has(Trait::SymbolTable)) && !ir.regions(*op).is_empty())
        .filter(|op| ir.has_trait(*op, Trait::SymbolTable))
}

/// The operations directly inside a symbol table.
fn members(ir: &Ir, table: Op) -> impl Iterator<Item = Op> + '_ {
    ir.regions(table).iter().flat_map(|r| ir.blocks(*r)).flat_map(|b| ir.block_ops(*b))
}

/// The operation of a table with a name, by searching; [`SymbolTables`] is faster for more than one question.
pub fn lookup(ir: &Ir, table: Op, name: &str) -> Option<Op> {
    members(ir, table).find(|op| symbol_name(ir, *op) == Some(name))
}

/// The operation that a symbol reference made by `from` means, by searching.
pub fn resolve(ir: &Ir, from: Op, reference: Attr) -> Option<Op> {
    let AttrKind::Symbol { root, nested } = &ir.ctx[reference] else { return None };
    let first = lookup(ir, nearest_table(ir, from)?, &ir.ctx[*root])?;
    nested.iter().try_fold(first, |table, name| {
        ir.has_trait(table, Trait::SymbolTable).then(|| lookup(ir, table, &ir.ctx[*name]))?
    })
}

/// Symbol tables that were read before. A picture of a moment: whoever adds, renames or erases symbols starts anew.
#[derive(Clone, Default)]
pub struct SymbolTables {
    tables: FxHashMap<Op, FxHashMap<Str, Op>>,
}

impl SymbolTables {
    /// The operation of a table with a name. Of two with one name, the first.
    pub fn lookup(&mut self, ir: &Ir, table: Op, name: Str) -> Option<Op> {
        let names = self.tables.entry(table).or_insert_with(|| {
            let mut names = FxHashMap::default();
            for op in members(ir, table) {
                if let Some(AttrKind::String { value, .. }) = ir.attr(op, NAME).map(|attr| &ir.ctx[attr]) {
                    names.entry(*value).or_insert(op);
                }
            }
            names
        });
        names.get(&name).copied()
    }

    /// The operation that a symbol reference made by `from` means.
    pub fn resolve(&mut self, ir: &Ir, from: Op, reference: Attr) -> Option<Op> {
        self.resolve_path(ir, from, reference)?.pop()
    }

    /// The operations that the names of a reference mean, one after the other.
    pub fn resolve_path(&mut self, ir: &Ir, from: Op, reference: Attr) -> Option<Vec<Op>> {
        let AttrKind::Symbol { root, nested } = &ir.ctx[reference] else { return None };
        let mut path = vec![self.lookup(ir, nearest_table(ir, from)?, *root)?];
        for name in nested {
            let table = *path.last()?;
            if !ir.has_trait(table, Trait::SymbolTable) {
                return None;
            }
            path.push(self.lookup(ir, table, *name)?);
        }
        Some(path)
    }
}

/// One symbol reference in an attribute of an operation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SymbolUse {
    /// The operation.
    pub op: Op,
    /// The reference itself, however deep in the operation's attributes.
    pub reference: Attr,
}

/// All symbol references in the attributes of the operations below `root` (itself included), in text order. A reference
/// that one operation makes twice is listed once.
pub fn uses_below(ir: &Ir, root: Op) -> Vec<SymbolUse> {
    let mut uses = Vec::new();
    let mut finder = References::default();
    for op in ir.walk(root) {
        let start = uses.len();
        for dict in [ir.props(op), ir.attrs(op)] {
            for reference in finder.of(&ir.ctx, dict) {
                let found = SymbolUse { op, reference: *reference };
                if !uses[start..].contains(&found) {
                    uses.push(found);
                }
            }
        }
    }
    uses
}

/// Finds symbol references in attributes; remembers, because operations share attributes.
#[derive(Default)]
struct References {
    known: FxHashMap<Attr, Box<[Attr]>>,
}

impl References {
    fn of(&mut self, ctx: &Context, attr: Attr) -> &[Attr] {
        self.known.entry(attr).or_insert_with(|| {
            let (mut found, mut seen, mut stack) = (Vec::new(), FxHashSet::default(), vec![attr]);
            while let Some(attr) = stack.pop() {
                if !seen.insert(attr) {
                    continue;
                }
                let start = stack.len();
                match &ctx[attr] {
                    AttrKind::Symbol { .. } => found.push(attr),
                    AttrKind::Dict(entries) => stack.extend(entries.iter().map(|(_, value)| *value)),
                    AttrKind::Array(items) | AttrKind::Dialect { params: items, .. } => {
                        stack.extend_from_slice(items)
                    }
                    AttrKind::Distinct { attr, .. } => stack.push(*attr),
                    _ => {}
                }
                stack[start..].reverse();
            }
            found.into()
        })
    }
}

/// Whether a reference that resolves to `symbol` stands anywhere below `root`.
pub fn is_referenced(ir: &Ir, root: Op, symbol: Op) -> bool {
    let mut tables = SymbolTables::default();
    let means =
        |u: &SymbolUse| tables.resolve_path(ir, u.op, u.reference).is_some_and(|path| path.contains(&symbol));
    uses_below(ir, root).iter().any(means)
}

/// Gives a symbol another name, and changes every reference to it below `root` (nested ones too) accordingly.
pub fn rename(ir: &mut Ir, root: Op, symbol: Op, name: &str) {
    let mut tables = SymbolTables::default();
    let new = ir.ctx.str(name);
    let mut changes: Vec<(SymbolUse, Attr)> = Vec::new();
    for found in uses_below(ir, root) {
        // The path says which of the names is the symbol's: `@a::@b` names both.
        let Some(path) = tables.resolve_path(ir, found.op, found.reference) else { continue };
        let Some(position) = path.iter().position(|op| *op == symbol) else { continue };
        let AttrKind::Symbol { root, nested } = &ir.ctx[found.reference] else { continue };
        let (mut root, mut nested) = (*root, nested.clone());
        match position {
            0 => root = new,
            n => nested[n - 1] = new,
        }
        changes.push((found, ir.ctx.attr(AttrKind::Symbol { root, nested })));
    }
    for (found, to) in changes {
        replace_reference(ir, found.op, found.reference, to);
    }
    let name = ir.ctx.str_attr(name);
    ir.set_attr(symbol, NAME, Some(name));
}

/// Replaces a symbol reference by another wherever it stands in the attributes of an operation.
pub fn replace_reference(ir: &mut Ir, op: Op, from: Attr, to: Attr) {
    let (props, attrs) = (ir.props(op), ir.attrs(op));
    let props = substitute(&mut ir.ctx, props, from, to);
    ir.set_props(op, props);
    let attrs = substitute(&mut ir.ctx, attrs, from, to);
    ir.set_attrs(op, attrs);
}

/// An attribute with one attribute in it replaced by another. Attributes nest no deeper than the parser allows.
fn substitute(ctx: &mut Context, attr: Attr, from: Attr, to: Attr) -> Attr {
    if attr == from {
        return to;
    }
    match ctx[attr].clone() {
        AttrKind::Dict(mut entries) => {
            for (_, value) in &mut entries {
                *value = substitute(ctx, *value, from, to);
            }
            ctx.attr(AttrKind::Dict(entries))
        }
        AttrKind::Array(mut items) => {
            for item in &mut items {
                *item = substitute(ctx, *item, from, to);
            }
            ctx.attr(AttrKind::Array(items))
        }
        AttrKind::Dialect { def, mut params, ty } => {
            for param in &mut params {
                *param = substitute(ctx, *param, from, to);
            }
            ctx.attr(AttrKind::Dialect { def, params, ty })
        }
        AttrKind::Distinct { id, attr } => {
            let attr = substitute(ctx, attr, from, to);
            ctx.attr(AttrKind::Distinct { id, attr })
        }
        _ => attr,
    }
}

/// A name that no symbol of a table has: `base`, or else `base_0`, `base_1`, …
pub fn unique_name(ir: &Ir, table: Op, base: &str) -> String {
    let taken: FxHashSet<&str> = members(ir, table).filter_map(|op| symbol_name(ir, op)).collect();
    let numbered = (0u64..).map(|n| format!("{base}_{n}"));
    let mut names = std::iter::once(base.to_owned()).chain(numbered);
    names
        .find(|name| !taken.contains(name.as_str()))
        .expect("a table has fewer symbols than there are numbers")
}
