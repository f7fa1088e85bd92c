//! Control states: the part of a circuit's state that says where tokens are, without what they carry.
//!
//! In a loop the same few control states come again and again. Given one of them, and the data that decide where tokens go, everything that
//! moves in a cycle is known, and what is left to do is arithmetic: [`super::emit`] makes code of such cycles, which it is told about as [`Sample`]s.
//! The place of the oldest word in a queue or a pipeline is not part of it: it moves on with every token, and nothing depends on it but an address.

use super::instr::{Controller, Edge, Guard, Instr, Stream};
use super::machine::Machine;
use rustc_hash::FxHashMap;

/// Stages of the longest pipeline whose valids fit into a word.
const LONGEST_RING: u32 = 64;

/// What of the state is control, and which data decide.
pub(crate) struct Shape {
    words: Vec<u32>,
    rings: Vec<Ring>,
    deciders: Vec<Decider>,
    word_at: FxHashMap<u32, usize>,
    ring_at: FxHashMap<u32, usize>,
    decider_at: FxHashMap<Decider, usize>,
}

/// A pipeline: its state and its stages.
struct Ring {
    s: usize,
    stages: usize,
}

/// What decides where tokens go, besides control.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Decider {
    /// The data of a channel, while it is valid.
    Channel(u32),
    /// Whether a stream goes on, while it has a token.
    Stream(u32),
    /// Whether the address of a guard's load is one that it holds, while it matters.
    Hit(u32),
    /// Whether a controller waits for no store, by the word of its count.
    Quiet(u32),
}

/// A cycle as it was seen.
pub(crate) struct Sample {
    /// The control state before it.
    pub control: Box<[u64]>,
    /// What the deciders were.
    pub decided: Box<[u64]>,
    /// The control state after it.
    pub next: Box<[u64]>,
    /// How often it was seen.
    pub count: u32,
}

impl Shape {
    /// What is control in a circuit; `None` where a pipeline is too long.
    pub fn new(machine: &Machine) -> Option<Shape> {
        let code = &machine.code;
        let (mut words, mut rings, mut deciders) = (Vec::new(), Vec::new(), Vec::new());
        for (edge, _) in &code.edges {
            match *edge {
                Edge::Slot { s, .. } | Edge::SlotBypass { s, .. } | Edge::Fork { s, .. } => words.push(s),
                Edge::Merge { s, .. } | Edge::Carry { s, .. } | Edge::Invariant { s, .. } => words.push(s),
                Edge::Fifo { s, .. } | Edge::FifoBypass { s, .. } => words.push(s + 1),
                Edge::Shift { s, stages, .. } => {
                    words.push(s + 1);
                    rings.push((s, stages));
                }
                Edge::Pipe { s, compute, .. } => {
                    words.push(s + 1);
                    rings.push((s, code.pipes[compute as usize].stages));
                }
                Edge::ControlMerge { s, .. } => words.extend([s, s + 2]),
                Edge::Gate { s, .. } | Edge::Load { s, .. } => words.extend([s, s + 1]),
                Edge::Stream { stream } => {
                    let s = code.streams[stream as usize].s;
                    words.extend([s + Stream::LOOP, s + Stream::DONE].map(|word| word as u32));
                    deciders.push(Decider::Stream(stream));
                }
                Edge::Guard { guard } => {
                    let Guard { s, stores, .. } = &code.guards[guard as usize];
                    words.extend([s + Guard::OWED, s + Guard::COUNT].map(|word| word as u32));
                    deciders.push(Decider::Hit(guard));
                    deciders.extend(stores.map(Decider::Channel));
                }
                // A circuit with a queue is interpreted.
                Edge::Lsq { .. } => return None,
                Edge::Memory { memory } => {
                    let unit = &code.controllers[memory as usize];
                    let turns = [unit.s + Controller::NEXT_LOAD, unit.s + Controller::NEXT_STORE];
                    let loads = unit.loads.iter().map(|port| port.s);
                    let stores = unit.stores.iter().filter(|port| port.done.is_some()).map(|port| port.s);
                    words.extend(turns.into_iter().chain(loads).chain(stores).map(|word| word as u32));
                    deciders.push(Decider::Quiet((unit.s + Controller::COUNT) as u32));
                }
            }
        }
        for instr in machine.instrs() {
            deciders.extend(match *instr {
                Instr::CondBr { c, .. } | Instr::Gate { c, .. } => Some(Decider::Channel(c)),
                Instr::Carry { d, .. } | Instr::Invariant { d, .. } => Some(Decider::Channel(d)),
                Instr::Mux { list, .. } => Some(Decider::Channel(code.pool[list.at as usize])),
                _ => None,
            });
        }
        if rings.iter().any(|(_, stages)| *stages > LONGEST_RING) {
            return None;
        }
        Some(Shape {
            word_at: words.iter().enumerate().map(|(at, word)| (*word, at)).collect(),
            ring_at: rings.iter().enumerate().map(|(at, (s, _))| (*s, words.len() + at)).collect(),
            decider_at: deciders.iter().enumerate().map(|(at, decider)| (*decider, at)).collect(),
            words,
            rings: rings
                .into_iter()
                .map(|(s, stages)| Ring { s: s as usize, stages: stages as usize })
                .collect(),
            deciders,
        })
    }

    /// The control state of a state: its words, then the valids of each pipeline, the oldest first.
    pub fn control(&self, state: &[u64]) -> Box<[u64]> {
        let words = self.words.iter().map(|word| state[*word as usize]);
        let rings = self.rings.iter().map(|ring| {
            (0..ring.stages).fold(0, |valids, stage| valids | (state[ring.valid(state, stage)] & 1) << stage)
        });
        words.chain(rings).collect()
    }

    /// Puts a control state into a state.
    pub fn restore(&self, control: &[u64], state: &mut [u64]) {
        let (words, rings) = control.split_at(self.words.len());
        for (word, value) in self.words.iter().zip(words) {
            state[*word as usize] = *value;
        }
        for (ring, valids) in self.rings.iter().zip(rings) {
            for stage in 0..ring.stages {
                state[ring.valid(state, stage)] = valids >> stage & 1;
            }
        }
    }

    /// What the deciders are in a cycle whose signals are settled.
    pub fn decided(&self, machine: &Machine) -> Box<[u64]> {
        let core = &machine.core;
        let decide = |decider: &Decider| match *decider {
            Decider::Channel(channel) => {
                core.data[channel as usize] * u64::from(core.valid[channel as usize])
            }
            Decider::Stream(stream) => {
                let &Stream { s, start, step, bound, cont, .. } = &machine.code.streams[stream as usize];
                let there = [start, step, bound].iter().all(|channel| core.valid[*channel as usize] != 0);
                let on = core.state[s + Stream::LOOP] != 0 || there;
                core.data[cont as usize] * u64::from(on)
            }
            Decider::Hit(guard) => core.state[machine.code.guards[guard as usize].s + Guard::HIT],
            Decider::Quiet(count) => u64::from(core.state[count as usize] == 0),
        };
        self.deciders.iter().map(decide).collect()
    }

    /// Where a word of the state is in the control state, if it is control.
    pub fn word(&self, word: u32) -> Option<usize> {
        self.word_at.get(&word).copied()
    }

    /// Where the valids of a pipeline are in the control state.
    pub fn ring(&self, s: u32) -> usize {
        self.ring_at[&s]
    }

    /// Where a decider is among all.
    pub fn decider(&self, decider: Decider) -> usize {
        self.decider_at[&decider]
    }
}

impl Ring {
    /// The word that says whether a stage is valid, counted from the oldest.
    fn valid(&self, state: &[u64], stage: usize) -> usize {
        self.s + 2 + 2 * ((state[self.s] as usize + stage) % self.stages)
    }
}

/// What tells cycles apart: the control state before, and what the deciders were.
type Seen = (Box<[u64]>, Box<[u64]>);

/// Cycles that were seen, each once.
#[derive(Default)]
pub(crate) struct Samples {
    all: Vec<Sample>,
    index: FxHashMap<Seen, usize>,
    cycles: u64,
}

impl Samples {
    /// Notes a cycle.
    pub fn add(&mut self, control: Box<[u64]>, decided: Box<[u64]>, next: Box<[u64]>) {
        self.cycles += 1;
        match self.index.get(&(control.clone(), decided.clone())) {
            Some(at) => self.all[*at].count += 1,
            None => {
                self.index.insert((control.clone(), decided.clone()), self.all.len());
                self.all.push(Sample { control, decided, next, count: 1 });
            }
        }
    }

    /// The most frequent ones, at most so many, each seen so often at least; nothing if they are not most of what was seen.
    pub fn frequent(&self, most: usize, least: u32) -> Vec<&Sample> {
        let mut frequent: Vec<&Sample> = self.all.iter().filter(|sample| sample.count >= least).collect();
        frequent.sort_by_key(|sample| std::cmp::Reverse(sample.count));
        frequent.truncate(most);
        let covered: u64 = frequent.iter().map(|sample| u64::from(sample.count)).sum();
        if 2 * covered < self.cycles { Vec::new() } else { frequent }
    }
}
