//! What a circuit promises of its loops, beside what was measured: the period of each, what keeps it from being less, and why a measurement may differ.
//!
//! The periods are those of the circuit as it is, with all of its buffers ([`place::throughput`]), whatever placed them. They are for a loop that runs on and on, with every branch
//! taken in every round that the profile does not leave out. A run has a beginning and an end, and branches: where these are what explains a difference, the promise says so.

use crate::kernel::compile::Kernel;
use crate::kernel::loops::{Distances, Loop, LoopRate, Watch, loops};
use base::text::counted;
use dialects::handshake;
use dialects::handshake::unit::{Kind, MemoryPort};
use ir::{Ir, Op, Value};
use place::graph::{Circuit, UnitId};
use place::levels::{Levels, LoopId};
use place::schedule::{Happening, Schedule, Trips};
use place::throughput::{Bound, HasRoom, Link, Rate, Why, rates};

/// What a circuit promises of a loop.
#[derive(Clone, PartialEq, Debug)]
pub struct Promise {
    /// Cycles between iterations.
    pub period: f64,
    /// What keeps them from being fewer, in words.
    pub bound: String,
    /// Why what was measured may be different; nothing where it is not.
    pub effect: Option<Effect>,
}

/// What makes a measured distance differ from the promised one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Effect {
    /// The first rounds find everything empty, and the last ones leave it so.
    Ends,
    /// Which way a round takes depends on data.
    Branch,
    /// Others use the same memory.
    Contention,
    /// The loops inside take another number of rounds each time.
    Rounds,
    /// Nothing that is known of: the model or the circuit is wrong.
    None,
}

impl Effect {
    /// In words.
    pub fn words(self) -> &'static str {
        match self {
            Effect::Ends => "the first and the last rounds",
            Effect::Branch => "branches that depend on data",
            Effect::Contention => "accesses to one memory that meet",
            Effect::Rounds => "loops inside with another number of rounds each time",
            Effect::None => "nothing that is known of",
        }
    }
}

/// The promises for the loops that were measured, in their order; nothing for a loop that was never entered, or that the model does not know.
pub fn promises(kernel: &Kernel, rates_measured: &[LoopRate]) -> Vec<Option<Promise>> {
    let none = || rates_measured.iter().map(|_| None).collect();
    let ir = &kernel.buffered.ir;
    let Some(func) = kernel.buffered.func() else { return none() };
    let circuit = Circuit::of(ir, func);
    let levels = Levels::of(&circuit);
    let found = loops(ir, func);
    if found.len() != rates_measured.len() {
        return none();
    }
    let ids: Vec<Option<LoopId>> = found.iter().map(|one| loop_id(&circuit, &levels, one)).collect();
    let mut trips: Trips = levels.trips(&circuit);
    for ((id, one), rate) in ids.iter().zip(&found).zip(rates_measured) {
        if let (Some(id), true) = (id, rate.entries > 0) {
            trips[*id] = trips_of(one, rate);
        }
    }
    let predicted = rates(&circuit, &levels, &trips, HasRoom::InBuffers);
    let teller = Teller { ir, circuit: &circuit, levels: &levels, trips: &trips, rates: &predicted };
    let promise = |(id, measured): (&Option<LoopId>, &LoopRate)| {
        let id = (*id).filter(|_| measured.entries > 0)?;
        let rate = &predicted[id];
        let effect = measured.distances.and_then(|distances| teller.effect(id, rate.period, distances));
        Some(Promise { period: rate.period, bound: teller.bound(rate), effect })
    };
    ids.iter().zip(rates_measured).map(promise).collect()
}

/// The loop of the model that a loop of the report is.
fn loop_id(circuit: &Circuit, levels: &Levels, one: &Loop) -> Option<LoopId> {
    let number = |value: Value| circuit.channels.iter().find(|(_, of)| of.value == value).map(|(id, _)| id);
    match &one.watch {
        Watch::Condition(condition, _) => {
            let channel = number(*condition)?;
            let of_unit = || circuit.channels[channel].from.and_then(|(unit, _)| levels.units[unit]);
            levels.counted_by(circuit, channel).or_else(of_unit)
        }
        Watch::Head { backs, .. } => {
            let channel = number(*backs.first()?)?;
            circuit.channels[channel].to.and_then(|(unit, _)| levels.units[unit])
        }
    }
}

/// Rounds of a run on average, the closing one not counted.
fn trips_of(one: &Loop, rate: &LoopRate) -> f64 {
    let each = rate.iterations as f64 / rate.entries as f64;
    let closes = one.tests_last || matches!(one.watch, Watch::Head { .. });
    if closes { (each - 1.0).max(0.0) } else { each }
}

/// Tells of rates in the terms of the source.
struct Teller<'a> {
    ir: &'a Ir,
    circuit: &'a Circuit,
    levels: &'a Levels,
    trips: &'a Trips,
    rates: &'a base::IdMap<LoopId, Rate>,
}

/// Rounds, and cycles besides, that the filling and emptying of a circuit may take in all.
const ENDS: (f64, f64) = (2.0, 12.0);

impl Teller<'_> {
    /// Why a measurement differs; nothing if it does not.
    fn effect(&self, id: LoopId, period: f64, measured: Distances) -> Option<Effect> {
        let mean = measured.sum as f64 / measured.count as f64;
        let difference = (mean - period).abs();
        if difference < 0.005 {
            return None;
        }
        let inside = |unit: UnitId| self.levels.around(self.levels.units[unit]).any(|around| around == id);
        let has = |wanted: &dyn Fn(&Kind) -> bool| {
            self.circuit.nodes.iter().any(|(unit, node)| inside(unit) && wanted(&node.unit.kind))
        };
        // What goes one way in one round and another way in the next.
        let branches = has(&|kind| matches!(kind, Kind::Mux | Kind::Merge | Kind::ControlMerge));
        let in_loop = self.levels.loops.iter().any(|(_, of)| of.parent == Some(id));
        let accesses = has(&|kind| matches!(kind, Kind::Load | Kind::QueuedLoad | Kind::Store));
        if difference * measured.count as f64 <= ENDS.0 * period + ENDS.1 {
            return Some(Effect::Ends);
        }
        // Data and other loops make one distance unlike another.
        let varies = measured.least != measured.most;
        Some(match (branches && varies, in_loop && varies, accesses) {
            (true, ..) => Effect::Branch,
            (_, true, _) => Effect::Rounds,
            (_, _, true) => Effect::Contention,
            _ => Effect::None,
        })
    }

    fn bound(&self, rate: &Rate) -> String {
        match &rate.bound {
            Bound::Cycle => "nothing: more than one a cycle there cannot be".to_string(),
            Bound::Inner(inner) => {
                let rounds = self.trips[*inner] + 1.0;
                let (line, period) = (self.line(self.levels.loops[*inner].unit), self.rates[*inner].period);
                format!("the loop{line}, {} rounds of {} each time", number(rounds), cycles(period))
            }
            Bound::Port(unit, port) => {
                let what = if *port == MemoryPort::Store { "stores" } else { "loads" };
                format!("{} {what} of `{}`, one a cycle", number(rate.period), self.name(*unit))
            }
            Bound::Ring(links) => self.ring(links),
            Bound::Stuck(links) => format!("it cannot go round: {}", self.ring(links)),
        }
    }

    /// A ring of events: the units that take time, and the channels whose room is waited for.
    fn ring(&self, links: &[Link]) -> String {
        let schedule = Schedule::of(self.circuit, self.levels, self.trips);
        let mut steps: Vec<String> = Vec::new();
        for link in links {
            let from = match schedule.events[link.from].what {
                Happening::Takes(unit) | Happening::Has(unit) => Some(unit),
                Happening::Enters(unit) | Happening::Completes(unit) => Some(unit),
                Happening::Leaves(channel) => self.circuit.channels[channel].from.map(|(unit, _)| unit),
                Happening::Start | Happening::End => None,
            };
            let Some(unit) = from else { continue };
            match link.why {
                Why::Room(_) => steps.push(format!("room behind {}", self.unit(unit))),
                Why::Token(_) if link.cycles > 0.5 => {
                    steps.push(format!("{} {}", self.unit(unit), cycles(link.cycles)));
                }
                Why::Token(_) | Why::Unit => {}
            }
        }
        steps.dedup();
        if steps.is_empty() { "what each round hands to the next".to_string() } else { steps.join(", ") }
    }

    fn unit(&self, unit: UnitId) -> String {
        unit_words(self.ir, self.circuit.nodes[unit].op)
    }

    fn name(&self, unit: UnitId) -> String {
        let op: Op = self.circuit.nodes[unit].op;
        self.ir.str_attr(op, handshake::NAME).unwrap_or("a memory").to_string()
    }

    fn line(&self, unit: UnitId) -> String {
        line(self.ir, self.circuit.nodes[unit].op)
    }
}

/// A unit by what it does and where that stands. A buffer stands where the unit before it does.
pub(super) fn unit_words(ir: &Ir, op: Op) -> String {
    let kind = ir.name(op).rsplit('.').next().unwrap_or_default();
    format!("`{kind}`{}", line(ir, op))
}

fn line(ir: &Ir, op: Op) -> String {
    let span = ir.ctx.span(ir.loc(op));
    span.map_or(String::new(), |span| format!(" at line {}", ir.ctx.sources.locate(span).line))
}

/// A number without zeros that say nothing.
pub fn number(value: f64) -> String {
    let text = format!("{value:.2}");
    text.trim_end_matches('0').trim_end_matches('.').to_string()
}

fn cycles(value: f64) -> String {
    if (value - value.round()).abs() < 0.005 {
        counted(value.round() as u64, "cycle")
    } else {
        format!("{} cycles", number(value))
    }
}
