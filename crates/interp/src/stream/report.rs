//! What a network that came to rest is waiting for, and what is left in one that is done.

use super::fire::is_held;
use super::graph::{Graph, Input, Kind, Node};
use super::schedule::Machine;
use crate::fault;
use base::text::counted;
use base::{Diagnostic, codes};
use dialects::handshake::guard;
use ir::symbols::symbol_name;
use ir::{Ir, Op, Value};
use std::fmt;

/// Something that was not used up.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Left {
    /// The operation that did not take it, or that did not come to its end.
    pub op: Op,
    /// What it is, in words.
    pub what: String,
}

impl fmt::Display for Left {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.what)
    }
}

/// The most steps of a chain of waiting that are shown.
const SHOWN: usize = 16;

/// A value by its name, or by the operation that makes it.
fn value_text(ir: &Ir, value: Value) -> String {
    match (ir.value_name(value), ir.defining_op(value)) {
        (Some(name), _) => format!("`%{}`", &ir.ctx[name]),
        (None, Some(op)) => format!("a result of `{}`", ir.name(op)),
        (None, None) => "an argument".to_string(),
    }
}

/// A queue in words: who waits for what.
pub fn place(ir: &Ir, graph: &Graph, queue: u32) -> String {
    let queue = &graph.queues[queue as usize];
    let node = &graph.nodes[queue.to as usize];
    let value = ir.operand(node.op, queue.port as usize);
    format!("`{}`, operand {} ({})", ir.name(node.op), queue.port, value_text(ir, value))
}

/// What is left, if the terminator may have so many tokens an operand.
pub fn left(ir: &Ir, graph: &Graph, machine: &Machine, results: usize) -> Vec<Left> {
    let mut found = Vec::new();
    for (id, queue) in (0..).zip(&graph.queues) {
        let allowed = match (queue.to == graph.end_node, queue.primed) {
            (true, _) => results,
            (_, primed) => usize::from(primed),
        };
        let count = machine.queues.len(id);
        if count > allowed {
            let tokens = counted(count - allowed, "token");
            let what = format!("{tokens} left at {}", place(ir, graph, id));
            found.push(Left { op: graph.nodes[queue.to as usize].op, what });
        }
    }
    for (node, state) in graph.nodes.iter().zip(&machine.states) {
        if state.looping {
            let what = format!("`{}` is still inside of a loop", ir.name(node.op));
            found.push(Left { op: node.op, what });
        }
        if state.owed {
            let what = format!("`{}` does not know yet what was stored after a load", ir.name(node.op));
            found.push(Left { op: node.op, what });
        }
        if !state.open.is_empty() {
            let stores = counted(state.open.len(), "store");
            let what = format!("`{}` waits for {stores} to be complete", ir.name(node.op));
            found.push(Left { op: node.op, what });
        }
        if state.at != 0 {
            let what = format!("`{}` is in the middle of a group", ir.name(node.op));
            found.push(Left { op: node.op, what });
        }
        if state.announced != 0 && matches!(&node.kind, Kind::Memory(ports) if !ports.announced.is_empty()) {
            let stores = counted(state.announced.unsigned_abs() as u64, "store");
            let what = if state.announced > 0 { "announced and not made" } else { "made and not announced" };
            found.push(Left { op: node.op, what: format!("{stores} {what}") });
        }
    }
    found
}

/// Why an operand of the terminator has no token: the chain of units that wait for each other.
pub fn stopped(ir: &Ir, graph: &Graph, machine: &Machine, operand: usize) -> Diagnostic {
    let func = ir.parent_op(graph.end).expect("the terminator stands in the kernel");
    let name = symbol_name(ir, func).unwrap_or("");
    let missing = value_text(ir, ir.operand(graph.end, operand));
    let what = format!("the streams of `@{name}` stop before {missing} has a token for `handshake.end`");
    let mut diagnostic = fault::at(ir, graph.end, codes::STREAMS_STOPPED, what);
    let mut seen = vec![false; graph.queues.len()];
    let mut at = match graph.nodes[graph.end_node as usize].inputs[operand] {
        Input::Queue(queue) => Some(queue),
        _ => None,
    };
    for _ in 0..SHOWN {
        let Some(queue) = at else { break };
        if std::mem::replace(&mut seen[queue as usize], true) {
            return diagnostic.note("and so on: these units wait for each other in a circle");
        }
        let Some((node, output)) = graph.queues[queue as usize].from else {
            return diagnostic.note("an argument gives one token for each activation, and it was taken");
        };
        at = awaited(graph, machine, node, output);
        let op = graph.nodes[node as usize].op;
        let why = match at {
            Some(next) => format!("`{}` waits for {}", ir.name(op), value_at(ir, graph, next)),
            None => format!("`{}` has nothing more to give here", ir.name(op)),
        };
        diagnostic = match ir.ctx.span(ir.loc(op)) {
            Some(span) => diagnostic.label(span, why),
            None => diagnostic.note(why),
        };
    }
    diagnostic
}

fn value_at(ir: &Ir, graph: &Graph, queue: u32) -> String {
    let queue = &graph.queues[queue as usize];
    value_text(ir, ir.operand(graph.nodes[queue.to as usize].op, queue.port as usize))
}

/// The empty queue that keeps a node from giving a token at an output.
fn awaited(graph: &Graph, machine: &Machine, number: u32, output: u32) -> Option<u32> {
    let node = &graph.nodes[number as usize];
    let state = &machine.states[number as usize];
    let wanted: Vec<u32> = match &node.kind {
        Kind::Wires => vec![output],
        Kind::Mux => match machine.queues.peek(&node.inputs[0]) {
            Some(select) => vec![u32::try_from(select).unwrap_or(u32::MAX).saturating_add(1)],
            None => vec![0],
        },
        Kind::Carry if !state.looping => vec![1],
        Kind::Carry => vec![0, 2],
        Kind::Invariant => vec![u32::from(!state.looping)],
        Kind::Guard if state.owed => vec![guard::STORES as u32, guard::STORE as u32],
        Kind::Guard if is_held(state, &machine.queues, &node.inputs[guard::LOAD]) => vec![guard::DONE as u32],
        Kind::Guard => vec![guard::LOAD as u32],
        Kind::Stream { .. } if state.looping => Vec::new(),
        Kind::Lsq(queue) => {
            let next = machine.queues.arrivals[number as usize].front().copied();
            queue.wanted(state, next, output)
        }
        Kind::Memory(ports) => {
            let load =
                ports.loads.iter().find(|(_, data)| *data == output).map(|(address, _)| vec![*address]);
            let store = ports.stores.iter().find(|(_, _, done)| *done == Some(output));
            load.or(store.map(|(address, data, _)| vec![*address, *data]))
                .unwrap_or_else(|| vec![ports.start, ports.end])
        }
        _ => (0..node.inputs.len() as u32).collect(),
    };
    wanted.into_iter().find_map(|input| empty(node, machine, input))
}

fn empty(node: &Node, machine: &Machine, input: u32) -> Option<u32> {
    match node.inputs.get(input as usize)? {
        Input::Queue(queue) if machine.queues.len(*queue) == 0 => Some(*queue),
        _ => None,
    }
}
