//! When tokens pass the channels of a circuit as it is, with all of its buffers: what has to come before what.
//!
//! A token comes to a channel when its maker offers it, and passes when its user takes it as well. Between two registers these differ: a unit without one offers its results as soon as its tokens
//! have come, and lets go of the tokens when all of its results have passed. So every channel has two events a round. A token comes when those that it is made of have; it passes no sooner than what becomes
//! of it, up to the next register; and it comes no sooner than a cycle after the one before has passed. Registers give tokens on after their latency, and take one as soon as they have let go of an earlier one.
//!
//! The closing round of a loop inside of another has events of its own, of the loop around: what waits for a value that leaves the loop holds up this round, and the next run, but no other round.
//!
//! The placement of buffers starts from [`crate::schedule`] instead, which has one time for both because every token that has to wait gets a slot to wait in.

mod lsq;

use crate::graph::{ChannelId, Circuit, Node, UnitId};
use crate::levels::{Level, Levels, LoopId};
use crate::schedule::{EventId, Span, Trips};
use base::IdMap;
use dialects::handshake::unit::{Kind, MemoryPort, Storage, guard};

/// Why one event is after another.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Why {
    /// A unit takes that long from its tokens to its results.
    Latency(UnitId),
    /// A token comes after the one before it has passed.
    Turn(ChannelId),
    /// A unit takes a token when it has let go of one that came earlier: as many rounds earlier as it has places.
    Room(UnitId),
    /// A loop goes round until its closing round.
    Rounds(LoopId),
    /// Both happen to the same token, or to one and what becomes of it.
    Token,
}

/// One event is at least so long after another.
#[derive(Clone, Debug)]
pub struct Tie {
    /// The earlier one.
    pub from: EventId,
    /// The later one.
    pub to: EventId,
    /// How long after it at least.
    pub after: Span,
    /// Why.
    pub why: Why,
}

/// The events of a circuit as it is, and what binds them.
#[derive(Clone, Debug, Default)]
pub struct Flow {
    /// The loop that each event happens in once a round.
    pub rounds: IdMap<EventId, Option<LoopId>>,
    /// What binds them.
    pub ties: Vec<Tie>,
}

impl Flow {
    /// The events of a circuit.
    pub fn of(circuit: &Circuit, levels: &Levels, trips: &Trips) -> Flow {
        let channels = IdMap::default();
        let mut maker = Maker { circuit, levels, trips, flow: Flow::default(), channels };
        for channel in circuit.channels.keys() {
            let times = maker.channel(channel);
            maker.channels.push(times);
        }
        for (unit, node) in circuit.nodes.iter() {
            [Rounds::Each, Rounds::Closing].into_iter().for_each(|rounds| maker.unit(unit, node, rounds));
            maker.completions(unit, node);
            if let Kind::Lsq(queue) = &node.unit.kind {
                maker.queue(unit, node, queue);
            }
        }
        maker.flow
    }
}

/// A loop is entered in one of so many rounds at least, for what follows from it: one that never is binds nothing.
const LEAST_ENTRIES: f64 = 1e-6;

/// Which rounds of a unit's loop are meant.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Rounds {
    Each,
    Closing,
}

/// When the token of a round comes to a channel, and when it passes.
#[derive(Clone, Copy)]
struct Times {
    comes: EventId,
    passes: EventId,
}

/// The same as its unit sees it: so much later than the round of the unit.
#[derive(Clone)]
struct Port {
    times: Times,
    shift: Span,
}

struct Maker<'a> {
    circuit: &'a Circuit,
    levels: &'a Levels,
    trips: &'a Trips,
    flow: Flow,
    /// The times of each channel that is known to have a token a round, in every round and in the closing one.
    channels: IdMap<ChannelId, Option<(Times, Option<Times>)>>,
}

impl Maker<'_> {
    fn tie(&mut self, from: EventId, to: EventId, after: Span, why: Why) {
        self.flow.ties.push(Tie { from, to, after, why });
    }

    fn times(&mut self, round: Option<LoopId>) -> Times {
        let times = Times { comes: self.flow.rounds.push(round), passes: self.flow.rounds.push(round) };
        self.tie(times.comes, times.passes, Span::default(), Why::Token);
        times
    }

    /// The events of a channel. Memories count what passes to them and back, and take whatever comes; queues do not.
    fn channel(&mut self, channel: ChannelId) -> Option<(Times, Option<Times>)> {
        let Level::Round(at) = self.levels.of[channel] else { return None };
        let is_memory =
            |node: Option<&Node>| node.is_some_and(|node| matches!(node.unit.kind, Kind::Memory(_)));
        let is_load = |node: Option<&Node>| node.is_some_and(|node| matches!(node.unit.kind, Kind::Load));
        let (from, to) = (self.circuit.producer(channel), self.circuit.consumer(channel));
        if is_memory(to) || (is_memory(from) && is_load(to)) {
            return None;
        }
        let each = self.times(at);
        let Some(at) = at else { return Some((each, None)) };
        self.tie(each.passes, each.comes, Span::new(1.0, [(at, -1.0)]), Why::Turn(channel));
        let closing = self.levels.loops[at].parent.map(|parent| {
            let closing = self.times(Some(parent));
            let run = Span::new(0.0, [(at, self.trips[at])]);
            // When it passes depends on who has a token in the closing round, which a body has not.
            self.tie(each.comes, closing.comes, run, Why::Rounds(at));
            let runs = self.levels.entries(self.circuit, at).max(LEAST_ENTRIES);
            let next = Span::new(1.0, [(parent, -1.0 / runs)]);
            self.tie(closing.passes, each.comes, next, Why::Turn(channel));
            closing
        });
        Some((each, closing))
    }

    /// A channel as the unit that takes its tokens sees it. What enters a loop is of its first round; what is for the next round belongs to none that is the closing one.
    fn input(&self, unit: UnitId, channel: ChannelId, rounds: Rounds) -> Option<Port> {
        let (each, closing) = self.channels[channel]?;
        let at = self.levels.units[unit];
        let is_next = self.levels.for_next[channel];
        match rounds {
            Rounds::Each => {
                let shift = at.filter(|_| is_next).map(|at| (at, 1.0));
                Some(Port { times: each, shift: Span::new(0.0, shift) })
            }
            Rounds::Closing => {
                let is_own = self.levels.of[channel] == Level::Round(at) && !is_next;
                closing.filter(|_| is_own).map(|times| Port { times, shift: Span::default() })
            }
        }
    }

    /// A channel as the unit that makes its tokens sees it. What leaves a loop is made in its closing round.
    fn output(&self, unit: UnitId, channel: ChannelId, rounds: Rounds) -> Option<Port> {
        let (each, closing) = self.channels[channel]?;
        let left = self.levels.left(self.circuit, channel);
        match (rounds, left.split_first()) {
            (Rounds::Each, None) => Some(Port { times: each, shift: Span::default() }),
            (Rounds::Each, Some(_)) => None,
            (Rounds::Closing, Some((_, around))) => {
                let shift = around.iter().map(|inner| (*inner, self.trips[*inner]));
                Some(Port { times: each, shift: Span::new(0.0, shift) })
            }
            (Rounds::Closing, None) => {
                let node = &self.circuit.nodes[unit];
                let goes_on = match node.unit.kind {
                    Kind::CondBr => {
                        let mut outputs = node.outputs.iter();
                        outputs.any(|output| !self.levels.left(self.circuit, *output).is_empty())
                    }
                    Kind::Gate => node.outputs.first() == Some(&channel),
                    _ => false,
                };
                closing.filter(|_| !goes_on).map(|times| Port { times, shift: Span::default() })
            }
        }
    }

    /// An event of one port is so many cycles after that of another, less so many rounds.
    fn order(&mut self, from: (EventId, &Span), to: (EventId, &Span), delay: &Delay) {
        let mut after = Span::new(delay.cycles, from.1.periods.iter().map(|(of, count)| (*of, -count)));
        after.periods.extend(to.1.periods.iter().copied());
        after.periods.extend(delay.round.map(|round| (round, -delay.rounds)));
        self.tie(from.0, to.0, after, delay.why);
    }

    fn comes_after_coming(&mut self, to: &Port, from: &Port, delay: &Delay) {
        self.order((from.times.comes, &from.shift), (to.times.comes, &to.shift), delay);
    }

    fn comes_after_passing(&mut self, to: &Port, from: &Port, delay: &Delay) {
        self.order((from.times.passes, &from.shift), (to.times.comes, &to.shift), delay);
    }

    fn passes_after_coming(&mut self, to: &Port, from: &Port) {
        self.order((from.times.comes, &from.shift), (to.times.passes, &to.shift), &Delay::NONE);
    }

    fn passes_after_passing(&mut self, to: &Port, from: &Port, delay: &Delay) {
        self.order((from.times.passes, &from.shift), (to.times.passes, &to.shift), delay);
    }

    /// What a unit does in a round.
    fn unit(&mut self, unit: UnitId, node: &Node, rounds: Rounds) {
        let ins: Vec<Port> =
            node.inputs.iter().filter_map(|input| self.input(unit, *input, rounds)).collect();
        let outs: Vec<Port> =
            node.outputs.iter().filter_map(|output| self.output(unit, *output, rounds)).collect();
        let round = self.levels.units[unit].filter(|_| rounds == Rounds::Each);
        match &node.unit.kind {
            Kind::Memory(_) | Kind::Lsq(_) | Kind::Source | Kind::Sink => {}
            Kind::Buffer { ty, slots } if ty.storage() != Storage::Shift => {
                let places = f64::from(*slots);
                // What is kept from the ready of its output has a free place the cycle after.
                let back = f64::from(u8::from(ty.breaks_r()));
                self.register(
                    unit,
                    &ins,
                    &outs,
                    round,
                    Register { latency: ty.latency(*slots), places, back },
                );
            }
            Kind::Init { .. } => self.initial(unit, &ins, &outs, round),
            Kind::Buffer { slots: latency, .. } | Kind::Compute { latency: latency @ 1.., .. } => {
                self.together(&ins);
                let register = Register { latency: *latency, places: f64::from(*latency), back: 0.0 };
                self.register(unit, &ins, &outs, round, register);
            }
            // Two answers may be on their way or kept, counted in a register.
            Kind::Load => {
                self.register(unit, &ins, &outs, round, Register { latency: 1, places: 2.0, back: 1.0 });
            }
            // The address goes through, and an answer that waits has a slot.
            Kind::QueuedLoad => {
                let port = |channel| self.input(unit, channel, rounds);
                let ins = [0, 1].map(|k| port(node.inputs[k]).into_iter().collect::<Vec<Port>>());
                let port = |channel| self.output(unit, channel, rounds);
                let outs = [0, 1].map(|k| port(node.outputs[k]).into_iter().collect::<Vec<Port>>());
                self.pass(&ins[0], &outs[0]);
                let slot = Register { latency: 0, places: 1.0, back: 1.0 };
                self.register(unit, &ins[1], &outs[1], round, slot);
            }
            // A queue takes address and data each when they come.
            Kind::Store if self.is_queued(node) => {
                for (input, output) in node.inputs.iter().zip(&node.outputs) {
                    let [ins, outs] = [self.input(unit, *input, rounds), self.output(unit, *output, rounds)]
                        .map(|port| port.into_iter().collect::<Vec<Port>>());
                    self.pass(&ins, &outs);
                }
            }
            Kind::Store => self.together(&ins),
            Kind::Guard { window } => self.guard(unit, node, rounds, *window),
            kind => {
                self.pass(&ins, &outs);
                if *kind == Kind::LazyFork {
                    self.together(&outs);
                }
                if let (Kind::Stream(_), Some(round)) = (kind, round) {
                    self.count(node, &outs, round);
                }
            }
        }
    }

    /// Whether what a port of a memory asks for goes to a queue.
    fn is_queued(&self, node: &Node) -> bool {
        let queue = node.outputs.first().and_then(|output| self.circuit.consumer(*output));
        queue.is_some_and(|queue| matches!(queue.unit.kind, Kind::Lsq(_)))
    }

    /// Tokens that are taken at once, when all have come.
    fn together(&mut self, ports: &[Port]) {
        for (k, port) in ports.iter().enumerate() {
            for (_, other) in ports.iter().enumerate().filter(|(other, _)| *other != k) {
                self.passes_after_passing(port, other, &Delay::NONE);
            }
        }
    }

    /// A unit without registers.
    fn pass(&mut self, ins: &[Port], outs: &[Port]) {
        for input in ins {
            for output in outs {
                self.comes_after_coming(output, input, &Delay::NONE);
                self.passes_after_passing(input, output, &Delay::NONE);
            }
            ins.iter().for_each(|other| self.passes_after_coming(input, other));
        }
    }

    /// A unit whose results come so long after its tokens passed.
    fn register(
        &mut self,
        unit: UnitId,
        ins: &[Port],
        outs: &[Port],
        round: Option<LoopId>,
        Register { latency, places, back }: Register,
    ) {
        for input in ins {
            for output in outs {
                let latency = Delay { cycles: f64::from(latency), ..Delay::because(Why::Latency(unit)) };
                match latency.cycles > 0.0 {
                    true => self.comes_after_passing(output, input, &latency),
                    // A token that comes is offered on, whether or not it is taken.
                    false => self.comes_after_coming(output, input, &Delay::NONE),
                }
                if round.is_some() {
                    let room = Delay { cycles: back, round, rounds: places, why: Why::Room(unit) };
                    self.passes_after_passing(input, output, &room);
                }
            }
        }
    }

    /// A guard lets the address of a load pass, then or later takes what is known of the store, which is before the next load, and then its completion. As many stores as it has
    /// places for may be under way.
    fn guard(&mut self, unit: UnitId, node: &Node, rounds: Rounds, window: u32) {
        let round = self.levels.units[unit].filter(|_| rounds == Rounds::Each);
        let port = |maker: &Self, input: usize| maker.input(unit, *node.inputs.get(input)?, rounds);
        let load: Vec<Port> = port(self, guard::LOAD).into_iter().collect();
        let outs: Vec<Port> =
            node.outputs.iter().filter_map(|output| self.output(unit, *output, rounds)).collect();
        self.pass(&load, &outs);
        let done = port(self, guard::DONE);
        for store in [guard::STORE, guard::STORES] {
            let Some(store) = port(self, store) else { continue };
            load.iter().for_each(|load| self.passes_after_passing(&store, load, &Delay::NONE));
            let known = Delay { cycles: 1.0, round, rounds: 1.0, why: Why::Latency(unit) };
            if round.is_some() {
                outs.iter().for_each(|output| self.comes_after_passing(output, &store, &known));
            }
            if let Some(done) = &done {
                let entered = Delay { cycles: 1.0, ..Delay::because(Why::Latency(unit)) };
                self.passes_after_passing(done, &store, &entered);
                let room = Delay { cycles: 0.0, round, rounds: f64::from(window), why: Why::Room(unit) };
                if round.is_some() {
                    self.passes_after_passing(&store, done, &room);
                }
            }
        }
    }

    /// A register that begins with a token: what comes to it is for the next round.
    fn initial(&mut self, unit: UnitId, ins: &[Port], outs: &[Port], round: Option<LoopId>) {
        let (Some(input), Some(output), true) = (ins.first(), outs.first(), round.is_some()) else { return };
        let next = Delay { cycles: 1.0, round, rounds: 1.0, why: Why::Latency(unit) };
        self.comes_after_passing(output, input, &next);
        self.passes_after_passing(input, output, &Delay::because(Why::Room(unit)));
    }

    /// A `stream` counts on when all have taken its index and its condition.
    fn count(&mut self, node: &Node, outs: &[Port], round: LoopId) {
        for (from, channel) in outs.iter().zip(&node.outputs) {
            let next = Delay { cycles: 1.0, round: Some(round), rounds: 1.0, why: Why::Turn(*channel) };
            outs.iter().for_each(|to| self.comes_after_passing(to, from, &next));
        }
    }

    /// Completions of stores come the cycle after; a store is done when the completion before it has been taken, or is being taken.
    fn completions(&mut self, memory: UnitId, node: &Node) {
        let Kind::Memory(unit) = &node.unit.kind else { return };
        for place in unit.places().into_iter().filter(|place| place.port == MemoryPort::Store) {
            let done =
                place.output.and_then(|output| self.output(memory, node.outputs[output], Rounds::Each));
            let store = self.circuit.channels[node.inputs[place.input]].from;
            let (Some(done), Some((store, _))) = (done, store) else { continue };
            let round = self.levels.units[store];
            let inputs = &self.circuit.nodes[store].inputs;
            let ins: Vec<Port> =
                inputs.iter().filter_map(|input| self.input(store, *input, Rounds::Each)).collect();
            self.register(store, &ins, &[done], round, Register { latency: 1, places: 1.0, back: 0.0 });
        }
    }
}

/// What a unit with registers does to its tokens.
struct Register {
    /// Cycles to its results.
    latency: u32,
    /// Tokens it has room for.
    places: f64,
    /// Cycles until the place of a token that has passed can be taken.
    back: f64,
}

/// How long one event is after another: some cycles, less some rounds.
struct Delay {
    cycles: f64,
    round: Option<LoopId>,
    rounds: f64,
    why: Why,
}

impl Delay {
    const NONE: Delay = Delay::because(Why::Token);

    const fn because(why: Why) -> Delay {
        Delay { cycles: 0.0, round: None, rounds: 0.0, why }
    }
}
