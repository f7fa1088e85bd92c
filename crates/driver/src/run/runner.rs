//! One kernel while the program runs: its circuits, and what was seen of them.

use crate::c::KernelCall;
use crate::kernel::calls::{Answer, Call};
use crate::kernel::circuit::{Bench, BenchOptions};
use crate::kernel::compile::{Kernel, Stage};
use crate::kernel::elastic::{Elastic, ElasticOptions};
use crate::kernel::loops::{Loop, Loops, Watch, loops};
use crate::kernel::stream::Streams;
use crate::kernel::{Level, Stop, Verdict};
use ::interp::Limits;
use base::text::counted;
use base::{Diagnostic, Diagnostics, codes};
use lower::handshake_to_hw::channel_names;
use sim::waves::WaveFormat;
use std::borrow::Cow;
use std::path::Path;
use std::time::{Duration, Instant};

/// What a message about units and channels is read with.
const UNITS: &str = "the units are those of `30-buffered.mlir`, which `-o DIR` writes";

/// How kernels are run.
#[derive(Clone, Copy)]
pub struct RunnerOptions<'a> {
    /// On which levels.
    pub levels: &'a [Level],
    /// Cycles that a call may take.
    pub max_cycles: u64,
    /// How much a network of streams may use.
    pub limits: Limits,
    /// Whether loops are watched to the end on the elastic level.
    pub watch_to_end: bool,
    /// Where to write waves to: those of the elastic level, if it is run.
    pub waves: Option<&'a Path>,
    /// Whether what happens at the ports of the circuit is kept.
    pub record: bool,
}

/// A kernel that is called.
pub struct Runner<'a> {
    kernel: &'a Kernel,
    streams: Option<Streams<'a>>,
    elastic: Option<Elastic>,
    bench: Option<Bench>,
    verdict: Verdict,
    calls: u64,
    cycles: Vec<u64>,
    simulating: Duration,
}

/// What is left of a kernel when the program has ended.
pub struct Finished {
    /// Its name.
    pub name: String,
    /// Whether the circuit did what the program did.
    pub verdict: Verdict,
    /// Calls that were compared.
    pub calls: u64,
    /// The cycles of each, where there is time.
    pub cycles: Vec<u64>,
    /// How soon loops started their next iterations.
    pub loops: Loops,
    /// What simulating took.
    pub simulating: Duration,
}

impl<'a> Runner<'a> {
    /// Builds the simulators of a kernel. Nothing if one cannot be built.
    pub fn new(
        kernel: &'a Kernel,
        circuit: Option<&Stage>,
        options: RunnerOptions<'_>,
        diagnostics: &mut Diagnostics,
    ) -> Option<Runner<'a>> {
        let begin = Instant::now();
        let has = |level| options.levels.contains(&level);
        let format = options.waves.map(WaveFormat::from_path).transpose();
        let format = format.map_err(|why| {
            diagnostics.push(Diagnostic::error(codes::WAVE_FORMAT, None, why.to_string()));
        });
        let waves = options.waves.zip(format.ok()?);
        let mut runner = Runner {
            kernel,
            streams: None,
            elastic: None,
            bench: None,
            verdict: Verdict::Pass,
            calls: 0,
            cycles: Vec::new(),
            simulating: Duration::ZERO,
        };
        if has(Level::Stream) {
            let streams = Streams::new(&kernel.stream, options.limits);
            runner.streams = Some(streams.map_err(|more| diagnostics.extend(more)).ok()?);
        }
        if has(Level::Elastic) {
            let func = kernel.buffered.func()?;
            let RunnerOptions { max_cycles, watch_to_end, .. } = options;
            let options = ElasticOptions { max_cycles, watch_to_end, waves };
            runner.elastic = Some(Elastic::new(&kernel.buffered, func, options, diagnostics)?);
        }
        if has(Level::Circuit) {
            let circuit = circuit?;
            let waves = if has(Level::Elastic) { None } else { waves };
            // The elastic level is where loops are measured, if it is run.
            let loops = if has(Level::Elastic) || options.record { Vec::new() } else { named_loops(kernel) };
            let (max_cycles, record) = (options.max_cycles, options.record);
            let options = BenchOptions { max_cycles, record, waves, loops: &loops };
            let top = circuit.module_of(&kernel.name)?;
            runner.bench = Some(Bench::new(
                &circuit.ir,
                top,
                (&kernel.parameters, &kernel.results),
                options,
                diagnostics,
            )?);
        }
        runner.simulating = begin.elapsed();
        Some(runner)
    }

    /// The globals that the circuit has as arguments.
    pub fn globals(&self) -> impl Iterator<Item = &str> {
        self.kernel.parameters.iter().filter_map(|parameter| parameter.global.as_deref())
    }

    /// The kernel was called by the program: the circuits do the same. After a call that went wrong nothing more is done, as the circuit's
    /// own memories may be wrong.
    pub fn call(&mut self, call: &KernelCall<'_>, diagnostics: &mut Diagnostics) {
        if self.verdict != Verdict::Pass {
            return;
        }
        let begin = Instant::now();
        let outcome = self.carry_out(call);
        self.simulating += begin.elapsed();
        self.calls += 1;
        match outcome {
            Ok(cycles) => self.cycles.extend(cycles),
            Err(stop) => {
                self.verdict = stop.verdict;
                let (name, number) = (&self.kernel.name, self.calls);
                let place = format!("in call {number} of the kernel `{name}`");
                let told = stop.diagnostics.into_iter().map(|one| match stop.verdict {
                    Verdict::Limit => {
                        one.note(place.clone()).hint("`--max-cycles` says how many cycles a call may take")
                    }
                    Verdict::Deadlock => one.note(place.clone()).note(UNITS),
                    _ => one.note(place.clone()),
                });
                diagnostics.extend(told);
            }
        }
    }

    /// Runs all levels; the cycles, where there is time.
    fn carry_out(&mut self, call: &KernelCall<'_>) -> Result<Option<u64>, Stop> {
        let Some(call) = Call::new(call, &self.kernel.parameters) else {
            let message = "the circuit has an argument that the program knows nothing about";
            return Err(Stop::new(
                Verdict::Error,
                Diagnostic::error(codes::INTERNAL, self.kernel.span, message),
            ));
        };
        if let Some(streams) = &mut self.streams {
            let arguments = call.arguments(&self.kernel.parameters);
            let answer = streams.call(arguments.into_iter().map(Cow::into_owned).collect())?;
            self.compare(Level::Stream, &call, &answer)?;
        }
        let given = call.given(&self.kernel.parameters).map_err(|one| Stop::new(Verdict::Error, one))?;
        let elastic = self.elastic.as_mut().map(|elastic| Ok((elastic.call(&given)?, elastic.idle())));
        let elastic = elastic.transpose()?;
        if let Some((answer, _)) = &elastic {
            self.compare(Level::Elastic, &call, answer)?;
        }
        let circuit = self.bench.as_mut().map(|bench| {
            let answer = bench.call(&given)?;
            // Both begin the next call in the same state.
            bench.rest(elastic.as_ref().map_or(0, |(_, idle)| *idle))?;
            Ok(answer)
        });
        let circuit = circuit.transpose()?;
        if let Some(answer) = &circuit {
            self.compare(Level::Circuit, &call, answer)?;
        }
        let cycles = elastic.and_then(|(answer, _)| answer.cycles);
        if let (Some(elastic), Some(circuit)) = (cycles, circuit.as_ref().and_then(|answer| answer.cycles))
            && elastic != circuit
        {
            let message = format!("the circuit takes {circuit} cycles, but {elastic} at the elastic level");
            let diagnostic = Diagnostic::error(codes::LEVELS_DIFFER, self.kernel.span, message);
            return Err(Stop::new(Verdict::Mismatch, diagnostic));
        }
        Ok(cycles.or(circuit.and_then(|answer| answer.cycles)))
    }

    fn compare(&self, level: Level, call: &Call<'_>, answer: &Answer) -> Result<(), Stop> {
        let Some(difference) = call.difference(&self.kernel.parameters, answer) else { return Ok(()) };
        let message = format!(
            "{} is {} after the program, but {} after the circuit",
            difference.place, difference.expected, difference.got
        );
        let mut diagnostic = Diagnostic::error(codes::KERNEL_DIFFERS, self.kernel.span, message)
            .note(format!("seen at the level `{level}`"));
        if let Some((a, b)) = call.shared.first() {
            let note = format!(
                "`{a}` and `{b}` are in the same memory, but a circuit takes arrays for different ones"
            );
            diagnostic = diagnostic.note(note);
        }
        if call.has_index() && self.kernel.options.index_bits < 64 {
            let bits = counted(self.kernel.options.index_bits, "bit");
            let note = format!("an `index` has 64 bits in the program and {bits} in the circuit");
            diagnostic = diagnostic.note(note).hint("`--index-bits` gives it more");
        }
        Err(Stop::new(Verdict::Mismatch, diagnostic))
    }

    /// Whether the circuit did what the program did, so far.
    pub fn verdict(&self) -> Verdict {
        self.verdict
    }

    /// The calls that were compared, and the cycles of all of them.
    pub fn calls(&self) -> (u64, u64) {
        (self.calls, self.cycles.iter().sum())
    }

    /// The bench around the circuit, if that was run.
    pub fn bench(&self) -> Option<&Bench> {
        self.bench.as_ref()
    }

    /// The program has ended, and not well if there is a verdict.
    pub fn finish(self, stopped: Option<Verdict>, diagnostics: &mut Diagnostics) -> Finished {
        let loops = match (&self.elastic, &self.bench) {
            (Some(elastic), _) => elastic.loops(),
            (None, Some(bench)) => bench.loops(),
            (None, None) => Loops::default(),
        };
        let ends = [self.elastic.map(Elastic::finish), self.bench.map(Bench::finish)];
        ends.into_iter().flatten().filter_map(Result::err).for_each(|error| diagnostics.push(error));
        let verdict = match (self.verdict, stopped) {
            (Verdict::Pass, Some(stopped)) => stopped,
            (Verdict::Pass, None) if self.calls == 0 => Verdict::NotCalled,
            (verdict, _) => verdict,
        };
        Finished {
            name: self.kernel.name.clone(),
            verdict,
            calls: self.calls,
            cycles: self.cycles,
            loops,
            simulating: self.simulating,
        }
    }
}

/// The loops of a kernel, with the names of the channels that they are watched on.
fn named_loops(kernel: &Kernel) -> Vec<(Loop, Watch<String>)> {
    let Some(func) = kernel.buffered.func() else { return Vec::new() };
    let ir = &kernel.buffered.ir;
    let names = channel_names(ir, func);
    let named = |one: Loop| {
        let watch = one.watch.map(|value| names.get(value).cloned())?;
        Some((one, watch))
    };
    loops(ir, func).into_iter().filter_map(named).collect()
}
