//! Which cycles of a run are machine code, and of which kind.
//!
//! At first cycles are interpreted. When a run turns out to be long, it is noted of some cycles which control states they begin with: code of a control
//! state is many times faster than code of the whole circuit, and quickly made. Where such code does not know how to go on, a cycle is
//! interpreted. If that happens often, the circuit is compiled as a whole, too, and from then on both kinds of code take turns. If most cycles are
//! of the code of the whole circuit, the run goes through other control states by now, and cycles are noted again.

use super::control::{Samples, Shape};
use super::emit::fits;
use super::machine::Machine;
use super::network::Network;
use crate::jit::elastic::{ElasticCode, Ran, TraceCode};

/// Cycles after which compiling pays: some milliseconds of interpretation.
const LONG_RUN: u64 = 5_000;

/// Cycles that are interpreted because no code of control states knows them, before the whole circuit is compiled.
const MOST_MISSES: u64 = 1_000;

/// Cycles that are noted in a row.
const WINDOW: u64 = 1024;

/// Cycles of the code of the whole circuit after which others are noted, the first time.
const NOTED_AGAIN: u64 = 1 << 16;

/// Instructions of all cycles that are compiled as control states, each before anything is known of it.
const MOST_CODE: usize = 40_000;

/// Most cycles that are compiled as control states.
const MOST_SAMPLES: usize = 256;

/// Cycles of the code of the whole circuit before the control state is looked up, at least and at most.
const SHORTEST_PACE: u64 = 16;
const LONGEST_PACE: u64 = 4096;

/// Machine code of a circuit, made when it turns out that it pays.
pub(super) struct Tier {
    /// Cycles that were interpreted.
    cycles: u64,
    /// Those of them that no code of control states knew.
    misses: u64,
    /// Cycles of the code of control states.
    pub traced: u64,
    fits: bool,
    code: Option<ElasticCode>,
    shape: Option<Shape>,
    traces: Option<TraceCode>,
    samples: Samples,
    /// The next interpreted cycle is noted.
    notes: bool,
    /// Cycles that are still to be noted.
    window: u64,
    /// Cycles of the code of the whole circuit since any were noted, and after how many others are.
    plain: u64,
    again: u64,
    pace: u64,
    /// Code is made of everything that was seen, at once.
    eager: bool,
}

impl Default for Tier {
    fn default() -> Tier {
        Tier {
            cycles: 0,
            misses: 0,
            traced: 0,
            fits: false,
            code: None,
            shape: None,
            traces: None,
            samples: Samples::default(),
            notes: false,
            window: 0,
            plain: 0,
            again: NOTED_AGAIN,
            pace: SHORTEST_PACE,
            eager: false,
        }
    }
}

impl Tier {
    /// Compiles the circuit now, and control states as soon as they are seen; says whether there is any code.
    pub fn compile(&mut self, network: &Network, machine: &Machine) -> bool {
        self.cycles = LONG_RUN;
        (self.eager, self.again) = (true, 2 * SHORTEST_PACE);
        self.begin(network, machine);
        self.compile_whole(network, machine);
        self.code.is_some()
    }

    fn begin(&mut self, network: &Network, machine: &Machine) {
        self.fits = fits(machine);
        self.shape = Shape::new(machine).filter(|_| self.fits);
        match self.shape {
            Some(_) => self.window = self.window_length(),
            None => self.compile_whole(network, machine),
        }
    }

    fn compile_whole(&mut self, network: &Network, machine: &Machine) {
        if self.fits && self.code.is_none() {
            self.code = ElasticCode::new(machine, &results(network));
            self.fits = self.code.is_some();
        }
    }

    fn window_length(&self) -> u64 {
        if self.eager { SHORTEST_PACE } else { WINDOW }
    }

    /// Runs at most so many cycles; `None` if the next one is to be interpreted.
    pub fn run(&mut self, network: &Network, machine: &mut Machine, allowed: u64) -> Option<Ran> {
        self.cycles += 1;
        if self.cycles == LONG_RUN {
            self.begin(network, machine);
        }
        if !self.fits {
            return None;
        }
        if self.window > 0 {
            self.window -= 1;
            self.notes = self.window > 0;
            if self.notes {
                return None;
            }
            self.compile_samples(network, machine);
        }
        if self.traces.is_none() || self.misses == MOST_MISSES {
            self.compile_whole(network, machine);
        }
        self.take_turns(machine, allowed)
    }

    fn take_turns(&mut self, machine: &mut Machine, allowed: u64) -> Option<Ran> {
        let moved = |cycles| Ran { cycles, progress: true, stirred: false, done: false, error: None };
        let shortest = if self.eager { 1 } else { SHORTEST_PACE };
        let mut total = 0;
        loop {
            let mut chunk = allowed - total;
            if let (Some(traces), Some(shape)) = (&self.traces, &self.shape) {
                let cycles = traces.run(&mut machine.core, shape, chunk);
                total += cycles;
                self.traced += cycles;
                if total == allowed {
                    return Some(moved(total));
                }
                self.pace = if cycles > 0 { shortest } else { (2 * self.pace).min(LONGEST_PACE) };
                chunk = self.pace.min(allowed - total);
            }
            let Some(code) = &self.code else {
                self.misses += 1;
                return (total > 0).then(|| moved(total));
            };
            let ran = code.run(&mut machine.core, chunk);
            total += ran.cycles;
            self.plain += ran.cycles;
            if self.plain >= self.again && self.shape.is_some() {
                (self.plain, self.again) = (0, 4 * self.again);
                self.window = self.window_length();
                return Some(Ran { cycles: total, ..ran });
            }
            if total == allowed || !ran.progress || ran.done || ran.error.is_some() {
                return Some(Ran { cycles: total, ..ran });
            }
        }
    }

    fn compile_samples(&mut self, network: &Network, machine: &Machine) {
        let Some(shape) = &self.shape else { return };
        let most = (MOST_CODE / machine.instrs().len().max(1)).clamp(1, MOST_SAMPLES);
        let samples = self.samples.frequent(most, if self.eager { 1 } else { 2 });
        if !samples.is_empty() {
            self.traces = TraceCode::new(machine, shape, &samples, &results(network));
        }
    }

    /// Before an interpreted cycle: its control state, if it is noted.
    pub fn before(&self, machine: &Machine) -> Option<Box<[u64]>> {
        let shape = self.shape.as_ref().filter(|_| self.notes)?;
        Some(shape.control(&machine.core.state))
    }

    /// When the signals of a noted cycle are settled: what decides in it.
    pub fn decided(&self, machine: &Machine) -> Box<[u64]> {
        self.shape.as_ref().map_or_else(Box::default, |shape| shape.decided(machine))
    }

    /// After a noted cycle.
    pub fn note(&mut self, before: Box<[u64]>, decided: Box<[u64]>, machine: &Machine) {
        self.notes = false;
        if let Some(shape) = &self.shape {
            let next = shape.control(&machine.core.state);
            self.samples.add(before, decided, next);
        }
    }
}

fn results(network: &Network) -> Vec<u32> {
    network.results.iter().map(|result| result.index() as u32).collect()
}
