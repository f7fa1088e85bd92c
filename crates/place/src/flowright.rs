//! The placement `flowright`: the period of every loop first, then the least cost of breaks and slots that keeps it and meets the clock.
//!
//! The model has the times of all tokens ([`schedule`](crate::schedule)), and of every channel whether a buffer breaks its data and valid, whether one breaks its ready, and how many
//! slots it has. That every cycle of signals has a register and that no path is longer than the clock are rows of the kind "one of these is broken", and there would be very many: a row
//! is added when a solution breaks it, first to the problem without whole numbers, which is solved in a moment, and then to the whole one.

use crate::arcs::Signal;
use crate::graph::{ChannelId, Circuit, Node};
use crate::levels::{Level, Levels, LoopId};
use crate::schedule::{Pace, Schedule};
use crate::timing::{Path, SignalId, Signals, Timed};
use base::IdMap;
use dialects::handshake::unit::{Function, Kind, MemoryPort};
use milp::{Expr, Failure, Limits, MilpSolver, Model, Relation, Solution, Status, VarId, VarKind};
use rustc_hash::FxHashSet;
use std::time::{Duration, Instant};

/// What a placement puts on a channel.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Buffering {
    /// Whether data and valid are broken.
    pub breaks_dv: bool,
    /// Whether ready is broken.
    pub breaks_r: bool,
    /// Tokens it holds.
    pub slots: u32,
}

/// A placement and how it was found.
#[derive(Clone, Debug)]
pub struct Placement {
    /// What is put on each channel.
    pub channels: IdMap<ChannelId, Buffering>,
    /// The period of every loop that it keeps.
    pub paces: IdMap<LoopId, Pace>,
    /// How the last search ended.
    pub status: Status,
    /// How far from the best the cost may be.
    pub gap: f64,
}

/// Why there is no placement.
#[derive(Clone, Debug)]
pub enum Problem {
    /// A path on which no register can stand takes longer than the clock.
    TooSlow(Path),
    /// A cycle of signals on which no register can stand.
    Unbroken(Vec<SignalId>),
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

/// What slots and breaks cost beside the bits that a slot holds: control logic of about two bits.
const CONTROL: f64 = 2.0;
/// What a cycle of waiting costs: so little that it only decides between equals.
const WAIT: f64 = 1e-4;
/// Slots that a channel has at most.
const MOST_SLOTS: f64 = 4096.0;
/// A value of a relaxed choice below this is none.
const NONE: f64 = 1e-6;
/// Rounds of a loop that nothing is known of.
pub const UNKNOWN_TRIPS: f64 = 20.0;

/// Finds a placement for a circuit.
pub fn place(
    circuit: &Circuit,
    levels: &Levels,
    signals: &Signals,
    trips: &IdMap<LoopId, f64>,
    goal: Goal,
    solver: &mut dyn MilpSolver,
) -> Result<Placement, Problem> {
    let end = Instant::now() + goal.time;
    let mut search = Search { circuit, levels, signals, goal, end, solver, cuts: Vec::new(), known: FxHashSet::default() };
    let mut paces: IdMap<LoopId, Pace> =
        trips.values().map(|trips| Pace { trips: *trips, period: 1.0 }).collect();
    search.at_least(&mut paces);
    match search.solve(&paces, None) {
        Err(Problem::Solver(Failure::Infeasible)) => {}
        other => return other.map(|(model, solution)| model.placement(circuit, paces, &solution)),
    }
    for inner in levels.inside_out() {
        loop {
            search.at_least(&mut paces);
            match search.solve(&paces, Some(inner)) {
                Ok(_) => break,
                Err(Problem::Solver(Failure::Infeasible)) => paces[inner].period += 1.0,
                Err(other) => return Err(other),
            }
        }
    }
    let (model, solution) = search.solve(&paces, None)?;
    Ok(model.placement(circuit, paces, &solution))
}

/// Rounds of every loop: what its constants say, or [`UNKNOWN_TRIPS`].
pub fn static_trips(circuit: &Circuit, levels: &Levels) -> IdMap<LoopId, f64> {
    levels.loops.values().map(|of| constant_trips(circuit, of.condition).unwrap_or(UNKNOWN_TRIPS)).collect()
}

/// The rounds of a `stream` from constants.
fn constant_trips(circuit: &Circuit, condition: ChannelId) -> Option<f64> {
    let node = circuit.producer(condition).filter(|node| matches!(node.unit.kind, Kind::Stream(_)))?;
    let constant = |channel: &ChannelId| match &circuit.producer(circuit.original(*channel))?.unit.kind {
        Kind::Constant { value } => value.to_i64().map(|value| value as f64),
        _ => None,
    };
    let [start, step, bound] = node.inputs[..] else { return None };
    let (start, step, bound) = (constant(&start)?, constant(&step)?, constant(&bound)?);
    (step != 0.0).then(|| ((bound - start) / step).ceil().max(0.0))
}

/// The variables of a placement.
struct Variables {
    channels: IdMap<ChannelId, Option<[VarId; 3]>>,
}

const DV: usize = 0;
const R: usize = 1;
const SLOTS: usize = 2;

impl Variables {
    fn placement(&self, circuit: &Circuit, paces: IdMap<LoopId, Pace>, solution: &Solution) -> Placement {
        let buffering = |channel: ChannelId| match self.channels[channel] {
            Some(vars) => Buffering {
                breaks_dv: solution.is_set(vars[DV]),
                breaks_r: solution.is_set(vars[R]),
                slots: solution.whole(vars[SLOTS]) as u32,
            },
            None => Buffering::default(),
        };
        Placement {
            channels: circuit.channels.keys().map(buffering).collect(),
            paces,
            status: solution.status,
            gap: solution.gap,
        }
    }
}

/// A set of signals of which one has a register: by the channels and which of their two breaks it takes.
type Cut = Vec<(ChannelId, usize)>;

struct Search<'a> {
    circuit: &'a Circuit,
    levels: &'a Levels,
    signals: &'a Signals,
    goal: Goal,
    end: Instant,
    solver: &'a mut dyn MilpSolver,
    /// Found so far. They do not depend on periods, so every later model has them from the beginning.
    cuts: Vec<Cut>,
    known: FxHashSet<Cut>,
}

impl Search<'_> {
    /// Raises periods to what the loops inside and the ports of memories need.
    fn at_least(&self, paces: &mut IdMap<LoopId, Pace>) {
        for outer in self.levels.inside_out() {
            let inside = self.levels.loops.iter().filter(|(_, of)| of.parent == Some(outer));
            let runs = inside.map(|(inner, _)| (paces[inner].trips + 1.0) * paces[inner].period);
            let least = runs.fold(self.accesses(outer, paces), f64::max);
            paces[outer].period = paces[outer].period.max(least);
        }
    }

    /// Accesses to the memory that has most of them of one kind, in a round of a loop.
    fn accesses(&self, outer: LoopId, paces: &IdMap<LoopId, Pace>) -> f64 {
        let mut most: f64 = 0.0;
        for node in self.circuit.nodes.values() {
            let Kind::Memory(memory) = &node.unit.kind else { continue };
            for kind in [MemoryPort::Load, MemoryPort::Store] {
                let ports = memory.places().into_iter().filter(|place| place.port == kind);
                let each = ports.map(|place| self.times_in(outer, self.levels.of[node.inputs[place.input]], paces));
                most = most.max(each.sum());
            }
        }
        most
    }

    /// How often a channel has a token in a round of a loop.
    fn times_in(&self, outer: LoopId, level: Level, paces: &IdMap<LoopId, Pace>) -> f64 {
        let mut times = 1.0;
        let mut at = match level {
            Level::Round(at) => at,
            _ => None,
        };
        while let Some(inner) = at {
            if inner == outer {
                return times;
            }
            times *= paces[inner].trips;
            at = self.levels.loops[inner].parent;
        }
        0.0
    }

    /// Solves the model for some periods; of the schedule only what is inside of a loop, if one is given.
    fn solve(
        &mut self,
        paces: &IdMap<LoopId, Pace>,
        inside: Option<LoopId>,
    ) -> Result<(Variables, Solution), Problem> {
        let mut model = Model::default();
        let vars = self.model(&mut model, paces, inside);
        for cut in &self.cuts {
            add_cut(&mut model, &vars, cut);
        }
        // Without whole numbers first: a solution takes a moment, and most cuts are found.
        loop {
            let relaxed = relaxed(&model);
            let solution = self.run(&relaxed)?;
            if self.separate(&mut model, &vars, &solution, true)? == 0 {
                break;
            }
        }
        let breaks = loop {
            let solution = self.run(&model)?;
            if self.separate(&mut model, &vars, &solution, false)? == 0 {
                break solution;
            }
        };
        if inside.is_some() {
            return Ok((vars, breaks));
        }
        // Slots are whole only now, with the breaks as they are: together with them they would be the hard part, and cost the same but for rounding.
        for [dv, r, slots] in vars.channels.values().flatten() {
            for choice in [dv, r] {
                let is = breaks.value(*choice).round();
                (model.vars[*choice].low, model.vars[*choice].high) = (is, is);
            }
            model.vars[*slots].kind = VarKind::Whole;
        }
        let solution = self.run(&model)?;
        Ok((vars, solution))
    }

    fn run(&mut self, model: &Model) -> Result<Solution, Problem> {
        let left = self.end.saturating_duration_since(Instant::now());
        let limits = Limits { time: left.max(Duration::from_millis(100)), gap: 1e-3 };
        self.solver.solve(model, limits, None).map_err(Problem::Solver)
    }

    /// The variables and the rows of the schedule.
    fn model(&self, model: &mut Model, paces: &IdMap<LoopId, Pace>, inside: Option<LoopId>) -> Variables {
        let schedule = Schedule::new(model, self.circuit, self.levels, paces);
        let mut channels: IdMap<ChannelId, Option<[VarId; 3]>> = IdMap::default();
        for (channel, of) in self.circuit.channels.iter() {
            let number = channel.index();
            let vars = self.may_hold(channel).then(|| {
                let slot = f64::from(of.width) + CONTROL;
                [
                    model.choice(format!("dv{number}"), CONTROL),
                    model.choice(format!("r{number}"), CONTROL),
                    model.var(format!("n{number}"), VarKind::Real, (0.0, MOST_SLOTS), slot),
                ]
            });
            channels.push(vars);
            if let Some(vars) = vars {
                for (which, name) in [(DV, "hold_dv"), (R, "hold_r")] {
                    let slots = Expr::from(vars[SLOTS]);
                    model.row(format!("{name}{number}"), slots, Relation::AtLeast, vars[which].into());
                }
            }
            let Some(times) = schedule.times(channel).filter(|_| self.is_inside(channel, inside)) else { continue };
            let broken = vars.map_or(Expr::default(), |vars| vars[DV].into());
            model.row(format!("arrive{number}"), times.arrives, Relation::AtLeast, broken);
            let Some(period) = times.period else { continue };
            let room = match vars {
                Some(vars) => Expr::from(vars[SLOTS]) * period - vars[R].into(),
                None => Expr::default(),
            };
            let wait = model.var(format!("w{number}"), VarKind::Real, (0.0, f64::INFINITY), WAIT);
            model.row(format!("wait{number}"), wait.into(), Relation::AtLeast, times.waits);
            model.row(format!("room{number}"), wait.into(), Relation::AtMost, room + Expr::from(times.kept));
        }
        Variables { channels }
    }

    fn is_inside(&self, channel: ChannelId, inside: Option<LoopId>) -> bool {
        let Some(inside) = inside else { return true };
        let mut at = match self.levels.of[channel] {
            Level::Round(at) => at,
            _ => None,
        };
        while let Some(inner) = at {
            if inner == inside {
                return true;
            }
            at = self.levels.loops[inner].parent;
        }
        false
    }

    /// Adds what a solution breaks, and says how much that was.
    fn separate(
        &mut self,
        model: &mut Model,
        vars: &Variables,
        solution: &Solution,
        relaxed: bool,
    ) -> Result<usize, Problem> {
        let value = |signal: SignalId| match self.choice(signal) {
            Some((channel, which)) => vars.channels[channel].map_or(0.0, |vars| solution.value(vars[which])),
            None => 0.0,
        };
        let values: Vec<f64> = (0..self.signals.arcs.len() as SignalId).map(value).collect();
        let mut found: Vec<Cut> = self.cycles(&values)?;
        if relaxed {
            found.extend(self.light_paths(&values)?);
        } else if found.is_empty() {
            found.extend(self.long_paths(&values)?);
        }
        let mut added = 0;
        for cut in found {
            if self.known.insert(cut.clone()) {
                add_cut(model, vars, &cut);
                self.cuts.push(cut);
                added += 1;
            }
        }
        Ok(added)
    }

    /// The break that puts a register on a signal.
    fn choice(&self, signal: SignalId) -> Option<(ChannelId, usize)> {
        let (channel, signal) = self.signals.place(signal)?;
        let which = if signal == Signal::Ready { R } else { DV };
        self.may_hold(channel).then_some((channel, which))
    }

    /// Whether buffers may be put on a channel. Of the two sides of a wire only the narrower one is asked about: a buffer does the same on either.
    fn may_hold(&self, channel: ChannelId) -> bool {
        let of = &self.circuit.channels[channel];
        let other = |node: &Node, side: fn(&Node) -> ChannelId| is_wire(node).then(|| side(node));
        let before = self.circuit.producer(channel).and_then(|node| other(node, |node| node.inputs[0]));
        let after = self.circuit.consumer(channel).and_then(|node| other(node, |node| node.outputs[0]));
        let width = |channel: ChannelId| self.circuit.channels[channel].width;
        let narrower = |other: ChannelId| self.circuit.channels[other].bufferable && width(other) < of.width;
        let as_narrow = |other: ChannelId| self.circuit.channels[other].bufferable && width(other) <= of.width;
        of.bufferable && !of.standing && !before.is_some_and(as_narrow) && !after.is_some_and(narrower)
    }

    fn cut(&self, signals: &[SignalId]) -> Cut {
        let mut cut: Cut = signals.iter().filter_map(|signal| self.choice(*signal)).collect();
        cut.sort_unstable();
        cut.dedup();
        cut
    }

    /// Cycles of signals of which none is broken, each broken in thought before the next is looked for.
    fn cycles(&self, values: &[f64]) -> Result<Vec<Cut>, Problem> {
        let mut broken: Vec<bool> = values.iter().map(|value| *value > NONE).collect();
        let mut found = Vec::new();
        while let Some(cycle) = self.signals.cycle(&broken) {
            let cut = self.cut(&cycle);
            let Some((channel, which)) = cut.first().copied() else { return Err(Problem::Unbroken(cycle)) };
            let signals: &[Signal] = if which == R { &[Signal::Ready] } else { &[Signal::Data, Signal::Valid] };
            for signal in signals {
                broken[crate::timing::signal_id(channel, *signal) as usize] = true;
            }
            found.push(cut);
        }
        Ok(found)
    }

    /// Paths that are longer than the clock, in a solution of whole numbers.
    fn long_paths(&self, values: &[f64]) -> Result<Vec<Cut>, Problem> {
        let Timed::Paths(paths) = self.signals.paths(&|signal: SignalId| values[signal as usize] > 0.5) else {
            return Ok(Vec::new());
        };
        let mut found = Vec::new();
        for path in paths.iter().filter(|path| path.delay > self.goal.clock + NONE) {
            let short = self.shortest_part(&path.signals);
            let cut = self.cut(&short.signals[1..short.signals.len() - 1]);
            if cut.is_empty() {
                return Err(Problem::TooSlow(short));
            }
            found.push(cut);
        }
        Ok(found)
    }

    /// The part of a path with the fewest signals that is still too long.
    fn shortest_part(&self, signals: &[SignalId]) -> Path {
        let delay = |from: usize| -> f64 {
            let arcs = &self.signals.arcs[signals[from] as usize];
            let to = arcs.iter().filter(|(to, _)| *to == signals[from + 1]);
            to.map(|(_, delay)| *delay).fold(0.0, f64::max)
        };
        let delays: Vec<f64> = (0..signals.len() - 1).map(delay).collect();
        let (mut start, mut sum) = (0, 0.0);
        let mut best: Option<(usize, usize, f64)> = None;
        for end in 0..delays.len() {
            sum += delays[end];
            while sum - delays[start] > self.goal.clock + NONE {
                sum -= delays[start];
                start += 1;
            }
            if sum > self.goal.clock + NONE && best.is_none_or(|(from, to, _)| end - start < to - from) {
                best = Some((start, end, sum));
            }
        }
        let (start, end, delay) = best.unwrap_or((0, delays.len() - 1, sum));
        Path { signals: signals[start..=end + 1].to_vec(), delay }
    }

    /// Paths longer than the clock whose relaxed breaks come to less than one.
    fn light_paths(&self, values: &[f64]) -> Result<Vec<Cut>, Problem> {
        let mut found: Vec<(f64, Cut)> = Vec::new();
        for start in 0..self.signals.arcs.len() as SignalId {
            if let Some((weight, signals)) = self.light_path(start, values) {
                let cut = self.cut(&signals[1..signals.len() - 1]);
                if cut.is_empty() {
                    return Err(Problem::TooSlow(self.shortest_part(&signals)));
                }
                found.push((weight, cut));
            }
        }
        found.sort_by(|(a, one), (b, other)| a.total_cmp(b).then_with(|| one.cmp(other)));
        // Rows that share most of what they are about tell little more than one of them.
        let mut used: FxHashSet<(ChannelId, usize)> = FxHashSet::default();
        let mut kept = Vec::new();
        for (_, cut) in found {
            if cut.iter().filter(|choice| used.contains(choice)).count() <= 1 {
                used.extend(cut.iter().copied());
                kept.push(cut);
            }
        }
        Ok(kept)
    }

    /// From a signal, the path longer than the clock with the least sum of breaks between its ends, if that is less than one.
    fn light_path(&self, start: SignalId, values: &[f64]) -> Option<(f64, Vec<SignalId>)> {
        /// A path to a signal, by the step before it.
        struct Step {
            signal: SignalId,
            before: Option<usize>,
            delay: f64,
            weight: f64,
        }
        let mut steps = vec![Step { signal: start, before: None, delay: 0.0, weight: 0.0 }];
        // The steps that reach each signal, none of which is both later and lighter than another.
        let mut fronts: rustc_hash::FxHashMap<SignalId, Vec<(f64, f64)>> = rustc_hash::FxHashMap::default();
        let mut best: Option<(f64, usize, SignalId)> = None;
        let mut next = 0;
        while next < steps.len() {
            let (signal, delay, weight) = (steps[next].signal, steps[next].delay, steps[next].weight);
            for (to, more) in &self.signals.arcs[signal as usize] {
                let delay = delay + more;
                if delay > self.goal.clock + NONE {
                    if weight < 1.0 - 1e-4 && best.is_none_or(|(least, ..)| weight < least) {
                        best = Some((weight, next, *to));
                    }
                    continue;
                }
                let weight = weight + values[*to as usize];
                let front = fronts.entry(*to).or_default();
                if weight >= 1.0 - 1e-4 || front.iter().any(|(d, w)| *d >= delay && *w <= weight) {
                    continue;
                }
                front.retain(|(d, w)| !(*d <= delay && *w >= weight));
                front.push((delay, weight));
                steps.push(Step { signal: *to, before: Some(next), delay, weight });
            }
            next += 1;
        }
        let (weight, last, end) = best?;
        let mut signals = vec![end];
        let mut at = Some(last);
        while let Some(step) = at {
            signals.push(steps[step].signal);
            at = steps[step].before;
        }
        signals.reverse();
        Some((weight, signals))
    }
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

/// One of a cut's breaks is there.
fn add_cut(model: &mut Model, vars: &Variables, cut: &Cut) {
    let breaks = cut.iter().filter_map(|(channel, which)| vars.channels[*channel].map(|vars| vars[*which].into()));
    let name = format!("cut{}", model.rows.len());
    let sum: Expr = breaks.sum();
    model.row(name, sum, Relation::AtLeast, Expr::from(1.0));
}

/// A model without whole numbers.
fn relaxed(model: &Model) -> Model {
    let mut relaxed = model.clone();
    relaxed.vars.iter_mut().for_each(|(_, var)| var.kind = VarKind::Real);
    relaxed
}
