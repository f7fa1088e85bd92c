//! Activations: arguments in, cycles until the results are there, and the verdict about how it went.
//!
//! What is outside of the circuit follows `docs/rationale/streams.md`: `start` is offered until it is accepted, `done` is taken when it is offered, unless
//! stalls are asked for. An activation that is finished is watched until nothing moves, to see that it leaves nothing behind.

use super::left::{Left, left};
use super::machine::{LONGEST_WAIT, Machine};
use super::memory::Memory;
use super::network::{Argument, ChannelId, Network, UnitId};
use super::waits::{Blocked, blocked};
use super::{Elastic, Tier};
use base::{Bits, IdMap, Rng};
use dialects::dataflow;
use dialects::handshake::unit::{BufferType, Kind};

/// An argument of an activation. Tokens without data need none.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Arg {
    /// A number, of the argument's width.
    Scalar(Bits),
    /// An array; after the run, what the circuit left in it.
    Memory(Memory),
}

/// Whether the outside and the memories are slower than they could be.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Stalls {
    /// They are not.
    #[default]
    None,
    /// `start`, `done`, answers of loads and completions of stores come later by random numbers of cycles.
    Random(u64),
}

/// How to run.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// An activation that takes more cycles is given up.
    pub max_cycles: u64,
    /// Whether the outside is slow.
    pub stalls: Stalls,
    /// Whether tokens and stalls are counted for every channel.
    pub count: bool,
}

impl Default for Options {
    fn default() -> Options {
        Options { max_cycles: 100_000_000, stalls: Stalls::None, count: false }
    }
}

/// How a run went.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// Whether it came to its end, and in which state.
    pub verdict: Verdict,
    /// Cycles from the one in which `start` was accepted to the one in which `done` was taken, both counted; of a run that was not finished, to its last one.
    pub cycles: u64,
    /// Cycles after `done` until nothing moved any more.
    pub idle: u64,
    /// The data of the results, without those that have none.
    pub results: Vec<Bits>,
    /// Tokens that went over each channel, if they were counted.
    pub transfers: IdMap<ChannelId, u64>,
    /// Cycles in which each channel's token was not taken, if they were counted.
    pub stalls: IdMap<ChannelId, u64>,
}

/// How a run ended.
#[derive(Clone, Debug)]
pub enum Verdict {
    /// All results came, and nothing is left in the circuit.
    Finished,
    /// All results came, but there are tokens left.
    LeftBehind(Vec<Left>),
    /// Nothing can move, and results are missing.
    Deadlock {
        /// What waits for what.
        blocked: Blocked,
        /// The channel, and the slots on it, that would have let the run go on.
        cure: Option<(ChannelId, u32)>,
    },
    /// A unit raised an error.
    Error(RuntimeError),
    /// It takes longer than allowed.
    Limit {
        /// The circuit came back to the very state it was in, so it goes on for ever.
        endless: bool,
    },
}

/// An error that a circuit raises while it runs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RuntimeError {
    /// A `stream` was given a step of zero.
    StreamZeroStep(UnitId),
}

impl RuntimeError {
    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            RuntimeError::StreamZeroStep(_) => dataflow::ZERO_STEP.1,
        }
    }

    /// The unit that raised it.
    pub fn unit(self) -> UnitId {
        match self {
            RuntimeError::StreamZeroStep(unit) => unit,
        }
    }
}

/// A cycle, all signals settled.
pub struct View<'a> {
    machine: &'a Machine,
}

impl View<'_> {
    /// Cycles since reset.
    pub fn cycle(&self) -> u64 {
        self.machine.core.now
    }

    /// Whether a channel offers a token.
    pub fn valid(&self, channel: ChannelId) -> bool {
        self.machine.core.valid[channel.index()] != 0
    }

    /// Whether a channel's token would be taken.
    pub fn ready(&self, channel: ChannelId) -> bool {
        self.machine.core.ready[channel.index()] != 0
    }

    /// A channel's data; they mean something only while it is valid.
    pub fn data(&self, channel: ChannelId) -> Bits {
        self.machine.data(channel)
    }

    /// The words of a channel's data, lowest first.
    pub fn words(&self, channel: ChannelId) -> &[u64] {
        let (at, width) = (self.machine.place[channel.index()], self.machine.widths[channel.index()]);
        &self.machine.core.data[at as usize..][..width.div_ceil(64).max(1) as usize]
    }
}

/// Cycles that a finished run is watched for what still moves in it.
const LONGEST_IDLE: u64 = 100_000;

/// Cycles of machine code between two that are interpreted.
#[cfg(feature = "jit")]
const CODE_CYCLES: u64 = 1 << 16;

/// Cycles that all attempts to cure a deadlock may take.
const CURE_CYCLES: u64 = 20_000_000;

/// The widest cure.
const CURE_SLOTS: u32 = 64;

impl Elastic {
    /// One activation. `args` are the arguments that have data, in their order, each of the width that the circuit wants.
    pub fn run(&mut self, args: &mut [Arg], options: &Options) -> Outcome {
        self.activate(args, options, false, |_| {})
    }

    /// One activation, with every cycle shown.
    pub fn run_traced(&mut self, args: &mut [Arg], options: &Options, trace: impl FnMut(&View)) -> Outcome {
        self.activate(args, options, true, trace)
    }

    /// One activation, with cycles shown as long as they are interpreted. Of a long run only the first are, and one now and then.
    pub fn run_sampled(&mut self, args: &mut [Arg], options: &Options, trace: impl FnMut(&View)) -> Outcome {
        self.activate(args, options, false, trace)
    }

    /// One activation. Cycles that nobody looks at may be run as machine code.
    fn activate(
        &mut self,
        args: &mut [Arg],
        options: &Options,
        traced: bool,
        trace: impl FnMut(&View),
    ) -> Outcome {
        let mut outside = Outside::new(options.stalls);
        self.set_waits(outside.rng.as_mut().map(Rng::fork));
        self.machine.core.error = None;
        self.give(args);
        let before = self.machine.core.clone();
        let mut activation = Activation::new(&self.network, &mut self.machine, options);
        let may_compile = !traced && !options.count && options.stalls == Stalls::None;
        activation.code = may_compile.then_some(&mut self.code);
        let mut verdict = activation.run(&mut outside, trace);
        let (cycles, idle) = (activation.cycles, activation.idle);
        let Activation { results, transfers, stalls, .. } = activation;
        if let Verdict::Deadlock { blocked, cure } = &mut verdict {
            *cure = self.cure(blocked, &before, options, cycles);
        }
        self.take(args);
        Outcome { verdict, cycles, idle, results, transfers, stalls }
    }

    /// Puts the arguments where the circuit finds them.
    fn give(&mut self, args: &mut [Arg]) {
        let mut args = args.iter_mut();
        for argument in &self.network.arguments {
            match argument {
                Argument::Scalar { width: 0, .. } => {}
                Argument::Scalar { name, width, entry } => match args.next() {
                    Some(Arg::Scalar(value)) if value.width() == *width => {
                        self.machine.set_data(*entry, value);
                    }
                    other => panic!("argument `{name}` is a number of {width} bits, not {other:?}"),
                },
                Argument::Memory(id) => match args.next() {
                    Some(Arg::Memory(memory)) if memory.width() == self.network.memories[*id].width => {
                        let memory = std::mem::replace(memory, Memory::new(memory.width(), 0));
                        self.machine.core.memories[id.index()] = memory;
                    }
                    _ => panic!("argument `{}` is an array", self.network.memories[*id].name),
                },
            }
        }
        assert!(args.next().is_none(), "there are as many arguments as the circuit has");
    }

    /// Gives the arrays back.
    fn take(&mut self, args: &mut [Arg]) {
        let mut args = args.iter_mut();
        for argument in &self.network.arguments {
            match argument {
                Argument::Scalar { width: 0, .. } => {}
                Argument::Scalar { .. } => {
                    args.next();
                }
                Argument::Memory(id) => {
                    if let Some(Arg::Memory(memory)) = args.next() {
                        let width = memory.width();
                        *memory = std::mem::replace(
                            &mut self.machine.core.memories[id.index()],
                            Memory::new(width, 0),
                        );
                    }
                }
            }
        }
    }

    /// Looks for a channel of a deadlock where a few slots would have helped, by trying.
    fn cure(
        &self,
        blocked: &Blocked,
        before: &super::machine::Core,
        options: &Options,
        cycles: u64,
    ) -> Option<(ChannelId, u32)> {
        let is_memory = |unit: Option<(UnitId, usize)>| {
            unit.is_some_and(|(unit, _)| {
                matches!(self.network.nodes[unit].unit.kind, Kind::Memory(_) | Kind::Lsq(_))
            })
        };
        let candidates = blocked.waits.iter().filter(|wait| {
            let channel = &self.network.channels[wait.channel];
            blocked.cycle && wait.full && !is_memory(channel.from) && !is_memory(channel.to)
        });
        let candidates: Vec<ChannelId> = candidates.map(|wait| wait.channel).collect();
        let mut left = CURE_CYCLES;
        let mut slots = 1;
        while slots <= CURE_SLOTS {
            for channel in &candidates {
                let network = self.network.with_buffer(*channel, BufferType::FIFO_BREAK_NONE, slots);
                let mut machine = Machine::new(&network, before.memories.clone()).ok()?;
                machine.core.state[..before.state.len()].copy_from_slice(&before.state);
                machine.core.now = before.now;
                machine.core.waits = before.waits.clone();
                for (argument, old) in network.arguments.iter().zip(&self.network.arguments) {
                    if let (Argument::Scalar { entry, .. }, Argument::Scalar { entry: old, .. }) =
                        (argument, old)
                    {
                        machine.set_data(*entry, &self.machine.data(*old));
                    }
                }
                // Much longer than the run that stood still is as good as finished.
                let limit = (4 * cycles + 1000).min(left);
                let options = Options { max_cycles: limit, count: false, ..*options };
                let mut activation = Activation::new(&network, &mut machine, &options);
                let verdict = activation.run(&mut Outside::new(options.stalls), |_| {});
                left = left.saturating_sub(activation.cycles);
                if left == 0 {
                    return None;
                }
                if !matches!(verdict, Verdict::Deadlock { .. } | Verdict::Error(_)) {
                    return Some((*channel, slots));
                }
            }
            slots *= 2;
        }
        None
    }
}

/// What is outside of the circuit.
struct Outside {
    rng: Option<Rng>,
    /// Cycles that it has been stalling.
    stalling: u64,
}

impl Outside {
    fn new(stalls: Stalls) -> Outside {
        let rng = match stalls {
            Stalls::None => None,
            Stalls::Random(seed) => Some(Rng::new(seed)),
        };
        Outside { rng, stalling: 0 }
    }

    /// Whether it does its part in this cycle. It does not stall for long.
    fn acts(&mut self) -> bool {
        let stalls = self.stalling < LONGEST_WAIT && self.rng.as_mut().is_some_and(|rng| rng.chance(1, 2));
        self.stalling = if stalls { self.stalling + 1 } else { 0 };
        !stalls
    }
}

/// An activation on its way.
struct Activation<'a> {
    network: &'a Network,
    machine: &'a mut Machine,
    options: &'a Options,
    /// Machine code, if it may be used.
    code: Option<&'a mut Tier>,
    entries: Vec<ChannelId>,
    standing: IdMap<ChannelId, bool>,
    /// Cycles in a row in which nothing changed, and how many of them do not mean anything.
    still: u64,
    patience: u64,
    cycles: u64,
    idle: u64,
    results: Vec<Bits>,
    transfers: IdMap<ChannelId, u64>,
    stalls: IdMap<ChannelId, u64>,
}

impl<'a> Activation<'a> {
    fn new(network: &'a Network, machine: &'a mut Machine, options: &'a Options) -> Activation<'a> {
        let entries = network.arguments.iter().filter_map(|argument| match argument {
            Argument::Scalar { entry, .. } => Some(*entry),
            Argument::Memory(_) => None,
        });
        let counts: IdMap<ChannelId, u64> = match options.count {
            true => network.channels.keys().map(|_| 0).collect(),
            false => IdMap::default(),
        };
        Activation {
            entries: entries.collect(),
            standing: network.standing(),
            network,
            machine,
            options,
            code: None,
            still: 0,
            patience: 0,
            cycles: 0,
            idle: 0,
            results: Vec::new(),
            transfers: counts.clone(),
            stalls: counts,
        }
    }

    fn run(&mut self, outside: &mut Outside, mut trace: impl FnMut(&View)) -> Verdict {
        let slow = outside.rng.is_some();
        // Waits of memory and of the outside look like standing still.
        self.patience = self.network.settling() + if slow { 4 * LONGEST_WAIT } else { 0 };
        let mut accepted = false;
        loop {
            if accepted {
                self.fire(false);
                // Whether it stands still is looked at closely.
                if self.still == 0
                    && let Some(verdict) = self.run_code()
                {
                    return verdict;
                }
            }
            let fire = !accepted && outside.acts();
            self.fire(fire);
            accepted |= fire;
            self.machine.core.done_ready = u8::from(!slow || outside.acts());
            let changed = self.cycle(&mut trace);
            self.cycles += u64::from(accepted);
            if let Some(unit) = self.machine.core.error {
                return Verdict::Error(RuntimeError::StreamZeroStep(unit));
            }
            if accepted && self.done() {
                self.keep_results();
                self.fire(false);
                return self.drain(trace);
            }
            self.still = if changed || fire || !accepted { 0 } else { self.still + 1 };
            if self.still > self.patience {
                return self.stands_still();
            }
            if self.cycles >= self.options.max_cycles {
                return Verdict::Limit { endless: false };
            }
        }
    }

    /// Runs cycles as machine code, if that pays, up to the end of the activation, or to where the next cycle is better interpreted: because nothing
    /// moves any more, or to see whether the state comes back.
    #[cfg(feature = "jit")]
    fn run_code(&mut self) -> Option<Verdict> {
        let tier = self.code.as_deref_mut()?;
        let allowed = self.options.max_cycles.saturating_sub(self.cycles).min(CODE_CYCLES);
        let ran = tier.run(self.network, self.machine, allowed)?;
        let still = !ran.progress && !ran.done && ran.error.is_none();
        self.still = u64::from(still && ran.stirred);
        // A cycle in which nothing at all moved changed nothing, and is left to the interpreter, which knows what to say about it.
        let cycles = ran.cycles - u64::from(still && !ran.stirred);
        self.cycles += cycles;
        self.machine.core.now += cycles;
        if let Some(unit) = ran.error {
            return Some(Verdict::Error(RuntimeError::StreamZeroStep(UnitId::from_index(unit))));
        }
        if ran.done {
            self.keep_results();
            return Some(self.drain(|_| {}));
        }
        (self.cycles >= self.options.max_cycles).then_some(Verdict::Limit { endless: false })
    }

    #[cfg(not(feature = "jit"))]
    fn run_code(&mut self) -> Option<Verdict> {
        None
    }

    /// Offers the arguments or does not.
    fn fire(&mut self, fire: bool) {
        for entry in &self.entries {
            self.machine.core.valid[entry.index()] = u8::from(fire);
        }
    }

    /// A cycle: signals settle, are seen, and the clock rises. Signals stay to be looked at. Says whether any state changed.
    fn cycle(&mut self, trace: &mut impl FnMut(&View)) -> bool {
        #[cfg(feature = "jit")]
        let before = self.code.as_ref().and_then(|tier| tier.before(self.machine));
        self.machine.settle();
        trace(&View { machine: self.machine });
        if self.options.count {
            let core = &self.machine.core;
            for (count, (valid, ready)) in
                self.transfers.iter_mut().map(|(_, count)| count).zip(core.valid.iter().zip(&core.ready))
            {
                *count += u64::from(valid & ready);
            }
            for (count, (valid, ready)) in
                self.stalls.iter_mut().map(|(_, count)| count).zip(core.valid.iter().zip(&core.ready))
            {
                *count += u64::from(valid & (ready ^ 1));
            }
        }
        #[cfg(feature = "jit")]
        if let (Some(tier), Some(before)) = (&mut self.code, before) {
            let decided = tier.decided(self.machine);
            let changed = self.machine.rise();
            tier.note(before, decided, self.machine);
            return changed;
        }
        self.machine.rise()
    }

    /// Whether all results were taken in the last cycle.
    fn done(&self) -> bool {
        let core = &self.machine.core;
        core.done_ready != 0 && self.network.results.iter().all(|result| core.valid[result.index()] != 0)
    }

    fn keep_results(&mut self) {
        let with_data =
            self.network.results.iter().filter(|result| self.network.channels[**result].width > 0);
        self.results = with_data.map(|result| self.machine.data(*result)).collect();
    }

    /// Nothing changes any more: either nothing moves, or all that moves makes no difference.
    fn stands_still(&mut self) -> Verdict {
        let core = &self.machine.core;
        let moves = self.network.channels.keys().any(|channel| {
            let at = channel.index();
            !self.standing[channel] && core.valid[at] & core.ready[at] != 0
        });
        if moves {
            return Verdict::Limit { endless: true };
        }
        Verdict::Deadlock { blocked: blocked(self.network, self.machine), cure: None }
    }

    /// After the results are taken: watches until nothing moves, and looks what is left.
    fn drain(&mut self, mut trace: impl FnMut(&View)) -> Verdict {
        self.machine.core.done_ready = 0;
        self.still = 0;
        while self.still <= self.patience && self.idle < LONGEST_IDLE {
            let changed = self.cycle(&mut trace);
            if let Some(unit) = self.machine.core.error {
                return Verdict::Error(RuntimeError::StreamZeroStep(unit));
            }
            self.idle += 1;
            self.still = if changed { 0 } else { self.still + 1 };
        }
        let left = left(self.network, self.machine, &self.standing);
        if left.is_empty() { Verdict::Finished } else { Verdict::LeftBehind(left) }
    }
}
