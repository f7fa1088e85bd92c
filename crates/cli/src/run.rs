//! `flowright run`

use crate::args::{RunArgs, Simulators};
use crate::console::{Console, Status};
use crate::guard::guarded;
use crate::interp::ending;
use crate::reference;
use base::text::counted;
use driver::interp::{Limits, Shown};
use driver::json::{Object, array};
use driver::kernel::clock::Critical;
use driver::kernel::compile::Kernel;
use driver::kernel::files::placement_name;
use driver::kernel::loops::LoopRate;
use driver::kernel::memory::{is_told, pairs};
use driver::kernel::promise::{Promise, number};
use driver::kernel::{FLOW, Level, Verdict};
use driver::run::{KernelRun, RunOutcome, hundredths};
use driver::{Input, Ran, ReadOptions, RunRequest};
use std::io::{self, Write};
use std::path::Path;
use std::time::Duration;

/// Runs the command.
pub fn main(console: &Console, arguments: RunArgs) -> Status {
    let input = match Input::read(&arguments.file) {
        Ok(input) => input,
        Err(diagnostic) => {
            let status = console.complain(diagnostic);
            let is_json = arguments.json && !arguments.reference;
            return if is_json {
                console.output(json(&[], None, &[], false).as_bytes(), status)
            } else {
                status
            };
        }
    };
    if arguments.reference {
        return reference::main(console, input, arguments);
    }
    let request = request(&input, &arguments);
    // What the program prints is part of the object.
    let mut printed = Vec::new();
    let mut stdout = Lines::new(io::BufWriter::new(io::stdout()));
    let output: &mut (dyn Write + Send) = if arguments.json { &mut printed } else { &mut stdout };
    let work = |progress: driver::Progress| {
        let outcome = driver::run(request, &mut *output, progress);
        // What was printed comes before what there is to say about it; a reader who has gone wants neither.
        drop(output.flush());
        outcome
    };
    let outcome = match guarded(console, Some(&input), work) {
        Ok(outcome) => outcome,
        Err(status) => return status,
    };
    console.report(&outcome.report);
    let status = status(console, &outcome);
    let text = match arguments.json {
        true => json(&outcome.kernels, outcome.program.as_ref(), &printed, outcome.is_answered),
        false if stdout.open => format!("\n{}", text(&outcome)),
        false => text(&outcome),
    };
    console.output(text.as_bytes(), status)
}

fn request(input: &Input, arguments: &RunArgs) -> RunRequest {
    RunRequest {
        input: input.clone(),
        read: ReadOptions {
            irdl_files: arguments.dialects.irdl_file.clone(),
            allow_unregistered: false,
            c: arguments.c.options(),
            is_c: is_c(&arguments.file),
        },
        top: arguments.kernel.top.clone(),
        args: arguments.args.clone(),
        seed: arguments.seed,
        limits: Limits {
            steps: arguments.max_steps,
            memory_bytes: arguments.max_memory,
            ..Limits::default()
        },
        compile: arguments.kernel.options(),
        levels: match arguments.sim {
            Simulators::Stream => vec![Level::Stream],
            Simulators::Elastic => vec![Level::Elastic],
            Simulators::Circuit => vec![Level::Circuit],
            Simulators::All => vec![Level::Stream, Level::Elastic, Level::Circuit],
        },
        max_cycles: arguments.max_cycles,
        watch_to_end: false,
        waves: arguments.waves.clone(),
        folder: arguments.output.clone(),
    }
}

/// Whether a file is C: all files are that are not called otherwise.
pub fn is_c(path: &Path) -> bool {
    path.extension().is_none_or(|extension| extension != "mlir")
}

/// 0 only if every call of every kernel was compared and gave the same; one that was not called is told of, and there is another.
fn status(console: &Console, outcome: &RunOutcome) -> Status {
    if !outcome.is_answered {
        return Status::Wrong;
    }
    let main = outcome.program.as_ref().map_or(Status::No, |ran| ending(console, ran));
    let is_fine = |kernel: &KernelRun| matches!(kernel.verdict, Verdict::Pass | Verdict::NotCalled);
    if outcome.kernels.iter().all(is_fine) { main } else { Status::No }
}

/// A table for each kernel.
fn text(outcome: &RunOutcome) -> String {
    let tables: Vec<String> = outcome.kernels.iter().map(table).collect();
    tables.join("\n")
}

fn table(run: &KernelRun) -> String {
    let mut rows = vec![("kernel", run.kernel.name.clone()), ("verdict", verdict(run))];
    if let Some(call) = &run.call {
        rows.extend(call.arguments.iter().map(|shown| ("given", short(shown))));
        if let Some(outcome) = &call.outcome {
            rows.extend(outcome.results.iter().map(|shown| ("result", short(shown))));
            rows.extend(outcome.arrays.iter().map(|shown| ("left", short(shown))));
        }
    }
    rows.push(("calls", run.calls.to_string()));
    if !run.cycles.is_empty() {
        rows.push(("cycles", cycles(run)));
    }
    rows.extend(loops(run));
    let size = run.kernel.size;
    let circuit = format!("{FLOW}, {}, {}", counted(size.units, "unit"), counted(size.channels, "channel"));
    rows.push(("circuit", circuit));
    rows.extend(memory(&run.kernel));
    rows.extend(banks(&run.kernel));
    let buffers = format!(
        "{} with {}, placed {}",
        counted(size.buffers, "buffer"),
        counted(size.slots, "slot"),
        placement_name(&run.kernel)
    );
    rows.push(("buffers", buffers));
    let clock = run.kernel.options.clock;
    rows.push((
        "clock",
        match &run.kernel.critical {
            Some(Critical { delay, path, missed, unknown }) => {
                let met = missed.map_or("met".to_string(), |why| format!("not met, as {why}"));
                let target = &run.kernel.options.target;
                let open = match unknown.as_slice() {
                    [] => String::new(),
                    units => format!("; it has no figure for the paths inside of {}", units.join(", ")),
                };
                let delay = number(*delay);
                format!("{clock} ns asked for, {met}: {delay} ns by the table of {target}: {path}{open}")
            }
            None => format!("{clock} ns asked for"),
        },
    ));
    let compiling = milliseconds(run.kernel.compiling + run.kernel.placing);
    rows.push(("time", format!("compiled in {compiling}, simulated in {}", milliseconds(run.simulating))));
    let width = rows.iter().map(|(name, _)| name.len()).max().unwrap_or(0) + 2;
    rows.into_iter().map(|(name, value)| format!("{name:<width$}{value}\n")).collect()
}

/// So many characters of a value are shown.
const SHOWN: usize = 60;

/// A value, whose name is left out where it has none; the end of a long one is cut off.
fn short(shown: &Shown) -> String {
    let Shown { name, ty, text, .. } = shown;
    let name = if name.is_empty() { String::new() } else { format!("{name} = ") };
    // Text of values is ASCII, and what stands between two of them is a comma.
    let text = match text.get(..SHOWN).and_then(|begin| begin.rfind(", ")) {
        Some(end) if text.len() > SHOWN => format!("{}, …", &text[..end]),
        _ => text.clone(),
    };
    format!("{name}{text} : {ty}")
}

fn verdict(run: &KernelRun) -> String {
    let levels: Vec<String> = run.levels.iter().map(Level::to_string).collect();
    let levels = if levels.len() > 1 { format!(" ({})", levels.join(", ")) } else { String::new() };
    let words = match run.verdict {
        Verdict::NotCalled => "the program never calls the kernel",
        Verdict::Pass => "the circuit gives what the program gives",
        Verdict::NoCircuit => {
            "units and channels give what the program gives, but no circuit can be made of them"
        }
        Verdict::Undefined => "the program itself does something undefined",
        Verdict::Limit => "the limit was reached before the end",
        Verdict::Deadlock => "the circuit stops before the end",
        Verdict::Error => "an error ended the run",
        Verdict::Mismatch => "the circuit gives something else than the program",
    };
    format!("{}: {words}{levels}", run.verdict.name())
}

/// So many calls are listed one by one.
const LISTED_CALLS: usize = 8;

fn cycles(run: &KernelRun) -> String {
    let total = run.total_cycles();
    match run.cycles.len() {
        1 => total.to_string(),
        2..=LISTED_CALLS => {
            let each: Vec<String> = run.cycles.iter().map(u64::to_string).collect();
            format!("{total} ({})", each.join(" + "))
        }
        _ => match (run.cycles.iter().min().unwrap_or(&0), run.cycles.iter().max().unwrap_or(&0)) {
            (least, most) if least == most => format!("{total} ({least} a call)"),
            (least, most) => format!("{total} (from {least} to {most} a call)"),
        },
    }
}

/// How accesses to memory are kept in order, where that is not known in advance.
fn memory(kernel: &Kernel) -> Vec<(&'static str, String)> {
    let why = kernel.memory.why.as_ref();
    let mut rows: Vec<(&'static str, String)> =
        why.map(|why| ("memory", format!("{}: {why}", kernel.memory.order.name()))).into_iter().collect();
    // Accesses on one line may have nothing that tells them apart.
    let mut told: Vec<(String, usize)> = Vec::new();
    for pair in pairs(kernel).iter().filter(|pair| is_told(pair)) {
        let [array, first, second, reason, order] =
            ["array", "first", "second", "reason", "order"].map(|name| pair.get(name));
        let words = format!("of `{array}`, {first} and {second}, by {order}: {reason}");
        match told.iter_mut().find(|(other, _)| *other == words) {
            Some((_, count)) => *count += 1,
            None => told.push((words, 1)),
        }
    }
    rows.extend(told.into_iter().map(|(words, count)| match count {
        1 => ("order", words),
        _ => ("order", format!("{words}; {count} such pairs")),
    }));
    for rest in pairs(kernel).iter().filter(|pair| pair.get("relation") == "left out") {
        let counts = [("unknown", "unknown"), ("unseen", "not looked at")];
        let some = counts.map(|(name, words)| (rest.get(name), words));
        let told: Vec<String> = some
            .into_iter()
            .filter(|(count, _)| *count != "0")
            .map(|(count, words)| format!(", {count} of them {words}"))
            .collect();
        if !told.is_empty() {
            rows.push((
                "order",
                format!("of `{}`: {}{}", rest.get("array"), rest.get("reason"), told.concat()),
            ));
        }
    }
    rows
}

/// Which arrays became several memories, and what each of these is.
fn banks(kernel: &Kernel) -> Vec<(&'static str, String)> {
    let why = kernel.banks.why.as_ref();
    let mut rows: Vec<(&'static str, String)> = why.map(|why| ("banks", why.clone())).into_iter().collect();
    for record in &kernel.banks.arrays {
        let [array, became, reason] = ["array", "became", "reason"].map(|name| record.get(name));
        rows.push(("array", format!("`{array}` is {became}: {reason}")));
    }
    for parameter in &kernel.parameters {
        if let Some(part) = &parameter.part {
            rows.push(("port", format!("`{}` of `{}`: {}", parameter.port, part.array, part.words())));
        }
    }
    rows
}

/// What there is to say of loops, each with the reason below it. Those on one line are told apart.
fn loops(run: &KernelRun) -> Vec<(&'static str, String)> {
    let on_line = |line: u32| run.loops.rates.iter().filter(|rate| rate.line == line).count();
    let seen = run.loops.watched.map(|cycles| format!(", in the first {cycles} cycles")).unwrap_or_default();
    let promises = run.promises.iter().map(Option::as_ref).chain(std::iter::repeat(None));
    let mut rows = Vec::new();
    for (rate, promise) in run.loops.rates.iter().zip(promises) {
        if rate.entries == 0 && run.loops.watched.is_none() {
            continue;
        }
        let column = if on_line(rate.line) > 1 { format!(":{}", rate.column) } else { String::new() };
        rows.push(("loop", format!("line {}{column}: {}{seen}", rate.line, rate_words(rate))));
        rows.extend(promise.map(|promise| ("", promise_words(promise))));
    }
    rows
}

fn promise_words(promise: &Promise) -> String {
    let Promise { period, bound, effect } = promise;
    let differs = effect.map_or(String::new(), |effect| format!("; the difference is {}", effect.words()));
    format!("{} promised, bound by {bound}{differs}", number(*period))
}

fn rate_words(rate: &LoopRate) -> String {
    if rate.entries == 0 {
        return "not reached".to_string();
    }
    let iterations = counted(rate.iterations, "iteration");
    let Some(all) = rate.distances else {
        let runs = counted(rate.entries, "run");
        return format!("{iterations} in {runs}");
    };
    let mean = hundredths(all.mean_hundredths());
    let every = match (all.least, all.most) {
        (1, 1) => "one every cycle".to_string(),
        (least, most) if least == most => format!("one every {least} cycles"),
        (least, most) => format!("one every {mean} cycles on average, {least} to {most}"),
    };
    format!("{iterations}, {every}")
}

fn milliseconds(time: Duration) -> String {
    format!("{:.1} ms", time.as_secs_f64() * 1e3)
}

/// One object with all kernels and what the program showed; of one kernel alone it has the fields, too. Without any kernel the run was refused.
fn json(kernels: &[KernelRun], program: Option<&Ran>, printed: &[u8], is_answered: bool) -> String {
    let status = program.and_then(|ran| ran.exit_status);
    let status = status.map_or("null".to_string(), |status| status.to_string());
    // Where something was refused there is no pass, whatever the rest gave.
    let worst = match kernels.iter().map(|kernel| kernel.verdict).max() {
        None => Verdict::Error,
        Some(Verdict::Pass) if !is_answered => Verdict::Error,
        Some(worst) => worst,
    };
    let total = |count: fn(&KernelRun) -> u64| kernels.iter().map(count).sum::<u64>().to_string();
    let together = || {
        Object::new()
            .text("verdict", worst.name())
            .raw("cycles", total(KernelRun::total_cycles))
            .raw("calls", total(|kernel| kernel.calls))
    };
    let object = match kernels {
        [alone] if alone.verdict == worst => alone.object(),
        _ => together(),
    };
    let object = object
        .raw("kernels", array(kernels.iter().map(|kernel| kernel.object().finish())))
        .text("output", &String::from_utf8_lossy(printed))
        .raw("status", status);
    object.finish() + "\n"
}

/// An output that knows whether its last line has ended.
pub struct Lines<W> {
    output: W,
    /// Whether the last line is still open.
    pub open: bool,
}

impl<W> Lines<W> {
    /// One that has nothing in it.
    pub fn new(output: W) -> Lines<W> {
        Lines { output, open: false }
    }
}

impl<W: Write> Write for Lines<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.output.write(bytes)?;
        if let Some(last) = bytes[..written].last() {
            self.open = *last != b'\n';
        }
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.output.flush()
    }
}
