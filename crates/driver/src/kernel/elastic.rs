//! Calls of a kernel carried out on units and channels, cycle by cycle, and how fast its loops are there.

use super::calls::{Answer, Given};
use super::compile::Stage;
use super::loops::{Loop, Loops, Meter, Watch, loops};
use super::{Stop, Verdict, unwritable, waves_lost};
use base::{Bits, Diagnostic, Diagnostics};
use dialects::handshake;
use ir::{Ir, Op, Value};
use sim::elastic::{self, Arg, ChannelId, ElasticRecorder, Memory, Options, View};
use sim::waves::WaveFormat;
use std::collections::BTreeMap;
use std::path::Path;

/// An elastic circuit that is called.
pub struct Elastic {
    simulator: elastic::Elastic,
    options: Options,
    loops: Vec<Watched>,
    sight: Sight,
    idle: u64,
    watch_to_end: bool,
    waves: Option<ElasticRecorder>,
}

/// How an elastic circuit is run.
#[derive(Clone, Copy)]
pub struct ElasticOptions<'a> {
    /// Cycles that a call may take.
    pub max_cycles: u64,
    /// Whether all cycles are looked at, however many there are.
    pub watch_to_end: bool,
    /// Where to write what happens on every channel.
    pub waves: Option<(&'a Path, WaveFormat)>,
}

/// The cycles that were shown. Of a long run not all are, and what is not followed from the beginning cannot be counted.
#[derive(Default)]
struct Sight {
    /// The first cycle that was not looked at, if none was left out before.
    next: u64,
    is_partial: bool,
}

impl Sight {
    /// Whether all cycles up to this one were shown.
    fn sees(&mut self, cycle: u64) -> bool {
        self.is_partial |= cycle != self.next;
        self.next += u64::from(!self.is_partial);
        !self.is_partial
    }
}

/// A loop that is watched.
struct Watched {
    meter: Meter,
    watch: Watch<ChannelId>,
}

impl Watched {
    /// Looks at a cycle.
    fn see(&mut self, view: &View) {
        let token = |channel: &ChannelId| {
            (view.valid(*channel) && view.ready(*channel)).then(|| view.words(*channel)[0] & 1 != 0)
        };
        if let Some(event) = self.watch.event(token) {
            self.meter.see(event, view.cycle());
        }
    }
}

/// The numbers of channels: they are in the order of the values in the text.
pub(super) fn numbers(ir: &Ir, func: Op) -> BTreeMap<Value, ChannelId> {
    let body = ir.entry(ir.region(func, 0));
    let arguments = body.into_iter().flat_map(|body| ir.args(body).iter().copied());
    let results = body.into_iter().flat_map(|body| ir.block_ops(body)).flat_map(|op| ir.results(op));
    let channels = arguments.chain(results).filter(|value| handshake::is_channel(&ir.ctx, ir.ty(*value)));
    channels.enumerate().map(|(number, value)| (value, ChannelId::from_index(number))).collect()
}

/// What a circuit is given, as the simulator takes it.
pub(super) fn args(given: &[Given]) -> Vec<Arg> {
    let arg = |given: &Given| match given {
        Given::Scalar(bits) => Arg::Scalar(bits.clone()),
        Given::Array { width, words } => Arg::Memory(Memory::from_words(*width, words.iter().cloned())),
    };
    given.iter().map(arg).collect()
}

impl Elastic {
    /// The simulation of a kernel on the level of channels. Nothing if it cannot be simulated.
    pub fn new(
        stage: &Stage,
        func: Op,
        options: ElasticOptions<'_>,
        diagnostics: &mut Diagnostics,
    ) -> Option<Elastic> {
        let simulator = elastic::Elastic::new(&stage.ir, func, diagnostics)?;
        let numbers = numbers(&stage.ir, func);
        let watched = |one: &Loop| {
            let watch = one.watch.map(|value| numbers.get(value).copied())?;
            Some(Watched { meter: Meter::new(one), watch })
        };
        let loops = loops(&stage.ir, func).iter().filter_map(watched).collect();
        let waves = options.waves.map(|(path, format)| {
            ElasticRecorder::create(path, format, &simulator).map_err(|error| unwritable(path, &error))
        });
        let waves = waves.transpose().map_err(|diagnostic| diagnostics.push(diagnostic)).ok()?;
        let watch_to_end = options.watch_to_end;
        let options = Options { max_cycles: options.max_cycles, ..Options::default() };
        Some(Elastic { simulator, options, loops, sight: Sight::default(), idle: 0, watch_to_end, waves })
    }

    /// Carries out a call.
    pub fn call(&mut self, given: &[Given]) -> Result<Answer, Stop> {
        let mut args = args(given);
        let (loops, sight, waves) = (&mut self.loops, &mut self.sight, &mut self.waves);
        loops.iter_mut().for_each(|one| one.meter.begin());
        let is_shown = waves.is_some() || self.watch_to_end;
        let mut failed = None;
        let mut see = |view: &View| {
            if sight.sees(view.cycle()) {
                loops.iter_mut().for_each(|one| one.see(view));
            }
            if let Some(Err(error)) = waves.as_mut().map(|waves| waves.cycle(view)) {
                failed.get_or_insert(error);
            }
        };
        // Waves show every cycle; how fast loops are can mostly be seen from those at the beginning.
        let outcome = match is_shown {
            true => self.simulator.run_traced(&mut args, &self.options, &mut see),
            false => self.simulator.run_sampled(&mut args, &self.options, &mut see),
        };
        self.sight.is_partial |= self.sight.next != self.simulator.cycle();
        if let Some(error) = failed {
            return Err(Stop::new(Verdict::Error, waves_lost(&error)));
        }
        let verdict = match &outcome.verdict {
            elastic::Verdict::Finished => Verdict::Pass,
            elastic::Verdict::Deadlock { .. } => Verdict::Deadlock,
            elastic::Verdict::Limit { .. } => Verdict::Limit,
            elastic::Verdict::Error(_) | elastic::Verdict::LeftBehind(_) => Verdict::Error,
        };
        if verdict != Verdict::Pass {
            let diagnostics = self.simulator.diagnostic(&outcome).into_iter().collect();
            return Err(Stop { verdict, diagnostics });
        }
        let words = |arg: &Arg| match arg {
            Arg::Memory(memory) => Some(memory.iter().collect::<Vec<Bits>>()),
            Arg::Scalar(_) => None,
        };
        self.idle = outcome.idle;
        Ok(Answer {
            results: outcome.results,
            arrays: args.iter().map(words).collect(),
            cycles: Some(outcome.cycles),
        })
    }

    /// Ends the waves.
    pub fn finish(self) -> Result<(), Diagnostic> {
        self.waves.map_or(Ok(()), ElasticRecorder::finish).map_err(|error| waves_lost(&error))
    }

    /// Cycles from the end of the last call to the moment when nothing moved any more.
    pub fn idle(&self) -> u64 {
        self.idle
    }

    /// How fast loops were, in the order of their places.
    pub fn loops(&self) -> Loops {
        let rates = self.loops.iter().map(|one| one.meter.rate()).collect();
        Loops { rates, watched: self.sight.is_partial.then_some(self.sight.next) }
    }
}
