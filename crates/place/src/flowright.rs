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

use crate::arcs::Signal;
use crate::cuts::{self, Cut, Cutter};
use crate::graph::{ChannelId, Circuit, Node};
use crate::levels::{Level, Levels, LoopId};
use crate::placement::{Buffering, Goal, Placement, Problem, check_clock};
use crate::rings::Rings;
use crate::schedule::{END, Moment, START, Schedule, Span, Trips, Wait};
use crate::throughput::{HasRoom, rates};
use crate::timing::{SignalId, Signals, Timed, signal_id};
use base::IdMap;
use dialects::handshake::unit::{Function, Kind};
use milp::{
    Effort, Expr, Failure, Limits, MilpSolver, Model, Relation, Solution, Status, Var, VarId, VarKind,
};
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
/// How far one may be that a search begins with.
const FIRST_GAP: f64 = 0.05;
/// How many times the time that is given may pass before a search ends that has not used up its steps.
pub const TIMES: u32 = 10;
/// Branchings in all.
const MOST_NODES: u64 = 2000;
/// The same where no times are known: what is left to choose is where the clock is met, whose relaxed problem says little, and a proof of the best would take minutes.
const UNTIMED_NODES: u64 = 40;
/// Branchings for a solution to begin with.
const FIRST_NODES: u64 = 200;
/// Of the choices that are left, one in so many is made at once for a solution to begin with.
const DIVE_SHARE: usize = 8;
/// How many choices may turn out to be wrong one after the other.
const MOST_WRONG: usize = 4;
/// Values that differ by less are the same.
const ROUNDING: f64 = 1e-6;
/// How often the least cost without whole numbers may rise by next to nothing before that is left to the search.
const MOST_STALLS: usize = 3;

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
    check_clock(signals, &|signal: SignalId| breakable[signal as usize], goal.clock)?;
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
        nodes: if schedule.waits.is_empty() { UNTIMED_NODES } else { MOST_NODES },
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
    /// Branchings that are left.
    nodes: u64,
    solver: &'a mut dyn MilpSolver,
}

/// Whether choices have to be whole.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Whole {
    Yes,
    No,
}

/// A model with the variables that are looked for.
struct Problemset {
    model: Model,
    times: IdMap<crate::schedule::EventId, VarId>,
    periods: IdMap<LoopId, Expr>,
    spots: IdMap<ChannelId, Spot>,
    /// Rows that were added to those the model began with.
    cuts: Vec<Cut>,
    /// How many it began with.
    rows: usize,
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
    /// Whether a token comes in every cycle, so that `data` is for how many of them each waits.
    is_every_cycle: bool,
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

    /// A loop waits for the rounds of a loop inside of it.
    fn nest(&self, set: &mut Problemset) {
        for (inner, of) in self.levels.loops.iter() {
            let Some(outer) = of.parent else { continue };
            let rounds = self.levels.rounds_in_outer(self.circuit, inner, self.trips);
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
        set.rows = set.model.rows.len();
        let mut known: FxHashSet<Cut> = FxHashSet::default();
        self.add_new(&mut set, &mut known, pace.cuts.clone());
        let rings = Rings::of(self.schedule, &pace.periods, pace.end, &self.may_hold);
        let solution = self.least_cost(&mut set, &mut known, &rings)?;
        Ok(self.placement(&set, &solution))
    }

    /// The least cost, up to the gap; when a limit is met, the best that was found.
    fn least_cost(
        &mut self,
        set: &mut Problemset,
        known: &mut FxHashSet<Cut>,
        rings: &Rings,
    ) -> Result<Solution, Problem> {
        let relaxed = self.relaxed(set, known, rings)?;
        self.drop_needless(set);
        let mut best = match self.dive(set, known, &relaxed) {
            Err(Problem::Solver(Failure::Infeasible | Failure::OutOfNodes)) => self.first(set, known)?,
            solution => solution?,
        };
        let mut bound = relaxed.objective;
        best.status = Status::Optimal;
        // What is near to the best one misses rows, too, and is found much sooner.
        for near in [FIRST_GAP, GAP] {
            while gap(&best, bound) > near && best.status == Status::Optimal {
                match self.run(&set.model, (near, self.nodes), Some(&best)) {
                    Ok(solution) => {
                        bound = bound.max(solution.objective * (1.0 - solution.gap));
                        let status = solution.status;
                        let solution = match self.missing(set, known, &solution, Whole::Yes)? {
                            true => self.mended(set, known, &solution)?,
                            false => Some(solution),
                        };
                        if let Some(better) = solution.filter(|one| one.objective <= best.objective) {
                            best = better;
                        }
                        best.status = status;
                    }
                    Err(Problem::Solver(Failure::OutOfTime)) => best.status = Status::TimeLimit,
                    Err(Problem::Solver(Failure::OutOfNodes)) => best.status = Status::NodeLimit,
                    Err(problem) => return Err(problem),
                }
            }
        }
        best.gap = gap(&best, bound);
        Ok(best)
    }

    /// The least cost where nothing has to be whole.
    fn relaxed(
        &mut self,
        set: &mut Problemset,
        known: &mut FxHashSet<Cut>,
        rings: &Rings,
    ) -> Result<Solution, Problem> {
        let (mut stalls, mut before) = (0, f64::NEG_INFINITY);
        loop {
            let solution = self.run(&relaxed(&set.model), (GAP, self.nodes), None)?;
            stalls = if solution.objective > before * (1.0 + GAP) { 0 } else { stalls + 1 };
            before = solution.objective;
            let mut is_new = self.missing(set, known, &solution, Whole::No)?;
            let value = |var: Option<VarId>| var.map_or(0.0, |var| solution.value(var));
            let slots = set.spots.values().map(|spot| value(spot.slots)).collect();
            let broken = |spot: &Spot| spot.data.as_ref().map_or(0.0, |data| solution.of(data));
            let breaks = set.spots.values().map(broken).collect();
            let mut found = rings.cuts(&slots, &breaks);
            found.extend(self.cutter().slots(&slots)?);
            is_new |= self.add_new(set, known, cuts::least(found));
            if !is_new || stalls > MOST_STALLS {
                return Ok(solution);
            }
        }
    }

    /// A solution to begin with: what the one without whole numbers breaks most is broken, and the rest looked for again, until every choice is made. Then no ready is broken that
    /// need not be.
    fn dive(
        &mut self,
        set: &mut Problemset,
        known: &mut FxHashSet<Cut>,
        relaxed: &Solution,
    ) -> Result<Solution, Problem> {
        let free = set.model.clone();
        let solution = self.choose(set, known, relaxed).and_then(|solution| {
            let kept = self.needed(set, &solution);
            self.fix_ready(set, &|channel| kept.contains(&channel));
            self.whole(set, known, Some(&solution))
        });
        restore(&mut set.model, &free);
        solution
    }

    /// Makes every choice, those first that are nearly made.
    fn choose(
        &mut self,
        set: &mut Problemset,
        known: &mut FxHashSet<Cut>,
        from: &Solution,
    ) -> Result<Solution, Problem> {
        let choices: Vec<VarId> =
            set.model.vars.iter().filter(|(_, var)| is_choice(var)).map(|(id, _)| id).collect();
        let mut now = from.clone();
        let mut is_new = false;
        // How many are made at once; one where that was too much.
        let (mut share, mut wrong) = (DIVE_SHARE, 0);
        loop {
            let mut open: Vec<VarId> = choices
                .iter()
                .copied()
                .filter(|id| {
                    let var = &set.model.vars[*id];
                    var.low < var.high && now.value(*id) > ROUNDING
                })
                .collect();
            open.sort_by(|a, b| now.value(*b).total_cmp(&now.value(*a)).then(a.cmp(b)));
            if !is_new && open.iter().all(|id| now.value(*id) > 1.0 - ROUNDING) {
                break;
            }
            let sure = open.iter().take_while(|id| now.value(**id) > 0.9).count();
            let count = if share == 0 { 1 } else { sure.max(open.len().div_ceil(share)) };
            let made: Vec<VarId> = open.into_iter().take(count).collect();
            made.iter().for_each(|id| set.model.vars[*id].low = 1.0);
            match self.run(&relaxed(&set.model), (GAP, self.nodes), None) {
                Ok(solution) => {
                    is_new = self.missing(set, known, &solution, Whole::No)?;
                    (now, share, wrong) = (solution, DIVE_SHARE, 0);
                }
                Err(Problem::Solver(Failure::Infeasible)) if wrong < MOST_WRONG => {
                    made.iter().for_each(|id| set.model.vars[*id].low = 0.0);
                    if let [only] = made[..] {
                        set.model.vars[only].high = 0.0;
                        is_new = true;
                    }
                    (share, wrong) = (0, wrong + 1);
                }
                Err(problem) => return Err(problem),
            }
        }
        for id in choices {
            let is = now.value(id).round();
            (set.model.vars[id].low, set.model.vars[id].high) = (is, is);
        }
        self.whole(set, known, None)
    }

    /// What becomes of a solution that misses breaks when some are added: a solution that misses none, if there is one, and on the way to it rows that the next search
    /// would miss.
    fn mended(
        &mut self,
        set: &mut Problemset,
        known: &mut FxHashSet<Cut>,
        solution: &Solution,
    ) -> Result<Option<Solution>, Problem> {
        let free = set.model.clone();
        for (id, var) in free.vars.iter().filter(|(_, var)| is_choice(var)) {
            set.model.vars[id].low = var.low.max(solution.value(id).round());
        }
        let mended = self.whole(set, known, None);
        restore(&mut set.model, &free);
        match mended {
            Ok(mended) => Ok(Some(mended)),
            Err(Problem::Solver(Failure::Infeasible | Failure::OutOfNodes | Failure::OutOfTime)) => Ok(None),
            Err(problem) => Err(problem),
        }
    }

    /// Says of every ready whether it is broken.
    fn fix_ready(&self, set: &mut Problemset, is_broken: &dyn Fn(ChannelId) -> bool) {
        for (channel, spot) in set.spots.iter() {
            if let Some(ready) = spot.ready {
                let is = f64::from(u8::from(is_broken(channel)));
                (set.model.vars[ready].low, set.model.vars[ready].high) = (is, is);
            }
        }
    }

    /// A solution to begin with, found without trying much: ready is broken everywhere, then no longer where nothing needs it, wide channels first; times and slots follow.
    fn first(&mut self, set: &mut Problemset, known: &mut FxHashSet<Cut>) -> Result<Solution, Problem> {
        let free = set.model.clone();
        self.fix_ready(set, &|_| true);
        let solution = self.whole(set, known, None)?;
        let kept = self.needed(set, &solution);
        self.fix_ready(set, &|channel| kept.contains(&channel));
        let solution = self.whole(set, known, Some(&solution));
        restore(&mut set.model, &free);
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

    /// Solves in whole numbers, adds what a solution breaks, and solves again, until nothing is broken.
    fn whole(
        &mut self,
        set: &mut Problemset,
        known: &mut FxHashSet<Cut>,
        start: Option<&Solution>,
    ) -> Result<Solution, Problem> {
        loop {
            let solution = self.run(&set.model, (FIRST_GAP, self.nodes.min(FIRST_NODES)), start)?;
            if !self.missing(set, known, &solution, Whole::Yes)? {
                return Ok(solution);
            }
            match solution.status {
                Status::Optimal | Status::NodeLimit if self.nodes > 0 => {}
                Status::TimeLimit => return Err(Problem::Solver(Failure::OutOfTime)),
                _ => return Err(Problem::Solver(Failure::OutOfNodes)),
            }
        }
    }

    /// Adds the paths and cycles that a solution does not break, and says whether there were any.
    fn missing(
        &self,
        set: &mut Problemset,
        known: &mut FxHashSet<Cut>,
        solution: &Solution,
        whole: Whole,
    ) -> Result<bool, Problem> {
        let cutter = self.cutter();
        let found = cutter.cuts(&self.values(set, solution), whole == Whole::Yes)?;
        let slots: Vec<Cut> = found
            .iter()
            .filter_map(|cut| match cut {
                Cut::Breaks(signals) => Some((signals, cutter.between(signals))),
                Cut::Slots(..) => None,
            })
            // Where every signal is of a channel of its own, the slots follow from the breaks.
            .filter(|(signals, between)| {
                matches!(between, Cut::Slots(channels, _) if channels.len() < signals.len())
            })
            .map(|(_, between)| between)
            .collect();
        let is_new = self.add_new(set, known, found);
        self.add_new(set, known, slots);
        Ok(is_new)
    }

    /// Adds the rows that are not there, and says whether there were any.
    fn add_new(&self, set: &mut Problemset, known: &mut FxHashSet<Cut>, found: Vec<Cut>) -> bool {
        let mut is_new = false;
        for cut in found {
            if known.insert(cut.clone()) && self.add(set, &cut) {
                set.cuts.push(cut);
                is_new = true;
            }
        }
        is_new
    }

    /// Leaves out the rows that others make needless.
    fn drop_needless(&self, set: &mut Problemset) {
        set.model.rows.truncate(set.rows);
        set.cuts = cuts::least(std::mem::take(&mut set.cuts));
        for cut in set.cuts.clone() {
            self.add(set, &cut);
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
        Problemset { model, times, periods: IdMap::default(), spots, cuts: Vec::new(), rows: 0 }
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
        Spot { slots: Some(slots), ready: Some(ready), ..Spot::default() }
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
            set.spots[channel].is_every_cycle = self.is_without_pause(round, periods);
            return;
        }
        // A slot is for many cycles of waiting, and that there is one says more than how long a token waits. Times need not be whole: rounded down they keep every row.
        let broken = set.model.choice(name("dv", channel), 0.0);
        set.model.row(name("waits", channel), broken.into(), Relation::AtMost, arrives);
        set.model.row(name("holds", channel), broken.into(), Relation::AtMost, slots.into());
        set.spots[channel].data = Some(broken.into());
        set.model.vars[slots].kind = VarKind::Whole;
    }

    /// Whether the runs of a loop follow each other as its rounds do: the loops around it wait for nothing else.
    fn is_without_pause(&self, mut inner: LoopId, periods: &IdMap<LoopId, f64>) -> bool {
        while let Some(outer) = self.levels.loops[inner].parent {
            let rounds = self.levels.rounds_in_outer(self.circuit, inner, self.trips);
            if periods[outer] > rounds * periods[inner] + ROUNDING {
                return false;
            }
            inner = outer;
        }
        true
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

    /// Adds a row. Nothing to say if what it asks for costs nothing.
    fn add(&self, set: &mut Problemset, cut: &Cut) -> bool {
        let (sum, least): (Option<Expr>, Expr) = match cut {
            Cut::Breaks(signals) => {
                let breaks: Option<Vec<Expr>> =
                    signals.iter().map(|signal| set.at(self.signals, *signal)).collect();
                (breaks.map(|breaks| breaks.into_iter().sum()), Expr::from(1.0))
            }
            Cut::Slots(channels, of) => {
                let slots: Option<Vec<VarId>> =
                    channels.iter().map(|channel| set.spots[*channel].slots).collect();
                let least = match of {
                    Some(of) => set.spots[*of].data.clone().unwrap_or_default(),
                    None => Expr::from(1.0),
                };
                (slots.map(|slots| slots.into_iter().map(Expr::from).sum()), least)
            }
        };
        let Some(sum) = sum else { return false };
        let name = format!("cut{}", set.model.rows.len());
        set.model.row(name, sum, Relation::AtLeast, least);
        true
    }

    /// Solves a model up to a gap, in so many branchings.
    fn run(
        &mut self,
        model: &Model,
        (gap, nodes): (f64, u64),
        start: Option<&Solution>,
    ) -> Result<Solution, Problem> {
        let left = self.end.saturating_duration_since(Instant::now());
        let time = left.max(Duration::from_millis(100));
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

    fn placement(&self, set: &Problemset, solution: &Solution) -> Placement {
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

/// Whether a variable is a choice.
fn is_choice(var: &Var) -> bool {
    var.kind == VarKind::Whole && (var.low, var.high) == (0.0, 1.0)
}

/// Gives the variables of a model the bounds that they had.
fn restore(model: &mut Model, free: &Model) {
    for (id, var) in free.vars.iter() {
        (model.vars[id].low, model.vars[id].high) = (var.low, var.high);
    }
}

/// How far a solution may be from the best one, as a part of its cost, if nothing costs less than a bound.
fn gap(solution: &Solution, bound: f64) -> f64 {
    // Less than rounding is nothing.
    if solution.objective - bound < 1e-6 { 0.0 } else { (solution.objective - bound) / solution.objective }
}

fn name(what: &str, channel: ChannelId) -> String {
    format!("{what}{}", base::Id::index(channel))
}
