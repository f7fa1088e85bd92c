//! An elastic circuit as a graph of units and channels, with what messages about them need.
//!
//! It is read off the IR once ([`super::import`]); nothing after it knows operations. Channels that stand for values come first, in the
//! order of the values in the text, so that their numbers are those of other views of the same graph; behind them are the
//! channels from outside into the slots of the arguments.

use base::{Bits, IdMap, Span};
use dialects::handshake::unit::{BufferType, Kind, Unit};

base::id! {
    /// A channel.
    pub struct ChannelId;
}
base::id! {
    /// A unit.
    pub struct UnitId;
}
base::id! {
    /// A memory.
    pub struct MemoryId;
}

/// A place in the source, as far as it is known.
#[derive(Clone, Debug, Default)]
pub struct Place {
    /// In a text that was read.
    pub span: Option<Span>,
    /// As file, line and column that a text states.
    pub stated: Option<String>,
}

/// A channel: from one unit to another, or from or to the outside.
#[derive(Clone, Debug)]
pub struct Channel {
    /// What messages call it.
    pub name: String,
    /// What lists and waves call it.
    pub label: String,
    /// Bits of data; 0 for a channel without.
    pub width: u32,
    /// The unit and which of its outputs it comes from; `None` comes from outside.
    pub from: Option<(UnitId, usize)>,
    /// The unit and which of its inputs it goes to; `None` goes to the outside.
    pub to: Option<(UnitId, usize)>,
    /// Where it stands in the source.
    pub place: Place,
}

/// A unit in its graph.
#[derive(Clone, Debug)]
pub struct Node {
    /// What it is.
    pub unit: Unit,
    /// The operation it comes from.
    pub operation: String,
    /// Its own name.
    pub name: String,
    /// Where it stands in the source.
    pub place: Place,
    /// The channels of its inputs, in their order.
    pub inputs: Vec<ChannelId>,
    /// The channels of its outputs, in their order.
    pub outputs: Vec<ChannelId>,
    /// The memory of a memory controller.
    pub memory: Option<MemoryId>,
}

/// A memory, as it is declared.
#[derive(Clone, Debug)]
pub struct MemoryDef {
    /// Its name.
    pub name: String,
    /// Bits of a word.
    pub width: u32,
    /// Words; `None` where whoever runs the circuit decides.
    pub words: Option<u64>,
    /// Its first contents, lowest address first, for a memory of the circuit itself; nothing is all zeros.
    pub initial: Vec<Bits>,
}

/// An argument of a kernel, in the order of the function's arguments.
#[derive(Clone, Debug)]
pub enum Argument {
    /// A token, of these bits; a token without data is no argument that a caller gives.
    Scalar {
        /// Its name.
        name: String,
        /// Bits; 0 for a token without data.
        width: u32,
        /// The channel into its slot.
        entry: ChannelId,
    },
    /// An array.
    Memory(MemoryId),
}

/// An elastic circuit.
#[derive(Clone, Debug, Default)]
pub struct Network {
    /// The name of the function.
    pub name: String,
    /// The channels.
    pub channels: IdMap<ChannelId, Channel>,
    /// How many of the channels, the first ones, are values of the text.
    pub values: usize,
    /// The units.
    pub nodes: IdMap<UnitId, Node>,
    /// The memories: those of arguments in their order, then those of the circuit itself.
    pub memories: IdMap<MemoryId, MemoryDef>,
    /// The arguments.
    pub arguments: Vec<Argument>,
    /// The channels that `end` joins.
    pub results: Vec<ChannelId>,
}

impl Network {
    /// Adds a unit between channels that are there.
    pub fn add(
        &mut self,
        unit: Unit,
        (operation, name): (&str, &str),
        place: Place,
        inputs: Vec<ChannelId>,
        outputs: Vec<ChannelId>,
    ) -> UnitId {
        let id = self.nodes.next_id();
        for (index, channel) in inputs.iter().enumerate() {
            self.channels[*channel].to = Some((id, index));
        }
        for (index, channel) in outputs.iter().enumerate() {
            self.channels[*channel].from = Some((id, index));
        }
        let (operation, name) = (operation.to_string(), name.to_string());
        self.nodes.push(Node { unit, operation, name, place, inputs, outputs, memory: None })
    }

    /// The same circuit with a buffer on a channel. The channel's number stays with the end that its consumer sees.
    pub fn with_buffer(&self, channel: ChannelId, ty: BufferType, slots: u32) -> Network {
        let mut network = self.clone();
        let old = network.channels[channel].clone();
        let before = network.channels.push(Channel { to: None, ..old.clone() });
        if let Some((unit, output)) = old.from {
            network.nodes[unit].outputs[output] = before;
        }
        for argument in &mut network.arguments {
            if let Argument::Scalar { entry, .. } = argument
                && *entry == channel
            {
                *entry = before;
            }
        }
        let unit =
            Unit { kind: Kind::Buffer { ty, slots }, inputs: vec![old.width], outputs: vec![old.width] };
        network.add(unit, ("handshake.buffer", &old.name), old.place, vec![before], vec![channel]);
        network
    }

    /// The store that a channel says is complete, through what only hands tokens on.
    pub fn stored(&self, mut channel: ChannelId) -> Option<UnitId> {
        // A path without a memory may be a circle; none is longer than there are units.
        for _ in 0..self.nodes.len() {
            let (unit, output) = self.channels[channel].from?;
            let node = &self.nodes[unit];
            match &node.unit.kind {
                Kind::Fork | Kind::LazyFork | Kind::Buffer { .. } | Kind::Br => channel = node.inputs[0],
                Kind::Memory(memory) => {
                    let place = memory.places().into_iter().find(|place| place.output == Some(output))?;
                    return self.channels[node.inputs[place.input]].from.map(|(store, _)| store);
                }
                _ => return None,
            }
        }
        None
    }

    /// Cycles after which tokens of sources have come as far as they come without others: until then a circuit may look as if it stood still.
    pub fn settling(&self) -> u64 {
        let standing = self.standing();
        let fed = self.nodes.values().filter(|node| node.outputs.iter().all(|output| standing[*output]));
        let cycles = fed.map(|node| match node.unit.kind {
            Kind::Buffer { slots, .. } => u64::from(slots) + 1,
            Kind::Compute { latency, .. } => u64::from(latency),
            Kind::Fork => 1,
            _ => 0,
        });
        cycles.sum()
    }

    /// Channels whose every token comes from a source alone: such tokens stand there whether a kernel runs or not.
    pub fn standing(&self) -> IdMap<ChannelId, bool> {
        let mut standing: IdMap<ChannelId, bool> = self.channels.keys().map(|_| false).collect();
        let mut pending: Vec<UnitId> =
            self.nodes.iter().filter(|(_, node)| node.unit.kind == Kind::Source).map(|(id, _)| id).collect();
        while let Some(unit) = pending.pop() {
            for output in &self.nodes[unit].outputs {
                if std::mem::replace(&mut standing[*output], true) {
                    continue;
                }
                let Some((user, _)) = self.channels[*output].to else { continue };
                let node = &self.nodes[user];
                let passes = matches!(
                    node.unit.kind,
                    Kind::Buffer { .. }
                        | Kind::Fork
                        | Kind::LazyFork
                        | Kind::Br
                        | Kind::Constant { .. }
                        | Kind::Join
                        | Kind::Blocker
                        | Kind::Compute { .. }
                );
                if passes && node.inputs.iter().all(|input| standing[*input]) {
                    pending.push(user);
                }
            }
        }
        standing
    }
}
