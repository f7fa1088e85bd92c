//! Programs as rows of numbers.

use crate::alphabet::{Alphabet, Opcode};
use std::ops::Range;

/// The operations and block arguments of a program, in the order of its text: of each block its arguments, then its operations.
///
/// An entry is an operation, or an argument, or a further result of an operation of no loaded dialect. Its number is the value that it
/// makes. Columns are kept apart, since engines look at one or two of them for most entries.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Program {
    /// The opcode of every entry.
    pub opcodes: Vec<Opcode>,
    /// For each position of an operand a column: the entry that makes the value, or [`Program::NO_VALUE`] where an operation has fewer
    /// operands. A value may be made behind its use: blocks stand in any order, and the operations of a graph have none. Columns that are not kept are empty.
    pub operands: Vec<Vec<u32>>,
    /// The columns that are kept.
    kept: Vec<u32>,
    /// The facts that hold of every entry, a bit each.
    pub facts: Vec<u64>,
    /// The blocks, one after the other.
    pub blocks: Vec<Block>,
}

/// A block of a program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Block {
    /// All its entries.
    pub entries: Range<u32>,
    /// How many of them, at the beginning, are arguments.
    pub arguments: u32,
}

impl Program {
    /// What stands in a column where an operation has no such operand.
    pub const NO_VALUE: u32 = u32::MAX;

    /// A program without entries for operations of an alphabet.
    pub fn new(alphabet: &Alphabet) -> Program {
        Program::with_columns((0..alphabet.max_operands()).collect())
    }

    /// A program without entries that keeps the operands at these positions, in order, and no others.
    pub fn with_columns(positions: Vec<u32>) -> Program {
        let columns = positions.last().map_or(0, |last| *last as usize + 1);
        Program { operands: vec![Vec::new(); columns], kept: positions, ..Program::default() }
    }

    /// The positions of operands that are kept, in order.
    pub fn columns(&self) -> &[u32] {
        &self.kept
    }

    /// How many entries there are.
    pub fn len(&self) -> usize {
        self.opcodes.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.opcodes.is_empty()
    }

    /// Begins a block with so many arguments.
    pub fn begin_block(&mut self, arguments: u32) {
        let first = self.len() as u32;
        self.blocks.push(Block { entries: first..first, arguments });
        for _ in 0..arguments {
            self.push(Opcode::ARGUMENT, &[], 0);
        }
    }

    /// Puts an entry at the end of the last block and gives its number.
    pub fn push(&mut self, opcode: Opcode, operands: &[u32], facts: u64) -> u32 {
        let number = self.len() as u32;
        self.opcodes.push(opcode);
        self.facts.push(facts);
        for position in &self.kept {
            let value = operands.get(*position as usize).copied();
            self.operands[*position as usize].push(value.unwrap_or(Program::NO_VALUE));
        }
        self.blocks.last_mut().expect("an entry is of a block").entries.end = number + 1;
        number
    }

    /// The entry that makes an operand's value.
    pub fn operand(&self, entry: u32, position: u32) -> u32 {
        self.operands[position as usize][entry as usize]
    }

    /// Whether every value is made before it is used, in the order of the entries.
    pub fn is_ordered(&self) -> bool {
        // All are looked at, whatever the first ones are: that is faster than to stop, as no one depends on another.
        let is_late = |(entry, value): (u32, &u32)| *value >= entry && *value != Program::NO_VALUE;
        let has_late = |column: &Vec<u32>| (0..).zip(column).fold(false, |any, pair| any | is_late(pair));
        !self.operands.iter().any(has_late)
    }
}
