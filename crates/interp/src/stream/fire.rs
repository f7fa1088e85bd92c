//! What a node does with the tokens it has.

use super::compute::Compute;
use super::graph::{Input, Kind, MemoryNode, Node};
use super::memory::Memory;
use super::schedule::Queues;
use super::{Token, lsq};
use crate::fault;
use base::text::counted;
use base::{Bits, Diagnostic, codes};
use dialects::arith::IntPredicate;
use dialects::dataflow;
use dialects::handshake::{Function, StepOp, guard};
use ir::Ir;
use std::collections::VecDeque;

/// What a node remembers.
#[derive(Clone, Default, Debug)]
pub struct State {
    /// It is in the middle of a burst.
    pub looping: bool,
    /// The value of an `invariant`; the bound of a `stream`.
    stored: Token,
    /// The step of a `stream`.
    step: Token,
    /// The next index of a `stream`, with one more bit than the index has.
    index: Token,
    /// A load has passed a guard, and it is not known yet what its activation stores.
    pub owed: bool,
    /// The addresses of stores that a guard knows and that are not complete, the oldest first.
    pub open: VecDeque<Token>,
    /// Stores that were announced to a memory controller less those that were made.
    pub announced: i128,
    /// The next access of the group that a queue is at.
    pub at: u32,
}

/// What came of trying.
pub enum Fired {
    /// The node took tokens or gave some.
    Once,
    /// It lacks something.
    Nothing,
    /// The run is over.
    Fault(Box<Diagnostic>),
}

/// Lets a node fire once, if it can.
pub fn fire(
    ir: &Ir,
    node: &Node,
    number: u32,
    state: &mut State,
    queues: &mut Queues,
    memories: &mut [Memory],
) -> Fired {
    let done = match &node.kind {
        Kind::Compute(compute) => compute_once(ir, node, compute, queues),
        Kind::Wires => wires(node, queues),
        Kind::Mux => mux(node, queues),
        Kind::Merge { indexed } => merge(node, number, *indexed, queues),
        Kind::Carry => carry(node, state, queues),
        Kind::Invariant => invariant(node, state, queues),
        Kind::Stream { width, rule } => match stream(ir, node, state, queues, *width, *rule) {
            Ok(done) => done,
            Err(diagnostic) => return Fired::Fault(diagnostic),
        },
        Kind::Memory(ports) => match access(ir, node, ports, state, queues, memories) {
            Ok(done) => done,
            Err(diagnostic) => return Fired::Fault(diagnostic),
        },
        Kind::Guard => guarded(node, state, queues),
        Kind::Lsq(queue) => match lsq::fire(ir, node, number, queue, state, queues, memories) {
            Ok(done) => done,
            Err(diagnostic) => return Fired::Fault(diagnostic),
        },
        Kind::End => false,
        _ => {
            all(node, queues) && {
                together(node, state, queues);
                true
            }
        }
    };
    if done { Fired::Once } else { Fired::Nothing }
}

/// What takes a token of every input does with them.
fn together(node: &Node, state: &mut State, queues: &mut Queues) {
    if let Kind::Gate = node.kind {
        gate(node, state, queues);
        return;
    }
    let first = queues.take(&node.inputs[0]);
    match &node.kind {
        Kind::Constant(literal) => queues.put(&node.outputs[0], literal),
        Kind::Join { keeps } => {
            node.inputs[1..].iter().for_each(|input| drop(queues.take(input)));
            queues.put(&node.outputs[0], if *keeps { &first } else { &[0] });
        }
        Kind::CondBr => {
            let token = queues.take(&node.inputs[1]);
            queues.put(&node.outputs[usize::from(first[0] & 1 == 0)], &token);
        }
        // Copies go to all outputs; a sink has none.
        _ => node.outputs.iter().for_each(|output| queues.put(output, &first)),
    }
}

/// Whether every input has a token.
fn all(node: &Node, queues: &Queues) -> bool {
    node.inputs.iter().all(|input| queues.has(input))
}

fn compute_once(ir: &Ir, node: &Node, compute: &Compute, queues: &mut Queues) -> bool {
    let mut words = [0u64; 3];
    for (word, input) in words.iter_mut().zip(&node.inputs) {
        match queues.peek(input) {
            Some(first) => *word = first,
            None => return false,
        }
    }
    if let Some(word) = compute.quick(&words[..node.inputs.len().min(3)]) {
        for input in &node.inputs {
            queues.take_word(input);
        }
        queues.put(&node.outputs[0], &[word]);
        return true;
    }
    let inputs: Vec<Token> = node.inputs.iter().map(|input| queues.take(input)).collect();
    for (output, token) in node.outputs.iter().zip(compute.tokens(ir, node.op, &inputs)) {
        queues.put(output, &token);
    }
    true
}

fn wires(node: &Node, queues: &mut Queues) -> bool {
    let mut done = false;
    for (input, output) in node.inputs.iter().zip(&node.outputs) {
        // A literal goes past the port: it stands at whoever uses it.
        if matches!(input, Input::Queue(_)) && queues.has(input) {
            let token = queues.take(input);
            queues.put(output, &token);
            done = true;
        }
    }
    done
}

fn mux(node: &Node, queues: &mut Queues) -> bool {
    let Some(select) = queues.peek(&node.inputs[0]) else { return false };
    let chosen = usize::try_from(select).ok().and_then(|select| node.inputs[1..].get(select));
    let Some(input) = chosen.filter(|input| queues.has(input)) else { return false };
    queues.take(&node.inputs[0]);
    let token = queues.take(input);
    queues.put(&node.outputs[0], &token);
    true
}

fn merge(node: &Node, number: u32, indexed: bool, queues: &mut Queues) -> bool {
    let Some(port) = queues.arrivals[number as usize].pop_front() else { return false };
    let token = queues.take(&node.inputs[port as usize]);
    queues.put(&node.outputs[0], &token);
    if indexed {
        queues.put(&node.outputs[1], &[u64::from(port), 0]);
    }
    true
}

fn carry(node: &Node, state: &mut State, queues: &mut Queues) -> bool {
    if !state.looping {
        if !queues.has(&node.inputs[1]) {
            return false;
        }
        let token = queues.take(&node.inputs[1]);
        queues.put(&node.outputs[0], &token);
        state.looping = true;
        return true;
    }
    match queues.peek(&node.inputs[0]) {
        Some(d) if d & 1 == 0 => {
            queues.take_word(&node.inputs[0]);
            state.looping = false;
            true
        }
        Some(_) if queues.has(&node.inputs[2]) => {
            queues.take_word(&node.inputs[0]);
            let token = queues.take(&node.inputs[2]);
            queues.put(&node.outputs[0], &token);
            true
        }
        _ => false,
    }
}

fn invariant(node: &Node, state: &mut State, queues: &mut Queues) -> bool {
    if !state.looping {
        if !queues.has(&node.inputs[1]) {
            return false;
        }
        state.stored = queues.take(&node.inputs[1]);
        state.looping = true;
    } else {
        match queues.peek(&node.inputs[0]) {
            None => return false,
            Some(d) => {
                queues.take_word(&node.inputs[0]);
                state.looping = d & 1 == 1;
            }
        }
        if !state.looping {
            return true;
        }
    }
    queues.put(&node.outputs[0], &state.stored);
    true
}

fn gate(node: &Node, state: &mut State, queues: &mut Queues) {
    let value = queues.take(&node.inputs[0]);
    let goes_on = queues.take_word(&node.inputs[1]) & 1 == 1;
    if goes_on {
        queues.put(&node.outputs[0], &value);
    }
    if state.looping {
        queues.put(&node.outputs[1], &[u64::from(goes_on)]);
    }
    state.looping = goes_on;
}

/// A guard does one of three things: it lets go of a store that is complete, it gets to know what the activation stores whose load has passed, or it lets the
/// next load pass. No order of these changes what comes out, because a load passes only after all that it may have to wait for is known.
fn guarded(node: &Node, state: &mut State, queues: &mut Queues) -> bool {
    let [load, store, done] = [guard::LOAD, guard::STORE, guard::DONE].map(|input| &node.inputs[input]);
    if !state.open.is_empty() && queues.has(done) {
        queues.take(done);
        state.open.pop_front();
        return true;
    }
    if state.owed {
        let stores = node.inputs.get(guard::STORES);
        let is_none = match stores.map(|stores| queues.peek(stores)) {
            Some(None) => return false,
            Some(Some(stores)) => stores & 1 == 0,
            None => false,
        };
        if !is_none && !queues.has(store) {
            return false;
        }
        stores.into_iter().for_each(|stores| drop(queues.take(stores)));
        if !is_none {
            state.open.push_back(address(queues.take(store)));
        }
        state.owed = false;
        return true;
    }
    if !queues.has(load) || is_held(state, queues, load) {
        return false;
    }
    let token = queues.take(load);
    queues.put(&node.outputs[0], &token);
    state.owed = true;
    true
}

/// Whether the address of the next load is that of a store that is not complete.
pub fn is_held(state: &State, queues: &Queues, load: &Input) -> bool {
    let wanted = queues.next(load).map(address);
    state.open.iter().any(|open| Some(open) == wanted.as_ref())
}

/// An address without the zeros before it, so that two of different widths can be compared.
fn address(mut token: Token) -> Token {
    while token.last() == Some(&0) {
        token.pop();
    }
    token
}

fn stream(
    ir: &Ir,
    node: &Node,
    state: &mut State,
    queues: &mut Queues,
    width: u32,
    rule: Option<(StepOp, IntPredicate)>,
) -> Result<bool, Box<Diagnostic>> {
    if !state.looping {
        if !all(node, queues) {
            return Ok(false);
        }
        let start = queues.take(&node.inputs[0]);
        state.step = queues.take(&node.inputs[1]);
        state.stored = queues.take(&node.inputs[2]);
        state.index = Token::from_slice(Bits::from_words(width, &start).sext(width + 1).words());
        if rule.is_none() && state.step.iter().all(|word| *word == 0) {
            let what = format!("the step of the stream is zero ({})", dataflow::ZERO_STEP.1);
            return Err(Box::new(fault::at(ir, node.op, codes::STREAM_ZERO_STEP, what)));
        }
    }
    let index = Bits::from_words(width + 1, &state.index);
    let (step, bound) = (Bits::from_words(width, &state.step), Bits::from_words(width, &state.stored));
    let now = index.trunc(width);
    let (goes_on, next) = match rule {
        None => {
            let bound = bound.sext(width + 1);
            let order = index.scmp(&bound);
            (if step.is_negative() { order.is_gt() } else { order.is_lt() }, index.add(&step.sext(width + 1)))
        }
        Some((op, predicate)) => {
            let goes_on = Function::Cmp(predicate).eval(&[now.clone(), bound], 1);
            (!goes_on.is_zero(), op.function().eval(&[now.clone(), step], width).zext(width + 1))
        }
    };
    queues.put(&node.outputs[0], now.words());
    queues.put(&node.outputs[1], &[u64::from(goes_on)]);
    state.index = Token::from_slice(next.words());
    state.looping = goes_on;
    Ok(true)
}

/// Lets every port of a memory controller that can make an access make one.
fn access(
    ir: &Ir,
    node: &Node,
    ports: &MemoryNode,
    state: &mut State,
    queues: &mut Queues,
    memories: &mut [Memory],
) -> Result<bool, Box<Diagnostic>> {
    let memory = &mut memories[ports.memory as usize];
    let input = |number: u32| &node.inputs[number as usize];
    let mut done = false;
    for (address, data) in &ports.loads {
        if queues.has(input(*address)) {
            let at = inside(ir, node, *address, &queues.take(input(*address)), memory)?;
            queues.put(&node.outputs[*data as usize], memory.load(at));
            done = true;
        }
    }
    for (address, data, completion) in &ports.stores {
        if queues.has(input(*address)) && queues.has(input(*data)) {
            let at = inside(ir, node, *address, &queues.take(input(*address)), memory)?;
            memory.store(at, &queues.take(input(*data)));
            if let Some(completion) = completion {
                queues.put(&node.outputs[*completion as usize], &[0]);
            }
            state.announced -= 1;
            done = true;
        }
    }
    for announce in &ports.announced {
        if queues.has(input(*announce)) {
            state.announced += i128::from(queues.take(input(*announce))[0]);
            done = true;
        }
    }
    // Fewer than none: a store came before it was announced, and its announcement is still to come.
    let is_drained = ports.announced.is_empty() || state.announced == 0;
    if is_drained && queues.has(input(ports.start)) && queues.has(input(ports.end)) {
        queues.take(input(ports.start));
        queues.take(input(ports.end));
        queues.put(&node.outputs[ports.done as usize], &[0]);
        done = true;
    }
    Ok(done)
}

/// The address of an access, which must be one of the memory.
pub fn inside(
    ir: &Ir,
    node: &Node,
    port: u32,
    address: &Token,
    memory: &Memory,
) -> Result<u64, Box<Diagnostic>> {
    let high = address[1..].iter().any(|word| *word != 0);
    if !high && address[0] < memory.len() {
        return Ok(address[0]);
    }
    // The access is better known by its own place than by that of the memory.
    let op = ir.defining_op(ir.operand(node.op, port as usize)).unwrap_or(node.op);
    let size = counted(memory.len(), "element");
    let what = format!("the address {} is outside of the memory, which has {size}", address[0] as i64);
    Err(Box::new(fault::at(ir, op, codes::UB_OUT_OF_BOUNDS, what)))
}
