//! A simulation as a wave file: every value with a name in every cycle, and the clocks.
//!
//! A cycle takes ten units of time. Clocks rise at its beginning, when values change, and fall in its middle.

use crate::design::Role;
use crate::program::{Arg, Program, Scope, Slot};
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
    pub fn create(path: &Path, format: WaveFormat, simulator: &Simulator) -> io::Result<Recorder> {
        let program = simulator.program();
        let mut scopes = program.scopes.iter();
        let (id, top) = scopes.next().expect("the top is a scope whatever is in it");
        let mut hierarchy = Hierarchy::new(&top.name, &top.module);
        let mut clocks = Vec::new();
        for port in simulator.inputs().iter().filter(|port| port.clock) {
            let clock = hierarchy.signal(1);
            hierarchy.var(&port.name, clock, VarKind::Input, &port.ty);
            clocks.push(clock);
        }
        let mut shown = Shown { program, known: FxHashMap::default(), signals: Vec::new() };
        shown.add(&mut hierarchy, top);
        let mut open = vec![id];
        for (id, scope) in scopes {
            // A scope follows what is around it, but for others in there that come first.
            while open.last() != scope.parent.as_ref() {
                hierarchy.close_scope();
                open.pop();
            }
            hierarchy.open_scope(&scope.name, &scope.module);
            open.push(id);
            shown.add(&mut hierarchy, scope);
        }
        let signals = shown.signals;
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

/// The signals of a file, each with the value behind it. Names of one value share a signal.
struct Shown<'a> {
    program: &'a Program,
    known: FxHashMap<(Slot, u32), SignalId>,
    signals: Vec<(SignalId, Arg)>,
}

impl Shown<'_> {
    /// Shows the values of a scope, which is open.
    fn add(&mut self, hierarchy: &mut Hierarchy, scope: &Scope) {
        for signal in &self.program.signals[scope.signals.clone()] {
            let Arg { slot, width } = signal.arg;
            let id = *self.known.entry((slot, width)).or_insert_with(|| {
                let id = hierarchy.signal(width);
                self.signals.push((id, signal.arg));
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
    }
}
