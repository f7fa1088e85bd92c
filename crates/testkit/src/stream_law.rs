//! The law of streams: a kernel does as a network of streams, as an elastic circuit and as hardware what it does as a program.
//!
//! A [`Kernel`] is a function of a module and some calls of it with what the reference interpreter made of them ([`kernels`]). [`check`] lowers it in
//! both ways and runs what comes out at every level: [`streams`], [`elastic`] and [`circuit`]. Results and arrays are those of the program, nothing
//! stops, no token is left behind, and the elastic simulator and the circuit agree in every cycle on every channel. Elements that the program
//! left unwritten may be anything.

mod circuit;
mod elastic;
mod kernels;
mod streams;

pub use kernels::{Call, Global, Kernel, of_c, of_calls, of_program};

use crate::behaviour::one_nan;
use base::{Bits, Diagnostic, Diagnostics, Style};
use driver::kernel::compile::isolate;
use driver::passes::TABLE;
use interp::Value;
use ir::Ir;
use ir::pass::{PassManager, Pipeline};
use lower::parts::parts;
use lower::scf_to_dataflow::SCF_TO_DATAFLOW;
use lower::{BANKS, Banks, MEMORY, MemoryOrder};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// A way from programs to streams.
#[derive(Clone, Copy, Debug)]
struct Way {
    /// The lowering alone, which leaves more to the levels behind it.
    plain: &'static str,
    /// The pipeline that kernels take, with all that makes them fast.
    whole: &'static str,
}

/// The two ways.
const WAYS: [Way; 2] = [
    Way { plain: "scf-to-dataflow", whole: "loops-to-streams" },
    Way { plain: "cf-to-handshake", whole: "blocks-to-streams" },
];

impl Way {
    fn passes(self, trial: Trial) -> &'static str {
        if trial.seed.is_multiple_of(3) { self.plain } else { self.whole }
    }
}

/// How far a kernel came.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Reached {
    /// It cannot become a circuit: what was said about it.
    Refused(String),
    /// Streams do what the program does; there are operations without a unit.
    Streams(String),
    /// So do elastic circuits; there are units without hardware.
    Elastic(String),
    /// So does hardware, and does the same as the elastic circuit in every cycle.
    Circuit,
}

/// A call that takes so many cycles is not made again with disturbances.
const LONG: u64 = 20_000;

/// Something is wrong with a kernel.
#[derive(Clone, Debug)]
pub struct Wrong {
    /// What failures of one kind have in common.
    pub kind: String,
    /// In words.
    pub words: String,
}

impl Wrong {
    fn new(kind: impl Into<String>, words: impl Into<String>) -> Wrong {
        Wrong { kind: kind.into(), words: words.into() }
    }

    fn at(self, place: &str) -> Wrong {
        Wrong { kind: format!("{place}: {}", self.kind), words: format!("{place}: {}", self.words) }
    }

    fn said(kind: &str, ir: &Ir, diags: impl IntoIterator<Item = Diagnostic>) -> Wrong {
        let mut all = Diagnostics::new();
        diags.into_iter().for_each(|diagnostic| all.push(diagnostic));
        Wrong::new(
            format!("{kind} {}", first_code(&all)),
            base::render_all(&all, &ir.ctx.sources, Style::Plain),
        )
    }
}

/// What is tried with a kernel.
#[derive(Clone, Copy, Debug)]
pub struct Trial {
    /// Where everything random comes from.
    pub seed: u64,
    /// Bits of an `index` in circuits.
    pub index_bits: u32,
    /// Cycles that a call may take.
    pub max_cycles: u64,
    /// Who places buffers.
    pub place: Place,
}

impl Trial {
    /// How accesses to memory are kept in order that may meet: every way gets its share of the seeds, of those of all other choices, too.
    fn order(self) -> MemoryOrder {
        let ways = MemoryOrder::ALL.len() as u64;
        MemoryOrder::ALL[(self.seed / 12 % ways) as usize]
    }

    /// Whether arrays become several memories, whatever that gains: with every way to keep accesses in order.
    fn banks(self) -> Banks {
        let (ways, both) = (12 * MemoryOrder::ALL.len() as u64, Banks::ALL.len() as u64);
        Banks::ALL[(self.seed / ways % both) as usize]
    }

    /// A trial like this one in which arrays become several memories, for each way to keep accesses in order.
    pub fn in_parts(self) -> impl Iterator<Item = Trial> {
        let trials = (0..).map(move |more| Trial { seed: self.seed + 12 * more, ..self });
        trials.filter(|trial| trial.banks() == Banks::Auto).take(MemoryOrder::ALL.len())
    }
}

/// Who places buffers, and for which clock.
#[derive(Clone, Copy, Debug)]
pub struct Place {
    /// The placement by its name.
    pub algorithm: &'static str,
    /// The clock's period in nanoseconds.
    pub clock: u32,
    /// The seconds it may take.
    pub seconds: f64,
    /// Whether it is told how many tokens pass each channel in the first call.
    pub has_profile: bool,
}

impl Place {
    /// The placement that needs no solver, where something else is looked at.
    pub const PLAIN: Place = Place { algorithm: "on-merges", clock: 5, seconds: 1.0, has_profile: false };

    fn pass(self) -> String {
        format!("place-buffers{{algorithm={} clock={} time={}}}", self.algorithm, self.clock, self.seconds)
    }
}

/// Whether arguments of the circuit of a kernel are parts of arrays.
pub fn has_parts(kernel: &Kernel, trial: Trial) -> Result<bool, Wrong> {
    let mut kernel = kernel.clone();
    apply(&mut kernel, "optimize")?;
    let function = kernel.function();
    isolate(&mut kernel.ir, kernel.module, function);
    apply_in_order(&mut kernel, "loops-to-streams", trial.order(), trial.banks())?;
    Ok(!parts(&kernel.ir, kernel.function()).is_empty())
}

/// Lowers a kernel in both ways and runs it at every level.
pub fn check(kernel: &Kernel, trial: Trial) -> Result<Reached, Wrong> {
    if kernel.calls.iter().any(|call| call.overlaps) {
        return Ok(Reached::Refused("arguments that share memory".into()));
    }
    let mut program = kernel.clone();
    if let Some(why) = prepare(&mut program, trial)? {
        return Ok(Reached::Refused(why));
    }
    let mut reached = Reached::Circuit;
    for way in WAYS {
        let passes = way.passes(trial);
        let came = check_lowering(&program, passes, trial).map_err(|wrong| wrong.at(passes))?;
        reached = reached.min(came);
    }
    Ok(reached)
}

/// Makes a function of its own of a kernel; gives what was said if it cannot become a circuit.
fn prepare(program: &mut Kernel, trial: Trial) -> Result<Option<String>, Wrong> {
    // A program that was not simplified has more to lower.
    let before = if trial.seed.is_multiple_of(3) { "inline,symbol-dce" } else { "optimize" };
    let refused = apply(program, before)?;
    if refused.is_none() {
        let function = program.function();
        isolate(&mut program.ir, program.module, function);
    }
    Ok(refused)
}

/// Lowers a kernel in one of the two ways, places buffers, and runs the elastic circuit, also disturbed.
pub fn check_placed(kernel: &Kernel, trial: Trial) -> Result<Reached, Wrong> {
    if kernel.calls.iter().any(|call| call.overlaps) {
        return Ok(Reached::Refused("arguments that share memory".into()));
    }
    let mut kernel = kernel.clone();
    if let Some(why) = apply(&mut kernel, "optimize")? {
        return Ok(Reached::Refused(why));
    }
    let function = kernel.function();
    isolate(&mut kernel.ir, kernel.module, function);
    let to_streams = WAYS[usize::from(trial.seed.is_multiple_of(4))].passes(trial);
    if let Some(why) = apply_in_order(&mut kernel, to_streams, trial.order(), trial.banks())? {
        return Ok(Reached::Streams(why));
    }
    let narrow = format!("narrow-streams{{index-bits={}}}", trial.index_bits);
    let to_channels = format!("dataflow-to-handshake{{index-bits={}}}", trial.index_bits);
    for pass in [&narrow[..], "simplify-streams", &to_channels] {
        if let Some(why) = apply(&mut kernel, pass)? {
            return Ok(Reached::Streams(why));
        }
    }
    if trial.place.has_profile {
        elastic::note_tokens(&mut kernel, trial)?;
    }
    if let Some(why) = apply(&mut kernel, &trial.place.pass())? {
        return Ok(Reached::Streams(why));
    }
    let cycles = elastic::run(&kernel, trial).map_err(|wrong| wrong.at("elastic"))?;
    if cycles < LONG {
        elastic::run_disturbed(&kernel, trial).map_err(|wrong| wrong.at("disturbed"))?;
    }
    Ok(Reached::Circuit)
}

fn check_lowering(program: &Kernel, passes: &str, trial: Trial) -> Result<Reached, Wrong> {
    let mut kernel = program.clone();
    if let Some(why) = apply_in_order(&mut kernel, passes, trial.order(), trial.banks())? {
        return Ok(Reached::Refused(why));
    }
    let way = format!("{}, banks {}", trial.order().name(), trial.banks().name());
    check_streams(kernel, trial).map_err(|wrong| wrong.at(&way))
}

/// Lowers a kernel by its loops with accesses to memory kept in order in this way and runs it at every level, as hardware only if that is asked for.
pub fn check_order(
    kernel: &Kernel,
    trial: Trial,
    order: MemoryOrder,
    as_hardware: bool,
) -> Result<Reached, Wrong> {
    let mut kernel = kernel.clone();
    if let Some(why) = prepare(&mut kernel, trial)? {
        return Ok(Reached::Refused(why));
    }
    if let Some(why) = apply_in_order(&mut kernel, WAYS[0].passes(trial), order)? {
        return Ok(Reached::Refused(why));
    }
    check_levels(kernel, trial, as_hardware).map_err(|wrong| wrong.at(order.name()))
}

/// Runs a kernel of streams at every level, the elastic one as machine code, too.
fn check_levels(mut kernel: Kernel, trial: Trial, as_hardware: bool) -> Result<Reached, Wrong> {
    if let Some(why) = to_elastic(&mut kernel, trial)? {
        return Ok(Reached::Streams(why));
    }
    elastic::run_compiled(&kernel, trial).map_err(|wrong| wrong.at("compiled"))?;
    match as_hardware {
        true => to_circuit(&kernel),
        false => Ok(Reached::Elastic("no hardware was asked for".into())),
    }
}

/// Takes a kernel that is one of streams already, with calls of the program that it stands for, down to hardware, and runs it at every level.
pub fn check_streams(mut kernel: Kernel, trial: Trial) -> Result<Reached, Wrong> {
    match to_elastic(&mut kernel, trial)? {
        Some(why) => Ok(Reached::Streams(why)),
        None => to_circuit(&kernel),
    }
}

/// Takes a kernel of streams down to an elastic circuit with buffers, and runs it at every level on the way; gives what was said if it stays streams.
fn to_elastic(kernel: &mut Kernel, trial: Trial) -> Result<Option<String>, Wrong> {
    streams::run(kernel).map_err(|wrong| wrong.at("streams"))?;
    clean(kernel, trial)?;
    let to_channels = format!("dataflow-to-handshake{{index-bits={}}}", trial.index_bits);
    if let Some(why) = apply(kernel, &to_channels)? {
        return Ok(Some(why));
    }
    streams::run(kernel).map_err(|wrong| wrong.at("channels"))?;
    if trial.place.has_profile {
        elastic::note_tokens(kernel, trial)?;
    }
    if let Some(why) = apply(kernel, &trial.place.pass())? {
        return Err(Wrong::new("place-buffers", why));
    }
    let cycles = elastic::run(kernel, trial).map_err(|wrong| wrong.at("elastic"))?;
    if cycles < LONG {
        elastic::run_disturbed(kernel, trial).map_err(|wrong| wrong.at("disturbed"))?;
    }
    Ok(None)
}

fn to_circuit(kernel: &Kernel) -> Result<Reached, Wrong> {
    let why = circuit::run(kernel).map_err(|wrong| wrong.at("circuit"))?;
    Ok(why.map_or(Reached::Circuit, Reached::Elastic))
}

/// Simplifies and narrows the streams of most kernels; the others have more units to place buffers between.
fn clean(kernel: &mut Kernel, trial: Trial) -> Result<(), Wrong> {
    if trial.seed.is_multiple_of(4) {
        return Ok(());
    }
    let narrow = format!("narrow-streams{{index-bits={}}}", trial.index_bits);
    let steps =
        [("simplify-streams", "simplified"), (&narrow, "narrowed"), ("simplify-streams", "simplified again")];
    for (pass, place) in steps {
        if let Some(why) = apply(kernel, pass)? {
            return Err(Wrong::new(pass, why));
        }
        streams::run(kernel).map_err(|wrong| wrong.at(place))?;
    }
    Ok(())
}

/// Runs passes on the module of a kernel; gives what they said if they refuse it.
fn apply(kernel: &mut Kernel, pipeline: &str) -> Result<Option<String>, Wrong> {
    apply_in_order(kernel, pipeline, MemoryOrder::default(), Banks::default())
}

/// The same, with a way to keep accesses to memory in order, and arrays that may become several memories.
fn apply_in_order(
    kernel: &mut Kernel,
    pipeline: &str,
    order: MemoryOrder,
    banks: Banks,
) -> Result<Option<String>, Wrong> {
    let mut diags = Diagnostics::new();
    let source = kernel.ir.ctx.sources.add("pipeline", pipeline);
    let parsed = Pipeline::parse(&kernel.ir.ctx.sources, source, TABLE, &mut diags);
    let (ir, module) = (&mut kernel.ir, kernel.module);
    let said = |ir: &Ir, diags: &Diagnostics| base::render_all(diags, &ir.ctx.sources, Style::Plain);
    let mut parsed = parsed.map_err(|_| Wrong::new("pipeline", said(ir, &diags)))?;
    parsed.set(&SCF_TO_DATAFLOW, MEMORY.name, order.name());
    parsed.set(&SCF_TO_DATAFLOW, BANKS.name, banks.name());
    let mut manager = PassManager { verify_each: true, ..PassManager::default() };
    let run = catch_unwind(AssertUnwindSafe(|| manager.run(&parsed, ir, module, &mut diags)));
    let blamed = pipeline.split('{').next().unwrap_or(pipeline);
    match run {
        Ok(Ok(())) => Ok(None),
        Ok(Err(_)) if diags.iter().all(|d| !d.is_error() || is_refusal(d)) => Ok(Some(said(ir, &diags))),
        Ok(Err(_)) => Err(Wrong::new(format!("{blamed} {}", first_code(&diags)), said(ir, &diags))),
        Err(panic) => {
            let text = panic.downcast_ref::<String>().cloned();
            let text = text.or_else(|| panic.downcast_ref::<&str>().map(|text| text.to_string()));
            Err(Wrong::new(
                format!("{blamed} panics"),
                format!("{blamed} panics: {}", text.unwrap_or_default()),
            ))
        }
    }
}

/// Whether a diagnostic says that a program cannot become a circuit, or not one with such a clock.
fn is_refusal(diagnostic: &Diagnostic) -> bool {
    matches!(diagnostic.code.0, 302 | 830..=851 | 871)
}

fn first_code(diags: &Diagnostics) -> String {
    diags.iter().find(|d| d.is_error()).map_or_else(String::new, |d| d.code.to_string())
}

/// Compares what a call gave with what it should give: the results, then the arguments and globals afterwards.
fn compare(ir: &Ir, call: &Call, number: usize, results: &[Value], after: &[Value]) -> Result<(), Wrong> {
    let globals = call.globals.iter().map(|global| &global.after);
    let expected = call.results.iter().chain(&call.after).map(|value| one_nan(ir, value.clone()));
    let expected = expected.chain(globals.map(|value| one_nan(ir, value.clone())));
    let got = results.iter().take(call.results.len()).chain(after).map(|value| one_nan(ir, value.clone()));
    for (at, (expected, got)) in expected.zip(got).enumerate() {
        let place = match at.checked_sub(call.results.len()) {
            Some(argument) => format!("argument {argument}"),
            None => format!("result {at}"),
        };
        if let Some(how) = difference(&expected, &got) {
            return Err(Wrong::new(
                "differs",
                format!("call {number}, {place}: {how}\ninputs: {:?}", call.inputs),
            ));
        }
    }
    Ok(())
}

/// How two values differ; an element that should not have been written may be anything.
fn difference(expected: &Value, got: &Value) -> Option<String> {
    let differ =
        |expected: &Bits, got: &Bits| (expected != got).then(|| format!("{expected:?}, but got {got:?}"));
    match (expected, got) {
        (Value::Scalar(expected, _), Value::Scalar(got, _)) => differ(expected, got),
        (Value::Memref { data: expected, .. }, Value::Memref { data: got, .. }) => {
            if expected.len() != got.len() {
                return Some(format!("{} elements, but got {}", expected.len(), got.len()));
            }
            expected.iter().zip(got).enumerate().find_map(|(at, pair)| match pair {
                (Some(expected), Some(got)) => Some(format!("element {at}: {}", differ(expected, got)?)),
                (Some(expected), None) => Some(format!("element {at}: {expected:?}, but got nothing")),
                (None, _) => None,
            })
        }
        _ => Some("an array and a scalar".to_string()),
    }
}
