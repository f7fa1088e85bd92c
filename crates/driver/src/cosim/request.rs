//! The request: a circuit through our simulator, Verilator and Icarus, with one stimulus; or a kernel, with the calls of its program.

use super::kernel::{cosim_program, is_program};
use super::{Bench, Design, Difference, Engine, Kind, Port, Trace, compare};
use crate::Progress;
use crate::circuit::{find_top, keep_reachable};
use crate::files::{Input, reason};
use crate::load::{Loaded, ReadOptions, Report, read_module};
use crate::stimulus::{self, Signal};
use ::sim::{Backend, SimOptions, Simulator};
use base::{Bits, Diagnostic, Diagnostics, codes};
use dialects::{hw, seq};
use ir::symbols::{rename, symbol_name, unique_name};
use ir::{Ir, Op};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// How long a step of an external simulator may take.
const LIMIT: Duration = Duration::from_secs(1800);

/// So many bits are held for the values of all ports in all cycles...
const MAX_BITS: u64 = 1 << 33;

/// ...with so many for a value besides its own.
const BITS_A_VALUE: u64 = 256;

/// Cycles of random values when nothing is said about them.
const DEFAULT_CYCLES: usize = 100;

/// What to compare.
#[derive(Clone, Debug)]
pub struct CosimRequest {
    /// The circuit, or a program with a kernel.
    pub input: Input,
    /// How to read it.
    pub read: ReadOptions,
    /// The module to simulate; may be left out when there is only one that no other contains. Of a program the kernel.
    pub top: Option<String>,
    /// The arguments of a kernel that no test bench calls, as text.
    pub args: Option<String>,
    /// What to do to it, as a file; without it random values.
    pub stimulus: Option<Input>,
    /// How many cycles of random values, if that is said.
    pub cycles: Option<usize>,
    /// The seed of random values.
    pub seed: u64,
    /// Whom to compare with.
    pub engines: Vec<Engine>,
    /// Where the bench is written and kept; without it in a folder that goes.
    pub keep: Option<PathBuf>,
}

/// What came of it.
pub struct CosimOutcome {
    /// The comparison; nothing when it could not be made.
    pub compared: Option<Compared>,
    /// What there is to say.
    pub report: Report,
}

/// A comparison that was made.
pub struct Compared {
    /// The module.
    pub top: String,
    /// How many cycles were run.
    pub cycles: usize,
    /// Of a kernel, how many calls there were, and the cycles of all of them; the others are the reset.
    pub calls: Option<(u64, u64)>,
    /// How many outputs were compared in each.
    pub outputs: usize,
    /// What each engine says.
    pub verdicts: Vec<(Engine, Verdict)>,
}

/// Whether an engine agrees with our simulator.
pub enum Verdict {
    /// In every output of every cycle.
    Equal,
    /// It does not; this is the first difference.
    Different(Difference),
    /// Some bits of an output are neither zero nor one.
    Unknown(String),
}

/// Reads and verifies the circuit, runs it everywhere and compares.
pub fn cosim(mut request: CosimRequest, progress: Progress) -> CosimOutcome {
    progress("parse");
    request.read.c.lower.needs_kernel = true;
    if let Some(top) = &request.top {
        request.read.c.lower.top.push(top.strip_prefix('@').unwrap_or(top).to_string());
    }
    let Loaded { ir, module, mut diagnostics } = match read_module(&request.input, &request.read) {
        Ok(loaded) => loaded,
        Err(report) => return CosimOutcome { compared: None, report },
    };
    let is_program = is_program(&ir, module);
    if let Some(diagnostic) = idle_option(&request, is_program) {
        diagnostics.push(diagnostic);
        return CosimOutcome { compared: None, report: Report { diagnostics, sources: ir.ctx.sources } };
    }
    if is_program {
        let compared = cosim_program(&ir, module, &request, &mut diagnostics, progress);
        return CosimOutcome { compared, report: Report { diagnostics, sources: ir.ctx.sources } };
    }
    match execute(ir.clone(), module, &request, &mut diagnostics, progress) {
        Ok(compared) => CosimOutcome { compared, report: Report { diagnostics, sources: ir.ctx.sources } },
        // What is wrong with another file points into that file.
        Err(report) => CosimOutcome { compared: None, report },
    }
}

/// An option that does nothing for this kind of input is a mistake.
fn idle_option(request: &CosimRequest, is_program: bool) -> Option<Diagnostic> {
    let (option, why) = match is_program {
        true if request.cycles.is_some() => ("--cycles", "a kernel is given inputs by its program"),
        true if request.stimulus.is_some() => ("--stimulus", "a kernel is given inputs by its program"),
        false if request.args.is_some() => {
            ("--args", "a circuit has inputs in every cycle, and no arguments")
        }
        _ => return None,
    };
    let message = format!("`{option}` says nothing here: {why}");
    Some(Diagnostic::error(codes::BAD_ARGUMENT, None, message))
}

fn execute(
    mut ir: Ir,
    root: Op,
    request: &CosimRequest,
    diagnostics: &mut Diagnostics,
    progress: Progress,
) -> Result<Option<Compared>, Report> {
    let top = find_top(&ir, root, request.top.as_deref())?;
    keep_reachable(&mut ir, root, top);
    let name = symbol_name(&ir, top).unwrap_or_default().to_string();
    progress(&format!("simulate @{name}"));
    if circuit::lower_fifo::lower_fifos(&mut ir, root, diagnostics).is_err() {
        return Ok(None);
    }
    let Some(mut simulator) = simulator(&ir, top, Backend::Compiled, diagnostics) else { return Ok(None) };
    let ports = ports(&ir, top, &simulator);
    let signals = inputs(&ports);
    let rows = match &request.stimulus {
        Some(input) => stimulus::parse(input, &signals)?,
        None => {
            let cycles = request.cycles.unwrap_or(DEFAULT_CYCLES);
            check_cycles(&ports, cycles)?;
            stimulus::random(&signals, cycles, request.seed)
        }
    };
    if rows.is_empty() {
        let message = "there is no cycle to compare in";
        return Err(Diagnostic::error(codes::BAD_STIMULUS, None, message).into());
    }
    let ours = trace(&mut simulator, &rows);
    let Some(design) = design(ir, root, top, "dut_", ports, rows, diagnostics) else { return Ok(None) };
    let compared = compared(&design, &ours, &name, &request.engines, request.keep.as_deref(), progress);
    Ok(compared.map_err(|diagnostic| diagnostics.push(diagnostic)).ok())
}

/// Runs a design everywhere and compares with what our simulator said.
pub(super) fn compared(
    design: &Design,
    ours: &Trace,
    name: &str,
    engines: &[Engine],
    keep: Option<&Path>,
    progress: Progress,
) -> Result<Compared, Diagnostic> {
    let signals = inputs(&design.ports);
    let theirs = in_folder(keep, |folder| run(design, &signals, folder, engines, progress))?;
    let verdict = |theirs: Result<Trace, String>| match theirs {
        Err(why) => Verdict::Unknown(why),
        Ok(theirs) => match compare(&design.ports, ours, &theirs) {
            Some(difference) => Verdict::Different(difference),
            None => Verdict::Equal,
        },
    };
    let verdicts = engines.iter().copied().zip(theirs.into_iter().map(verdict)).collect();
    let outputs = design.ports.iter().filter(|port| port.kind == Kind::Output).count();
    Ok(Compared { top: name.to_string(), cycles: ours.len(), calls: None, outputs, verdicts })
}

/// Refuses more cycles than can be compared: the values of all ports in all cycles are held at once.
fn check_cycles(ports: &[Port], cycles: usize) -> Result<(), Diagnostic> {
    let bits = ports.iter().map(|port| u64::from(port.width) + BITS_A_VALUE).sum::<u64>().max(BITS_A_VALUE);
    let most = MAX_BITS / bits;
    if cycles as u64 <= most {
        return Ok(());
    }
    let message = format!("{cycles} cycles are too many to compare; for this circuit there may be {most}");
    Err(Diagnostic::error(codes::BAD_STIMULUS, None, message).hint("compare fewer, with several seeds"))
}

/// What each engine makes of a design.
fn run(
    design: &Design,
    signals: &[Signal],
    folder: &Path,
    engines: &[Engine],
    progress: Progress,
) -> Result<Vec<Result<Trace, String>>, Diagnostic> {
    let failed = |why: String| Diagnostic::error(codes::TOOL_FAILED, None, why);
    let unwritable = |error: &std::io::Error| {
        let message = format!("cannot write to `{}`: {}", folder.display(), reason(error));
        Diagnostic::error(codes::UNWRITABLE_FILE, None, message)
    };
    let text = stimulus::text(signals, &design.stimulus);
    std::fs::write(folder.join("stimulus.csv"), text).map_err(|error| unwritable(&error))?;
    let bench = Bench::new(std::slice::from_ref(design), folder, LIMIT).map_err(failed)?;
    let mut traces = Vec::new();
    for engine in engines {
        progress(&format!("run {engine}"));
        let failed = |why: String| match engine.is_installed() {
            true => failed(why),
            false => failed(why).hint(format!("install {engine}, or compare with {} only", engine.other())),
        };
        traces.extend(bench.run(*engine).map_err(failed)?);
    }
    Ok(traces)
}

/// Gives a folder to work in: the one to keep, or one that is removed afterwards.
fn in_folder<T>(
    keep: Option<&Path>,
    work: impl FnOnce(&Path) -> Result<T, Diagnostic>,
) -> Result<T, Diagnostic> {
    let made = |path: &Path| {
        std::fs::create_dir_all(path).map_err(|error| {
            let message = format!("cannot make the folder `{}`: {}", path.display(), reason(&error));
            Diagnostic::error(codes::UNWRITABLE_FILE, None, message)
        })
    };
    if let Some(folder) = keep {
        made(folder)?;
        // What is built there is run from there, so that a path from here would lead nowhere.
        let folder = std::fs::canonicalize(folder).unwrap_or_else(|_| folder.to_path_buf());
        return work(&folder);
    }
    let folder = Scratch::new().map_err(|error| {
        let message = format!("cannot make a folder for temporary files: {}", reason(&error));
        Diagnostic::error(codes::UNWRITABLE_FILE, None, message)
    })?;
    work(&folder.0).map_err(|diagnostic| match diagnostic.code {
        codes::TOOL_FAILED if diagnostic.hint.is_none() => diagnostic.hint("`--keep DIR` keeps the files"),
        _ => diagnostic,
    })
}

/// A folder of our own that goes with everything in it.
pub struct Scratch(pub PathBuf);

impl Scratch {
    /// A new folder in the system's folder for temporary files.
    pub fn new() -> std::io::Result<Scratch> {
        for number in 0..1000 {
            let path = std::env::temp_dir().join(format!("flowright-cosim-{}-{number}", std::process::id()));
            match std::fs::create_dir(&path) {
                Ok(()) => return Ok(Scratch(path)),
                Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => {}
                Err(error) => return Err(error),
            }
        }
        Err(std::io::Error::other("every name for a new folder is in use"))
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        // A folder that stays behind does no harm.
        drop(std::fs::remove_dir_all(&self.0));
    }
}

/// Our simulator for a module.
pub fn simulator(ir: &Ir, top: Op, backend: Backend, diagnostics: &mut Diagnostics) -> Option<Simulator> {
    let options = SimOptions { backend, ..SimOptions::default() };
    Simulator::new(ir, top, &options, diagnostics)
}

/// The ports of a module as the bench sees them; which of them are clocks, the simulator knows.
pub fn ports(ir: &Ir, top: Op, simulator: &Simulator) -> Vec<Port> {
    let (mut inputs, mut outputs) = (simulator.inputs().iter(), simulator.outputs().iter());
    let port = |port: hw::Port| {
        let (kind, known) = match port.dir {
            hw::Dir::Out => (Kind::Output, outputs.next()),
            hw::Dir::In | hw::Dir::InOut => (Kind::Input, inputs.next()),
        };
        let known = known.expect("the simulator has the ports of its module");
        let kind = if known.clock { Kind::Clock } else { kind };
        Port { name: known.name.clone(), width: known.width, kind }
    };
    hw::ports(ir, top).into_iter().map(port).collect()
}

/// The inputs that a stimulus has values for.
pub fn inputs(ports: &[Port]) -> Vec<Signal> {
    let inputs = ports.iter().filter(|port| port.kind == Kind::Input);
    inputs.map(|port| Signal { name: port.name.clone(), width: port.width }).collect()
}

/// What our simulator says of a stimulus.
pub fn trace(simulator: &mut Simulator, rows: &[Vec<Bits>]) -> Trace {
    let positions: Vec<usize> =
        (0..simulator.inputs().len()).filter(|at| !simulator.inputs()[*at].clock).collect();
    let mut trace = Trace::with_capacity(rows.len());
    for row in rows {
        for (at, value) in positions.iter().zip(row) {
            simulator.poke(*at, value);
        }
        trace.push((0..simulator.outputs().len()).map(|at| simulator.peek(at)).collect());
        simulator.step();
    }
    trace
}

/// A module and all it contains as SystemVerilog, with names of modules that begin with a prefix of their own.
pub fn design(
    mut ir: Ir,
    root: Op,
    top: Op,
    prefix: &str,
    ports: Vec<Port>,
    stimulus: Vec<Vec<Bits>>,
    diagnostics: &mut Diagnostics,
) -> Option<Design> {
    rename_modules(&mut ir, root, prefix);
    let files =
        memory_files(&mut ir, root, prefix).map_err(|diagnostic| diagnostics.push(diagnostic)).ok()?;
    let module = symbol_name(&ir, top)?.to_string();
    let verilog = circuit::verilog::write(&ir, root, diagnostics)?;
    Some(Design { module, verilog, files, ports, stimulus })
}

/// The files that memories begin with, under names for the folder of the bench, which the memories are given.
fn memory_files(ir: &mut Ir, root: Op, prefix: &str) -> Result<Vec<(String, Vec<u8>)>, Diagnostic> {
    let mut files = Vec::new();
    for op in ir.walk(root) {
        let Some(init) = seq::memory(ir, op).and_then(|memory| memory.init) else { continue };
        let bytes = std::fs::read(init.file).map_err(|error| {
            let message = format!("cannot read `{}`: {}", init.file, reason(&error));
            Diagnostic::error(codes::MEMORY_FILE, ir.ctx.span(ir.loc(op)), message)
        })?;
        let (is_binary, is_inline) = (init.is_binary, init.is_inline);
        let name = format!("{prefix}memory_{}", files.len());
        let attr = seq::memory_init_attr(&mut ir.ctx, seq::MemoryInit { file: &name, is_binary, is_inline });
        ir.set_attr(op, "init", Some(attr));
        files.push((name, bytes));
    }
    Ok(files)
}

/// Gives every module a name that begins with a prefix and is a name in SystemVerilog as it stands.
pub fn rename_modules(ir: &mut Ir, root: Op, prefix: &str) {
    let modules: Vec<Op> = ir.walk(root).into_iter().filter(|op| hw::is_module(ir, *op)).collect();
    let mut taken = BTreeSet::new();
    let mut names = Vec::new();
    for module in &modules {
        let old = symbol_name(ir, *module).unwrap_or_default();
        let plain = |c: char| if c.is_ascii_alphanumeric() { c } else { '_' };
        let wanted: String = prefix.chars().chain(old.chars().map(plain)).collect();
        let mut new = wanted.clone();
        let mut number = 0;
        // Some tools take upper and lower case for the same.
        while !taken.insert(new.to_lowercase()) {
            new = format!("{wanted}_{number}");
            number += 1;
        }
        names.push(new);
    }
    // A new name may be the old one of a module that comes later, so that all get out of the way first.
    for module in &modules {
        let away = unique_name(ir, root, "renamed");
        rename(ir, root, *module, &away);
    }
    for (module, name) in modules.iter().zip(&names) {
        rename(ir, root, *module, name);
    }
}
