//! When tokens pass: what has to come before what, and how long a token waits.
//!
//! In a steady state every unit fires once in a round of its loop, at a time of its own, and rounds follow each other in a period. A token waits on its channel from when it
//! is made to when it is taken; a channel whose tokens wait for `w` cycles holds `w` / period of them at once, so that many slots it needs. A circuit whose tokens can pass at such
//! times passes them at least as early when left alone, because no unit waits for more than its tokens and its room. So times that keep all of this prove the periods.
//!
//! Loops inside of loops fit into the same picture. Round `i` of run `j` of a loop is at time `t + i * period + j * period of the loop around`; a value that enters it is taken in
//! round 0, and one that leaves it is made in the last one.
//!
//! Whoever wants such times ([`crate::flowright`]) or the least periods that any buffers allow ([`crate::throughput`]) starts from here. When tokens pass in a circuit as it is, with the buffers that
//! it has, is in [`crate::flow`].

pub(crate) mod lsq;

use crate::graph::{ChannelId, Circuit, Node, UnitId};
use crate::levels::{Level, Levels, LoopId};
use base::IdMap;
use dialects::handshake::unit::{Kind, MemoryPort, guard};

base::id! {
    /// Something that happens once in a round.
    pub struct EventId;
}

/// The kernel is called.
pub const START: EventId = EventId::at(0);
/// All of its results are there.
pub const END: EventId = EventId::at(1);

/// What happens.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Happening {
    /// The kernel is called.
    Start,
    /// All of its results are there.
    End,
    /// A unit takes its tokens; a fork, when the last of its outputs is taken.
    Takes(UnitId),
    /// A unit that gives its outputs apart has its token.
    Has(UnitId),
    /// A token leaves such a unit.
    Leaves(ChannelId),
    /// A guard gets to know what an activation stores.
    Enters(UnitId),
    /// A guard is told that a store is complete.
    Completes(UnitId),
    /// A queue gets what a store writes, which may be long after its address.
    Fills(UnitId),
}

/// Something that happens once in a round of a loop, or of none.
#[derive(Clone, Copy, Debug)]
pub struct Event {
    /// What.
    pub what: Happening,
    /// The loop.
    pub round: Option<LoopId>,
}

/// A length of time: cycles, and periods of loops.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Span {
    /// Cycles.
    pub cycles: f64,
    /// So many periods of a loop.
    pub periods: Vec<(LoopId, f64)>,
}

impl Span {
    /// Some cycles, and periods of loops.
    pub fn new(cycles: f64, periods: impl IntoIterator<Item = (LoopId, f64)>) -> Span {
        Span { cycles, periods: periods.into_iter().collect() }
    }

    fn cycles(cycles: f64) -> Span {
        Span { cycles, periods: Vec::new() }
    }

    fn periods(of: Option<LoopId>, count: f64) -> Span {
        Span { cycles: 0.0, periods: of.map(|of| (of, count)).into_iter().collect() }
    }

    /// In cycles, for some periods.
    pub fn at(&self, periods: &IdMap<LoopId, f64>) -> f64 {
        self.cycles + self.periods.iter().map(|(of, count)| count * periods[*of]).sum::<f64>()
    }

    /// How many periods of a loop it has.
    pub fn count(&self, of: LoopId) -> f64 {
        self.periods.iter().filter(|(other, _)| *other == of).map(|(_, count)| count).sum()
    }
}

/// A moment: so long after an event.
#[derive(Clone, Debug)]
pub struct Moment {
    /// The event.
    pub event: EventId,
    /// How long after it.
    pub after: Span,
}

/// The way of a token along a channel.
#[derive(Clone, Debug)]
pub struct Wait {
    /// The channel.
    pub channel: ChannelId,
    /// When the token is made.
    pub made: Moment,
    /// When it is there for its user.
    pub arrives: Moment,
    /// When its user lets go of it.
    pub leaves: Moment,
    /// What its maker keeps by itself.
    pub kept: Kept,
    /// The loop that has a token here in every round; `None` where there is one in an activation.
    pub round: Option<LoopId>,
}

/// How long a maker of tokens keeps one: its room for tokens, in periods, less the time they take through it.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Kept {
    /// Tokens it has room for.
    pub slots: f64,
    /// Cycles that a token takes through it.
    pub latency: f64,
}

impl Kept {
    /// In cycles, for a period.
    pub fn at(self, period: f64) -> f64 {
        (self.slots * period - self.latency).max(0.0)
    }
}

/// One event at least so long after another.
#[derive(Clone, Debug)]
pub struct Order {
    /// The later one.
    pub event: EventId,
    /// Not before this.
    pub after: Moment,
}

/// The events of a circuit and what binds them.
#[derive(Clone, Debug)]
pub struct Schedule {
    /// The events.
    pub events: IdMap<EventId, Event>,
    /// The ways of tokens.
    pub waits: Vec<Wait>,
    /// What else comes before what.
    pub orders: Vec<Order>,
    takes: IdMap<UnitId, EventId>,
    has: IdMap<UnitId, EventId>,
    leaves: IdMap<ChannelId, Option<EventId>>,
    /// When a unit takes a token that it takes apart from others.
    apart: IdMap<ChannelId, Option<EventId>>,
}

/// Rounds of a run of every loop, the closing one not counted.
pub type Trips = IdMap<LoopId, f64>;

impl Schedule {
    /// What binds the tokens of a circuit.
    pub fn of(circuit: &Circuit, levels: &Levels, trips: &Trips) -> Schedule {
        let mut events = IdMap::default();
        for what in [Happening::Start, Happening::End] {
            events.push(Event { what, round: None });
        }
        let mut schedule = Schedule {
            events,
            waits: Vec::new(),
            orders: Vec::new(),
            takes: IdMap::default(),
            has: IdMap::default(),
            leaves: circuit.channels.values().map(|_| None).collect(),
            apart: circuit.channels.values().map(|_| None).collect(),
        };
        for (unit, node) in circuit.nodes.iter() {
            schedule.unit(unit, node, levels.units[unit]);
        }
        for (store, data) in lsq::stores(circuit) {
            let fills = schedule.event(Happening::Fills(store), levels.units[store]);
            schedule.apart[data] = Some(fills);
        }
        for channel in circuit.channels.keys() {
            let wait = Ways { circuit, levels, trips, schedule: &schedule }.wait(channel);
            schedule.waits.extend(wait);
            if is_result(circuit, channel) {
                let made = Ways { circuit, levels, trips, schedule: &schedule }.made(channel);
                schedule.orders.extend(made.map(|(after, _)| Order { event: END, after }));
            }
        }
        for node in circuit.nodes.values() {
            if let Kind::Lsq(queue) = &node.unit.kind {
                let orders = Ways { circuit, levels, trips, schedule: &schedule }.queue(node, queue);
                schedule.orders.extend(orders);
            }
        }
        schedule
    }

    /// When a unit takes its tokens.
    pub fn takes(&self, unit: UnitId) -> EventId {
        self.takes[unit]
    }

    fn event(&mut self, what: Happening, round: Option<LoopId>) -> EventId {
        self.events.push(Event { what, round })
    }

    /// The events of a unit. Outputs of a fork leave between when it has its token and when it lets go of it, which is before the next one comes.
    fn unit(&mut self, unit: UnitId, node: &Node, round: Option<LoopId>) {
        let takes = self.event(Happening::Takes(unit), round);
        self.takes.push(takes);
        if let Kind::Guard { window } = node.unit.kind {
            self.guard(unit, node, round, window);
        }
        if !keeps_outputs_apart(node) {
            self.has.push(takes);
            return;
        }
        let has = self.event(Happening::Has(unit), round);
        self.has.push(has);
        for output in &node.outputs {
            let leaves = self.event(Happening::Leaves(*output), round);
            self.leaves[*output] = Some(leaves);
            self.orders.push(Order { event: leaves, after: Moment { event: has, after: Span::default() } });
            self.orders.push(Order { event: takes, after: Moment { event: leaves, after: Span::default() } });
        }
        if round.is_some() {
            let next = Span { cycles: 1.0, ..Span::periods(round, -1.0) };
            self.orders.push(Order { event: has, after: Moment { event: takes, after: next } });
        }
    }
}

/// Later in every round, by so many cycles, than an event that many rounds before.
fn rounds_before(event: EventId, cycles: f64, round: Option<LoopId>, rounds: f64) -> Moment {
    Moment { event, after: Span { cycles, ..Span::periods(round, -rounds) } }
}

impl Schedule {
    /// A guard takes the address of a load; then, or later, that of the store, which is before the next load; and then its completion. As many stores as it has places for may
    /// be under way.
    fn guard(&mut self, unit: UnitId, node: &Node, round: Option<LoopId>, window: u32) {
        let takes = self.takes[unit];
        let enters = self.event(Happening::Enters(unit), round);
        let completes = self.event(Happening::Completes(unit), round);
        let told = node.inputs.iter().enumerate().skip(guard::STORE);
        told.for_each(|(input, channel)| {
            self.apart[*channel] = Some(if input == guard::DONE { completes } else { enters });
        });
        let after = |event: EventId, cycles: f64| Moment { event, after: Span::cycles(cycles) };
        self.orders.push(Order { event: enters, after: after(takes, 0.0) });
        self.orders.push(Order { event: completes, after: after(enters, 1.0) });
        if round.is_some() {
            self.orders.push(Order { event: takes, after: rounds_before(enters, 1.0, round, 1.0) });
            let window = f64::from(window);
            self.orders.push(Order { event: enters, after: rounds_before(completes, 0.0, round, window) });
        }
    }
}

/// Finds the ways of tokens.
struct Ways<'a> {
    circuit: &'a Circuit,
    levels: &'a Levels,
    trips: &'a Trips,
    schedule: &'a Schedule,
}

impl Ways<'_> {
    /// The way along a channel; `None` where nothing is known, or nobody waits.
    fn wait(&self, channel: ChannelId) -> Option<Wait> {
        let Level::Round(round) = self.levels.of[channel] else { return None };
        let (user, _) = self.circuit.channels[channel].to?;
        let node = &self.circuit.nodes[user];
        if matches!(node.unit.kind, Kind::Memory(_) | Kind::Lsq(_)) {
            return None;
        }
        let (made, kept) = self.made(channel)?;
        // A value for the next round is taken a period later.
        let later = || match self.levels.for_next[channel] {
            true => Span::periods(self.levels.units[user], 1.0),
            false => Span::default(),
        };
        let apart = self.schedule.apart[channel];
        let arrives = Moment { event: apart.unwrap_or(self.schedule.has[user]), after: later() };
        let leaves = Moment { event: apart.unwrap_or(self.schedule.takes[user]), after: later() };
        Some(Wait { channel, made, arrives, leaves, kept, round })
    }

    /// When a channel's tokens are made, and what their maker keeps of them.
    fn made(&self, channel: ChannelId) -> Option<(Moment, Kept)> {
        let Some((unit, output)) = self.circuit.channels[channel].from else {
            return Some((Moment { event: START, after: Span::default() }, Kept::default()));
        };
        let node = &self.circuit.nodes[unit];
        let event = self.schedule.takes[unit];
        let after = |after: Span, kept: Kept| Some((Moment { event, after }, kept));
        if let Some(event) = self.schedule.leaves[channel] {
            return Some((Moment { event, after: Span::default() }, Kept::default()));
        }
        match &node.unit.kind {
            // The last stage keeps a token while no other is in the unit, which all moves together.
            Kind::Compute { latency: latency @ 1.., .. } => {
                let latency = f64::from(*latency);
                after(Span::cycles(latency), Kept { slots: 1.0, latency })
            }
            Kind::Buffer { ty, slots } => {
                let latency = f64::from(ty.latency(*slots));
                after(Span::cycles(latency), Kept { slots: f64::from(*slots), latency })
            }
            // An answer comes a cycle later. Two may be on their way or kept, counted in a register.
            Kind::Load if output == 1 => after(Span::cycles(1.0), Kept { slots: 2.0, latency: 2.0 }),
            // A queue keeps answers in their places.
            Kind::QueuedLoad if output == 1 => {
                let slots = self.rounds_in_queue(node);
                after(Span::cycles(lsq::ANSWER), Kept { slots: slots + 1.0, latency: lsq::ANSWERED })
            }
            // Its answers are those of its loads.
            Kind::Lsq(_) => None,
            Kind::Memory(memory) => {
                // A completion comes the cycle after its store. The answers go to their loads, which count them.
                let places = memory.places();
                let store = places
                    .iter()
                    .find(|place| place.output == Some(output) && place.port == MemoryPort::Store)?;
                let (store, _) = self.circuit.channels[node.inputs[store.input]].from?;
                let event = self.schedule.takes[store];
                Some((Moment { event, after: Span::cycles(1.0) }, Kept { slots: 1.0, latency: 1.0 }))
            }
            // What leaves loops is made in their last rounds.
            _ => {
                let left = self.levels.left(self.circuit, channel);
                let periods = left.into_iter().map(|inner| (inner, self.trips[inner])).collect();
                after(Span { cycles: 0.0, periods }, Kept::default())
            }
        }
    }
}

/// Whether the kernel ends with the tokens of a channel: it is a result, or tells a memory that no more accesses come.
fn is_result(circuit: &Circuit, channel: ChannelId) -> bool {
    match circuit.channels[channel].to {
        None => circuit.channels[channel].bufferable,
        Some((user, input)) => {
            let node = &circuit.nodes[user];
            matches!(node.unit.kind, Kind::Memory(_) | Kind::Lsq(_)) && input + 1 == node.inputs.len()
        }
    }
}

/// Whether a unit gives a token to one output when it is ready and to another later: forks do, `stream`s and `control_merge`s.
fn keeps_outputs_apart(node: &Node) -> bool {
    matches!(node.unit.kind, Kind::Fork | Kind::Stream(_) | Kind::ControlMerge)
}
