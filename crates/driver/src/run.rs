//! `run`: a kernel compiled, simulated call by call, and compared with the program.
//!
//! The program is executed by the reference interpreter. Whenever a kernel returns there, its circuit is given the same arguments and the
//! same arrays, and what it makes of them is compared at once; so nothing of a long run has to be kept. A circuit is one instance for
//! all calls of its kernel, in their order.

mod choose;
mod runner;

pub use choose::{Chosen, choose, choose_kernels};
pub use runner::{Runner, RunnerOptions};

use crate::Progress;
use crate::c::{KernelCall, Watched};
use crate::files::Input;
use crate::interp::{Limits, Ran, Shown, World, parameter_name, reference, shown, with_hint};
use crate::json::{Object, array};
use crate::kernel::calls::{given, sources};
use crate::kernel::compile::{Kernel, Stage, circuit, compile};
use crate::kernel::files::{self, PROGRAM, milliseconds, report_head, report_tail, try_folder};
use crate::kernel::loops::{Distances, LoopRate, Loops};
use crate::kernel::profile::{FirstCalls, first_calls};
use crate::kernel::promise::{self, Effect, Promise, promises};
use crate::kernel::{CompileOptions, Level, Verdict};
use crate::load::{Loaded, ReadOptions, Report, read_module};
use ::interp::{Value, parse_args, random_inputs};
use base::{Code, Diagnostic, Diagnostics, codes};
use ir::symbols::symbol_name;
use ir::{Ir, Op};
use sim::waves::WaveFormat;
use std::collections::BTreeSet;
use std::io::Write;
use std::path::PathBuf;
use std::time::Duration;

/// What to run.
#[derive(Clone, Debug)]
pub struct RunRequest {
    /// The program.
    pub input: Input,
    /// How to read it.
    pub read: ReadOptions,
    /// The kernel; without it the functions that are kernels, or the only function.
    pub top: Option<String>,
    /// The kernel's arguments as text, if no test bench calls it.
    pub args: Option<String>,
    /// The seed of random arguments, if there are no others; 0 if nothing is said.
    pub seed: Option<u64>,
    /// How much the program may use.
    pub limits: Limits,
    /// How to compile kernels.
    pub compile: CompileOptions,
    /// The levels to run them on.
    pub levels: Vec<Level>,
    /// Cycles that a call may take.
    pub max_cycles: u64,
    /// Whether loops are watched to the end of a long run, which then takes longer.
    pub watch_to_end: bool,
    /// Where to write waves to.
    pub waves: Option<PathBuf>,
    /// The folder to write all levels and a report to.
    pub folder: Option<PathBuf>,
}

/// Cycles that a call may take when nothing is said about them.
pub const DEFAULT_MAX_CYCLES: u64 = 100_000_000;

/// What came of it.
pub struct RunOutcome {
    /// The run of the program; nothing when it could not be made or did not reach its end.
    pub program: Option<Ran>,
    /// The kernels, in the order of the program.
    pub kernels: Vec<KernelRun>,
    /// Whether everything that was asked for could be carried out: then the verdicts are the answer.
    pub is_answered: bool,
    /// What there is to say.
    pub report: Report,
}

/// What came of one kernel.
pub struct KernelRun {
    /// How it was compiled.
    pub kernel: Kernel,
    /// Whether the circuit did what the program did.
    pub verdict: Verdict,
    /// Calls that were carried out and compared.
    pub calls: u64,
    /// The cycles of each, where there is time.
    pub cycles: Vec<u64>,
    /// How soon loops started their next iterations.
    pub loops: Loops,
    /// What the circuit promises of each of them.
    pub promises: Vec<Option<Promise>>,
    /// The levels it was run on.
    pub levels: Vec<Level>,
    /// What simulating took.
    pub simulating: Duration,
    /// The call, of a kernel that was called from here and not by a test bench.
    pub call: Option<ShownCall>,
}

/// A call and what the program makes of it.
pub struct ShownCall {
    /// What was given.
    pub arguments: Vec<Shown>,
    /// What came of it; nothing if the program did not reach its end.
    pub outcome: Option<ShownOutcome>,
}

/// What came of a call.
pub struct ShownOutcome {
    /// What was returned.
    pub results: Vec<Shown>,
    /// The arrays as they were left.
    pub arrays: Vec<Shown>,
}

impl KernelRun {
    /// The cycles of all calls together.
    pub fn total_cycles(&self) -> u64 {
        self.cycles.iter().sum()
    }

    /// All that is known, as an object to which more can be added.
    pub fn object(&self) -> Object {
        let mut object = report_head(&self.kernel)
            .text("verdict", self.verdict.name())
            .raw("cycles", self.total_cycles().to_string())
            .raw("calls", self.calls.to_string())
            .raw("loops", loop_objects(&self.loops.rates, &self.promises));
        if let Some(watched) = self.loops.watched {
            object = object.raw("loops_watched_cycles", watched.to_string());
        }
        if let Some(call) = &self.call {
            let results = call.outcome.as_ref().map(|outcome| &outcome.results[..]).unwrap_or_default();
            let arrays = call.outcome.as_ref().map(|outcome| &outcome.arrays[..]).unwrap_or_default();
            object = object
                .raw("arguments", array(call.arguments.iter().map(Shown::object)))
                .raw("results", array(results.iter().map(Shown::object)))
                .raw("arrays", array(arrays.iter().map(Shown::object)));
        }
        report_tail(object, &self.kernel).raw("sim_ms", milliseconds(self.simulating))
    }
}

/// Loops as a JSON array.
pub(crate) fn loop_objects(rates: &[LoopRate], promises: &[Option<Promise>]) -> String {
    let promises = promises.iter().map(Option::as_ref).chain(std::iter::repeat(None));
    array(rates.iter().zip(promises).map(|(rate, promise)| loop_object(rate, promise)))
}

fn loop_object(rate: &LoopRate, promise: Option<&Promise>) -> String {
    let null = || "null".to_string();
    let text = |text: Option<&str>| text.map_or_else(null, crate::json::text);
    let number = |of: fn(&Distances) -> String| rate.distances.as_ref().map_or("null".to_string(), of);
    Object::new()
        .raw("line", rate.line.to_string())
        .raw("column", rate.column.to_string())
        .raw("ii", number(|all| hundredths(all.mean_hundredths())))
        .raw("ii_least", number(|all| all.least.to_string()))
        .raw("ii_most", number(|all| all.most.to_string()))
        .raw("ii_promised", promise.map_or_else(null, |promise| promise::number(promise.period)))
        .raw("bound_by", text(promise.map(|promise| &*promise.bound)))
        .raw("differs_by", text(promise.and_then(|promise| promise.effect).map(Effect::words)))
        .raw("iterations", rate.iterations.to_string())
        .raw("entries", rate.entries.to_string())
        .finish()
}

/// A number of hundredths, without zeros that say nothing.
pub fn hundredths(number: u64) -> String {
    let text = format!("{}.{:02}", number / 100, number % 100);
    text.trim_end_matches('0').trim_end_matches('.').to_string()
}

/// Compiles kernels, runs the program, and compares. What the program prints goes to `output`.
pub fn run(mut request: RunRequest, output: &mut dyn Write, progress: Progress) -> RunOutcome {
    let refused = |report| RunOutcome { program: None, kernels: Vec::new(), is_answered: false, report };
    if let Some(Err(diagnostic)) =
        request.folder.as_deref().map(|folder| files::retire(folder, &request.input))
    {
        return refused(diagnostic.into());
    }
    progress("parse");
    request.read.c.lower.needs_kernel = true;
    if let Some(top) = &request.top {
        request.read.c.lower.top.push(top.strip_prefix('@').unwrap_or(top).to_string());
    }
    let Loaded { ir, module, mut diagnostics } = match read_module(&request.input, &request.read) {
        Ok(loaded) => loaded,
        Err(report) => return refused(report),
    };
    let done = match prepare(&ir, module, &request) {
        Ok((chosen, arguments)) => {
            Run { ir: &ir, module, request: &request, diagnostics: &mut diagnostics, progress }
                .all(chosen, arguments, output)
        }
        Err(more) => {
            diagnostics.extend(more);
            (None, Vec::new(), false)
        }
    };
    let (program, kernels, is_answered) = done;
    RunOutcome { program, kernels, is_answered, report: Report { diagnostics, sources: ir.ctx.sources } }
}

/// Chooses kernels and finds the arguments of what calls them.
fn prepare(ir: &Ir, module: Op, request: &RunRequest) -> Result<(Chosen, Vec<Value>), Vec<Diagnostic>> {
    let chosen = choose(ir, module, request.top.as_deref()).map_err(|diagnostic| vec![diagnostic])?;
    if request.waves.is_some() && chosen.kernels.len() > 1 {
        let message = "waves are those of one kernel, and there are several";
        return Err(vec![Diagnostic::error(codes::NO_KERNEL, None, message).hint("choose one with `--top`")]);
    }
    if request.waves.is_some() && request.levels.iter().all(|level| *level == Level::Stream) {
        let message = "waves show cycles, and streams have none";
        let error = Diagnostic::error(codes::BAD_ARGUMENT, None, message);
        return Err(vec![error.hint("`--sim elastic` and `--sim circuit` have waves")]);
    }
    if let Some(Err(why)) = request.waves.as_deref().map(WaveFormat::from_path) {
        return Err(vec![Diagnostic::error(codes::WAVE_FORMAT, None, why.to_string())]);
    }
    if let Some(diagnostic) = idle_option(ir, &chosen, request) {
        return Err(vec![diagnostic]);
    }
    if let Some(folder) = &request.folder {
        let names: Vec<&str> =
            chosen.kernels.iter().map(|kernel| symbol_name(ir, *kernel).unwrap_or_default()).collect();
        let mut folders = files::folders(folder, names.into_iter()).into_iter();
        folders.try_for_each(|folder| files::retire(&folder, &request.input)).map_err(|one| vec![one])?;
    }
    let arguments = arguments(ir, chosen.entry, request.args.as_deref(), request.seed.unwrap_or(0))?;
    Ok((chosen, arguments))
}

/// An option that does nothing for this program is a mistake.
fn idle_option(ir: &Ir, chosen: &Chosen, request: &RunRequest) -> Option<Diagnostic> {
    let takes_arguments = ir.entry(ir.region(chosen.entry, 0)).is_some_and(|body| !ir.args(body).is_empty());
    if chosen.kernels.contains(&chosen.entry) || takes_arguments {
        return None;
    }
    let option = match (&request.args, request.seed) {
        (Some(_), _) => "--args",
        (None, Some(_)) => "--seed",
        (None, None) => return None,
    };
    let message = format!("`{option}` says nothing here: `main` calls the kernel, with arguments of its own");
    Some(Diagnostic::error(codes::BAD_ARGUMENT, None, message))
}

/// The arguments of what is run: those that are given, or random ones.
pub(crate) fn arguments(
    ir: &Ir,
    function: Op,
    given: Option<&str>,
    seed: u64,
) -> Result<Vec<Value>, Vec<Diagnostic>> {
    match given {
        Some(text) => parse_args(ir, function, text, seed),
        None => random_inputs(ir, function, seed),
    }
}

/// A run under way.
struct Run<'a> {
    ir: &'a Ir,
    module: Op,
    request: &'a RunRequest,
    diagnostics: &'a mut Diagnostics,
    progress: Progress<'a>,
}

impl Run<'_> {
    fn all(
        mut self,
        chosen: Chosen,
        arguments: Vec<Value>,
        output: &mut dyn Write,
    ) -> (Option<Ran>, Vec<KernelRun>, bool) {
        let count = chosen.kernels.len();
        let program = Program { ir: self.ir, module: self.module, limits: self.request.limits };
        let calls = first_calls(program, &chosen, &self.request.compile);
        let compiled: Vec<(Op, Kernel)> = chosen
            .kernels
            .iter()
            .filter_map(|function| Some((*function, self.compile(*function, &calls)?)))
            .collect();
        let circuits: Vec<Option<Stage>> = compiled.iter().map(|(_, kernel)| self.circuit(kernel)).collect();
        let mut is_answered =
            compiled.len() == count && circuits.iter().all(|one| one.is_some() || !self.wants_circuit());
        if let Err(diagnostic) = self.foresee(&chosen, &compiled, &arguments) {
            self.diagnostics.push(diagnostic);
            return (None, Vec::new(), false);
        }
        let mut runners = self.runners(&compiled, &circuits);
        is_answered &= runners.len() == compiled.len();
        if self.request.waves.is_some() && runners.is_empty() {
            return (None, Vec::new(), false);
        }
        let mut call =
            chosen.kernels.contains(&chosen.entry).then(|| self.shown_call(chosen.entry, &arguments));
        let ran =
            carry_out(program, &chosen, arguments, &mut runners, output, self.diagnostics, self.progress);
        let (program, stopped) = self.ended(ran, call.as_mut());
        is_answered &= program.is_some() || stopped.is_some();
        let mut finished = Vec::new();
        for (_, runner) in runners {
            finished.push(runner.finish(stopped, self.diagnostics));
        }
        for ((_, kernel), circuit) in compiled.iter().zip(&circuits) {
            let is_missing = circuit.is_none() && self.wants_circuit();
            let same = |one: &&mut runner::Finished| is_missing && one.name == kernel.name;
            // One that was not called did nothing like the program, and other verdicts are worse.
            if let Some(one) = finished.iter_mut().find(same).filter(|one| one.verdict == Verdict::Pass) {
                one.verdict = Verdict::NoCircuit;
            }
        }
        if program.is_some() && is_answered {
            is_answered &= self.complain_of_silence(&finished);
        }
        let kernels = self.collect(compiled, circuits, finished, call, &mut is_answered);
        (program, kernels, is_answered)
    }

    /// What simulates each kernel, as far as that can be made.
    fn runners<'k>(
        &mut self,
        compiled: &'k [(Op, Kernel)],
        circuits: &[Option<Stage>],
    ) -> Vec<(Op, Runner<'k>)> {
        let options = RunnerOptions {
            levels: &self.request.levels,
            max_cycles: self.request.max_cycles,
            limits: self.request.limits,
            watch_to_end: self.request.watch_to_end,
            waves: self.request.waves.as_deref(),
            record: false,
        };
        let made = compiled.iter().zip(circuits).filter_map(|((function, kernel), circuit)| {
            Some((*function, Runner::new(kernel, circuit.as_ref(), options, self.diagnostics)?))
        });
        made.collect()
    }

    /// How the program ended: well, or with a verdict, unless it was not run at all. What came of a call that is shown is kept.
    fn ended(
        &mut self,
        ran: Result<Ran, Vec<Diagnostic>>,
        call: Option<&mut ShownCall>,
    ) -> (Option<Ran>, Option<Verdict>) {
        match ran {
            Ok(mut ran) => {
                if let Some(call) = call {
                    let (results, arrays) =
                        (std::mem::take(&mut ran.results), std::mem::take(&mut ran.arguments));
                    call.outcome = Some(ShownOutcome { results, arrays });
                }
                (Some(ran), None)
            }
            Err(diagnostics) => {
                let verdict = verdict_of(&diagnostics);
                let hinted =
                    diagnostics.into_iter().map(|one| with_hint(&self.ir.ctx, &self.request.read, one));
                self.diagnostics.extend(hinted);
                (None, verdict)
            }
        }
    }

    /// What would be found out only after a long run.
    fn foresee(
        &self,
        chosen: &Chosen,
        compiled: &[(Op, Kernel)],
        arguments: &[Value],
    ) -> Result<(), Diagnostic> {
        if let Some((_, kernel)) = compiled.iter().find(|(function, _)| *function == chosen.entry) {
            for (source, parameter) in sources(&kernel.parameters).into_iter().zip(&kernel.parameters) {
                if let Some(value) = arguments.get(source) {
                    given(self.ir, value, parameter)?;
                }
            }
        }
        match &self.request.folder {
            Some(folder) if !compiled.is_empty() => try_folder(folder),
            _ => Ok(()),
        }
    }

    fn shown_call(&self, function: Op, arguments: &[Value]) -> ShownCall {
        let argument = |(index, value)| shown(self.ir, parameter_name(self.ir, function, index), value);
        ShownCall { arguments: arguments.iter().enumerate().map(argument).collect(), outcome: None }
    }

    fn compile(&mut self, function: Op, calls: &FirstCalls) -> Option<Kernel> {
        self.diagnostics.extend(calls.warning_of_limit(self.ir, function));
        let (options, call) = (&self.request.compile, calls.of(function));
        compile(self.ir, self.module, function, options, call, self.diagnostics, self.progress)
    }

    fn wants_circuit(&self) -> bool {
        self.request.folder.is_some() || self.request.levels.contains(&Level::Circuit)
    }

    fn circuit(&mut self, kernel: &Kernel) -> Option<Stage> {
        self.wants_circuit().then(|| circuit(kernel, self.diagnostics, self.progress)).flatten()
    }

    /// Says which kernels were never called; whether any was.
    fn complain_of_silence(&mut self, finished: &[runner::Finished]) -> bool {
        let silent: Vec<&runner::Finished> = finished.iter().filter(|one| one.calls == 0).collect();
        let is_error = silent.len() == finished.len();
        for one in &silent {
            let message = format!("the program never calls the kernel `{}`", one.name);
            let (code, hint) =
                (codes::KERNEL_NOT_CALLED, "`main` is the test bench: it makes inputs and calls the kernel");
            let diagnostic = if is_error {
                Diagnostic::error(code, None, message)
            } else {
                Diagnostic::warning(code, None, message)
            };
            self.diagnostics.push(diagnostic.hint(hint));
        }
        !is_error
    }

    /// What came of all kernels; the folder is written, if there is one.
    fn collect(
        &mut self,
        compiled: Vec<(Op, Kernel)>,
        circuits: Vec<Option<Stage>>,
        finished: Vec<runner::Finished>,
        mut call: Option<ShownCall>,
        is_answered: &mut bool,
    ) -> Vec<KernelRun> {
        let names = compiled.iter().map(|(_, kernel)| &kernel.name[..]);
        let folders = self.request.folder.as_deref().map(|folder| files::folders(folder, names));
        let mut folders = folders.into_iter().flatten();
        let mut finished = finished.into_iter().peekable();
        let mut kernels = Vec::new();
        for ((_, kernel), circuit) in compiled.into_iter().zip(circuits) {
            let folder = folders.next();
            let Some(one) = finished.next_if(|one| one.name == kernel.name) else { continue };
            let run = KernelRun {
                verdict: one.verdict,
                calls: one.calls,
                cycles: one.cycles,
                promises: promises(&kernel, &one.loops.rates),
                loops: one.loops,
                levels: self.request.levels.clone(),
                simulating: one.simulating,
                call: call.take(),
                kernel,
            };
            if let Some(folder) = folder {
                let program = Stage { name: PROGRAM, ir: self.ir.clone(), module: self.module };
                let written = files::write(
                    &folder,
                    &program,
                    &run.kernel,
                    circuit.as_ref(),
                    run.object(),
                    self.diagnostics,
                );
                *is_answered &= written.is_some();
            }
            kernels.push(run);
        }
        kernels
    }
}

/// A program that calls kernels.
#[derive(Clone, Copy)]
pub(crate) struct Program<'a> {
    pub ir: &'a Ir,
    pub module: Op,
    pub limits: Limits,
}

/// Runs the program; whenever a kernel returns, its circuit is run.
pub(crate) fn carry_out(
    program: Program<'_>,
    chosen: &Chosen,
    arguments: Vec<Value>,
    runners: &mut [(Op, Runner<'_>)],
    output: &mut dyn Write,
    diagnostics: &mut Diagnostics,
    progress: Progress,
) -> Result<Ran, Vec<Diagnostic>> {
    let globals = runners.iter().flat_map(|(_, runner)| runner.globals());
    let globals: BTreeSet<String> = globals.map(str::to_string).collect();
    let watched = Watched { functions: Some(chosen.kernels.clone()), globals: globals.into_iter().collect() };
    let mut watcher = |call: &KernelCall<'_>, _: &mut dyn Write| {
        if let Some((_, runner)) = runners.iter_mut().find(|(function, _)| *function == call.function) {
            runner.call(call, diagnostics);
        }
    };
    let world = World { output, watcher: Some(&mut watcher) };
    let Program { ir, module, limits } = program;
    reference(ir, module, chosen.entry, arguments, limits, world, watched, progress)
}

/// Whether a report that ended a run says that it was carried out, and that its answer is no.
pub fn says_no(report: &Report) -> bool {
    let answers =
        [codes::KERNEL_DIFFERS, codes::LEVELS_DIFFER, codes::CIRCUIT_NOT_DONE, codes::CIRCUIT_ERROR];
    let is_answer = |code: Code| answers.contains(&code) || crate::interp::is_run_time(code);
    let mut errors = report.diagnostics.iter().filter(|diagnostic| diagnostic.is_error()).peekable();
    errors.peek().is_some() && errors.all(|diagnostic| is_answer(diagnostic.code))
}

/// What it means for kernels that the program did not reach its end; nothing when it was not run at all.
fn verdict_of(diagnostics: &[Diagnostic]) -> Option<Verdict> {
    let errors = || diagnostics.iter().filter(|diagnostic| diagnostic.is_error()).map(|one| one.code);
    if !errors().all(crate::interp::is_run_time) {
        return None;
    }
    let limits = [codes::STEP_LIMIT, codes::MEMORY_LIMIT, codes::CALL_DEPTH];
    let program = [codes::ASSERTION_FAILED, codes::PROGRAM_ABORTED];
    let has = |among: &[Code]| errors().any(|code| among.contains(&code));
    Some(match (has(&limits), has(&program)) {
        (true, _) => Verdict::Limit,
        (_, true) => Verdict::Error,
        _ => Verdict::Undefined,
    })
}
