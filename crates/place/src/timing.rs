//! Static timing: how long signals take from register to register, and which cycle of signals has no register at all.
//!
//! A node is a signal of a channel. A break is a register that a buffer would put on a channel: it ends the paths that come to its node and lets others
//! begin there. Buffers that stand in the circuit are units like others, which let nothing pass.

use crate::arcs::{Pin, Signal, arcs};
use crate::graph::{ChannelId, Circuit, Node, UnitId};
use crate::target::Target;
use dialects::handshake::unit::{Function, Kind};
use ir::Ir;

/// What sums of delays may be off by, in nanoseconds, because they were added in another order.
const ROUNDING: f64 = 1e-6;

/// Whether a path that takes so many nanoseconds is within the clock.
pub fn meets(delay: f64, clock: f64) -> bool {
    delay <= clock + ROUNDING
}

/// Number of a signal of a channel, or of a signal inside of a unit.
pub type SignalId = u32;

/// All signals of a circuit, and how long one takes to the next.
#[derive(Clone, Debug)]
pub struct Signals {
    /// From each signal: to which others, with the delay in nanoseconds.
    pub arcs: Vec<Vec<(SignalId, f64)>>,
    /// What each takes through a buffer on its channel that does not break it.
    pub tolls: Vec<f64>,
    channels: usize,
}

/// Where paths may end.
pub trait Breaks {
    /// Whether a register stands on a signal.
    fn breaks(&self, signal: SignalId) -> bool;

    /// What buffers on a signal's channel take that it passes: all of them, or those behind its register.
    fn toll(&self, _signal: SignalId) -> f64 {
        0.0
    }
}

impl<F: Fn(SignalId) -> bool> Breaks for F {
    fn breaks(&self, signal: SignalId) -> bool {
        self(signal)
    }
}

/// When a signal is there in nanoseconds, and the signal that it waited for.
pub type Arrival = (f64, Option<SignalId>);

/// A path of signals, each in time with the one before it.
#[derive(Clone, PartialEq, Debug)]
pub struct Path {
    /// The signals.
    pub signals: Vec<SignalId>,
    /// What it takes, in nanoseconds.
    pub delay: f64,
}

const SIGNALS: [Signal; 3] = [Signal::Data, Signal::Valid, Signal::Ready];

/// The number of a signal of a channel.
pub fn signal_id(channel: ChannelId, signal: Signal) -> SignalId {
    (channel.index() * SIGNALS.len() + signal as usize) as SignalId
}

impl Signals {
    /// The signals of a circuit on a target.
    pub fn of(ir: &Ir, circuit: &Circuit, target: &Target) -> Signals {
        let channels = circuit.channels.len();
        let arcs_of = vec![Vec::new(); channels * SIGNALS.len()];
        let mut signals = Signals { arcs: arcs_of, tolls: Vec::new(), channels };
        let is_lazy = circuit.nodes.values().any(|node| node.unit.kind == Kind::LazyFork);
        for node in circuit.nodes.values() {
            let name = ir.name(node.op).rsplit('.').next().unwrap_or("");
            let inner = signals.arcs.len();
            let number = |pin: Pin| match pin {
                Pin::In(signal, k) => signal_id(node.inputs[k], signal) as usize,
                Pin::Out(signal, k) => signal_id(node.outputs[k], signal) as usize,
                Pin::Inner(k) => inner + k,
            };
            for (from, to) in arcs(&node.unit, is_lazy) {
                // A signal that never changes starts no path.
                if is_still(circuit, node, from) {
                    continue;
                }
                let is_wire = match (from.signal(), to.signal()) {
                    (Some(Signal::Data), Some(Signal::Data)) => is_wires(circuit, node),
                    (Some(Signal::Valid), Some(Signal::Valid)) => waits_for_one(circuit, node),
                    _ => false,
                };
                let delay = if is_wire { 0.0 } else { target.delay(&node.unit, name, from, to) };
                let (from, to) = (number(from), number(to));
                let count = signals.arcs.len().max(from + 1).max(to + 1);
                signals.arcs.resize(count, Vec::new());
                signals.arcs[from].push((to as SignalId, delay));
            }
        }
        signals.meet_at_end(circuit, is_lazy);
        signals.tolls = vec![0.0; signals.arcs.len()];
        for (id, channel) in circuit.channels.iter().filter(|(_, channel)| channel.bufferable) {
            for signal in SIGNALS.into_iter().filter(|signal| *signal == Signal::Ready || !channel.standing) {
                signals.tolls[signal_id(id, signal) as usize] = target.toll(channel.width, signal);
            }
        }
        signals
    }

    /// Several results are taken together: that one is there makes all of them ready, itself too. Nothing stands between, so it takes no time.
    fn meet_at_end(&mut self, circuit: &Circuit, is_lazy: bool) {
        let is_result = |channel: &ChannelId| {
            circuit.channels[*channel].to.is_none() && circuit.channels[*channel].bufferable
        };
        let results: Vec<ChannelId> = circuit.channels.keys().filter(is_result).collect();
        for from in results.iter().filter(|from| !circuit.channels[**from].standing) {
            let together = results.iter().filter(|_| results.len() > 1 || is_lazy);
            let readies = together.map(|to| (signal_id(*to, Signal::Ready), 0.0));
            self.arcs[signal_id(*from, Signal::Valid) as usize].extend(readies);
        }
    }

    /// Ways that are no channel's, for what follows others than all of a circuit.
    pub fn of_ways(arcs: Vec<Vec<(SignalId, f64)>>) -> Signals {
        Signals { tolls: vec![0.0; arcs.len()], arcs, channels: 0 }
    }

    /// Whether buffers take time themselves.
    pub fn has_tolls(&self) -> bool {
        self.tolls.iter().any(|toll| *toll > 0.0)
    }

    /// The channel and the signal of a number; `None` for one inside of a unit.
    pub fn place(&self, signal: SignalId) -> Option<(ChannelId, Signal)> {
        let (channel, which) = (signal as usize / SIGNALS.len(), signal as usize % SIGNALS.len());
        (channel < self.channels).then(|| (ChannelId::from_index(channel), SIGNALS[which]))
    }
}

/// Whether the data and the valid of a source's tokens come from here: they stand still.
fn is_still(circuit: &Circuit, node: &Node, pin: Pin) -> bool {
    matches!(pin, Pin::In(Signal::Data | Signal::Valid, k) if circuit.channels[node.inputs[k]].standing)
}

/// Whether a unit without latency has one token to wait for, as its other inputs are literals: its valid is that token's.
fn waits_for_one(circuit: &Circuit, node: &Node) -> bool {
    let waited = node.inputs.iter().filter(|input| !circuit.channels[**input].standing).count();
    matches!(node.unit.kind, Kind::Compute { latency: 0, .. }) && waited == 1
}

/// Whether the data of a unit are wires: a shift by a literal, or bits that a literal keeps, sets or turns over, which the logic behind takes in.
fn is_wires(circuit: &Circuit, node: &Node) -> bool {
    let Kind::Compute { function, .. } = &node.unit.kind else { return false };
    let is_literal = |input: &ChannelId| {
        let made = circuit.producer(circuit.original(*input));
        made.is_some_and(|made| matches!(made.unit.kind, Kind::Constant { .. }))
    };
    match function {
        Function::Shl | Function::ShrS | Function::ShrU => node.inputs.get(1).is_some_and(is_literal),
        Function::And | Function::Or | Function::Xor => node.inputs.iter().any(is_literal),
        _ => false,
    }
}

/// What static timing finds.
#[derive(Clone, Debug)]
pub enum Timed {
    /// For every signal where paths end, the longest of them. Those that take no time are left out.
    Paths(Vec<Path>),
    /// Signals that make each other without a register between them.
    Cycle(Vec<SignalId>),
}

impl Signals {
    /// The longest path to every place where paths end: a break, or a signal that leads on to nothing.
    pub fn paths(&self, breaks: &impl Breaks) -> Timed {
        let count = self.arcs.len();
        let broken: Vec<bool> = (0..count as SignalId).map(|signal| breaks.breaks(signal)).collect();
        let tolls: Vec<f64> = (0..count as SignalId).map(|signal| breaks.toll(signal)).collect();
        let arrival = match self.tolled_arrivals(&broken, &tolls) {
            Ok(arrival) => arrival,
            Err(cycle) => return Timed::Cycle(cycle),
        };
        // Behind a signal that leads on to nothing the buffers of its channel are the last.
        let delay = |end: usize| arrival[end].0 + if broken[end] { 0.0 } else { tolls[end] };
        let ends = (0..count).filter(|s| delay(*s) > 0.0 && (broken[*s] || self.arcs[*s].is_empty()));
        let paths = ends.map(|end| {
            let mut signals = vec![end as SignalId];
            let mut from = arrival[end].1;
            while let Some(signal) = from {
                signals.push(signal);
                from = if broken[signal as usize] { None } else { arrival[signal as usize].1 };
            }
            signals.reverse();
            Path { signals, delay: delay(end) }
        });
        Timed::Paths(paths.collect())
    }

    /// When each signal is there, and from where that is; for a broken one, when it comes to the register. Or a cycle of signals without a break.
    pub fn arrivals(&self, broken: &[bool]) -> Result<Vec<Arrival>, Vec<SignalId>> {
        self.tolled_arrivals(broken, &vec![0.0; broken.len()])
    }

    /// The same where each signal takes a while longer from where it comes to its channel, or from its register, to where it leaves it.
    pub fn tolled_arrivals(&self, broken: &[bool], tolls: &[f64]) -> Result<Vec<Arrival>, Vec<SignalId>> {
        let count = self.arcs.len();
        let mut waiting = vec![0u32; count];
        for (to, _) in self.arcs.iter().flatten() {
            waiting[*to as usize] += u32::from(!broken[*to as usize]);
        }
        let mut arrival: Vec<Arrival> = vec![(0.0, None); count];
        let mut ready: Vec<SignalId> = (0..count as SignalId).filter(|s| waiting[*s as usize] == 0).collect();
        let mut done = 0;
        while let Some(signal) = ready.pop() {
            done += 1;
            let comes = if broken[signal as usize] { 0.0 } else { arrival[signal as usize].0 };
            let leaves = comes + tolls[signal as usize];
            for (to, delay) in &self.arcs[signal as usize] {
                let to_index = *to as usize;
                if leaves + delay > arrival[to_index].0 || arrival[to_index].1.is_none() {
                    arrival[to_index] = (leaves + delay, Some(signal));
                }
                if !broken[to_index] {
                    waiting[to_index] -= 1;
                    if waiting[to_index] == 0 {
                        ready.push(*to);
                    }
                }
            }
        }
        if done < count {
            return Err(self.cycle(broken).expect("what waits for itself is on a cycle"));
        }
        Ok(arrival)
    }

    /// A cycle of signals without a break.
    pub fn cycle(&self, broken: &[bool]) -> Option<Vec<SignalId>> {
        #[derive(Clone, Copy, PartialEq)]
        enum State {
            New,
            Open,
            Done,
        }
        let mut state = vec![State::New; self.arcs.len()];
        for root in 0..self.arcs.len() {
            if state[root] != State::New || broken[root] {
                continue;
            }
            let mut way: Vec<(usize, usize)> = vec![(root, 0)];
            state[root] = State::Open;
            while let Some((signal, next)) = way.last_mut() {
                let Some((to, _)) = self.arcs[*signal].get(*next) else {
                    state[*signal] = State::Done;
                    way.pop();
                    continue;
                };
                *next += 1;
                let to = *to as usize;
                match state[to] {
                    _ if broken[to] => {}
                    State::Open => {
                        let start = way.iter().position(|(signal, _)| *signal == to).expect("it is open");
                        return Some(way[start..].iter().map(|(signal, _)| *signal as SignalId).collect());
                    }
                    State::New => {
                        state[to] = State::Open;
                        way.push((to, 0));
                    }
                    State::Done => {}
                }
            }
        }
        None
    }

    /// The units that a path leads through.
    pub fn units(&self, circuit: &Circuit, path: &[SignalId]) -> Vec<UnitId> {
        let mut units: Vec<UnitId> = path.windows(2).filter_map(|pair| self.unit(circuit, pair)).collect();
        units.dedup();
        units
    }

    /// The units that a path leads through that take time, each with how many nanoseconds.
    pub fn delays(&self, circuit: &Circuit, path: &[SignalId]) -> Vec<(UnitId, f64)> {
        let mut delays: Vec<(UnitId, f64)> = Vec::new();
        for pair in path.windows(2) {
            let (Some(unit), delay) = (self.unit(circuit, pair), self.delay(pair)) else { continue };
            match delays.last_mut() {
                Some((last, sum)) if *last == unit => *sum += delay,
                _ if delay > 0.0 => delays.push((unit, delay)),
                _ => {}
            }
        }
        delays
    }

    /// How long one signal takes to the next.
    pub fn delay(&self, pair: &[SignalId]) -> f64 {
        let ways = self.arcs[pair[0] as usize].iter().filter(|(to, _)| *to == pair[1]);
        ways.map(|(_, delay)| *delay).fold(0.0, f64::max)
    }

    /// The unit between two signals.
    fn unit(&self, circuit: &Circuit, pair: &[SignalId]) -> Option<UnitId> {
        let ends = |signal: SignalId| -> Vec<UnitId> {
            let Some((channel, _)) = self.place(signal) else { return Vec::new() };
            let of = &circuit.channels[channel];
            [of.from, of.to].into_iter().flatten().map(|(unit, _)| unit).collect()
        };
        let (one, other) = (ends(pair[0]), ends(pair[1]));
        one.iter().find(|unit| other.contains(unit)).or(one.first()).or(other.first()).copied()
    }

    /// The longest path of all, with the breaks that stand in the circuit already.
    pub fn critical(&self) -> Timed {
        match self.paths(&|_| false) {
            Timed::Paths(paths) => {
                let longest = paths.into_iter().max_by(|a, b| a.delay.total_cmp(&b.delay));
                Timed::Paths(longest.into_iter().collect())
            }
            cycle => cycle,
        }
    }
}
