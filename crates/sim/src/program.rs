//! The linear program that a cycle executes: blocks of instructions over words in flat buffers.
//!
//! A value of at most 32 bits is one 32-bit word, a wider one is as many pairs of words as it needs; unused high bits are zero.
//! The lanes of a value lie side by side, so that an instruction works on all of them in one go. Three buffers hold the values:
//!
//! * *state*, the registers in this cycle, and *next*, the same registers in the coming one. An edge exchanges the two,
//!   so nothing is copied and no order among registers matters;
//! * *temp*, everything else: inputs of the top, constants, computed values.
//!
//! Memories have a buffer of their own; writes take place at the edge.

use crate::design::{MemId, Op, Role};
use base::{Bits, IdMap, id};
use std::ops::Range;

id! {
    /// An instance in which something can be looked at.
    pub struct ScopeId;
}

/// A buffer.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum Space {
    /// Registers in this cycle.
    State,
    /// Registers in the coming cycle.
    Next,
    /// Everything else.
    Temp,
}

/// Where the lanes of a value are.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Slot {
    /// The buffer.
    pub space: Space,
    /// The word of lane 0.
    pub offset: u32,
    /// Words from one lane to the next; zero when all lanes share one value.
    pub stride: u32,
}

impl Slot {
    /// The word of a lane.
    #[inline]
    pub fn at(self, lane: u32) -> usize {
        (self.offset + lane * self.stride) as usize
    }
}

/// A value that is read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Arg {
    /// Where it is.
    pub slot: Slot,
    /// How many bits it has.
    pub width: u32,
}

/// One operation on all lanes of its block.
#[derive(Clone, Copy, Debug)]
pub struct Instr {
    /// What is computed. The memory of a read is one of the program's.
    pub op: Op,
    /// Bits of the result.
    pub width: u32,
    /// Where the result goes.
    pub dst: Slot,
    /// Where its operands begin in [`Program::args`].
    pub first: u32,
    /// How many operands it has.
    pub count: u32,
    /// The lane of its template that lane 0 of the block is; memories ask for it.
    pub lane: u32,
    /// Something outside its block reads the result.
    pub live: bool,
    /// The result or an operand has more than 64 bits.
    pub wide: bool,
}

/// Words to copy before a block: values of other places, side by side as the block wants them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Run {
    /// The buffer they are in.
    pub space: Space,
    /// The first word there.
    pub from: u32,
    /// The first word of the copy, in temp.
    pub to: u32,
    /// How many words.
    pub words: u32,
}

/// Instructions that are executed lane after lane or all lanes at once, as one likes: no lane reads what another computes.
#[derive(Clone, Debug)]
pub struct Block {
    /// How many lanes.
    pub lanes: u32,
    /// What is copied first.
    pub runs: Vec<Run>,
    /// The first of its instructions.
    pub start: u32,
    /// The end of its instructions.
    pub end: u32,
}

/// A memory of a template, with a part for each lane.
#[derive(Clone, Debug)]
pub struct Memory {
    /// The word where lane 0 begins.
    pub base: u32,
    /// Words of a lane.
    pub lane_words: u32,
    /// How many elements.
    pub depth: u64,
    /// Bits of an element.
    pub width: u32,
}

/// A write at the edge.
#[derive(Clone, Debug)]
pub struct Write {
    /// The memory.
    pub mem: MemId,
    /// The lane of the memory.
    pub lane: u32,
    /// One bit; none means always.
    pub enable: Option<Arg>,
    /// Which element.
    pub addr: Arg,
    /// What is written.
    pub data: Arg,
    /// A bit for each part of the element.
    pub mask: Option<Arg>,
}

/// A read after the writes of the edge.
#[derive(Clone, Debug)]
pub struct Late {
    /// The memory.
    pub mem: MemId,
    /// The lane of the memory.
    pub lane: u32,
    /// One bit; none means always.
    pub enable: Option<Arg>,
    /// Which element.
    pub addr: Arg,
    /// The register, as it is in this cycle.
    pub reg: Arg,
}

/// An instance in which something can be looked at, or that has such an instance inside.
#[derive(Clone, Debug)]
pub struct Scope {
    /// The instance around it; the top has none.
    pub parent: Option<ScopeId>,
    /// The name of the instance, which another one beside it may have, too; the name of the module for the top.
    pub name: String,
    /// Its module.
    pub module: String,
    /// Its own among the program's signals.
    pub signals: Range<usize>,
}

/// A value that can be looked at.
#[derive(Clone, Debug)]
pub struct Signal {
    /// The instance it is in.
    pub scope: ScopeId,
    /// Its own name.
    pub name: String,
    /// What it is in its module.
    pub role: Role,
    /// Its type as text.
    pub ty: String,
    /// Where it is.
    pub arg: Arg,
}

/// A memory that can be looked at.
#[derive(Clone, Debug)]
pub struct MemoryName {
    /// The instance it is in.
    pub scope: ScopeId,
    /// Its own name.
    pub name: String,
    /// Which.
    pub mem: MemId,
    /// Which lane of it.
    pub lane: u32,
}

/// The program of a design.
#[derive(Clone, Debug, Default)]
pub struct Program {
    /// What to execute, in order.
    pub blocks: Vec<Block>,
    /// The instructions of all blocks.
    pub instrs: Vec<Instr>,
    /// The operands of all instructions.
    pub args: Vec<Arg>,
    /// Words that temp begins with: constants, and zeros.
    pub temp: Vec<u32>,
    /// Where constants lie in temp: first word and value, in order.
    pub constants: Vec<(u32, Bits)>,
    /// Words that the registers begin with.
    pub state: Vec<u32>,
    /// Words that the memories begin with.
    pub memory: Vec<u32>,
    /// The memories.
    pub memories: IdMap<MemId, Memory>,
    /// Writes of an edge, in order.
    pub writes: Vec<Write>,
    /// Reads after the writes.
    pub late: Vec<Late>,
    /// The input ports of the top.
    pub inputs: Vec<Arg>,
    /// The output ports of the top.
    pub outputs: Vec<Arg>,
    /// The top and the instances in which something can be looked at, each followed by all that are inside of it.
    pub scopes: IdMap<ScopeId, Scope>,
    /// Values that can be looked at, in the order of scopes.
    pub signals: Vec<Signal>,
    /// Memories that can be looked at.
    pub memory_names: Vec<MemoryName>,
}

impl Program {
    /// The operands of an instruction.
    #[inline]
    pub fn args(&self, instr: &Instr) -> &[Arg] {
        &self.args[instr.first as usize..(instr.first + instr.count) as usize]
    }

    /// The instructions of a block.
    pub fn code(&self, block: &Block) -> &[Instr] {
        &self.instrs[block.start as usize..block.end as usize]
    }

    /// The names of the instances from the top, which is left out, down to a scope, with dots between.
    pub fn path(&self, scope: ScopeId) -> String {
        let (mut names, mut at) = (Vec::new(), &self.scopes[scope]);
        while let Some(parent) = at.parent {
            names.push(&at.name[..]);
            at = &self.scopes[parent];
        }
        names.reverse();
        names.join(".")
    }

    /// How many operations a cycle executes, counted over all lanes.
    pub fn operations(&self) -> u64 {
        self.blocks.iter().map(|block| u64::from(block.end - block.start) * u64::from(block.lanes)).sum()
    }
}

/// Words of a value.
#[inline]
pub const fn words(width: u32) -> u32 {
    if width <= 32 { 1 } else { 2 * width.div_ceil(64) }
}

/// Writes a value into words.
pub fn store_bits(words: &mut [u32], value: &Bits) {
    words.fill(0);
    for (pair, word) in words.chunks_mut(2).zip(value.words()) {
        pair[0] = *word as u32;
        if let Some(high) = pair.get_mut(1) {
            *high = (word >> 32) as u32;
        }
    }
}

/// Reads a value from words.
pub fn load_bits(words: &[u32], width: u32) -> Bits {
    let pairs =
        words.chunks(2).map(|pair| u64::from(pair[0]) | pair.get(1).map_or(0, |high| u64::from(*high) << 32));
    Bits::from_words(width, &pairs.collect::<Vec<_>>())
}
