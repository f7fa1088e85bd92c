//! A circuit as the simulator sees it: one template a module, and in it nodes that compute bits.
//!
//! The hierarchy is kept: a module that is instanced a thousand times is one [`Template`] with a thousand lanes, and each
//! step of the simulation treats all lanes of a node at once. Clocks are gone (all of them rise together), registers are
//! reduced to the value they take next, and aggregates are plain bits.

use base::{Bits, IdMap, id};
use ir::Value;

id! {
    /// A module, with everything its instances have in common.
    pub struct TemplateId;
    /// A value in a template.
    pub struct NodeId;
    /// A register of a template.
    pub struct RegId;
    /// A memory of a template.
    pub struct MemId;
    /// An instance inside a template.
    pub struct ChildId;
}

/// What a node computes from its operands. Results are always reduced to the node's width.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Op {
    /// Bitwise and.
    And,
    /// Bitwise or.
    Or,
    /// Bitwise exclusive or.
    Xor,
    /// Sum.
    Add,
    /// Difference.
    Sub,
    /// Product.
    Mul,
    /// Unsigned quotient; zero when the divisor is zero.
    DivU,
    /// Signed quotient, rounded towards zero; zero when the divisor is zero.
    DivS,
    /// Unsigned remainder; zero when the divisor is zero.
    ModU,
    /// Signed remainder with the sign of the dividend; zero when the divisor is zero.
    ModS,
    /// Left shift; zero when the amount reaches the width.
    Shl,
    /// Right shift filling with zeros.
    ShrU,
    /// Right shift filling with the sign.
    ShrS,
    /// Equality, one bit.
    Eq,
    /// Inequality, one bit.
    Ne,
    /// Unsigned less than, one bit.
    Ult,
    /// Unsigned less or equal, one bit.
    Ule,
    /// Signed less than, one bit.
    Slt,
    /// Signed less or equal, one bit.
    Sle,
    /// The second operand if the first is one, else the third.
    Mux,
    /// As many bits as the result has, from this position on; zeros past the end.
    Extract(u32),
    /// The operands one after the other, the first highest.
    Concat,
    /// The one bit of the operand, everywhere.
    Fill,
    /// The operand, with its sign continued.
    Extend,
    /// The exclusive or of all bits.
    Parity,
    /// The bits in the opposite order.
    Reverse,
    /// Elements of an array: the bits of the first operand from (second operand × this many) on; zeros past the end.
    Pick(u32),
    /// The first operand, with the element at the position of the second replaced by the third; unchanged past the end.
    Inject,
    /// The word of a memory at an address; zero past the end.
    Read(MemId),
    /// The operand. What a register takes next is copied to it.
    Copy,
}

/// Where a node's bits come from.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum NodeKind {
    /// Known bits.
    Const(Bits),
    /// An input port of the module.
    Input(u32),
    /// An output port of an instance.
    Output(ChildId, u32),
    /// The contents of a register.
    Reg(RegId),
    /// Computed; operands are `args[start..start + count]` of the template.
    Op {
        /// How.
        op: Op,
        /// Where its operands begin.
        start: u32,
        /// How many there are.
        count: u32,
    },
}

/// A value in a template.
#[derive(Clone, Debug)]
pub struct Node {
    /// Where its bits come from.
    pub kind: NodeKind,
    /// How many bits.
    pub width: u32,
    /// The value of the program it stands for, for messages.
    pub value: Option<Value>,
}

/// A register: the bits it starts with and the node it takes at each edge.
#[derive(Clone, Debug)]
pub struct Reg {
    /// Its name in the program.
    pub name: String,
    /// How many bits.
    pub width: u32,
    /// What it starts with.
    pub init: Bits,
    /// What it takes at an edge. `None` for the data of a late read, which the memory fills in.
    pub next: Option<NodeId>,
}

/// A write port of a memory.
#[derive(Clone, Debug)]
pub struct WritePort {
    /// One bit; none means always.
    pub enable: Option<NodeId>,
    /// The word.
    pub addr: NodeId,
    /// What is written.
    pub data: NodeId,
    /// One bit for each part of the word; none means all of it.
    pub mask: Option<NodeId>,
}

/// A read that sees the writes of its own edge: it takes place after them and ends in a register.
#[derive(Clone, Debug)]
pub struct LateRead {
    /// The memory.
    pub mem: MemId,
    /// One bit; none means always.
    pub enable: Option<NodeId>,
    /// The word.
    pub addr: NodeId,
    /// Where the data goes.
    pub reg: RegId,
}

/// A memory.
#[derive(Clone, Debug)]
pub struct Mem {
    /// Its name in the program.
    pub name: String,
    /// How many words.
    pub depth: u64,
    /// Bits of a word.
    pub width: u32,
    /// What it starts with, from the first word on; zeros after that.
    pub init: Vec<Bits>,
    /// Its write ports; of two that write one word, the later wins.
    pub writes: Vec<WritePort>,
}

/// An instance.
#[derive(Clone, Debug)]
pub struct Child {
    /// Its name.
    pub name: String,
    /// The operation that makes it, for messages.
    pub op: ir::Op,
    /// What it is an instance of.
    pub template: TemplateId,
    /// What its inputs are driven with.
    pub inputs: Vec<NodeId>,
}

/// A port of a module.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Port {
    /// Its name.
    pub name: String,
    /// How many bits.
    pub width: u32,
    /// It is a clock: it rises by itself at each step.
    pub clock: bool,
    /// Its type as text.
    pub ty: String,
}

/// What a value with a name is in its module.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Role {
    /// An input port.
    Input,
    /// An output port.
    Output,
    /// The contents of a register.
    Register,
    /// Something computed.
    Wire,
}

/// A value with a name.
#[derive(Clone, Debug)]
pub struct Named {
    /// The name.
    pub name: String,
    /// What it is.
    pub role: Role,
    /// Its type as text.
    pub ty: String,
    /// The value.
    pub node: NodeId,
}

/// A module with everything its instances have in common.
#[derive(Clone, Debug, Default)]
pub struct Template {
    /// The module's name.
    pub name: String,
    /// The module's operation, for messages.
    pub op: Option<ir::Op>,
    /// Input ports.
    pub inputs: Vec<Port>,
    /// Output ports.
    pub outputs: Vec<Port>,
    /// What drives each output port.
    pub driven: Vec<NodeId>,
    /// Its values; operands come before the nodes that use them.
    pub nodes: IdMap<NodeId, Node>,
    /// The operands of all nodes.
    pub args: Vec<NodeId>,
    /// Its registers.
    pub regs: IdMap<RegId, Reg>,
    /// Its memories.
    pub mems: IdMap<MemId, Mem>,
    /// Reads that see the writes of their own edge, in the order of their registers.
    pub late: Vec<LateRead>,
    /// Its instances.
    pub children: IdMap<ChildId, Child>,
    /// Values with a name in the program, when they are to be observed.
    pub named: Vec<Named>,
}

impl Template {
    /// The operands of a node.
    pub fn args(&self, node: NodeId) -> &[NodeId] {
        match self.nodes[node].kind {
            NodeKind::Op { start, count, .. } => &self.args[start as usize..(start + count) as usize],
            _ => &[],
        }
    }
}

/// A circuit: its modules and which of them is the top.
#[derive(Clone, Debug)]
pub struct Design {
    /// The modules; every module comes before those it has instances of.
    pub templates: IdMap<TemplateId, Template>,
}

impl Design {
    /// The module that is simulated: the first.
    pub const TOP: TemplateId = TemplateId::at(0);
}
