//! An elastic kernel as placement sees it: units, and the channels between them, by number.

use base::IdMap;
use dialects::handshake;
use dialects::handshake::unit::{Kind, Unit};
use ir::{Block, Ir, Op, Value};
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;

base::id! {
    /// A unit.
    pub struct UnitId;
}
base::id! {
    /// A channel.
    pub struct ChannelId;
}

/// A unit in its graph.
#[derive(Clone, Debug)]
pub struct Node {
    /// Its operation.
    pub op: Op,
    /// What it is.
    pub unit: Unit,
    /// The channels of its inputs, in their order.
    pub inputs: Vec<ChannelId>,
    /// The channels of its outputs, in their order.
    pub outputs: Vec<ChannelId>,
    /// The basic block it was made for, where one is written.
    pub block: Option<i64>,
}

/// A channel.
#[derive(Clone, Debug)]
pub struct Channel {
    /// Its value.
    pub value: Value,
    /// Bits of data; 0 for a channel without.
    pub width: u32,
    /// The unit and which of its outputs it comes from; `None` for an argument.
    pub from: Option<(UnitId, usize)>,
    /// The unit and which of its inputs it goes to; `None` for a result.
    pub to: Option<(UnitId, usize)>,
    /// Whether a buffer may stand on it.
    pub bufferable: bool,
    /// Whether its tokens come from sources alone, so that there is always one.
    pub standing: bool,
    /// How many tokens passed it when the test bench was run, if that is known.
    pub tokens: Option<u64>,
}

/// The attribute of a kernel with the tokens that passed each of its channels, in the order of [`channels`].
pub(crate) const TOKENS: &str = "flowright.tokens";

/// An elastic kernel.
#[derive(Clone, Debug, Default)]
pub struct Circuit {
    /// The units.
    pub nodes: IdMap<UnitId, Node>,
    /// The channels.
    pub channels: IdMap<ChannelId, Channel>,
}

impl Circuit {
    /// Reads a kernel. An operation without a unit (a queue that goes through a memory controller) is the outside: channels from it come from nowhere.
    pub fn of(ir: &Ir, kernel: Op) -> Circuit {
        let mut circuit = Circuit::default();
        let Some(body) = body(ir, kernel) else { return circuit };
        let mut numbers: FxHashMap<Value, ChannelId> = FxHashMap::default();
        for value in channels(ir, kernel) {
            let width = handshake::payload_width(&ir.ctx, ir.ty(value), 64).unwrap_or(0);
            let bufferable = is_bufferable(ir, value);
            let channel =
                Channel { value, width, from: None, to: None, bufferable, standing: false, tokens: None };
            numbers.insert(value, circuit.channels.push(channel));
        }
        for op in ir.block_ops(body) {
            let Some(unit) = handshake::unit_of(ir, op) else { continue };
            let number = |value: Value| numbers.get(&value).copied();
            let inputs: Vec<ChannelId> = ir.operands(op).filter_map(number).collect();
            let outputs: Vec<ChannelId> = ir.results(op).filter_map(number).collect();
            let id = circuit.nodes.next_id();
            inputs.iter().enumerate().for_each(|(k, input)| circuit.channels[*input].to = Some((id, k)));
            outputs.iter().enumerate().for_each(|(k, output)| circuit.channels[*output].from = Some((id, k)));
            let block = ir.attr(op, "handshake.bb").and_then(|attr| ir.ctx.int_value(attr));
            circuit.nodes.push(Node { op, unit, inputs, outputs, block });
        }
        circuit.mark_standing();
        circuit.read_tokens(ir, kernel);
        circuit
    }

    /// Reads what a run of the test bench has counted; counts of another circuit say nothing.
    fn read_tokens(&mut self, ir: &Ir, kernel: Op) {
        let counts = ir.attr(kernel, TOKENS).and_then(|attr| ir.ctx.int_array(attr)).unwrap_or_default();
        if counts.len() == self.channels.len() {
            for ((_, channel), count) in self.channels.iter_mut().zip(counts) {
                channel.tokens = u64::try_from(count).ok();
            }
        }
    }

    /// Whether a placement may put a buffer on a channel: it is no port of a memory, and its tokens are not always there.
    pub fn may_hold(&self, channel: ChannelId) -> bool {
        let of = &self.channels[channel];
        of.bufferable && !of.standing
    }

    /// The unit that a channel comes from.
    pub fn producer(&self, channel: ChannelId) -> Option<&Node> {
        self.channels[channel].from.map(|(unit, _)| &self.nodes[unit])
    }

    /// The unit that a channel goes to.
    pub fn consumer(&self, channel: ChannelId) -> Option<&Node> {
        self.channels[channel].to.map(|(unit, _)| &self.nodes[unit])
    }

    /// The channel whose tokens a channel's tokens are copies of.
    pub fn original(&self, mut channel: ChannelId) -> ChannelId {
        // A cycle of copies has no first token, and the verifier refuses it.
        while let Some(node) = self.producer(channel).filter(|node| copies(&node.unit.kind)) {
            channel = node.inputs[0];
        }
        channel
    }

    /// The channel that the tokens of a channel were on before they came to buffers.
    pub fn unbuffered(&self, mut channel: ChannelId) -> ChannelId {
        let is_buffer = |node: &&Node| matches!(node.unit.kind, Kind::Buffer { .. });
        while let Some(node) = self.producer(channel).filter(is_buffer) {
            channel = node.inputs[0];
        }
        channel
    }

    fn mark_standing(&mut self) {
        let is_source = |node: &Node| node.unit.kind == Kind::Source;
        let mut pending: Vec<UnitId> =
            self.nodes.iter().filter(|(_, node)| is_source(node)).map(|(id, _)| id).collect();
        while let Some(unit) = pending.pop() {
            for output in self.nodes[unit].outputs.clone() {
                let channel = &mut self.channels[output];
                if std::mem::replace(&mut channel.standing, true) {
                    continue;
                }
                let Some((user, _)) = channel.to else { continue };
                let node = &self.nodes[user];
                let all = node.inputs.iter().all(|input| self.channels[*input].standing);
                if all && passes_standing(&node.unit.kind) {
                    pending.push(user);
                }
            }
        }
    }
}

fn body(ir: &Ir, kernel: Op) -> Option<Block> {
    ir.regions(kernel).first().and_then(|region| ir.entry(*region))
}

/// The channels of a kernel: its arguments, then the results of its operations, in their order.
pub fn channels(ir: &Ir, kernel: Op) -> Vec<Value> {
    let Some(body) = body(ir, kernel) else { return Vec::new() };
    let results = ir.block_ops(body).flat_map(|op| ir.results(op));
    let values = ir.args(body).iter().copied().chain(results);
    values.filter(|value| handshake::is_channel(&ir.ctx, ir.ty(*value))).collect()
}

/// Writes to a kernel how many tokens passed its channels; nothing unless that is known of all of them.
pub fn write_tokens(ir: &mut Ir, kernel: Op, tokens: &BTreeMap<Value, u64>) {
    let count = |channel: Value| tokens.get(&channel).and_then(|count| i64::try_from(*count).ok());
    let counts: Option<Vec<i64>> = channels(ir, kernel).into_iter().map(count).collect();
    let attr = counts.map(|counts| ir.ctx.i64_array_attr(&counts));
    ir.set_attr(kernel, TOKENS, attr);
}

/// Whether every token that comes out of a unit is one that went in.
fn copies(kind: &Kind) -> bool {
    matches!(kind, Kind::Fork | Kind::LazyFork | Kind::Br | Kind::Buffer { .. })
}

/// Whether a unit always has tokens for its outputs when it always has tokens. A lazy fork waits for all of its outputs before it has one for any.
fn passes_standing(kind: &Kind) -> bool {
    let waits = *kind == Kind::LazyFork;
    let joins = matches!(kind, Kind::Constant { .. } | Kind::Join | Kind::Blocker | Kind::Compute { .. });
    (copies(kind) && !waits) || joins
}

/// Whether a buffer may stand on a channel: it is no port between an access and its memory nor one of a queue, and somebody takes its tokens.
pub fn is_bufferable(ir: &Ir, channel: Value) -> bool {
    let is_memory = |op: Op| matches!(ir.code(op), handshake::MEM_CONTROLLER | handshake::LSQ);
    let is_port = |op: Op| matches!(ir.code(op), handshake::LOAD | handshake::STORE);
    let Some(user) = ir.users(channel).next() else { return false };
    // What waits before a queue could be overtaken by what comes later.
    let is_queue = |op: Op| ir.code(op) == handshake::LSQ;
    if is_queue(user) || ir.defining_op(channel).is_some_and(is_queue) {
        return false;
    }
    match ir.defining_op(channel) {
        Some(op) => !(is_port(op) && is_memory(user) || is_memory(op) && is_port(user)),
        None => true,
    }
}
