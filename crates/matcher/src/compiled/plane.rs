//! What may begin with one opcode, a bit each.
//!
//! A row has the bits of subpatterns first and those of patterns behind them. All planes have rows of as many words and look at as many operands, whatever they need: then every entry is looked at in the
//! same way, and a processor does not have to guess what comes next, which takes longer than what there is to do.

use super::states::{NO_STATE, NOTHING, States};
use crate::alphabet::Opcode;
use crate::pattern::{Pattern, Way};
use crate::program::Program;
use crate::subpatterns::{Subpattern, Subpatterns};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

const BITS: usize = u64::BITS as usize;
/// With so few subpatterns the state is looked up by their bits directly.
const FEW: usize = 16;

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
    /// The row of all patterns.
    whole: Vec<u64>,
    axes: Vec<Axis>,
    facts: Vec<Asked<u64>>,
    equalities: Vec<Asked<(Way, Way)>>,
    states: Lookup,
}

/// An operand that is looked at.
struct Axis {
    position: u32,
    /// How far apart the rows of two states are; none where no pattern asks for anything at this operand.
    stride: usize,
    /// The row without what asks for a subpattern at this operand.
    free: Vec<u64>,
    /// The row of what asks for a subpattern at this operand.
    asks: FxHashMap<u32, Vec<u64>>,
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
    Map(FxHashMap<SmallVec<[u64; 4]>, u32>),
}

impl Plane {
    /// The plane of an opcode in a set of patterns.
    pub fn new(opcode: Opcode, patterns: &[Pattern], subpatterns: &Subpatterns) -> Plane {
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
            whole: vec![0; words],
            axes: Vec::new(),
            facts: Vec::new(),
            equalities: Vec::new(),
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
            set(&mut plane.whole, behind + bit);
            for equality in patterns[number as usize].equal_ways() {
                ask(&mut plane.equalities, equality, behind + bit, words);
            }
        }
        // What most patterns ask for first: that leaves the fewest.
        plane
            .equalities
            .sort_by_key(|asked| u32::MAX - asked.by.iter().map(|word| word.count_ones()).sum::<u32>());
        plane
    }

    fn add(&mut self, bit: usize, of: &Subpattern) {
        let words = self.full.len();
        set(&mut self.full, bit);
        for fact in (0..BITS).filter(|fact| of.facts >> fact & 1 != 0) {
            ask(&mut self.facts, 1 << fact, bit, words);
        }
        for (position, wanted) in (0..).zip(&of.operands) {
            let Some(wanted) = wanted else { continue };
            let known = self.axes.iter().position(|axis| axis.position == position);
            let axis = known.unwrap_or_else(|| {
                self.axes.push(Axis::nothing(position));
                self.axes.len() - 1
            });
            set(self.axes[axis].asks.entry(*wanted).or_insert_with(|| vec![0; words]), bit);
        }
    }

    /// How many words a row has, and how many operands are looked at.
    pub fn size(&self) -> (usize, usize) {
        (self.full.len(), self.axes.len())
    }

    /// Whether it asks for facts.
    pub fn has_facts(&self) -> bool {
        !self.facts.is_empty()
    }

    /// Makes the plane as large as others.
    pub fn grow(&mut self, words: usize, axes: usize) {
        let rows = [&mut self.full, &mut self.whole].into_iter();
        let rows = rows.chain(self.facts.iter_mut().map(|asked| &mut asked.by));
        let rows = rows.chain(self.equalities.iter_mut().map(|asked| &mut asked.by));
        rows.chain(self.axes.iter_mut().flat_map(|axis| axis.asks.values_mut()))
            .for_each(|row| row.resize(words, 0));
        for axis in &mut self.axes {
            axis.stride = words;
            axis.free = self.full.clone();
            for asks in axis.asks.values() {
                axis.free.iter_mut().zip(asks).for_each(|(word, asked)| *word &= !asked);
            }
        }
        // An operand of no matter: its one row, of any state, leaves everything.
        self.axes.resize_with(axes, || Axis { rows: vec![u64::MAX; words], ..Axis::nothing(0) });
    }

    /// Puts into `bits` what matches at an entry but for what has to be equal, and gives its state; `NO_STATE` if one of its operands has none, and then the bits are not to be looked at.
    #[inline(always)]
    pub fn look_at(
        &mut self,
        program: &Program,
        entry: usize,
        of_entries: &[u32],
        states: &mut States,
        asks_facts: bool,
        bits: &mut [u64],
    ) -> u32 {
        bits.copy_from_slice(&self.full[..bits.len()]);
        for axis in &mut self.axes {
            // Where an operation has no such operand, the last state stands for it.
            let value = (program.operands[axis.position as usize][entry] as usize).min(of_entries.len() - 1);
            let at = of_entries[value] as usize * axis.stride;
            if at >= axis.rows.len() && !axis.make_rows(of_entries[value], states) {
                return NO_STATE;
            }
            keep(bits, &axis.rows[at..]);
        }
        if asks_facts {
            for asked in &self.facts {
                if program.facts[entry] & asked.question == 0 {
                    remove(bits, &asked.by);
                }
            }
        }
        if let Lookup::Direct(table) = &self.states {
            // There are bits of subpatterns in the table's first word alone.
            let place = bits[0] as usize & (table.len() - 1);
            if table[place] != NO_STATE {
                return table[place];
            }
        }
        self.state_of_seldom(bits, states)
    }

    /// Whether patterns are among the bits.
    #[inline(always)]
    pub fn has_patterns(&self, bits: &[u64]) -> bool {
        bits.iter().zip(&self.whole).fold(0, |any, (word, whole)| any | word & whole) != 0
    }

    /// Takes from the bits what is not equal, and calls `matched` with the patterns that are left: words of bits, with the numbers that the bits stand for.
    #[inline(always)]
    pub fn compare(
        &self,
        program: &Program,
        entry: u32,
        bits: &mut [u64],
        mut matched: impl FnMut(u64, &[u32]),
    ) {
        for asked in &self.equalities {
            let (a, b) = &asked.question;
            let in_running = bits.iter().zip(&asked.by).any(|(word, by)| word & by != 0);
            if in_running && value(program, entry, a) != value(program, entry, b) {
                remove(bits, &asked.by);
            }
        }
        if self.behind + self.patterns.len() <= BITS {
            let left = bits[0] & self.whole[0];
            if left != 0 {
                matched(left >> self.behind, &self.patterns);
            }
            return;
        }
        let words = bits[self.behind / BITS..].iter().zip(self.patterns.chunks(BITS));
        for (word, numbers) in words.filter(|(word, _)| **word != 0) {
            matched(*word, numbers);
        }
    }

    /// The state for bits of subpatterns, where a table does not know it.
    #[inline(never)]
    fn state_of_seldom(&mut self, bits: &[u64], states: &mut States) -> u32 {
        let count = self.below.len();
        if count == 0 {
            self.states = Lookup::Direct(vec![NOTHING]);
            return NOTHING;
        }
        let mut key: SmallVec<[u64; 4]> = SmallVec::from_slice(&bits[..count.div_ceil(BITS)]);
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
    /// An operand at which nothing is asked for yet.
    fn nothing(position: u32) -> Axis {
        Axis { position, stride: 0, free: Vec::new(), asks: FxHashMap::default(), rows: Vec::new() }
    }

    /// Makes the rows of all states up to one; says whether there is such a state.
    #[inline(never)]
    fn make_rows(&mut self, state: u32, states: &States) -> bool {
        if state == NO_STATE {
            return false;
        }
        for state in (self.rows.len() / self.stride) as u32..=state {
            let begin = self.rows.len();
            self.rows.extend_from_slice(&self.free);
            for asks in states.members(state).iter().filter_map(|member| self.asks.get(member)) {
                self.rows[begin..].iter_mut().zip(asks).for_each(|(word, asked)| *word |= asked);
            }
        }
        true
    }
}

/// Notes that a bit asks a question.
fn ask<T: PartialEq>(all: &mut Vec<Asked<T>>, question: T, bit: usize, words: usize) {
    let known = all.iter().position(|asked| asked.question == question);
    let place = known.unwrap_or_else(|| {
        all.push(Asked { question, by: vec![0; words] });
        all.len() - 1
    });
    set(&mut all[place].by, bit);
}

fn set(row: &mut [u64], bit: usize) {
    row[bit / BITS] |= 1 << (bit % BITS);
}

#[inline(always)]
fn keep(bits: &mut [u64], those: &[u64]) {
    bits.iter_mut().zip(those).for_each(|(word, kept)| *word &= kept);
}

#[inline(always)]
fn remove(bits: &mut [u64], those: &[u64]) {
    bits.iter_mut().zip(those).for_each(|(word, gone)| *word &= !gone);
}

/// The value at a slot. The nodes on the way to it match, so it is there.
#[inline(always)]
fn value(program: &Program, root: u32, way: &[u32]) -> u32 {
    way.iter().fold(root, |entry, operand| program.operand(entry, *operand))
}
