//! What a placement decides, and what it is asked.

use crate::graph::ChannelId;
use crate::timing::{Breaks, Path, SignalId, Signals, Timed, meets};
use base::IdMap;
use milp::{Failure, NotFound, Status};
use std::time::Duration;

/// What a placement puts on a channel.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Buffering {
    /// Whether data and valid are broken.
    pub breaks_dv: bool,
    /// Whether ready is broken.
    pub breaks_r: bool,
    /// Tokens it holds.
    pub slots: u32,
    /// Whether one comes and one goes in every cycle, each as many cycles later as there are slots: then all slots move together. When tokens come with gaps after all, as few as one may fit;
    /// that makes a circuit slower and stops none, because no token of a stream waits for a later one of it.
    pub is_steady: bool,
}

/// A placement and how it was found.
#[derive(Clone, Debug)]
pub struct Placement {
    /// What is put on each channel.
    pub channels: IdMap<ChannelId, Buffering>,
    /// How the search ended.
    pub status: Status,
    /// How far from the best the cost may be.
    pub gap: f64,
    /// Whether it keeps times that were found for the tokens of all loops, where it looks for such times.
    pub has_times: bool,
}

/// Why there is no placement.
#[derive(Clone, Debug)]
pub enum Problem {
    /// A path on which no register can stand takes longer than the clock.
    TooSlow(Path),
    /// No placement was found that meets the clock, and this path between buffers takes longer than it.
    NotFound(Path),
    /// A cycle of signals on which no register can stand.
    Unbroken(Vec<SignalId>),
    /// The sets of rows of a model that contradict each other.
    Conflict(Vec<String>),
    /// There is no solver.
    NoSolver(NotFound),
    /// The solver failed.
    Solver(Failure),
}

/// What a placement is made for.
#[derive(Clone, Copy, Debug)]
pub struct Goal {
    /// The clock's period in nanoseconds.
    pub clock: f64,
    /// The time that may be spent.
    pub time: Duration,
}

/// Whether any placement can meet a clock: with a register on every signal that can have one.
pub fn check_clock(signals: &Signals, can_break: &impl Breaks, clock: f64) -> Result<(), Problem> {
    match signals.paths(can_break) {
        Timed::Cycle(cycle) => Err(Problem::Unbroken(cycle)),
        Timed::Paths(paths) => {
            let slowest = paths.into_iter().max_by(|a, b| a.delay.total_cmp(&b.delay));
            slowest
                .filter(|path| !meets(path.delay, clock))
                .map_or(Ok(()), |path| Err(Problem::TooSlow(path)))
        }
    }
}
