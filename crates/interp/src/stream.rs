//! Streams: a `handshake.func` executed as a Kahn network.
//!
//! Every value is a stream of tokens without bound, and every user of a value sees every token. Units are deterministic (`merge` and
//! `control_merge` take tokens in the order of their arrival; graphs that depend on it are not made here), so the result does not
//! depend on the order in which units are run, and this level says what a graph means before there is any question of cycles. It is
//! compared with the program a graph was made from, and with the cycles of the circuit that is made from it. Both levels can be run:
//! with plain types and with channels, where a fork copies and a buffer passes on.
//!
//! The way of a run: `graph` turns the operations into nodes and queues, `fire` says what a node does with the tokens it
//! has, `schedule` picks nodes while any can go on, and `report` explains a network that came to rest too early.
//!
//! What the program leaves undefined has some value here, the one that circuits have: whether it mattered was decided when the
//! program itself was run.

mod compute;
mod fire;
mod graph;
mod lsq;
mod memory;
mod report;
mod schedule;
#[cfg(test)]
mod tests;

pub use report::Left;

use crate::fault::{self, Fault};
use crate::interpreter::Limits;
use crate::value::Value;
use base::text::counted;
use base::{Bits, Diagnostic, codes};
use dialects::func::signature;
use dialects::handshake;
use graph::Graph;
use ir::symbols::symbol_name;
use ir::{Ir, Op, Type, TypeKind};
use memory::Memory;
use schedule::Machine;
use smallvec::SmallVec;

/// The words of a token, at least one; a token without data has one that is zero.
type Token = SmallVec<[u64; 2]>;

/// A kernel as a network, with the contents of its own memories.
pub struct Network<'a> {
    ir: &'a Ir,
    func: Op,
    graph: Graph,
    machine: Machine,
    limits: Limits,
}

/// What an activation gave.
#[derive(Clone, Debug)]
pub struct Activation {
    /// The results that have data, in order.
    pub results: Vec<Value>,
    /// Scalars as they were given and arrays as they are afterwards.
    pub arguments_after: Vec<Value>,
    /// How often a unit fired.
    pub steps: u64,
    /// What was not used up; nothing, if the graph keeps the discipline of tokens.
    pub left: Vec<Left>,
}

/// What streams that were put in gave.
#[derive(Clone, Debug)]
pub struct Streams {
    /// The tokens of every operand of `handshake.end`.
    pub outputs: Vec<Vec<Bits>>,
    /// What was not used up.
    pub left: Vec<Left>,
}

/// The types of the values that a caller gives to a function: of a `handshake.func` the arrays and the data of channels; its
/// tokens without data come by themselves.
pub fn parameters(ir: &Ir, function: Op) -> Option<Vec<Type>> {
    let (inputs, _) = signature(ir, function)?;
    if ir.code(function) != handshake::FUNC {
        return Some(inputs.to_vec());
    }
    Some(inputs.iter().filter_map(|ty| parameter(ir, *ty)).collect())
}

/// The number of the argument that each of [`parameters`] is.
pub fn parameter_positions(ir: &Ir, function: Op) -> Vec<usize> {
    let (inputs, _) = signature(ir, function).unwrap_or((&[], &[]));
    let is_given = |ty: &Type| ir.code(function) != handshake::FUNC || parameter(ir, *ty).is_some();
    (0..inputs.len()).filter(|i| is_given(&inputs[*i])).collect()
}

fn parameter(ir: &Ir, ty: Type) -> Option<Type> {
    match ir.ctx[ty] {
        TypeKind::Memref { .. } => Some(ty),
        _ => handshake::data_ty(&ir.ctx, ty),
    }
}

/// The width of the tokens of a value; 0 without data, `None` for what is no stream.
pub(crate) fn token_width(ir: &Ir, ty: Type) -> Option<u32> {
    if matches!(ir.ctx[ty], TypeKind::Memref { .. }) {
        return None;
    }
    match handshake::data_ty(&ir.ctx, ty) {
        None => Some(0),
        Some(data) => ir.ctx.bit_width(data).and_then(|width| u32::try_from(width).ok()),
    }
}

impl<'a> Network<'a> {
    /// The network of a verified `handshake.func`.
    pub fn new(ir: &'a Ir, func: Op) -> Result<Network<'a>, Vec<Diagnostic>> {
        let graph = Graph::new(ir, func)?;
        let machine = Machine::new(&graph);
        Ok(Network { ir, func, graph, machine, limits: Limits::default() })
    }

    /// With other limits.
    pub fn limits(mut self, limits: Limits) -> Self {
        self.limits = limits;
        self
    }

    /// Runs the kernel once, with a value for each of its [`parameters`]. Memories of its own keep their contents from one activation to the next.
    pub fn call(&mut self, arguments: Vec<Value>) -> Result<Activation, Vec<Diagnostic>> {
        let inputs = self.place(&arguments)?;
        self.run(inputs)?;
        let mut tokens = Vec::new();
        for (operand, queue) in self.machine.collected(&self.graph).into_iter().enumerate() {
            match queue.first() {
                Some(token) => tokens.push(token.clone()),
                None => return Err(vec![report::stopped(self.ir, &self.graph, &self.machine, operand)]),
            }
        }
        let left = report::left(self.ir, &self.graph, &self.machine, 1);
        self.machine.settle(&self.graph, left.is_empty());
        let operands = self.ir.operands(self.graph.end).zip(tokens);
        let results = operands.filter_map(|(value, token)| {
            let ty = handshake::data_ty(&self.ir.ctx, self.ir.ty(value))?;
            Some(Value::Scalar(Bits::from_words(token_width(self.ir, ty)?, &token), ty))
        });
        let results = results.collect();
        let mut memories = self.machine.memories.iter().filter(|memory| memory.is_argument);
        let arguments_after = arguments
            .into_iter()
            .map(|value| match value {
                Value::Memref { .. } => memories.next().expect("every array has a memory").value(),
                scalar => scalar,
            })
            .collect();
        Ok(Activation { results, arguments_after, steps: self.machine.steps, left })
    }

    /// Puts streams in, one for every argument that is no array, and gives what comes out at `handshake.end`.
    pub fn streams(&mut self, inputs: &[Vec<Bits>]) -> Result<Streams, Vec<Diagnostic>> {
        let tokens = |stream: &Vec<Bits>| stream.iter().map(|bits| Token::from_slice(bits.words())).collect();
        self.run(inputs.iter().map(tokens).collect())?;
        let widths: Vec<u32> = self
            .ir
            .operands(self.graph.end)
            .map(|value| token_width(self.ir, self.ir.ty(value)).unwrap_or(0))
            .collect();
        let collected = self.machine.collected(&self.graph);
        let outputs = collected
            .iter()
            .zip(widths)
            .map(|(queue, width)| queue.iter().map(|token| Bits::from_words(width, token)).collect())
            .collect();
        let left = report::left(self.ir, &self.graph, &self.machine, usize::MAX);
        self.machine.settle(&self.graph, left.is_empty());
        Ok(Streams { outputs, left })
    }

    /// Makes the memories of the arguments; gives the tokens of those that are none.
    fn place(&mut self, arguments: &[Value]) -> Result<Vec<Vec<Token>>, Fault> {
        let (ir, func) = (self.ir, self.func);
        let types = parameters(ir, func).unwrap_or_default();
        let name = symbol_name(ir, func).unwrap_or("");
        if types.len() != arguments.len() {
            let (takes, given) = (counted(types.len(), "argument"), arguments.len());
            let what = format!("`@{name}` takes {takes}, but is given {given}");
            return Err(vec![fault::at(ir, func, codes::BAD_INPUT_VALUE, what)]);
        }
        let mut faults = Vec::new();
        for (i, (ty, value)) in types.iter().zip(arguments).enumerate() {
            if !crate::interpreter::fits(ir, *ty, value) {
                let shown = crate::text::show_type(&ir.ctx, *ty);
                let what = format!("argument {i} of `@{name}` is not of the type {shown}");
                faults.push(fault::at(ir, func, codes::BAD_INPUT_VALUE, what));
            }
        }
        if !faults.is_empty() {
            return Err(faults);
        }
        let mut given = arguments.iter();
        let mut memories = self.machine.memories.iter_mut();
        let mut inputs = Vec::new();
        for arg in ir.args(self.graph.block) {
            let value = parameter(ir, ir.ty(*arg)).map(|_| given.next().expect("arguments were counted"));
            match value {
                Some(Value::Memref { shape, element, data }) => {
                    let place = memories.next().expect("arguments come before memories of the kernel");
                    *place = Memory::argument(ir, shape, *element, data);
                }
                Some(Value::Scalar(bits, _)) => inputs.push(vec![Token::from_slice(bits.words())]),
                None => inputs.push(vec![smallvec::smallvec![0]]),
            }
        }
        Ok(inputs)
    }

    fn run(&mut self, inputs: Vec<Vec<Token>>) -> Result<(), Fault> {
        self.machine.begin(&self.graph);
        for (uses, tokens) in self.graph.arguments.iter().zip(&inputs) {
            for token in tokens {
                self.machine.queues.put(uses, token);
            }
        }
        self.machine.run(self.ir, &self.graph, self.limits)
    }
}
