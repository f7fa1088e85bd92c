//! The loops of a circuit, and in which of them each channel's tokens come.
//!
//! A loop of streams is known by its condition: the channel that `carry`, `invariant` and `gate` follow, whatever copies of it they see. A channel is of the level of a
//! loop when it has a token in every round of it, or, behind the loop's own steering, in every round but the closing one. What `cond_br` lets out on the false side of the
//! condition has one token a run of the loop, so it is of the level around it.

use crate::graph::{ChannelId, Circuit, Node, UnitId};
use base::IdMap;
use dialects::handshake::unit::{Kind, MemoryPort};
use rustc_hash::FxHashMap;

base::id! {
    /// A loop.
    pub struct LoopId;
}

/// A loop of streams.
#[derive(Clone, Debug)]
pub struct Loop {
    /// Its condition, of which the others are copies.
    pub condition: ChannelId,
    /// The loop around it.
    pub parent: Option<LoopId>,
}

/// How often a channel has a token.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Level {
    /// Always one.
    Standing,
    /// One a round of a loop; of none, one an activation.
    Round(Option<LoopId>),
    /// It is not known.
    Unknown,
}

/// The loops of a circuit.
#[derive(Clone, Debug)]
pub struct Levels {
    /// The loops, outer ones before those inside of them.
    pub loops: IdMap<LoopId, Loop>,
    /// The level of each channel.
    pub of: IdMap<ChannelId, Level>,
    by_condition: FxHashMap<ChannelId, LoopId>,
}

impl Levels {
    /// Finds the loops of a circuit.
    pub fn of(circuit: &Circuit) -> Levels {
        let mut levels = Levels {
            loops: IdMap::default(),
            of: circuit.channels.values().map(|channel| first_level(channel.standing)).collect(),
            by_condition: FxHashMap::default(),
        };
        for node in circuit.nodes.values() {
            let condition = match node.unit.kind {
                Kind::Carry | Kind::Invariant => circuit.original(node.inputs[0]),
                Kind::Gate => circuit.original(node.inputs[1]),
                Kind::Stream(_) => node.outputs[1],
                _ => continue,
            };
            if let std::collections::hash_map::Entry::Vacant(entry) = levels.by_condition.entry(condition) {
                entry.insert(levels.loops.push(Loop { condition, parent: None }));
            }
        }
        levels.spread(circuit);
        levels
    }

    /// The loop whose condition a channel is a copy of.
    pub fn loop_of_condition(&self, circuit: &Circuit, channel: ChannelId) -> Option<LoopId> {
        self.by_condition.get(&circuit.original(channel)).copied()
    }

    /// Takes levels on from the inputs of units to their outputs, until nothing is new.
    fn spread(&mut self, circuit: &Circuit) {
        let mut parents: IdMap<LoopId, Level> = self.loops.values().map(|_| Level::Unknown).collect();
        let mut pending: Vec<UnitId> = circuit.nodes.keys().collect();
        for (channel, of) in circuit.channels.iter() {
            if of.from.is_none() && !of.standing {
                self.of[channel] = Level::Round(None);
            }
        }
        pending.reverse();
        while let Some(unit) = pending.pop() {
            let node = &circuit.nodes[unit];
            if let Some((inner, around)) = self.entered(circuit, node)
                && parents[inner] == Level::Unknown
                && around != Level::Unknown
            {
                parents[inner] = around;
                // What leaves the loop can be told now.
                pending.extend(circuit.nodes.keys());
            }
            for (k, output) in node.outputs.iter().enumerate() {
                let level = self.output(circuit, node, k, &parents);
                if self.of[*output] == Level::Unknown && level != Level::Unknown {
                    self.of[*output] = level;
                    pending.extend(circuit.channels[*output].to.map(|(user, _)| user));
                }
            }
        }
        for (id, around) in parents.iter() {
            if let Level::Round(parent) = around {
                self.loops[id].parent = *parent;
            }
        }
    }

    /// The loop that a unit lets tokens into, and the level they come from.
    fn entered(&self, circuit: &Circuit, node: &Node) -> Option<(LoopId, Level)> {
        let inner = match node.unit.kind {
            Kind::Carry | Kind::Invariant => self.loop_of_condition(circuit, node.inputs[0])?,
            Kind::Stream(_) => self.loop_of_condition(circuit, node.outputs[1])?,
            _ => return None,
        };
        let entries: &[ChannelId] = match node.unit.kind {
            Kind::Stream(_) => &node.inputs,
            _ => &node.inputs[1..2],
        };
        Some((inner, self.known(entries.iter().copied())))
    }

    /// The first level that is known of some channels.
    fn known(&self, mut channels: impl Iterator<Item = ChannelId>) -> Level {
        let round = channels.find_map(|channel| match self.of[channel] {
            Level::Round(of) => Some(of),
            _ => None,
        });
        round.map_or(Level::Unknown, Level::Round)
    }

    fn output(&self, circuit: &Circuit, node: &Node, k: usize, parents: &IdMap<LoopId, Level>) -> Level {
        let own = |condition: ChannelId| Level::Round(self.loop_of_condition(circuit, condition));
        match &node.unit.kind {
            Kind::Stream(_) => own(node.outputs[1]),
            Kind::Carry | Kind::Invariant => own(node.inputs[0]),
            Kind::Gate => own(node.inputs[1]),
            Kind::CondBr => match self.loop_of_condition(circuit, node.inputs[0]) {
                Some(inner) if k == 1 => parents[inner],
                Some(inner) => Level::Round(Some(inner)),
                None => self.known(node.inputs.iter().copied()),
            },
            Kind::Load => self.of[node.inputs[0]],
            Kind::Store => self.of[node.inputs[k]],
            Kind::Memory(memory) => {
                let places = memory.places();
                let asked = places.iter().find(|place| place.output == Some(k) && place.port != MemoryPort::Announce);
                let input = asked.map_or(node.inputs.len() - 1, |place| place.input);
                self.of[node.inputs[input]]
            }
            _ => self.known(node.inputs.iter().copied()),
        }
    }

    /// The loops, inner ones before those around them.
    pub fn inside_out(&self) -> Vec<LoopId> {
        let mut all: Vec<LoopId> = self.loops.keys().collect();
        all.sort_by_key(|id| (std::cmp::Reverse(self.depth(*id)), id.index()));
        all
    }

    /// How many loops are around a loop, and itself.
    pub fn depth(&self, id: LoopId) -> usize {
        let mut depth = 1;
        let mut at = self.loops[id].parent;
        // A loop that is inside of itself could only come from a graph that the verifier refuses; the bound keeps that from being an endless loop here.
        while let Some(parent) = at.filter(|_| depth <= self.loops.len()) {
            depth += 1;
            at = self.loops[parent].parent;
        }
        depth
    }
}

fn first_level(standing: bool) -> Level {
    if standing { Level::Standing } else { Level::Unknown }
}
