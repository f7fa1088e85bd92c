//! Loops of streams: each is known by its condition, the channel that `carry`, `invariant` and `gate` follow, whatever copies of it they see.

use super::{Level, Levels, Loop, LoopId};
use crate::graph::{ChannelId, Circuit, Node, UnitId};
use base::IdMap;
use dialects::handshake::unit::{Kind, LsqPort, MemoryPort};
use rustc_hash::FxHashMap;

/// The condition that a unit follows or makes.
pub(super) fn condition(circuit: &Circuit, node: &Node) -> Option<ChannelId> {
    match node.unit.kind {
        Kind::Carry | Kind::Invariant => Some(circuit.original(node.inputs[0])),
        Kind::Gate => Some(circuit.original(node.inputs[1])),
        Kind::Stream(_) => Some(node.outputs[1]),
        _ => None,
    }
}

/// Whether there are loops of streams.
pub(super) fn has_loops(circuit: &Circuit) -> bool {
    circuit.nodes.values().any(|node| condition(circuit, node).is_some())
}

/// The levels of a graph of streams.
pub(super) fn levels(circuit: &Circuit) -> Levels {
    let mut finder =
        Finder { circuit, loops: FxHashMap::default(), levels: Levels::default(), parents: IdMap::default() };
    finder.find_loops();
    finder.spread();
    for (id, around) in finder.parents.iter() {
        if let Level::Round(parent) = around {
            finder.levels.loops[id].parent = *parent;
        }
    }
    let unit = |node: &Node| finder.unit(node);
    finder.levels.units = circuit.nodes.values().map(unit).collect();
    finder.levels
}

struct Finder<'a> {
    circuit: &'a Circuit,
    /// Loops by their conditions.
    loops: FxHashMap<ChannelId, LoopId>,
    levels: Levels,
    /// The level around each loop.
    parents: IdMap<LoopId, Level>,
}

impl Finder<'_> {
    fn find_loops(&mut self) {
        let first = |standing: bool| if standing { Level::Standing } else { Level::Unknown };
        self.levels.of = self.circuit.channels.values().map(|channel| first(channel.standing)).collect();
        self.levels.for_next = self.circuit.channels.values().map(|_| false).collect();
        for (unit, node) in self.circuit.nodes.iter() {
            let Some(condition) = condition(self.circuit, node) else { continue };
            let id = *self.loops.entry(condition).or_insert_with(|| {
                self.parents.push(Level::Unknown);
                let rounds = vec![condition];
                self.levels.loops.push(Loop { parent: None, unit, runs: Vec::new(), rounds, is_clear: true })
            });
            let of = &mut self.levels.loops[id];
            match node.unit.kind {
                Kind::Carry | Kind::Invariant if of.runs.is_empty() => of.runs.push(node.inputs[1]),
                Kind::Stream(_) => (of.unit, of.runs) = (unit, node.inputs[..1].to_vec()),
                _ => {}
            }
            let next: &[usize] = match node.unit.kind {
                Kind::Carry => &[0, 2],
                Kind::Invariant => &[0],
                _ => &[],
            };
            next.iter().for_each(|input| self.levels.for_next[node.inputs[*input]] = true);
        }
        // A `stream` may count constants, which have no tokens of their own.
        for (_, of) in self.levels.loops.iter_mut() {
            let standing = of.runs.iter().any(|run| self.circuit.channels[*run].standing);
            if standing {
                let others = self.circuit.nodes[of.unit].inputs.iter();
                of.runs = others
                    .copied()
                    .find(|input| !self.circuit.channels[*input].standing)
                    .into_iter()
                    .collect();
            }
        }
    }

    /// The loop whose condition a channel is a copy of.
    fn by_condition(&self, channel: ChannelId) -> Option<LoopId> {
        self.loops.get(&self.circuit.original(channel)).copied()
    }

    fn own(&self, node: &Node) -> Option<LoopId> {
        condition(self.circuit, node).and_then(|condition| self.by_condition(condition))
    }

    /// Takes levels on from the inputs of units to their outputs, until nothing is new.
    fn spread(&mut self) {
        let circuit = self.circuit;
        let mut pending: Vec<UnitId> = circuit.nodes.keys().collect();
        for (channel, of) in circuit.channels.iter() {
            if of.from.is_none() && !of.standing {
                self.levels.of[channel] = Level::Round(None);
            }
        }
        pending.reverse();
        while let Some(unit) = pending.pop() {
            let node = &circuit.nodes[unit];
            if let Some((inner, around)) = self.entered(node)
                && self.parents[inner] == Level::Unknown
                && around != Level::Unknown
            {
                self.parents[inner] = around;
                // What leaves the loop can be told now.
                pending.extend(circuit.nodes.keys());
            }
            for (k, output) in node.outputs.iter().enumerate() {
                let level = self.output(node, k);
                if self.levels.of[*output] == Level::Unknown && level != Level::Unknown {
                    self.levels.of[*output] = level;
                    pending.extend(circuit.channels[*output].to.map(|(user, _)| user));
                }
            }
        }
    }

    /// The loop that a unit lets tokens into, and the level they come from.
    fn entered(&self, node: &Node) -> Option<(LoopId, Level)> {
        let entries: &[ChannelId] = match node.unit.kind {
            Kind::Carry | Kind::Invariant => &node.inputs[1..2],
            Kind::Stream(_) => &node.inputs,
            _ => return None,
        };
        Some((self.own(node)?, self.known(entries)))
    }

    /// The first level that is known of some channels.
    fn known(&self, channels: &[ChannelId]) -> Level {
        let is_round = |level: &Level| matches!(level, Level::Round(_));
        channels.iter().map(|channel| self.levels.of[*channel]).find(is_round).unwrap_or(Level::Unknown)
    }

    fn output(&self, node: &Node, k: usize) -> Level {
        match &node.unit.kind {
            Kind::Stream(_) | Kind::Carry | Kind::Invariant | Kind::Gate => Level::Round(self.own(node)),
            Kind::CondBr => match self.by_condition(node.inputs[0]) {
                Some(inner) if k == 1 => self.parents[inner],
                Some(inner) => Level::Round(Some(inner)),
                None => self.known(&node.inputs),
            },
            Kind::Load | Kind::QueuedLoad | Kind::Guard { .. } => self.levels.of[node.inputs[0]],
            Kind::Lsq(queue) => {
                let asks = |port: &LsqPort| port.port == MemoryPort::Load && port.number == k;
                let asked = queue.places().into_iter().flat_map(|group| group.ports).find(asks);
                let input = asked.map_or(queue.ctrl_end(), |port| port.input);
                self.levels.of[node.inputs[input]]
            }
            Kind::Store => self.levels.of[node.inputs[k]],
            Kind::Memory(memory) => {
                let places = memory.places();
                let asked =
                    places.iter().find(|place| place.output == Some(k) && place.port != MemoryPort::Announce);
                let input = asked.map_or(node.inputs.len() - 1, |place| place.input);
                self.levels.of[node.inputs[input]]
            }
            _ => self.known(&node.inputs),
        }
    }

    /// The loop that a unit fires in.
    fn unit(&self, node: &Node) -> Option<LoopId> {
        if let Some(own) = self.own(node) {
            return Some(own);
        }
        if let Kind::CondBr = node.unit.kind
            && let Some(inner) = self.by_condition(node.inputs[0])
        {
            return Some(inner);
        }
        let both: Vec<ChannelId> = node.inputs.iter().chain(&node.outputs).copied().collect();
        match self.known(&both) {
            Level::Round(round) => round,
            _ => None,
        }
    }
}
