//! What a circuit promises of its loops, beside what was measured: the period of each, what keeps it from being less, and why a measurement may differ.
//!
//! The periods are those of the circuit as it is, with all of its buffers ([`place::throughput`]), whatever placed them. They are for a loop that runs on and on, with every branch
//! taken in every round that the profile does not leave out. A run has a beginning and an end, and branches: where these are what explains a difference, the promise says so.

use crate::kernel::compile::Kernel;
use crate::kernel::loops::{Distances, Loop, LoopRate, Watch, loops};
use base::text::counted;
use dialects::handshake::unit::{Kind, MemoryPort};
use ir::{Ir, Op, Value};
use place::flow::Why;
use place::graph::{ChannelId, Circuit, Node, UnitId};
use place::levels::{Levels, LoopId};
use place::schedule::Trips;
use place::throughput::{Bound, HasRoom, Link, Rate, rates};

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
    /// Others use the same port of a memory, and an access waits for them.
    Port,
    /// An access waits at a guard for a store to the same address.
    Address,
    /// Accesses wait in a queue for its port or for a store to the same address, or take the word of one.
    Queue,
    /// The loops inside take another number of rounds each time.
    Rounds,
    /// A run of the loop waits once for what is not in it.
    Outside,
    /// The first round of a loop inside takes less than the others, which the promise takes it for.
    Sooner,
    /// A pipelined unit stops as a whole while its result waits, and with it what is behind that result.
    Stall,
    /// Nothing that is known of: the model or the circuit is wrong.
    None,
}

impl Effect {
    /// All of them.
    pub const ALL: [Effect; 10] = [
        Effect::Ends,
        Effect::Branch,
        Effect::Port,
        Effect::Address,
        Effect::Queue,
        Effect::Rounds,
        Effect::Outside,
        Effect::Sooner,
        Effect::Stall,
        Effect::None,
    ];

    /// In words.
    pub fn words(self) -> &'static str {
        match self {
            Effect::Ends => "the first and the last rounds",
            Effect::Branch => "branches that depend on data",
            Effect::Port => "accesses that wait for a port of their memory",
            Effect::Address => "accesses that wait for a store to the same address",
            Effect::Queue => {
                "a queue in which accesses wait for the port or for a store to the same address, or take the word of one"
            }
            Effect::Rounds => "loops inside with another number of rounds each time",
            Effect::Outside => "one wait a run for what is outside of the loop",
            Effect::Sooner => "rounds of a loop inside that take less than the others",
            Effect::Stall => "a pipelined unit that stops as a whole while its result waits",
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
    let levels = Levels::usual(&circuit);
    let found = loops(ir, func);
    if found.len() != rates_measured.len() {
        return none();
    }
    let ids: Vec<Option<LoopId>> = found.iter().map(|one| loop_id(&circuit, &levels, one)).collect();
    let mut trips: Trips = levels.trips(&circuit);
    let mut steady = Vec::new();
    for ((id, one), rate) in ids.iter().zip(&found).zip(rates_measured) {
        let (Some(id), true) = (id, rate.entries > 0) else { continue };
        trips[*id] = trips_of(one, rate);
        if rate.rounds.is_some_and(|(fewest, most)| fewest == most) {
            steady.push(*id);
        }
    }
    let predicted = rates(&circuit, &levels, &trips, HasRoom::InBuffers);
    let teller =
        Teller { ir, circuit: &circuit, levels: &levels, trips: &trips, steady: &steady, rates: &predicted };
    let promise = |(id, measured): (&Option<LoopId>, &LoopRate)| {
        let id = (*id).filter(|id| measured.entries > 0 && levels.loops[*id].is_clear)?;
        let rate = &predicted[id];
        let effect = measured.distances.and_then(|distances| teller.effect(id, rate.period, distances));
        Some(Promise { period: rate.period, bound: teller.bound(rate), effect })
    };
    ids.iter().zip(rates_measured).map(promise).collect()
}

/// The loop of the model that a loop of the report is.
pub(super) fn loop_id(circuit: &Circuit, levels: &Levels, one: &Loop) -> Option<LoopId> {
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
    /// Loops whose runs all had as many rounds.
    steady: &'a [LoopId],
    rates: &'a base::IdMap<LoopId, Rate>,
}

/// Rounds, and cycles besides, that the filling and emptying of a circuit may take in a run of a loop.
const ENDS: (f64, f64) = (2.0, 12.0);

/// How a loop that was measured differs from one that is in its steady state all the time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Differs {
    /// Not at all.
    No,
    /// By no more than the first and the last rounds of every run may take.
    AtEnds,
    /// By that, and one distance of every run.
    Once,
    /// Otherwise.
    More,
}

impl Differs {
    fn of(period: f64, measured: Distances) -> Differs {
        let Distances { count, sum, runs, sum_of_most, .. } = measured;
        let ends = (ENDS.0 * period + ENDS.1) * runs as f64;
        let off = |sum: u64, count: u64| (sum as f64 - period * count as f64).abs();
        if off(sum, count) < 0.005 * count as f64 {
            Differs::No
        } else if off(sum, count) <= ends {
            Differs::AtEnds
        } else if off(sum - sum_of_most, count - runs) <= ends {
            Differs::Once
        } else {
            Differs::More
        }
    }
}

/// Whether some round was as long as was promised, so that it can be the ends that were not.
fn reaches(period: f64, measured: Distances) -> bool {
    measured.least as f64 <= period.ceil() && measured.most as f64 >= period.floor()
}

/// Rounds of a run that are its ends.
const END_ROUNDS: f64 = 4.0;

/// Whether runs are not long enough to be anything but their ends.
fn are_short(measured: Distances) -> bool {
    measured.count as f64 <= END_ROUNDS * measured.runs as f64
}

/// Whether a few rounds of every run can make all of the difference, as far from what was promised as the farthest is.
fn is_of_few_rounds(period: f64, measured: Distances) -> bool {
    let Distances { count, sum, runs, sum_of_most, least, .. } = measured;
    let (more, runs) = (sum as f64 - period * count as f64, runs as f64);
    let farthest =
        if more > 0.0 { sum_of_most as f64 - period * runs } else { (period - least as f64) * runs };
    more.abs() <= END_ROUNDS * farthest
}

impl Teller<'_> {
    /// Why a measurement differs; nothing if it does not.
    fn effect(&self, id: LoopId, period: f64, measured: Distances) -> Option<Effect> {
        let inside = |unit: UnitId| self.levels.around(self.levels.units[unit]).any(|around| around == id);
        let has = |wanted: &dyn Fn(&Node) -> bool| {
            self.circuit.nodes.iter().any(|(unit, node)| inside(unit) && wanted(node))
        };
        let is_slower = measured.sum as f64 > period * measured.count as f64;
        // Data make one distance unlike another.
        let varies = measured.least != measured.most;
        let branches = has(&|node| self.chooses(node, varies || !is_slower));
        let reaches = reaches(period, measured);
        // What is left if nothing in the loop explains it.
        let otherwise = match Differs::of(period, measured) {
            Differs::No => return None,
            Differs::AtEnds if are_short(measured) && !branches => return Some(Effect::Ends),
            Differs::AtEnds if reaches && is_of_few_rounds(period, measured) => return Some(Effect::Ends),
            Differs::Once if reaches && is_slower => return Some(Effect::Outside),
            Differs::AtEnds if reaches => Effect::Ends,
            Differs::Once if is_slower => Effect::Outside,
            Differs::AtEnds | Differs::Once | Differs::More => Effect::None,
        };
        let has_loop = |wanted: &dyn Fn(LoopId) -> bool| {
            let loops = self.levels.loops.iter().map(|(inner, _)| inner);
            let mut inner = loops
                .filter(|inner| *inner != id && self.levels.around(Some(*inner)).any(|around| around == id));
            inner.any(wanted)
        };
        let pipelined = |node: &Node| matches!(node.unit.kind, Kind::Compute { latency: 2.., .. });
        Some(if branches {
            Effect::Branch
        } else if varies && has_loop(&|inner| !self.steady.contains(&inner)) {
            Effect::Rounds
        } else if !is_slower && has_loop(&|_| true) {
            Effect::Sooner
        } else if is_slower && self.shares(&inside) {
            Effect::Port
        } else if is_slower && has(&|node| matches!(node.unit.kind, Kind::Guard { .. })) {
            Effect::Address
        } else if self.is_queued(&inside) {
            Effect::Queue
        } else if is_slower && has(&pipelined) {
            Effect::Stall
        } else {
            otherwise
        })
    }

    /// Whether what a unit takes depends on data: some of its ways have tokens in some rounds, and in others not. Where nothing was counted, distances tell: they differ, or are less than if all ways were taken. The heads of loops take what comes
    /// from outside and then what comes back.
    fn chooses(&self, node: &Node, differs: bool) -> bool {
        let ways = match node.unit.kind {
            Kind::Mux => &node.inputs[1..],
            Kind::Merge | Kind::ControlMerge => &node.inputs[..],
            _ => return false,
        };
        if ways.iter().any(|way| self.levels.for_next[*way]) {
            return false;
        }
        let tokens: Option<Vec<u64>> = ways.iter().map(|way| self.circuit.channels[*way].tokens).collect();
        tokens.map_or(differs, |tokens| tokens.iter().filter(|count| **count > 0).count() > 1)
    }

    /// Whether an access within a loop has to wait for another of the same kind to the same memory.
    fn shares(&self, inside: &dyn Fn(UnitId) -> bool) -> bool {
        self.circuit.nodes.values().any(|node| {
            let Kind::Memory(memory) = &node.unit.kind else { return false };
            [MemoryPort::Load, MemoryPort::Store].into_iter().any(|kind| {
                let ports = memory.places().into_iter().filter(|place| place.port == kind);
                let from = ports.map(|place| self.circuit.channels[node.inputs[place.input]].from);
                let units: Vec<Option<UnitId>> = from.map(|from| from.map(|(unit, _)| unit)).collect();
                units.len() > 1 && units.into_iter().flatten().any(inside)
            })
        })
    }

    /// Whether an access within a loop goes to a queue of loads and stores.
    fn is_queued(&self, inside: &dyn Fn(UnitId) -> bool) -> bool {
        self.circuit.nodes.values().any(|node| {
            let Kind::Lsq(queue) = &node.unit.kind else { return false };
            let ports = queue.places().into_iter().flat_map(|group| group.ports);
            let mut from = ports.filter_map(|port| self.circuit.channels[node.inputs[port.input]].from);
            from.any(|(unit, _)| inside(unit))
        })
    }

    fn bound(&self, rate: &Rate) -> String {
        match &rate.bound {
            Bound::Cycle => "nothing: more than one a cycle there cannot be".to_string(),
            Bound::Inner(inner) => {
                let (line, period) = (self.line(self.levels.loops[*inner].unit), self.rates[*inner].period);
                let (rounds, then) = match period > 1.0 {
                    true => (self.trips[*inner], " and 1 cycle to begin anew"),
                    false => (self.trips[*inner] + 1.0, ""),
                };
                format!("the loop{line}, {} rounds of {} each time{then}", number(rounds), cycles(period))
            }
            Bound::Port(unit, port) => {
                let what = if *port == MemoryPort::Store { "stores" } else { "loads" };
                format!("{} {what} of {}, one a cycle", number(rate.period), self.array(*unit))
            }
            Bound::Ring(links) => self.ring(links),
            Bound::Stuck(links) => format!("a wait that nothing ends: {}", self.ring(links)),
        }
    }

    /// A ring of events: what takes time, and the room that is waited for. Its cycles add up to the period, or to that of several rounds.
    fn ring(&self, links: &[Link]) -> String {
        let mut steps: Vec<(String, f64)> =
            links.iter().filter_map(|link| Some((self.step(link)?, link.cycles))).collect();
        // What takes time counts as often as it stands there: steps add up to the whole.
        steps.dedup_by(|next, before| next.0 == before.0 && next.1 < 0.5);
        let steps: Vec<String> = steps.into_iter().map(|(step, _)| step).collect();
        let (took, rounds) =
            links.iter().fold((0.0, 0.0), |(took, rounds), link| (took + link.cycles, rounds + link.rounds));
        let steps =
            if steps.is_empty() { "what each round hands to the next".to_string() } else { steps.join(", ") };
        if rounds < 1.5 { steps } else { format!("{} in {} rounds: {steps}", cycles(took), number(rounds)) }
    }

    fn step(&self, link: &Link) -> Option<String> {
        let took = cycles(link.cycles);
        match link.why {
            Why::Token => None,
            Why::Latency(unit) => Some(format!("{} {took}", self.unit(unit))),
            Why::Turn(channel) => {
                if link.cycles < 0.5 {
                    return None;
                }
                let from = self.circuit.channels[channel].from.map(|(unit, _)| self.unit(unit))?;
                Some(format!("{took} until {from} gives the next token"))
            }
            Why::Rounds(_) if link.cycles < 0.5 => None,
            Why::Rounds(inner) => {
                Some(format!("the loop{} {took}", self.line(self.levels.loops[inner].unit)))
            }
            Why::Room(unit) => {
                // The rounds of the link are not places: they are also what other links have shifted.
                let holds = match &self.circuit.nodes[unit].unit.kind {
                    Kind::Buffer { slots, .. } => Some(counted(*slots, "token")),
                    Kind::Guard { window } => Some(counted(*window, "store")),
                    Kind::Lsq(queue) => {
                        let loads = counted(queue.load_depth, "load");
                        Some(format!("{loads} and {}", counted(queue.store_depth, "store")))
                    }
                    _ => None,
                };
                let time = if link.cycles > 0.5 { format!("{took} until ") } else { String::new() };
                let holds = holds.map(|holds| format!(", which holds {holds}")).unwrap_or_default();
                Some(format!("{time}room in {}{holds}", self.unit(unit)))
            }
        }
    }

    fn unit(&self, unit: UnitId) -> String {
        let node = &self.circuit.nodes[unit];
        let behind: Option<ChannelId> = matches!(node.unit.kind, Kind::Buffer { .. }).then(|| node.inputs[0]);
        match behind.and_then(|channel| self.circuit.producer(self.circuit.unbuffered(channel))) {
            Some(node) => format!("the buffer behind {}", unit_words(self.ir, node.op)),
            None => unit_words(self.ir, node.op),
        }
    }

    /// What the array is called that a unit is the ports of.
    fn array(&self, unit: UnitId) -> String {
        let (ir, op) = (self.ir, self.circuit.nodes[unit].op);
        let name = ir.operands(op).next().and_then(|memory| ir.value_name(memory));
        name.map_or("an array".to_string(), |name| format!("`{}`", &ir.ctx[name]))
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

#[cfg(test)]
mod tests {
    use super::*;

    /// Runs of a loop, each with its distances.
    fn measured(runs: &[&[u64]]) -> Distances {
        let all = || runs.iter().flat_map(|run| run.iter().copied());
        Distances {
            count: all().count() as u64,
            sum: all().sum(),
            least: all().min().expect("there are some"),
            most: all().max().expect("there are some"),
            runs: runs.len() as u64,
            sum_of_most: runs.iter().filter_map(|run| run.iter().max()).sum(),
        }
    }

    fn check(period: f64, runs: &[&[u64]], expected: Differs) {
        assert_eq!(Differs::of(period, measured(runs)), expected, "{period}: {runs:?}");
    }

    #[test]
    fn ends_are_a_few_rounds_of_a_run() {
        let check = |period: f64, runs: &[&[u64]], expected: bool| {
            assert_eq!(is_of_few_rounds(period, measured(runs)), expected, "{period}: {runs:?}");
        };
        let steady: &[u64] = &[2; 19];
        let filled = [[9].as_slice(), steady].concat();
        check(2.0, &[&filled, &filled], true);
        // A cycle more in many rounds is not of the ends, and neither is a cycle less.
        let often = [[3; 13].as_slice(), &[2; 6]].concat();
        check(2.0, &[&often, &often], false);
        check(3.0, &[&often, &often], false);
        let sooner = [[4; 2].as_slice(), &[6; 17]].concat();
        check(6.0, &[&sooner, &sooner], true);
    }

    #[test]
    fn what_makes_a_difference_is_in_the_document() {
        let document = include_str!("../../../../docs/kernels.md");
        for effect in Effect::ALL {
            assert!(document.contains(&format!("\n| {} |", effect.words())), "{effect:?}");
        }
    }

    #[test]
    fn every_run_has_its_ends_and_one_wait() {
        let steady: &[u64] = &[2; 40];
        check(2.0, &[steady; 9], Differs::No);
        // A round less each time is more than the ends of one run, and less than those of all.
        let sooner = [[1].as_slice(), &steady[1..]].concat();
        check(2.0, &[sooner.as_slice(); 90], Differs::AtEnds);
        check(2.0, &[[1; 40].as_slice(); 9], Differs::More);
        // Each run waits for the one of another loop.
        let waits = [[90].as_slice(), steady].concat();
        check(2.0, &[waits.as_slice(); 3], Differs::Once);
        check(2.0, &[waits.as_slice(), steady, steady], Differs::Once);
        let twice = [waits.as_slice(), &waits].concat();
        check(2.0, &[twice.as_slice(); 3], Differs::More);
        check(1.0, &[[2; 40].as_slice(); 3], Differs::More);
    }
}
