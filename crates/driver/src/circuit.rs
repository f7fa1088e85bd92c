//! Circuits as requests see them: which module is the top.

use base::{Diagnostic, codes};
use dialects::hw;
use ir::symbols::{SymbolTables, symbol_name};
use ir::{Ir, Op};
use std::collections::HashSet;

/// The module that a request is about: the one of this name, with or without its `@`; or, without a name, the only one that no other
/// module has an instance of.
pub fn find_top(ir: &Ir, root: Op, name: Option<&str>) -> Result<Op, Diagnostic> {
    let modules: Vec<Op> = ir.walk(root).into_iter().filter(|op| hw::is_module(ir, *op)).collect();
    let wrong = |message: String, choice: &[Op]| {
        let names: Vec<String> =
            choice.iter().filter_map(|op| Some(format!("`{}`", symbol_name(ir, *op)?))).take(20).collect();
        let diagnostic = Diagnostic::error(codes::NO_TOP_MODULE, None, message);
        if names.is_empty() { diagnostic } else { diagnostic.hint(format!("there is {}", names.join(", "))) }
    };
    if let Some(name) = name {
        let name = name.strip_prefix('@').unwrap_or(name);
        let found = modules.iter().find(|op| symbol_name(ir, **op) == Some(name));
        return found.copied().ok_or_else(|| wrong(format!("there is no module `{name}`"), &modules));
    }
    let mut tables = SymbolTables::default();
    let targets: HashSet<Op> =
        ir.walk(root).into_iter().filter_map(|op| hw::instance_target(ir, &mut tables, op)).collect();
    let tops: Vec<Op> = modules.into_iter().filter(|op| !targets.contains(op)).collect();
    match tops[..] {
        [top] => Ok(top),
        [] => Err(wrong("there is no module to take as the top".to_string(), &[])),
        _ => Err(wrong("several modules could be the top: say which with `--top`".to_string(), &tops)),
    }
}
