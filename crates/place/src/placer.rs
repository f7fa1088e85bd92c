//! Placements, behind one trait: what each is given, what it gives, and what can go wrong.
//!
//! [`PLACERS`] is the table that the pass, the command line, documents and tests read. A placement looks at a [`Task`] and changes nothing; what it decides is put into the
//! circuit by the pass, the same way for all.

#[cfg(test)]
mod tests;

use crate::arcs::Signal;
use crate::flowright;
use crate::graph::{Circuit, UnitId};
use crate::levels::Levels;
use crate::mapping::{self, Buffers};
use crate::placement::{Buffering, Goal, Placement, Problem};
use crate::rules::{self, Place};
use crate::timing::{Path, SignalId, Signals};
use crate::{fpga20, fpl22, on_merges};
use base::{Diagnostic, Span, codes};
use dialects::handshake;
use ir::{Ir, Op};
use milp::{Failure, Highs, Keep, MilpSolver, NotFound, Status, Told};
use std::path::PathBuf;
use std::time::Duration;

/// A placement of buffers.
pub trait Placer: Sync {
    /// What options call it.
    fn name(&self) -> &'static str;

    /// What it does, for documents; one sentence or two.
    fn doc(&self) -> &'static str;

    /// Whether it looks at how many tokens pass each channel.
    fn reads_tokens(&self) -> bool {
        true
    }

    /// Whether slots may be added to what it places where a call shows that they save time. Published placements stay as they are.
    fn may_widen(&self) -> bool {
        false
    }

    /// Why its circuits may miss the clock, as a clause.
    fn may_miss(&self) -> &'static str;

    /// The time after which it ends, of what it is given.
    fn limit(&self, given: Duration) -> Duration {
        given
    }

    /// Decides what is put on each channel of a circuit.
    fn place(&self, task: &Task<'_>) -> Result<Placement, Problem>;

    /// The buffers that make what was decided of a channel.
    fn buffers(&self, of: Buffering) -> Buffers;
}

/// The placements.
pub static PLACERS: [&dyn Placer; 4] = [&OnMerges, &fpga20::Fpga20, &fpl22::Fpl22, &Flowright];

/// The one that is taken when none is named.
pub const DEFAULT: &str = "flowright";

/// The one that needs no solver.
pub const UNSOLVED: &str = "on-merges";

/// The placement of a name.
pub fn named(name: &str) -> Option<&'static dyn Placer> {
    PLACERS.into_iter().find(|placer| placer.name() == name)
}

/// What a placement is made for.
pub struct Task<'a> {
    /// Where the kernel stands.
    pub ir: &'a Ir,
    /// The kernel's operation.
    pub kernel: Op,
    /// The kernel.
    pub circuit: &'a Circuit,
    /// Its signals, with their delays on the target.
    pub signals: &'a Signals,
    /// What is asked for.
    pub goal: Goal,
    /// A folder that every model is written to.
    pub models: Option<PathBuf>,
    /// Who is told what the solver is at.
    pub tell: &'a dyn Fn(&str),
}

impl Task<'_> {
    /// What the rules look at.
    pub(crate) fn place(&self) -> Place<'_> {
        Place { ir: self.ir, circuit: self.circuit, signals: self.signals }
    }

    /// The solver there is.
    pub fn solver(&self) -> Result<Box<dyn MilpSolver + '_>, Problem> {
        let name = ir::symbols::symbol_name(self.ir, self.kernel).unwrap_or("kernel");
        let highs = Told::new(Highs::find().map_err(Problem::NoSolver)?, name, self.tell);
        let Some(folder) = &self.models else { return Ok(Box::new(highs)) };
        let keep = Keep::new(highs, folder.clone(), name);
        let unwritable = |why| {
            let message =
                format!("cannot make the folder `{}`: {}", folder.display(), base::text::reason(&why));
            Problem::Solver(Failure::Unwritable(message))
        };
        Ok(Box::new(keep.map_err(unwritable)?))
    }
}

/// What a user should know of how a placement was found, if anything.
pub fn warning(task: &Task<'_>, placer: &dyn Placer, placement: &Placement) -> Option<Diagnostic> {
    if placement.status == Status::Optimal {
        return None;
    }
    let message = match placement.status {
        Status::NodeLimit => {
            "the steps that the placement of buffers may take were over; this is the best that was found"
                .to_string()
        }
        _ => format!(
            "{} ended the placement of buffers; this is the best that was found, and another run may find something else",
            time_limit(task, placer)
        ),
    };
    let note = match placement.gap.is_finite() {
        true => format!("the best there is may have a value that is {:.1} % better", placement.gap * 100.0),
        false => "nothing is known of how far it is from the best there is".to_string(),
    };
    let span = task.ir.ctx.span(task.ir.loc(task.kernel));
    Some(Diagnostic::warning(codes::PLACEMENT_TIME, span, message).note(note))
}

/// The limit of time, in words. A placement of several models gives each of them a part of it, so that a search may end before all of it has passed.
fn time_limit(task: &Task<'_>, placer: &dyn Placer) -> String {
    format!("the limit of {} s for all models", placer.limit(task.goal.time).as_secs_f64())
}

impl Problem {
    /// As a diagnostic. That a limit has ended a search is a warning: then buffers are placed by who needs no search.
    pub fn diagnostic(&self, task: &Task<'_>, placer: &dyn Placer) -> Diagnostic {
        let kernel = task.ir.ctx.span(task.ir.loc(task.kernel));
        match self {
            Problem::TooSlow(path) => too_slow(task, path, Found::Impossible),
            Problem::NotFound(path) => too_slow(task, path, Found::Nothing),
            Problem::Unbroken(cycle) => unbroken(task, cycle),
            Problem::Conflict(sets) => {
                let sets: Vec<String> = sets.iter().map(|set| format!("`{set}`")).collect();
                let message = format!(
                    "the model of the placement has no solution: its rows {} contradict each other",
                    sets.join(", ")
                );
                Diagnostic::error(codes::NO_PLACEMENT, kernel, message)
            }
            Problem::NoSolver(NotFound { places }) => {
                let message = "HiGHS, which places the buffers, is not there";
                let mut error = Diagnostic::error(codes::NO_SOLVER, None, message);
                if let Some(first) = places.first() {
                    let others = if places.len() > 1 { " and in the path" } else { "" };
                    error = error.note(format!("it was looked for at `{}`{others}", first.display()));
                }
                error.hint("`./flowright` installs it when it builds; `FLOWRIGHT_HIGHS` names one that is elsewhere; the placement `on-merges` needs none")
            }
            Problem::Solver(Failure::Unwritable(why)) => {
                Diagnostic::error(codes::UNWRITABLE_FILE, None, why.clone())
                    .hint("the option `models` names the folder that models are written to")
            }
            Problem::Solver(Failure::Broken(said)) => {
                Diagnostic::error(codes::SOLVER_FAILED, None, format!("the solver does not work: {said}"))
                    .hint("`FLOWRIGHT_HIGHS` names another one; the placement `on-merges` needs none")
            }
            Problem::Solver(Failure::OutOfTime) => nothing_found(kernel, &time_limit(task, placer))
                .hint("give it more time with `--place-time`, the option `time` of the pass"),
            Problem::Solver(Failure::OutOfNodes) => {
                nothing_found(kernel, "the limit of steps that a search may take")
                    .hint("the placements `fpga20` and `fpl22` search in another way")
            }
            Problem::Solver(Failure::Infeasible) => {
                Diagnostic::error(codes::NO_PLACEMENT, kernel, "the model of the placement has no solution")
            }
        }
    }
}

/// Says what ended a search that has found nothing.
fn nothing_found(kernel: Option<Span>, limit: &str) -> Diagnostic {
    let message = format!(
        "{limit} ended the placement of buffers before any was found; they are placed `{UNSOLVED}`, which knows no clock"
    );
    Diagnostic::warning(codes::PLACEMENT_TIME, kernel, message)
}

fn describe(task: &Task<'_>, unit: UnitId) -> String {
    let op = task.circuit.nodes[unit].op;
    match task.ir.str_attr(op, handshake::NAME) {
        Some(name) => format!("`{name}`, a `{}`", task.ir.name(op)),
        None => format!("a `{}`", task.ir.name(op)),
    }
}

/// How sure it is that no buffers meet a clock.
enum Found {
    /// None can.
    Impossible,
    /// None were found that do.
    Nothing,
}

fn too_slow(task: &Task<'_>, path: &Path, found: Found) -> Diagnostic {
    let units = task.signals.units(task.circuit, &path.signals);
    let slowest =
        path.signals.windows(2).max_by(|a, b| task.signals.delay(a).total_cmp(&task.signals.delay(b)));
    let unit = slowest
        .and_then(|pair| task.signals.units(task.circuit, pair).first().copied())
        .or(units.first().copied());
    let least = (path.delay * 1000.0).ceil() / 1000.0;
    let clock = task.goal.clock;
    let what = unit.map_or("a unit".to_string(), |unit| describe(task, unit));
    let (no_buffers, with) = match found {
        Found::Impossible if unit.is_none_or(|unit| units == [unit]) => ("no buffers can make", ""),
        Found::Impossible => ("no buffers can make", " with what it cannot be parted from"),
        Found::Nothing => ("no buffers were found that make", " with those around it"),
    };
    let message = format!("{no_buffers} a clock of {clock} ns: {what}, takes {least} ns{with}");
    let span = unit.and_then(|unit| task.ir.ctx.span(task.ir.loc(task.circuit.nodes[unit].op)));
    let mut error = Diagnostic::error(codes::CLOCK_TOO_FAST, span, message);
    if units.len() > 1 {
        let names: Vec<String> = units.iter().take(8).map(|unit| describe(task, *unit)).collect();
        error = error.note(format!("on the way are {}", names.join("; ")));
    }
    error.hint(match found {
        Found::Impossible if task.signals.has_tolls() => {
            format!("the least clock is {least} ns, or a little more for the buffers themselves")
        }
        Found::Impossible => format!("the least clock is {least} ns"),
        Found::Nothing => format!("a clock of {least} ns can be met"),
    })
}

fn unbroken(task: &Task<'_>, cycle: &[SignalId]) -> Diagnostic {
    let units: Vec<UnitId> = task.signals.units(task.circuit, cycle);
    let names: Vec<String> = units.iter().take(8).map(|unit| describe(task, *unit)).collect();
    let span = units.first().and_then(|unit| task.ir.ctx.span(task.ir.loc(task.circuit.nodes[*unit].op)));
    let signals: Vec<Signal> =
        cycle.iter().filter_map(|signal| Some(task.signals.place(*signal)?.1)).collect();
    let what = if signals.iter().all(|signal| *signal == Signal::Ready) { "readies" } else { "signals" };
    let message = format!(
        "no buffer can break this cycle of {what}, which consists of ports of memories: {}",
        names.join("; ")
    );
    Diagnostic::error(codes::UNBROKEN_CYCLE, span, message)
}

/// The placement `on-merges`.
pub(crate) struct OnMerges;

impl Placer for OnMerges {
    fn name(&self) -> &'static str {
        UNSOLVED
    }

    fn doc(&self) -> &'static str {
        "puts them behind every operation that lets tokens into a cycle, and wherever else a cycle of data and valids or of readies would be left. It needs no solver and knows no clock."
    }

    fn reads_tokens(&self) -> bool {
        false
    }

    fn may_miss(&self) -> &'static str {
        "`on-merges` looks at no clock"
    }

    fn place(&self, task: &Task<'_>) -> Result<Placement, Problem> {
        let channels = on_merges::place(task)?;
        Ok(Placement { channels, status: Status::Optimal, gap: 0.0, has_times: true })
    }

    fn buffers(&self, of: Buffering) -> Buffers {
        mapping::fpga20(of)
    }
}

/// The placement `flowright`.
struct Flowright;

impl Placer for Flowright {
    fn name(&self) -> &'static str {
        "flowright"
    }

    fn doc(&self) -> &'static str {
        "finds the least period of every loop first, and then the least cost of breaks and slots that keeps it and meets the clock on data, valids and readies."
    }

    fn may_widen(&self) -> bool {
        true
    }

    fn may_miss(&self) -> &'static str {
        "no placement that meets it was found in time"
    }

    /// Its steps are counted; time is for what nobody expects.
    fn limit(&self, given: Duration) -> Duration {
        given * flowright::TIMES
    }

    fn place(&self, task: &Task<'_>) -> Result<Placement, Problem> {
        let mut solver = task.solver()?;
        let levels = Levels::for_times(task.circuit);
        let goal = Goal { time: self.limit(task.goal.time), ..task.goal };
        let mut placement = flowright::place(task.circuit, &levels, task.signals, goal, &mut *solver)?;
        rules::start_in_turn(&task.place(), &mut placement.channels);
        rules::make_room(&task.place(), &mut placement.channels)?;
        Ok(placement)
    }

    fn buffers(&self, of: Buffering) -> Buffers {
        mapping::flowright(of)
    }
}
