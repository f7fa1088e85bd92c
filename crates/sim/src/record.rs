//! A simulation as a wave file: every value with a name in every cycle, and the clocks.
//!
//! A cycle takes ten units of time. Clocks rise at its beginning, when values change, and fall in its middle.

use crate::design::Role;
use crate::program::Arg;
use crate::simulator::Simulator;
use crate::waves::{Hierarchy, SignalId, Timescale, VarKind, WaveFormat, Waves};
use rustc_hash::FxHashMap;
use std::io;
use std::path::Path;

/// Units of time of a cycle.
const CYCLE: u64 = 10;

/// Writes a simulator's values as they are cycle by cycle.
pub struct Recorder {
    waves: Waves,
    clocks: Vec<SignalId>,
    signals: Vec<(SignalId, Arg)>,
    /// A value as words of 64 bits.
    words: Vec<u64>,
    cycles: u64,
}

impl Recorder {
    /// Begins a file. The simulator was made to observe names.
    pub fn create(path: &Path, format: WaveFormat, top: &str, simulator: &Simulator) -> io::Result<Recorder> {
        let mut hierarchy = Hierarchy::new(top, top);
        let mut clocks = Vec::new();
        for port in simulator.inputs().iter().filter(|port| port.clock) {
            let clock = hierarchy.signal(1);
            hierarchy.var(&port.name, clock, VarKind::Input, &port.ty);
            clocks.push(clock);
        }
        let mut order: Vec<usize> = (0..simulator.signals().len()).collect();
        order.sort_by(|a, b| simulator.signals()[*a].scope.cmp(&simulator.signals()[*b].scope));
        let (mut known, mut signals) = (FxHashMap::default(), Vec::new());
        let mut open: &[String] = &[];
        for index in order {
            let signal = &simulator.signals()[index];
            let shared = open.iter().zip(&signal.scope).take_while(|(a, b)| a == b).count();
            for _ in shared..open.len() {
                hierarchy.close_scope();
            }
            for name in &signal.scope[shared..] {
                hierarchy.open_scope(name, &signal.module);
            }
            open = &signal.scope;
            let key = (signal.arg.slot, signal.arg.width);
            let id = *known.entry(key).or_insert_with(|| {
                let id = hierarchy.signal(signal.arg.width);
                signals.push((id, signal.arg));
                id
            });
            let kind = match signal.role {
                Role::Input => VarKind::Input,
                Role::Output => VarKind::Output,
                Role::Register => VarKind::Reg,
                Role::Wire => VarKind::Wire,
            };
            hierarchy.var(&signal.name, id, kind, &signal.ty);
        }
        for _ in 0..open.len() {
            hierarchy.close_scope();
        }
        let waves = Waves::create(path, format, Timescale::Nanosecond, &hierarchy)?;
        Ok(Recorder { waves, clocks, signals, words: Vec::new(), cycles: 0 })
    }

    /// Writes the values of the cycle that the simulator is in.
    pub fn cycle(&mut self, simulator: &mut Simulator) -> io::Result<()> {
        simulator.settle();
        let time = self.cycles * CYCLE;
        self.waves.time(time)?;
        for clock in &self.clocks {
            self.waves.change(*clock, &[1])?;
        }
        for (signal, arg) in &self.signals {
            let words = simulator.words(*arg).chunks(2);
            let pair =
                |pair: &[u32]| u64::from(pair[0]) | pair.get(1).map_or(0, |high| u64::from(*high) << 32);
            self.words.clear();
            self.words.extend(words.map(pair));
            self.waves.change(*signal, &self.words)?;
        }
        self.waves.time(time + CYCLE / 2)?;
        for clock in &self.clocks {
            self.waves.change(*clock, &[0])?;
        }
        self.cycles += 1;
        Ok(())
    }

    /// Ends the file and puts it in its place.
    pub fn finish(mut self) -> io::Result<()> {
        self.waves.time(self.cycles * CYCLE)?;
        self.waves.finish()
    }
}
