//! Random alphabets, patterns and programs: for laws, which need odd ones, and for measurements, which need many of one size.

use crate::alphabet::{Alphabet, OpKind, Opcode, OpcodeSet};
use crate::pattern::{Node, Pattern, Slot};
use crate::program::Program;
use crate::text::said;
use base::Rng;

/// How large and how odd random things are.
#[derive(Clone, Debug)]
pub struct Shape {
    /// How many kinds of operations.
    pub kinds: u32,
    /// The fewest and the most operands of one.
    pub operands: (u32, u32),
    /// The most operations on a way from a root down.
    pub depth: u32,
    /// How many facts an operation may have.
    pub facts: u32,
    /// How many operations a program has.
    pub operations: u32,
    /// How many blocks it has at most, in any order.
    pub blocks: u32,
    /// How far behind its making a value is used, on average.
    pub distance: u32,
    /// In so many of 100 operands the value is any one that was made so far.
    pub far: u64,
    /// Whether half of these are of any value at all, also one that is still to be made.
    pub is_graph: bool,
    /// So many of 100 nodes of patterns may be one of several operations.
    pub several: u64,
    /// So many of 100 operations are the root of a pattern that is put there whole.
    pub planted: u64,
}

impl Shape {
    /// What `flowright bench` measures: one block of operations with two operands, used soon after they were made.
    pub fn measured(depth: u32, operations: u32) -> Shape {
        Shape {
            kinds: 12,
            operands: (2, 2),
            depth,
            facts: 0,
            operations,
            blocks: 1,
            distance: 4,
            far: 0,
            is_graph: false,
            several: 0,
            planted: 0,
        }
    }

    /// Any shape that a law should hold for, small enough to be many.
    pub fn any(rng: &mut Rng) -> Shape {
        let least = rng.below(3) as u32;
        Shape {
            kinds: 1 + rng.below(8) as u32,
            operands: (least, least.max(1) + rng.below(3) as u32),
            depth: 1 + rng.below(4) as u32,
            facts: if rng.chance(1, 3) { 1 + rng.below(u64::from(said::WAYS)) as u32 } else { 0 },
            operations: 1 + rng.below(200) as u32,
            blocks: 1 + rng.below(4) as u32,
            distance: 1 + rng.below(12) as u32,
            far: if rng.chance(1, 2) { rng.below(30) } else { 0 },
            is_graph: true,
            several: rng.below(30),
            planted: rng.below(60),
        }
    }

    /// Any shape of which the text is valid: a function whose blocks follow each other, and patterns that PDL can say.
    pub fn of_text(rng: &mut Rng) -> Shape {
        Shape { is_graph: false, several: 0, ..Shape::any(rng) }
    }

    /// An alphabet.
    pub fn alphabet(&self, rng: &mut Rng) -> Alphabet {
        let kinds = (0..self.kinds).map(|number| OpKind {
            name: format!("t.op{number}"),
            operands: rng.between(i64::from(self.operands.0), i64::from(self.operands.1)) as u32,
            has_result: true,
        });
        Alphabet::new(kinds).expect("the kinds are few")
    }

    /// A pattern over an alphabet. Two fifths of its leaves are values that stand elsewhere in it, too, where there is one.
    pub fn pattern(&self, alphabet: &Alphabet, name: String, rng: &mut Rng) -> Pattern {
        let mut pattern = Pattern { name, nodes: Vec::new(), equalities: Vec::new() };
        let mut open = vec![(None, 1)];
        while let Some((above, depth)) = open.pop() {
            let node = pattern.nodes.len() as u32;
            pattern.nodes.push(self.node(alphabet, rng));
            if let Some(Slot { node: user, operand }) = above {
                pattern.nodes[user as usize].operands[operand as usize] = Some(node);
            }
            for operand in 0..pattern.nodes[node as usize].operands.len() as u32 {
                if depth < self.depth && rng.chance(1, 2) {
                    open.push((Some(Slot { node, operand }), depth + 1));
                }
            }
        }
        let slots: Vec<Slot> = pattern.slots().collect();
        for slot in &slots {
            let is_leaf = pattern.nodes[slot.node as usize].operands[slot.operand as usize].is_none();
            if is_leaf && slots.len() > 1 && rng.chance(2, 5) {
                let other = slots[rng.index(slots.len())];
                if other != *slot {
                    pattern.equalities.push((*slot, other));
                }
            }
        }
        pattern
    }

    fn node(&self, alphabet: &Alphabet, rng: &mut Rng) -> Node {
        let opcodes: Vec<Opcode> = alphabet.operations().collect();
        let one = opcodes[rng.index(opcodes.len())];
        let arity = alphabet.kind(one).operands;
        let alike = |opcode: &Opcode| alphabet.kind(*opcode).operands == arity;
        let several: OpcodeSet = if rng.chance(self.several, 100) {
            opcodes.into_iter().filter(alike).filter(|o| *o == one || rng.chance(1, 2)).collect()
        } else {
            [one].into_iter().collect()
        };
        let facts =
            if self.facts > 0 && rng.chance(1, 4) { 1 << rng.below(u64::from(self.facts)) } else { 0 };
        Node { opcodes: several, facts, operands: vec![None; arity as usize] }
    }

    /// A program, in which some of the patterns are sure to occur.
    pub fn program(&self, alphabet: &Alphabet, patterns: &[Pattern], rng: &mut Rng) -> Program {
        let mut program = Program::new(alphabet);
        let blocks = 1 + rng.below(u64::from(self.blocks)) as u32;
        for _ in 0..blocks {
            program.begin_block(1 + rng.below(4) as u32);
            let last = program.len() + (self.operations / blocks).max(1) as usize;
            while program.len() < last {
                if !patterns.is_empty() && rng.chance(self.planted, 100) {
                    let pattern = &patterns[rng.index(patterns.len())];
                    self.plant(&mut program, pattern, rng);
                } else if rng.chance(1, 50) {
                    program.push(Opcode::FOREIGN, &[], 0);
                } else {
                    self.operation(&mut program, alphabet, rng);
                }
            }
        }
        self.send_far(&mut program, rng);
        program
    }

    fn operation(&self, program: &mut Program, alphabet: &Alphabet, rng: &mut Rng) {
        let opcode = Opcode(Opcode::RESERVED + rng.below(u64::from(self.kinds)) as u16);
        let operands: Vec<u32> =
            (0..alphabet.kind(opcode).operands).map(|_| self.value(program, rng)).collect();
        program.push(opcode, &operands, self.random_facts(rng));
    }

    fn random_facts(&self, rng: &mut Rng) -> u64 {
        if self.facts == 0 { 0 } else { rng.below(1 << self.facts) }
    }

    /// A value that was made some way back, mostly near: the distance is one more for as long as a coin says so.
    fn value(&self, program: &Program, rng: &mut Rng) -> u32 {
        let mut distance = 1;
        while rng.chance(u64::from(self.distance) - 1, u64::from(self.distance)) {
            distance += 1;
        }
        (program.len() as u32).saturating_sub(distance)
    }

    /// Puts the operations of a pattern into the program, with the values that it wants equal, most of the time.
    fn plant(&self, program: &mut Program, pattern: &Pattern, rng: &mut Rng) {
        let mut leaf = vec![Vec::new(); pattern.nodes.len()];
        for (node, values) in pattern.nodes.iter().zip(&mut leaf) {
            *values = node.operands.iter().map(|_| self.value(program, rng)).collect();
        }
        for (a, b) in &pattern.equalities {
            if rng.chance(9, 10) {
                leaf[b.node as usize][b.operand as usize] = leaf[a.node as usize][a.operand as usize];
            }
        }
        let mut made = vec![0; pattern.nodes.len()];
        for (index, node) in pattern.nodes.iter().enumerate().rev() {
            let operand = |(position, child): (usize, &Option<u32>)| {
                child.map_or(leaf[index][position], |c| made[c as usize])
            };
            let operands: Vec<u32> = node.operands.iter().enumerate().map(operand).collect();
            let opcodes: Vec<Opcode> = node.opcodes.iter().collect();
            let facts = self.random_facts(rng) | if rng.chance(9, 10) { node.facts } else { 0 };
            made[index] = program.push(opcodes[rng.index(opcodes.len())], &operands, facts);
        }
    }

    fn send_far(&self, program: &mut Program, rng: &mut Rng) {
        let count = program.len() as u64;
        for column in &mut program.operands {
            for (entry, value) in column.iter_mut().enumerate() {
                if *value != Program::NO_VALUE && rng.chance(self.far, 100) {
                    let any = if self.is_graph && rng.chance(1, 2) { count } else { entry as u64 };
                    *value = rng.below(any) as u32;
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reference;

    #[test]
    fn patterns_are_whole_and_some_match() {
        let mut matched = 0;
        for seed in 0..200 {
            let rng = &mut Rng::new(seed);
            let shape = Shape::any(rng);
            let alphabet = shape.alphabet(rng);
            let patterns: Vec<Pattern> =
                (0..4).map(|n| shape.pattern(&alphabet, n.to_string(), rng)).collect();
            for pattern in &patterns {
                assert_eq!(pattern.fault(&alphabet), None, "seed {seed}");
                assert!(pattern.depth() <= shape.depth, "seed {seed}");
            }
            let program = shape.program(&alphabet, &patterns, rng);
            matched += u32::from(!reference::all_matches(&program, &patterns).is_empty());
        }
        assert!(matched > 150, "{matched} of 200 programs have a match");
    }
}
