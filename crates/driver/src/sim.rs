//! `sim`: a circuit, simulated cycle by cycle; of an elastic one ([`kernel`]) one activation.

use crate::Progress;
use crate::circuit::{find_top, keep_reachable};
use crate::files::{Input, reason};
use crate::load::{Loaded, ReadOptions, Report, read_module};
use crate::stimulus::{self, Random, Rows, Signal};
use ::sim::waves::WaveFormat;
use ::sim::{Observe, Port, Recorder, SimOptions, Simulator};
use base::text::{counted, nearest};
use base::{Bits, Diagnostic, Diagnostics, OutputFile, codes};
use ir::symbols::symbol_name;
use ir::{Ir, Op};
use std::io::{self, BufWriter, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

pub use ::sim::Backend;

mod kernel;

pub use kernel::SimulatedKernel;

/// What to simulate.
#[derive(Clone, Debug)]
pub struct SimRequest {
    /// The circuit, of `hw` or elastic.
    pub input: Input,
    /// How to read it.
    pub read: ReadOptions,
    /// The module to simulate; may be left out when there is only one that no other contains.
    pub top: Option<String>,
    /// Values of inputs for the whole run, as `name=value`. Inputs that nothing is said about are zero.
    pub set: Vec<String>,
    /// Values of all inputs for each cycle, as a file; the last ones stay.
    pub stimulus: Option<Input>,
    /// The arguments of an elastic circuit, as text.
    pub args: Option<String>,
    /// The seed of random inputs, or of random arguments.
    pub seed: Option<u64>,
    /// How many cycles; without it as many as the stimulus has, else [`DEFAULT_CYCLES`]. An elastic circuit takes at most so many.
    pub cycles: Option<u64>,
    /// Stop in the first cycle in which this output is not zero.
    pub until: Option<String>,
    /// How to execute it, if that is said: else compiled.
    pub backend: Option<Backend>,
    /// Where to write waves to.
    pub waves: Option<PathBuf>,
    /// Where to write the inputs of all cycles to, as a stimulus.
    pub record: Option<PathBuf>,
}

/// Cycles of a run that says nothing about them.
pub const DEFAULT_CYCLES: u64 = 10;

/// Cycles within which an output must become other than zero when nothing else is said.
pub const UNTIL_LIMIT: u64 = 1_000_000;

/// What came of it.
pub struct SimOutcome {
    /// The run; nothing when it could not be made, or the circuit is elastic.
    pub ran: Option<Simulated>,
    /// The run of an elastic circuit; nothing when it could not be made, or the circuit is none.
    pub kernel: Option<SimulatedKernel>,
    /// What there is to say.
    pub report: Report,
}

/// What a simulated module looks like from outside.
pub struct Interface {
    /// The module.
    pub top: String,
    /// Names and types of the inputs that are no clocks.
    pub inputs: Vec<(String, String)>,
    /// Names and types of the outputs.
    pub outputs: Vec<(String, String)>,
}

/// Somebody who is told what a circuit does while it does it. A run may be longer than memory, so nothing is kept of its cycles.
/// Each answer says whether to go on.
pub trait Trace {
    /// The run begins.
    fn begin(&mut self, interface: &Interface) -> ControlFlow<()>;
    /// The inputs and the outputs of the next cycle.
    fn cycle(&mut self, inputs: &[Bits], outputs: &[Bits]) -> ControlFlow<()>;
}

/// A simulation that was carried out.
pub struct Simulated {
    /// What was simulated.
    pub interface: Interface,
    /// How many cycles it took.
    pub cycles: u64,
    /// Whether the output that was waited for became other than zero; nothing when none was.
    pub reached: Option<bool>,
    /// Outputs in the last cycle.
    pub last: Vec<Bits>,
    /// Operations of a cycle, counted over all instances.
    pub operations: u64,
    /// Whether machine code was executed.
    pub compiled: bool,
    /// From the text to the first cycle.
    pub set_up: Duration,
    /// All cycles.
    pub running: Duration,
}

/// Reads and verifies the circuit and simulates it; `trace` is told of every cycle.
pub fn sim(request: SimRequest, trace: Option<&mut (dyn Trace + Send)>, progress: Progress) -> SimOutcome {
    let begin = Instant::now();
    progress("parse");
    let Loaded { mut ir, module, mut diagnostics } = match read_module(&request.input, &request.read) {
        Ok(loaded) => loaded,
        Err(report) => return SimOutcome { ran: None, kernel: None, report },
    };
    let elastic = kernel::find(&ir, module, request.top.as_deref());
    // A name that nothing has is the mistake, whatever else is said.
    let nameless = match (elastic, request.top.as_deref()) {
        (None, Some(top)) => find_top(&ir, module, Some(top)).err(),
        _ => None,
    };
    let wrong = nameless.or_else(|| idle_option(&request, trace.is_some(), elastic.is_some()));
    if let Some(diagnostic) = wrong {
        diagnostics.push(diagnostic);
        let report = Report { diagnostics, sources: ir.ctx.sources };
        return SimOutcome { ran: None, kernel: None, report };
    }
    if let Some(func) = elastic {
        let ran = kernel::simulate(ir.clone(), module, func, &request, &mut diagnostics, progress);
        let kernel = ran.map_err(|more| diagnostics.extend(more)).ok();
        return SimOutcome { ran: None, kernel, report: Report { diagnostics, sources: ir.ctx.sources } };
    }
    match execute(&mut ir, module, &request, trace, &mut diagnostics, begin, progress) {
        Ok(ran) => SimOutcome { ran, kernel: None, report: Report { diagnostics, sources: ir.ctx.sources } },
        // What is wrong with another file points into that file.
        Err(report) => SimOutcome { ran: None, kernel: None, report },
    }
}

/// An option that does nothing for this kind of circuit is a mistake.
fn idle_option(request: &SimRequest, trace: bool, is_elastic: bool) -> Option<Diagnostic> {
    let elastic = [
        ("--set", !request.set.is_empty(), "an elastic circuit is given arguments, with `--args`"),
        ("--stimulus", request.stimulus.is_some(), "an elastic circuit is given arguments, with `--args`"),
        ("--until", request.until.is_some(), "an elastic circuit runs to its end"),
        ("--trace", trace, "what happens on channels is shown by `--waves`"),
        ("--record", request.record.is_some(), "what happens on channels is shown by `--waves`"),
        ("--execution", request.backend.is_some(), "there is one way to execute units and channels"),
    ];
    let hw = [("--args", request.args.is_some(), "a circuit has inputs in every cycle, and no arguments")];
    let options = if is_elastic { &elastic[..] } else { &hw };
    let (option, _, why) = options.iter().find(|(_, is_given, _)| *is_given)?;
    let message = format!("`{option}` says nothing here: {why}");
    Some(Diagnostic::error(codes::BAD_ARGUMENT, None, message))
}

fn execute(
    ir: &mut Ir,
    root: Op,
    request: &SimRequest,
    trace: Option<&mut (dyn Trace + Send)>,
    diagnostics: &mut Diagnostics,
    begin: Instant,
    progress: Progress,
) -> Result<Option<Simulated>, Report> {
    let top = find_top(ir, root, request.top.as_deref())?;
    keep_reachable(ir, root, top);
    let name = symbol_name(ir, top).unwrap_or_default().to_string();
    let format = request.waves.as_deref().map(WaveFormat::from_path).transpose();
    let format = format.map_err(|why| Diagnostic::error(codes::WAVE_FORMAT, None, why.to_string()))?;
    progress(&format!("prepare @{name}"));
    if circuit::lower_fifo::lower_fifos(ir, root, diagnostics).is_err() {
        return Ok(None);
    }
    let observe = if format.is_some() { Observe::Names } else { Observe::Ports };
    let options = SimOptions { backend: request.backend.unwrap_or(Backend::Compiled), observe };
    let Some(mut simulator) = Simulator::new(ir, top, &options, diagnostics) else { return Ok(None) };
    let signals = signals(simulator.inputs());
    let inputs = Inputs::new(simulator.inputs(), &signals, request)?;
    let until = match &request.until {
        Some(name) => {
            let names = simulator.outputs().iter().map(|port| &port.name[..]);
            Some(position("output", name, names)?)
        }
        None => None,
    };
    let waves = match (request.waves.as_deref(), format) {
        (Some(path), Some(format)) => Some(written(path, Recorder::create(path, format, &simulator))?),
        _ => None,
    };
    let record = match request.record.as_deref() {
        Some(path) => Some(written(path, begin_record(path, &signals))?),
        None => None,
    };
    let cycles = request.cycles.unwrap_or(match until {
        Some(_) => UNTIL_LIMIT,
        None if request.stimulus.is_some() => inputs.rows.len() as u64,
        None => DEFAULT_CYCLES,
    });
    progress(&format!("simulate @{name}"));
    let name_and_type = |port: &Port| (port.name.clone(), port.ty.clone());
    let interface = Interface {
        top: name,
        inputs: simulator.inputs().iter().filter(|port| !port.clock).map(name_and_type).collect(),
        outputs: simulator.outputs().iter().map(name_and_type).collect(),
    };
    let set_up = begin.elapsed();
    let begin = Instant::now();
    let (cycles, reached) =
        Run { inputs, until, trace, waves, record }.all(&mut simulator, cycles, &interface)?;
    let running = begin.elapsed();
    Ok(Some(Simulated {
        interface,
        cycles,
        reached,
        last: outputs(&mut simulator),
        operations: simulator.program().operations(),
        compiled: simulator.is_compiled(),
        set_up,
        running,
    }))
}

/// What came of writing to a file, with its path.
fn written<T>(path: &Path, result: io::Result<T>) -> Result<(&Path, T), Diagnostic> {
    result.map(|value| (path, value)).map_err(|error| {
        let message = format!("cannot write `{}`: {}", path.display(), reason(&error));
        Diagnostic::error(codes::UNWRITABLE_FILE, None, message)
    })
}

/// Begins a file of inputs.
fn begin_record(path: &Path, signals: &[Signal]) -> io::Result<BufWriter<OutputFile>> {
    let mut file = BufWriter::new(OutputFile::create(path)?);
    file.write_all(stimulus::header(signals).as_bytes())?;
    Ok(file)
}

/// The position of a port, by its name.
fn position<'a>(
    what: &str,
    name: &str,
    names: impl Iterator<Item = &'a str> + Clone,
) -> Result<usize, Diagnostic> {
    names.clone().position(|known| known == name).ok_or_else(|| {
        let error = Diagnostic::error(codes::NO_SUCH_PORT, None, format!("there is no {what} `{name}`"));
        match (nearest(name, names.clone()), names.clone().next()) {
            (Some(near), _) => error.hint(format!("there is `{near}`")),
            (None, Some(_)) => {
                let some: Vec<String> = names.clone().take(20).map(|name| format!("`{name}`")).collect();
                error.hint(format!("there is {}", some.join(", ")))
            }
            (None, None) => error,
        }
    })
}

/// The inputs that want values.
fn signals(ports: &[Port]) -> Vec<Signal> {
    let data = ports.iter().filter(|port| !port.clock);
    data.map(|port| Signal { name: port.name.clone(), width: port.width }).collect()
}

/// The values of inputs: for each cycle one for each input that is no clock.
struct Inputs {
    /// Those of the first cycles; the last ones stay.
    rows: Rows,
    /// Those of all cycles, if they are random.
    random: Option<Random>,
    /// What inputs are in all cycles, whatever else is said.
    set: Vec<(usize, Bits)>,
    /// Those of the present cycle.
    present: Vec<Bits>,
}

impl Inputs {
    fn new(ports: &[Port], signals: &[Signal], request: &SimRequest) -> Result<Inputs, Report> {
        let rows = match &request.stimulus {
            Some(input) => stimulus::parse(input, signals)?,
            None => Rows::new(),
        };
        let set = request.set.iter().map(|setting| set(ports, signals, setting)).collect::<Result<_, _>>()?;
        let present = signals.iter().map(|signal| Bits::zero(signal.width)).collect();
        Ok(Inputs { rows, random: request.seed.map(|seed| Random::new(signals, seed)), set, present })
    }

    /// Goes on to a cycle; says whether anything may be different in it.
    fn go_to(&mut self, cycle: u64) -> bool {
        match (&mut self.random, self.rows.get(cycle as usize)) {
            (Some(random), _) => self.present = random.row(),
            (None, Some(row)) => self.present.clone_from(row),
            (None, None) if cycle == 0 => {}
            (None, None) => return false,
        }
        self.set.iter().for_each(|(at, value)| self.present[*at] = value.clone());
        true
    }
}

/// Which input a setting is about, and what it is to be.
fn set(ports: &[Port], signals: &[Signal], setting: &str) -> Result<(usize, Bits), Diagnostic> {
    let (name, value) = setting.split_once('=').ok_or_else(|| {
        let message = format!("`{setting}` does not say what an input is: write `NAME=VALUE`");
        Diagnostic::error(codes::BAD_STIMULUS, None, message)
    })?;
    let (name, value) = (name.trim(), value.trim());
    if ports.iter().any(|port| port.clock && port.name == name) {
        let message = format!("input `{name}` is a clock, which rises at the end of every cycle");
        let hint = "leave it out; `--cycles` says how often it rises";
        return Err(Diagnostic::error(codes::BAD_STIMULUS, None, message).hint(hint));
    }
    let at = position("input", name, signals.iter().map(|signal| &signal.name[..]))?;
    let width = signals[at].width;
    let value = Bits::parse(width, value).map_err(|why| {
        let message = format!("`{value}` for `{name}` of {}: {why}", counted(width, "bit"));
        Diagnostic::error(codes::BAD_STIMULUS, None, message)
    })?;
    Ok((at, value))
}

fn outputs(simulator: &mut Simulator) -> Vec<Bits> {
    (0..simulator.outputs().len()).map(|port| simulator.peek(port)).collect()
}

/// What a run does in each cycle.
struct Run<'a, 't> {
    inputs: Inputs,
    until: Option<usize>,
    trace: Option<&'t mut (dyn Trace + Send)>,
    /// Files that are written, with their paths.
    waves: Option<(&'a Path, Recorder)>,
    record: Option<(&'a Path, BufWriter<OutputFile>)>,
}

impl Run<'_, '_> {
    /// All cycles: how many there were, and whether what was waited for came. The last one is not ended by an edge, so that its outputs
    /// can be looked at afterwards.
    fn all(
        mut self,
        simulator: &mut Simulator,
        cycles: u64,
        interface: &Interface,
    ) -> Result<(u64, Option<bool>), Diagnostic> {
        let data: Vec<usize> =
            (0..simulator.inputs().len()).filter(|port| !simulator.inputs()[*port].clock).collect();
        let mut goes_on = self.trace.as_mut().is_none_or(|trace| trace.begin(interface).is_continue());
        let (mut done, mut reached) = (0, self.until.map(|_| false));
        while goes_on && done < cycles && reached != Some(true) {
            if done > 0 {
                simulator.step();
            }
            if self.inputs.go_to(done) {
                let values = &self.inputs.present;
                data.iter().zip(values).for_each(|(port, value)| simulator.poke(*port, value));
            }
            goes_on = self.observe(simulator)?;
            if let Some(port) = self.until {
                reached = Some(!simulator.peek(port).is_zero());
            }
            done += 1;
        }
        simulator.settle();
        if let Some((path, waves)) = self.waves {
            written(path, waves.finish())?;
        }
        if let Some((path, record)) = self.record {
            let file = record.into_inner().map_err(|error| error.into_error());
            written(path, file.and_then(OutputFile::commit))?;
        }
        Ok((done, reached))
    }

    /// Hands on what there is to see in a cycle; says whether to go on.
    fn observe(&mut self, simulator: &mut Simulator) -> Result<bool, Diagnostic> {
        let inputs = &self.inputs.present;
        if let Some((path, record)) = &mut self.record {
            written(path, record.write_all(stimulus::line(inputs).as_bytes()))?;
        }
        if let Some((path, waves)) = &mut self.waves {
            written(path, waves.cycle(simulator))?;
        }
        Ok(match &mut self.trace {
            Some(trace) => trace.cycle(inputs, &outputs(simulator)).is_continue(),
            None => true,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Keeps what it is told, and has seen enough after some cycles.
    struct Kept {
        top: String,
        cycles: Vec<(u64, u64)>,
        enough: usize,
    }

    impl Trace for Kept {
        fn begin(&mut self, interface: &Interface) -> ControlFlow<()> {
            self.top = interface.top.clone();
            ControlFlow::Continue(())
        }

        fn cycle(&mut self, inputs: &[Bits], outputs: &[Bits]) -> ControlFlow<()> {
            self.cycles.push((inputs[0].low_u64(), outputs[0].low_u64()));
            if self.cycles.len() < self.enough { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        }
    }

    fn run(cycles: u64, enough: usize, record: Option<PathBuf>) -> (Kept, Simulated) {
        let text = "hw.module @m(in %clk : !seq.clock, in %x : i8, out sum : i8) {
              %next = comb.add %sum, %x : i8
              %sum = seq.compreg %next, %clk : i8
              hw.output %sum : i8
            }";
        let request = SimRequest {
            input: Input::new("m.mlir", text),
            read: ReadOptions::default(),
            top: None,
            set: Vec::new(),
            stimulus: Some(Input::new("x.csv", "x\n3\n4\n")),
            args: None,
            seed: None,
            cycles: Some(cycles),
            until: None,
            backend: Some(Backend::Interpreted),
            waves: None,
            record,
        };
        let mut kept = Kept { top: String::new(), cycles: Vec::new(), enough };
        let outcome = sim(request, Some(&mut kept), &|_| {});
        (kept, outcome.ran.expect("a circuit that runs"))
    }

    #[test]
    fn a_trace_sees_cycles_as_they_come_and_may_stop_the_run() {
        let (kept, ran) = run(4, 100, None);
        assert_eq!((&kept.top[..], ran.cycles), ("m", 4));
        assert_eq!(kept.cycles, [(3, 0), (4, 3), (4, 7), (4, 11)]);
        assert_eq!(ran.last[0].low_u64(), 11);
        // Nobody could wait for the end of this one.
        let (kept, ran) = run(u64::MAX, 3, None);
        assert_eq!((kept.cycles.len(), ran.cycles), (3, 3));
    }

    #[test]
    fn inputs_are_recorded_as_a_stimulus() {
        let path = std::env::temp_dir().join(format!("flowright-record-{}.csv", std::process::id()));
        run(3, 100, Some(path.clone()));
        let text = std::fs::read_to_string(&path).expect("it was written");
        std::fs::remove_file(&path).expect("it is there");
        assert_eq!(text, "x\n0x3\n0x4\n0x4\n");
    }
}
