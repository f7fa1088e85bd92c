//! Circuits as requests see them: which module is the top.

use base::{Diagnostic, codes};
use dialects::{func, handshake, hw};
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
    let tops = tops(ir, root);
    match tops[..] {
        [top] => Ok(top),
        [] => Err(other_levels(ir, root)
            .unwrap_or_else(|| wrong(NO_MODULE.to_string(), &[]).hint("circuits are modules of `hw`"))),
        _ => Err(wrong("several modules could be the top: say which with `--top`".to_string(), &tops)),
    }
}

const NO_MODULE: &str = "there is no `hw.module` to take as the top";

/// What to do with a file that has no modules, but something that can become one.
pub fn other_levels(ir: &Ir, root: Op) -> Option<Diagnostic> {
    let error = Diagnostic::error(codes::NO_TOP_MODULE, None, NO_MODULE);
    let has = |code: ir::OpCode| ir.walk(root).into_iter().any(|op| ir.code(op) == code);
    match (has(func::FUNC), has(handshake::FUNC)) {
        (true, _) => Some(error.hint("this is a program: `flowright run` makes circuits of its kernels and simulates them, `flowright compile` writes them")),
        (_, true) => Some(error.hint(
            "this is an elastic circuit: `flowright sim` simulates one on channels, and `flowright opt -p handshake-to-hw` makes a module of it",
        )),
        _ => None,
    }
}

/// The modules that no other has an instance of.
pub fn tops(ir: &Ir, root: Op) -> Vec<Op> {
    let mut tables = SymbolTables::default();
    let all = ir.walk(root);
    let targets: HashSet<Op> =
        all.iter().filter_map(|op| hw::instance_target(ir, &mut tables, *op)).collect();
    all.into_iter().filter(|op| hw::is_module(ir, *op) && !targets.contains(op)).collect()
}

/// Removes everything that a module does not reach, so that it is neither in the way nor in the text.
pub fn keep_reachable(ir: &mut Ir, root: Op, top: Op) {
    let kept: HashSet<Op> = hw::reachable(ir, &mut SymbolTables::default(), top).into_iter().collect();
    let blocks = ir.regions(root).iter().flat_map(|region| ir.blocks(*region));
    let members: Vec<Op> = blocks.flat_map(|block| ir.block_ops(*block)).collect();
    for member in members {
        if !ir.walk(member).iter().any(|op| kept.contains(op)) {
            ir.erase(member);
        }
    }
}
