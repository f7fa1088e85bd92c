//! Co-simulation of a kernel: every call that the program makes, carried out by our simulator and by those of other people.
//!
//! Our simulator goes first, with memories that answer as they do in `run`. What happens at the ports of the circuit is kept, and the inputs are then
//! given to the others, cycle by cycle.

use super::request::{Compared, CosimOutcome, CosimRequest, compared, ports};
use super::{Design, Engine, Port, Trace};
use crate::Progress;
use crate::kernel::compile::{Kernel, Stage, circuit, compile};
use crate::kernel::files::{Folder, Verilog, read, verilog};
use crate::kernel::profile::first_calls;
use crate::kernel::{CompileOptions, Level, Verdict};
use crate::load::{Loaded, Report};
use crate::run::{Chosen, DEFAULT_MAX_CYCLES, Program, Runner, RunnerOptions, arguments, carry_out, choose};
use ::interp::Limits;
use base::{Diagnostic, Diagnostics, codes};
use dialects::{func, hw};
use ir::{Ir, Op};
use std::path::{Path, PathBuf};

/// What to compare of a folder that `compile` wrote.
#[derive(Clone, Debug)]
pub struct FolderRequest {
    /// The folder.
    pub folder: PathBuf,
    /// The kernel's arguments as text, if no test bench calls it.
    pub args: Option<String>,
    /// The seed of random arguments, if there are no others.
    pub seed: u64,
    /// Whom to compare with.
    pub engines: Vec<Engine>,
    /// Where the bench is written and kept; without it in a folder that goes.
    pub keep: Option<PathBuf>,
}

/// How a kernel is compared.
struct Plan<'a> {
    engines: &'a [Engine],
    keep: Option<&'a Path>,
}

impl Plan<'_> {
    fn compare(
        &self,
        name: &str,
        design: &Design,
        ours: &Trace,
        diagnostics: &mut Diagnostics,
        progress: Progress,
    ) -> Option<Compared> {
        let compared = compared(design, ours, name, self.engines, self.keep, progress);
        compared.map_err(|diagnostic| diagnostics.push(diagnostic)).ok()
    }
}

/// Reads a folder and compares its SystemVerilog with our simulator.
pub fn cosim_folder(request: FolderRequest, progress: Progress) -> CosimOutcome {
    progress("parse");
    let Folder { program, kernel, circuit, verilog } = match read(&request.folder) {
        Ok(folder) => folder,
        Err(report) => return CosimOutcome { compared: None, report },
    };
    let Loaded { ir, module, mut diagnostics } = program;
    let plan = Plan { engines: &request.engines, keep: request.keep.as_deref() };
    let chosen = choose(&ir, module, Some(&kernel.name));
    let chosen = chosen.map_err(|diagnostic| diagnostics.push(diagnostic)).ok();
    let compared = chosen.and_then(|chosen| {
        let calls =
            Calls { ir: &ir, module, chosen: &chosen, args: request.args.as_deref(), seed: request.seed };
        let recorded = record(&calls, &kernel, &circuit, &mut diagnostics, progress)?;
        let design = recorded.design(verilog);
        let compared = plan.compare(&kernel.name, &design, &recorded.outputs, &mut diagnostics, progress)?;
        Some(Compared { calls: Some(recorded.calls), ..compared })
    });
    CosimOutcome { compared, report: Report { diagnostics, sources: ir.ctx.sources } }
}

/// Whether a module is a program with kernels rather than a circuit.
pub(super) fn is_program(ir: &Ir, module: Op) -> bool {
    let mut all = ir.walk(module).into_iter();
    !all.clone().any(|op| hw::is_module(ir, op)) && all.any(|op| ir.code(op) == func::FUNC)
}

/// Compiles the kernel of a program and compares.
pub(super) fn cosim_program(
    ir: &Ir,
    module: Op,
    request: &CosimRequest,
    diagnostics: &mut Diagnostics,
    progress: Progress,
) -> Option<Compared> {
    let plan = Plan { engines: &request.engines, keep: request.keep.as_deref() };
    let KernelDesign { name, design, ours, calls } =
        kernel_design(ir, module, request, &CompileOptions::default(), diagnostics, progress)?;
    let compared = plan.compare(&name, &design, &ours, diagnostics, progress)?;
    Some(Compared { calls: Some(calls), ..compared })
}

/// A kernel as it is given to other simulators.
pub struct KernelDesign {
    /// The kernel's name.
    pub name: String,
    /// Its SystemVerilog, and what is to be done to it.
    pub design: Design,
    /// What our simulator said.
    pub ours: Trace,
    /// How many calls that are, and the cycles of all of them.
    pub calls: (u64, u64),
}

/// Compiles the kernel of a program and carries out its calls.
pub fn kernel_design(
    ir: &Ir,
    module: Op,
    request: &CosimRequest,
    options: &CompileOptions,
    diagnostics: &mut Diagnostics,
    progress: Progress,
) -> Option<KernelDesign> {
    let mut chosen = choose(ir, module, request.top.as_deref());
    if let Ok(Chosen { kernels, .. }) = &chosen
        && kernels.len() > 1
    {
        let message = "one kernel is compared at a time, and there are several";
        chosen = Err(Diagnostic::error(codes::NO_KERNEL, None, message).hint("choose one with `--top`"));
    }
    let chosen = chosen.map_err(|diagnostic| diagnostics.push(diagnostic)).ok()?;
    let program = Program { ir, module, limits: Limits::default() };
    let calls = first_calls(program, &chosen, options);
    let function = chosen.kernels[0];
    let kernel = compile(ir, module, function, options, calls.of(function), diagnostics, progress)?;
    let circuit = circuit(&kernel, diagnostics, progress)?;
    let calls = Calls { ir, module, chosen: &chosen, args: request.args.as_deref(), seed: request.seed };
    let recorded = record(&calls, &kernel, &circuit, diagnostics, progress)?;
    let verilog = verilog(&circuit, &kernel.name, diagnostics)?;
    let (design, calls) = (recorded.design(verilog), recorded.calls);
    Some(KernelDesign { name: kernel.name, design, ours: recorded.outputs, calls })
}

/// The calls of a kernel in a program.
struct Calls<'a> {
    ir: &'a Ir,
    module: Op,
    chosen: &'a Chosen,
    args: Option<&'a str>,
    seed: u64,
}

/// What happened at the ports of a circuit.
struct Recorded {
    ports: Vec<Port>,
    inputs: Trace,
    outputs: Trace,
    calls: (u64, u64),
}

impl Recorded {
    fn design(&self, verilog: Verilog) -> Design {
        let Verilog { module, text: verilog } = verilog;
        let (ports, stimulus) = (self.ports.clone(), self.inputs.clone());
        Design { module, verilog, ports, files: Vec::new(), stimulus }
    }
}

/// Carries out all calls of a kernel on its circuit. Nothing if it does not do what the program does.
fn record(
    calls: &Calls<'_>,
    kernel: &Kernel,
    circuit: &Stage,
    diagnostics: &mut Diagnostics,
    progress: Progress,
) -> Option<Recorded> {
    let Calls { ir, module, chosen, .. } = *calls;
    let arguments = arguments(ir, chosen.entry, calls.args, calls.seed);
    let arguments = arguments.map_err(|more| diagnostics.extend(more)).ok()?;
    let limits = Limits::default();
    let (levels, max_cycles) = (&[Level::Circuit], DEFAULT_MAX_CYCLES);
    let options =
        RunnerOptions { levels, max_cycles, limits, watch_to_end: false, waves: None, record: true };
    let runner = Runner::new(kernel, Some(circuit), options, diagnostics)?;
    let mut runners = [(chosen.kernels[0], runner)];
    let program = Program { ir, module, limits };
    let ran =
        carry_out(program, chosen, arguments, &mut runners, &mut std::io::sink(), diagnostics, progress);
    ran.map_err(|more| diagnostics.extend(more)).ok()?;
    let [(_, runner)] = runners;
    if runner.verdict() != Verdict::Pass {
        return None;
    }
    let bench = runner.bench()?;
    let Some(recording) = bench.recording().filter(|recording| !recording.inputs.is_empty()) else {
        let message = format!("the program never calls the kernel `{}`", kernel.name);
        diagnostics.push(Diagnostic::error(codes::KERNEL_NOT_CALLED, None, message));
        return None;
    };
    let top = circuit.module_of(&kernel.name)?;
    Some(Recorded {
        ports: ports(&circuit.ir, top, bench.simulator()),
        inputs: recording.inputs.clone(),
        outputs: recording.outputs.clone(),
        calls: runner.calls(),
    })
}
