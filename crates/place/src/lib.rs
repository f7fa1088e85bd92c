//! Buffers: where an elastic circuit holds its tokens.
//!
//! A buffer changes time only, never a result; but without enough of them a circuit has combinational cycles, or stops, and without the right ones it is slow. [`graph`] is a circuit as
//! units and channels, [`arcs`] says how signals pass through units, [`timing`] how long that takes on a [`target`], with what buffers take themselves ([`tolls`]). The placements stand behind one trait
//! ([`placer`]): [`on_merges`] needs no solver, [`fpga20`] and [`fpl22`] are published ones, and [`flowright`] is ours. What they decide becomes buffers by [`mapping`], and what holds for
//! all of them are the [`rules`].

pub mod arcs;
pub mod cfdfc;
pub mod cuts;
pub mod cycles;
pub mod flow;
pub mod flowright;
pub mod fpga20;
pub mod fpl22;
pub mod graph;
mod insert;
pub mod levels;
pub mod mapping;
pub mod on_merges;
pub mod placement;
pub mod placer;
pub mod published;
pub mod rings;
pub mod rules;
pub mod schedule;
pub mod target;
#[cfg(test)]
mod tests;
pub mod throughput;
pub mod timing;
pub mod tolls;

use base::{Diagnostic, Diagnostics, codes};
use dialects::handshake;
use dialects::handshake::BufferType;
use graph::Circuit;
pub use insert::add_buffers;
use ir::pass::{PassArgs, PassDef, PassOption};
use ir::text::Reported;
use ir::{InsertPoint, Ir, Op, OpState, Value};
use milp::Failure;
use placement::{Goal, Placement, Problem};
use placer::{PLACERS, Placer, Task};
use rustc_hash::FxHashSet;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::time::Duration;
use target::{TARGETS, Target, Wrong};
use timing::Signals;

/// The pass.
pub static PLACE_BUFFERS: PassDef = PassDef {
    name: "place-buffers",
    doc: "Puts buffers on the channels of elastic kernels.\n\
        Buffers that are there stay and count. `on-merges` puts them behind every operation that lets tokens into a cycle, and wherever else a cycle of data and valids or of readies \
        would be left; it needs no solver. The others solve linear problems with HiGHS: `fpga20` and `fpl22` maximise the throughput of the cycles that are executed most while paths of data, or of all \
        signals, meet the clock, and `flowright` finds the least periods of loops and then the least cost that keeps them and meets the clock. How often what is executed is read off the \
        attribute `flowright.tokens` of a kernel, the tokens that passed each of its channels; without it loops count by how deep they are.",
    options: &[
        PassOption {
            name: "algorithm",
            doc: "Which placement: `on-merges`, `fpga20`, `fpl22` or `flowright`.",
            default: placer::DEFAULT,
        },
        PassOption { name: "clock", doc: "The clock's period in nanoseconds.", default: "5" },
        PassOption {
            name: "target",
            doc: "What the circuit is for: the name of a target, or a file `.toml` with the delays of its units.",
            default: target::DEFAULT,
        },
        PassOption {
            name: "time",
            doc: "The seconds that solvers may take for a kernel; then the best placement so far is taken. `flowright` counts its steps instead, so that a busy machine finds the same, and takes ten times as long at most. What comes after a placement, such as the search for room that saves cycles when a kernel is compiled for a test bench, is not in it.",
            default: "60",
        },
        PassOption {
            name: "models",
            doc: "A folder that every model is written to before it is solved, as `KERNEL-1.lp` and so on.",
            default: "",
        },
    ],
    run,
};

/// A placement by its name.
struct Algorithm(&'static dyn Placer);

impl FromStr for Algorithm {
    type Err = ();
    fn from_str(text: &str) -> Result<Algorithm, ()> {
        placer::named(text).map(Algorithm).ok_or(())
    }
}

/// A number that is more than nothing, and not too large for a time.
pub struct Positive(pub f64);

impl Positive {
    /// The largest.
    const MOST: f64 = 1e6;

    /// What one is, of a unit, in words.
    pub fn wanted(unit: &str) -> String {
        format!("a number of {unit} above 0 and up to {}", Positive::MOST)
    }
}

impl FromStr for Positive {
    type Err = ();
    fn from_str(text: &str) -> Result<Positive, ()> {
        let number: f64 = text.parse().map_err(|_| ())?;
        if number > 0.0 && number <= Positive::MOST { Ok(Positive(number)) } else { Err(()) }
    }
}

fn run(ir: &mut Ir, root: Op, args: &PassArgs, diags: &mut Diagnostics) -> Result<(), Reported> {
    place_buffers(ir, root, args, diags, &|_| {})
}

/// What the pass does; who waits for it is told what the solver is at.
pub fn place_buffers(
    ir: &mut Ir,
    root: Op,
    args: &PassArgs,
    diags: &mut Diagnostics,
    tell: &dyn Fn(&str),
) -> Result<(), Reported> {
    let names: Vec<String> = PLACERS.iter().map(|placer| format!("`{}`", placer.name())).collect();
    let Algorithm(algorithm) = args.read("algorithm", &format!("one of {}", names.join(", ")), diags)?;
    let Positive(clock) = args.read("clock", &Positive::wanted("nanoseconds"), diags)?;
    let Positive(time) = args.read("time", &Positive::wanted("seconds"), diags)?;
    let target = find_target(args.get("target")).map_err(|error| {
        diags.push(error);
        Reported
    })?;
    let goal = Goal { clock, time: Duration::from_secs_f64(time) };
    let models = Some(args.get("models")).filter(|folder| !folder.is_empty()).map(PathBuf::from);
    let kernels: Vec<Op> = ir
        .walk(root)
        .into_iter()
        .filter(|op| ir.code(*op) == handshake::FUNC && handshake::is_elastic(ir, *op))
        .collect();
    let mut result = Ok(());
    for kernel in kernels {
        let circuit = Circuit::of(ir, kernel);
        let signals = Signals::of(ir, &circuit, &target);
        let task =
            Task { ir, kernel, circuit: &circuit, signals: &signals, goal, models: models.clone(), tell };
        match decide(&task, algorithm, diags) {
            Ok((placer, placement)) => {
                add_buffers(ir, kernel, &circuit, |channel| placer.buffers(placement.channels[channel]));
                // Where it is the one that was asked for there is nothing to say.
                let other = Some(placer.name()).filter(|name| *name != algorithm.name());
                let other = other.map(|name| ir.ctx.str_attr(name));
                ir.set_attr(kernel, PLACED, other);
            }
            Err(problem) => {
                diags.push(problem.diagnostic(&task, algorithm));
                result = Err(Reported);
            }
        }
    }
    result
}

/// The attribute of a kernel that says who placed its buffers, where that is not who was asked for.
const PLACED: &str = "flowright.placed";

/// Who placed the buffers of a kernel, if not who was asked for.
pub fn placed_instead(ir: &Ir, kernel: Op) -> Option<&'static dyn Placer> {
    ir.str_attr(kernel, PLACED).and_then(placer::named)
}

/// The placement of a kernel, and whose it is. Where a limit ends a search that has found nothing at all, that is told, and what needs no search is taken: it is correct, too.
fn decide(
    task: &Task<'_>,
    algorithm: &'static dyn Placer,
    diags: &mut Diagnostics,
) -> Result<(&'static dyn Placer, Placement), Problem> {
    match algorithm.place(task) {
        Err(problem @ Problem::Solver(Failure::OutOfTime | Failure::OutOfNodes)) => {
            diags.push(problem.diagnostic(task, algorithm));
            placer::OnMerges.place(task).map(|placement| (&placer::OnMerges as &dyn Placer, placement))
        }
        placed => {
            let placement = placed?;
            diags.extend(placer::warning(task, algorithm, &placement));
            diags.extend((!placement.has_times).then(|| no_times(task)));
            Ok((algorithm, placement))
        }
    }
}

fn no_times(task: &Task<'_>) -> Diagnostic {
    let message = "the rows that say when tokens of its loops pass contradict each other; buffers are placed for the clock alone, and loops may be slow";
    Diagnostic::warning(codes::NO_PLACEMENT, task.ir.ctx.span(task.ir.loc(task.kernel)), message)
}

/// The table of a target: one of ours by its name, or one from a file.
pub fn find_target(name: &str) -> Result<Target, Diagnostic> {
    if let Some(target) = Target::named(name) {
        return Ok(target);
    }
    let wrong = |message: String| Diagnostic::error(codes::TARGET_TABLE, None, message);
    if !name.ends_with(".toml") {
        let names: Vec<String> = TARGETS.iter().map(|(name, _)| format!("`{name}`")).collect();
        let hint =
            format!("there are {}; another one is read from a file that ends in `.toml`", names.join(", "));
        return Err(wrong(format!("there is no target `{name}`")).hint(hint));
    }
    let text = std::fs::read_to_string(Path::new(name)).map_err(|why| {
        wrong(format!("cannot read the target `{name}`: {}", base::text::reason(&why))).hint(FORM)
    })?;
    Target::read(&text).map_err(|Wrong { line, what, hint }| {
        let place = line.map_or(String::new(), |line| format!(", line {line}"));
        wrong(format!("the target `{name}` is none{place}: {what}")).hint(hint.unwrap_or(FORM.to_string()))
    })
}

/// What a file with a target is.
const FORM: &str = "it is a file with the delays of units, as `docs/targets.md` describes it";

/// Gives buffers without a name one: that of the unit before them, or of the argument, with `_buffer` and a number.
fn name_buffers(ir: &mut Ir, kernel: Op) {
    let Some(block) = ir.entry(ir.region(kernel, 0)) else { return };
    let ops: Vec<Op> = ir.block_ops(block).collect();
    let mut taken: FxHashSet<String> =
        ops.iter().filter_map(|op| ir.str_attr(*op, handshake::NAME)).map(str::to_string).collect();
    for op in ops {
        if ir.code(op) != handshake::BUFFER || ir.attr(op, handshake::NAME).is_some() {
            continue;
        }
        // The unit that the token comes from, past buffers before this one.
        let mut value = ir.operand(op, 0);
        while let Some(by) = ir.defining_op(value).filter(|by| ir.code(*by) == handshake::BUFFER) {
            value = ir.operand(by, 0);
        }
        let before = ir.defining_op(value).and_then(|by| ir.str_attr(by, handshake::NAME));
        let before = before.or_else(|| ir.value_name(value).map(|name| &ir.ctx[name]));
        let stem = before.map_or("buffer".to_string(), |before| format!("{before}_buffer"));
        let numbered = (0..).map(|number| format!("{stem}{number}"));
        let name = numbered.into_iter().find(|name| !taken.contains(name)).expect("numbers do not end");
        let attr = ir.ctx.str_attr(&name);
        ir.set_attr(op, handshake::NAME, Some(attr));
        taken.insert(name);
    }
}

/// Puts a buffer on a channel, in front of its user, behind buffers that are there.
pub fn add_buffer(ir: &mut Ir, channel: Value, ty: BufferType, slots: u32) -> Value {
    let user = ir.uses(channel).next();
    let at = match (ir.defining_op(channel), ir.value_block(channel)) {
        (Some(op), _) => InsertPoint::After(op),
        (None, Some(block)) => InsertPoint::Start(block),
        (None, None) => unreachable!("a channel is an argument or a result"),
    };
    let state = OpState::new(handshake::BUFFER, ir.value_loc(channel))
        .operands(&[channel])
        .results(&[ir.ty(channel)]);
    let buffer = ir.create(state);
    let params = handshake::buffer_params(&mut ir.ctx, ty, slots);
    ir.set_attr(buffer, handshake::HW_PARAMETERS, Some(params));
    ir.insert(buffer, at);
    let output = ir.result(buffer, 0);
    if let Some(user) = user {
        ir.set_use(user, output);
    }
    output
}
