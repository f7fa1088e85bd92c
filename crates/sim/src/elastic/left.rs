//! What a finished run left in a circuit, or lost: a circuit is to be as it was before, or the next activation begins otherwise.
//!
//! Before the first activation a circuit is empty but for the tokens of its `init`s, wherever these come to rest. Tokens that a source made stand
//! there always.

use super::instr::{Controller, Guard, Stream};
use super::machine::Machine;
use super::network::{ChannelId, Network, Node, UnitId};
use base::IdMap;
use dialects::handshake::unit::{Kind, Storage};

/// Cycles in which the tokens of a circuit come to rest.
const LONGEST_WAY: u64 = 10_000;

/// Tokens that a finished run left, or lost.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Left {
    /// Where they are.
    pub unit: UnitId,
    /// How many tokens; 0 for a unit in the middle of a burst.
    pub tokens: u64,
    /// How many there are before the first activation: that of an `init`.
    pub at_rest: u64,
}

/// Units that are not as they were before the first activation.
pub(super) fn left(network: &Network, machine: &Machine, standing: &IdMap<ChannelId, bool>) -> Vec<Left> {
    let rest = at_rest(network, machine);
    let mut left = Vec::new();
    for (unit, node) in network.nodes.iter() {
        if node.outputs.iter().all(|output| standing[*output]) {
            continue;
        }
        if is_in_burst(machine, unit, node) {
            left.push(Left { unit, tokens: 0, at_rest: 0 });
            continue;
        }
        let now = held(machine, unit, node);
        let then = rest.as_ref().map(|rest| held(rest, unit, node)).filter(|then| then.tokens > 0);
        let at_rest = then.as_ref().map_or(0, |then| then.tokens);
        if now.tokens != at_rest || then.is_some_and(|then| now.oldest != then.oldest) {
            left.push(Left { unit, tokens: now.tokens, at_rest });
        }
    }
    left
}

/// A circuit that has tokens before its first activation, as it is when nothing was offered to it since reset and nothing moves any more.
fn at_rest(network: &Network, machine: &Machine) -> Option<Machine> {
    network.nodes.values().find(|node| matches!(node.unit.kind, Kind::Init { .. }))?;
    let mut rest = machine.clone();
    rest.core.state.clone_from(&machine.code.state);
    let (mut still, patience) = (0, network.settling());
    // A token that nothing stops goes around for ever; where it is then is as good as anywhere.
    for _ in 0..LONGEST_WAY {
        rest.settle();
        still = if rest.rise() { 0 } else { still + 1 };
        if still > patience {
            break;
        }
    }
    Some(rest)
}

/// The tokens in a unit, and the words of the oldest.
struct Held<'a> {
    tokens: u64,
    oldest: &'a [u64],
}

fn held<'a>(machine: &'a Machine, unit: UnitId, node: &Node) -> Held<'a> {
    let state = &machine.core.state;
    let at = machine.code.places[unit.index()];
    let words = node.unit.outputs.first().map_or(1, |width| width.div_ceil(64).max(1)) as usize;
    let stages = |first: u64| (1, 3 + first as usize * (1 + words));
    let place = match &node.unit.kind {
        Kind::Init { .. } => Some((0, 1)),
        Kind::Buffer { ty, .. } if ty.is_one_slot() => Some((0, 1)),
        Kind::Buffer { ty, .. } if ty.storage() == Storage::Shift => Some(stages(state[at])),
        Kind::Compute { latency: 1.., .. } => Some(stages(state[at])),
        Kind::Buffer { .. } => Some((1, 2 + state[at] as usize * words)),
        _ => None,
    };
    match place {
        Some((tokens, oldest)) => {
            Held { tokens: state[at + tokens], oldest: &state[at + oldest..at + oldest + words] }
        }
        None => {
            let tokens = match &node.unit.kind {
                Kind::Load | Kind::QueuedLoad => state[at],
                Kind::Memory(_) => in_memory(machine, at),
                Kind::Guard { .. } => state[at + Guard::COUNT],
                Kind::Lsq(_) => {
                    let queue = machine.code.lsqs.iter().find(|queue| queue.s == at);
                    queue.map_or(0, |queue| queue.held(&machine.core))
                }
                _ => 0,
            };
            Held { tokens, oldest: &[] }
        }
    }
}

/// Whether a unit is in the middle of a burst, or a memory waits for stores.
fn is_in_burst(machine: &Machine, unit: UnitId, node: &Node) -> bool {
    let state = &machine.core.state;
    let at = machine.code.places[unit.index()];
    match &node.unit.kind {
        Kind::Carry | Kind::Invariant | Kind::Gate => state[at] != 0,
        Kind::Stream(_) => state[at + Stream::LOOP] != 0,
        Kind::Guard { .. } => state[at + Guard::COUNT] == 0 && state[at + Guard::OWED] != 0,
        Kind::Memory(_) => in_memory(machine, at) == 0 && state[at + Controller::COUNT] != 0,
        _ => false,
    }
}

/// Answers and completions that a controller still has.
fn in_memory(machine: &Machine, place: usize) -> u64 {
    let controller = machine.code.controllers.iter().find(|controller| controller.s == place);
    controller.map_or(0, |unit| {
        let ports = unit.loads.iter().map(|port| port.s).chain(unit.stores.iter().map(|port| port.s));
        ports.map(|s| machine.core.state[s]).sum()
    })
}
