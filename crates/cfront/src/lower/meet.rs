//! Memory that a kernel reaches in two ways: as two of its arguments, or as an argument and by name.
//!
//! A circuit has a memory for each of these, and a part of an array is lent as a copy, so what the kernel writes one way would not be seen the
//! other. Such a call is refused if the kernel writes to one of the two. Whether it does is looked up in the kernel's operations, which are
//! complete when all functions are lowered; so calls note what meets, and this is judged at the end.

use crate::tree::{FunctionId, Unit};
use base::{Diagnostic, Diagnostics};
use dialects::{func, memref};
use ir::{Attr, AttrKind, Ir, Op, Value, ValueDef};
use rustc_hash::{FxHashMap, FxHashSet};

/// A call in which memory is reached in two ways.
pub(super) struct Meeting {
    /// The kernel that is called.
    pub kernel: FunctionId,
    /// The two ways.
    pub ways: [Way; 2],
    /// What is to be said if the kernel writes to it.
    pub refusal: Diagnostic,
}

/// A way that a kernel reaches memory.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub(super) enum Way {
    /// By the argument of this number.
    Argument(usize),
    /// By the name of a global.
    Global(Attr),
}

/// What kernels do to memory.
#[derive(Clone, Default)]
struct Accesses {
    /// All ways that are used, and those that are written to.
    used: FxHashSet<Way>,
    written: FxHashSet<Way>,
    /// The functions that are called, by name.
    calls: Vec<Attr>,
}

/// Reports the meetings in which a kernel writes to what it reaches in two ways.
pub(super) fn judge(
    ir: &mut Ir,
    unit: &Unit,
    functions: &[(FunctionId, Op)],
    meetings: Vec<Meeting>,
    diagnostics: &mut Diagnostics,
) {
    let mut reported = FxHashSet::default();
    if meetings.is_empty() {
        return;
    }
    let mut accesses = FxHashMap::default();
    for (id, op) in functions {
        let root = ir.ctx.str(&unit.functions[*id].name);
        let name = ir.ctx.attr(AttrKind::Symbol { root, nested: Box::new([]) });
        accesses.insert(name, (*id, of_function(ir, *op)));
    }
    for Meeting { kernel, ways, refusal } in meetings {
        let Some(accesses) = of_kernel(&accesses, kernel) else { continue };
        let used = ways.iter().all(|way| accesses.used.contains(way));
        let written = ways.iter().any(|way| accesses.written.contains(way));
        // The members of a structure meet one by one.
        if used && written && reported.insert((refusal.span, refusal.message.clone())) {
            diagnostics.push(refusal);
        }
    }
}

/// What a kernel does, and the functions that it calls do to globals. What it hands on to these counts as written.
fn of_kernel(all: &FxHashMap<Attr, (FunctionId, Accesses)>, kernel: FunctionId) -> Option<Accesses> {
    let (_, own) = all.values().find(|(id, _)| *id == kernel)?;
    let mut accesses = own.clone();
    let mut known = FxHashSet::default();
    let mut todo = own.calls.clone();
    while let Some(name) = todo.pop() {
        let Some((_, called)) = all.get(&name).filter(|_| known.insert(name)) else { continue };
        let is_global = |way: &&Way| matches!(way, Way::Global(_));
        accesses.used.extend(called.used.iter().filter(is_global));
        accesses.written.extend(called.written.iter().filter(is_global));
        todo.extend(&called.calls);
    }
    Some(accesses)
}

/// What the operations of a function do to its arguments and to globals.
fn of_function(ir: &Ir, function: Op) -> Accesses {
    let mut accesses = Accesses::default();
    for op in ir.walk(function) {
        let code = ir.code(op);
        if code == func::CALL {
            accesses.calls.extend(ir.attr(op, "callee"));
        }
        if matches!(code, memref::CAST | memref::SUBVIEW | memref::DIM) {
            continue;
        }
        for (number, operand) in ir.operands(op).enumerate() {
            let Some(way) = way(ir, Some(function), operand) else { continue };
            accesses.used.insert(way);
            let reads = match code {
                memref::LOAD => true,
                memref::COPY => number == 0,
                _ => false,
            };
            if !reads {
                accesses.written.insert(way);
            }
        }
    }
    accesses
}

/// How a function reaches the memory of a value, if that is not its own. Without a function, only globals are known.
pub(super) fn way(ir: &Ir, function: Option<Op>, mut value: Value) -> Option<Way> {
    loop {
        match ir.value_def(value) {
            ValueDef::Result(op, _) => match ir.code(op) {
                memref::CAST | memref::SUBVIEW => value = ir.operand(op, 0),
                memref::GET_GLOBAL => return ir.attr(op, "name").map(Way::Global),
                _ => return None,
            },
            ValueDef::Argument(block, number)
                if function.is_some() && ir.block_parent_op(block) == function =>
            {
                return Some(Way::Argument(number as usize));
            }
            _ => return None,
        }
    }
}
