//! Which values are equal, where patterns ask for it.
//!
//! What is found at an entry before that is a set of patterns. With few questions there is an outcome for each way to answer them, worked out once. Entries with the same questions are asked together, one question after the other: nothing has to be decided
//! for one entry alone.

use super::plane::{Bits, Plane, remove, value};
use super::{Hearer, set};
use crate::pattern::Way;
use crate::program::Program;
use rustc_hash::FxHashMap;
use std::ops::Range;

/// The number of no patterns.
pub const NOTHING_FOUND: u32 = 0;

/// With no more questions than this there is an outcome for each way to answer them.
const FEW: usize = 4;

/// There are no more patterns in outcomes than this, nor finds.
const ROOM: usize = 1 << 24;

/// So many entries are asked together.
const CHUNK: usize = 512;

/// Two slots that may have the same value.
type Question = (Way, Way);

/// Sets of patterns that were found, with what is left to ask.
#[derive(Default)]
pub struct Questions {
    /// The number of what was found, by its opcode and its bits.
    known: FxHashMap<(u32, Bits), u32>,
    /// What was found; the first has the number 1.
    finds: Vec<Find>,
    lists: Vec<List>,
    /// The number of each list.
    numbers: FxHashMap<Vec<Question>, u32>,
    /// Where the patterns of each outcome are.
    outcomes: Vec<Range<u32>>,
    /// The patterns of outcomes.
    patterns: Vec<u32>,
    /// What asks more.
    many: Vec<Many>,
}

/// Patterns that match at an entry but for what has to be equal.
struct Find {
    /// The list of the questions they ask.
    list: u32,
    /// With few questions, the first of the outcomes; with more, which of the others.
    place: u32,
}

/// Patterns with more than few questions.
struct Many {
    /// That of the plane in which bits have a meaning.
    opcode: u32,
    /// Those found.
    bits: Bits,
    /// For each question those that ask it.
    by: Vec<Bits>,
}

/// Questions that are asked together.
struct List {
    questions: Vec<Question>,
    /// Entries, and the places of what is found at them.
    roots: Vec<(u32, u32)>,
}

/// Whether there is an outcome for each way to answer.
fn is_few(questions: &[Question]) -> bool {
    questions.len() <= FEW
}

impl Questions {
    /// The number of some bits of a plane, which is that of an opcode; `None` if there is no room for it.
    pub fn number_of(&mut self, opcode: u32, plane: &Plane, bits: Bits) -> Option<u32> {
        if !plane.has_patterns(&bits) {
            return Some(NOTHING_FOUND);
        }
        if let Some(known) = self.known.get(&(opcode, bits.clone())) {
            return Some(*known);
        }
        if self.patterns.len().max(self.finds.len()) > ROOM {
            return None;
        }
        let (questions, by): (Vec<Question>, Vec<Bits>) =
            plane.equalities(&bits).map(|(slots, by)| (slots.clone(), Bits::from_slice(by))).unzip();
        let place = if is_few(&questions) {
            self.add_outcomes(plane, &bits, &by)
        } else {
            self.many.push(Many { opcode, bits: bits.clone(), by });
            self.many.len() as u32 - 1
        };
        let list = self.list_of(questions);
        self.finds.push(Find { list, place });
        let number = self.finds.len() as u32;
        self.known.insert((opcode, bits), number);
        Some(number)
    }

    /// Works out what is left of some bits for each way to answer what they ask; the place of the first.
    fn add_outcomes(&mut self, plane: &Plane, bits: &Bits, by: &[Bits]) -> u32 {
        let place = self.outcomes.len() as u32;
        for answers in 0..1u32 << by.len() {
            let mut left = bits.clone();
            for (_, by) in by.iter().enumerate().filter(|(question, _)| answers >> question & 1 == 0) {
                remove(&mut left, by);
            }
            let first = self.patterns.len() as u32;
            plane.tell(&left, |bits, numbers| self.patterns.extend(set(bits, numbers)));
            self.outcomes.push(first..self.patterns.len() as u32);
        }
        place
    }

    fn list_of(&mut self, questions: Vec<Question>) -> u32 {
        let next = self.lists.len() as u32;
        *self.numbers.entry(questions).or_insert_with_key(|questions| {
            self.lists.push(List { questions: questions.clone(), roots: Vec::new() });
            next
        })
    }

    /// Asks what has to be equal at entries and what is found at them, and says what matches.
    pub fn ask(
        &mut self,
        program: &Program,
        planes: &[Plane],
        roots: &[(u32, u32)],
        hearer: &mut impl Hearer,
    ) {
        for (root, found) in roots {
            let Find { list, place } = self.finds[*found as usize - 1];
            self.lists[list as usize].roots.push((*root, place));
        }
        let mut lists = std::mem::take(&mut self.lists);
        for List { questions, roots } in &mut lists {
            for roots in roots.chunks(CHUNK) {
                if is_few(questions) {
                    self.ask_few(program, questions, roots, hearer);
                } else {
                    self.ask_many(program, planes, questions, roots, hearer);
                }
            }
            roots.clear();
        }
        self.lists = lists;
    }

    fn ask_few(
        &self,
        program: &Program,
        questions: &[Question],
        roots: &[(u32, u32)],
        hearer: &mut impl Hearer,
    ) {
        let mut answers = [0; CHUNK];
        for (place, (a, b)) in questions.iter().enumerate() {
            let (a, b) = (values(program, a, roots), values(program, b, roots));
            for (answer, (a, b)) in answers.iter_mut().zip(a.iter().zip(&b)) {
                *answer |= u32::from(a == b) << place;
            }
        }
        for ((root, first), answers) in roots.iter().zip(answers) {
            let Range { start, end } = self.outcomes[(*first + answers) as usize];
            hearer.hear(*root, &self.patterns[start as usize..end as usize]);
        }
    }

    fn ask_many(
        &self,
        program: &Program,
        planes: &[Plane],
        questions: &[Question],
        roots: &[(u32, u32)],
        hearer: &mut impl Hearer,
    ) {
        for (root, place) in roots {
            let Many { opcode, bits, by } = &self.many[*place as usize];
            let mut bits = bits.clone();
            for ((a, b), by) in questions.iter().zip(by) {
                if value(program, *root, a) != value(program, *root, b) {
                    remove(&mut bits, by);
                }
            }
            planes[*opcode as usize].tell(&bits, |bits, numbers| hearer.hear_bits(*root, bits, numbers));
        }
    }
}

/// The values at a slot below some roots.
fn values(program: &Program, way: &[u32], roots: &[(u32, u32)]) -> [u32; CHUNK] {
    let mut values = [0; CHUNK];
    let values_of_roots = &mut values[..roots.len()];
    for (value, (root, _)) in values_of_roots.iter_mut().zip(roots) {
        *value = *root;
    }
    for position in way {
        let column = &program.operands[*position as usize][..];
        for value in &mut *values_of_roots {
            *value = column[*value as usize];
        }
    }
    values
}
