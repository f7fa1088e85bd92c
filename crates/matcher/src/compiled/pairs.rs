//! What follows from the states of two operands, looked up.
//!
//! Where patterns look at two operands at the most and ask for no facts, an entry's state and what matches at it depend on its opcode and two states, and there are few of these. Many states allow the same at an operand of an opcode: they
//! are of one class there, and a table has what follows from two classes.
//!
//! A state says what matches down to the depth of the patterns, so entries need not wait for their operands: each round looks at all of them with the states of the round before, which knew one operation less on the way down. Rounds are as many as patterns are deep. In
//! one of them no entry depends on another, and a processor works on several at a time.

use super::Hearer;
use super::plane::Plane;
use super::questions::{NOTHING_FOUND, Questions};
use super::states::{NO_STATE, NOTHING, States};
use crate::alphabet::Opcode;
use crate::program::Program;
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;

/// A table has no more places than this where nothing else is said.
pub const ROOM: usize = 1 << 22;

/// With more rounds than this, an entry is looked at once, in order: a round is a fraction of that, and with so many of them nothing is won.
const MOST_ROUNDS: u32 = 16;

/// So many places a row of the table has to begin with.
const WIDTH: u32 = 8;

/// What is known of two operands.
pub struct Pairs {
    /// The operands that are looked at; the same twice where there is one only.
    positions: [u32; 2],
    /// How many operations the deepest pattern has on a way down.
    depth: u32,
    /// How many opcodes there are.
    opcodes: u32,
    /// For each of the two operands, each state and each opcode the class; zero is not known yet. That of the first operand is where its row of steps begins, that of the second a place in a row.
    classes: [Vec<u32>; 2],
    /// For each of the two operands and each opcode the classes by what they allow.
    numbers: [Vec<FxHashMap<Box<[u64]>, u32>>; 2],
    /// How many places there may be.
    room: usize,
    /// How many places a row of steps has.
    width: u32,
    /// What follows from two classes. The first row and the first place of every row are those of classes that are not known.
    steps: Vec<Step>,
    questions: Questions,
    kept: Kept,
}

/// Memory for what is known of the entries of a program.
#[derive(Default)]
struct Kept {
    /// Their states in the round before, with one more for the operand that an operation does not have, and the same for the round itself. In memory of its own each would begin where a page does, and a processor takes places
    /// that are alike in pages for the same one until it has looked twice: it would wait.
    states: Vec<u32>,
    /// Entries, and what is found at them.
    roots: Vec<(u32, u32)>,
}

/// What is looked at of a program.
struct Columns<'a> {
    opcodes: &'a [Opcode],
    operands: [&'a [u32]; 2],
}

impl<'a> Columns<'a> {
    fn of(program: &'a Program, positions: [u32; 2]) -> Columns<'a> {
        let operands = positions.map(|position| &program.operands[position as usize][..]);
        Columns { opcodes: &program.opcodes, operands }
    }
}

/// What follows for an entry.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Step {
    /// Where the classes of its state begin; [`NO_STATE`] if that is not known yet.
    state: u32,
    /// What is found, by its number among the questions.
    found: u32,
}

const UNKNOWN: Step = Step { state: NO_STATE, found: NOTHING_FOUND };

impl Pairs {
    /// The table for some planes, how deep their patterns are and how many places it may have; `None` if they look at none or at more than it has room for.
    pub fn new(planes: &[Plane], depth: u32, room: usize) -> Option<Pairs> {
        let positions: BTreeSet<u32> = planes.iter().flat_map(Plane::positions).collect();
        if positions.len() > 2 || depth > MOST_ROUNDS || planes.iter().any(Plane::has_facts) {
            return None;
        }
        let (first, last) = (*positions.first()?, *positions.last()?);
        Some(Pairs {
            positions: [first, last],
            depth,
            opcodes: planes.len() as u32,
            classes: [(); 2].map(|()| vec![0; planes.len()]),
            numbers: [(); 2].map(|()| vec![FxHashMap::default(); planes.len()]),
            room,
            width: WIDTH,
            steps: vec![UNKNOWN; WIDTH as usize],
            questions: Questions::default(),
            kept: Kept::default(),
        })
    }

    /// Says what matches; `false` if there is no room for all states, and nothing has been said then.
    pub fn find(
        &mut self,
        program: &Program,
        planes: &mut [Plane],
        states: &mut States,
        hearer: &mut impl Hearer,
    ) -> bool {
        // Memory is asked for once: to get it from the system takes longer than to look at as many entries.
        let mut kept = std::mem::take(&mut self.kept);
        let found = self.look(&Columns::of(program, self.positions), planes, states, &mut kept);
        if let Some(count) = found {
            self.questions.ask(program, planes, &kept.roots[..count], hearer);
        }
        self.kept = kept;
        found.is_some()
    }

    /// Leaves the entries at which something is found, with its number, as the first roots, and says how many they are.
    fn look(
        &mut self,
        columns: &Columns<'_>,
        planes: &mut [Plane],
        states: &mut States,
        kept: &mut Kept,
    ) -> Option<usize> {
        let count = columns.opcodes.len();
        kept.states.resize(2 * (count + 1), NOTHING);
        let (mut before, mut after) = kept.states.split_at_mut(count + 1);
        (before[count], after[count]) = (NOTHING, NOTHING);
        let first = (0..self.opcodes).map(|opcode| match self.at(opcode, [NOTHING; 2]) {
            UNKNOWN => self.learn(opcode, [NOTHING; 2], planes, states),
            known => Some(known),
        });
        let first: Vec<Step> = first.collect::<Option<_>>()?;
        for (state, opcode) in before.iter_mut().zip(columns.opcodes) {
            *state = first[usize::from(opcode.0)].state;
        }
        for _ in 2..self.depth {
            self.round(columns, before, planes, states, |entry, step| after[entry] = step.state)?;
            std::mem::swap(&mut before, &mut after);
        }
        let roots = &mut kept.roots;
        roots.resize(roots.len().max(count + 1), (0, NOTHING_FOUND));
        let mut filled = 0;
        self.round(columns, before, planes, states, |entry, Step { found, .. }| {
            // What is written is written over, unless something is found.
            roots[filled] = (entry as u32, found);
            filled += usize::from(found != NOTHING_FOUND);
        })?;
        Some(filled)
    }

    /// Calls `each` with every entry and what follows for it from the states that were there before.
    fn round(
        &mut self,
        columns: &Columns<'_>,
        before: &[u32],
        planes: &mut [Plane],
        states: &mut States,
        mut each: impl FnMut(usize, Step),
    ) -> Option<()> {
        let mut first = 0;
        while let Some(unknown) = self.known(columns, first, before, &mut each) {
            let operands = columns.operands.map(|of| before[(of[unknown] as usize).min(before.len() - 1)]);
            self.learn(u32::from(columns.opcodes[unknown].0), operands, planes, states)?;
            first = unknown;
        }
        Some(())
    }

    /// As [`Pairs::round`] from an entry on, until there is one of which it is not known what follows.
    #[inline(always)]
    fn known(
        &self,
        columns: &Columns<'_>,
        first: usize,
        before: &[u32],
        each: &mut impl FnMut(usize, Step),
    ) -> Option<usize> {
        let nothing = before.len() - 1;
        let state = |value: &u32| before[(*value as usize).min(nothing)];
        let [rows, places] = self.classes.each_ref().map(|of| &of[..]);
        let steps = &self.steps[..];
        let [a, b] = columns.operands.map(|of| &of[first..]);
        for (entry, ((opcode, a), b)) in (first..).zip(columns.opcodes[first..].iter().zip(a).zip(b)) {
            let opcode = u32::from(opcode.0);
            let (row, place) = (rows[(state(a) + opcode) as usize], places[(state(b) + opcode) as usize]);
            let step = steps[(row + place) as usize];
            if step.state == NO_STATE {
                return Some(entry);
            }
            each(entry, step);
        }
        None
    }

    /// What is known to follow from two states.
    fn at(&self, opcode: u32, operands: [u32; 2]) -> Step {
        let [row, place] = [0, 1].map(|side| self.classes[side][(operands[side] + opcode) as usize]);
        self.steps[(row + place) as usize]
    }

    /// Works out what follows from two states.
    #[inline(never)]
    fn learn(
        &mut self,
        opcode: u32,
        operands: [u32; 2],
        planes: &mut [Plane],
        states: &mut States,
    ) -> Option<Step> {
        let plane = &mut planes[opcode as usize];
        let numbers = operands.map(|state| state / self.opcodes);
        let state_at = |position| numbers[usize::from(position != self.positions[0])];
        let mut bits = plane.everything();
        let state = plane.allowed(state_at, 0, states, &mut bits);
        if state == NO_STATE {
            return None;
        }
        let found = self.questions.number_of(opcode, plane, bits)?;
        let step = Step { state: state * self.opcodes, found };
        let room = self.fitting(step.state + self.opcodes)?;
        for classes in self.classes.iter_mut().filter(|classes| classes.len() < room) {
            classes.resize(room, 0);
        }
        let place = self.place(opcode, operands[1], plane.row(self.positions[1], numbers[1], states))?;
        let row = self.row(opcode, operands[0], plane.row(self.positions[0], numbers[0], states))?;
        self.steps[(row + place) as usize] = step;
        Some(step)
    }

    /// The class of a state at the second operand, which allows this.
    fn place(&mut self, opcode: u32, state: u32, allowed: &[u64]) -> Option<u32> {
        let numbers = &mut self.numbers[1][opcode as usize];
        let next = numbers.len() as u32 + 1;
        let place = *numbers.entry(allowed.into()).or_insert(next);
        self.classes[1][(state + opcode) as usize] = place;
        if place == self.width {
            self.widen()?;
        }
        Some(place)
    }

    /// The class of a state at the first operand, which allows this.
    fn row(&mut self, opcode: u32, state: u32, allowed: &[u64]) -> Option<u32> {
        let numbers = &mut self.numbers[0][opcode as usize];
        let next = self.steps.len() as u32;
        let row = *numbers.entry(allowed.into()).or_insert(next);
        self.classes[0][(state + opcode) as usize] = row;
        if row == next {
            let room = self.fitting(next + self.width)?;
            self.steps.resize(room, UNKNOWN);
        }
        Some(row)
    }

    /// Makes rows twice as wide.
    fn widen(&mut self) -> Option<()> {
        self.fitting(2 * self.steps.len() as u32)?;
        let old = std::mem::take(&mut self.steps);
        for row in old.chunks(self.width as usize) {
            self.steps.extend_from_slice(row);
            self.steps.resize(self.steps.len() + row.len(), UNKNOWN);
        }
        self.width *= 2;
        let numbers = self.numbers[0].iter_mut().flat_map(|of_opcode| of_opcode.values_mut());
        numbers.chain(&mut self.classes[0]).for_each(|row| *row *= 2);
        Some(())
    }

    /// A number of places, if there is room for them.
    fn fitting(&self, places: u32) -> Option<usize> {
        (places as usize <= self.room).then_some(places as usize)
    }
}
