//! What the published placements have in common: their variables, and the rows of their models.
//!
//! Of each channel the model decides whether a buffer breaks its data and valid, whether one breaks its ready, and how many slots it has. Rows, by the sets that their names begin with:
//!
//! - `clock`: a signal is where it goes after all that it is made from, and within the clock; a break lets it begin anew. Published with ten times the clock as the factor
//!   of the break; the clock itself allows the same solutions and fewer fractions. A way through a unit takes at least [`LEAST`], so that no cycle of signals is without a break.
//! - `hold`: slots, breaks and buffers go together, and what the rules ([`rules`](crate::rules)) ask for is there.
//! - `flow`: in every choice-free part the tokens on a channel are those it begins with, and what the retimings of its two ends add; not more than its slots; and enough for the throughput of
//!   the part to pass a break.
//!
//! A channel can be free, or have what was decided before, or be broken wherever it can be: so a part of a circuit is placed while the rest is taken to be no hindrance.

use crate::arcs::Signal;
use crate::cfdfc::Cfdfc;
use crate::graph::{ChannelId, Node, UnitId};
use crate::placement::{self, Buffering, Problem};
use crate::placer::Task;
use crate::rules::{Needs, on_cycles, rank};
use crate::schedule::lsq;
use crate::timing::{SignalId, Signals};
use base::IdMap;
use dialects::handshake::unit::{Kind, MemoryPort};
use milp::{Expr, Failure, Limits, MilpSolver, Model, Relation, Solution, Status, VarId, VarKind};
use rustc_hash::FxHashSet;
use std::time::{Duration, Instant};

/// What a way through a unit takes at least, in nanoseconds.
pub const LEAST: f64 = 0.001;
/// Slots of a channel, at most.
const MOST_SLOTS: f64 = 100.0;
/// How far from the best a solution may be.
const GAP: f64 = 1e-4;
/// What a buffer and a slot cost, as parts of the throughput of the most important part.
const BUFFER_COST: f64 = 1e-4;
const SLOT_COST: f64 = 1e-5;

/// What a model knows of a channel.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum State {
    /// It decides.
    Free,
    /// This was decided.
    Fixed(Buffering),
    /// It is broken, if it can be: others will see to it.
    Broken,
}

/// Which signals a model follows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Follows {
    /// Data, and valids as if they were data that take no time.
    Data,
    /// Data, valids, readies, and the ways from one to the other.
    All,
}

/// The variables of a free channel.
#[derive(Clone, Copy, Debug)]
struct Vars {
    /// Whether there is a buffer.
    buffer: VarId,
    breaks_dv: VarId,
    breaks_r: Option<VarId>,
    slots: VarId,
}

/// What a model decided.
pub struct Decided {
    /// What is put on the channels that were free.
    pub channels: Vec<(ChannelId, Buffering)>,
    /// How the search ended.
    pub status: Status,
    /// How far from the best the value may be.
    pub gap: f64,
}

/// A model in the making.
pub struct Rows<'a> {
    task: &'a Task<'a>,
    follows: Follows,
    states: &'a IdMap<ChannelId, State>,
    needs: &'a Needs,
    model: Model,
    vars: IdMap<ChannelId, Option<Vars>>,
    /// A solution that is always one, as the values of the variables so far.
    start: Vec<f64>,
    /// When every signal must have come: the clock, or a little more.
    latest: f64,
}

impl<'a> Rows<'a> {
    /// The variables of the free channels, and the rows `hold` and `clock`.
    pub fn new(
        task: &'a Task<'a>,
        follows: Follows,
        states: &'a IdMap<ChannelId, State>,
        needs: &'a Needs,
    ) -> Result<Rows<'a>, Problem> {
        let mut rows = Rows {
            task,
            follows,
            states,
            needs,
            model: Model::default(),
            vars: task.circuit.channels.values().map(|_| None).collect(),
            start: Vec::new(),
            latest: task.goal.clock,
        };
        rows.hold();
        rows.clock()?;
        Ok(rows)
    }

    fn var(&mut self, name: String, kind: VarKind, bounds: (f64, f64), cost: f64, start: f64) -> VarId {
        self.start.push(start);
        self.model.var(name, kind, bounds, cost)
    }

    fn choice(&mut self, name: String) -> VarId {
        self.var(name, VarKind::Whole, (0.0, 1.0), 0.0, 1.0)
    }

    fn row(&mut self, set: &str, left: Expr, relation: Relation, right: Expr) {
        let name = format!("{set}{}", self.model.rows.len());
        self.model.row(name, left, relation, right);
    }

    fn hold(&mut self) {
        for channel in self.task.circuit.channels.keys() {
            let need = self.needs[channel];
            if self.states[channel] != State::Free || need.none {
                continue;
            }
            let number = channel.index();
            let vars = Vars {
                buffer: self.choice(format!("buffer{number}")),
                breaks_dv: self.choice(format!("dv{number}")),
                breaks_r: (self.follows == Follows::All).then(|| self.choice(format!("r{number}"))),
                slots: self.var(format!("slots{number}"), VarKind::Whole, (0.0, MOST_SLOTS), 0.0, MOST_SLOTS),
            };
            self.vars[channel] = Some(vars);
            let slots = || Expr::from(vars.slots);
            self.row("hold", slots(), Relation::AtMost, Expr::from(vars.buffer) * MOST_SLOTS);
            let breaks = [Some(vars.breaks_dv), vars.breaks_r].into_iter().flatten();
            let breaks: Vec<VarId> = breaks.collect();
            for one in &breaks {
                self.row("hold", (*one).into(), Relation::AtMost, vars.buffer.into());
            }
            self.row("hold", breaks.iter().map(|one| Expr::from(*one)).sum(), Relation::AtMost, slots());
            if need.breaks_dv {
                self.row("hold", vars.breaks_dv.into(), Relation::Equal, Expr::from(1.0));
            }
            if need.slots > 0 {
                self.row("hold", slots(), Relation::AtLeast, Expr::from(f64::from(need.slots)));
            }
            if need.passed > 0 {
                let least = Expr::from(vars.breaks_dv) + Expr::from(f64::from(need.passed));
                self.row("hold", slots(), Relation::AtLeast, least);
            }
        }
    }

    /// Whether a signal is broken, as far as it is settled; the variable that says so otherwise.
    fn breaks(&self, signal: SignalId) -> (bool, Option<VarId>) {
        let Some((channel, of)) = self.task.signals.place(signal) else { return (false, None) };
        let is_ready = of == Signal::Ready;
        match (self.states[channel], self.vars[channel]) {
            (State::Free, Some(vars)) if is_ready => (false, vars.breaks_r),
            (State::Free, Some(vars)) => (false, Some(vars.breaks_dv)),
            (State::Fixed(of), _) => (if is_ready { of.breaks_r } else { of.breaks_dv }, None),
            (State::Broken, _) => (!self.needs[channel].none, None),
            (State::Free, None) => (false, None),
        }
    }

    /// Ways of signals that the model follows, with what each takes.
    fn ways(&self) -> Vec<Vec<(SignalId, f64)>> {
        let signals = self.task.signals;
        let node = |signal: SignalId| match (self.follows, signals.place(signal)) {
            (Follows::All, _) => Some(signal),
            // Data and valid of a channel are broken together: one node stands for both.
            (Follows::Data, Some((_, Signal::Data))) => Some(signal),
            (Follows::Data, Some((channel, Signal::Valid))) => {
                Some(crate::timing::signal_id(channel, Signal::Data))
            }
            (Follows::Data, _) => None,
        };
        let is_data = |signal: SignalId| matches!(signals.place(signal), Some((_, Signal::Data)));
        let mut ways: Vec<Vec<(SignalId, f64)>> = vec![Vec::new(); signals.arcs.len()];
        for (from, arcs) in (0..).zip(&signals.arcs) {
            for (to, delay) in arcs {
                let counts = self.follows == Follows::All || is_data(from) && is_data(*to);
                let delay = if counts { delay.max(LEAST) } else { LEAST };
                let (Some(from), Some(to)) = (node(from), node(*to)) else { continue };
                match ways[from as usize].iter_mut().find(|(other, _)| *other == to) {
                    Some((_, longest)) => *longest = longest.max(delay),
                    None => ways[from as usize].push((to, delay)),
                }
            }
        }
        ways
    }

    fn clock(&mut self) -> Result<(), Problem> {
        let ways = self.ways();
        let is_broken = |signal: SignalId| {
            let (broken, var) = self.breaks(signal);
            broken || var.is_some()
        };
        // With every break there can be: what comes to each signal, and whether that is in time.
        let arrivals = arrivals(&ways, &is_broken).map_err(Problem::Unbroken)?;
        // The least that ways take may come to a little more than the clock where the ways themselves do not.
        let latest = arrivals.iter().copied().fold(self.task.goal.clock, f64::max);
        self.latest = latest;
        let count = ways.len();
        let mut reached = vec![false; count];
        ways.iter().flatten().for_each(|(to, _)| reached[*to as usize] = true);
        let mut comes: Vec<Option<VarId>> = vec![None; count];
        let mut leaves: Vec<Expr> = vec![Expr::default(); count];
        for signal in 0..count as SignalId {
            let index = signal as usize;
            if !reached[index] {
                continue;
            }
            let arrival = self.var(format!("in{signal}"), VarKind::Real, (0.0, latest), 0.0, arrivals[index]);
            comes[index] = Some(arrival);
            let (broken, var) = self.breaks(signal);
            leaves[index] = match var {
                _ if broken || ways[index].is_empty() => Expr::default(),
                None => arrival.into(),
                Some(var) => {
                    let leaves = self.var(format!("out{signal}"), VarKind::Real, (0.0, latest), 0.0, 0.0);
                    let late = Expr::from(arrival) - Expr::from(var) * latest;
                    self.row("clock", leaves.into(), Relation::AtLeast, late);
                    leaves.into()
                }
            };
        }
        for (from, ways) in ways.iter().enumerate() {
            for (to, delay) in ways {
                let arrival = comes[*to as usize].expect("something comes to it");
                let sum = leaves[from].clone() + Expr::from(*delay);
                self.row("clock", arrival.into(), Relation::AtLeast, sum);
            }
        }
        Ok(())
    }

    /// The rows of the choice-free parts; their throughputs, and buffers as what they cost, become the objective.
    pub fn flow(&mut self, parts: &[&Cfdfc]) {
        let circuit = self.task.circuit;
        // Every channel counts as executed once outside of the parts, but for those that lead back.
        let is_back = |channel: &ChannelId| parts.iter().any(|part| part.marked.contains(channel));
        let outside = circuit.channels.keys().filter(|channel| !is_back(channel)).count() as f64;
        let all: f64 =
            outside + parts.iter().map(|part| part.executions * part.channels.len() as f64).sum::<f64>();
        let weight = |part: &Cfdfc| part.channels.len() as f64 * part.executions / all.max(1.0);
        let most = parts.iter().map(|part| weight(part)).fold(0.0, f64::max);
        for (number, part) in parts.iter().enumerate() {
            self.part(number, part, weight(part));
        }
        let scale = if most > 0.0 { most } else { 1.0 };
        for vars in self.vars.values().flatten() {
            self.model.vars[vars.buffer].cost = scale * BUFFER_COST;
            self.model.vars[vars.slots].cost = scale * SLOT_COST;
        }
    }

    /// Buffers as the objective, where no throughput is to be had.
    pub fn least_breaks(&mut self) {
        for vars in self.vars.values().flatten() {
            self.model.vars[vars.breaks_dv].cost = 1.0;
            self.model.vars[vars.slots].cost = 0.1;
            if let Some(breaks_r) = vars.breaks_r {
                self.model.vars[breaks_r].cost = 1.0;
            }
        }
    }

    fn part(&mut self, number: usize, part: &Cfdfc, weight: f64) {
        let circuit = self.task.circuit;
        let throughput = self.var(format!("throughput{number}"), VarKind::Real, (0.0, 1.0), -weight, 0.0);
        let mut ends: Vec<(UnitId, Expr, Expr)> = Vec::with_capacity(part.units.len());
        for unit in &part.units {
            let takes = self.retiming(format!("in{number}_u{}", unit.index()));
            let gives = self.gives(&circuit.nodes[*unit], Expr::from(takes), throughput, || {
                format!("out{number}_u{}", unit.index())
            });
            ends.push((*unit, takes.into(), gives));
        }
        let find = |unit: UnitId| ends.binary_search_by_key(&unit, |(of, ..)| *of).ok();
        for channel in &part.channels {
            let of = &circuit.channels[*channel];
            let Some(to) =
                of.to.and_then(|(unit, _)| find(unit)).filter(|to| !self.waits_for_queue(ends[*to].0))
            else {
                continue;
            };
            let Some(from) = self.source(*channel).and_then(|(unit, later)| Some((find(unit)?, later)))
            else {
                continue;
            };
            let (_, takes, _) = &ends[to];
            let (_, _, gives) = &ends[from.0];
            let gives = gives.clone() + Expr::from(throughput) * from.1;
            let begins = f64::from(u8::from(part.marked.contains(channel)));
            let tokens = Expr::from(begins) + takes.clone() - gives;
            self.tokens(*channel, tokens, throughput);
        }
    }

    fn retiming(&mut self, name: String) -> VarId {
        self.var(name, VarKind::Real, (-1e4, 1e4), 0.0, 0.0)
    }

    /// The retiming at the outputs of a unit: that of its inputs, and the tokens that are inside.
    fn gives(&mut self, node: &Node, takes: Expr, throughput: VarId, name: impl Fn() -> String) -> Expr {
        let (begins, latency, most, breaks_r) = match &node.unit.kind {
            Kind::Compute { latency, .. } if *latency > 0 => {
                return takes + Expr::from(throughput) * f64::from(*latency);
            }
            // The memory answers in the next cycle.
            Kind::Load => return takes + Expr::from(throughput),
            Kind::QueuedLoad => return takes + Expr::from(throughput) * lsq::ANSWER,
            Kind::Init { .. } => (1.0, 1.0, 1.0, false),
            Kind::Buffer { ty, slots } => {
                (0.0, f64::from(ty.latency(*slots)), f64::from(*slots), ty.breaks_r())
            }
            _ => return takes,
        };
        let gives = Expr::from(self.retiming(name()));
        let inside = gives.clone() - takes + Expr::from(begins);
        self.row("flow", inside.clone(), Relation::AtLeast, Expr::from(throughput) * latency);
        let room = Expr::from(most) - Expr::from(throughput) * f64::from(u8::from(breaks_r));
        self.row("flow", inside, Relation::AtMost, room);
        gives
    }

    /// The unit that a channel's tokens come from, and how many cycles later than its other outputs'.
    fn source(&self, channel: ChannelId) -> Option<(UnitId, f64)> {
        let (unit, output) = self.task.circuit.channels[channel].from?;
        let node = &self.task.circuit.nodes[unit];
        let Kind::Memory(memory) = &node.unit.kind else { return Some((unit, 0.0)) };
        // A completion comes the cycle after its store.
        let places = memory.places();
        let store =
            places.iter().find(|place| place.output == Some(output) && place.port == MemoryPort::Store)?;
        let (store, _) = self.task.circuit.channels[node.inputs[store.input]].from?;
        Some((store, 1.0))
    }

    /// Whether a unit is a store that goes to a queue of loads and stores, which takes it when it can.
    fn waits_for_queue(&self, unit: UnitId) -> bool {
        let node = &self.task.circuit.nodes[unit];
        if node.unit.kind != Kind::Store {
            return false;
        }
        let queue = self.task.circuit.consumer(node.outputs[0]);
        queue.is_none_or(|queue| matches!(queue.unit.kind, Kind::Lsq(_)))
    }

    /// The rows about the tokens on a channel.
    fn tokens(&mut self, channel: ChannelId, tokens: Expr, throughput: VarId) {
        let (breaks_dv, breaks_r, slots) = match (self.vars[channel], self.states[channel]) {
            (Some(vars), _) => {
                let breaks_r = vars.breaks_r.map_or(Expr::default(), Expr::from);
                (Expr::from(vars.breaks_dv), breaks_r, Expr::from(vars.slots))
            }
            (None, State::Fixed(of)) => {
                let number = |is: bool| Expr::from(f64::from(u8::from(is)));
                (number(of.breaks_dv), number(of.breaks_r), Expr::from(f64::from(of.slots)))
            }
            (None, _) => (Expr::default(), Expr::default(), Expr::default()),
        };
        self.row("flow", tokens.clone(), Relation::AtLeast, Expr::default());
        self.row("flow", tokens.clone(), Relation::AtMost, slots.clone());
        let passes = Expr::from(throughput) + breaks_dv - tokens.clone();
        self.row("flow", passes, Relation::AtMost, Expr::from(1.0));
        if self.follows == Follows::All {
            let comes_back = tokens + throughput.into() + breaks_r - slots;
            self.row("flow", comes_back, Relation::AtMost, Expr::from(1.0));
        }
    }

    /// Solves the model. Gives what it decided for the free channels.
    pub fn solve(self, solver: &mut dyn MilpSolver, time: Duration) -> Result<Decided, Problem> {
        let begin = Instant::now();
        let start = self.first(solver, time);
        let left = time.saturating_sub(begin.elapsed()).max(Duration::from_millis(1));
        let limits = Limits::of_time(left, GAP);
        let solution =
            solver.solve(&self.model, limits, start.as_ref()).map_err(|failure| match failure {
                Failure::Infeasible => {
                    let limits = Limits::of_time(Duration::from_secs(10), 1.0);
                    Problem::Conflict(milp::conflict(&self.model, limits, solver))
                }
                other => Problem::Solver(other),
            })?;
        let decided = self.vars.iter().filter_map(|(channel, vars)| {
            let vars = (*vars)?;
            let is_set = |var: VarId| solution.is_set(var);
            let breaks_r = vars.breaks_r.is_some_and(is_set);
            let slots = u32::try_from(solution.whole(vars.slots)).unwrap_or(0);
            Some((
                channel,
                Buffering { breaks_dv: is_set(vars.breaks_dv), breaks_r, slots, is_steady: false },
            ))
        });
        Ok(Decided { channels: decided.collect(), status: solution.status, gap: solution.gap })
    }
}

/// A search for the best may be over before it has found anything good, so it is given something to begin with.
impl Rows<'_> {
    /// A solution to begin with: the best that has its breaks where signals come too late, one after the other; or else one with all breaks there can be.
    fn first(&self, solver: &mut dyn MilpSolver, time: Duration) -> Option<Solution> {
        let few = self.few_breaks().and_then(|breaks| {
            let mut model = self.model.clone();
            for vars in self.vars.values().flatten() {
                for var in [Some(vars.breaks_dv), vars.breaks_r].into_iter().flatten() {
                    let is = f64::from(u8::from(breaks.contains(&var)));
                    (model.vars[var].low, model.vars[var].high) = (is, is);
                }
            }
            let limits = Limits::of_time((time / 8).min(Duration::from_secs(5)), 0.01);
            solver.solve(&model, limits, None).ok()
        });
        few.or_else(|| {
            let costs = self.model.vars.values().zip(&self.start).map(|(var, value)| var.cost * value);
            Some(Solution::new(Status::TimeLimit, costs.sum(), f64::INFINITY, self.start.clone()))
                .filter(|start| self.model.is_kept_by(start.values()))
        })
    }

    /// Breaks that leave no cycle and meet the clock: on each cycle the one behind a merge, and on each path that is too long the last that is in time, on no cycle of tokens if
    /// there is such a one. `None` where that leads to nothing.
    fn few_breaks(&self) -> Option<FxHashSet<VarId>> {
        let signals = Signals::of_ways(self.ways());
        let on_cycle = on_cycles(self.task.circuit);
        let needed = self.vars.iter().filter(|(channel, _)| self.needs[*channel].breaks_dv);
        let mut chosen: FxHashSet<VarId> = needed.filter_map(|(_, vars)| Some((*vars)?.breaks_dv)).collect();
        let choice = |signal: &SignalId| self.breaks(*signal).1;
        loop {
            let is_broken = |signal: SignalId| {
                let (broken, var) = self.breaks(signal);
                broken || var.is_some_and(|var| chosen.contains(&var))
            };
            let broken: Vec<bool> = (0..signals.arcs.len() as SignalId).map(is_broken).collect();
            let channel = |signal: &SignalId| self.task.signals.place(*signal).map(|(channel, _)| channel);
            let next = match signals.arrivals(&broken) {
                Err(cycle) => {
                    cycle.into_iter().filter(|signal| choice(signal).is_some()).min_by_key(|signal| {
                        channel(signal).map_or(1, |channel| rank(self.task.circuit, channel))
                    })
                }
                Ok(arrivals) => {
                    let latest =
                        (0..arrivals.len()).max_by(|a, b| arrivals[*a].0.total_cmp(&arrivals[*b].0))?;
                    if arrivals[latest].0 <= self.latest {
                        return Some(chosen);
                    }
                    let before = |signal: &SignalId| {
                        arrivals[*signal as usize].1.filter(|_| !broken[*signal as usize])
                    };
                    let path = std::iter::successors(arrivals[latest].1, before);
                    let in_time = |signal: &SignalId| {
                        choice(signal).is_some()
                            && !broken[*signal as usize]
                            && arrivals[*signal as usize].0 <= self.latest
                    };
                    path.filter(in_time)
                        .min_by_key(|signal| channel(signal).is_none_or(|channel| on_cycle[channel]))
                }
            };
            chosen.insert(choice(&next?)?);
        }
    }
}

/// When each signal comes at the latest, or a cycle of signals that nothing breaks.
fn arrivals(
    ways: &[Vec<(SignalId, f64)>],
    is_broken: &dyn Fn(SignalId) -> bool,
) -> Result<Vec<f64>, Vec<SignalId>> {
    let signals = Signals::of_ways(ways.to_vec());
    let broken: Vec<bool> = (0..ways.len() as SignalId).map(is_broken).collect();
    Ok(signals.arrivals(&broken)?.into_iter().map(|(arrival, _)| arrival).collect())
}

/// Whether any placement can meet the clock that leaves the channels alone of which the rules say so.
pub fn check_clock(task: &Task<'_>, needs: &Needs) -> Result<(), Problem> {
    let can_break =
        |signal: SignalId| task.signals.place(signal).is_some_and(|(channel, _)| !needs[channel].none);
    placement::check_clock(task.signals, &can_break, task.goal.clock)
}
