//! The placement `flowright`: the fewest cycles first, then the least cost of breaks and slots that keeps them and meets the clock.
//!
//! The model has the times of all tokens ([`schedule`](crate::schedule)). A token that waits for a cycle or more on its channel can wait in a register, so data and valid can be broken wherever
//! tokens wait. In a loop that starts a round every cycle no choice of breaks is needed for them: that a path is broken is that something waits along it, which is a row over times. Times follow from
//! differences, whose solutions are whole by themselves, so hardly anything has to be tried. What is left to choose is where ready is broken, and that costs a slot.
//!
//! Periods and the end come from a first model, in which slots cost nothing; the second has them as they are and finds the slots. Rows for paths and cycles are added
//! when a solution breaks them ([`cuts`](crate::cuts)), first to the problem without whole numbers, which is solved in a moment, and then to the whole one. While numbers need not be whole, rows
//! that whole ones keep anyway ([`rings`](crate::rings)) bring the problem near to the whole one.
//!
//! What a search may take is counted in branchings, so that a busy machine finds the same as an idle one. The time is a limit far above what that takes.

mod descent;
mod lazy;
mod model;

use crate::cuts::{self, Cut};
use crate::graph::{ChannelId, Circuit};
use crate::levels::{Levels, LoopId};
use crate::placement::{Buffering, Goal, Placement, Problem, check_clock};
use crate::rings::Rings;
use crate::schedule::{END, Schedule, Trips};
use crate::throughput::{Closing, HasRoom, rates};
use crate::timing::{SignalId, Signals};
use crate::tolls::Tolled;
use base::IdMap;
use milp::{Effort, Expr, Failure, Limits, MilpSolver, Model, Relation, Solution, Status, VarKind};
use model::{Formulation, Spot, may_hold, name};
use rustc_hash::FxHashSet;
use std::time::Instant;

/// Rounds that a loop is taken to have at most: what comes after them is the same again.
const MOST_TRIPS: f64 = 1000.0;
/// How often rounds are made longer because nothing else helps.
const MOST_RAISES: usize = 4;
/// How far from the best possible value a solution may be.
const GAP: f64 = 1e-3;
/// How many times the time that is given may pass before a search ends that has not used up its steps. Texts that name the number are compared with it by a test.
pub const TIMES: u32 = 10;
/// Branchings in all.
const MOST_NODES: u64 = 2000;
/// The same where no times are known: what is left to choose is where the clock is met, whose relaxed problem says little, and a proof of the best would take minutes.
const UNTIMED_NODES: u64 = 40;
/// Models that are solved where buffers take time themselves: rows for them are found one placement after the other, most of them without any branching.
const MOST_TOLLED: u32 = 250;
/// How many cycles later than without what buffers take everything may be there.
const MOST_LATE: f64 = 64.0;
/// What such a cycle costs: as much as two words of slots.
const LATE: f64 = 64.0;
/// Values that differ by less are the same.
const ROUNDING: f64 = 1e-6;

/// Finds a placement for a circuit. Where no times keep all that is known of its loops, it is placed as if nothing were: for the clock alone.
pub fn place(
    circuit: &Circuit,
    levels: &Levels,
    signals: &Signals,
    goal: Goal,
    solver: &mut dyn MilpSolver,
) -> Result<Placement, Problem> {
    let limit = Limit { clock: goal.clock, end: Instant::now() + goal.time };
    let (found, has_times) = match search(circuit, levels, signals, limit, solver) {
        Err(Problem::Solver(Failure::Infeasible)) => {
            (search(circuit, &Levels::unknown(circuit), signals, limit, solver), false)
        }
        found => (found, true),
    };
    let placement = match found {
        Err(Problem::Solver(failure)) if signals.has_tolls() => {
            let status = match failure {
                Failure::OutOfTime => Status::TimeLimit,
                Failure::Infeasible | Failure::OutOfNodes => Status::NodeLimit,
                Failure::Unwritable(_) | Failure::Broken(_) => return Err(Problem::Solver(failure)),
            };
            let channels = broken_everywhere(circuit, signals, goal.clock)?;
            Placement { channels, status, gap: f64::INFINITY, has_times }
        }
        found => Placement { has_times, ..found? },
    };
    Ok(placement)
}

/// What a placement has to meet, and when a search for it ends: all searches of a circuit have one end.
#[derive(Clone, Copy)]
struct Limit {
    clock: f64,
    end: Instant,
}

/// The placement that is left where buffers take time themselves and none was found: all that can be broken is, with two slots each, which holds up nobody.
fn broken_everywhere(
    circuit: &Circuit,
    signals: &Signals,
    clock: f64,
) -> Result<IdMap<ChannelId, Buffering>, Problem> {
    let everywhere = |channel: ChannelId| match may_hold(circuit, channel) {
        true => Buffering { breaks_dv: true, breaks_r: true, slots: 2, is_steady: false },
        false => Buffering::default(),
    };
    let channels: IdMap<ChannelId, Buffering> = circuit.channels.keys().map(everywhere).collect();
    check_clock(signals, &Tolled { signals, buffered: &channels }, clock).map_err(
        |problem| match problem {
            Problem::TooSlow(path) => Problem::NotFound(path),
            other => other,
        },
    )?;
    Ok(channels)
}

/// Finds a placement that keeps times for all that is known of loops.
fn search(
    circuit: &Circuit,
    levels: &Levels,
    signals: &Signals,
    limit: Limit,
    solver: &mut dyn MilpSolver,
) -> Result<Placement, Problem> {
    let trips = levels.trips(circuit);
    let trips: Trips = trips.values().map(|trips| usual_trips(*trips)).collect();
    let schedule = Schedule::of(circuit, levels, &trips);
    let may_hold: IdMap<ChannelId, bool> =
        circuit.channels.keys().map(|channel| may_hold(circuit, channel)).collect();
    let breakable: Vec<bool> = (0..signals.arcs.len() as SignalId)
        .map(|signal| signals.place(signal).is_some_and(|(channel, _)| may_hold[channel]))
        .collect();
    check_clock(signals, &|signal: SignalId| breakable[signal as usize], limit.clock)?;
    let mut search = Search {
        circuit,
        levels,
        signals,
        trips: &trips,
        schedule: &schedule,
        may_hold,
        breakable,
        limit,
        nodes: if schedule.waits.is_empty() { UNTIMED_NODES } else { MOST_NODES },
        models: signals.has_tolls().then_some(MOST_TOLLED),
        solver,
    };
    let least = rates(circuit, levels, &trips, HasRoom::WhereBufferable(Closing::Period));
    let mut periods: IdMap<LoopId, f64> = least.values().map(|rate| rate.period).collect();
    for _ in 0..MOST_RAISES {
        let mut pace = search.fastest(&periods)?;
        // Whole breaks may need a little more time than the parts of breaks that the end was found with, or longer rounds.
        let later: &[f64] = if signals.has_tolls() { &[0.0] } else { &[0.0, 1.0, 2.0, 4.0] };
        for later in later {
            pace.end += later;
            match search.cheapest(&pace) {
                Err(Problem::Solver(Failure::Infeasible)) => {}
                placement => return placement,
            }
        }
        periods = pace.periods.values().map(|period| period + 1.0).collect();
    }
    Err(Problem::Solver(Failure::Infeasible))
}

/// The rounds of the usual run of a loop, in whole numbers: none if fewer than half of the runs would have one.
fn usual_trips(trips: f64) -> f64 {
    if trips < 0.5 { 0.0 } else { trips.floor().clamp(1.0, MOST_TRIPS) }
}

/// Periods of all loops, and when everything is there.
#[derive(Clone, Debug)]
struct Pace {
    periods: IdMap<LoopId, f64>,
    end: f64,
    /// Cuts of data and valid alone.
    cuts: Vec<Cut>,
}

struct Search<'a> {
    circuit: &'a Circuit,
    levels: &'a Levels,
    signals: &'a Signals,
    /// Rounds of every loop, as the schedule has them.
    trips: &'a Trips,
    schedule: &'a Schedule,
    /// Channels that buffers may be put on.
    may_hold: IdMap<ChannelId, bool>,
    breakable: Vec<bool>,
    limit: Limit,
    /// Branchings that are left.
    nodes: u64,
    /// Models that may still be solved, where buffers take time themselves.
    models: Option<u32>,
    solver: &'a mut dyn MilpSolver,
}

impl Search<'_> {
    /// The least time to the end, and the periods that give it. Slots and breaks of ready cost nothing here, so only data and valid count.
    fn fastest(&mut self, least: &IdMap<LoopId, f64>) -> Result<Pace, Problem> {
        let mut set = self.events();
        for (id, period) in least.iter() {
            let bounds = (period.ceil(), f64::INFINITY);
            // Loops that are not on the way to the end are to be fast, too.
            let var = set.model.var(format!("p{}", base::Id::index(id)), VarKind::Whole, bounds, 1e-3);
            set.periods.push(var.into());
        }
        set.model.vars[set.times[END]].cost = 1.0;
        self.nest(&mut set);
        self.orders(&mut set);
        for wait in &self.schedule.waits {
            let waits = set.moment(&wait.arrives) - set.moment(&wait.made);
            set.model.row(name("arrive", wait.channel), waits.clone(), Relation::AtLeast, Expr::default());
            if self.may_hold[wait.channel] {
                set.spots[wait.channel].data = Some(waits);
            } else if wait.round.is_some() {
                let kept = wait.round.map_or(0.0, |round| wait.kept.at(least[round]));
                let waits = set.moment(&wait.leaves) - set.moment(&wait.made);
                set.model.row(name("room", wait.channel), waits, Relation::AtMost, Expr::from(kept));
            }
        }
        set.rows = set.model.rows.len();
        let mut known = FxHashSet::default();
        loop {
            let solution = self.run(&set.model, (GAP, self.nodes), None)?;
            let found = self.cutter().cuts(&self.values(&set, &solution), false)?;
            if !self.add_new(&mut set, &mut known, found) {
                let periods = set.periods.values().map(|period| solution.of(period).round()).collect();
                let end = (solution.value(set.times[END]) - 1e-6).ceil();
                return Ok(Pace { periods, end, cuts: cuts::least(set.cuts) });
            }
        }
    }

    /// The least cost at a pace.
    fn cheapest(&mut self, pace: &Pace) -> Result<Placement, Problem> {
        let mut set = self.events();
        set.periods = pace.periods.values().map(|period| Expr::from(*period)).collect();
        let end = self.end_by(&mut set, pace.end);
        self.orders(&mut set);
        for channel in self.circuit.channels.keys().filter(|channel| self.may_hold[*channel]) {
            set.spots[channel] = self.spot(&mut set.model, channel);
        }
        for wait in &self.schedule.waits {
            self.wait(&mut set, wait, &pace.periods);
        }
        self.choices(&mut set);
        set.rows = set.model.rows.len();
        let mut known: FxHashSet<Cut> = FxHashSet::default();
        self.add_new(&mut set, &mut known, pace.cuts.clone());
        let rings = Rings::of(self.schedule, &pace.periods, end, &self.may_hold);
        let solution = self.least_cost(&mut set, &mut known, &rings)?;
        Ok(self.placement(&set, &solution))
    }

    /// Bounds the end, and gives the bound. Where buffers take time themselves, more breaks than the end was found with may be needed, and it may be later at a price.
    fn end_by(&self, set: &mut Formulation, end: f64) -> f64 {
        let last = set.times[END];
        if !self.signals.has_tolls() {
            set.model.vars[last].high = end;
            return end;
        }
        let late = set.model.var("late".to_string(), VarKind::Real, (0.0, MOST_LATE), LATE);
        set.model.row("end".to_string(), last.into(), Relation::AtMost, Expr::from(end) + late.into());
        end + MOST_LATE
    }

    /// Solves a model up to a gap, in so many branchings.
    fn run(
        &mut self,
        model: &Model,
        (gap, nodes): (f64, u64),
        start: Option<&Solution>,
    ) -> Result<Solution, Problem> {
        if let Some(models) = &mut self.models {
            *models = models.checked_sub(1).ok_or(Problem::Solver(Failure::OutOfNodes))?;
        }
        let time = self.limit.end.saturating_duration_since(Instant::now());
        if time.is_zero() {
            return Err(Problem::Solver(Failure::OutOfTime));
        }
        let limits = Limits { time, nodes: Some(nodes), gap, effort: Effort::Proof };
        let solution = self.solver.solve(model, limits, start);
        let took = match &solution {
            Ok(solution) => solution.nodes,
            Err(Failure::OutOfNodes) => nodes,
            Err(_) => 0,
        };
        self.nodes = self.nodes.saturating_sub(took);
        solution.map_err(Problem::Solver)
    }

    fn placement(&self, set: &Formulation, solution: &Solution) -> Placement {
        let channels = self.buffered(set, solution);
        Placement { channels, status: solution.status, gap: solution.gap, has_times: true }
    }

    /// What a solution puts on each channel.
    fn buffered(&self, set: &Formulation, solution: &Solution) -> IdMap<ChannelId, Buffering> {
        let buffering = |spot: &Spot| {
            let Some(slots) = spot.slots else { return Buffering::default() };
            let waits = spot.data.as_ref().map_or(0.0, |data| solution.of(data));
            let slots = solution.whole(slots) as u32;
            let breaks_r = spot.ready.is_some_and(|ready| solution.is_set(ready));
            // The slot that breaks ready is passed as long as everybody moves.
            let full = f64::from(slots) - f64::from(u8::from(breaks_r));
            let is_steady = spot.is_every_cycle && (waits - full).abs() < 0.5;
            Buffering { breaks_dv: waits > 0.5, breaks_r, slots, is_steady }
        };
        set.spots.values().map(buffering).collect()
    }
}
