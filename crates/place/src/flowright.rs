//! The placement `flowright`: the fewest cycles first, then the least cost of breaks and slots that keeps them and meets the clock.
//!
//! The model has the times of all tokens ([`schedule`](crate::schedule)). A token that waits for a cycle or more on its channel can wait in a register, so data and valid can be broken wherever
//! tokens wait. In a loop that starts a round every cycle no choice of breaks is needed for them: that a path is broken is that something waits along it, which is a row over times. Times follow from
//! differences, whose solutions are whole by themselves, so hardly anything has to be tried. What is left to choose is where ready is broken, and that costs a slot.
//!
//! Periods and the end come from a first model, in which slots cost nothing; the second has them as they are and finds the slots. Rows for paths and cycles are added
//! when a solution breaks them ([`cuts`](crate::cuts)), first to the problem without whole numbers, which is solved in a moment, and then to the whole one.

use crate::arcs::Signal;
use crate::cuts::{Cut, Cutter};
use crate::graph::{ChannelId, Circuit, Node};
use crate::levels::{Level, Levels, LoopId};
use crate::placement::{Buffering, Goal, Placement, Problem};
use crate::schedule::{END, Moment, START, Schedule, Span, Trips, Wait};
use crate::throughput::{HasRoom, rates};
use crate::timing::{SignalId, Signals, Timed, signal_id};
use base::IdMap;
use dialects::handshake::unit::{Function, Kind};
use milp::{Expr, Failure, Limits, MilpSolver, Model, Relation, Solution, Status, VarId, VarKind};
use rustc_hash::FxHashSet;
use std::time::{Duration, Instant};

/// What a slot and a break cost beside the bits that a slot holds: control logic of about two bits.
const CONTROL: f64 = 2.0;
/// Slots that a channel has at most.
const MOST_SLOTS: f64 = 4096.0;
/// Rounds that a loop is taken to have at most: what comes after them is the same again.
const MOST_TRIPS: f64 = 1000.0;
/// The bound of all times: more than any circuit of a few thousand units needs.
const LATEST: f64 = 1e8;
/// How often rounds are made longer because nothing else helps.
const MOST_RAISES: usize = 4;
/// How far from the best possible value a solution may be.
const GAP: f64 = 1e-3;
/// How far while rows are still missing.
const FIRST_GAP: f64 = 0.05;

/// Finds a placement for a circuit. Where no times keep all that is known of its loops, it is placed as if nothing were: for the clock alone.
pub fn place(
    circuit: &Circuit,
    levels: &Levels,
    signals: &Signals,
    goal: Goal,
    solver: &mut dyn MilpSolver,
) -> Result<Placement, Problem> {
    match in_time(circuit, levels, signals, goal, solver) {
        Err(Problem::Solver(Failure::Infeasible)) => {
            let placement = in_time(circuit, &Levels::unknown(circuit), signals, goal, solver)?;
            Ok(Placement { has_times: false, ..placement })
        }
        placement => placement,
    }
}

fn in_time(
    circuit: &Circuit,
    levels: &Levels,
    signals: &Signals,
    goal: Goal,
    solver: &mut dyn MilpSolver,
) -> Result<Placement, Problem> {
    let trips = levels.trips(circuit);
    let trips: Trips = trips.values().map(|trips| trips.floor().clamp(1.0, MOST_TRIPS)).collect();
    let schedule = Schedule::of(circuit, levels, &trips);
    let end = Instant::now() + goal.time;
    let may_hold: IdMap<ChannelId, bool> =
        circuit.channels.keys().map(|channel| may_hold(circuit, channel)).collect();
    let breakable: Vec<bool> = (0..signals.arcs.len() as SignalId)
        .map(|signal| signals.place(signal).is_some_and(|(channel, _)| may_hold[channel]))
        .collect();
    let mut search = Search {
        circuit,
        levels,
        signals,
        trips: &trips,
        schedule: &schedule,
        may_hold,
        breakable,
        goal,
        end,
        solver,
    };
    let least = rates(circuit, levels, &trips, HasRoom::WhereBufferable);
    let mut periods: IdMap<LoopId, f64> = least.values().map(|rate| rate.period).collect();
    for _ in 0..MOST_RAISES {
        let mut pace = search.fastest(&periods)?;
        // Whole breaks may need a little more time than the parts of breaks that the end was found with, or longer rounds.
        for later in [0.0, 1.0, 2.0, 4.0] {
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
    goal: Goal,
    end: Instant,
    solver: &'a mut dyn MilpSolver,
}

/// Whether choices have to be whole, and how far from the best they may be.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Whole {
    Yes(f64),
    No,
}

/// A model with the variables that are looked for.
struct Problemset {
    model: Model,
    times: IdMap<crate::schedule::EventId, VarId>,
    periods: IdMap<LoopId, Expr>,
    spots: IdMap<ChannelId, Spot>,
}

/// What a model knows of a channel.
#[derive(Clone, Default)]
struct Spot {
    /// The slots.
    slots: Option<VarId>,
    /// Whether ready is broken.
    ready: Option<VarId>,
    /// How much data and valid are broken: by more than 1 where tokens wait for more than a cycle.
    data: Option<Expr>,
}

impl Problemset {
    fn moment(&self, moment: &Moment) -> Expr {
        Expr::from(self.times[moment.event]) + self.span(&moment.after)
    }

    fn span(&self, span: &Span) -> Expr {
        let periods = span.periods.iter().map(|(of, count)| self.periods[*of].clone() * *count);
        Expr::from(span.cycles) + periods.sum()
    }

    /// How much of a break a signal has; `None` where one costs nothing.
    fn at(&self, signals: &Signals, signal: SignalId) -> Option<Expr> {
        let (channel, which) = signals.place(signal)?;
        match which {
            Signal::Ready => self.spots[channel].ready.map(Expr::from),
            Signal::Data | Signal::Valid => self.spots[channel].data.clone(),
        }
    }
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
        let mut cuts = Vec::new();
        loop {
            let solution = self.run(&set.model, GAP, None)?;
            let values = self.values(&set, &solution);
            let found = self.cutter().cuts(&values, false)?;
            let new: Vec<Cut> = found.into_iter().filter(|cut| !cuts.contains(cut)).collect();
            let mut added = false;
            for cut in new {
                added |= self.add(&mut set, &cut);
                cuts.push(cut);
            }
            if !added {
                let periods = set.periods.values().map(|period| solution.of(period).round()).collect();
                let end = (solution.value(set.times[END]) - 1e-6).ceil();
                return Ok(Pace { periods, end, cuts });
            }
        }
    }

    /// A loop waits for the rounds of a loop inside of it.
    fn nest(&self, set: &mut Problemset) {
        for (inner, of) in self.levels.loops.iter() {
            let Some(outer) = of.parent else { continue };
            let rounds = (self.trips[inner] + 1.0) * self.levels.entries(self.circuit, inner);
            let run = set.periods[inner].clone() * rounds;
            let name = format!("nest{}", base::Id::index(inner));
            set.model.row(name, set.periods[outer].clone(), Relation::AtLeast, run);
        }
    }

    /// The least cost at a pace.
    fn cheapest(&mut self, pace: &Pace) -> Result<Placement, Problem> {
        let mut set = self.events();
        set.periods = pace.periods.values().map(|period| Expr::from(*period)).collect();
        set.model.vars[set.times[END]].high = pace.end;
        self.orders(&mut set);
        for channel in self.circuit.channels.keys().filter(|channel| self.may_hold[*channel]) {
            set.spots[channel] = self.spot(&mut set.model, channel);
        }
        for wait in &self.schedule.waits {
            self.wait(&mut set, wait, &pace.periods);
        }
        self.choices(&mut set);
        let mut known: FxHashSet<Cut> = FxHashSet::default();
        for cut in &pace.cuts {
            self.add(&mut set, cut);
            known.insert(cut.clone());
        }
        let solution = self.cut(&mut set, &mut known)?;
        Ok(self.placement(&set, &solution))
    }

    /// The least cost, up to the gap; when the time is over, the best that was found.
    fn cut(&mut self, set: &mut Problemset, known: &mut FxHashSet<Cut>) -> Result<Solution, Problem> {
        self.solve(set, known, Whole::No, None)?;
        let mut best = self.first(set, known)?;
        best.gap = f64::INFINITY;
        best.status = Status::TimeLimit;
        for gap in [FIRST_GAP, GAP] {
            match self.solve(set, known, Whole::Yes(gap), Some(&best)) {
                Ok(solution)
                    if solution.status == Status::Optimal || solution.objective <= best.objective =>
                {
                    best = solution
                }
                Ok(_) | Err(Problem::Solver(Failure::OutOfTime)) => break,
                Err(problem) => return Err(problem),
            }
        }
        Ok(best)
    }

    /// A solution to begin with, found without trying much: ready is broken everywhere, then no longer where nothing needs it, wide channels first; times and slots follow.
    fn first(&mut self, set: &mut Problemset, known: &mut FxHashSet<Cut>) -> Result<Solution, Problem> {
        let free = set.model.clone();
        let fix = |set: &mut Problemset, is_broken: &dyn Fn(ChannelId) -> bool| {
            let ready: Vec<(ChannelId, VarId)> =
                set.spots.iter().filter_map(|(channel, spot)| Some((channel, spot.ready?))).collect();
            for (channel, ready) in ready {
                let is = f64::from(u8::from(is_broken(channel)));
                (set.model.vars[ready].low, set.model.vars[ready].high) = (is, is);
            }
        };
        fix(set, &|_| true);
        let solution = self.solve(set, known, Whole::Yes(FIRST_GAP), None)?;
        let kept = self.needed(set, &solution);
        fix(set, &|channel| kept.contains(&channel));
        let solution = self.solve(set, known, Whole::Yes(FIRST_GAP), Some(&solution));
        for (id, var) in free.vars.iter() {
            (set.model.vars[id].low, set.model.vars[id].high) = (var.low, var.high);
        }
        solution
    }

    /// The channels whose ready has to be broken, given the other breaks of a solution.
    fn needed(&self, set: &Problemset, solution: &Solution) -> FxHashSet<ChannelId> {
        let mut broken: Vec<bool> = self.values(set, solution).iter().map(|value| *value > 0.5).collect();
        let mut channels: Vec<ChannelId> =
            set.spots.iter().filter(|(_, spot)| spot.ready.is_some()).map(|(channel, _)| channel).collect();
        channels.sort_by_key(|channel| std::cmp::Reverse(self.circuit.channels[*channel].width));
        let mut needed = FxHashSet::default();
        for channel in channels {
            let ready = signal_id(channel, Signal::Ready) as usize;
            broken[ready] = false;
            let is_fine = match self.signals.paths(&|signal: SignalId| broken[signal as usize]) {
                Timed::Paths(paths) => paths.iter().all(|path| path.delay <= self.goal.clock),
                Timed::Cycle(_) => false,
            };
            if !is_fine {
                broken[ready] = true;
                needed.insert(channel);
            }
        }
        needed
    }

    /// Solves, adds what a solution breaks, and solves again, until nothing is broken.
    fn solve(
        &mut self,
        set: &mut Problemset,
        known: &mut FxHashSet<Cut>,
        whole: Whole,
        start: Option<&Solution>,
    ) -> Result<Solution, Problem> {
        loop {
            let solution = match whole {
                Whole::Yes(gap) => self.run(&set.model, gap, start)?,
                Whole::No => self.run(&relaxed(&set.model), GAP, None)?,
            };
            let values = self.values(set, &solution);
            let mut added = false;
            for cut in self.cutter().cuts(&values, whole != Whole::No)? {
                if known.insert(cut.clone()) {
                    added |= self.add(set, &cut);
                }
            }
            if !added {
                return Ok(solution);
            }
            if solution.status == Status::TimeLimit {
                return Err(Problem::Solver(Failure::OutOfTime));
            }
        }
    }

    fn events(&self) -> Problemset {
        let mut model = Model::default();
        let time = |model: &mut Model, event: crate::schedule::EventId| {
            let bounds = if event == START { (0.0, 0.0) } else { (0.0, LATEST) };
            model.var(format!("t{}", base::Id::index(event)), VarKind::Real, bounds, 0.0)
        };
        let times = self.schedule.events.keys().map(|event| time(&mut model, event)).collect();
        let spots = self.circuit.channels.keys().map(|_| Spot::default()).collect();
        Problemset { model, times, periods: IdMap::default(), spots }
    }

    fn orders(&self, set: &mut Problemset) {
        for (number, order) in self.schedule.orders.iter().enumerate() {
            let after = set.moment(&order.after);
            let event = set.times[order.event];
            set.model.row(format!("order{number}"), event.into(), Relation::AtLeast, after);
        }
    }

    /// The variables of a channel.
    fn spot(&self, model: &mut Model, channel: ChannelId) -> Spot {
        let number = channel.index();
        let slot = f64::from(self.circuit.channels[channel].width) + CONTROL;
        let ready = model.choice(format!("r{number}"), CONTROL);
        let slots = model.var(format!("n{number}"), VarKind::Real, (0.0, MOST_SLOTS), slot);
        model.row(format!("hold{number}"), slots.into(), Relation::AtLeast, ready.into());
        Spot { slots: Some(slots), ready: Some(ready), data: None }
    }

    /// The rows of a token's way.
    fn wait(&self, set: &mut Problemset, wait: &Wait, periods: &IdMap<LoopId, f64>) {
        let channel = wait.channel;
        let made = set.moment(&wait.made);
        let Some(round) = wait.round else {
            let arrives = set.moment(&wait.arrives) - made;
            let broken = self.choice(set, channel).unwrap_or_default();
            set.model.row(name("arrive", channel), arrives, Relation::AtLeast, broken);
            return;
        };
        let period = periods[round];
        let kept = match wait.kept.at(period) {
            0.0 => Expr::default(),
            kept => set.model.var(name("h", channel), VarKind::Real, (0.0, kept), 0.0).into(),
        };
        let arrives = set.moment(&wait.arrives) - made.clone() - kept.clone();
        let leaves = set.moment(&wait.leaves) - made - kept;
        set.model.row(name("arrive", channel), arrives.clone(), Relation::AtLeast, Expr::default());
        let Spot { slots, ready, .. } = set.spots[channel].clone();
        let room = match (slots, ready) {
            (Some(slots), Some(ready)) => Expr::from(slots) * period - ready.into(),
            _ => Expr::default(),
        };
        set.model.row(name("room", channel), leaves, Relation::AtMost, room);
        let Some(slots) = slots else { return };
        if period == 1.0 {
            // Every cycle of waiting is a slot, so a break is where something waits, and whole times say where.
            for event in [wait.made.event, wait.arrives.event, wait.leaves.event] {
                set.model.vars[set.times[event]].kind = VarKind::Whole;
            }
            set.spots[channel].data = Some(arrives);
            return;
        }
        // A slot is for many cycles of waiting, and that there is one says more than how long a token waits. Times need not be whole: rounded down they keep every row.
        let broken = set.model.choice(name("dv", channel), 0.0);
        set.model.row(name("waits", channel), broken.into(), Relation::AtMost, arrives);
        set.model.row(name("holds", channel), broken.into(), Relation::AtMost, slots.into());
        set.spots[channel].data = Some(broken.into());
        set.model.vars[slots].kind = VarKind::Whole;
    }

    /// A choice to break data and valid, for a channel whose tokens do not come round after round: there they wait in the circuit before it.
    fn choice(&self, set: &mut Problemset, channel: ChannelId) -> Option<Expr> {
        let slots = set.spots[channel].slots?;
        let choice = set.model.choice(name("dv", channel), CONTROL);
        let mut holds = Expr::from(choice);
        // In a ring whose times are not known, a token must be able to leave a slot for another one.
        if self.levels.of[channel] == Level::Unknown {
            holds = holds + set.spots[channel].ready.map(Expr::from).unwrap_or_default();
        }
        set.model.row(name("holds", channel), slots.into(), Relation::AtLeast, holds);
        set.spots[channel].data = Some(choice.into());
        Some(choice.into())
    }

    /// Choices for channels of which nothing is known.
    fn choices(&self, set: &mut Problemset) {
        for channel in self.circuit.channels.keys() {
            if set.spots[channel].slots.is_some() && set.spots[channel].data.is_none() {
                self.choice(set, channel);
            }
        }
    }

    fn cutter(&self) -> Cutter<'_> {
        Cutter { signals: self.signals, clock: self.goal.clock, breakable: &self.breakable }
    }

    /// How much of a break every signal has. What costs nothing is broken.
    fn values(&self, set: &Problemset, solution: &Solution) -> Vec<f64> {
        let value = |signal: SignalId| match set.at(self.signals, signal) {
            Some(value) => solution.of(&value),
            None => f64::from(u8::from(self.breakable[signal as usize])),
        };
        (0..self.signals.arcs.len() as SignalId).map(value).collect()
    }

    /// One of a cut's signals is broken. Nothing to say if that costs nothing.
    fn add(&self, set: &mut Problemset, cut: &Cut) -> bool {
        let breaks: Option<Vec<Expr>> = cut.iter().map(|signal| set.at(self.signals, *signal)).collect();
        let Some(breaks) = breaks else { return false };
        let name = format!("cut{}", set.model.rows.len());
        set.model.row(name, breaks.into_iter().sum(), Relation::AtLeast, Expr::from(1.0));
        true
    }

    fn run(&mut self, model: &Model, gap: f64, start: Option<&Solution>) -> Result<Solution, Problem> {
        let left = self.end.saturating_duration_since(Instant::now());
        let limits = Limits { time: left.max(Duration::from_millis(100)), gap };
        self.solver.solve(model, limits, start).map_err(Problem::Solver)
    }

    fn placement(&self, set: &Problemset, solution: &Solution) -> Placement {
        let buffering = |spot: &Spot| match spot {
            Spot { slots: Some(slots), ready, data } => Buffering {
                breaks_dv: data.as_ref().is_some_and(|data| solution.of(data) > 0.5),
                breaks_r: ready.is_some_and(|ready| solution.is_set(ready)),
                slots: solution.whole(*slots) as u32,
            },
            _ => Buffering::default(),
        };
        let channels = set.spots.values().map(buffering).collect();
        Placement { channels, status: solution.status, gap: solution.gap, has_times: true }
    }
}

/// Whether buffers may be put on a channel. Of the two sides of a wire only the narrower one is asked about: a buffer does the same on either.
fn may_hold(circuit: &Circuit, channel: ChannelId) -> bool {
    let of = &circuit.channels[channel];
    let other = |node: &Node, side: fn(&Node) -> ChannelId| is_wire(node).then(|| side(node));
    let before = circuit.producer(channel).and_then(|node| other(node, |node| node.inputs[0]));
    let after = circuit.consumer(channel).and_then(|node| other(node, |node| node.outputs[0]));
    let width = |channel: ChannelId| circuit.channels[channel].width;
    let narrower = |other: ChannelId| circuit.channels[other].bufferable && width(other) < of.width;
    let as_narrow = |other: ChannelId| circuit.channels[other].bufferable && width(other) <= of.width;
    of.bufferable && !of.standing && !before.is_some_and(as_narrow) && !after.is_some_and(narrower)
}

/// Whether a unit is wires from its one input to its one output.
fn is_wire(node: &Node) -> bool {
    let wires = match node.unit.kind {
        Kind::Br | Kind::Constant { .. } => true,
        Kind::Compute { function, latency: 0 } => {
            matches!(function, Function::ExtS | Function::ExtU | Function::Trunc)
        }
        _ => false,
    };
    wires && node.inputs.len() == 1 && node.outputs.len() == 1
}

/// A model without whole numbers.
fn relaxed(model: &Model) -> Model {
    let mut relaxed = model.clone();
    relaxed.vars.iter_mut().for_each(|(_, var)| var.kind = VarKind::Real);
    relaxed
}

fn name(what: &str, channel: ChannelId) -> String {
    format!("{what}{}", base::Id::index(channel))
}
