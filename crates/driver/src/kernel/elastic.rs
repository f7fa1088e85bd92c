//! Calls of a kernel carried out on units and channels, cycle by cycle, and how fast its loops are there.

use super::calls::{Answer, Given};
use super::compile::Stage;
use super::{Stop, Verdict, unwritable, waves_lost};
use base::{Bits, Diagnostic, Diagnostics};
use dialects::handshake::Kind;
use ir::Op;
use sim::elastic::{self, Arg, ChannelId, ElasticRecorder, Memory, Options, View};
use sim::waves::WaveFormat;
use std::collections::BTreeMap;
use std::path::Path;

/// An elastic circuit that is called.
pub struct Elastic {
    simulator: elastic::Elastic,
    options: Options,
    loops: Vec<Loop>,
    idle: u64,
    waves: Option<ElasticRecorder>,
}

/// How an elastic circuit is run.
#[derive(Clone, Copy)]
pub struct ElasticOptions<'a> {
    /// Cycles that a call may take.
    pub max_cycles: u64,
    /// Where to write what happens on every channel.
    pub waves: Option<(&'a Path, WaveFormat)>,
}

/// How fast a loop was.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LoopRate {
    /// The line it stands in.
    pub line: u32,
    /// Cycles from one iteration to the next: the middle one of all that were seen.
    pub ii: u64,
}

/// A loop that is watched: the channel that says for every iteration that there is one, and at the end that there is none.
struct Loop {
    line: u32,
    channel: ChannelId,
    /// The cycle of the last iteration of the present burst.
    last: Option<u64>,
    /// How often two iterations were so many cycles apart.
    distances: BTreeMap<u64, u64>,
}

impl Loop {
    /// Looks at a cycle. After others that were not shown the distance to the last iteration says nothing.
    fn see(&mut self, view: &View, follows: bool) {
        if !follows {
            self.last = None;
        }
        if !(view.valid(self.channel) && view.ready(self.channel)) {
            return;
        }
        if view.words(self.channel)[0] & 1 == 0 {
            self.last = None;
            return;
        }
        let now = view.cycle();
        if let Some(last) = self.last.replace(now) {
            *self.distances.entry(now - last).or_default() += 1;
        }
    }

    fn rate(&self) -> Option<LoopRate> {
        let middle = self.distances.values().sum::<u64>().div_ceil(2);
        let mut seen = 0;
        let (ii, _) = self.distances.iter().find(|(_, count)| {
            seen += **count;
            seen >= middle
        })?;
        Some(LoopRate { line: self.line, ii: *ii })
    }
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
        let network = simulator.network();
        let streams = network.nodes.values().filter(|node| matches!(node.unit.kind, Kind::Stream(_)));
        let watched = streams.filter_map(|node| {
            let line = stage.ir.ctx.sources.locate(node.place.span?).line;
            Some(Loop { line, channel: node.outputs[1], last: None, distances: BTreeMap::new() })
        });
        let mut loops: Vec<Loop> = watched.collect();
        loops.sort_by_key(|one| one.line);
        let waves = options.waves.map(|(path, format)| {
            ElasticRecorder::create(path, format, &simulator).map_err(|error| unwritable(path, &error))
        });
        let waves = waves.transpose().map_err(|diagnostic| diagnostics.push(diagnostic)).ok()?;
        let options = Options { max_cycles: options.max_cycles, ..Options::default() };
        Some(Elastic { simulator, options, loops, idle: 0, waves })
    }

    /// Carries out a call.
    pub fn call(&mut self, given: &[Given]) -> Result<Answer, Stop> {
        let arg = |given: &Given| match given {
            Given::Scalar(bits) => Arg::Scalar(bits.clone()),
            Given::Array { width, words } => Arg::Memory(Memory::from_words(*width, words.iter().cloned())),
        };
        let mut args: Vec<Arg> = given.iter().map(arg).collect();
        let (loops, waves) = (&mut self.loops, &mut self.waves);
        let is_shown = waves.is_some();
        let (mut failed, mut shown) = (None, None);
        let mut see = |view: &View| {
            let follows = shown.replace(view.cycle()).is_some_and(|shown| shown + 1 == view.cycle());
            loops.iter_mut().for_each(|one| one.see(view, follows));
            if let Some(Err(error)) = waves.as_mut().map(|waves| waves.cycle(view)) {
                failed.get_or_insert(error);
            }
        };
        // Waves show every cycle; how fast loops are can be seen from some.
        let outcome = match is_shown {
            true => self.simulator.run_traced(&mut args, &self.options, &mut see),
            false => self.simulator.run_sampled(&mut args, &self.options, &mut see),
        };
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

    /// How fast loops were, in the order of their lines; those of which no two iterations followed each other are left out.
    pub fn loops(&self) -> Vec<LoopRate> {
        self.loops.iter().filter_map(Loop::rate).collect()
    }
}
