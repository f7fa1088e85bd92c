//! How fast the loops of a circuit go round, and what keeps them from going faster.
//!
//! Every loop's period is the greatest of three: the rounds of a loop inside of it, which it has to wait for; the accesses to a memory in a round, of which there is one of each kind a cycle; and
//! the greatest ratio, over the cycles of events within the loop, of the time that a cycle takes to the rounds that lie between its ends. Cycles lead forwards along tokens and
//! backwards along room for them, so slots that are missing are found as well as recurrences. Of a circuit without buffers the events are those of [`crate::schedule`], of one as it is those of
//! [`crate::flow`].
//!
//! The greatest ratio is found from below: while some cycle takes longer than its rounds at the present period allow, the period becomes what that cycle needs. There are finitely many
//! cycles and each is passed once, so this ends, and the last cycle is the one that binds.

use crate::flow::{Flow, Why};
use crate::graph::{Circuit, Node, UnitId};
use crate::levels::{Level, Levels, LoopId};
use crate::schedule::{EventId, Schedule, Span, Trips, Wait};
use base::IdMap;
use dialects::handshake::unit::{Kind, MemoryPort};

/// How fast a loop goes round.
#[derive(Clone, Debug)]
pub struct Rate {
    /// Cycles between rounds.
    pub period: f64,
    /// What keeps it from being less.
    pub bound: Bound,
}

/// What keeps a period from being less.
#[derive(Clone, PartialEq, Debug)]
pub enum Bound {
    /// A round takes a cycle.
    Cycle,
    /// The rounds of a loop inside.
    Inner(LoopId),
    /// A memory has so many accesses of a kind in a round.
    Port(UnitId, MemoryPort),
    /// Events that wait for each other: the ways between them.
    Ring(Vec<Link>),
    /// Events that wait for each other within one round: they never happen.
    Stuck(Vec<Link>),
}

/// A way from an event to one that waits for it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Link {
    /// Why it waits.
    pub why: Why,
    /// Cycles between them, without rounds.
    pub cycles: f64,
    /// Rounds of the loop by which the later one is of an earlier round.
    pub rounds: f64,
}

/// The periods of all loops.
pub fn rates(circuit: &Circuit, levels: &Levels, trips: &Trips, has_room: HasRoom) -> IdMap<LoopId, Rate> {
    let events = match has_room {
        HasRoom::WhereBufferable(_) => Events::Wished(Schedule::of(circuit, levels, trips)),
        HasRoom::InBuffers => Events::There(Flow::of(circuit, levels, trips)),
    };
    let mut rates: IdMap<LoopId, Rate> =
        levels.loops.values().map(|_| Rate { period: 1.0, bound: Bound::Cycle }).collect();
    for outer in levels.inside_out() {
        let finder = Finder { circuit, levels, trips, events: &events, closing: has_room.closing(), outer };
        let mut rate = finder.least(&rates);
        while let Some(ring) = finder.ring(&rates, rate.period) {
            let took: f64 = ring.iter().map(|way| way.weight).sum();
            let rounds: f64 = -ring.iter().map(|way| way.rounds).sum::<f64>();
            let links = ring.iter().map(|way| way.link).collect();
            if rounds < NEAR {
                rate.bound = Bound::Stuck(links);
                break;
            }
            rate = Rate { period: rate.period + took / rounds, bound: Bound::Ring(links) };
        }
        rates[outer] = rate;
    }
    rates
}

/// Whether channels have room for as many tokens as come.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum HasRoom {
    /// Where buffers may be put.
    WhereBufferable(Closing),
    /// Only in buffers that are there.
    InBuffers,
}

impl HasRoom {
    fn closing(self) -> Closing {
        match self {
            HasRoom::WhereBufferable(closing) => closing,
            HasRoom::InBuffers => Closing::Cycle,
        }
    }
}

/// How long after the closing round of a run the next run of a loop begins.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Closing {
    /// A period, as after any other round: there are times that all rounds keep.
    Period,
    /// A cycle, which is the soonest.
    Cycle,
}

/// Differences below this are rounding.
const NEAR: f64 = 1e-6;

/// What binds the tokens of a circuit.
enum Events {
    /// With as many slots as anybody wants, where there can be any.
    Wished(Schedule),
    /// With those that there are.
    There(Flow),
}

/// A way between events at some periods.
struct Way {
    from: EventId,
    to: EventId,
    link: Link,
    /// Cycles that the later event is after the earlier one.
    weight: f64,
    /// Periods of the loop that are in it.
    rounds: f64,
}

/// Finds the period of one loop.
struct Finder<'a> {
    circuit: &'a Circuit,
    levels: &'a Levels,
    trips: &'a Trips,
    events: &'a Events,
    closing: Closing,
    outer: LoopId,
}

impl Finder<'_> {
    /// What the loops inside and the ports of memories need.
    fn least(&self, rates: &IdMap<LoopId, Rate>) -> Rate {
        let inside = self.levels.loops.iter().filter(|(_, of)| of.parent == Some(self.outer));
        let run = |inner: LoopId| match self.closing {
            Closing::Period => {
                self.levels.rounds_in_outer(self.circuit, inner, self.trips) * rates[inner].period
            }
            Closing::Cycle => {
                let cycles = self.trips[inner] * rates[inner].period + 1.0;
                cycles * self.levels.entries(self.circuit, inner)
            }
        };
        let runs = inside.map(|(inner, _)| (run(inner), Bound::Inner(inner)));
        let mut rate = Rate { period: 1.0, bound: Bound::Cycle };
        for (period, bound) in self.accesses().chain(runs) {
            if period > rate.period + NEAR {
                rate = Rate { period, bound };
            }
        }
        rate
    }

    /// Accesses to each memory of each kind in a round.
    fn accesses(&self) -> impl Iterator<Item = (f64, Bound)> {
        let memories = self.circuit.nodes.iter().filter_map(|(unit, node)| {
            let ports: Vec<(MemoryPort, usize)> = match &node.unit.kind {
                Kind::Memory(memory) => {
                    memory.places().into_iter().map(|place| (place.port, place.input)).collect()
                }
                Kind::Lsq(queue) => {
                    let ports = queue.places().into_iter().flat_map(|group| group.ports);
                    ports.map(|port| (port.port, port.input)).collect()
                }
                _ => return None,
            };
            Some((unit, node, ports))
        });
        memories.flat_map(|(unit, node, ports)| {
            [MemoryPort::Load, MemoryPort::Store].map(|kind| {
                let ports = ports.iter().filter(|(port, _)| *port == kind);
                let times = ports.map(|(_, input)| self.times(self.levels.of[node.inputs[*input]]));
                let least = times.sum::<f64>() / self.at_once(node, kind);
                (least, Bound::Port(unit, kind))
            })
        })
    }

    /// Accesses of a kind that there may be in a cycle. A queue reads from the memory and from a store: whether a word is there is a matter of the run, which a promise leaves out and which buffers have
    /// room for.
    fn at_once(&self, node: &Node, kind: MemoryPort) -> f64 {
        let hands_on = matches!(&node.unit.kind, Kind::Lsq(queue) if queue.count(MemoryPort::Store) > 0);
        let is_wished = matches!(self.events, Events::Wished(_));
        if hands_on && is_wished && kind == MemoryPort::Load { 2.0 } else { 1.0 }
    }

    /// How often a channel has a token in a round.
    fn times(&self, level: Level) -> f64 {
        let Level::Round(at) = level else { return 0.0 };
        let mut times = 1.0;
        for inner in self.levels.around(at) {
            if inner == self.outer {
                return times;
            }
            times *= self.trips[inner];
        }
        0.0
    }

    /// The ways between the events within the loop.
    fn ways(&self, periods: &IdMap<LoopId, f64>) -> Vec<Way> {
        let zero = Span::default();
        match self.events {
            Events::Wished(schedule) => self.wished(schedule, periods),
            Events::There(flow) => {
                let way = |tie: &crate::flow::Tie| {
                    self.way((tie.from, tie.to), [&tie.after, &zero], tie.why, periods)
                };
                flow.ties.iter().filter_map(way).collect()
            }
        }
    }

    fn wished(&self, schedule: &Schedule, periods: &IdMap<LoopId, f64>) -> Vec<Way> {
        let mut ways = Vec::new();
        let zero = Span::default();
        for order in &schedule.orders {
            let ends = (order.after.event, order.event);
            ways.extend(self.way(ends, [&order.after.after, &zero], Why::Token, periods));
        }
        for wait in &schedule.waits {
            let Wait { channel, made, arrives, leaves, kept, round } = wait;
            let ends = (made.event, arrives.event);
            ways.extend(self.way(ends, [&made.after, &arrives.after], Why::Token, periods));
            let Some(round) = round else { continue };
            if self.circuit.channels[*channel].bufferable {
                continue;
            }
            let ends = (leaves.event, made.event);
            let back = self.way(ends, [&leaves.after, &made.after], Why::Token, periods);
            ways.extend(back.map(|mut way| {
                let time = kept.at(periods[*round]);
                way.weight -= time;
                way.rounds -= if time > 0.0 && *round == self.outer { kept.slots } else { 0.0 };
                way
            }));
        }
        ways
    }

    fn is_inside(&self, event: EventId) -> bool {
        let round = match self.events {
            Events::Wished(schedule) => schedule.events[event].round,
            Events::There(flow) => flow.rounds[event],
        };
        self.levels.around(round).any(|around| around == self.outer)
    }

    /// A way, if both events are within the loop: `to` is so much after `from` as the first span is more than the second.
    fn way(
        &self,
        (from, to): (EventId, EventId),
        [more, less]: [&Span; 2],
        why: Why,
        periods: &IdMap<LoopId, f64>,
    ) -> Option<Way> {
        let weight = more.at(periods) - less.at(periods);
        let rounds = more.count(self.outer) - less.count(self.outer);
        let cycles = weight - rounds * periods[self.outer];
        let link = Link { why, cycles, rounds: -rounds };
        (self.is_inside(from) && self.is_inside(to)).then_some(Way { from, to, link, weight, rounds })
    }

    /// A ring of events that takes longer than its rounds.
    fn ring(&self, rates: &IdMap<LoopId, Rate>, period: f64) -> Option<Vec<Way>> {
        let mut periods: IdMap<LoopId, f64> = rates.values().map(|rate| rate.period).collect();
        periods[self.outer] = period;
        let ways = self.ways(&periods);
        let events = match self.events {
            Events::Wished(schedule) => schedule.events.len(),
            Events::There(flow) => flow.rounds.len(),
        };
        let ring = positive_ring(events, &ways)?;
        let mut ways: Vec<Option<Way>> = ways.into_iter().map(Some).collect();
        Some(ring.into_iter().filter_map(|at| ways[at].take()).collect())
    }
}

/// A ring of ways whose weights sum up to more than nothing, as numbers of ways in their order.
///
/// Every event gets the latest time that anything wants of it, round after round; what still moves after as many rounds as there are events is moved by a ring, which the ways
/// that moved each event last lead back to.
fn positive_ring(events: usize, ways: &[Way]) -> Option<Vec<usize>> {
    let mut times = vec![0.0f64; events];
    let mut moved_by: Vec<Option<usize>> = vec![None; events];
    let mut last = None;
    for _ in 0..=events {
        last = None;
        for (number, way) in ways.iter().enumerate() {
            let (from, to) = (way.from.index(), way.to.index());
            let time = times[from] + way.weight;
            if time > times[to] + NEAR {
                times[to] = time;
                moved_by[to] = Some(number);
                last = Some(to);
            }
        }
        last?;
    }
    // Far enough back along the ways that moved events one is on the ring.
    let back = |at: usize| moved_by[at].map(|number| ways[number].from.index());
    let mut at = last?;
    for _ in 0..events {
        at = back(at)?;
    }
    let (start, mut ring) = (at, Vec::new());
    loop {
        ring.push(moved_by[at]?);
        at = back(at)?;
        if at == start {
            break;
        }
    }
    ring.reverse();
    Some(ring)
}
