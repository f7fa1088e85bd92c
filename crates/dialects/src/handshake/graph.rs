//! Rules of a whole function of `handshake`: its signature, the users of its channels, and its cycles.

use super::describe::memory_ports;
use super::ops::{CONTROL_MERGE, GUARD, INIT, LOAD, MEM_CONTROLLER, MERGE, MUX};
use super::types::is_channel;
use super::unit::{MemoryPort, PortPlace, guard, port_places};
use crate::dataflow;
use base::text::counted;
use base::{Diagnostic, codes};
use ir::verify::{Verifier, op_error};
use ir::{AttrKind, Block, Ir, Op, OpCode, Type, Value};
use rustc_hash::{FxHashMap, FxHashSet};

/// The body has the arguments of the signature, every port has a name of its own, every channel has one user, and every cycle a
/// unit that gives the first token.
pub fn func(ir: &Ir, op: Op, verifier: &mut Verifier<'_>) {
    let Some((inputs, results)) = super::signature(ir, op) else { return };
    port_names(ir, op, verifier, "argNames", inputs.len());
    port_names(ir, op, verifier, "resNames", results.len());
    let Some(entry) = ir.entry(ir.region(op, 0)) else { return };
    let arguments: Vec<Type> = ir.args(entry).iter().map(|argument| ir.ty(*argument)).collect();
    verifier.same_types(
        ir,
        op,
        codes::BLOCK_ARGUMENTS,
        ("the arguments of the body", &arguments),
        ("the arguments of the signature", inputs),
    );
    channels_have_one_user(ir, op, entry, verifier);
    cycles_have_a_first_token(ir, op, entry, verifier);
}

fn port_names(ir: &Ir, op: Op, verifier: &mut Verifier<'_>, name: &str, ports: usize) {
    let Some(AttrKind::Array(names)) = ir.attr(op, name).map(|attr| &ir.ctx[attr]) else { return };
    if names.len() != ports {
        let message = format!("`{name}` has {} for {}", counted(names.len(), "name"), counted(ports, "port"));
        verifier.error(ir, op, codes::PORT_NAMES, message);
    }
    let mut seen = FxHashSet::default();
    if let Some(twice) = names.iter().find(|name| !seen.insert(**name)) {
        let twice = ir.ctx.str_value(*twice).unwrap_or("");
        verifier.error(ir, op, codes::PORT_NAMES, format!("`{name}` has `{twice}` twice"));
    }
}

/// Whether a function has a value that is a channel; otherwise it is one of streams, or has no body.
pub fn is_elastic(ir: &Ir, func: Op) -> bool {
    let Some(block) = ir.regions(func).first().and_then(|region| ir.entry(*region)) else { return false };
    let mut values = ir.args(block).iter().copied().chain(ir.block_ops(block).flat_map(|op| ir.results(op)));
    values.any(|value| is_channel(&ir.ctx, ir.ty(value)))
}

// ----- users -----

fn channels_have_one_user(ir: &Ir, func: Op, entry: Block, verifier: &mut Verifier<'_>) {
    for (number, argument) in ir.args(entry).iter().enumerate() {
        one_user(ir, func, &format!("argument #{number}"), *argument, verifier);
    }
    for op in ir.block_ops(entry) {
        for (number, result) in ir.results(op).enumerate() {
            one_user(ir, op, &format!("result #{number}"), result, verifier);
        }
    }
}

fn one_user(ir: &Ir, op: Op, what: &str, value: Value, verifier: &mut Verifier<'_>) {
    if !is_channel(&ir.ctx, ir.ty(value)) || ir.has_one_use(value) {
        return;
    }
    let users = ir.uses(value).count();
    let (message, hint) = match users {
        0 => (format!("{what} is a channel that nobody takes tokens from"), "end it in a `handshake.sink`"),
        _ => (
            format!("{what} is a channel and has {users} users"),
            "give each user a result of its own of a `handshake.fork`",
        ),
    };
    let mut diagnostic = op_error(ir, op, codes::CHANNEL_USERS, message).hint(hint);
    for user in ir.users(value).take(2) {
        if let Some(span) = ir.ctx.span(ir.loc(user)) {
            diagnostic = diagnostic.label(span, "a user");
        }
    }
    verifier.report(diagnostic);
}

// ----- cycles -----

/// Units that give a token before they have got one from every input: a cycle through one of them can begin.
fn gives_first(code: OpCode) -> bool {
    matches!(code, MERGE | MUX | CONTROL_MERGE | INIT | dataflow::CARRY | dataflow::INVARIANT)
}

/// Reports a cycle of operations none of which gives the first token.
///
/// A memory controller is no operation on a path: a load's data come from its address, and a completion from its store.
fn cycles_have_a_first_token(ir: &Ir, func: Op, entry: Block, verifier: &mut Verifier<'_>) {
    let completions = completions(ir, entry);
    // On the way: true; done: false.
    let mut state: FxHashMap<Op, bool> = FxHashMap::default();
    for root in ir.block_ops(entry) {
        if state.contains_key(&root) || gives_first(ir.code(root)) {
            continue;
        }
        let mut path: Vec<(Op, Vec<Op>)> = vec![(root, producers(ir, root, entry, &completions))];
        state.insert(root, true);
        while let Some((op, open)) = path.last_mut() {
            let Some(next) = open.pop() else {
                state.insert(*op, false);
                path.pop();
                continue;
            };
            match state.get(&next) {
                Some(false) => {}
                Some(true) => {
                    let start = path.iter().position(|(op, _)| *op == next).unwrap_or(0);
                    // The path goes against the tokens.
                    let cycle: Vec<Op> = path[start..].iter().rev().map(|(op, _)| *op).collect();
                    verifier.report(cycle_error(ir, func, &cycle));
                    return;
                }
                None => {
                    state.insert(next, true);
                    let open = producers(ir, next, entry, &completions);
                    path.push((next, open));
                }
            }
        }
    }
}

/// The operations whose tokens an operation waits for, as far as a cycle through them could not begin.
fn producers(ir: &Ir, op: Op, entry: Block, completions: &FxHashMap<Value, Op>) -> Vec<Op> {
    let mut found = Vec::new();
    for (index, value) in ir.operands(op).enumerate() {
        // What a load gets from the memory is the answer to its own address; a guard waits for stores of earlier activations only.
        let is_later = match ir.code(op) {
            LOAD => index == 1,
            GUARD => index != guard::LOAD,
            _ => false,
        };
        if is_later {
            continue;
        }
        let by = match ir.defining_op(value) {
            Some(by) if ir.code(by) == MEM_CONTROLLER => completions.get(&value).copied(),
            by => by,
        };
        found.extend(by.filter(|by| ir.parent_block(*by) == Some(entry) && !gives_first(ir.code(*by))));
    }
    found
}

/// The store that every completion is of.
fn completions(ir: &Ir, entry: Block) -> FxHashMap<Value, Op> {
    let mut found = FxHashMap::default();
    let memories = ir.block_ops(entry).filter(|op| ir.code(*op) == MEM_CONTROLLER);
    for memory in memories.filter(|op| ir.attr(*op, "storeDone").is_some()) {
        let Some(ports) = memory_ports(ir, memory) else { continue };
        for PortPlace { port, input, output } in port_places(&ports, true) {
            // The first operand is the memory. There are too few results where another rule is broken.
            let by = ir.defining_op(ir.operand(memory, input + 1));
            let done = output.filter(|done| port == MemoryPort::Store && done + 1 < ir.result_count(memory));
            if let (Some(by), Some(done)) = (by, done) {
                found.insert(ir.result(memory, done), by);
            }
        }
    }
    found
}

fn cycle_error(ir: &Ir, func: Op, cycle: &[Op]) -> Diagnostic {
    let names: Vec<String> =
        cycle.iter().chain(cycle.first()).map(|op| format!("`{}`", ir.name(*op))).collect();
    let message = format!("no token can ever enter the cycle {}", names.join(" -> "));
    let at = cycle.first().copied().unwrap_or(func);
    let mut diagnostic = op_error(ir, at, codes::CYCLE_WITHOUT_TOKEN, message)
        .hint("a cycle goes through a merge, a mux, a carry, an invariant or an init");
    for op in cycle.iter().skip(1).take(8) {
        if let Some(span) = ir.ctx.span(ir.loc(*op)) {
            diagnostic = diagnostic.label(span, "on the cycle");
        }
    }
    diagnostic
}
