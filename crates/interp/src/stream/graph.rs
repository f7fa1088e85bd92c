//! The nodes and queues of a network, from the operations of a `handshake.func`.
//!
//! Every use of a value has a queue of its own, so a fork needs none. What a `source` triggers has no queue: it is *standing*, a value that is
//! there whenever somebody asks for it. Standing values are computed here, once; a unit that would have nothing but
//! standing inputs and is not a plain function would never come to rest and is refused.

use super::compute::Compute;
use super::lsq::LsqNode;
use super::memory::Memory;
use super::{Token, token_width};
use crate::code::words;
use crate::fault::{self, Fault};
use base::{Bits, codes};
use dialects::handshake::{MemoryPort, PortPlace, StepOp, guard, port_places};
use dialects::{arith, dataflow, handshake};
use ir::{Block, Ir, Op, OpCode, Trait, TypeKind, Value};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

/// A queue: the use of a value by a node.
pub struct Queue {
    /// The node that takes from it.
    pub to: u32,
    /// Which of its inputs it is.
    pub port: u32,
    /// Words of a token.
    pub words: u32,
    /// Who puts into it: a node and one of its outputs, or `None` for an argument.
    pub from: Option<(u32, u32)>,
    /// Whether the node that takes from it wants to know the order of arrivals.
    pub ordered: bool,
    /// Whether a token may rest in it between activations, because an `init` put it there in the beginning.
    pub primed: bool,
}

/// Where a node gets its tokens from.
pub enum Input {
    /// A queue.
    Queue(u32),
    /// A value that is always there.
    Standing(Token),
    /// No stream: an array.
    Array,
}

/// What a node does.
pub enum Kind {
    /// Output k is input k: branches, ports of memories.
    Wires,
    /// All outputs are the input: forks and buffers.
    Copy,
    /// A token when all inputs have one: the first input's, or one without data.
    Join { keeps: bool },
    /// The literal for every token.
    Constant(Token),
    /// Arithmetic.
    Compute(Box<Compute>),
    /// The input that the first input names.
    Mux,
    /// To the side that the first input says.
    CondBr,
    /// In the order of arrival; with the number of the input as the second output.
    Merge { indexed: bool },
    /// As a wire, after the token it has in the beginning.
    Init(Token),
    /// Loop-carried value.
    Carry,
    /// Repeated value.
    Invariant,
    /// Takes the closing value and the first condition off.
    Gate,
    /// Indices; the width of the index, and a rule if it is not the ordinary one.
    Stream { width: u32, rule: Option<(StepOp, arith::IntPredicate)> },
    /// A memory controller.
    Memory(MemoryNode),
    /// Lets the address of a load through when stores of earlier activations to it are complete.
    Guard,
    /// A queue of loads and stores, with its memory.
    Lsq(LsqNode),
    /// Takes everything.
    Sink,
    /// Keeps what arrives.
    End,
}

/// The ports of a memory controller, by the numbers of inputs and outputs.
pub struct MemoryNode {
    /// The number of the memory.
    pub memory: u32,
    /// Address and data of every load.
    pub loads: Vec<(u32, u32)>,
    /// Address, data and, if it has one, completion of every store.
    pub stores: Vec<(u32, u32, Option<u32>)>,
    /// Numbers of stores to expect.
    pub announced: Vec<u32>,
    /// The tokens of the beginning and the end of an activation.
    pub start: u32,
    /// As `start`.
    pub end: u32,
    /// The output that says that all is done.
    pub done: u32,
}

/// A node.
pub struct Node {
    /// The operation it stands for.
    pub op: Op,
    /// What it does.
    pub kind: Kind,
    /// Where its tokens come from.
    pub inputs: SmallVec<[Input; 4]>,
    /// The queues of every output.
    pub outputs: SmallVec<[Vec<u32>; 2]>,
}

/// A network.
pub struct Graph {
    /// The body of the kernel.
    pub block: Block,
    /// Its terminator.
    pub end: Op,
    /// The node of the terminator.
    pub end_node: u32,
    /// Nodes.
    pub nodes: Vec<Node>,
    /// Queues.
    pub queues: Vec<Queue>,
    /// For every argument that is no array, the queues it goes to.
    pub arguments: Vec<Vec<u32>>,
    /// The memories in the beginning, those of arguments first.
    pub memories: Vec<Memory>,
}

struct Maker<'a> {
    ir: &'a Ir,
    standing: FxHashMap<Value, Token>,
    /// The node and the output that a value comes from.
    from: FxHashMap<Value, (u32, u32)>,
    arguments: FxHashMap<Value, u32>,
    memories: FxHashMap<Value, u32>,
}

impl Graph {
    /// The network of a kernel.
    pub fn new(ir: &Ir, func: Op) -> Result<Graph, Fault> {
        let block = ir.regions(func).first().and_then(|region| ir.entry(*region));
        let Some((block, end)) = block.and_then(|block| Some((block, ir.terminator(block)?))) else {
            return Err(vec![fault::at(ir, func, codes::NOT_EXECUTABLE, "the function has no body")]);
        };
        let mut maker = Maker {
            ir,
            standing: FxHashMap::default(),
            from: FxHashMap::default(),
            arguments: FxHashMap::default(),
            memories: FxHashMap::default(),
        };
        let mut graph = Graph {
            block,
            end,
            end_node: 0,
            nodes: Vec::new(),
            queues: Vec::new(),
            arguments: Vec::new(),
            memories: Vec::new(),
        };
        maker.arguments(&mut graph)?;
        maker.standing(block)?;
        maker.nodes(&mut graph)?;
        maker.connect(&mut graph);
        graph.prime();
        Ok(graph)
    }

    /// Marks the queues behind an `init` in which its first token may rest.
    fn prime(&mut self) {
        let inits = (0..self.nodes.len()).filter(|n| matches!(self.nodes[*n].kind, Kind::Init(_)));
        let mut open: Vec<usize> = inits.collect();
        while let Some(node) = open.pop() {
            for queue in self.nodes[node].outputs.iter().flatten() {
                let queue = &mut self.queues[*queue as usize];
                let passes = matches!(self.nodes[queue.to as usize].kind, Kind::Copy | Kind::Wires);
                if !queue.primed && passes {
                    open.push(queue.to as usize);
                }
                queue.primed = true;
            }
        }
    }
}

fn refuse<T>(ir: &Ir, op: Op, what: impl Into<String>) -> Result<T, Fault> {
    Err(vec![fault::at(ir, op, codes::NOT_EXECUTABLE, what)])
}

impl Maker<'_> {
    fn arguments(&mut self, graph: &mut Graph) -> Result<(), Fault> {
        let ir = self.ir;
        for arg in ir.args(graph.block) {
            if let TypeKind::Memref { element, .. } = ir.ctx[ir.ty(*arg)] {
                self.memories.insert(*arg, graph.memories.len() as u32);
                graph.memories.push(Memory::missing(element));
            } else {
                self.arguments.insert(*arg, graph.arguments.len() as u32);
                graph.arguments.push(Vec::new());
            }
        }
        for op in ir.block_ops(graph.block).filter(|op| ir.code(*op) == handshake::RAM) {
            let Some(memory) = Memory::ram(ir, op) else {
                return refuse(ir, op, "the memory is too large, or not of known size");
            };
            self.memories.insert(ir.result(op, 0), graph.memories.len() as u32);
            graph.memories.push(memory);
        }
        Ok(())
    }

    /// Finds the values that are always there.
    fn standing(&mut self, block: Block) -> Result<(), Fault> {
        let ir = self.ir;
        let mut open: Vec<Op> = ir.block_ops(block).filter(|op| is_plain(ir, *op)).collect();
        open.reverse();
        while let Some(op) = open.pop() {
            let kind = self.kind(op)?;
            if let Kind::Wires = kind {
                // Each wire for itself: the data of a store may be a literal while its address is not.
                for (value, input) in ir.results(op).zip(ir.operands(op)) {
                    if let Some(token) = self.standing.get(&input).cloned()
                        && self.standing.insert(value, token).is_none()
                    {
                        open.extend(ir.users(value).filter(|user| is_plain(ir, *user)));
                    }
                }
                continue;
            }
            let known = ir.results(op).any(|value| self.standing.contains_key(&value));
            let inputs: Option<Vec<&Token>> =
                ir.operands(op).map(|value| self.standing.get(&value)).collect();
            let Some(inputs) = inputs.filter(|_| !known) else { continue };
            let outputs = match kind {
                Kind::Copy => vec![inputs[0].clone(); ir.result_count(op)],
                Kind::Join { keeps: true } => vec![inputs[0].clone()],
                Kind::Join { keeps: false } => vec![smallvec::smallvec![0]],
                Kind::Constant(literal) => vec![literal],
                Kind::Compute(compute) => {
                    let inputs: Vec<Token> = inputs.into_iter().cloned().collect();
                    compute.tokens(ir, op, &inputs)
                }
                _ => continue,
            };
            for (value, token) in ir.results(op).zip(outputs) {
                self.standing.insert(value, token);
                open.extend(ir.users(value).filter(|user| is_plain(ir, *user)));
            }
        }
        Ok(())
    }

    fn nodes(&mut self, graph: &mut Graph) -> Result<(), Fault> {
        let ir = self.ir;
        for op in ir.block_ops(graph.block) {
            let mut results = ir.results(op);
            let is_standing = results.len() > 0 && results.all(|value| self.standing.contains_key(&value));
            if is_standing || ir.code(op) == handshake::RAM {
                continue;
            }
            let kind = self.kind(op)?;
            let number = graph.nodes.len() as u32;
            let mut inputs = SmallVec::new();
            for value in ir.operands(op) {
                inputs.push(match self.standing.get(&value) {
                    Some(token) => Input::Standing(token.clone()),
                    None if token_width(ir, ir.ty(value)).is_none() => Input::Array,
                    // The queue is made when all nodes are there.
                    None => Input::Queue(u32::MAX),
                });
            }
            let is_fed = inputs.iter().any(|input| matches!(input, Input::Queue(_)));
            if !is_fed && !matches!(kind, Kind::End | Kind::Sink) {
                return refuse(ir, op, "all inputs are always there, so it would never stop");
            }
            let stands = |input: u32| matches!(inputs[input as usize], Input::Standing(_));
            if let Kind::Memory(node) = &kind
                && (node.loads.iter().any(|(address, _)| stands(*address))
                    || node.stores.iter().any(|(address, data, _)| stands(*address) && stands(*data)))
            {
                return refuse(ir, op, "a port has inputs that are always there, so it would never stop");
            }
            if matches!(kind, Kind::Guard) && stands(guard::LOAD as u32) {
                return refuse(ir, op, "the address of the load is always there, so it would never stop");
            }
            if let Kind::Lsq(queue) = &kind
                && queue.groups.iter().any(|group| stands(group.control))
            {
                return refuse(
                    ir,
                    op,
                    "the control token of a group is always there, so it would never stop",
                );
            }
            let is_merge = matches!(kind, Kind::Merge { .. });
            if is_merge && inputs.iter().any(|input| matches!(input, Input::Standing(_))) {
                return refuse(ir, op, "an input is always there, so the others would never be taken");
            }
            for (index, value) in (0..).zip(ir.results(op)) {
                self.from.insert(value, (number, index));
            }
            if op == graph.end {
                graph.end_node = number;
            }
            let outputs = SmallVec::from_elem(Vec::new(), ir.result_count(op));
            graph.nodes.push(Node { op, kind, inputs, outputs });
        }
        Ok(())
    }

    fn connect(&self, graph: &mut Graph) {
        for number in 0..graph.nodes.len() {
            let op = graph.nodes[number].op;
            for (port, value) in self.ir.operands(op).enumerate() {
                let Input::Queue(queue) = &mut graph.nodes[number].inputs[port] else { continue };
                let id = graph.queues.len() as u32;
                *queue = id;
                let from = self.from.get(&value).copied();
                let width = token_width(self.ir, self.ir.ty(value)).unwrap_or(0);
                let (to, port, words) = (number as u32, port as u32, words(width));
                let ordered = match &graph.nodes[number].kind {
                    Kind::Merge { .. } => true,
                    Kind::Lsq(queue) => queue.group_of(port).is_some(),
                    _ => false,
                };
                graph.queues.push(Queue { to, port, words, from, ordered, primed: false });
                match from {
                    Some((node, output)) => graph.nodes[node as usize].outputs[output as usize].push(id),
                    None => graph.arguments[self.arguments[&value] as usize].push(id),
                }
            }
        }
    }

    fn kind(&self, op: Op) -> Result<Kind, Fault> {
        let ir = self.ir;
        Ok(match ir.code(op) {
            handshake::END => Kind::End,
            handshake::BR | handshake::LOAD | handshake::STORE => Kind::Wires,
            handshake::BUFFER | handshake::FORK | handshake::LAZY_FORK => Kind::Copy,
            handshake::SINK => Kind::Sink,
            handshake::SOURCE => Kind::Constant(smallvec::smallvec![0]),
            handshake::JOIN => Kind::Join { keeps: false },
            handshake::BLOCKER => Kind::Join { keeps: true },
            handshake::CONSTANT | arith::CONSTANT => Kind::Constant(self.literal(op, "value")?),
            handshake::INIT => Kind::Init(self.initial(op)),
            handshake::MUX => Kind::Mux,
            handshake::COND_BR => Kind::CondBr,
            handshake::MERGE => Kind::Merge { indexed: false },
            handshake::CONTROL_MERGE => Kind::Merge { indexed: true },
            dataflow::CARRY => Kind::Carry,
            dataflow::INVARIANT => Kind::Invariant,
            dataflow::GATE => Kind::Gate,
            dataflow::STREAM => Kind::Stream {
                width: token_width(ir, ir.ty(ir.result(op, 0))).unwrap_or(64),
                rule: dataflow::rule(ir, op).flatten(),
            },
            handshake::MEM_CONTROLLER => Kind::Memory(self.memory(op)?),
            handshake::GUARD => Kind::Guard,
            handshake::LSQ if handshake::owns_memory(ir, op) => {
                let memory = self.array(op)?;
                Kind::Lsq(LsqNode::new(ir, op, memory).or_else(|what| refuse(ir, op, what))?)
            }
            _ => match Compute::new(ir, op) {
                Some(compute) => Kind::Compute(Box::new(compute)),
                None => return refuse(ir, op, format!("streams of `{}` are not executed", ir.name(op))),
            },
        })
    }

    fn literal(&self, op: Op, attr: &str) -> Result<Token, Fault> {
        let ty = handshake::data_ty(&self.ir.ctx, self.ir.ty(self.ir.result(op, 0)));
        let bits = ty.and_then(|ty| self.ir.ctx.bits_of(self.ir.attr(op, attr)?, ty));
        match bits {
            Some(bits) => Ok(Token::from_slice(bits.words())),
            None => refuse(self.ir, op, "the constant is no scalar"),
        }
    }

    fn initial(&self, op: Op) -> Token {
        let ir = self.ir;
        let width = token_width(ir, ir.ty(ir.result(op, 0))).unwrap_or(0);
        let data = handshake::data_ty(&ir.ctx, ir.ty(ir.result(op, 0)));
        let given = data.and_then(|ty| ir.ctx.bits_of(ir.attr(op, "initial")?, ty));
        let bits = given.unwrap_or_else(|| Bits::zero(width));
        Token::from_slice(bits.words())
    }

    /// The number of the memory that is the first operand.
    fn array(&self, op: Op) -> Result<u32, Fault> {
        match self.memories.get(&self.ir.operand(op, 0)) {
            Some(memory) => Ok(*memory),
            None => refuse(self.ir, op, "the array is neither an argument nor a memory of the kernel"),
        }
    }

    fn memory(&self, op: Op) -> Result<MemoryNode, Fault> {
        let ir = self.ir;
        let memory = self.array(op)?;
        let Some(ports) = handshake::memory_ports(ir, op) else {
            return refuse(ir, op, "the ports of the memory controller are not known");
        };
        let count = ir.operand_count(op) as u32;
        let done = ir.result_count(op) as u32 - 1;
        let mut node = MemoryNode {
            memory,
            loads: Vec::new(),
            stores: Vec::new(),
            announced: Vec::new(),
            start: 1,
            end: count - 1,
            done,
        };
        for PortPlace { port, input, output } in port_places(&ports, ir.attr(op, "storeDone").is_some()) {
            // The first operand is the array.
            let (input, output) = (input as u32 + 1, output.map(|output| output as u32));
            match port {
                MemoryPort::Announce => node.announced.push(input),
                MemoryPort::Load => node.loads.push((input, output.expect("a load is answered"))),
                MemoryPort::Store => node.stores.push((input, input + 1, output)),
            }
        }
        Ok(node)
    }
}

/// Whether an operation is a function of its inputs, token by token.
fn is_plain(ir: &Ir, op: Op) -> bool {
    let copies = |code: OpCode| {
        matches!(
            code,
            handshake::BR
                | handshake::LOAD
                | handshake::STORE
                | handshake::BUFFER
                | handshake::FORK
                | handshake::LAZY_FORK
                | handshake::JOIN
                | handshake::BLOCKER
                | handshake::SOURCE
                | handshake::CONSTANT
                | arith::CONSTANT
        )
    };
    !ir.has_trait(op, Trait::Terminator) && (copies(ir.code(op)) || Compute::new(ir, op).is_some())
}
