//! What may begin with one opcode, a bit each.
//!
//! A row has the bits of subpatterns first and those of patterns behind them. Where one word has room for all of them, it is kept in a register; else patterns
//! begin with a word of their own.

use super::states::{NO_STATE, NOTHING, States};
use crate::alphabet::Opcode;
use crate::pattern::{Pattern, Way};
use crate::program::Program;
use crate::subpatterns::{Subpattern, Subpatterns};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use std::cmp::Reverse;

const BITS: usize = u64::BITS as usize;
/// With so few subpatterns the state is looked up by their bits directly.
const FEW: usize = 10;

/// The plane of an opcode.
pub struct Plane {
    /// The subpattern of each bit of the first words.
    below: Vec<u32>,
    /// The pattern of each bit behind them.
    patterns: Vec<u32>,
    /// The first bit of a pattern.
    behind: usize,
    /// The row of everything.
    full: Vec<u64>,
    axes: Vec<Axis>,
    facts: Vec<Asked<u64>>,
    equalities: Vec<Asked<(Way, Way)>>,
    states: Lookup,
}

/// Some words of bits.
pub type Bits = SmallVec<[u64; 4]>;

/// An operand that matters here.
struct Axis {
    position: u32,
    /// The row without what asks for a subpattern at this operand.
    free: Vec<u64>,
    /// The bits of what asks for a subpattern at this operand. They are few of a row.
    asks: FxHashMap<u32, Vec<u32>>,
    /// The rows that states allow, one after the other.
    rows: Vec<u64>,
}

/// A question and the row of what must have yes for an answer.
struct Asked<T> {
    question: T,
    by: Vec<u64>,
}

/// The state for each combination of bits of subpatterns.
enum Lookup {
    Direct(Vec<u32>),
    Map(FxHashMap<Bits, u32>),
}

impl Plane {
    /// The plane of an opcode in a set of patterns. What has to be equal in long ones is not asked.
    pub fn new(opcode: Opcode, patterns: &[Pattern], long: &[bool], subpatterns: &Subpatterns) -> Plane {
        let has = |of: &&Subpattern| of.opcodes.contains(opcode);
        let numbered = |all: &[Subpattern]| -> Vec<u32> {
            (0..).zip(all).filter(|(_, of)| has(of)).map(|(number, _)| number).collect()
        };
        let below = numbered(&subpatterns.below);
        let whole = numbered(&subpatterns.whole);
        let fits = below.len() + whole.len() <= BITS;
        let behind = if fits { below.len() } else { below.len().next_multiple_of(BITS) };
        let words = (behind + whole.len()).div_ceil(BITS);
        let mut plane = Plane {
            full: vec![0; words],
            axes: Vec::new(),
            facts: Vec::new(),
            equalities: equalities(patterns, long, &whole, behind, words),
            states: match below.len() {
                0..=FEW => Lookup::Direct(vec![NO_STATE; 1 << below.len()]),
                _ => Lookup::Map(FxHashMap::default()),
            },
            below,
            patterns: whole,
            behind,
        };
        for (bit, number) in plane.below.clone().into_iter().enumerate() {
            plane.add(bit, &subpatterns.below[number as usize]);
        }
        for (bit, number) in plane.patterns.clone().into_iter().enumerate() {
            plane.add(behind + bit, &subpatterns.whole[number as usize]);
        }
        for axis in &mut plane.axes {
            axis.free = plane.full.clone();
            for bit in axis.asks.values().flatten() {
                axis.free[*bit as usize / BITS] &= !(1 << (*bit as usize % BITS));
            }
        }
        plane
    }

    fn add(&mut self, bit: usize, of: &Subpattern) {
        set(&mut self.full, bit);
        for fact in (0..BITS).filter(|fact| of.facts >> fact & 1 != 0) {
            self.ask_fact(1 << fact, bit);
        }
        for (position, wanted) in (0..).zip(&of.operands) {
            let Some(wanted) = wanted else { continue };
            let known = self.axes.iter().position(|axis| axis.position == position);
            let axis = known.unwrap_or_else(|| {
                self.axes.push(Axis {
                    position,
                    free: Vec::new(),
                    asks: FxHashMap::default(),
                    rows: Vec::new(),
                });
                self.axes.len() - 1
            });
            self.axes[axis].asks.entry(*wanted).or_default().push(bit as u32);
        }
    }

    /// Notes that a bit asks for a fact.
    fn ask_fact(&mut self, fact: u64, bit: usize) {
        let known = self.facts.iter().position(|asked| asked.question == fact);
        let place = known.unwrap_or_else(|| {
            self.facts.push(Asked { question: fact, by: vec![0; self.full.len()] });
            self.facts.len() - 1
        });
        set(&mut self.facts[place].by, bit);
    }

    /// The operands at which something is asked for.
    pub fn positions(&self) -> impl Iterator<Item = u32> {
        self.axes.iter().map(|axis| axis.position)
    }

    /// How many words the rows of a state have, of all operands together.
    pub fn words_of_state(&self) -> usize {
        self.axes.len() * self.full.len()
    }

    /// Whether something asks for facts.
    pub fn has_facts(&self) -> bool {
        !self.facts.is_empty()
    }

    /// What a state at an operand allows; nothing is asked for at an operand without a row.
    pub fn row(&mut self, position: u32, state: u32, states: &States) -> &[u64] {
        let words = self.full.len();
        let axis = self.axes.iter_mut().find(|axis| axis.position == position);
        axis.map_or(&[], |axis| axis.row(state, states, words))
    }

    /// The bits of everything.
    pub fn everything(&self) -> Bits {
        Bits::from_slice(&self.full)
    }

    /// Whether patterns are among some bits.
    pub fn has_patterns(&self, bits: &[u64]) -> bool {
        let (first, low) = (self.behind / BITS, self.behind % BITS);
        bits.iter()
            .skip(first)
            .enumerate()
            .any(|(word, bits)| if word == 0 { bits >> low } else { *bits } != 0)
    }

    /// The state of an entry, given those of its operands. Calls `matched` with the patterns that match at it: words of bits, with the numbers that the bits
    /// stand for.
    pub fn look_at(
        &mut self,
        program: &Program,
        entry: u32,
        of_entries: &[u32],
        states: &mut States,
        scratch: &mut Vec<u64>,
        matched: impl FnMut(u64, &[u32]),
    ) -> u32 {
        let state_at = |position| of_entries[program.operand(entry, position) as usize];
        let facts = program.facts[entry as usize];
        match self.full[..] {
            [] => NOTHING,
            [full] => {
                let mut word = [full];
                let state = self.allowed(state_at, facts, states, &mut word);
                if state != NO_STATE {
                    self.compare(program, entry, &mut word, matched);
                }
                state
            }
            _ => {
                scratch.clear();
                scratch.extend_from_slice(&self.full);
                let state = self.allowed(state_at, facts, states, scratch);
                if state != NO_STATE {
                    self.compare(program, entry, scratch, matched);
                }
                state
            }
        }
    }

    /// Leaves of all bits those that match but for what has to be equal at an entry with these facts and these states at its operands, and gives its state.
    #[inline(always)]
    pub fn allowed(
        &mut self,
        state_at: impl Fn(u32) -> u32,
        facts: u64,
        states: &mut States,
        bits: &mut [u64],
    ) -> u32 {
        for axis in &mut self.axes {
            let state = state_at(axis.position);
            if state == NO_STATE {
                return NO_STATE;
            }
            keep(bits, axis.row(state, states, bits.len()));
        }
        for asked in &self.facts {
            if facts & asked.question == 0 {
                remove(bits, &asked.by);
            }
        }
        if self.below.is_empty() { NOTHING } else { self.state_of(bits, states) }
    }

    /// Takes from the bits what is not equal, and calls `matched` with the patterns that are left.
    #[inline(always)]
    pub fn compare(&self, program: &Program, entry: u32, bits: &mut [u64], matched: impl FnMut(u64, &[u32])) {
        for asked in &self.equalities {
            let (a, b) = &asked.question;
            let in_running = bits.iter().zip(&asked.by).any(|(word, by)| word & by != 0);
            if in_running && value(program, entry, a) != value(program, entry, b) {
                remove(bits, &asked.by);
            }
        }
        self.tell(bits, matched);
    }

    /// What some of the patterns among the bits ask to be equal: slots, and the row of those that ask.
    pub fn equalities(&self, bits: &[u64]) -> impl Iterator<Item = (&(Way, Way), &[u64])> {
        let is_asked =
            |asked: &&Asked<(Way, Way)>| bits.iter().zip(&asked.by).any(|(word, by)| word & by != 0);
        self.equalities.iter().filter(is_asked).map(|asked| (&asked.question, &asked.by[..]))
    }

    /// Calls `matched` with the patterns among the bits: words of bits, with the numbers that the bits stand for.
    #[inline(always)]
    pub fn tell(&self, bits: &[u64], mut matched: impl FnMut(u64, &[u32])) {
        if let [word] = bits {
            let left = word.checked_shr(self.behind as u32).unwrap_or(0);
            if left != 0 {
                matched(left, &self.patterns);
            }
            return;
        }
        let words = bits[self.behind / BITS..].iter().zip(self.patterns.chunks(BITS));
        for (word, numbers) in words.filter(|(word, _)| **word != 0) {
            matched(*word, numbers);
        }
    }

    #[inline(always)]
    fn state_of(&mut self, bits: &[u64], states: &mut States) -> u32 {
        let count = self.below.len();
        if let Lookup::Direct(table) = &self.states {
            let state = table[bits[0] as usize & ((1 << count) - 1)];
            if state != NO_STATE {
                return state;
            }
        }
        self.state_of_seldom(bits, states)
    }

    /// As [`Plane::state_of`], where a table is not enough.
    #[inline(never)]
    fn state_of_seldom(&mut self, bits: &[u64], states: &mut States) -> u32 {
        let count = self.below.len();
        let mut key = Bits::from_slice(&bits[..count.div_ceil(BITS)]);
        if !count.is_multiple_of(BITS) {
            *key.last_mut().expect("there are subpatterns") &= (1 << (count % BITS)) - 1;
        }
        if let Lookup::Map(map) = &self.states
            && let Some(state) = map.get(&key)
        {
            return *state;
        }
        let set = |(bit, _): &(usize, &u32)| key[bit / BITS] >> (bit % BITS) & 1 != 0;
        let members = self.below.iter().enumerate().filter(set).map(|(_, number)| *number).collect();
        let state = states.number_of(members);
        if state != NO_STATE {
            match &mut self.states {
                Lookup::Direct(table) => table[key[0] as usize] = state,
                Lookup::Map(map) => {
                    map.insert(key, state);
                }
            }
        }
        state
    }
}

impl Axis {
    /// What may be if the operand has a state.
    #[inline(always)]
    fn row(&mut self, state: u32, states: &States, words: usize) -> &[u64] {
        let end = (state as usize + 1) * words;
        if self.rows.len() < end {
            self.make_rows(end, states);
        }
        &self.rows[end - words..end]
    }

    #[inline(never)]
    fn make_rows(&mut self, end: usize, states: &States) {
        let words = self.free.len();
        while self.rows.len() < end {
            let begin = self.rows.len();
            self.rows.extend_from_slice(&self.free);
            let members = states.members((begin / words) as u32);
            for bit in members.iter().filter_map(|member| self.asks.get(member)).flatten() {
                set(&mut self.rows[begin..], *bit as usize);
            }
        }
    }
}

/// What some of the patterns, which have the bits from `behind` on, ask to be equal, each once. What most of them ask comes first: that leaves the fewest.
fn equalities(
    patterns: &[Pattern],
    long: &[bool],
    numbers: &[u32],
    behind: usize,
    words: usize,
) -> Vec<Asked<(Way, Way)>> {
    let mut rows: FxHashMap<(Way, Way), (usize, Vec<u64>)> = FxHashMap::default();
    for (bit, number) in (behind..).zip(numbers).filter(|(_, number)| !long[**number as usize]) {
        for question in patterns[*number as usize].equal_ways() {
            let next = rows.len();
            let (_, by) = rows.entry(question).or_insert_with(|| (next, vec![0; words]));
            set(by, bit);
        }
    }
    let asked = rows.into_iter().map(|(question, (number, by))| (number, Asked { question, by }));
    let mut asked: Vec<(usize, Asked<(Way, Way)>)> = asked.collect();
    let count = |by: &[u64]| by.iter().map(|word| word.count_ones()).sum::<u32>();
    asked.sort_by_cached_key(|(number, Asked { by, .. })| (Reverse(count(by)), *number));
    asked.into_iter().map(|(_, asked)| asked).collect()
}

fn set(row: &mut [u64], bit: usize) {
    row[bit / BITS] |= 1 << (bit % BITS);
}

fn keep(bits: &mut [u64], those: &[u64]) {
    bits.iter_mut().zip(those).for_each(|(word, kept)| *word &= kept);
}

/// Takes bits away.
#[inline(always)]
pub fn remove(bits: &mut [u64], those: &[u64]) {
    bits.iter_mut().zip(those).for_each(|(word, gone)| *word &= !gone);
}

/// The value at a slot. The nodes on the way to it match, so it is there.
#[inline(always)]
pub fn value(program: &Program, root: u32, way: &[u32]) -> u32 {
    way.iter().fold(root, |entry, operand| program.operand(entry, *operand))
}
