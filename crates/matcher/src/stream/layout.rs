//! What a record has to say for a set of patterns.

use super::{Operand, Record};
use crate::alphabet::{Alphabet, Opcode};
use crate::pattern::Pattern;
use crate::program::{Block, Program};
use rustc_hash::FxHashMap;
use smallvec::{SmallVec, smallvec};

/// The fields of records and what they mean.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Layout {
    /// How far away a near value may be, in records.
    pub window: u32,
    /// The operations that stand in patterns, in the order of their codes from [`Layout::FIRST`] on.
    pub operations: Vec<Opcode>,
    /// Which operand each field is; the same for all operations, so that a chip need not know what a record is to follow one.
    pub positions: Vec<u32>,
    /// For each of the operations the fields that patterns look at; the others have zeros.
    pub looked_at: Vec<Vec<u32>>,
    /// The facts that patterns ask for, in the order of their bits: each a mask of one bit of a program's facts.
    pub facts: Vec<u64>,
    code_of: Vec<u16>,
}

impl Layout {
    /// The code of a separator.
    pub const SEPARATOR: u16 = 0;
    /// The code of what no pattern looks at.
    pub const OTHER: u16 = 1;
    /// The code of the first operation.
    pub const FIRST: u16 = 2;

    /// The layout for these patterns, with a window of so many records.
    pub fn new(alphabet: &Alphabet, patterns: &[Pattern], window: u32) -> Layout {
        assert!(window > 0, "an operand is at least one record away");
        let mut looked_at = vec![None::<Vec<u32>>; alphabet.len()];
        for pattern in patterns {
            for (node, wanted) in pattern.nodes.iter().zip(pattern.looked_at()) {
                for opcode in node.opcodes.iter() {
                    looked_at[usize::from(opcode.0)].get_or_insert_default().extend(&wanted);
                }
            }
        }
        let mut positions: Vec<u32> = looked_at.iter().flatten().flatten().copied().collect();
        positions.sort_unstable();
        positions.dedup();
        let mut code_of = vec![Layout::OTHER; alphabet.len()];
        let (mut operations, mut fields_of) = (Vec::new(), Vec::new());
        for opcode in alphabet.operations() {
            let Some(mut wanted) = looked_at[usize::from(opcode.0)].take() else { continue };
            wanted.sort_unstable();
            wanted.dedup();
            code_of[usize::from(opcode.0)] = Layout::FIRST + operations.len() as u16;
            operations.push(opcode);
            let is_wanted = |(_, position): &(u32, &u32)| wanted.binary_search(position).is_ok();
            fields_of.push((0..).zip(&positions).filter(is_wanted).map(|(field, _)| field).collect());
        }
        let asked = patterns.iter().flat_map(|pattern| &pattern.nodes).fold(0, |all, node| all | node.facts);
        let facts = (0..u64::BITS).map(|bit| 1 << bit).filter(|fact| asked & fact != 0).collect();
        Layout { window, operations, positions, looked_at: fields_of, facts, code_of }
    }

    /// The code of an opcode.
    pub fn code(&self, opcode: Opcode) -> u16 {
        self.code_of[usize::from(opcode.0)]
    }

    /// The operation that a code stands for, and the fields of it that say something.
    pub fn operation(&self, code: u16) -> Option<(Opcode, &[u32])> {
        let place = usize::from(code.checked_sub(Layout::FIRST)?);
        Some((*self.operations.get(place)?, &self.looked_at[place]))
    }

    /// The fields of an entry that say something.
    pub fn fields_of(&self, opcode: Opcode) -> &[u32] {
        self.operation(self.code(opcode)).map_or(&[], |(_, fields)| fields)
    }

    /// How many operands a record has.
    pub fn fields(&self) -> u32 {
        self.positions.len() as u32
    }

    /// The field of an operand that some pattern looks at.
    pub fn field(&self, position: u32) -> u32 {
        self.positions.binary_search(&position).expect("a pattern looks at it") as u32
    }

    /// How many bits a code has.
    pub fn code_bits(&self) -> u32 {
        bits_for(u64::from(Layout::FIRST) + self.operations.len() as u64)
    }

    /// How many bits the distance or the number in an operand has; one more says which it is.
    pub fn payload_bits(&self) -> u32 {
        // One at least, so that there is a number for far values.
        bits_for(u64::from(self.window)).max(1)
    }

    /// How many bits a record has: the code, the operands, the facts, from the lowest on.
    pub fn record_bits(&self) -> u32 {
        self.code_bits() + self.fields() * (self.payload_bits() + 1) + self.facts.len() as u32
    }

    /// Whether a value is near where it is used.
    pub fn is_near(&self, block: &Block, entry: u32, value: u32) -> bool {
        value < entry && value >= block.entries.start && entry - value <= self.window
    }

    /// The record of an entry.
    pub(super) fn record(&self, program: &Program, block: &Block, entry: u32, far: &mut Far) -> Record {
        let code = self.code(program.opcodes[entry as usize]);
        let mut operands: SmallVec<[Operand; 4]> = smallvec![Operand::default(); self.positions.len()];
        for field in self.fields_of(program.opcodes[entry as usize]) {
            let value = program.operand(entry, self.positions[*field as usize]);
            operands[*field as usize] = self.operand(block, entry, value, far);
        }
        let holds = |fact: &u64| program.facts[entry as usize] & fact != 0;
        // Facts of what no pattern looks at would only be wires that change.
        let known = if code == Layout::OTHER { &[][..] } else { &self.facts };
        let facts = (0..).zip(known).fold(0, |bits, (at, fact)| bits | u64::from(holds(fact)) << at);
        Record { code, operands, facts }
    }

    fn operand(&self, block: &Block, entry: u32, value: u32, far: &mut Far) -> Operand {
        if self.is_near(block, entry, value) {
            Operand { far: false, payload: entry - value - 1 }
        } else {
            Operand { far: true, payload: far.number_of(value) }
        }
    }

    /// The record behind the last one of a block.
    pub(super) fn separator(&self, block: u64) -> Record {
        let mut rest = block;
        let mut take = |bits: u32| {
            let low = rest & low_mask(bits);
            rest = rest.checked_shr(bits).unwrap_or(0);
            low
        };
        let payload = self.payload_bits();
        let operand = |_| {
            let bits = take(payload + 1);
            Operand { far: bits >> payload & 1 != 0, payload: (bits & low_mask(payload)) as u32 }
        };
        let operands = (0..self.fields()).map(operand).collect();
        Record { code: Layout::SEPARATOR, operands, facts: take(self.facts.len() as u32) }
    }
}

/// The numbers of the far values of a block, in the order in which they are met.
pub struct Far {
    numbers: FxHashMap<u32, u32>,
    most: u32,
}

impl Far {
    /// A far value that is equal to nothing, because there was no number left.
    pub const NAMELESS: u32 = 0;

    /// No far value yet.
    pub fn new(layout: &Layout) -> Far {
        Far { numbers: FxHashMap::default(), most: low_mask(layout.payload_bits()) as u32 }
    }

    /// The number of a far value.
    pub fn number_of(&mut self, value: u32) -> u32 {
        let next = self.numbers.len() as u32 + 1;
        if next > self.most {
            return self.numbers.get(&value).copied().unwrap_or(Far::NAMELESS);
        }
        *self.numbers.entry(value).or_insert(next)
    }
}

/// How many bits tell so many things apart.
pub(crate) fn bits_for(count: u64) -> u32 {
    u64::BITS - count.saturating_sub(1).leading_zeros()
}

fn low_mask(bits: u32) -> u64 {
    1u64.checked_shl(bits).map_or(u64::MAX, |bit| bit - 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::alphabet::OpKind;
    use crate::pattern::{Node, Slot};

    #[test]
    fn a_separator_has_the_number_of_its_block_in_all_its_bits() {
        let kind = OpKind { name: "t.or".to_string(), operands: 2, has_result: true };
        let alphabet = Alphabet::new([kind]).expect("one kind fits");
        let opcodes = alphabet.operations().collect();
        let nodes = vec![Node { opcodes, facts: 0b11, operands: vec![None, None] }];
        let slot = |operand| Slot { node: 0, operand };
        let pattern = Pattern { name: "p".to_string(), nodes, equalities: vec![(slot(0), slot(1))] };
        let layout = Layout::new(&alphabet, &[pattern], 4);
        assert_eq!((layout.fields(), layout.payload_bits(), layout.facts.len()), (2, 2, 2));
        // The facts, the second field and the first; what is above does not fit.
        let first = Operand { far: false, payload: 3 };
        let second = Operand { far: true, payload: 2 };
        let expected = Record { code: Layout::SEPARATOR, operands: smallvec![first, second], facts: 0b10 };
        let number = 0b10 << 6 | 0b110 << 3 | 0b011;
        assert_eq!(layout.separator(number), expected);
        assert_eq!(layout.separator(1 << 8 | number), expected);
    }
}
