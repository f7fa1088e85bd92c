//! `sim`: a circuit, simulated cycle by cycle.

use crate::Progress;
use crate::circuit::find_top;
use crate::files::{Input, reason, write_atomically};
use crate::load::{Loaded, ReadOptions, Report, read_module};
use crate::stimulus::{self, Random, Rows, Signal};
use ::sim::waves::WaveFormat;
use ::sim::{Observe, Port, Recorder, SimOptions, Simulator};
use base::text::{counted, nearest};
use base::{Bits, Diagnostic, Diagnostics, codes};
use ir::symbols::symbol_name;
use ir::{Ir, Op};
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

pub use ::sim::Backend;

/// What to simulate.
#[derive(Clone, Debug)]
pub struct SimRequest {
    /// The circuit.
    pub input: Input,
    /// How to read it.
    pub read: ReadOptions,
    /// The module to simulate; may be left out when there is only one that no other contains.
    pub top: Option<String>,
    /// Values of inputs for the whole run, as `name=value`. Inputs that nothing is said about are zero.
    pub set: Vec<String>,
    /// Values of all inputs for each cycle, as a file; the last ones stay.
    pub stimulus: Option<Input>,
    /// The seed of random inputs.
    pub seed: Option<u64>,
    /// How many cycles; without it as many as the stimulus has, else [`DEFAULT_CYCLES`].
    pub cycles: Option<u64>,
    /// Stop in the first cycle in which this output is not zero.
    pub until: Option<String>,
    /// Keep the outputs of every cycle, not only of the last.
    pub trace: bool,
    /// How to execute it.
    pub backend: Backend,
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
    /// The run; nothing when it could not be made.
    pub ran: Option<Simulated>,
    /// What there is to say.
    pub report: Report,
}

/// A simulation that was carried out.
pub struct Simulated {
    /// The module.
    pub top: String,
    /// How many cycles it took.
    pub cycles: u64,
    /// Whether the output that was waited for became other than zero; nothing when none was.
    pub reached: Option<bool>,
    /// Names and types of the inputs that are no clocks.
    pub inputs: Vec<(String, String)>,
    /// Names and types of the outputs.
    pub outputs: Vec<(String, String)>,
    /// Outputs in the last cycle.
    pub last: Vec<Bits>,
    /// Inputs and outputs in every cycle, if they were asked for.
    pub trace: Vec<(Vec<Bits>, Vec<Bits>)>,
    /// Operations of a cycle, counted over all instances.
    pub operations: u64,
    /// Whether machine code was executed.
    pub compiled: bool,
    /// From the text to the first cycle.
    pub set_up: Duration,
    /// All cycles.
    pub running: Duration,
}

/// Reads and verifies the circuit and simulates it.
pub fn sim(request: SimRequest, progress: Progress) -> SimOutcome {
    let begin = Instant::now();
    progress("parse");
    let Loaded { mut ir, module, mut diagnostics } = match read_module(&request.input, request.read) {
        Ok(loaded) => loaded,
        Err(report) => return SimOutcome { ran: None, report },
    };
    match execute(&mut ir, module, &request, &mut diagnostics, begin, progress) {
        Ok(ran) => SimOutcome { ran, report: Report { diagnostics, sources: ir.ctx.sources } },
        // What is wrong with another file points into that file.
        Err(report) => SimOutcome { ran: None, report },
    }
}

fn execute(
    ir: &mut Ir,
    root: Op,
    request: &SimRequest,
    diagnostics: &mut Diagnostics,
    begin: Instant,
    progress: Progress,
) -> Result<Option<Simulated>, Report> {
    let top = find_top(ir, root, request.top.as_deref())?;
    let name = symbol_name(ir, top).unwrap_or_default().to_string();
    let format = request.waves.as_deref().map(WaveFormat::from_path).transpose();
    let format = format.map_err(|why| Diagnostic::error(codes::WAVE_FORMAT, None, why.to_string()))?;
    progress(&format!("prepare @{name}"));
    if circuit::lower_fifo::lower_fifos(ir, root, diagnostics).is_err() {
        return Ok(None);
    }
    let observe = if format.is_some() { Observe::Names } else { Observe::Ports };
    let options = SimOptions { backend: request.backend, observe };
    let Some(mut simulator) = Simulator::new(ir, top, &options, diagnostics) else { return Ok(None) };
    let signals = signals(simulator.inputs());
    let inputs = Inputs::new(&signals, request)?;
    let until = match &request.until {
        Some(name) => {
            let names = simulator.outputs().iter().map(|port| &port.name[..]);
            Some(position("output", name, names)?)
        }
        None => None,
    };
    let mut recorder = match (&request.waves, format) {
        (Some(path), Some(format)) => {
            Some(Recorder::create(path, format, &simulator).map_err(|error| unwritten(path, &error))?)
        }
        _ => None,
    };
    let cycles = request.cycles.unwrap_or(match until {
        Some(_) => UNTIL_LIMIT,
        None if request.stimulus.is_some() => inputs.rows.len() as u64,
        None => DEFAULT_CYCLES,
    });
    progress(&format!("simulate @{name}"));
    let mut run =
        Run { inputs, until, trace: request.trace, record: request.record.is_some().then(Vec::new) };
    let set_up = begin.elapsed();
    let begin = Instant::now();
    let ran = run.all(&mut simulator, cycles, &mut recorder);
    let ran = ran.and_then(|ran| recorder.map_or(Ok(()), Recorder::finish).map(|()| ran));
    let path = request.waves.clone().unwrap_or_default();
    let (cycles, reached, trace) = ran.map_err(|error| unwritten(&path, &error))?;
    let running = begin.elapsed();
    if let (Some(path), Some(rows)) = (&request.record, &run.record) {
        write_atomically(path, stimulus::text(&signals, rows).as_bytes())?;
    }
    let name_and_type = |port: &Port| (port.name.clone(), port.ty.clone());
    Ok(Some(Simulated {
        top: name,
        cycles,
        reached,
        inputs: simulator.inputs().iter().filter(|port| !port.clock).map(name_and_type).collect(),
        outputs: simulator.outputs().iter().map(name_and_type).collect(),
        last: outputs(&mut simulator),
        trace,
        operations: simulator.program().operations(),
        compiled: simulator.is_compiled(),
        set_up,
        running,
    }))
}

fn unwritten(path: &Path, error: &io::Error) -> Diagnostic {
    let message = format!("cannot write `{}`: {}", path.display(), reason(error));
    Diagnostic::error(codes::UNWRITABLE_FILE, None, message)
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
    fn new(signals: &[Signal], request: &SimRequest) -> Result<Inputs, Report> {
        let rows = match &request.stimulus {
            Some(input) => stimulus::parse(input, signals)?,
            None => Rows::new(),
        };
        let set = request.set.iter().map(|setting| set(signals, setting)).collect::<Result<_, _>>()?;
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
fn set(signals: &[Signal], setting: &str) -> Result<(usize, Bits), Diagnostic> {
    let (name, value) = setting.split_once('=').ok_or_else(|| {
        let message = format!("`{setting}` does not say what an input is: write `NAME=VALUE`");
        Diagnostic::error(codes::BAD_STIMULUS, None, message)
    })?;
    let (name, value) = (name.trim(), value.trim());
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
struct Run {
    inputs: Inputs,
    until: Option<usize>,
    trace: bool,
    /// The inputs of all cycles, if they are to be kept.
    record: Option<Rows>,
}

/// How many cycles, whether what was waited for came, and inputs and outputs of every cycle.
type Ran = (u64, Option<bool>, Vec<(Vec<Bits>, Vec<Bits>)>);

impl Run {
    /// All cycles. The last one is not ended by an edge, so that its outputs can be looked at afterwards.
    fn all(
        &mut self,
        simulator: &mut Simulator,
        cycles: u64,
        recorder: &mut Option<Recorder>,
    ) -> io::Result<Ran> {
        let data: Vec<usize> =
            (0..simulator.inputs().len()).filter(|port| !simulator.inputs()[*port].clock).collect();
        let mut trace = Vec::new();
        for cycle in 0..cycles {
            if self.inputs.go_to(cycle) {
                let values = &self.inputs.present;
                data.iter().zip(values).for_each(|(port, value)| simulator.poke(*port, value));
            }
            if let Some(rows) = &mut self.record {
                rows.push(self.inputs.present.clone());
            }
            if let Some(recorder) = recorder {
                recorder.cycle(simulator)?;
            }
            if self.trace {
                trace.push((self.inputs.present.clone(), outputs(simulator)));
            }
            if self.until.is_some_and(|port| !simulator.peek(port).is_zero()) {
                return Ok((cycle + 1, Some(true), trace));
            }
            if cycle + 1 < cycles {
                simulator.step();
            }
        }
        simulator.settle();
        Ok((cycles, self.until.map(|_| false), trace))
    }
}
