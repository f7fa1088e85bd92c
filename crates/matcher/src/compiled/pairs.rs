//! What follows from the states of two operands, looked up.
//!
//! Where patterns look at two operands at the most and ask for no facts, an entry's state and what matches at it depend on its opcode and two states, and there are few of these: a table has them all after a short while. Then there is one load for
//! an entry behind those of its operands' states, and nothing for a processor to guess. What has to be equal is asked afterwards, of the entries that have something to ask.

use super::order::Order;
use super::plane::{Bits, Plane, remove, value};
use super::states::{NO_STATE, NOTHING, States};
use crate::pattern::Way;
use crate::program::Program;
use std::collections::BTreeSet;
use std::ops::Range;

/// The table has no more places than two to this power; they are touched only when they are used.
const PLACE_BITS: u32 = 22;

/// So many entries are looked at before it is asked what is equal.
const CHUNK: usize = 1024;

/// The table.
pub struct Pairs {
    /// The operands that are looked at; the same twice where there is one only.
    positions: [usize; 2],
    /// For each opcode its part of the table. Those of which no pattern says anything share the first.
    parts: Vec<u32>,
    /// How many bits a state has.
    bits: u32,
    /// For a part and two states one more than what follows: the state in the low half, and in the high half the number of what is found, from 1 on. Zero is not known yet.
    steps: Vec<u64>,
    /// What is found.
    found: Vec<Found>,
    /// The questions of all of them, those of each together.
    questions: Vec<Question>,
}

/// Patterns that match at an entry but for what has to be equal.
struct Found {
    opcode: u16,
    bits: Bits,
    /// Which of the questions they ask.
    asked: Range<u32>,
}

/// Two slots that must have the same value, and the patterns that ask for it.
struct Question {
    slots: (Way, Way),
    by: Bits,
}

impl Pairs {
    /// The table for some planes; `None` if they look at more than it has room for.
    pub fn new(planes: &[Plane]) -> Option<Pairs> {
        let positions: BTreeSet<u32> = planes.iter().flat_map(Plane::positions).collect();
        if positions.len() > 2 || planes.iter().any(Plane::has_facts) {
            return None;
        }
        let first = positions.first().copied().unwrap_or(0) as usize;
        let last = positions.last().copied().unwrap_or(0) as usize;
        let mut count = 1;
        let parts = planes.iter().map(|plane| {
            let part = if plane.is_empty() { 0 } else { count };
            count += u32::from(!plane.is_empty());
            part
        });
        let parts: Vec<u32> = parts.collect();
        let bits = PLACE_BITS.checked_sub(count.next_power_of_two().ilog2())? / 2;
        let steps = vec![0; (count as usize) << (2 * bits)];
        Some(Pairs { positions: [first, last], parts, bits, steps, found: Vec::new(), questions: Vec::new() })
    }

    /// Gives states to the entries that an order has, and calls `matched` with roots and what matches at them; says whether there was room for all states. If not, nothing has been said of any root.
    pub fn settle(
        &mut self,
        program: &Program,
        order: &Order,
        planes: &mut [Plane],
        states: &mut States,
        kept: &mut [u32],
        mut matched: impl FnMut(u32, u64, &[u32]),
    ) -> bool {
        let no_column = Vec::new();
        let columns = self.positions.map(|position| program.operands.get(position).unwrap_or(&no_column));
        let nothing = kept.len() - 1;
        kept[nothing] = NOTHING;
        let state = |column: &[u32], entry: usize, kept: &[u32]| {
            // Where an operation has no such operand, the last state stands for it.
            kept[column.get(entry).map_or(nothing, |value| (*value as usize).min(nothing))] as usize
        };
        let mut roots = Vec::new();
        let mut chunk = [(0, 0); CHUNK + 1];
        for first in (0..order.len()).step_by(CHUNK) {
            let mut count = 0;
            for place in first..(first + CHUNK).min(order.len()) {
                let entry = order.entry(place);
                let at = entry as usize;
                let part = self.parts[usize::from(program.opcodes[at].0)] as usize;
                let (a, b) = (state(columns[0], at, kept), state(columns[1], at, kept));
                let place = (part << self.bits | a) << self.bits | b;
                let mut step = self.steps[place];
                if step == 0 {
                    match self.step(program, entry, planes, states, kept) {
                        Some(new) => step = new,
                        None => return false,
                    }
                    self.steps[place] = step;
                }
                step -= 1;
                kept[at] = step as u32;
                // What is written is written over, unless something is found.
                chunk[count] = (entry, (step >> 32) as u32);
                count += usize::from(step >> 32 != 0);
            }
            roots.extend_from_slice(&chunk[..count]);
        }
        for (root, found) in roots {
            let Found { opcode, bits, asked } = &self.found[found as usize - 1];
            let mut bits = bits.clone();
            for Question { slots: (a, b), by } in &self.questions[asked.start as usize..asked.end as usize] {
                if value(program, root, a) != value(program, root, b) {
                    remove(&mut bits, by);
                }
            }
            planes[usize::from(*opcode)].tell(&bits, |bits, numbers| matched(root, bits, numbers));
        }
        true
    }

    /// Works out what follows for an entry; `None` if its state has no room in the table.
    #[inline(never)]
    fn step(
        &mut self,
        program: &Program,
        entry: u32,
        planes: &mut [Plane],
        states: &mut States,
        kept: &[u32],
    ) -> Option<u64> {
        let opcode = program.opcodes[entry as usize].0;
        let plane = &mut planes[usize::from(opcode)];
        let mut bits = plane.everything();
        let state = plane.allowed(program, entry, kept, states, &mut bits);
        if state == NO_STATE || state >> self.bits != 0 {
            return None;
        }
        if !plane.has_patterns(&bits) {
            return Some(u64::from(state) + 1);
        }
        // Of the questions of the plane these alone matter here.
        let first = self.questions.len() as u32;
        for (slots, by) in plane.equalities(&bits) {
            self.questions.push(Question { slots: slots.clone(), by: Bits::from_slice(by) });
        }
        self.found.push(Found { opcode, bits, asked: first..self.questions.len() as u32 });
        Some(((self.found.len() as u64) << 32 | u64::from(state)) + 1)
    }
}
