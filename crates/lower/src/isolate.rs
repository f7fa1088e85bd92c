//! A function on its own: what a module has to be before one of its functions becomes a circuit.
//!
//! The caller of a kernel, its test bench, is no part of the circuit, and a function that is called cannot become one. So the other functions go; but
//! they may have used the same globals, and then the circuit must not keep these for itself.

use dialects::{func, memref};
use ir::symbols::{resolve, uses_below};
use ir::{Ir, Op};
use rustc_hash::FxHashSet;

/// Removes all functions of a module that `function` does not need. Globals that they use, and that `function` uses, become public: others can see them.
pub fn isolate(ir: &mut Ir, module: Op, function: Op) {
    let needed = needed(ir, function);
    let others: Vec<Op> =
        ir.walk(module).into_iter().filter(|op| ir.code(*op) == func::FUNC && !needed.contains(op)).collect();
    let mut seen: Vec<Op> = Vec::new();
    for other in &others {
        let globals = uses_below(ir, *other).into_iter().filter_map(|u| resolve(ir, u.op, u.reference));
        seen.extend(globals.filter(|op| ir.code(*op) == memref::GLOBAL && needed.contains(op)));
    }
    for global in seen {
        ir.set_attr(global, "sym_visibility", None);
    }
    for other in others {
        ir.erase(other);
    }
}

/// A function, and what it refers to, directly or through others.
fn needed(ir: &Ir, function: Op) -> FxHashSet<Op> {
    let mut needed = FxHashSet::default();
    let mut work = vec![function];
    while let Some(op) = work.pop() {
        if needed.insert(op) {
            work.extend(uses_below(ir, op).into_iter().filter_map(|u| resolve(ir, u.op, u.reference)));
        }
    }
    needed
}
