//! What a unit is: everything that its circuit and its simulation depend on, as plain data.
//!
//! An operation of an elastic graph stands for a piece of hardware. [`unit_of`](super::unit_of) reads it off the operation once; the library of
//! circuits and the elastic simulator both start from the result, so neither knows the text of an operation. What each kind does in
//! a cycle is the table in `docs/rationale/streams.md`.

pub use super::buffer_type::{BufferDef, BufferType, Storage};
pub mod lsq;
mod names;

pub use lsq::{GroupPlace, LsqPort, LsqUnit};
pub use names::NAMES;

use crate::arith::{FloatPredicate, IntPredicate};
use base::{Bits, FloatFormat};

/// A unit: what it is, and the widths of its channels. A width of 0 is a channel without data.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Unit {
    /// What it does.
    pub kind: Kind,
    /// Its input channels, in the order of the operation's operands (a memory reference is none).
    pub inputs: Vec<u32>,
    /// Its output channels, in the order of the operation's results.
    pub outputs: Vec<u32>,
}

/// What a unit does.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Kind {
    /// Holds tokens.
    Buffer {
        /// Which paths it breaks.
        ty: BufferType,
        /// Tokens it can hold.
        slots: u32,
    },
    /// A token to each of its outputs, to each when it is ready.
    Fork,
    /// A token to all of its outputs at once.
    LazyFork,
    /// The token of whichever input has one, the first if several.
    Merge,
    /// The same, and the number of the input on a second output.
    ControlMerge,
    /// The token of the input that the first input names.
    Mux,
    /// The token of the second input, to the first output if the first input is true, else to the second.
    CondBr,
    /// A wire.
    Br,
    /// Takes everything.
    Sink,
    /// Always has a token.
    Source,
    /// A token without data when all inputs have one.
    Join,
    /// The token of the first input when all inputs have one.
    Blocker,
    /// A buffer of one slot that holds a token from the beginning.
    Init {
        /// Its data.
        initial: Bits,
    },
    /// A literal for every token.
    Constant {
        /// The literal.
        value: Bits,
    },
    /// Loop-carried value: condition, initial, next.
    Carry,
    /// A value repeated along a condition: condition, value.
    Invariant,
    /// Takes the closing value and the first condition off: value, condition.
    Gate,
    /// The indices of a loop: start, step, bound.
    Stream(StreamKind),
    /// The port of a load: address and data from memory in, address to memory and data out.
    Load,
    /// The port of a store: address and data in, both to memory out.
    Store,
    /// The port of a load at a queue: as a load, but the queue keeps the answers, so it counts none and has one slot for those that wait for others.
    QueuedLoad,
    /// A memory controller.
    Memory(MemoryUnit),
    /// Holds the address of a load back while a store of an earlier activation has the same and is not complete: address of the load, address of the store,
    /// completions of stores and, if not every activation stores, whether it does.
    Guard {
        /// Addresses of stores it can hold.
        window: u32,
    },
    /// A queue of loads and stores, with its memory.
    Lsq(LsqUnit),
    /// Arithmetic.
    Compute {
        /// What it computes.
        function: Function,
        /// Cycles from its inputs to its output.
        latency: u32,
    },
}

/// The inputs of a guard, by their numbers.
pub mod guard {
    /// The address of the load, which goes through.
    pub const LOAD: usize = 0;
    /// The address of the store.
    pub const STORE: usize = 1;
    /// A token for each completed store.
    pub const DONE: usize = 2;
    /// Whether the activation stores, where that is not always so.
    pub const STORES: usize = 3;
    /// The widest window: every place in it has a comparator.
    pub const MOST: u32 = 256;
}

/// How a `stream` steps and when it goes on.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct StreamKind {
    /// The step and the test; `None` adds the step and compares by its sign, with one more bit than the index has.
    pub rule: Option<(StepOp, IntPredicate)>,
    /// Whether a step of zero is possible and is reported.
    pub checked: bool,
}

/// How an index becomes the next one.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)]
pub enum StepOp {
    Add,
    Sub,
    Mul,
    Shl,
    AShr,
    LShr,
}

impl StepOp {
    /// All of them.
    pub const ALL: [StepOp; 6] =
        [StepOp::Add, StepOp::Sub, StepOp::Mul, StepOp::Shl, StepOp::AShr, StepOp::LShr];

    /// Its name in text.
    pub fn name(self) -> &'static str {
        match self {
            StepOp::Add => "add",
            StepOp::Sub => "sub",
            StepOp::Mul => "mul",
            StepOp::Shl => "shl",
            StepOp::AShr => "ashr",
            StepOp::LShr => "lshr",
        }
    }

    /// The step of a name.
    pub fn from_name(name: &str) -> Option<StepOp> {
        StepOp::ALL.into_iter().find(|step| step.name() == name)
    }

    /// What it computes of the index and the step.
    pub fn function(self) -> Function {
        match self {
            StepOp::Add => Function::Add,
            StepOp::Sub => Function::Sub,
            StepOp::Mul => Function::Mul,
            StepOp::Shl => Function::Shl,
            StepOp::AShr => Function::ShrS,
            StepOp::LShr => Function::ShrU,
        }
    }
}

/// A memory controller: its ports in the order of its inputs. Its inputs are `memStart`, those of the ports, and `ctrlEnd`; its outputs the data of the
/// loads, the completions of the stores if it has them, and `memEnd`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct MemoryUnit {
    /// Its ports.
    pub ports: Vec<MemoryPort>,
    /// Whether every store has an output that says it is complete.
    pub store_done: bool,
    /// Words, if their number is known.
    pub words: Option<u64>,
    /// Bits of a word.
    pub width: u32,
}

impl MemoryUnit {
    /// Its ports with their channels.
    pub fn places(&self) -> Vec<PortPlace> {
        port_places(&self.ports, self.store_done)
    }
}

/// The ports of a memory controller with their channels; `store_done` says whether stores have outputs.
pub fn port_places(ports: &[MemoryPort], store_done: bool) -> Vec<PortPlace> {
    let loads = ports.iter().filter(|port| **port == MemoryPort::Load).count();
    let (mut next, mut answers, mut completions) = (1, 0.., loads..);
    let place = |port: &MemoryPort| {
        let input = next;
        next += if *port == MemoryPort::Store { 2 } else { 1 };
        let output = match port {
            MemoryPort::Load => answers.next(),
            MemoryPort::Store if store_done => completions.next(),
            MemoryPort::Store | MemoryPort::Announce => None,
        };
        PortPlace { port: *port, input, output }
    };
    ports.iter().map(place).collect()
}

/// A port of a memory controller and its channels, by their numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PortPlace {
    /// The port.
    pub port: MemoryPort,
    /// Its input; the data of a store are the input after that.
    pub input: usize,
    /// The output that answers it, if one does.
    pub output: Option<usize>,
}

/// A port of a memory controller, by the inputs it has.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum MemoryPort {
    /// The number of stores to expect.
    Announce,
    /// An address.
    Load,
    /// An address and data.
    Store,
}

/// What arithmetic computes. Operands are the inputs in their order.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)]
pub enum Function {
    Add,
    Sub,
    Mul,
    DivS,
    DivU,
    RemS,
    RemU,
    And,
    Or,
    Xor,
    Not,
    Shl,
    ShrS,
    ShrU,
    Cmp(IntPredicate),
    /// The second input if the first is true, else the third.
    Select,
    MaxS,
    MaxU,
    MinS,
    MinU,
    Abs,
    ExtS,
    ExtU,
    Trunc,
    /// An operation on floats; there is no circuit for it.
    Float(FloatFunction),
}

/// An operation on floats: what its result depends on besides its operands.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct FloatFunction {
    /// The operation's name without the dialect.
    pub name: &'static str,
    /// The format of its operands, if they are floats.
    pub operand: Option<FloatFormat>,
    /// The format of its result, if that is a float.
    pub result: Option<FloatFormat>,
    /// How it compares, if it does.
    pub predicate: Option<FloatPredicate>,
}
