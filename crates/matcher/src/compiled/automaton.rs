//! States of entries, and how they follow from each other.
//!
//! Of an operand only the subpatterns count that stand at that operand of some subpattern with this opcode. States that are alike in these are one
//! class of the operand; the next state is looked up by the classes of all operands. That keeps tables small: most operations of most
//! opcodes stand below nothing, and all states are one class then.

use super::subpatterns::Subpattern;
use crate::alphabet::Alphabet;
use crate::program::Program;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

/// No state is known: of an entry that was not looked at, or of one that has no place in the tables.
pub const NO_STATE: u32 = u32::MAX;
const NO_CLASS: u32 = u32::MAX;

/// More states than this are not made: they would be of a program that was written to have many, and each takes memory.
const MOST_STATES: usize = 1 << 17;
/// A table with more bits than this in its index is kept as a map of what occurs.
const MOST_TABLE_BITS: u32 = 18;

/// The states that have occurred, and what follows from them.
pub struct Automaton {
    subpatterns: Vec<Subpattern>,
    /// For each opcode.
    steps: Vec<Step>,
    /// The subpatterns of each state, in order.
    members: Vec<Box<[u32]>>,
    numbers: FxHashMap<Box<[u32]>, u32>,
}

/// How the state of an entry with one opcode is found.
struct Step {
    /// The subpatterns that have the opcode.
    candidates: Vec<u32>,
    /// The operands that matter.
    axes: Vec<Axis>,
    /// The facts that matter, and the classes of them.
    facts: u64,
    fact_classes: FxHashMap<u64, u32>,
    fact_bits: u32,
    table: Table,
}

/// An operand that matters to a step.
struct Axis {
    position: u32,
    /// The subpatterns that count here, in order.
    counts: Vec<u32>,
    /// The class of each state.
    class_of: Vec<u32>,
    classes: FxHashMap<Box<[u32]>, u32>,
    /// How many bits of the table's index the class takes, and where they begin.
    bits: u32,
    shift: u32,
}

enum Table {
    /// By the index that the classes make.
    Dense(Vec<u32>),
    /// By the classes.
    Sparse(FxHashMap<Classes, u32>),
}

type Classes = SmallVec<[u32; 4]>;

impl Automaton {
    /// An automaton for these subpatterns, which knows of no state yet.
    pub fn new(alphabet: &Alphabet, subpatterns: Vec<Subpattern>) -> Automaton {
        let mut steps: Vec<Step> = (0..alphabet.len()).map(|_| Step::default()).collect();
        for (number, subpattern) in (0..).zip(&subpatterns) {
            for opcode in subpattern.opcodes.iter() {
                steps[usize::from(opcode.0)].add(number, subpattern);
            }
        }
        Automaton { subpatterns, steps, members: Vec::new(), numbers: FxHashMap::default() }
    }

    /// The subpatterns that match in a state.
    pub fn members(&self, state: u32) -> &[u32] {
        &self.members[state as usize]
    }

    /// The state of an entry, given those of its operands.
    pub fn step(&mut self, program: &Program, states: &[u32], entry: u32) -> u32 {
        let opcode = program.opcodes[entry as usize];
        let step = &self.steps[usize::from(opcode.0)];
        if let (Table::Dense(table), 0) = (&step.table, step.facts) {
            let mut index = 0;
            for axis in &step.axes {
                let operand = states[program.operand(entry, axis.position) as usize];
                // A state without a number or without a class is one past the end of a list.
                let class = axis.class_of.get(operand as usize).copied().unwrap_or(NO_CLASS);
                if class == NO_CLASS {
                    return self.step_slowly(program, states, entry);
                }
                index |= (class as usize) << axis.shift;
            }
            let state = table[index];
            if state != NO_STATE {
                return state;
            }
        }
        self.step_slowly(program, states, entry)
    }

    /// As [`Automaton::step`], also where nothing is known yet of this combination.
    #[cold]
    fn step_slowly(&mut self, program: &Program, states: &[u32], entry: u32) -> u32 {
        let opcode = program.opcodes[entry as usize];
        let facts = program.facts[entry as usize];
        let step = &mut self.steps[usize::from(opcode.0)];
        let mut classes = Classes::new();
        for axis in 0..step.axes.len() {
            let operand = states[program.operand(entry, step.axes[axis].position) as usize];
            if operand == NO_STATE {
                return NO_STATE;
            }
            classes.push(step.class_of(axis, operand, &self.members));
        }
        if step.facts != 0 {
            classes.push(step.class_of_facts(facts));
        }
        if let Some(state) = step.look_up(&classes) {
            return state;
        }
        let matching = |number: &u32| {
            let subpattern = &self.subpatterns[*number as usize];
            let below = (0..).zip(&subpattern.operands).all(|(position, wanted)| {
                wanted.is_none_or(|wanted| {
                    let operand = states[program.operand(entry, position) as usize];
                    self.members[operand as usize].binary_search(&wanted).is_ok()
                })
            });
            below && facts & subpattern.facts == subpattern.facts
        };
        let members: Box<[u32]> = step.candidates.iter().copied().filter(matching).collect();
        let next = self.members.len();
        let state = match self.numbers.get(&members) {
            Some(known) => *known,
            None if next == MOST_STATES => return NO_STATE,
            None => {
                self.numbers.insert(members.clone(), next as u32);
                self.members.push(members);
                next as u32
            }
        };
        step.enter(&classes, state);
        state
    }
}

impl Default for Step {
    fn default() -> Step {
        Step {
            candidates: Vec::new(),
            axes: Vec::new(),
            facts: 0,
            fact_classes: FxHashMap::default(),
            fact_bits: 0,
            table: Table::Dense(vec![NO_STATE]),
        }
    }
}

impl Step {
    fn add(&mut self, number: u32, subpattern: &Subpattern) {
        self.candidates.push(number);
        self.facts |= subpattern.facts;
        for (position, below) in (0..).zip(&subpattern.operands) {
            let Some(below) = below else { continue };
            let known = self.axes.iter().position(|axis| axis.position == position);
            let axis = known.unwrap_or_else(|| {
                self.axes.push(Axis {
                    position,
                    counts: Vec::new(),
                    class_of: Vec::new(),
                    classes: FxHashMap::default(),
                    bits: 0,
                    shift: 0,
                });
                self.axes.len() - 1
            });
            if let Err(place) = self.axes[axis].counts.binary_search(below) {
                self.axes[axis].counts.insert(place, *below);
            }
        }
    }

    /// The class of a state as an operand; it may be new.
    fn class_of(&mut self, axis: usize, state: u32, members: &[Box<[u32]>]) -> u32 {
        let of = &mut self.axes[axis];
        if of.class_of.len() < members.len() {
            of.class_of.resize(members.len(), NO_CLASS);
        }
        if of.class_of[state as usize] == NO_CLASS {
            let counting = |number: &&u32| of.counts.binary_search(number).is_ok();
            let kept: Box<[u32]> = members[state as usize].iter().filter(counting).copied().collect();
            let next = of.classes.len() as u32;
            of.class_of[state as usize] = *of.classes.entry(kept).or_insert(next);
        }
        let class = of.class_of[state as usize];
        if class >> of.bits != 0 {
            self.widen(|step| step.axes[axis].bits += 1);
        }
        class
    }

    fn class_of_facts(&mut self, facts: u64) -> u32 {
        let next = self.fact_classes.len() as u32;
        let class = *self.fact_classes.entry(facts & self.facts).or_insert(next);
        if class >> self.fact_bits != 0 {
            self.widen(|step| step.fact_bits += 1);
        }
        class
    }

    /// Gives a class another bit in the index of the table.
    fn widen(&mut self, grow: impl Fn(&mut Step)) {
        let known: Vec<(Classes, u32)> = match &self.table {
            Table::Sparse(_) => Vec::new(),
            Table::Dense(table) => {
                let entered = (0..).zip(table).filter(|(_, state)| **state != NO_STATE);
                entered.map(|(index, state)| (self.classes_at(index), *state)).collect()
            }
        };
        grow(self);
        let mut bits = 0;
        for axis in &mut self.axes {
            axis.shift = bits;
            bits += axis.bits;
        }
        bits += self.fact_bits;
        match &mut self.table {
            Table::Sparse(_) => {}
            table if bits > MOST_TABLE_BITS => *table = Table::Sparse(FxHashMap::default()),
            table => *table = Table::Dense(vec![NO_STATE; 1 << bits]),
        }
        for (classes, state) in known {
            self.enter(&classes, state);
        }
    }

    /// The classes that an index of the table stands for.
    fn classes_at(&self, index: usize) -> Classes {
        let part = |shift: u32, bits: u32| (index >> shift & ((1 << bits) - 1)) as u32;
        let mut classes: Classes = self.axes.iter().map(|axis| part(axis.shift, axis.bits)).collect();
        if self.facts != 0 {
            classes.push(part(self.fact_shift(), self.fact_bits));
        }
        classes
    }

    fn fact_shift(&self) -> u32 {
        self.axes.iter().map(|axis| axis.bits).sum()
    }

    fn index_of(&self, classes: &Classes) -> usize {
        let shifts = self.axes.iter().map(|axis| axis.shift).chain([self.fact_shift()]);
        shifts.zip(classes).fold(0, |index, (shift, class)| index | (*class as usize) << shift)
    }

    fn look_up(&self, classes: &Classes) -> Option<u32> {
        match &self.table {
            Table::Dense(table) => Some(table[self.index_of(classes)]).filter(|state| *state != NO_STATE),
            Table::Sparse(table) => table.get(classes).copied(),
        }
    }

    fn enter(&mut self, classes: &Classes, state: u32) {
        let index = self.index_of(classes);
        match &mut self.table {
            Table::Dense(table) => table[index] = state,
            Table::Sparse(table) => {
                table.insert(classes.clone(), state);
            }
        }
    }
}
