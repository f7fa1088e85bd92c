//! Choice-free circuits (CFDFCs): the parts of a circuit that are busy together, round after round, when every choice is always made the same way.
//!
//! The throughput of a circuit that chooses is no number; that of a part that never chooses is. The published placements therefore look at the cycles of blocks that
//! the program went round most often. Here such a part is found from its *choices*: a condition that `cond_br`s, `mux`es, `carry`s and the like follow
//! is given one value, a merge one input, and what then has a token in every round is the part. One way for both lowerings:
//!
//! - of streams, the round of a loop: its condition is true, and that of every loop inside of it false at once, so that values pass through those loops without a round of
//!   theirs;
//! - of blocks, a cycle of the control token through `control_merge`s and `cond_br`s ([`skeleton`]), the most executed first, until none is left.
//!
//! How often a way was taken is read off the tokens that passed the channels when the test bench was run ([`Channel::tokens`](crate::graph::Channel::tokens)). Without a test
//! bench every loop is taken to make [`ROUNDS`] rounds and every other choice to be even, so that the loops of the program itself are the parts. Conditions inside of a loop
//! that do not steer control are decided by what happened more often, and the rest of the rounds make further parts.

mod skeleton;
#[cfg(test)]
mod tests;

use crate::graph::{ChannelId, Circuit, Node, UnitId};
use crate::levels::{Levels, LoopId};
use base::IdMap;
use dialects::handshake::unit::{Kind, LsqPort, MemoryPort, guard};
use rustc_hash::{FxHashMap, FxHashSet};

/// Rounds of a loop that nothing is known of.
pub const ROUNDS: f64 = 20.0;
/// Parts that are looked at, at most: the throughput of what is rarely executed matters little, and each makes the model larger.
const MOST_PARTS: usize = 32;
/// Parts of one loop, at most.
const MOST_OF_LOOP: usize = 4;

/// A choice-free part of a circuit.
#[derive(Clone, PartialEq, Debug)]
pub struct Cfdfc {
    /// How many rounds it makes.
    pub executions: f64,
    /// The channels with a token in every round, in ascending order. What always has one is left out.
    pub channels: Vec<ChannelId>,
    /// Those of them whose token is for the next round.
    pub marked: FxHashSet<ChannelId>,
    /// The units that take or give such a token, in ascending order.
    pub units: Vec<UnitId>,
}

/// The choice-free parts of a circuit, in a fixed order.
pub fn extract(circuit: &Circuit) -> Vec<Cfdfc> {
    let mut extraction =
        Extraction { circuit, left: FxHashMap::default(), keys: Keys::of(circuit), found: Vec::new() };
    let levels = Levels::of(circuit);
    for inner in levels.inside_out() {
        extraction.loop_of_streams(&levels, inner);
    }
    extraction.cycles_of_blocks();
    extraction.found.truncate(MOST_PARTS);
    extraction.found
}

/// What is chosen by: the channel whose copies conditions and selects are, or the output of a merge that says which input it took.
type Key = ChannelId;

/// How choices are made in a part.
#[derive(Clone, Debug, Default)]
struct Mode {
    /// The value of each key; `None` where it is never chosen by, because it is outside.
    choices: FxHashMap<Key, Option<usize>>,
    /// The key of the merge where rounds begin, in a part of blocks.
    head: Option<Key>,
}

/// The value that a choice has in a part.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Choice {
    Is(usize),
    Outside,
    Open,
}

impl Mode {
    fn choice(&self, key: Key) -> Choice {
        match self.choices.get(&key) {
            Some(Some(value)) => Choice::Is(*value),
            Some(None) => Choice::Outside,
            None => Choice::Open,
        }
    }

    /// Keys that are not decided are outside.
    fn close(&mut self, keys: impl Iterator<Item = Key>) {
        keys.for_each(|key| {
            self.choices.entry(key).or_insert(None);
        });
    }
}

/// The key that a unit chooses by, if it is one that chooses.
fn key(circuit: &Circuit, node: &Node) -> Option<Key> {
    Some(match node.unit.kind {
        Kind::CondBr | Kind::Mux | Kind::Carry | Kind::Invariant => circuit.original(node.inputs[0]),
        Kind::Gate => circuit.original(node.inputs[1]),
        Kind::Stream(_) | Kind::ControlMerge => node.outputs[1],
        Kind::Merge => node.outputs[0],
        _ => return None,
    })
}

/// Who chooses by each key, and by how many values.
struct Keys {
    users: FxHashMap<Key, Vec<UnitId>>,
}

impl Keys {
    fn of(circuit: &Circuit) -> Keys {
        let mut users: FxHashMap<Key, Vec<UnitId>> = FxHashMap::default();
        for (unit, node) in circuit.nodes.iter() {
            if let Some(key) = key(circuit, node) {
                users.entry(key).or_default().push(unit);
            }
        }
        Keys { users }
    }

    /// How many values a key has.
    fn values(&self, circuit: &Circuit, key: Key) -> usize {
        let of = |unit: &UnitId| match circuit.nodes[*unit].unit.kind {
            Kind::Merge | Kind::ControlMerge => circuit.nodes[*unit].inputs.len(),
            Kind::Mux => circuit.nodes[*unit].inputs.len() - 1,
            _ => 2,
        };
        self.users.get(&key).and_then(|users| users.iter().map(of).max()).unwrap_or(0)
    }

    /// How often a key had a value when the test bench was run, if that is known.
    fn times(&self, circuit: &Circuit, key: Key, value: usize) -> Option<f64> {
        let tokens = |channel: ChannelId| circuit.channels[channel].tokens;
        let known = |unit: &UnitId| {
            let node = &circuit.nodes[*unit];
            match node.unit.kind {
                Kind::CondBr => tokens(node.outputs[1 - value]),
                Kind::Mux | Kind::Carry if node.inputs.len() > 1 + value => match node.unit.kind {
                    // The first value is the one for false: a run begins after each.
                    Kind::Carry => tokens(node.inputs[1 + value]),
                    // A constant that stands beside has no tokens of its own.
                    _ if circuit.channels[node.inputs[1 + value]].standing => None,
                    _ => tokens(node.inputs[1 + value]),
                },
                Kind::Invariant if value == 0 => tokens(node.inputs[1]),
                Kind::Merge | Kind::ControlMerge => tokens(node.inputs[value]),
                _ => None,
            }
        };
        self.users.get(&key)?.iter().find_map(known).map(|times| times as f64)
    }
}

struct Extraction<'a> {
    circuit: &'a Circuit,
    /// Rounds that no part has taken yet, of each value of a key.
    left: FxHashMap<(Key, usize), f64>,
    keys: Keys,
    found: Vec<Cfdfc>,
}

impl Extraction<'_> {
    /// The parts of a loop of streams.
    fn loop_of_streams(&mut self, levels: &Levels, inner: LoopId) {
        let mut mode = Mode::default();
        let condition = |id: LoopId| key(self.circuit, &self.circuit.nodes[levels.loops[id].unit]);
        let Some(own) = condition(inner).filter(|key| self.is_loop_of_streams(*key)) else { return };
        for other in levels.loops.keys() {
            let value = if other == inner { Some(1) } else { is_inside(levels, other, inner).then_some(0) };
            mode.choices.extend(condition(other).map(|key| (key, value)));
        }
        let merges = self.circuit.nodes.values().filter(|node| node.unit.kind == Kind::ControlMerge);
        mode.close(merges.map(|node| node.outputs[1]));
        let known = self.keys.times(self.circuit, own, 1);
        let rounds = known.unwrap_or_else(|| ROUNDS.powi(levels.around(Some(inner)).count().min(8) as i32));
        self.parts(&mode, rounds);
    }

    /// The parts of blocks: the cycle of control that was gone round most often, again and again.
    fn cycles_of_blocks(&mut self) {
        let mut skeleton = skeleton::Skeleton::of(self.circuit);
        let conditions: Vec<Key> =
            self.keys.users.keys().copied().filter(|key| self.is_loop_of_streams(*key)).collect();
        while self.found.len() < MOST_PARTS {
            let Some(cycle) = skeleton.take_most_executed() else { break };
            let mut mode = Mode { head: Some(cycle.head), ..Mode::default() };
            cycle.choices.iter().for_each(|(key, value)| {
                mode.choices.insert(*key, Some(*value));
            });
            mode.close(skeleton.keys());
            mode.close(conditions.iter().copied());
            self.parts(&mode, cycle.executions);
        }
    }

    fn is_loop_of_streams(&self, key: Key) -> bool {
        let steers = |unit: &UnitId| {
            matches!(
                self.circuit.nodes[*unit].unit.kind,
                Kind::Carry | Kind::Invariant | Kind::Gate | Kind::Stream(_)
            )
        };
        self.keys.users.get(&key).is_some_and(|users| users.iter().any(steers))
    }

    /// Parts for `rounds` of a mode in which some choices are open.
    fn parts(&mut self, mode: &Mode, rounds: f64) {
        let mut rest = rounds;
        for _ in 0..MOST_OF_LOOP {
            let (mode, decided) = self.decide(mode, rounds);
            let least = decided.iter().map(|choice| self.left[choice]).fold(rest, f64::min);
            if least <= 0.0 {
                break;
            }
            for choice in &decided {
                *self.left.get_mut(choice).expect("it was looked at to be decided") -= least;
            }
            self.found.extend(self.part(&mode, least));
            rest -= least;
            if decided.is_empty() {
                break;
            }
        }
    }

    /// Gives every open choice that tokens come to the value that is most often left. Gives what was decided.
    fn decide(&mut self, mode: &Mode, rounds: f64) -> (Mode, Vec<(Key, usize)>) {
        let mut mode = mode.clone();
        let mut decided = Vec::new();
        loop {
            let live = live(self.circuit, &mode);
            let open = self.circuit.nodes.values().find_map(|node| {
                let key = key(self.circuit, node).filter(|key| mode.choice(*key) == Choice::Open)?;
                let comes = node.inputs.iter().any(|input| is_busy(self.circuit, &live, *input));
                comes.then_some(key)
            });
            let Some(key) = open else { return (mode, decided) };
            let count = self.keys.values(self.circuit, key);
            let mut best: Option<(f64, usize)> = None;
            // Of equal ones the last: a condition that holds.
            for value in 0..count {
                let (keys, circuit) = (&self.keys, self.circuit);
                let times = || keys.times(circuit, key, value).unwrap_or(rounds / count as f64);
                let times = *self.left.entry((key, value)).or_insert_with(times);
                if best.is_none_or(|(most, _)| times >= most) {
                    best = Some((times, value));
                }
            }
            let Some((_, value)) = best else { return (mode, decided) };
            mode.choices.insert(key, Some(value));
            decided.push((key, value));
        }
    }

    /// The part that a mode with no open choices keeps busy; `None` if there is none.
    fn part(&self, mode: &Mode, executions: f64) -> Option<Cfdfc> {
        let circuit = self.circuit;
        let live = live(circuit, mode);
        let channels: Vec<ChannelId> = circuit
            .channels
            .keys()
            .filter(|channel| is_busy(circuit, &live, *channel))
            .filter(|channel| !is_port(circuit, *channel) && !tells_guard(circuit, *channel))
            .collect();
        let marked =
            channels.iter().copied().filter(|channel| is_for_next(circuit, mode, *channel)).collect();
        let ends = |channel: &ChannelId| {
            let of = &circuit.channels[*channel];
            [of.from, of.to].into_iter().flatten().map(|(unit, _)| unit)
        };
        let mut units: Vec<UnitId> = channels.iter().flat_map(ends).collect();
        units.sort_unstable();
        units.dedup();
        (!channels.is_empty()).then_some(Cfdfc { executions, channels, marked, units })
    }
}

/// Whether a loop is inside of another.
fn is_inside(levels: &Levels, inner: LoopId, outer: LoopId) -> bool {
    levels.around(levels.loops[inner].parent).any(|around| around == outer)
}

fn is_busy(circuit: &Circuit, live: &IdMap<ChannelId, bool>, channel: ChannelId) -> bool {
    live[channel] && !circuit.channels[channel].standing
}

/// Whether a channel is between an access and its memory: what passes there is part of the access.
fn is_port(circuit: &Circuit, channel: ChannelId) -> bool {
    let of = &circuit.channels[channel];
    let is_access = |node: &Node| matches!(node.unit.kind, Kind::Load | Kind::QueuedLoad | Kind::Store);
    let is_memory = |node: &Node| matches!(node.unit.kind, Kind::Memory(_) | Kind::Lsq(_));
    let is_answer = |(unit, _): (UnitId, usize)| is_memory(&circuit.nodes[unit]);
    match (circuit.producer(channel), circuit.consumer(channel)) {
        (Some(from), Some(to)) => {
            is_access(from) && is_memory(to) || is_access(to) && of.from.is_some_and(is_answer)
        }
        // A queue of loads and stores before a controller is no unit.
        (Some(from), None) => is_access(from) && !of.bufferable,
        (None, Some(to)) => is_access(to) && !of.bufferable,
        (None, None) => false,
    }
}

/// Whether a channel tells a guard of stores, which later rounds may wait for: how many rounds later is more than a mark can say, so these models see none of it.
fn tells_guard(circuit: &Circuit, channel: ChannelId) -> bool {
    let Some((unit, input)) = circuit.channels[channel].to else { return false };
    matches!(circuit.nodes[unit].unit.kind, Kind::Guard { .. }) && input != guard::LOAD
}

/// Whether the token on a channel is one for the next round: a loop-carried value, or the condition that takes it in.
fn is_for_next(circuit: &Circuit, mode: &Mode, channel: ChannelId) -> bool {
    let Some((unit, input)) = circuit.channels[channel].to else { return false };
    let node = &circuit.nodes[unit];
    match node.unit.kind {
        Kind::Carry => input != 1,
        Kind::Invariant => input == 0,
        Kind::Mux => input > 0 && mode.head == Some(circuit.original(node.inputs[0])),
        Kind::ControlMerge => mode.head == Some(node.outputs[1]),
        _ => false,
    }
}

/// The channels that have a token in every round of a mode. What an open choice leads to counts as if it were chosen.
fn live(circuit: &Circuit, mode: &Mode) -> IdMap<ChannelId, bool> {
    // From all of them those are taken away whose tokens cannot come, until nothing changes: so a cycle stays that only waits for itself, as a loop in its rounds does.
    let mut live: IdMap<ChannelId, bool> =
        circuit.channels.values().map(|channel| channel.from.is_some()).collect();
    let mut pending: Vec<UnitId> = circuit.nodes.keys().collect();
    while let Some(unit) = pending.pop() {
        let node = &circuit.nodes[unit];
        for (k, output) in node.outputs.iter().enumerate() {
            if live[*output] && !gives(circuit, mode, &live, node, k) {
                live[*output] = false;
                pending.extend(circuit.channels[*output].to.map(|(user, _)| user));
            }
        }
    }
    live
}

/// Whether a unit gives a token on an output, with the tokens that there are.
fn gives(circuit: &Circuit, mode: &Mode, live: &IdMap<ChannelId, bool>, node: &Node, output: usize) -> bool {
    let has = |input: usize| node.inputs.get(input).is_some_and(|input| live[*input]);
    let all = || node.inputs.iter().all(|input| live[*input]);
    let choice = || key(circuit, node).map_or(Choice::Open, |key| mode.choice(key));
    match &node.unit.kind {
        Kind::CondBr => all() && matches!(choice(), Choice::Open) | (choice() == Choice::Is(1 - output)),
        Kind::Mux => match choice() {
            Choice::Is(value) => has(0) && has(1 + value),
            Choice::Open => has(0) && (1..node.inputs.len()).any(has),
            Choice::Outside => false,
        },
        Kind::Merge | Kind::ControlMerge => match choice() {
            Choice::Is(value) => has(value),
            Choice::Open => (0..node.inputs.len()).any(has),
            Choice::Outside => false,
        },
        Kind::Carry => has(0) && matches!(choice(), Choice::Is(value) if has(1 + value)),
        Kind::Invariant => has(0) && matches!(choice(), Choice::Is(value) if value == 1 || has(1)),
        Kind::Gate => all() && choice() == Choice::Is(1),
        Kind::Stream(_) => matches!(choice(), Choice::Is(value) if value == 1 || all()),
        Kind::Load | Kind::QueuedLoad | Kind::Guard { .. } => has(0),
        Kind::Lsq(queue) => {
            let asks = |port: &LsqPort| port.port == MemoryPort::Load && port.number == output;
            let asked = queue.places().into_iter().flat_map(|group| group.ports).find(asks);
            asked.is_some_and(|port| has(port.input))
        }
        Kind::Memory(memory) => {
            let places = memory.places();
            let asked = places
                .iter()
                .find(|place| place.output == Some(output) && place.port != MemoryPort::Announce);
            asked.is_some_and(|place| has(place.input))
        }
        _ => all(),
    }
}
