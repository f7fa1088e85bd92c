//! The instructions that a function becomes: what `pdl_interp` says, with names, blocks and values replaced by numbers.

use super::{Constraint, Handle, Rewrite};
use base::Str;
use ir::{Attr, Op, OpCode, Type};

/// Where a handle is kept: every value of a function has a register of its own.
pub(super) type Reg = u32;

/// A block of a function.
pub(super) type Label = u32;

/// A function.
#[derive(Default)]
pub(super) struct Function {
    /// The registers of its arguments are the first.
    pub registers: usize,
    /// The blocks one after the other.
    pub code: Vec<Inst>,
    /// Where in the code each block begins.
    pub starts: Vec<usize>,
}

pub(super) enum Inst {
    Fetch {
        to: Reg,
        what: Fetch,
    },
    Jump(Label),
    Test {
        what: Test,
        yes: Label,
        no: Label,
    },
    Switch {
        what: Switch,
        cases: Box<[Label]>,
        default: Label,
    },
    Constrain(Box<Constrain>),
    ForEach {
        range: Reg,
        item: Reg,
        body: Label,
        next: Label,
    },
    /// Ends a round of the innermost loop.
    Continue,
    Record(Box<Record>),
    Make(Box<Make>),
    Finalize,
}

/// What gives a handle. Of null there is nothing but null. Users may be those with some opcodes only.
pub(super) enum Fetch {
    Constant(Handle),
    Operand { op: Reg, index: u32 },
    Operands { op: Reg, group: Group },
    Result { op: Reg, index: u32 },
    Results { op: Reg, group: Group },
    DefiningOp { value: Reg },
    Users { value: Reg, codes: Option<Box<[OpCode]>> },
    ValueType { value: Reg },
    Attribute { op: Reg, name: Str },
    AttributeType { attr: Reg },
    Extract { range: Reg, index: u32 },
    ValueRange { parts: Box<[Reg]> },
    TypeRange { parts: Box<[Reg]> },
}

/// Which of the operands or results.
#[derive(Clone, Copy)]
pub(super) struct Group {
    /// The number of the group; all of them without one.
    pub index: Option<u32>,
    /// Whether the group is one value rather than a range.
    pub single: bool,
}

/// What is answered by yes or no. Of null it is no, but for the equality of two nulls.
pub(super) enum Test {
    NotNull(Reg),
    Equal(Reg, Reg),
    Name(Reg, OpCode),
    OperandCount(Reg, Count),
    ResultCount(Reg, Count),
    Type(Reg, Type),
    Types(Reg, Box<[Type]>),
    Attribute(Reg, Attr),
}

/// A number to compare with.
#[derive(Clone, Copy)]
pub(super) struct Count {
    pub count: usize,
    pub at_least: bool,
}

/// What has many answers; the first that is right counts.
pub(super) enum Switch {
    Name(Reg, Box<[OpCode]>),
    OperandCount(Reg, Box<[usize]>),
    ResultCount(Reg, Box<[usize]>),
    Type(Reg, Box<[Type]>),
    Types(Reg, Box<[Box<[Type]>]>),
    Attribute(Reg, Box<[Attr]>),
}

/// A question to a function of the host.
pub(super) struct Constrain {
    pub function: Constraint,
    pub args: Box<[Reg]>,
    pub results: Box<[Reg]>,
    pub negated: bool,
    pub yes: Label,
    pub no: Label,
}

/// A match to be noted.
pub(super) struct Record {
    pub pattern: usize,
    pub inputs: Box<[Reg]>,
    pub operations: Box<[Reg]>,
    pub next: Label,
}

/// A change of the program.
pub(super) struct Make {
    /// The operation that says it, for diagnostics.
    pub origin: Op,
    pub what: Change,
}

pub(super) enum Change {
    Create {
        to: Reg,
        code: OpCode,
        operands: Box<[Reg]>,
        attrs: Box<[(Str, Reg)]>,
        /// The result types; without, they follow from the rest.
        results: Option<Box<[Reg]>>,
    },
    Replace {
        op: Reg,
        values: Box<[Reg]>,
    },
    Erase {
        op: Reg,
    },
    Call {
        function: Rewrite,
        args: Box<[Reg]>,
        results: Box<[Reg]>,
    },
}
