//! The types of operands and results, so that a law does not only see dialects with one.

use crate::alphabet::{Alphabet, OpKind, Opcode, OpcodeSet};
use crate::pattern::{Pattern, Slot};
use crate::program::Program;
use base::Rng;

/// The types there are. Whatever has one says it by its number here.
pub const TYPES: [&str; 2] = ["i32", "i64"];

/// What types the operations of an alphabet have.
#[derive(Clone, Debug)]
pub struct Typing {
    /// For each opcode the type of each operand.
    operands: Vec<Vec<usize>>,
    /// For each opcode the type of its result, if it has one.
    results: Vec<Option<usize>>,
    /// How many types there are.
    used: usize,
}

impl Typing {
    /// All values are of the first type.
    pub fn one(alphabet: &Alphabet) -> Typing {
        let kinds = (0..alphabet.len() as u16).map(|opcode| alphabet.kind(Opcode(opcode)));
        let operands = kinds.clone().map(|kind| vec![0; kind.operands as usize]).collect();
        Typing { operands, results: kinds.map(|kind| kind.has_result.then_some(0)).collect(), used: 1 }
    }

    /// Any types with which patterns may still match, over an alphabet in which some operations that stand below no other have no result.
    pub fn any(alphabet: &Alphabet, patterns: &[Pattern], rng: &mut Rng) -> (Alphabet, Typing) {
        let below =
            |pattern: &Pattern| pattern.nodes[1..].iter().flat_map(|node| node.opcodes.iter()).collect();
        let below: Vec<Vec<Opcode>> = patterns.iter().map(below).collect();
        let is_silent = |opcode: &Opcode, rng: &mut Rng| {
            !below.iter().flatten().any(|other| other == opcode) && rng.chance(1, 3)
        };
        let kinds = alphabet.operations().map(|opcode| {
            let has_result = !is_silent(&opcode, rng);
            OpKind { has_result, ..alphabet.kind(opcode).clone() }
        });
        let alphabet = Alphabet::new(kinds.collect::<Vec<_>>()).expect("there are as many as before");
        let mut classes = Classes::new(&alphabet);
        for pattern in patterns {
            classes.unite_pattern(pattern);
        }
        let types: Vec<usize> = classes.of.iter().map(|_| rng.index(TYPES.len())).collect();
        let mut typing = Typing { used: TYPES.len(), ..Typing::one(&alphabet) };
        for opcode in alphabet.operations() {
            let number = usize::from(opcode.0);
            for (position, ty) in (0..).zip(&mut typing.operands[number]) {
                *ty = types[classes.of[classes.operand(opcode, position)]];
            }
            if let Some(ty) = &mut typing.results[number] {
                *ty = types[classes.of[classes.result(opcode)]];
            }
        }
        (alphabet, typing)
    }

    /// The types that values may have.
    pub fn types(&self) -> &'static [&'static str] {
        &TYPES[..self.used]
    }

    /// The type of an operand.
    pub fn operand(&self, opcode: Opcode, position: u32) -> usize {
        self.operands[usize::from(opcode.0)][position as usize]
    }

    /// The type of the result of an operation that has one.
    pub fn result(&self, opcode: Opcode) -> usize {
        self.results[usize::from(opcode.0)].expect("it has a result")
    }

    /// The type of the value that an entry of a program makes, if it makes one.
    pub fn made(&self, program: &Program, entry: u32) -> Option<usize> {
        match program.opcodes[entry as usize] {
            // They take turns.
            Opcode::ARGUMENT | Opcode::FOREIGN => Some(entry as usize % self.used),
            opcode => self.results[usize::from(opcode.0)],
        }
    }

    /// The operations with as many operands as one, and a result of the same type.
    pub fn alike(&self, alphabet: &Alphabet, opcode: Opcode) -> OpcodeSet {
        let of = |opcode: Opcode| (alphabet.kind(opcode).operands, self.results[usize::from(opcode.0)]);
        alphabet.operations().filter(|other| of(*other) == of(opcode)).collect()
    }

    /// Lets some nodes of a pattern be any operation that is alike. It has operands and a result, which nothing in a text has that is of no dialect.
    pub fn widen(&self, alphabet: &Alphabet, pattern: &mut Pattern, rng: &mut Rng) {
        for node in &mut pattern.nodes {
            let opcode = node.opcodes.iter().next().expect("a node is something");
            let may_be_any = !node.operands.is_empty() && alphabet.kind(opcode).has_result;
            if may_be_any && rng.chance(1, 5) {
                node.opcodes = self.alike(alphabet, opcode);
            }
        }
    }

    /// Has every operand of a program be of its type: where one is not, it becomes the next value before it that is, or else the next behind it. `None` if there is none.
    pub fn fit(&self, program: &mut Program) -> Option<()> {
        for entry in 0..program.len() as u32 {
            let opcode = program.opcodes[entry as usize];
            for position in 0..self.operands[usize::from(opcode.0)].len() as u32 {
                let value = program.operand(entry, position).min(entry);
                let is_it = |other: &u32| self.made(program, *other) == Some(self.operand(opcode, position));
                let mut before = (0..(value + 1).min(entry)).rev();
                let fitting = before.find(is_it).or_else(|| (value..entry).find(is_it))?;
                program.operands[position as usize][entry as usize] = fitting;
            }
        }
        Some(())
    }
}

/// Operands and results that must be of one type for patterns to match.
struct Classes {
    /// The number of the first operand of each opcode; its result is behind its operands.
    first: Vec<usize>,
    /// For each operand and each result its class.
    of: Vec<usize>,
    operands: Vec<u32>,
}

impl Classes {
    fn new(alphabet: &Alphabet) -> Classes {
        let operands: Vec<u32> =
            (0..alphabet.len() as u16).map(|opcode| alphabet.kind(Opcode(opcode)).operands).collect();
        let mut first = Vec::new();
        let mut next = 0;
        for count in &operands {
            first.push(next);
            next += *count as usize + 1;
        }
        Classes { first, of: (0..next).collect(), operands }
    }

    fn operand(&self, opcode: Opcode, position: u32) -> usize {
        self.first[usize::from(opcode.0)] + position as usize
    }

    fn result(&self, opcode: Opcode) -> usize {
        self.operand(opcode, self.operands[usize::from(opcode.0)])
    }

    fn unite(&mut self, a: usize, b: usize) {
        let (stays, goes) = (self.of[a], self.of[b]);
        self.of.iter_mut().filter(|class| **class == goes).for_each(|class| *class = stays);
    }

    /// Slots have the type of what stands there, and equal slots one type.
    fn unite_pattern(&mut self, pattern: &Pattern) {
        let opcode = |node: u32| pattern.nodes[node as usize].opcodes.iter().next().expect("it is something");
        let at = |classes: &Classes, slot: Slot| classes.operand(opcode(slot.node), slot.operand);
        for slot in pattern.slots() {
            if let Some(node) = pattern.nodes[slot.node as usize].operands[slot.operand as usize] {
                self.unite(at(self, slot), self.result(opcode(node)));
            }
        }
        for (a, b) in &pattern.equalities {
            self.unite(at(self, *a), at(self, *b));
        }
    }
}
